//! Games as sequences of numbered decisions, for libraries that want integers and arrays: `OpenSpiel`, `PettingZoo`, and whatever
//! learns.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Episode`] | a game in progress: its position, the word half spelled, the draw half done, and its history |
//! | [`Entry`] | one step of the history: an action or an outcome, and who saw it |
//! | [`Stepwise`] | what a game adds to its rules for this: chance in single draws, arrays of what a seat knows |
//! | [`Piece`], [`Tensor`] | the named parts of such an array, and the array while it is written |
//!
//! An *action* is one id of a word that spells a move ([`spielwerk::common::Actions`]). An *outcome* is one id of what chance
//! decides: a tile, a card, a roll. Both are small fixed numbers, the same in every API.
//!
//! # What this does not do
//!
//! No rule, no search, no random numbers of its own.
#![forbid(unsafe_code)]

mod entry;
mod episode;
mod lokus;
mod qwirkle;
mod schraube;
mod stepwise;
mod tensor;

pub use entry::Entry;
pub use episode::{Actor, Episode};
pub use stepwise::{Sees, Stepwise};
pub use tensor::{Piece, Tensor};
