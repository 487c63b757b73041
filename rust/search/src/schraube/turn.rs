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
        let numbers = TurnNumbers {
            to_roll: match self.dice {
                TurnDice::ToRoll(count) => Some(count.into()),
                TurnDice::Unplaced(_) => None,
            },
            rerolls_left: self.rerolls_left.into(),
            lasers: self.lasers.into(),
            extra_rolls: self.extra_rolls.into(),
        };
        numbers.check(self)
    }

    /// The same with these numbers. Without any to roll its dice stay what they are.
    ///
    /// # Errors
    ///
    /// Those of [`TurnState::check`].
    pub fn with(self, numbers: TurnNumbers) -> Result<Self, Faults> {
        numbers.check(&self)?;
        Ok(Self {
            dice: numbers.to_roll.map_or(self.dice, |count| TurnDice::ToRoll(count as u8)),
            rerolls_left: numbers.rerolls_left as u8,
            lasers: numbers.lasers as u8,
            extra_rolls: numbers.extra_rolls as u8,
            ..self
        })
    }
}

/// The numbers of a turn as anyone may say them.
///
/// ```
/// use spielwerk::schraube::{Face, Pile};
/// use spielwerk_search::schraube::{TurnNumbers, TurnState};
///
/// let turn = TurnState::start(Pile::ALL[0], [Face::One; 6], 3);
/// let said = TurnNumbers { to_roll: Some(6), rerolls_left: 300, lasers: 0, extra_rolls: 0 };
/// let faults = turn.with(said).unwrap_err();
/// assert_eq!(faults.as_slice()[0].message, "300 rolls left; at most 8 are reckoned with");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnNumbers {
    /// How many dice are about to be rolled, if any are.
    pub to_roll: Option<u32>,
    /// Rolls still allowed after the one just made, or about to be made.
    pub rerolls_left: u32,
    /// Laser cards that may be used.
    pub lasers: u32,
    /// Extra-roll cards that may be used.
    pub extra_rolls: u32,
}

impl TurnNumbers {
    fn check(&self, turn: &TurnState) -> Result<(), Faults> {
        let Self { to_roll, rerolls_left, lasers, extra_rolls } = *self;
        let mut faults = Faults::default();
        let (count, are_rolled) = match (to_roll, turn.dice) {
            (Some(count), _) => (count, true),
            (None, TurnDice::ToRoll(count)) => (count.into(), true),
            (None, TurnDice::Unplaced(dice)) => (dice.len().into(), false),
        };
        let covered = turn.covered.len();
        let all = u64::from(count) + u64::from(covered);
        let found = format!("{count} dice unplaced and {covered} piles covered; there are six dice");
        if all > DICE.into() {
            faults.add("dice", "S1", "too_many_dice", found);
        } else if all < DICE.into() && !turn.pro {
            faults.add("dice", "S1", "dice_missing", found);
        }
        if count == 0 && are_rolled {
            faults.add("dice", "S6", "nothing_to_roll", "no die is left to roll".into());
        }
        let most = TurnState::MAX_REROLLS;
        if rerolls_left > most.into() {
            let message = format!("{rerolls_left} rolls left; at most {most} are reckoned with");
            faults.add("rerolls_left", "S6", "too_many_rolls", message);
        }
        // Three numbers of 32 bits and one more each fit into 128 bits.
        let stages: u128 =
            [lasers, extra_rolls, rerolls_left].map(|count| u128::from(count) + 1).iter().product();
        let most = TurnState::MAX_STAGES;
        if stages > most.into() {
            let message = format!(
                "{lasers} lasers, {extra_rolls} extra rolls and {rerolls_left} rolls left make {stages} stages; at most {most} are \
                 reckoned with"
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
