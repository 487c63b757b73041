//! What cards are worth (S2, S21, S22), and why a game ended (S20).

use std::fmt;

use crate::common::{Outcome, Seat};

use super::combine::Parts;
use super::moves::Move;
use super::position::{Hand, Phase, Position};
use super::ring::Pile;
use super::{card::CardSet, deck::Deck};

/// Points a pair (S22).
pub const PAIR_POINTS: i64 = 3;

/// Points a bonus card (S2, S22).
pub const BONUS_POINTS: i64 = 6;

/// The points of one player, and what they come from (S22).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points {
    /// Printed values of all cards owned, open and covered.
    pub values: i64,
    /// Pairs of the sets covered during the game.
    pub covered_pairs: u8,
    /// Pairs of the best remaining sets of the open cards (S21).
    pub final_pairs: u8,
    /// Bonus cards.
    pub bonus: u8,
}

impl Points {
    /// What a hand is worth if the game ends now (S21, S22).
    pub fn of(hand: &Hand, deck: &Deck) -> Self {
        Self {
            values: values(hand.open.union(hand.covered), deck),
            covered_pairs: hand.pairs,
            final_pairs: Parts::of(hand.open, deck).most_pairs(),
            bonus: hand.bonus,
        }
    }

    /// All of it together.
    pub fn total(&self) -> i64 {
        let pairs = i64::from(self.covered_pairs) + i64::from(self.final_pairs);
        self.values + PAIR_POINTS * pairs + BONUS_POINTS * i64::from(self.bonus)
    }
}

/// The printed values of these cards together.
fn values(cards: CardSet, deck: &Deck) -> i64 {
    cards.iter().map(|card| i64::from(deck.get(card).value)).sum()
}

/// What a move is worth at once to who makes it, with all that happens by itself before somebody or chance decides again. Pairs that
/// open cards could still make (S21) are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// Change of the printed values owned.
    pub values: i64,
    /// Pairs covered (S18).
    pub pairs: u8,
    /// Bonus cards taken (S15).
    pub bonus: u8,
}

impl Score {
    /// All of it together, in points.
    pub fn total(&self) -> i64 {
        self.values + PAIR_POINTS * i64::from(self.pairs) + BONUS_POINTS * i64::from(self.bonus)
    }
}

/// Why a game ended (S20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// This pile of point cards became empty.
    PileEmpty(Pile),
    /// The bonus pile became empty.
    BonusEmpty,
    /// Both in one turn.
    BothEmpty(Pile),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PileEmpty(pile) => write!(f, "pile {pile} is empty"),
            Self::BonusEmpty => f.write_str("the bonus pile is empty"),
            Self::BothEmpty(pile) => write!(f, "pile {pile} and the bonus pile are empty"),
        }
    }
}

impl Position {
    /// What a seat's cards are worth if the game ends now (S21, S22).
    ///
    /// # Panics
    ///
    /// If the seat is above 3.
    pub fn points(&self, seat: Seat) -> Points {
        Points::of(self.hand(seat), self.deck())
    }

    /// What a legal move is worth at once.
    pub(super) fn worth(&self, chosen: Move) -> Score {
        let seat = self.mover();
        let mut after = self.clone();
        after.advance(chosen, &mut |_| ());
        let all = |hand: &Hand| values(hand.open.union(hand.covered), self.deck());
        let (before, now) = (self.hand(seat), after.hand(seat));
        Score {
            values: all(now) - all(before),
            pairs: now.pairs - before.pairs,
            bonus: now.bonus - before.bonus,
        }
    }

    /// The result: most points win, a tie is a shared win (S22).
    pub(super) fn result(&self) -> Option<Outcome<Reason>> {
        if self.phase() != Phase::Over {
            return None;
        }
        let empty = self.empty_piles().iter().next();
        let reason = match (empty, self.bonus_left()) {
            (Some(pile), 0) => Reason::BothEmpty(pile),
            (Some(pile), _) => Reason::PileEmpty(pile),
            (None, _) => Reason::BonusEmpty,
        };
        Some(Outcome::most_win(self.seats().map(|seat| i128::from(self.points(seat).total())), reason))
    }
}
