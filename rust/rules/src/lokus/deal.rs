//! A whole deal whose cards are in a fixed order, as a server or a table dealt them (L4).

use std::sync::Arc;

use super::{CARDS, Card, CardSet, Event, Options, Position, ROUNDS, Stage};
use crate::common::{Fate, Faults, MAX_SEATS, Seat};

/// A whole deal as plain data that may or may not be one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    /// Eleven cards a seat; the order means nothing.
    pub hands: Vec<Vec<Card>>,
    /// The card of row 0 and of row 1; empty without starters.
    pub starters: Vec<Card>,
    /// The draw pile, index 0 is drawn first.
    pub draw_pile: Vec<Card>,
}

/// A whole deal with a fixed order of the draw pile. It answers for chance: [`FixedDeal::event`] is what it makes happen at a
/// position of its deal. As a [`Fate`] it fixes chance for [`perft`](crate::common::perft()).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedDeal {
    hands: [CardSet; MAX_SEATS],
    starters: [Option<Card>; 2],
    /// Shared, as counting a tree clones the deal at each draw.
    draw_pile: Arc<[Card]>,
}

impl Deal {
    /// The deal, if it has the form that the options ask for.
    ///
    /// # Errors
    ///
    /// The faults of the options (path `options`); `wrong_hand_count`, `wrong_hand_size`, `wrong_starter_count`,
    /// `wrong_draw_pile_size` (L4); `duplicate_card` (L1).
    pub fn fix(&self, options: &Options) -> Result<FixedDeal, Faults> {
        options.check().map_err(|faults| faults.inside("options"))?;
        let mut faults = Faults::default();
        let mut count = |path: String, slug, found: usize, wanted: usize| {
            if found != wanted {
                let message = format!("{found}; the options ask for {wanted}");
                faults.add(path, "L4", slug, message);
            }
        };
        count("hands".into(), "wrong_hand_count", self.hands.len(), options.players.into());
        for (i, hand) in self.hands.iter().enumerate().take(MAX_SEATS) {
            count(format!("hands[{i}]"), "wrong_hand_size", hand.len(), ROUNDS.into());
        }
        count("starters".into(), "wrong_starter_count", self.starters.len(), options.starter_count().into());
        count("draw_pile".into(), "wrong_draw_pile_size", self.draw_pile.len(), options.draw_pile().into());
        let mut seen = CardSet::EMPTY;
        let hands = self.hands.iter().enumerate().take(MAX_SEATS);
        let hands = hands.map(|(i, hand)| (format!("hands[{i}]"), hand));
        let others = [("starters".to_owned(), &self.starters), ("draw_pile".to_owned(), &self.draw_pile)];
        for (path, cards) in hands.chain(others) {
            for (j, card) in cards.iter().enumerate().take(CARDS.into()) {
                if !seen.insert(*card) {
                    let message = format!("{card} is in two places");
                    faults.add(format!("{path}[{j}]"), "L1", "duplicate_card", message);
                }
            }
        }
        faults.into_result()?;
        let mut hands = [CardSet::EMPTY; MAX_SEATS];
        for (place, hand) in hands.iter_mut().zip(&self.hands) {
            *place = hand.iter().copied().collect();
        }
        let starters = [0, 1].map(|i| self.starters.get(i).copied());
        Ok(FixedDeal { hands, starters, draw_pile: self.draw_pile.as_slice().into() })
    }
}

impl FixedDeal {
    /// The hand of a seat, empty for a seat that is not at the table.
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    /// Whether `position` can be one of this deal, so that it answers for all that chance still has to do in it.
    ///
    /// # Errors
    ///
    /// `another_deal` (L4) when the position has other hands, first cards or cards to draw.
    pub fn check(&self, position: &Position) -> Result<(), Faults> {
        let public = position.public();
        let options = public.options();
        let (mut hands, mut starters, mut pile) = (0, 0, CardSet::EMPTY);
        match public.stage() {
            Stage::Hand(seat) => hands = seat.index(),
            Stage::Starter(row) => (hands, starters) = (options.players.into(), row.index()),
            Stage::Choose | Stage::Row(_) | Stage::Draw(_) | Stage::Over => {
                let left = usize::from(public.draw_pile()).min(self.draw_pile.len());
                pile = self.draw_pile[self.draw_pile.len() - left..].iter().copied().collect();
            }
        }
        let same_form = self.draw_pile.len() == usize::from(options.draw_pile())
            && self.starters.iter().flatten().count() == usize::from(options.starter_count());
        let same_hands = (0..hands).all(|seat| position.hand(Seat::new(seat as u8)) == self.hands[seat]);
        let same_starters =
            public.starters().take(starters).eq(self.starters.iter().copied().flatten().take(starters));
        let dealing = matches!(public.stage(), Stage::Hand(_) | Stage::Starter(_));
        if same_form && same_hands && same_starters && (dealing || pile == position.pile()) {
            return Ok(());
        }
        let mut faults = Faults::default();
        faults.add("order", "L4", "another_deal", "the position is not one of this deal".into());
        Err(faults)
    }

    /// What this deal makes happen at a position: a hand or a starter of it, or the next card of its draw pile. `None` when
    /// chance is not to act.
    pub fn event(&self, position: &Position) -> Option<Event> {
        match position.public().stage() {
            Stage::Hand(seat) => Some(Event::Hand { seat, cards: self.hand(seat) }),
            Stage::Starter(row) => {
                let card = self.starters[row.index()]?;
                Some(Event::Starter { row, card })
            }
            Stage::Draw(_) => {
                let (seat, _) = position.public().drawing_seat()?;
                let left = usize::from(position.public().draw_pile());
                let card = *self.draw_pile.get(self.draw_pile.len().checked_sub(left)?)?;
                Some(Event::Draw { seat, card })
            }
            Stage::Choose | Stage::Row(_) | Stage::Over => None,
        }
    }
}

/// The one event that this deal makes happen. A position of another deal has no branch.
impl Fate<Position> for FixedDeal {
    fn branches(&self, position: &Position) -> impl Iterator<Item = (Event, Self)> {
        self.event(position).map(|event| (event, self.clone())).into_iter()
    }
}
