//! Action ids, and how moves are spelled in them.
//!
//! | ids | meaning |
//! |---|---|
//! | 0 to 5 | `start` at this pile |
//! | 6 to 11 | `place` on this pile; after `sum`, the pile |
//! | 12, 13 | `reroll`, `stop` |
//! | 14 | `laser`, then the card, the face that shows, the face wanted |
//! | 15 | `extra`, then the card |
//! | 16 | `sum`, then the pile, then the dice |
//! | 17 | `swap`, then the seat, the own card, the card wanted |
//! | 18 | `gift`, then the seat, the card |
//! | 19, 20, 21 | `end_visit`; `combine`, then two or three cards in the order of the deck; `end_turn` |
//! | 22 to 63 | the point cards in the order of the deck |
//! | 64 to 69 | the faces |
//! | 70 to 73 | the seats |
//! | 74 to 96 | the 23 sums of two dice or more that total at most six pips, by the number of dice, then by their pips (S25) |

use std::sync::LazyLock;

use super::card::{Card, CardSet};
use super::dice::{Dice, Face};
use super::moves::Move;
use super::position::Position;
use super::ring::Pile;
use crate::common::actions::Reader;
use crate::common::{Actions, Faults, Seat, Word};

const START: u16 = 0;
const PLACE: u16 = 6;
const REROLL: u16 = 12;
const STOP: u16 = 13;
const LASER: u16 = 14;
const EXTRA: u16 = 15;
const SUM: u16 = 16;
const SWAP: u16 = 17;
const GIFT: u16 = 18;
const END_VISIT: u16 = 19;
const COMBINE: u16 = 20;
const END_TURN: u16 = 21;
const CARD: u16 = 22;
const FACE: u16 = 64;
const SEAT: u16 = 70;
const DICE: u16 = 74;
const ACTIONS: u16 = 97;

/// The dice that may be added up: two or more with at most six pips together.
static SUMS: LazyLock<Vec<Dice>> =
    LazyLock::new(|| (2..=6).flat_map(Dice::all).copied().filter(|dice| dice.pips() <= 6).collect());

fn card(card: Card) -> u16 {
    CARD + card.index() as u16
}

fn face(face: Face) -> u16 {
    FACE + face.index() as u16
}

fn seat(seat: Seat) -> Option<u16> {
    Some(SEAT + seat.index() as u16).filter(|&action| action < DICE)
}

fn pile(pile: Pile, first: u16) -> u16 {
    first + pile.index() as u16
}

fn dice(dice: Dice) -> Option<u16> {
    SUMS.iter().position(|&sum| sum == dice).map(|place| DICE + place as u16)
}

fn read_card(action: u16) -> Option<Card> {
    Card::new(u8::try_from(action.checked_sub(CARD)?).ok()?)
}

fn read_face(action: u16) -> Option<Face> {
    Face::ALL.get(usize::from(action.checked_sub(FACE)?)).copied()
}

fn read_seat(action: u16) -> Option<Seat> {
    Some(action.checked_sub(SEAT)?).filter(|&seat| seat < 4).map(|seat| Seat::new(seat as u8))
}

fn read_pile(action: u16, first: u16) -> Option<Pile> {
    Pile::ALL.get(usize::from(action.checked_sub(first)?)).copied()
}

fn read_dice(action: u16) -> Option<Dice> {
    SUMS.get(usize::from(action.checked_sub(DICE)?)).copied()
}

impl Actions for Position {
    const ACTIONS: u16 = ACTIONS;
    const LONGEST_WORD: usize = 4;

    fn spell(chosen: Move) -> Option<Word> {
        let spell = |actions: &[u16]| actions.iter().copied().collect();
        Some(match chosen {
            Move::Start(at) => spell(&[pile(at, START)]),
            Move::Place(on) => spell(&[pile(on, PLACE)]),
            Move::Sum(on, added) => spell(&[SUM, pile(on, PLACE), dice(added)?]),
            Move::Reroll => spell(&[REROLL]),
            Move::Laser(by, from, to) => spell(&[LASER, card(by), face(from), face(to)]),
            Move::Extra(by) => spell(&[EXTRA, card(by)]),
            Move::Stop => spell(&[STOP]),
            Move::Swap(with, give, take) => spell(&[SWAP, seat(with)?, card(give), card(take)]),
            Move::Gift(to, given) => spell(&[GIFT, seat(to)?, card(given)]),
            Move::EndVisit => spell(&[END_VISIT]),
            Move::Combine(set) if !(2..=3).contains(&set.len()) => return None,
            Move::Combine(set) => [COMBINE].into_iter().chain(set.iter().map(card)).collect(),
            Move::EndTurn => spell(&[END_TURN]),
        })
    }

