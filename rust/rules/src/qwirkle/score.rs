//! [`Score`]: what a move brings, line by line (Q14 to Q16).

use std::fmt;

use super::cell::{Axis, Cell};
use super::line::{Line, points};

/// What the player gets who lays his last tile while the bag is empty (Q16).
pub const END_BONUS: u32 = 6;

/// The most lines that one turn can touch: the line laid, and one across each of six tiles.
const MOST_LINES: usize = 7;

/// What a move brings, with its breakdown. A trade or a skip brings nothing.
///
/// ```
/// use spielwerk::qwirkle::{Grid, Laid, check_placement};
///
/// let grid = Grid::new(&[Laid::new(0, 0, "r0".parse()?)])?;
/// let (_, score) = check_placement(&grid, None, &[Laid::new(1, 0, "r8".parse()?)]).expect("legal");
/// assert_eq!((score.points(), score.lines().len(), score.end_bonus()), (2, 1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score {
    lines: [Line; MOST_LINES],
    count: u8,
    lone: u8,
    end_bonus: u8,
}

impl Score {
    /// No points.
    pub const NONE: Self = Self {
        lines: [Line { first: Cell::new(0, 0), axis: Axis::Across, length: 0 }; MOST_LINES],
        count: 0,
        lone: 0,
        end_bonus: 0,
    };

    /// Adds a run that contains a laid tile; a run of one is no line and scores nothing (Q14).
    #[inline]
    pub(super) fn add(&mut self, first: Cell, axis: Axis, length: usize) {
        if length > 1 {
            self.lines[usize::from(self.count)] = Line { first, axis, length: length as u8 };
            self.count += 1;
        }
    }

    /// Q5: a group of one, laid alone, scores 1.
    pub(super) const fn add_lone_tile(&mut self) {
        self.lone = 1;
    }

    /// Q16: the last tile is laid and the bag is empty.
    pub(super) const fn add_end_bonus(&mut self) {
        self.end_bonus = END_BONUS as u8;
    }

    /// Every line that contains a laid tile: first the line in which the tiles were laid, if there is one, then the
    /// lines across it in order.
    pub fn lines(&self) -> &[Line] {
        &self.lines[..usize::from(self.count)]
    }

    /// The six points for going out (Q16), or 0.
    pub const fn end_bonus(&self) -> u32 {
        self.end_bonus as u32
    }

    /// What the tiles bring without the end bonus, 0 to 84 (Q14, Q15, Q5).
    pub fn placement_points(&self) -> u32 {
        u32::from(self.lone) + self.lines().iter().map(|line| points(line.length.into())).sum::<u32>()
    }

    /// All points of the move, 0 to 90.
    pub fn points(&self) -> u32 {
        self.placement_points() + self.end_bonus()
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Score")
            .field("points", &self.points())
            .field("lines", &self.lines())
            .field("end_bonus", &self.end_bonus())
            .finish()
    }
}
