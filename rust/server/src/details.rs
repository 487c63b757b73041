//! The messages of `google.rpc` that go with a status, as far as the transport touches them.

use std::collections::HashMap;

use prost::{Message, Name};
use prost_types::Any;

/// `google.rpc.Status`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Status {
    #[prost(int32, tag = "1")]
    pub(crate) code: i32,
    #[prost(string, tag = "2")]
    pub(crate) message: String,
    #[prost(message, repeated, tag = "3")]
    pub(crate) details: Vec<Any>,
}

/// `google.rpc.ErrorInfo`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct ErrorInfo {
    #[prost(string, tag = "1")]
    pub(crate) reason: String,
    #[prost(string, tag = "2")]
    pub(crate) domain: String,
    #[prost(map = "string, string", tag = "3")]
    pub(crate) metadata: HashMap<String, String>,
}

/// `google.rpc.RetryInfo`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct RetryInfo {
    #[prost(message, optional, tag = "1")]
    pub(crate) retry_delay: Option<prost_types::Duration>,
}

/// `google.rpc.BadRequest`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct BadRequest {
    #[prost(message, repeated, tag = "1")]
    pub(crate) field_violations: Vec<FieldViolation>,
}

/// `google.rpc.BadRequest.FieldViolation`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct FieldViolation {
    #[prost(string, tag = "1")]
    pub(crate) field: String,
    #[prost(string, tag = "2")]
    pub(crate) description: String,
    #[prost(string, tag = "3")]
    pub(crate) reason: String,
    #[prost(message, optional, tag = "4")]
    pub(crate) localized_message: Option<LocalizedMessage>,
}

/// `google.rpc.LocalizedMessage`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct LocalizedMessage {
    #[prost(string, tag = "1")]
    pub(crate) locale: String,
    #[prost(string, tag = "2")]
    pub(crate) message: String,
}

macro_rules! named {
    ($($name:ident),*) => {$(
        impl Name for $name {
            const NAME: &'static str = stringify!($name);
            const PACKAGE: &'static str = "google.rpc";

            fn type_url() -> String {
                concat!("type.googleapis.com/google.rpc.", stringify!($name)).into()
            }
        }
    )*};
}
named!(ErrorInfo, RetryInfo, BadRequest);

/// Wraps a detail for [`Status::details`].
pub(crate) fn any<M: Name>(message: &M) -> Any {
    Any { type_url: M::type_url(), value: message.encode_to_vec() }
}
