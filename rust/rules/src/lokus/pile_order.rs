//! [`PileOrder`]: a draw pile in a fixed order, for perft.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{CARDS, Card, CardSet, Event, Position, Stage};
use crate::common::{Fate, Faults, ParseError};

/// The draw pile of a deal that is dealt already: second rolls come from its front (L9).
///
/// Written as its cards, the next one first, with blanks or commas between them. As a [`Fate`] it fixes chance for
/// [`perft`](crate::common::perft()); where a further deal begins it has no branch.
///
/// ```
/// use spielwerk::lokus::PileOrder;
///
/// let order: PileOrder = "o10 r2, s12".parse()?;
/// assert_eq!(order.to_string(), "o10 r2 s12");
/// # Ok::<(), spielwerk::common::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileOrder(Arc<[Card]>);

impl PileOrder {
    /// A draw pile from which these cards come in this order.
    pub fn new(cards: impl IntoIterator<Item = Card>) -> Self {
        Self(cards.into_iter().collect())
    }

    /// Whether this is an order of the draw pile of `position`.
    ///
    /// # Errors
    ///
    /// `pile_order_wrong` (L4) when it holds other cards, or when hands or first cards are still to be dealt.
    pub fn check(&self, position: &Position) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let cards: CardSet = self.0.iter().copied().collect();
        let dealt = !matches!(position.public().stage(), Stage::Hand(_) | Stage::Starter(_));
        if !dealt {
            let message =
                "hands or first cards are still to be dealt, so there is no draw pile yet".to_owned();
            faults.add("order", "L4", "pile_order_wrong", message);
        } else if cards != position.pile() || self.0.len() != usize::from(position.public().draw_pile()) {
            let wanted: Vec<String> = position.pile().iter().map(|card| card.to_string()).collect();
            let message =
                format!("{} cards that are not those of the draw pile ({})", self.0.len(), wanted.join(" "));
            faults.add("order", "L4", "pile_order_wrong", message);
        }
        faults.into_result()
    }

    /// The draw that this pile brings, when a second roll is to be drawn.
    pub fn event(&self, position: &Position) -> Option<Event> {
        let Stage::Draw(_) = position.public().stage() else { return None };
        let (seat, _) = position.public().drawing_seat()?;
        let left = usize::from(position.public().draw_pile());
        let card = *self.0.get(self.0.len().checked_sub(left)?)?;
        Some(Event::Draw { seat, card })
    }
}

impl Fate<Position> for PileOrder {
    fn branches(&self, position: &Position) -> impl Iterator<Item = (Event, Self)> {
        self.event(position).map(|event| (event, self.clone())).into_iter()
    }
}

impl fmt::Display for PileOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.0.iter().enumerate() {
            write!(f, "{}{card}", if place > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for PileOrder {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cards = Vec::new();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            // A word is a part of the text, so its address tells where it stands.
            let offset = word.as_ptr().addr() - text.as_ptr().addr();
            if cards.len() == usize::from(CARDS) {
                return Err(ParseError::syntax(text, offset, "the end: there are 72 cards"));
            }
            let card = word.parse().map_err(|_| ParseError::syntax(text, offset, "a card such as r7"))?;
            cards.push(card);
        }
        Ok(Self::new(cards))
    }
}
