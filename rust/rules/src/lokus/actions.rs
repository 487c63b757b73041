//! Action ids: 0 to 71 the card with this rank (L2), 72 and 73 the row. Every word has one id.

use super::{Attempt, CARDS, Card, Move, Position, RowIndex};
use crate::common::actions::Reader;
use crate::common::{Actions, Faults, Position as _, Seat, Word};

/// The first row.
const ROW: u16 = CARDS as u16;
const ACTIONS: u16 = ROW + 2;

impl Actions for Position {
    const ACTIONS: u16 = ACTIONS;
    const LONGEST_WORD: usize = 1;

    fn spell(chosen: Move) -> Option<Word> {
        Some(Word::EMPTY.with(match chosen {
            Move::Choose { card, .. } => card.rank().into(),
            Move::Row { row, .. } => ROW + row.index() as u16,
        }))
    }

    fn read_word(numbers: impl IntoIterator<Item = i64>) -> Result<Word, Faults> {
        Reader::read::<Self, _>(numbers, "L18", |reader| read(reader, Seat::default()))
    }

    /// The seat that says it is the one to act; seat 0 when none is.
    fn attempt_of(&self, word: Word) -> Option<Attempt> {
        let seat = self.turn().seat().unwrap_or_default();
        Reader::whole(word, |reader| read(reader, seat)).map(Attempt::from)
    }

    fn action_name(action: u16) -> Option<String> {
        read_card(action)
            .map(|card| card.to_string())
            .or_else(|| read_row(action).map(|row| format!("row {row}")))
    }
}

fn read_card(action: u16) -> Option<Card> {
    Card::from_rank(u8::try_from(action).ok()?)
}

fn read_row(action: u16) -> Option<RowIndex> {
    RowIndex::try_new(action.checked_sub(ROW)?.into())
}

fn read(reader: &mut Reader, seat: Seat) -> Option<Move> {
    reader.next("a card or a row", |action| {
        let card = read_card(action).map(|card| Move::Choose { seat, card });
        card.or_else(|| read_row(action).map(|row| Move::Row { seat, row }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lokus::Options;

    #[test]
    fn every_id_is_a_word() {
        let position = Position::start(&Options::new(3)).unwrap();
        for action in 0..ACTIONS {
            let word = Position::read_word([action.into()]).unwrap();
            let said = position.attempt_of(word).unwrap().to_string().replace("0:", "").replace("0>", "row ");
            assert_eq!(Position::action_name(action), Some(said));
        }
        assert_eq!(Position::action_name(ACTIONS), None);
    }

    #[test]
    fn a_word_that_says_nothing_names_its_fault() {
        let slug = |word: &[i64]| Position::read_word(word.iter().copied()).unwrap_err().as_slice()[0].slug;
        assert_eq!(slug(&[]), "word_incomplete");
        assert_eq!(slug(&[74]), "unknown_action");
        assert_eq!(slug(&[-1]), "unknown_action");
        assert_eq!(slug(&[1 << 40]), "unknown_action");
        assert_eq!(slug(&[0, 0]), "word_too_long");
    }
}
