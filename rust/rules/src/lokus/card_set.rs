//! A set of person cards.

use std::fmt;

use super::{CARDS, Card};

/// A set of cards: one bit a card, the lowest card (L2) in the lowest bit.
///
/// ```
/// use spielwerk::lokus::{Card, CardSet};
///
/// let low: CardSet = Card::all().take(3).collect();
/// assert_eq!(low.len(), 3);
/// assert_eq!(low.to_string(), "r1y1g1");
/// assert_eq!(low.complement().len(), 69);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u128);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 72 cards.
    pub const ALL: Self = Self((1 << CARDS) - 1);

    /// The set of one card.
    pub const fn one(card: Card) -> Self {
        Self(1 << card.rank())
    }

    /// The set with these bits, or `None` when a bit above the 72nd is set.
    pub const fn from_bits(bits: u128) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// Bit `rank` is set for each card of the set.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The number of cards, 0 to 72.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.rank() & 1 != 0
    }

    /// Whether all cards of `other` are in the set.
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Puts a card in and tells whether it was new.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.rank();
        new
    }

    /// Takes a card out and tells whether it was there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !(1 << card.rank());
        there
    }

    /// The cards that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// All cards that are not in the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(Self::ALL.0 & !self.0)
    }

    /// The card that has `index` lower cards in the set, or `None` when there are not so many.
    pub const fn nth(self, index: u8) -> Option<Card> {
        let (mut half, mut left, mut base) = (self.0 as u64, index as u32, 0);
        if left >= half.count_ones() {
            left -= half.count_ones();
            half = (self.0 >> 64) as u64;
            base = 64;
        }
        while left > 0 && half != 0 {
            half &= half - 1;
            left -= 1;
        }
        if half == 0 { None } else { Card::from_rank(base + half.trailing_zeros() as u8) }
    }

    /// The cards, lowest first.
    pub const fn iter(self) -> CardSetIter {
        CardSetIter { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({self})")
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set.union(Self::one(card)))
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

/// The cards of a [`CardSet`], lowest first. Two machine words walk faster than one `u128`.
#[derive(Clone, Debug)]
pub struct CardSetIter {
    low: u64,
    high: u64,
}

impl Iterator for CardSetIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if self.low != 0 {
            let rank = self.low.trailing_zeros() as u8;
            self.low &= self.low - 1;
            return Card::from_rank(rank);
        }
        if self.high == 0 {
            return None;
        }
        let rank = 64 + self.high.trailing_zeros() as u8;
        self.high &= self.high - 1;
        Card::from_rank(rank)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.low.count_ones() + self.high.count_ones()) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for CardSetIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_agrees_with_the_list() {
        for step in 1..9 {
            let cards: Vec<Card> = Card::all().step_by(step).collect();
            let set: CardSet = cards.iter().copied().collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), cards);
            assert_eq!(set.iter().len(), cards.len());
            for (index, card) in cards.iter().enumerate() {
                assert_eq!(set.nth(index as u8), Some(*card));
            }
            assert_eq!(set.nth(set.len()), None);
            assert_eq!(set.nth(255), None);
        }
        assert_eq!(CardSet::EMPTY.nth(0), None);
    }

    #[test]
    fn sets_behave_as_sets() {
        let (red_one, last) = (Card::from_rank(0).unwrap(), Card::from_rank(71).unwrap());
        let mut set = CardSet::one(red_one);
        assert!(set.insert(last) && !set.insert(last));
        assert!(set.contains(last) && CardSet::ALL.contains_all(set) && !set.contains_all(CardSet::ALL));
        assert_eq!(set.intersection(CardSet::one(last)).len(), 1);
        assert_eq!(set.without(CardSet::one(last)), CardSet::one(red_one));
        assert!(set.remove(last) && !set.remove(last));
        assert_eq!(set.complement().len(), 71);
        assert_eq!(CardSet::from_bits(1 << 72), None);
        assert_eq!(CardSet::from_bits(set.bits()), Some(set));
    }
}
