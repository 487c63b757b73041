//! A gRPC server for functions from bytes to bytes: the native transport of Spielwerk.
//!
//! Whoever has an [`Answerer`] has a server: unary calls of any number of services, health, reflection, TLS with
//! client certificates, bearer tokens, limits, deadlines, counts and a soft end. It knows no game and no message of
//! its own accord; `spielwerk-wire` answers, and `spielwerk-python` puts the two together.
//!
//! ```
//! use std::time::Duration;
//! use spielwerk_server::{Answerer, Budget, Config, Server, Unanswered};
//!
//! struct Echo;
//!
//! impl Answerer for Echo {
//!     fn methods(&self) -> Vec<String> {
//!         vec!["/test.v1.EchoService/Echo".into()]
//!     }
//!     fn file_descriptor_set(&self) -> Vec<u8> {
//!         Vec::new()
//!     }
//!     fn is_brief(&self, _path: &str, _request: &[u8]) -> bool {
//!         true
//!     }
//!     fn answer(&self, _path: &str, request: &[u8], _budget: &Budget<'_>) -> Result<Vec<u8>, Unanswered> {
//!         Ok(request.to_vec())
//!     }
//! }
//!
//! let server = Server::bind(Config::default(), Echo)?;
//! server.start()?;
//! assert_ne!(server.port(), 0);
//! server.set_serving("", true);
//! server.stop(Duration::from_secs(5));
//! assert!(server.wait(Some(Duration::from_secs(10))));
//! # Ok::<(), spielwerk_server::StartError>(())
//! ```
//!
//! # Why not tonic?
//!
//! Messages stay bytes here, so nothing is left of a generated service. Of tonic's companions, the health service
//! answers a watch of an unknown service with an error where the protocol wants `SERVICE_UNKNOWN`, and reflection
//! ends the stream at the first symbol it does not find; oversized messages end with `OUT_OF_RANGE` where every other
//! server says `RESOURCE_EXHAUSTED`. What remains of gRPC above HTTP/2 is small: a prefix of five bytes, a handful of
//! headers, three trailers. HTTP/2 itself is that of the crate `h2`, which tonic and hyper use as well.
//!
//! # What this does not do
//!
//! Streaming methods of an answerer, compression of replies, HTTP/1, gRPC-Web (Envoy translates that), reading files
//! and writing logs (the owner does both).
#![forbid(unsafe_code)]

mod answerer;
mod call;
mod code;
mod config;
mod connection;
mod details;
mod event;
mod frame;
mod health;
mod listen;
mod load;
mod metrics;
mod proto;
mod reflection;
mod refusal;
mod reply;
mod server;
mod service;
mod stop;
mod timeout;
mod tls;
mod token;
mod watched;

pub use answerer::{Answerer, Budget, Unanswered};
pub use code::Code;
pub use config::Config;
pub use event::{CallEvent, Event, Events, Telling, Wanted};
pub use metrics::{BUCKETS, MethodCounts};
pub use refusal::{DOMAIN, MAXIMUM_DETAILS_BYTES, MAXIMUM_MESSAGE_CHARACTERS, Refusal};
pub use server::{Server, StartError};
pub use tls::{Identity, IdentityError};
