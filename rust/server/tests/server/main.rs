//! The server as a client sees it.

mod calls;
mod client;
mod lives;
