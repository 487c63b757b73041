//! The contract that every game keeps.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Position`] | one state of a game; only valid ones exist |
//! | [`Turn`] | who acts next: a seat, chance, or nobody |
//! | [`Violation`] | one broken rule: number, slug, sentence, place |
//! | [`Fault`] | one reason why data from outside is no position at all |
//! | [`Probability`] | the exact chance of one chance event |
//! | [`View`] | what one seat may know, and nothing else |
//! | [`Record`] | a game as its start and its steps; replays exactly |
//! | [`Actions`], [`Word`] | moves spelled in small numbers, the same everywhere |
//! | [`perft`](perft()) | counts of the game tree, decisions and chance apart |
//! | [`laws`] | what must hold for every position of every game |
//!
//! # Vocabulary
//!
//! A *move* is a decision of a seat. An *event* is a decision of chance (a draw, a roll, a card turned up). A *step* is
//! either. An *attempt* is what anyone may say; a move is what a position lists. A *sight* is what one seat sees of a
//! step.
//!
//! # What this does not do
//!
//! No random numbers (a caller brings a [`Uniform`] source), no clock, no I/O.

pub(crate) mod actions;
mod chance;
mod fault;
pub(crate) mod hash;
pub mod laws;
mod outcome;
mod perft;
mod position;
mod record;
mod seat;
mod view;

pub use actions::{Actions, Word};
pub use chance::{Chance, Probability, Uniform};
pub use fault::{Fault, Faults, ParseError, Violation};
pub use outcome::{Outcome, Turn};
pub use perft::{Census, Every, Fate, divide, divide_while, perft, perft_while};
pub use position::{Approved, GameInfo, Position, Refusal, Step, StepOf};
pub use record::{Record, RecordError, ReplayError, ReplayReason, Seen};
pub use seat::{MAX_SEATS, Seat, Seats};
pub use view::View;
