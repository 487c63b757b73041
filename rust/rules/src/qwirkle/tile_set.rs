//! [`TileSet`]: tiles without an order, copies counted (a multiset): a hand, the bag, a trade, a draw.

use std::cmp::Ordering;
use std::fmt;

use super::{Kinds, Tile};

/// Up to three copies of each kind, without an order.
///
/// The counts are held bit-sliced: one set of the kinds whose count is odd, one of those whose count is two or three. So
/// sums, differences and comparisons of all 36 counts are a few machine operations.
///
/// Ordered by the count of kind 0, then of kind 1, and so on.
///
/// ```
/// use spielwerk::qwirkle::TileSet;
///
/// let hand: TileSet = "r0r0g8".parse()?;
/// assert_eq!((hand.len(), hand.kinds().len(), hand.count("r0".parse()?)), (3, 2, 2));
/// assert_eq!(hand.minus("r0".parse()?), "g8r0".parse().ok());
/// # Ok::<(), spielwerk::common::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet {
    odd: u64,
    two: u64,
}

impl TileSet {
    /// No tile.
    pub const NONE: Self = Self { odd: 0, two: 0 };

    /// All 108 tiles (Q1).
    pub const ALL: Self = Self { odd: Kinds::ALL.bits(), two: Kinds::ALL.bits() };

    /// One copy of each kind of a set.
    pub const fn one_of_each(kinds: Kinds) -> Self {
        Self { odd: kinds.bits(), two: 0 }
    }

    /// The multiset of these tiles, or `None` when one kind comes more than three times.
    pub fn try_from_tiles(tiles: impl IntoIterator<Item = Tile>) -> Option<Self> {
        tiles.into_iter().try_fold(Self::NONE, |all, tile| all.plus(Self::one_of_each(Kinds::only(tile))))
    }

    /// How many copies of a kind there are, 0 to 3.
    #[inline]
    pub const fn count(self, tile: Tile) -> u32 {
        (self.odd >> tile.index() & 1) as u32 + 2 * (self.two >> tile.index() & 1) as u32
    }

    /// How many tiles there are, 0 to 108.
    #[inline]
    pub const fn len(self) -> u32 {
        self.odd.count_ones() + 2 * self.two.count_ones()
    }

    /// Whether there is no tile.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.odd | self.two == 0
    }

    /// The kinds of which there is at least one.
    #[inline]
    pub const fn kinds(self) -> Kinds {
        Kinds::from_bits(self.odd | self.two)
    }

    /// The kinds of which there are all three.
    #[inline]
    pub const fn complete_kinds(self) -> Kinds {
        Kinds::from_bits(self.odd & self.two)
    }

    /// Both together, or `None` when a kind would come more than three times.
    #[inline]
    pub const fn plus(self, other: Self) -> Option<Self> {
        // Two full adders side by side for all kinds at once.
        let carry = self.odd & other.odd;
        let overflow = (self.two & other.two) | (carry & (self.two ^ other.two));
        if overflow != 0 {
            return None;
        }
        Some(Self { odd: self.odd ^ other.odd, two: self.two ^ other.two ^ carry })
    }

    /// What is left without `other`, or `None` when `other` is not a part of this.
    #[inline]
    pub const fn minus(self, other: Self) -> Option<Self> {
        let borrow = !self.odd & other.odd;
        let missing = (!self.two & (other.two | borrow)) | (other.two & borrow);
        if missing != 0 {
            return None;
        }
        Some(Self { odd: self.odd ^ other.odd, two: self.two ^ other.two ^ borrow })
    }

    /// Whether `other` is a part of this, copies counted.
    #[inline]
    pub const fn contains_all(self, other: Self) -> bool {
        self.minus(other).is_some()
    }

    /// The tiles in order, each as often as it is there.
    pub fn iter(self) -> impl Iterator<Item = Tile> + Clone {
        self.kinds().iter().flat_map(move |tile| (0..self.count(tile)).map(move |_| tile))
    }

    /// The tile with this number, when the kinds with an odd count come first, once each, then the rest in pairs.
    ///
    /// Only good for drawing one of [`TileSet::len`] tiles by a number.
    pub(super) fn nth(self, number: u32) -> Tile {
        let singles = self.odd.count_ones();
        let (mut bits, skip) =
            if number < singles { (self.odd, number) } else { (self.two, (number - singles) / 2) };
        for _ in 0..skip {
            bits &= bits - 1;
        }
        Tile::known(bits.trailing_zeros() as u8)
    }

    /// The two words behind the counts, for hashing: kinds with an odd count, kinds with two or three.
    pub(super) const fn words(self) -> [u64; 2] {
        [self.odd, self.two]
    }

    /// `copies` of one kind, at most 3.
    pub(super) const fn copies(tile: Tile, copies: u32) -> Self {
        let bit = Kinds::only(tile).bits();
        Self { odd: if copies & 1 == 1 { bit } else { 0 }, two: if copies & 2 == 2 { bit } else { 0 } }
    }
}

impl Ord for TileSet {
    fn cmp(&self, other: &Self) -> Ordering {
        let apart = (self.odd ^ other.odd) | (self.two ^ other.two);
        if apart == 0 {
            return Ordering::Equal;
        }
        let first = Tile::known(apart.trailing_zeros() as u8);
        self.count(first).cmp(&other.count(first))
    }
}

impl PartialOrd for TileSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Tile> for TileSet {
    fn from(tile: Tile) -> Self {
        Self::one_of_each(Kinds::only(tile))
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of counts of two neighbouring kinds, against plain integers.
    #[test]
    fn sums_and_differences_are_those_of_the_counts() {
        let (a, b) = (Tile::known(7), Tile::known(8));
        let sets: Vec<(u32, u32, TileSet)> = (0..4)
            .flat_map(|i| (0..4).map(move |j| (i, j)))
            .map(|(i, j)| (i, j, TileSet::copies(a, i).plus(TileSet::copies(b, j)).expect("different kinds")))
            .collect();
        for &(i, j, left) in &sets {
            assert_eq!((left.count(a), left.count(b), left.len()), (i, j, i + j));
            assert_eq!(left.iter().count() as u32, i + j);
            for &(k, l, right) in &sets {
                let counts = |tiles: TileSet| (tiles.count(a), tiles.count(b));
                assert_eq!(left.plus(right).map(counts), (i + k < 4 && j + l < 4).then_some((i + k, j + l)));
                let part = i >= k && j >= l;
                assert_eq!(left.minus(right).map(counts), part.then(|| (i - k, j - l)));
                assert_eq!(left.contains_all(right), part);
                assert_eq!(left.cmp(&right), (i, j).cmp(&(k, l)));
            }
        }
        assert_eq!((TileSet::ALL.len(), TileSet::ALL.complete_kinds()), (108, Kinds::ALL));
    }
}
