//! A point card: what kind it is, what it is worth, which face it asks for (S2).

use std::fmt;

use super::dice::Face;

/// Point cards in a deck (S1).
pub const CARDS: usize = 42;

/// What a point card can do (S2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Combines with a nut, or two of them with a double nut (S18).
    Screw,
    /// Combines with two nuts or a double nut (S18).
    DoubleScrew,
    /// Combines with a screw, or two of them with a double screw (S18).
    Nut,
    /// Combines with two screws or a double screw (S18).
    DoubleNut,
    /// Turns one unplaced die (S12).
    Laser,
    /// Rolls all unplaced dice at once (S13).
    ExtraRoll,
    /// Exchanged for an opponent's open card on a visit (S16).
    Swap,
    /// Handed to an opponent on a visit (S16).
    Gift,
}

impl Kind {
    /// All eight kinds.
    pub const ALL: [Self; 8] = [
        Self::Screw,
        Self::DoubleScrew,
        Self::Nut,
        Self::DoubleNut,
        Self::Laser,
        Self::ExtraRoll,
        Self::Swap,
        Self::Gift,
    ];

    /// Its name in decks and messages, such as `double_screw`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Screw => "screw",
            Self::DoubleScrew => "double_screw",
            Self::Nut => "nut",
            Self::DoubleNut => "double_nut",
            Self::Laser => "laser",
            Self::ExtraRoll => "extra_roll",
            Self::Swap => "swap",
            Self::Gift => "gift",
        }
    }

    /// The kind with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The data of one point card (S2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointCard {
    /// The number that names it, positive and unique in its deck.
    pub id: u32,
    /// What it can do.
    pub kind: Kind,
    /// Points at the end (S22), −1,000,000 to 1,000,000.
    pub value: i32,
    /// The face a die must show to be placed on it (S7, S8).
    pub face: Face,
}

/// A point card by its place in the deck. [`Deck::get`](super::Deck::get) tells what is printed on it.
///
/// It is written as its number, 1 to 42, counted in the order of the deck; in the deck of the rule book that is its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card at this place of the deck, if there is one (0 to 41).
    pub const fn new(index: u8) -> Option<Self> {
        if index < CARDS as u8 { Some(Self(index)) } else { None }
    }

    /// The card with this number, 1 to 42, if there is one.
    pub const fn numbered(number: u8) -> Option<Self> {
        match number {
            0 => None,
            _ => Self::new(number - 1),
        }
    }

    /// Its place in the deck, 0 to 41.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number in the order of the deck, 1 to 42.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A set of point cards, as 42 bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const NONE: Self = Self(0);
    /// All 42.
    pub const ALL: Self = Self((1 << CARDS) - 1);

    /// The set with these bits, the deck's first card lowest; `None` if a bit above the 42nd is set.
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// 42 bits, the deck's first card lowest.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards, 0 to 42.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this card is in.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.0) != 0
    }

    /// With this card.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | (1 << card.0))
    }

    /// Without this card.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.0))
    }

    /// The cards of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The card that is `place`-th (from 0) in the order of the deck, if there are that many.
    #[inline]
    pub const fn nth(self, place: u8) -> Option<Card> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const TOPS: u64 = 0x80 * ONES;
        if place >= CARDS as u8 {
            return None;
        }
        // Bits of each byte, then of each byte and all below it; the top bit of a byte then tells whether the card is not above it.
        let pairs = self.0 - ((self.0 >> 1) & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        let up_to = ((fours + (fours >> 4)) & (0x0F * ONES)).wrapping_mul(ONES);
        let reached = ((up_to | TOPS) - (place as u64 + 1) * ONES) & TOPS;
        if reached == 0 {
            return None;
        }
        let byte = reached.trailing_zeros() & !7;
        let below = ((up_to << 8) >> byte) & 0xFF;
        let mut bits = self.0 >> byte;
        let mut skip = place as u64 - below;
        while skip > 0 {
            bits &= bits - 1;
            skip -= 1;
        }
        Some(Card((byte + bits.trailing_zeros()) as u8))
    }

    /// The cards in the order of the deck.
    #[inline]
    pub fn iter(self) -> CardIter {
        CardIter(self.0)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardIter;

    fn into_iter(self) -> CardIter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Card::number)).finish()
    }
}

/// The cards of a [`CardSet`] in the order of the deck.
#[derive(Clone, Debug)]
pub struct CardIter(u64);

impl Iterator for CardIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for CardIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_card_is_the_nth_of_the_list() {
        let mut bits = 0x2_5A3C_9F01_u64;
        for _ in 0..2_000 {
            bits = bits.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            for set in
                [CardSet(bits & CardSet::ALL.0), CardSet(bits & (bits >> 17) & CardSet::ALL.0), CardSet::ALL]
            {
                let listed: Vec<Card> = set.iter().collect();
                let found: Vec<Card> = (0..set.len()).filter_map(|place| set.nth(place)).collect();
                assert_eq!(found, listed);
                assert_eq!((set.nth(set.len()), set.nth(255)), (None, None));
            }
        }
    }
}
