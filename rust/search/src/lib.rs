//! Agents and exact solvers over the Spielwerk rules.
#![forbid(unsafe_code)]

pub mod random;

pub use random::Random;
