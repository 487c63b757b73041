//! The choices made before a game begins.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::common::Faults;

use super::card::{Card, CardSet};
use super::deck::Deck;
use super::ring::PILES;

/// Players of a game.
pub const PLAYERS: RangeInclusive<u8> = 2..=4;

/// Rolls of a turn that a game may allow; the rule book says 3 (S6).
pub const MAX_ROLLS: RangeInclusive<u8> = 1..=9;

/// Cards of a fresh pile (S4).
pub const PILE_CARDS: usize = 7;

/// The six fresh piles, top card first, for a caller who shuffled the cards himself (S4).
pub type Piles = [[Card; PILE_CARDS]; PILES];

/// The choices made before a game begins.
///
/// ```
/// use spielwerk::schraube::Options;
/// assert!(Options::new(3).check().is_ok());
/// let faults = Options { max_rolls: 0, ..Options::new(5) }.check().unwrap_err();
/// let slugs: Vec<_> = faults.as_slice().iter().map(|fault| fault.slug).collect();
/// assert_eq!(slugs, ["players_out_of_range", "rolls_out_of_range"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The number of players, 2 to 4.
    pub players: u8,
    /// Rolls of a turn, 1 to 9; 3 by the rule book (S6).
    pub max_rolls: u8,
    /// Whether pips may be added up (S25).
    pub pro: bool,
    /// The point cards (S3).
    pub deck: Arc<Deck>,
    /// The order of the piles, if the caller knows it. Without it, the next card turned up is any of the unseen ones (S23).
    pub piles: Option<Piles>,
}

impl Options {
    /// The ordinary game: three rolls, the deck of the rule book, nobody knows the order of the piles.
    pub fn new(players: u8) -> Self {
        Self { players, max_rolls: 3, pro: false, deck: Deck::standard(), piles: None }
    }

    /// The options in these numbers, which may be of any size.
    ///
    /// ```
    /// use spielwerk::schraube::{Deck, Options};
    ///
    /// let faults = Options::read(300, -1, false, Deck::standard(), None).unwrap_err();
    /// assert_eq!(faults.as_slice()[0].message, "300 players; the game is for 2 to 4");
    /// assert_eq!(faults.as_slice()[1].message, "-1 rolls a turn; 1 to 9 can be played, 3 by the rule book");
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Options::check`].
    pub fn read(
        players: i64,
        max_rolls: i64,
        pro: bool,
        deck: Arc<Deck>,
        piles: Option<Piles>,
    ) -> Result<Self, Faults> {
        check(players, max_rolls, piles.as_ref())?;
        Ok(Self { players: players as u8, max_rolls: max_rolls as u8, pro, deck, piles })
    }

    /// Names everything that is wrong.
    ///
    /// # Errors
    ///
    /// Faults `players_out_of_range` (S1), `rolls_out_of_range` (S6), `card_twice` (S4).
    pub fn check(&self) -> Result<(), Faults> {
        check(self.players.into(), self.max_rolls.into(), self.piles.as_ref())
    }
}

/// Names everything that is wrong with options in these numbers.
fn check(players: i64, max_rolls: i64, piles: Option<&Piles>) -> Result<(), Faults> {
    let mut faults = Faults::default();
    if !u8::try_from(players).is_ok_and(|players| PLAYERS.contains(&players)) {
        let message = format!("{players} players; the game is for 2 to 4");
        faults.add("players", "S1", "players_out_of_range", message);
    }
    if !u8::try_from(max_rolls).is_ok_and(|rolls| MAX_ROLLS.contains(&rolls)) {
        let message = format!("{max_rolls} rolls a turn; 1 to 9 can be played, 3 by the rule book");
        faults.add("max_rolls", "S6", "rolls_out_of_range", message);
    }
    let mut seen = CardSet::NONE;
    for (pile, cards) in piles.into_iter().flatten().enumerate() {
        for (place, &card) in cards.iter().enumerate() {
            if seen.contains(card) {
                let message = format!("card {card} lies in the piles twice");
                faults.add(format!("piles[{pile}][{place}]"), "S4", "card_twice", message);
            }
            seen = seen.with(card);
        }
    }
    faults.into_result()
}
