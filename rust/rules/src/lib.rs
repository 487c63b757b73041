#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod common;
pub mod lokus;
pub mod qwirkle;
pub mod schraube;
