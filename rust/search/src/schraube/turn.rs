//! Where a turn stands, and what can be decided in it.

use std::fmt;

use spielwerk::common::Faults;
use spielwerk::schraube::{DICE, Dice, Face, PILES, Pile, PileSet};

/// The dice of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnDice {
    /// This many are about to be rolled.
    ToRoll(u8),
    /// These lie unplaced.
    Unplaced(Dice),
}

/// A moment of a turn, from before the first roll to the last decision before the figure moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnState {
    /// Where the figure stands.
    pub figure: Pile,
    /// Faces of the open cards by pile.
    pub faces: [Face; PILES],
    /// Piles that carry dice.
    pub covered: PileSet,
    /// The dice that don't.
    pub dice: TurnDice,
    /// Rolls still allowed after the one just made, or about to be made (S6): two at the start of an ordinary turn.
    pub rerolls_left: u8,
    /// Laser cards that may be used (S12).
    pub lasers: u8,
    /// Extra-roll cards that may be used (S13).
    pub extra_rolls: u8,
    /// Whether pips may be added up (S25).
    pub pro: bool,
}

impl TurnState {
    /// The start of an ordinary turn: six dice to roll, `max_rolls` rolls (at least 1), no card in hand.
    pub const fn start(figure: Pile, faces: [Face; PILES], max_rolls: u8) -> Self {
        Self {
            figure,
            faces,
            covered: PileSet::NONE,
            dice: TurnDice::ToRoll(DICE),
            rerolls_left: max_rolls.saturating_sub(1),
            lasers: 0,
            extra_rolls: 0,
            pro: false,
        }
    }

    /// The most rerolls that are reckoned with.
    pub const MAX_REROLLS: u8 = 8;

    /// The most stages that are reckoned with: each number of lasers, of extra rolls and of rerolls that may be left, from 0 up, makes
    /// one together with each of the others. A hand of the deck of the rule book makes at most 75; this bounds time and memory.
    pub const MAX_STAGES: u32 = 450;

    /// Everything that is impossible about it, or too much to reckon with.
    ///
    /// # Errors
    ///
    /// Faults `too_many_dice`, `dice_missing` (S1), `nothing_to_roll` (S6), `too_many_rolls` (S6), `too_many_cards` (S12).
    pub fn check(&self) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let count = match self.dice {
            TurnDice::ToRoll(count) => count,
            TurnDice::Unplaced(dice) => dice.len(),
        };
        let all = u32::from(count) + u32::from(self.covered.len());
        let found =
            format!("{count} dice unplaced and {} piles covered; there are six dice", self.covered.len());
        if all > u32::from(DICE) {
            faults.add("dice", "S1", "too_many_dice", found);
        } else if all < u32::from(DICE) && !self.pro {
            faults.add("dice", "S1", "dice_missing", found);
        }
        if self.dice == TurnDice::ToRoll(0) {
            faults.add("dice", "S6", "nothing_to_roll", "no die is left to roll".into());
        }
        if self.rerolls_left > Self::MAX_REROLLS {
            let message =
                format!("{} rolls left; at most {} are reckoned with", self.rerolls_left, Self::MAX_REROLLS);
            faults.add("rerolls_left", "S6", "too_many_rolls", message);
        }
        let with_none = |count: u8| u32::from(count) + 1;
        let stages = with_none(self.lasers) * with_none(self.extra_rolls) * with_none(self.rerolls_left);
        if stages > Self::MAX_STAGES {
            let message = format!(
                "{} lasers, {} extra rolls and {} rolls left make {stages} stages; at most {} are reckoned with",
                self.lasers,
                self.extra_rolls,
                self.rerolls_left,
                Self::MAX_STAGES
            );
            faults.add("lasers", "S12", "too_many_cards", message);
        }
        faults.into_result()
    }
}

/// Something the player on turn can decide between a roll and his stop. In the order in which the game lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// Places a matching die on this pile (S7, S8).
    Place(Pile),
    /// Places these dice on this pile, their pips added up (S25).
    Sum(Pile, Dice),
    /// Rolls all unplaced dice again (S9).
    Reroll,
    /// Turns one die from the first face to the second by a laser card (S12).
    Laser(Face, Face),
    /// Rolls all unplaced dice by an extra-roll card (S13).
    Extra,
    /// Moves the figure (S10).
    Stop,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(pile) => write!(f, "place {pile}"),
            Self::Sum(pile, dice) => write!(f, "sum {pile} {dice}"),
            Self::Reroll => f.write_str("reroll"),
            Self::Laser(from, to) => write!(f, "laser {from} {to}"),
            Self::Extra => f.write_str("extra"),
            Self::Stop => f.write_str("stop"),
        }
    }
}
