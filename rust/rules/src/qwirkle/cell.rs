//! [`Cell`]: a place of the endless grid (Q2), and a tile laid there.

use std::cmp::Ordering;
use std::fmt;

use super::Tile;

/// A place of the grid. `x` grows to the right, `y` downwards; any value is allowed.
///
/// Ordered as one reads: by row from the top, then from left to right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cell {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl Cell {
    /// The place in this column and row.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The place `steps` further along an axis, or `None` beyond the ends of `i32`, where no place is.
    pub fn step(self, axis: Axis, steps: i32) -> Option<Self> {
        match axis {
            Axis::Across => Some(Self { x: self.x.checked_add(steps)?, ..self }),
            Axis::Down => Some(Self { y: self.y.checked_add(steps)?, ..self }),
        }
    }

    /// The up to four places that share a side with this one.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Axis::BOTH.into_iter().flat_map(move |axis| [self.step(axis, -1), self.step(axis, 1)]).flatten()
    }

    /// [`Cell::step`] that goes round at the ends, for places that are known to exist.
    pub(super) const fn wrapping_step(self, axis: Axis, steps: i32) -> Self {
        match axis {
            Axis::Across => Self { x: self.x.wrapping_add(steps), y: self.y },
            Axis::Down => Self { x: self.x, y: self.y.wrapping_add(steps) },
        }
    }

    /// The coordinate that grows along the axis.
    pub(super) const fn along(self, axis: Axis) -> i32 {
        match axis {
            Axis::Across => self.x,
            Axis::Down => self.y,
        }
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// A row, from left to right.
    Across,
    /// A column, from top to bottom.
    Down,
}

impl Axis {
    /// Both directions.
    pub const BOTH: [Self; 2] = [Self::Across, Self::Down];

    /// The other direction.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Across => Self::Down,
            Self::Down => Self::Across,
        }
    }
}

/// A tile on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Laid {
    /// Where.
    pub cell: Cell,
    /// Which kind.
    pub tile: Tile,
}

impl Laid {
    /// This kind on the cell `x`, `y`.
    pub const fn new(x: i32, y: i32, tile: Tile) -> Self {
        Self { cell: Cell::new(x, y), tile }
    }
}
