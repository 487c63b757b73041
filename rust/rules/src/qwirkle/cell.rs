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
        // Nearly all cells are near the middle. Their text is put together here and written in one go: refusals name many cells.
        let mut text = [b','; 7];
        let mut length = 0;
        for (coordinate, comma) in [(self.x, 1), (self.y, 0)] {
            let distance = coordinate.unsigned_abs();
            if distance >= 100 {
                return write!(f, "{},{}", self.x, self.y);
            }
            let digits = [(coordinate < 0, b'-'), (distance >= 10, b'0' + (distance / 10) as u8)];
            for (_, byte) in
                digits.into_iter().chain([(true, b'0' + (distance % 10) as u8)]).filter(|(put, _)| *put)
            {
                text[length] = byte;
                length += 1;
            }
            length += comma;
        }
        f.write_str(str::from_utf8(&text[..length]).expect("digits, signs and a comma"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_as_two_numbers() {
        let near = -101..=101;
        let all = near.chain([i32::MIN, -1000, 1000, i32::MAX]);
        for x in all.clone() {
            for y in all.clone() {
                assert_eq!(Cell::new(x, y).to_string(), format!("{x},{y}"));
            }
        }
    }
}
