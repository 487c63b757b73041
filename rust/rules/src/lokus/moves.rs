//! Decisions: as a position lists them, and as anyone may say them.

use super::{CARDS, Card, Colour, Position, RowIndex, Stage};
use crate::common::Seat;

/// A decision that a position lists. Moves are in the order of their cards (L2) or rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Choose a card in secret (L6). Written `2:r7`.
    Choose {
        /// Who.
        seat: Seat,
        /// A card of that hand.
        card: Card,
    },
    /// Place the own card in this row, where both take it (L18). Written `2>1`.
    Row {
        /// The lowest or the highest player of the round.
        seat: Seat,
        /// Where.
        row: RowIndex,
    },
}

impl Move {
    /// The number of action ids.
    pub const ACTIONS: u8 = CARDS + 2;

    /// Who decides.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Choose { seat, .. } | Self::Row { seat, .. } => seat,
        }
    }

    /// The action id, the same at every seat: the rank of the card (0 to 71), or 72 plus the row.
    pub const fn action(self) -> u8 {
        match self {
            Self::Choose { card, .. } => card.rank(),
            Self::Row { row, .. } => CARDS + row.index() as u8,
        }
    }

    /// The move of a seat with this action id, or `None` when `action` is not below [`Move::ACTIONS`].
    pub const fn from_action(seat: Seat, action: u8) -> Option<Self> {
        if let Some(card) = Card::from_rank(action) {
            return Some(Self::Choose { seat, card });
        }
        match RowIndex::try_new(action as u64 - CARDS as u64) {
            Some(row) => Some(Self::Row { seat, row }),
            None => None,
        }
    }
}

/// A decision as anyone may say it, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attempt {
    /// Choose a card. Written `2:r7`.
    Choose {
        /// Who says so.
        seat: u32,
        /// The colour on the card.
        colour: Colour,
        /// The number on the card, from 1 to 12 if there is such a card.
        number: u32,
    },
    /// Choose a row. Written `2>1`.
    Row {
        /// Who says so.
        seat: u32,
        /// 0 or 1 if there is such a row.
        row: u32,
    },
    /// Place nothing; never legal (L8). Written `2>-`.
    Decline {
        /// Who says so.
        seat: u32,
    },
}

impl From<Move> for Attempt {
    fn from(said: Move) -> Self {
        let seat = said.seat().index() as u32;
        match said {
            Move::Choose { card, .. } => {
                Self::Choose { seat, colour: card.colour(), number: card.number().into() }
            }
            Move::Row { row, .. } => Self::Row { seat, row: row.index() as u32 },
        }
    }
}

impl Position {
    /// The legal move with this place in the list of all legal moves, without making the list.
    pub fn nth_move(&self, index: usize) -> Option<Move> {
        match self.public().stage() {
            Stage::Choose => {
                let seat = self.asked();
                let card = self.hand(seat).nth(u8::try_from(index).ok()?)?;
                Some(Move::Choose { seat, card })
            }
            Stage::Row(_) => {
                let (seat, ..) = self.public().decision()?;
                Some(Move::Row { seat, row: RowIndex::try_new(index as u64)? })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn action_ids_name_every_move_once() {
        let seat = Seat::new(5);
        for action in 0..Move::ACTIONS {
            assert_eq!(Move::from_action(seat, action).map(Move::action), Some(action));
        }
        assert_eq!(Move::from_action(seat, Move::ACTIONS), None);
        assert_eq!(Move::from_action(seat, 255), None);
        assert!(size_of::<Move>() <= 4);
    }
}
