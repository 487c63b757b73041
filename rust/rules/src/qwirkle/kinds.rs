//! [`Kinds`]: a set of kinds of tile in one machine word, and the table that says which kinds go together (Q8).

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

use super::{Colour, Shape, Tile};

/// A set of kinds, copies not counted: one bit a kind.
///
/// ```
/// use spielwerk::qwirkle::{Kinds, Tile};
///
/// let red_circle: Tile = "r0".parse()?;
/// // Five other red tiles and five other circles may stand in a line with the red circle.
/// assert_eq!(Kinds::fitting(red_circle).len(), 10);
/// # Ok::<(), spielwerk::common::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Kinds(u64);

/// The 36 bits in use.
const ALL: u64 = (1 << Tile::KINDS) - 1;
/// The kinds with shape 0; the other shapes follow at distances of 6.
const SHAPE: u64 = 0b11_1111;
/// The kinds with colour 0; the other colours follow at distances of 1.
const COLOUR: u64 = 0x4104_1041;

/// [`Kinds::fitting`] of every kind. Indexed by a kind's number.
const FITTING: [u64; Tile::KINDS] = {
    let mut table = [0; Tile::KINDS];
    let mut kind = 0;
    while kind < Tile::KINDS {
        // Rook moves: the row and the column of the kind, without the kind itself, which is in both.
        table[kind] = (SHAPE << (kind / 6 * 6)) ^ (COLOUR << (kind % 6));
        kind += 1;
    }
    table
};

impl Kinds {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// All 36 kinds.
    pub const ALL: Self = Self(ALL);

    /// The set with these 36 bits, the lowest for kind 0; higher bits are dropped.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & ALL)
    }

    /// The bits, the lowest for kind 0.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Just this kind.
    pub const fn only(tile: Tile) -> Self {
        Self(1 << tile.index())
    }

    /// The kinds that may stand in a line with `tile`: one colour with it or one shape, and not the same kind (Q8).
    ///
    /// A set of tiles is a valid line exactly when each fits each other one, so the kinds that a line can still take are the
    /// common part of what fits its tiles.
    #[inline]
    pub const fn fitting(tile: Tile) -> Self {
        Self(FITTING[tile.index()])
    }

    /// The six kinds of one shape.
    pub const fn of_shape(shape: Shape) -> Self {
        Self(SHAPE << (6 * shape as u8))
    }

    /// The six kinds of one colour.
    pub const fn of_colour(colour: Colour) -> Self {
        Self(COLOUR << colour as u8)
    }

    /// The twelve sets of which a line of two or more is a part: the shapes, then the colours.
    pub fn families() -> impl Iterator<Item = Self> {
        Shape::ALL.map(Self::of_shape).into_iter().chain(Colour::ALL.map(Self::of_colour))
    }

    /// Whether the kind is in the set.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.index() & 1 == 1
    }

    /// Whether every kind of `other` is in this set.
    #[inline]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether there is no kind in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds there are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The kinds in order.
    pub const fn iter(self) -> KindsIter {
        KindsIter(self.0)
    }
}

impl BitAnd for Kinds {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Kinds {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Kinds {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & ALL)
    }
}

impl FromIterator<Tile> for Kinds {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::NONE, |kinds, tile| kinds | Self::only(tile))
    }
}

impl IntoIterator for Kinds {
    type Item = Tile;
    type IntoIter = KindsIter;
    fn into_iter(self) -> KindsIter {
        self.iter()
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The kinds of a set in order.
#[derive(Clone, Debug)]
pub struct KindsIter(u64);

impl Iterator for KindsIter {
    type Item = Tile;

    #[inline]
    fn next(&mut self) -> Option<Tile> {
        (self.0 != 0).then(|| {
            let tile = Tile::known(self.0.trailing_zeros() as u8);
            self.0 &= self.0 - 1;
            tile
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for KindsIter {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Q8 as it is written, without a table.
    fn may_stand_together(a: Tile, b: Tile) -> bool {
        (a.colour() == b.colour()) != (a.shape() == b.shape())
    }

    #[test]
    fn the_table_is_the_rule() {
        for a in Tile::all() {
            for b in Tile::all() {
                assert_eq!(Kinds::fitting(a).contains(b), may_stand_together(a, b), "{a} and {b}");
            }
        }
    }

    #[test]
    fn families_are_what_they_say() {
        for tile in Tile::all() {
            assert!(Kinds::of_shape(tile.shape()).contains(tile));
            assert!(Kinds::of_colour(tile.colour()).contains(tile));
            assert_eq!(Kinds::families().filter(|family| family.contains(tile)).count(), 2);
        }
        assert!(Kinds::families().all(|family| family.len() == 6));
    }
}
