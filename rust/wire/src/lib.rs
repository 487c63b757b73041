//! The protobuf messages of Spielwerk and the function that answers them, bytes in and bytes out.
//!
//! [`answer`] is all that a server needs: the path of a method and the bytes of a request go in, the bytes of the reply or a
//! [`Status`] come out. It knows no transport, no clock but the deadline it is given, and no state: the same request gets the
//! same reply.
//!
//! The protos are in `protos/spielwerk/v1`; [`messages`] holds what is generated from them at build time.
#![forbid(unsafe_code)]

mod answer;
mod budget;
mod catalog;
mod decoding;
mod game;
mod layout;
pub mod limits;
mod lokus;
pub mod messages;
mod problem;
mod qwirkle;
mod reading;
mod schraube;
mod status;
mod tally;
mod verbs;
mod writing;

pub use answer::{Answer, answer, is_brief, methods, reencode_request};
pub use budget::Budget;
pub use status::{Code, ERROR_DOMAIN, Status};
pub use tally::Tally;
