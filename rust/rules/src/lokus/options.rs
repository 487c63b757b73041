//! The choices made before a game begins.

use std::ops::RangeInclusive;

use super::ScoringTable;
use crate::common::Faults;

/// The numbers of players that the rule book knows; 3 to 5 are standard, 2 and 6 variants (preamble).
pub const PLAYERS: RangeInclusive<usize> = 2..=6;

/// The number of rounds of a deal, and of cards in a fresh hand (L4, L5).
pub const ROUNDS: u8 = 11;

/// The choices made before a game begins.
///
/// ```
/// use spielwerk::lokus::Options;
///
/// let four = Options::new(4);
/// assert!(four.check().is_ok() && !four.is_variant());
/// assert_eq!(four.draw_pile(), 26);
/// assert!(Options::new(2).is_variant());
/// assert!(Options { deals: 0, ..Options::new(7) }.check().is_err_and(|faults| faults.as_slice().len() == 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The number of players, 2 to 6.
    pub players: u8,
    /// Whether a card is turned up at each toilet before the first round (L4).
    pub starters: bool,
    /// The number of deals, at least 1 (L5).
    pub deals: u32,
    /// How rolls become minus points (L14).
    pub table: ScoringTable,
}

impl Options {
    /// The standard game: starters, three deals, the linear table.
    pub const fn new(players: u8) -> Self {
        Self { players, starters: true, deals: 3, table: ScoringTable::LINEAR }
    }

    /// Whether the number of players is one that the game offers only as a variant: 2 or 6 (preamble).
    pub const fn is_variant(&self) -> bool {
        matches!(self.players, 2 | 6)
    }

    /// The number of cards turned up at the toilets, 0 or 2 (L4).
    pub const fn starter_count(&self) -> u8 {
        if self.starters { 2 } else { 0 }
    }

    /// The number of cards in the draw pile once everything is dealt (L4), for 2 to 6 players.
    pub const fn draw_pile(&self) -> u8 {
        super::CARDS - self.players * ROUNDS - self.starter_count()
    }

    /// The options in these numbers, which may be of any size.
    ///
    /// ```
    /// use spielwerk::lokus::{Options, ScoringTable};
    ///
    /// let faults = Options::read(300, true, -1, ScoringTable::LINEAR).unwrap_err();
    /// assert_eq!(faults.as_slice()[0].message, "300 players; Lokus is for 3 to 5, with variants for 2 and 6");
    /// assert_eq!(faults.as_slice()[1].message, "-1 deals; 1 to 4294967295 are possible");
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Options::check`].
    pub fn read(players: i64, starters: bool, deals: i64, table: ScoringTable) -> Result<Self, Faults> {
        check(players, deals)?;
        Ok(Self { players: players as u8, starters, deals: deals as u32, table })
    }

    /// Names everything that is wrong.
    ///
    /// # Errors
    ///
    /// `players_out_of_range` (preamble), `deals_out_of_range` (L5).
    pub fn check(&self) -> Result<(), Faults> {
        check(self.players.into(), self.deals.into())
    }
}

/// Names everything that is wrong with options in these numbers.
fn check(players: i64, deals: i64) -> Result<(), Faults> {
    let mut faults = Faults::default();
    if !usize::try_from(players).is_ok_and(|players| PLAYERS.contains(&players)) {
        let message = format!("{players} players; Lokus is for 3 to 5, with variants for 2 and 6");
        faults.add("players", "preamble", "players_out_of_range", message);
    }
    if !(1..=u32::MAX.into()).contains(&deals) {
        let message = format!("{deals} deals; 1 to {} are possible", u32::MAX);
        faults.add("deals", "L5", "deals_out_of_range", message);
    }
    faults.into_result()
}
