//! Schraube locker: the turn solved exactly.
//!
//! A turn is a tree of rolls (chance) and decisions: which dice to place freely (S8), whether to roll again (S9), turn a die with a laser
//! card (S12), roll with an extra-roll card (S13), or stop (S10). [`TurnSolver`] walks all of it, for any figure, faces, covered
//! piles, dice, rolls left and cards in hand, and for **any** worth of each possible end, and answers with
//!
//! * the best expected worth, in doubles or as an exact fraction,
//! * the worth of every decision open now, and which is best,
//! * the exact probability of each end if the best decisions are taken.
//!
//! [`Objective`] has the usual questions ready: the chance of a full circle, the expected run, the chance to stop exactly at one pile,
//! the value of the card taken. [`odds`] tabulates all 203 classes of layouts.
//!
//! # How it is fast
//!
//! Faces are exchangeable, and once no laser is in hand all that matters of a roll is, for each face that is still wanted, how many
//! dice show it, counted no further than it is wanted. A layout has at most 3^6 = 729 such cases over all sets of covered piles, where
//! dice and piles make 5,336. `narrow` lists the cases of a layout with their weights, once for all objectives and
//! roll counts; `wide` keeps every roll, for lasers and the pro variant. `tables` then fills in the worths, from the last roll to the
//! first.
//!
//! # What this does not do
//!
//! It plays one turn. What a card is worth for the rest of the game is the caller's to say, by the worths of the ends.

mod narrow;
mod number;
mod objective;
pub mod odds;
mod plan;
mod ratio;
mod solver;
mod tables;
mod turn;
mod weights;
mod wide;

/// Every slug of a [`Fault`](spielwerk::common::Fault) of [`TurnState::check`] and [`Objective::check`] with its rule, sorted.
pub const FAULTS: &[(&str, &str)] = &[
    ("dice_missing", "S1"),
    ("not_finite", "S12"),
    ("not_finite", "S13"),
    ("not_finite", "S15"),
    ("nothing_to_roll", "S6"),
    ("too_many_cards", "S12"),
    ("too_many_dice", "S1"),
    ("too_many_rolls", "S6"),
    ("worth_too_large", "S12"),
    ("worth_too_large", "S13"),
    ("worth_too_large", "S15"),
];

pub use objective::Objective;
pub use ratio::{Ratio, TooLarge};
pub use solver::{Alternative, Solution, TurnPolicy, TurnSolver};
pub use turn::{Decision, TurnDice, TurnNumbers, TurnState};
