//! The status codes of gRPC.

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Code {
    /// With a reply.
    Ok = 0,
    /// The caller gave up.
    Cancelled = 1,
    /// Nobody knows why it failed.
    Unknown = 2,
    /// The request is wrong, whatever the state of the service.
    InvalidArgument = 3,
    /// The time of the caller ran out.
    DeadlineExceeded = 4,
    /// What was asked for is not there.
    NotFound = 5,
    /// What was to be made is there already.
    AlreadyExists = 6,
    /// The caller is known and may not.
    PermissionDenied = 7,
    /// A limit was reached.
    ResourceExhausted = 8,
    /// The state of the service forbids it.
    FailedPrecondition = 9,
    /// It collided with another call.
    Aborted = 10,
    /// Past the end.
    OutOfRange = 11,
    /// There is no such method.
    Unimplemented = 12,
    /// A fault of the service.
    Internal = 13,
    /// Try again, perhaps elsewhere.
    Unavailable = 14,
    /// Data is lost.
    DataLoss = 15,
    /// The caller did not say who it is.
    Unauthenticated = 16,
}

impl Code {
    /// All codes in the order of their numbers.
    pub const ALL: [Self; 17] = [
        Self::Ok,
        Self::Cancelled,
        Self::Unknown,
        Self::InvalidArgument,
        Self::DeadlineExceeded,
        Self::NotFound,
        Self::AlreadyExists,
        Self::PermissionDenied,
        Self::ResourceExhausted,
        Self::FailedPrecondition,
        Self::Aborted,
        Self::OutOfRange,
        Self::Unimplemented,
        Self::Internal,
        Self::Unavailable,
        Self::DataLoss,
        Self::Unauthenticated,
    ];

    /// The code with a number of 0 to 16, [`Code::Unknown`] for any other number.
    ///
    /// ```
    /// use spielwerk_server::Code;
    /// assert_eq!(Code::from_number(3), Code::InvalidArgument);
    /// assert_eq!(Code::from_number(99), Code::Unknown);
    /// ```
    pub fn from_number(number: i32) -> Self {
        usize::try_from(number).ok().and_then(|index| Self::ALL.get(index).copied()).unwrap_or(Self::Unknown)
    }

    /// The name in capitals, as logs and metrics of gRPC write it.
    ///
    /// ```
    /// assert_eq!(spielwerk_server::Code::ResourceExhausted.name(), "RESOURCE_EXHAUSTED");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "OK",
            Self::Cancelled => "CANCELLED",
            Self::Unknown => "UNKNOWN",
            Self::InvalidArgument => "INVALID_ARGUMENT",
            Self::DeadlineExceeded => "DEADLINE_EXCEEDED",
            Self::NotFound => "NOT_FOUND",
            Self::AlreadyExists => "ALREADY_EXISTS",
            Self::PermissionDenied => "PERMISSION_DENIED",
            Self::ResourceExhausted => "RESOURCE_EXHAUSTED",
            Self::FailedPrecondition => "FAILED_PRECONDITION",
            Self::Aborted => "ABORTED",
            Self::OutOfRange => "OUT_OF_RANGE",
            Self::Unimplemented => "UNIMPLEMENTED",
            Self::Internal => "INTERNAL",
            Self::Unavailable => "UNAVAILABLE",
            Self::DataLoss => "DATA_LOSS",
            Self::Unauthenticated => "UNAUTHENTICATED",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn numbers_are_places() {
        for (place, code) in Code::ALL.into_iter().enumerate() {
            assert_eq!(code as usize, place);
            assert_eq!(Code::from_number(place as i32), code);
        }
        assert_eq!(Code::from_number(-1), Code::Unknown);
    }
}
