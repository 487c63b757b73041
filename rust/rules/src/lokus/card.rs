//! One of the 72 person cards (L1) and their total order (L2).

use std::num::NonZeroU8;

use super::Colour;

/// The number of person cards: six colours, numbers 1 to 12, one of each (L1).
pub const CARDS: u8 = 72;

/// The highest number on a card (L1).
pub const NUMBERS: u8 = 12;

/// A person card. Cards compare as L2 says: by number, then by colour.
///
/// ```
/// use spielwerk::lokus::{Card, Colour};
///
/// let red_seven = Card::new(Colour::Red, 7).unwrap();
/// let grey_seven = Card::new(Colour::Grey, 7).unwrap();
/// assert!(red_seven < grey_seven, "a number is split by the colour order");
/// assert!(grey_seven < Card::new(Colour::Red, 8).unwrap());
/// assert_eq!(red_seven.rank(), 36);
/// assert_eq!(Card::new(Colour::Red, 13), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(
    /// The rank plus one, so that "no card" costs no space in an `Option`.
    NonZeroU8,
);

impl Card {
    /// The card of this colour and number, or `None` when `number` is not 1 to 12.
    pub const fn new(colour: Colour, number: u8) -> Option<Self> {
        if number == 0 || number > NUMBERS {
            None
        } else {
            Self::from_rank((number - 1) * 6 + colour.index())
        }
    }

    /// The card with this rank (L2), or `None` when `rank` is not 0 to 71.
    pub const fn from_rank(rank: u8) -> Option<Self> {
        if rank >= CARDS {
            return None;
        }
        match NonZeroU8::new(rank + 1) {
            Some(place) => Some(Self(place)),
            None => None,
        }
    }

    /// The place in the total order of L2, 0 to 71: `(number - 1) * 6 + colour index`.
    pub const fn rank(self) -> u8 {
        self.0.get() - 1
    }

    /// The colour.
    pub const fn colour(self) -> Colour {
        Colour::ALL[(self.rank() % 6) as usize]
    }

    /// The number, 1 to 12.
    pub const fn number(self) -> u8 {
        self.rank() / 6 + 1
    }

    /// All cards, lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..CARDS).filter_map(Self::from_rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_all_pairs_in_the_order_of_l2() {
        let pairs = (1..=NUMBERS).flat_map(|number| Colour::ALL.map(|colour| (colour, number)));
        assert_eq!(
            Card::all().map(|card| (card.colour(), card.number())).collect::<Vec<_>>(),
            pairs.collect::<Vec<_>>()
        );
        for card in Card::all() {
            assert_eq!(Card::new(card.colour(), card.number()), Some(card));
            assert_eq!(Card::from_rank(card.rank()), Some(card));
        }
        assert!(Card::all().is_sorted());
        assert_eq!(
            (Card::from_rank(72), Card::from_rank(255), Card::new(Colour::Red, 0)),
            (None, None, None)
        );
    }

    #[test]
    fn no_card_costs_no_space() {
        assert_eq!(size_of::<Option<Card>>(), 1);
    }
}
