//! What a seat sees of one step, and how its view goes on from there (L16, L17).

use super::{Card, CardSet, Event, Move, Position, ROUNDS, RowIndex, Stage, View};
use crate::common::{Faults, MAX_SEATS, Seat, Seats};

/// What a seat sees of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// A hand was dealt (L4). Written `0=r1y1…`, or `0=?` when it is another seat's.
    Hand {
        /// To whom.
        seat: Seat,
        /// The cards, if it is the own hand.
        cards: Option<CardSet>,
    },
    /// The first card of a row was turned up (L4). Written `>0=r5`.
    Starter {
        /// Where.
        row: RowIndex,
        /// What.
        card: Card,
    },
    /// The seat has chosen a card itself (L6). Written `2:r7`.
    Choice {
        /// The viewer.
        seat: Seat,
        /// What.
        card: Card,
    },
    /// The last choice was made, and all cards were revealed (L6). Written `!r1y7b4`, by seat.
    Reveal {
        /// By seat, `None` past the last player.
        cards: [Option<Card>; MAX_SEATS],
    },
    /// A seat chose a row (L18). Written `2>1`.
    Row {
        /// Who.
        seat: Seat,
        /// Which.
        row: RowIndex,
    },
    /// The second roll of a miss was drawn (L9); nobody sees what it is. Written `2x=?`.
    Draw {
        /// Who missed.
        seat: Seat,
    },
}

impl Position {
    /// What `viewer` sees of a move.
    pub(super) fn sight_of_move(&self, step: Move, viewer: Seat) -> Option<Sight> {
        match step {
            Move::Row { seat, row } => Some(Sight::Row { seat, row }),
            Move::Choose { seat, card } if self.all_chosen_but(seat) => {
                let mut cards = [None; MAX_SEATS];
                for other in Seats::new(self.public().players()) {
                    cards[other.index()] = if other == seat { Some(card) } else { self.chosen(other) };
                }
                Some(Sight::Reveal { cards })
            }
            Move::Choose { seat, card } => (seat == viewer).then_some(Sight::Choice { seat, card }),
        }
    }
}

impl Event {
    /// What `viewer` sees of this event.
    pub(super) fn sight(&self, viewer: Seat) -> Sight {
        match *self {
            Self::Hand { seat, cards } => Sight::Hand { seat, cards: (seat == viewer).then_some(cards) },
            Self::Starter { row, card } => Sight::Starter { row, card },
            Self::Draw { seat, .. } => Sight::Draw { seat },
        }
    }
}

impl View {
    /// Goes on by what the seat saw.
    ///
    /// # Errors
    ///
    /// `unexpected_sight` (L19) when nothing of this kind can happen now, `wrong_seat` and `wrong_row` (L19) when it happens
    /// elsewhere, `hidden_card` (L16) for cards that the seat can't see, or that it must see and are not there; `wrong_hand_size` (L4),
    /// `wrong_card_count` and `card_not_in_hand` (L6), `duplicate_card` (L1). The view is unchanged then.
    pub(super) fn go_on(&mut self, sight: &Sight) -> Result<(), Faults> {
        self.check_sight(sight)?;
        let viewer = self.viewer();
        let (public, hand, chosen) = self.parts();
        match *sight {
            Sight::Hand { seat, cards } => {
                public.deal_hand();
                if let Some(cards) = cards.filter(|_| seat == viewer) {
                    *hand = cards;
                }
            }
            Sight::Starter { card, .. } => public.deal_starter(card),
            Sight::Choice { card, .. } => {
                hand.remove(card);
                *chosen = Some(card);
            }
            Sight::Reveal { cards } => {
                *chosen = None;
                if let Some(own) = cards[viewer.index()] {
                    hand.remove(own);
                }
                public.reveal(cards);
            }
            Sight::Row { row, .. } => public.choose_row(row),
            Sight::Draw { .. } => public.draw(),
        }
        Ok(())
    }

    fn check_sight(&self, sight: &Sight) -> Result<(), Faults> {
        let mut faults = Faults::default();
        match (self.public().stage(), *sight) {
            (Stage::Hand(due), Sight::Hand { seat, cards }) => {
                same_seat(&mut faults, seat, due);
                if cards.is_some() != (seat == self.viewer()) {
                    let message = "a seat sees the cards of its own hand and of no other".into();
                    faults.add("cards", "L16", "hidden_card", message);
                }
                if let Some(count) = cards.map(CardSet::len).filter(|count| *count != ROUNDS) {
                    let message = format!("{count} cards; a hand has {ROUNDS}");
                    faults.add("cards", "L4", "wrong_hand_size", message);
                }
            }
            (Stage::Starter(due), Sight::Starter { row, card }) => {
                if row != due {
                    let message = format!("row {row}; the card of row {due} is turned up now");
                    faults.add("row", "L19", "wrong_row", message);
                }
                self.must_be_unseen(&mut faults, card, "card");
            }
            (Stage::Choose, Sight::Choice { seat, card }) if self.chosen().is_none() => {
                same_seat(&mut faults, seat, self.viewer());
                if !self.hand().contains(card) {
                    let message = format!("{card} is not in the own hand");
                    faults.add("card", "L6", "card_not_in_hand", message);
                }
            }
            (Stage::Choose, Sight::Reveal { cards }) => self.check_reveal(&mut faults, cards),
            (Stage::Row(_), Sight::Row { seat, .. }) => {
                if let Some((decides, ..)) = self.public().decision() {
                    same_seat(&mut faults, seat, decides);
                }
            }
            (Stage::Draw(_), Sight::Draw { seat }) => {
                if let Some((draws, _)) = self.public().drawing_seat() {
                    same_seat(&mut faults, seat, draws);
                }
            }
            _ => faults.add("", "L19", "unexpected_sight", "this can't be the next thing to see".into()),
        }
        faults.into_result()
    }

    fn check_reveal(&self, faults: &mut Faults, cards: [Option<Card>; MAX_SEATS]) {
        let players = usize::from(self.public().players());
        let given = cards.iter().take_while(|card| card.is_some()).count();
        if given != players || cards.iter().flatten().count() != players {
            let message = format!("{given} cards; {players} players reveal one each");
            faults.add("cards", "L6", "wrong_card_count", message);
            return;
        }
        let mut there = CardSet::EMPTY;
        for (seat, card) in Seats::new(players as u8).zip(cards.into_iter().flatten()) {
            let path = format!("cards[{seat}]");
            if !there.insert(card) {
                faults.add(&path, "L1", "duplicate_card", format!("{card} is revealed twice"));
            }
            if seat != self.viewer() {
                self.must_be_unseen(faults, card, &path);
            } else if self.chosen().map_or(!self.hand().contains(card), |chosen| chosen != card) {
                let message = format!("{card} is not what this seat has chosen or could choose");
                faults.add(&path, "L6", "card_not_in_hand", message);
            }
        }
    }

    fn must_be_unseen(&self, faults: &mut Faults, card: Card, path: &str) {
        if !self.unseen().contains(card) {
            faults.add(path, "L1", "duplicate_card", format!("{card} has been seen elsewhere"));
        }
    }
}

pub(super) fn same_seat(faults: &mut Faults, seat: Seat, due: Seat) {
    if seat != due {
        faults.add("seat", "L19", "wrong_seat", format!("seat {seat}; it is the turn of seat {due}"));
    }
}
