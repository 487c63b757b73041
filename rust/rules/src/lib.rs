//! Exact rules of modern tabletop games.
#![forbid(unsafe_code)]

pub mod common;
pub mod lokus;
pub mod qwirkle;
pub mod schraube;
