//! Decisions: as a position lists them, and as anyone may say them.

use super::{Card, Colour, Position, RowIndex, Stage};
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
    /// Who decides.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Choose { seat, .. } | Self::Row { seat, .. } => seat,
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
    fn moves_are_small() {
        assert!(size_of::<Move>() <= 4);
    }
}
