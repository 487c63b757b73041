//! [`Tile`]: one of the 36 kinds of tile, a shape in a colour (Q1).

use std::fmt;
use std::str::FromStr;

/// The six shapes, in the order in which kinds are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// A disc.
    Circle,
    /// A square.
    Square,
    /// A square standing on a corner.
    Diamond,
    /// A four-leaved clover.
    Clover,
    /// The four-pointed star, also called cross.
    Star4,
    /// The eight-pointed star, also called sun.
    Star8,
}

impl Shape {
    /// All shapes in order.
    pub const ALL: [Self; 6] =
        [Self::Circle, Self::Square, Self::Diamond, Self::Clover, Self::Star4, Self::Star8];

    /// The name in lower case, such as `star4`.
    pub const fn name(self) -> &'static str {
        ["circle", "square", "diamond", "clover", "star4", "star8"][self as usize]
    }

    /// The character of the notation: `0` circle, `s` square, `d` diamond, `c` clover, `4` and `8` the stars.
    pub const fn letter(self) -> char {
        ['0', 's', 'd', 'c', '4', '8'][self as usize]
    }
}

/// The six colours, in the order in which kinds are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
}

impl Colour {
    /// All colours in order.
    pub const ALL: [Self; 6] = [Self::Red, Self::Orange, Self::Yellow, Self::Green, Self::Blue, Self::Purple];

    /// The name in lower case, such as `red`.
    pub const fn name(self) -> &'static str {
        ["red", "orange", "yellow", "green", "blue", "purple"][self as usize]
    }

    /// The character of the notation, the first of the name.
    pub const fn letter(self) -> char {
        ['r', 'o', 'y', 'g', 'b', 'p'][self as usize]
    }
}

/// The name is none of the six.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such shape or colour")
    }
}

impl std::error::Error for UnknownName {}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Shape {
    type Err = UnknownName;

    /// Reads [`Shape::name`].
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|shape| shape.name() == text).ok_or(UnknownName)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Colour {
    type Err = UnknownName;

    /// Reads [`Colour::name`].
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|colour| colour.name() == text).ok_or(UnknownName)
    }
}

/// A kind of tile. There are 36, and three copies of each (Q1).
///
/// Kinds are numbered `6 * shape + colour`: the points of a square of six by six in which rows are shapes and columns are
/// colours. Two tiles may stand in one line exactly when a chess rook could go from one to the other.
///
/// ```
/// use spielwerk::qwirkle::{Colour, Shape, Tile};
///
/// let tile = Tile::new(Shape::Clover, Colour::Green);
/// assert_eq!((tile.shape(), tile.colour(), tile.index()), (Shape::Clover, Colour::Green, 21));
/// assert_eq!(tile.to_string(), "gc");
/// assert_eq!("gc".parse(), Ok(tile));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The number of kinds.
    pub const KINDS: usize = 36;

    /// How many copies of each kind there are (Q1).
    pub const COPIES: u32 = 3;

    /// How many tiles there are in all (Q1).
    pub const COUNT: usize = 108;

    /// The kind with this shape and colour.
    pub const fn new(shape: Shape, colour: Colour) -> Self {
        Self(6 * shape as u8 + colour as u8)
    }

    /// The kind with this number, or `None` from 36 on.
    pub const fn from_index(index: u64) -> Option<Self> {
        if index < Self::KINDS as u64 { Some(Self(index as u8)) } else { None }
    }

    /// The kind with a number that is known to be below 36.
    pub(super) const fn known(index: u8) -> Self {
        debug_assert!(index < 36);
        Self(index)
    }

    /// The number of the kind, 0 to 35.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The shape.
    pub const fn shape(self) -> Shape {
        Shape::ALL[self.0 as usize / 6]
    }

    /// The colour.
    pub const fn colour(self) -> Colour {
        Colour::ALL[self.0 as usize % 6]
    }

    /// Every kind in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..36).map(Self)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_shapes_and_colours_agree() {
        for (index, tile) in Tile::all().enumerate() {
            assert_eq!(Tile::from_index(index as u64), Some(tile));
            assert_eq!(Tile::new(tile.shape(), tile.colour()), tile);
            assert_eq!(tile.shape().name().parse(), Ok(tile.shape()));
            assert_eq!(tile.colour().name().parse(), Ok(tile.colour()));
        }
        assert_eq!(Tile::from_index(36), None);
        assert_eq!("cross".parse::<Shape>(), Err(UnknownName));
    }
}
