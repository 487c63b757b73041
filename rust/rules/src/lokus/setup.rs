//! Plain data
use std::ops::RangeInclusive;
/// The numbers of players that the rule book knows; 3 to 5 are standard, 2 and 6 variants (preamble).
pub const PLAYERS: RangeInclusive<usize> = 2..=6;
