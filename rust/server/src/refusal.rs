//! Statuses other than OK, with details that a program can act on.

use std::{borrow::Cow, time::Duration};

use base64::{Engine, prelude::BASE64_STANDARD_NO_PAD};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use prost::{Message, Name};

use crate::{
    code::Code,
    details::{BadRequest, ErrorInfo, RetryInfo, Status, any},
};

/// Domain of every `google.rpc.ErrorInfo` that the transport itself gives.
pub const DOMAIN: &str = "spielwerk";
/// Largest details sent, in bytes. Clients refuse a header list above 8 KiB, and base64 makes 7,400 bytes of these.
pub const MAXIMUM_DETAILS_BYTES: usize = 5500;
/// Longest message sent, in characters; one may take up to twelve bytes on the wire.
pub const MAXIMUM_MESSAGE_CHARACTERS: usize = 500;

/// What gRPC wants escaped in `grpc-message`, besides all that is not ASCII.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%');

/// The end of a call that got no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Status code.
    pub code: Code,
    /// One sentence for people.
    pub message: Cow<'static, str>,
    /// A serialized `google.rpc.Status`; empty for none.
    pub details: Bytes,
}

impl Refusal {
    /// A refusal without details.
    pub fn plain(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), details: Bytes::new() }
    }

    /// A refusal with an `ErrorInfo` and, when trying again makes sense, a `RetryInfo`. `reason` is an upper snake
    /// case name that programs may branch on, `metadata` what they may want to know beside it.
    pub fn with_reason(
        code: Code,
        reason: &str,
        metadata: &[(&str, String)],
        message: impl Into<Cow<'static, str>>,
        retry_after: Option<Duration>,
    ) -> Self {
        let message = message.into();
        let metadata = metadata.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        let info = ErrorInfo { reason: reason.into(), domain: DOMAIN.into(), metadata };
        let mut details = vec![any(&info)];
        if let Some(delay) = retry_after {
            let retry_delay =
                prost_types::Duration { seconds: delay.as_secs() as i64, nanos: delay.subsec_nanos() as i32 };
            details.push(any(&RetryInfo { retry_delay: Some(retry_delay) }));
        }
        let status = Status { code: code as i32, message: message.to_string(), details };
        Self { code, message, details: status.encode_to_vec().into() }
    }

    /// The same refusal, cut to a size that every client takes: whole details first, of a `BadRequest` as many
    /// violations as fit.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        if self.message.chars().count() > MAXIMUM_MESSAGE_CHARACTERS {
            self.message = self.message.chars().take(MAXIMUM_MESSAGE_CHARACTERS - 1).chain(['…']).collect();
        }
        if self.details.len() > MAXIMUM_DETAILS_BYTES {
            self.details = match Status::decode(&*self.details) {
                Ok(whole) => shortened_details(whole, &self.message).into(),
                Err(_) => Bytes::new(),
            };
        }
        self
    }

    /// The headers that end a call in this way.
    pub(crate) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::with_capacity(4);
        headers.insert("grpc-status", HeaderValue::from(self.code as u16));
        if !self.message.is_empty() {
            let escaped = utf8_percent_encode(&self.message, ESCAPED).to_string();
            if let Ok(value) = HeaderValue::try_from(escaped) {
                headers.insert("grpc-message", value);
            }
        }
        if !self.details.is_empty()
            && let Ok(value) = HeaderValue::try_from(BASE64_STANDARD_NO_PAD.encode(&self.details))
        {
            headers.insert("grpc-status-details-bin", value);
        }
        headers
    }
}

fn shortened_details(whole: Status, message: &str) -> Vec<u8> {
    let mut short = Status { code: whole.code, message: message.into(), details: Vec::new() };
    for detail in whole.details {
        if short.encoded_len() + detail.encoded_len() + 8 <= MAXIMUM_DETAILS_BYTES {
            short.details.push(detail);
        } else if detail.type_url == BadRequest::type_url()
            && let Ok(mut bad_request) = BadRequest::decode(&*detail.value)
        {
            let mut room = MAXIMUM_DETAILS_BYTES.saturating_sub(short.encoded_len() + 128);
            let fitting = bad_request.field_violations.iter().take_while(|violation| {
                let size = violation.encoded_len() + 4;
                let fits = size <= room;
                room = room.saturating_sub(size);
                fits
            });
            let fitting = fitting.count();
            bad_request.field_violations.truncate(fitting);
            short.details.push(any(&bad_request));
        }
    }
    short.encode_to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::details::FieldViolation;

    #[test]
    fn message_is_escaped() {
        let headers = Refusal::plain(Code::NotFound, "100 % käse\n").headers();
        assert_eq!(headers["grpc-status"], "5");
        assert_eq!(headers["grpc-message"], "100 %25 k%C3%A4se%0A");
        assert!(!headers.contains_key("grpc-status-details-bin"));
    }

    #[test]
    fn reason_and_delay_are_told() {
        let delay = Duration::from_millis(100);
        let metadata = [("limit_value", "3".to_owned())];
        let refusal =
            Refusal::with_reason(Code::ResourceExhausted, "TOO_MANY_CALLS", &metadata, "busy", Some(delay));
        let status = Status::decode(&*refusal.details).unwrap();
        assert_eq!((status.code, status.message.as_str()), (8, "busy"));
        let info = ErrorInfo::decode(&*status.details[0].value).unwrap();
        assert_eq!((info.reason.as_str(), info.domain.as_str()), ("TOO_MANY_CALLS", "spielwerk"));
        assert_eq!(info.metadata["limit_value"], "3");
        let retry = RetryInfo::decode(&*status.details[1].value).unwrap();
        assert_eq!(retry.retry_delay.unwrap().nanos, 100_000_000);
        assert_eq!(status.details[1].type_url, "type.googleapis.com/google.rpc.RetryInfo");
    }

    #[test]
    fn details_are_cut_to_what_clients_take() {
        let violation = |number| FieldViolation {
            field: format!("position.tiles[{number}]"),
            description: "there is no such tile".into(),
            ..FieldViolation::default()
        };
        let bad_request = BadRequest { field_violations: (0..1000).map(violation).collect() };
        let info = ErrorInfo { reason: "BAD".into(), domain: DOMAIN.into(), ..ErrorInfo::default() };
        let status = Status { code: 3, message: "m".into(), details: vec![any(&info), any(&bad_request)] };
        let refusal = Refusal {
            code: Code::InvalidArgument,
            message: "ü".repeat(600).into(),
            details: status.encode_to_vec().into(),
        };
        let short = refusal.shortened();
        assert_eq!(short.message.chars().count(), MAXIMUM_MESSAGE_CHARACTERS);
        assert!(short.details.len() <= MAXIMUM_DETAILS_BYTES);
        let status = Status::decode(&*short.details).unwrap();
        let kept = BadRequest::decode(&*status.details[1].value).unwrap().field_violations;
        assert!(kept.len() > 50);
        assert_eq!(kept, (0..kept.len()).map(violation).collect::<Vec<_>>());
    }
}