    fn read_word(numbers: impl IntoIterator<Item = i64>) -> Result<Word, Faults> {
        Reader::read::<Self, _>(numbers, "S14", read)
    }

    fn attempt_of(&self, word: Word) -> Option<Move> {
        Reader::whole(word, read)
    }

    fn action_name(action: u16) -> Option<String> {
        Some(match action {
            START..PLACE => format!("start {}", read_pile(action, START)?),
            PLACE..REROLL => format!("place {}", read_pile(action, PLACE)?),
            REROLL..CARD => VERBS[usize::from(action - REROLL)].to_owned(),
            CARD..FACE => format!("card {}", read_card(action)?),
            FACE..SEAT => format!("face {}", read_face(action)?),
            SEAT..DICE => format!("seat {}", read_seat(action)?),
            _ => format!("dice {}", read_dice(action)?),
        })
    }
}

/// The names of the ids from [`REROLL`] to [`END_TURN`].
const VERBS: [&str; 10] =
    ["reroll", "stop", "laser", "extra", "sum", "swap", "gift", "end_visit", "combine", "end_turn"];

fn read(reader: &mut Reader) -> Option<Move> {
    let verb = reader.next("a verb", |action| Some(action).filter(|&action| action < CARD))?;
    Some(match verb {
        REROLL => Move::Reroll,
        STOP => Move::Stop,
        LASER => Move::Laser(
            reader.next("a card", read_card)?,
            reader.next("a face", read_face)?,
            reader.next("a face", read_face)?,
        ),
        EXTRA => Move::Extra(reader.next("a card", read_card)?),
        SUM => Move::Sum(
            reader.next("a pile", |action| read_pile(action, PLACE))?,
            reader.next("dice", read_dice)?,
        ),
        SWAP => Move::Swap(
            reader.next("a seat", read_seat)?,
            reader.next("a card", read_card)?,
            reader.next("a card", read_card)?,
        ),
        GIFT => Move::Gift(reader.next("a seat", read_seat)?, reader.next("a card", read_card)?),
        END_VISIT => Move::EndVisit,
        COMBINE => {
            let mut set = CardSet::NONE.with(reader.next("a card", read_card)?);
            while set.len() < 2 || reader.peek().is_some() {
                // In the order of the deck, each once: one set has one word.
                let above = |card: &Card| set.iter().all(|other| other < *card);
                let next =
                    reader.next("a card further down the deck", |action| read_card(action).filter(above))?;
                set = set.with(next);
            }
            Move::Combine(set)
        }
        END_TURN => Move::EndTurn,
        _ => read_pile(verb, START)
            .map(Move::Start)
            .or_else(|| read_pile(verb, PLACE).map(Move::Place))
            .expect("the verbs below 12 are piles"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sum_has_its_id() {
        assert_eq!(SUMS.len(), usize::from(ACTIONS - DICE));
        assert!(SUMS.iter().all(|&sum| read_dice(dice(sum).unwrap()) == Some(sum)));
    }

    #[test]
    fn what_no_position_lists_has_no_word() {
        let six = Face::ALL[5];
        let dice = [six, six].into_iter().collect();
        let card = Card::numbered(39).unwrap();
        for unlisted in [
            Move::Sum(Pile::ALL[0], dice),
            Move::Gift(Seat::new(4), card),
            Move::Swap(Seat::new(5), card, card),
            Move::Combine(CardSet::NONE.with(card)),
            Move::Combine(CardSet::ALL),
        ] {
            assert_eq!(Position::spell(unlisted), None, "{unlisted}");
        }
    }

    #[test]
    fn a_word_that_says_nothing_names_its_fault() {
        let fault = |word: &[u16]| {
            let faults = Position::read_word(word.iter().copied().map(i64::from)).unwrap_err();
            (faults.as_slice()[0].slug, faults.as_slice()[0].path.clone())
        };
        assert_eq!(fault(&[]), ("word_incomplete", "actions[0]".to_owned()));
        assert_eq!(fault(&[LASER, 22, 64]), ("word_incomplete", "actions[3]".to_owned()));
        assert_eq!(fault(&[LASER, 64]), ("unexpected_action", "actions[1]".to_owned()));
        assert_eq!(fault(&[97]), ("unknown_action", "actions[0]".to_owned()));
        assert_eq!(fault(&[STOP, STOP]), ("unexpected_action", "actions[1]".to_owned()));
        assert_eq!(fault(&[COMBINE, 23, 22]), ("unexpected_action", "actions[2]".to_owned()));
        assert_eq!(fault(&[COMBINE, 22]), ("word_incomplete", "actions[2]".to_owned()));
    }
}
