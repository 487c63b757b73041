//! Action ids: 0 to 71 the card with this rank (L2), 72 and 73 the row. Every word has one id.

use super::{Attempt, CARDS, Card, Move, Position, RowIndex};
use crate::common::actions::Reader;
use crate::common::{Actions, Faults, Position as _, Word};

impl Actions for Position {
    const ACTIONS: u16 = Move::ACTIONS as u16;
    const LONGEST_WORD: usize = 1;

    fn word(chosen: Move) -> Word {
        Word::EMPTY.with(chosen.action().into())
    }

    /// The seat that says it is the one to act; seat 0 when none is.
    fn attempt_of(&self, word: &[u16]) -> Result<Attempt, Faults> {
        let seat = self.turn().seat().unwrap_or_default();
        let mut reader = Reader::of::<Self>(word, "L18");
        let said =
            reader.next("a card or a row", |action| Move::from_action(seat, u8::try_from(action).ok()?));
        reader.finish(said).map(Attempt::from)
    }

    fn action_name(action: u16) -> Option<String> {
        let action = u8::try_from(action).ok()?;
        Card::from_rank(action).map(|card| card.to_string()).or_else(|| {
            let row = RowIndex::try_new(action.checked_sub(CARDS)?.into())?;
            Some(format!("row {row}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lokus::Options;

    #[test]
    fn a_word_that_says_nothing_names_its_fault() {
        let position = Position::start(&Options::new(3)).unwrap();
        let slug = |word: &[u16]| position.attempt_of(word).unwrap_err().as_slice()[0].slug;
        assert_eq!(slug(&[]), "word_incomplete");
        assert_eq!(slug(&[74]), "unknown_action");
        assert_eq!(slug(&[0, 0]), "word_too_long");
    }
}
