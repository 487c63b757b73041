//! [`Line`]: an unbroken run of tiles in a row or column (Q8).

use super::cell::{Axis, Cell};

/// Two to six tiles in an unbroken row or column (Q8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The first cell in reading order.
    pub first: Cell,
    /// Its direction.
    pub axis: Axis,
    /// How many tiles, 2 to 6.
    pub length: u8,
}

/// The number of tiles in the longest line (Q8).
pub const LONGEST: usize = 6;

/// What a run of this many tiles scores: nothing for one (Q14), a point a tile for a line, six more for a line of six (Q15).
#[inline]
pub(super) const fn points(length: usize) -> u32 {
    match length {
        0 | 1 => 0,
        LONGEST => 12,
        _ => length as u32,
    }
}

impl Line {
    /// The cells in order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..i32::from(self.length)).map(move |step| self.first.wrapping_step(self.axis, step))
    }

    /// What the line scores (Q14, Q15).
    ///
    /// ```
    /// use spielwerk::qwirkle::{Axis, Cell, Line};
    ///
    /// let points = |length| Line { first: Cell::new(0, 0), axis: Axis::Down, length }.points();
    /// assert_eq!([2, 5, 6].map(points), [2, 5, 12]);
    /// ```
    pub const fn points(self) -> u32 {
        points(self.length as usize)
    }

    /// Whether the line is complete: a Qwirkle (Q15).
    pub const fn is_qwirkle(self) -> bool {
        self.length as usize == LONGEST
    }
}
