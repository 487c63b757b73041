//! A position of Lokus: what everybody sees, and what is hidden.

use super::{Card, CardSet, Event, Move, Options, Public, ROUNDS, Stage};
use crate::common::{MAX_SEATS, Seat, Seats};

/// A position of Lokus, hidden things included. It implements the [contract](crate::common::Position).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    public: Public,
    /// The cards of each seat that it has neither chosen nor revealed.
    hands: [CardSet; MAX_SEATS],
    /// The cards chosen in secret in this round (L6).
    chosen: [Option<Card>; MAX_SEATS],
    /// The second roll of each placement that missed (L9), by round.
    drawn: [[Option<Card>; 2]; ROUNDS as usize],
    /// The cards not dealt and not drawn. Their order is chance's affair.
    pile: CardSet,
    /// The seat that is asked first in this round; the others follow in seat order (L17). In a completed view it is the viewer.
    asks_first: Seat,
}

/// What takes back a step.
// The large variant is the common case of search, and boxing it would put an allocation on every revealed round.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undo {
    /// A card goes back to this hand.
    Choice(Seat),
    /// The position before the step.
    Before(Position),
}

impl Position {
    /// Before the first hand of a deal.
    pub(super) fn before_deal(options: Options, deal: u32, scores: [i128; MAX_SEATS]) -> Self {
        Self {
            public: Public::before_deal(options, deal, scores),
            hands: [CardSet::EMPTY; MAX_SEATS],
            chosen: [None; MAX_SEATS],
            drawn: [[None; 2]; ROUNDS as usize],
            pile: CardSet::ALL,
            asks_first: Seat::new(0),
        }
    }

    /// The position with this open part and these hidden things, which fit together.
    pub(super) fn assemble(
        public: Public,
        hands: [CardSet; MAX_SEATS],
        chosen: [Option<Card>; MAX_SEATS],
        drawn: [[Option<Card>; 2]; ROUNDS as usize],
        asks_first: Seat,
    ) -> Self {
        let hidden = chosen.iter().chain(drawn.iter().flatten()).flatten().copied().collect();
        let elsewhere = hands.iter().fold(public.seen().union(hidden), |set, hand| set.union(*hand));
        Self { public, hands, chosen, drawn, pile: elsewhere.complement(), asks_first }
    }

    /// What everybody sees (L16).
    pub const fn public(&self) -> &Public {
        &self.public
    }

    /// The hand of a seat without the card that it has chosen.
    ///
    /// # Panics
    ///
    /// If there is no such seat in any game.
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    /// The card that a seat has chosen and that is not revealed yet (L6).
    pub const fn chosen(&self, seat: Seat) -> Option<Card> {
        self.chosen[seat.index()]
    }

    /// The cards of the draw pile; while hands are dealt, all cards not yet dealt.
    pub const fn pile(&self) -> CardSet {
        self.pile
    }

    /// The second roll drawn for each placement of a round, lowest player first (L9). `None` where nothing was drawn.
    ///
    /// # Panics
    ///
    /// If `round` is above 10.
    pub const fn drawn(&self, round: u8) -> [Option<Card>; 2] {
        self.drawn[round as usize]
    }

    /// The seat that is asked first in this round (L17).
    pub const fn asks_first(&self) -> Seat {
        self.asks_first
    }

    /// The seat that chooses a card next: the first without a choice, counted from [`Position::asks_first`] (L6, L17).
    pub(super) fn asked(&self) -> Seat {
        let players = self.public.players();
        let mut seat = self.asks_first;
        while self.chosen[seat.index()].is_some() {
            seat = seat.next(players);
        }
        seat
    }

    /// Whether the choice of this seat is the only one that is missing (L6).
    pub(super) fn all_chosen_but(&self, seat: Seat) -> bool {
        Seats::new(self.public.players()).all(|other| other == seat || self.chosen[other.index()].is_some())
    }

    /// Plays a legal move.
    pub(super) fn step(&mut self, chosen: Move) -> Undo {
        match chosen {
            Move::Choose { seat, card } => self.choose(seat, card),
            Move::Row { row, .. } => {
                let before = Undo::Before(self.clone());
                self.public.choose_row(row);
                before
            }
        }
    }

    /// A seat chooses in secret; the last choice turns all cards over (L6).
    fn choose(&mut self, seat: Seat, card: Card) -> Undo {
        debug_assert!(self.hands[seat.index()].contains(card), "L6: seat {seat} does not hold {card}");
        if !self.all_chosen_but(seat) {
            self.hands[seat.index()].remove(card);
            self.chosen[seat.index()] = Some(card);
            return Undo::Choice(seat);
        }
        let before = Undo::Before(self.clone());
        self.hands[seat.index()].remove(card);
        let mut cards = std::mem::take(&mut self.chosen);
        cards[seat.index()] = Some(card);
        self.asks_first = Seat::new(0);
        self.public.reveal(cards);
        before
    }

    /// Applies an event that can happen now (L19).
    pub(super) fn happen(&mut self, event: &Event) -> Undo {
        let before = Undo::Before(self.clone());
        match *event {
            Event::Hand { seat, cards } => {
                if self.public.round() == ROUNDS {
                    self.pile = CardSet::ALL;
                    self.drawn = [[None; 2]; ROUNDS as usize];
                }
                self.public.deal_hand();
                self.hands[seat.index()] = cards;
                self.pile = self.pile.without(cards);
            }
            Event::Starter { card, .. } => {
                self.public.deal_starter(card);
                self.pile.remove(card);
            }
            Event::Draw { card, .. } => {
                let Stage::Draw(which) = self.public.stage() else {
                    unreachable!("L9: no roll is drawn now")
                };
                self.drawn[usize::from(self.public.round())][which.index()] = Some(card);
                self.pile.remove(card);
                self.public.draw();
            }
        }
        before
    }

    /// Takes back the last step.
    pub(super) fn take_back(&mut self, undo: Undo) {
        match undo {
            Undo::Before(position) => *self = position,
            Undo::Choice(seat) => {
                if let Some(card) = self.chosen[seat.index()].take() {
                    self.hands[seat.index()].insert(card);
                }
            }
        }
    }
}
