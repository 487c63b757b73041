//! [`Torus`]: the endless grid (Q2) folded into 16,384 bytes.

use super::cell::{Axis, Cell};
use super::{Kinds, Tile};

/// A place on the torus, in the range `0..SPOTS`.
pub(super) type Spot = usize;

/// How many spots there are.
pub(super) const SPOTS: usize = 1 << 14;

/// A byte below this is the kind of the tile that lies there.
pub(super) const EMPTY: u8 = Tile::KINDS as u8;

/// Set in the byte of a tile that is not to be seen.
const MARK: u8 = 0b100_0000;

/// One byte a spot: the number of a kind, or [`EMPTY`], or (only inside a [`Grid`](super::Grid)) a frontier slot.
///
/// Cell `x`, `y` is spot `x + 128 y` modulo 16,384. A connected layout of 108 tiles is at most 91 cells wide and high
/// (Q2), so any two cells within reach of it differ by less than 128 in both coordinates and never share a spot, wherever
/// the layout lies; and one step along an axis is one addition.
#[derive(Clone)]
pub(super) struct Torus([u8; SPOTS]);

/// The spot of a cell.
#[inline]
pub(super) const fn spot(cell: Cell) -> Spot {
    (cell.x as usize).wrapping_add((cell.y as usize) << 7) & (SPOTS - 1)
}

/// The distance between neighbouring spots of an axis.
#[inline]
pub(super) const fn stride(axis: Axis) -> usize {
    match axis {
        Axis::Across => 1,
        Axis::Down => 128,
    }
}

/// The spot `steps` further along an axis.
#[inline]
pub(super) const fn forward(spot: Spot, axis: Axis, steps: usize) -> Spot {
    spot.wrapping_add(steps * stride(axis)) & (SPOTS - 1)
}

/// The spot `steps` back along an axis.
#[inline]
pub(super) const fn back(spot: Spot, axis: Axis, steps: usize) -> Spot {
    spot.wrapping_sub(steps * stride(axis)) & (SPOTS - 1)
}

/// An unbroken run of tiles: how many, which, and what fits all of them.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) length: usize,
    pub(super) kinds: Kinds,
    pub(super) fitting: Kinds,
}

impl Run {
    pub(super) const NONE: Self = Self { length: 0, kinds: Kinds::NONE, fitting: Kinds::ALL };

    /// Two runs that a tile joins.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            length: self.length + other.length,
            kinds: self.kinds | other.kinds,
            fitting: self.fitting & other.fitting,
        }
    }

    /// The run with one more tile.
    #[inline]
    pub(super) fn with(self, tile: Tile) -> Self {
        Self {
            length: self.length + 1,
            kinds: self.kinds | Kinds::only(tile),
            fitting: self.fitting & Kinds::fitting(tile),
        }
    }
}

impl Torus {
    pub(super) const fn new() -> Self {
        Self([EMPTY; SPOTS])
    }

    #[inline]
    pub(super) const fn byte(&self, spot: Spot) -> u8 {
        self.0[spot & (SPOTS - 1)]
    }

    #[inline]
    pub(super) const fn set(&mut self, spot: Spot, byte: u8) {
        self.0[spot & (SPOTS - 1)] = byte;
    }

    #[inline]
    pub(super) const fn tile(&self, spot: Spot) -> Option<Tile> {
        let byte = self.byte(spot);
        if byte < EMPTY { Some(Tile::known(byte)) } else { None }
    }

    #[inline]
    pub(super) const fn clear(&mut self, at: Spot) {
        self.set(at, EMPTY);
    }

    /// Makes a tile look like no tile until [`Torus::unmark`].
    #[inline]
    pub(super) const fn mark(&mut self, at: Spot) {
        self.set(at, self.byte(at) | MARK);
    }

    #[inline]
    pub(super) const fn unmark(&mut self, at: Spot) {
        self.set(at, self.byte(at) & !MARK);
    }

    /// Whether the run that begins with the tile at this spot is a valid line, or a single tile (Q8).
    #[inline]
    pub(super) fn valid_line_from(&self, at: Spot, axis: Axis) -> bool {
        let mut run = Run::NONE;
        while let Some(tile) = self.tile(forward(at, axis, run.length)) {
            if !run.fitting.contains(tile) {
                return false;
            }
            run = run.with(tile);
        }
        true
    }

    /// The run of tiles that begins right after `spot` and goes on along the axis.
    #[inline]
    pub(super) fn run_after(&self, spot: Spot, axis: Axis) -> Run {
        let mut run = Run::NONE;
        while let Some(tile) = self.tile(forward(spot, axis, run.length + 1)) {
            run = run.with(tile);
        }
        run
    }

    /// The run of tiles that ends right before `spot`.
    #[inline]
    pub(super) fn run_before(&self, spot: Spot, axis: Axis) -> Run {
        let mut run = Run::NONE;
        while let Some(tile) = self.tile(back(spot, axis, run.length + 1)) {
            run = run.with(tile);
        }
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_within_reach_have_spots_of_their_own() {
        for corner in [Cell::new(0, 0), Cell::new(i32::MAX, i32::MIN), Cell::new(-2_000_000_000, 77)] {
            let mut seen = vec![false; SPOTS];
            for x in 0..128 {
                for y in 0..128 {
                    let cell = corner.wrapping_step(Axis::Across, x).wrapping_step(Axis::Down, y);
                    assert!(!std::mem::replace(&mut seen[spot(cell)], true), "{cell} has a spot of its own");
                    for axis in Axis::BOTH {
                        assert_eq!(forward(spot(cell), axis, 3), spot(cell.wrapping_step(axis, 3)));
                        assert_eq!(back(spot(cell), axis, 3), spot(cell.wrapping_step(axis, -3)));
                    }
                }
            }
        }
    }
}
