//! [`Status`]: a call that gets no answer, and why.

use std::fmt;

use prost::{Message, Name};
use prost_types::Any;

use crate::messages::google::rpc::{self, ErrorInfo};

/// The domain of every [`ErrorInfo`] of this service.
pub const ERROR_DOMAIN: &str = "spielwerk";

/// The status codes that this crate produces. All others belong to the transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// Nobody waits for the answer.
    Cancelled = 1,
    /// The request makes no sense, whatever the state of anything.
    InvalidArgument = 3,
    /// The time of the [`Budget`](crate::Budget) is over.
    DeadlineExceeded = 4,
    /// There is no such method.
    Unimplemented = 12,
    /// A bug of ours.
    Internal = 13,
}

/// A call that gets no answer: code, sentence, and details after AIP-193.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// The kind of failure.
    pub code: Code,
    /// A sentence for developers. Never parse it: the details are for that.
    pub message: String,
    /// `google.rpc.ErrorInfo`, `google.rpc.BadRequest`.
    pub details: Vec<Any>,
}

impl Status {
    /// A status without details.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Vec::new() }
    }

    /// Adds an [`ErrorInfo`] of our domain.
    #[must_use]
    pub(crate) fn with_info<'a>(
        self,
        reason: &str,
        metadata: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Self {
        let metadata = metadata.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        self.with(&ErrorInfo { reason: reason.to_owned(), domain: ERROR_DOMAIN.to_owned(), metadata })
    }

    /// Adds a detail.
    #[must_use]
    pub(crate) fn with<M: Message + Name>(mut self, detail: &M) -> Self {
        self.details.push(Any {
            type_url: format!("type.googleapis.com/{}", M::full_name()),
            value: detail.encode_to_vec(),
        });
        self
    }

    /// The status as the message that stands in a batch.
    pub fn to_message(&self) -> rpc::Status {
        rpc::Status { code: self.code as i32, message: self.message.clone(), details: self.details.clone() }
    }

    /// The status as a serialised `google.rpc.Status`, as the trailer `grpc-status-details-bin` carries it.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_message().encode_to_vec()
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.code, self.message)
    }
}

impl std::error::Error for Status {}
