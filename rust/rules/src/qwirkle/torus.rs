//! [`Torus`]: the endless grid (Q2) folded into 8,192 bytes.

use super::cell::{Axis, Cell};
use super::{Kinds, Tile};

/// A place on the torus, in the range `0..SPOTS`.
pub(super) type Spot = usize;

/// How many spots there are.
const SPOTS: usize = 1 << 13;

/// A byte below this is the kind of the tile that lies there.
pub(super) const EMPTY: u8 = Tile::KINDS as u8;

/// How far from the tiles a move can go: one step to an open cell, and five more within a line of six.
pub(super) const REACH: i32 = 6;

/// One byte a spot: the number of a kind, or [`EMPTY`], or (only inside a [`Grid`](super::Grid)) a frontier slot.
///
/// Cell `x`, `y` is spot `x + stride * y` modulo 8,192, so that one step along an axis is one addition. As long as the tiles
/// and the cells within [`REACH`] of them are at most `stride` cells wide and `8192 / stride` high, no two of them share a
/// spot, wherever they lie.
#[derive(Clone)]
pub(super) struct Torus {
    stride: usize,
    bytes: [u8; SPOTS],
}

/// The strides in use. The narrower, the closer together in memory are the rows of a grid.
///
/// A connected layout of 108 tiles has at most 109 columns and rows together. So the first stride that is wide enough for its
/// columns always has enough rows: 256, 128, 85 and 64 of them, for up to 108, 89, 56 and 24 rows and twice the reach.
const STRIDES: [usize; 4] = [32, 64, 96, 128];

/// Where spots are, for whoever keeps a spot longer than the torus.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// A cell above and to the left of all others.
    pub(super) corner: Cell,
    stride: usize,
}

impl Frame {
    /// The cell that is `offset` spots after the corner. Wraps at the ends of `i32`.
    #[inline]
    pub(super) const fn cell(self, offset: usize) -> Cell {
        let (row, column) = (offset / self.stride, offset % self.stride);
        Cell::new(self.corner.x.wrapping_add(column as i32), self.corner.y.wrapping_add(row as i32))
    }
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
        Self { stride: STRIDES[0], bytes: [EMPTY; SPOTS] }
    }

    /// Whether a layout with so many columns fits, with all cells that it reaches.
    #[inline]
    pub(super) const fn fits(&self, columns: i64) -> bool {
        columns + 2 * REACH as i64 <= self.stride as i64
    }

    /// Makes an empty torus fit for so many columns, at most 109.
    pub(super) fn fit(&mut self, columns: i64) {
        let wide_enough = |stride: &usize| columns + 2 * i64::from(REACH) <= *stride as i64;
        self.stride = STRIDES.into_iter().find(wide_enough).unwrap_or(STRIDES[3]);
    }

    /// Empties everything.
    pub(super) const fn reset(&mut self) {
        self.bytes = [EMPTY; SPOTS];
    }

    pub(super) const fn frame(&self, corner: Cell) -> Frame {
        Frame { corner, stride: self.stride }
    }

    /// The spot of a cell.
    #[inline]
    pub(super) const fn spot(&self, cell: Cell) -> Spot {
        (cell.x as usize).wrapping_add((cell.y as usize).wrapping_mul(self.stride)) & (SPOTS - 1)
    }

    /// The distance between neighbouring spots of an axis.
    #[inline]
    pub(super) const fn stride(&self, axis: Axis) -> usize {
        match axis {
            Axis::Across => 1,
            Axis::Down => self.stride,
        }
    }

    /// The spot `steps` further along an axis.
    #[inline]
    pub(super) const fn forward(&self, at: Spot, axis: Axis, steps: usize) -> Spot {
        (at + steps * self.stride(axis)) & (SPOTS - 1)
    }

    /// The spot `steps` back along an axis.
    #[inline]
    pub(super) const fn back(&self, at: Spot, axis: Axis, steps: usize) -> Spot {
        at.wrapping_sub(steps * self.stride(axis)) & (SPOTS - 1)
    }

    /// How many spots one comes after the other.
    #[inline]
    pub(super) const fn distance(from: Spot, to: Spot) -> usize {
        to.wrapping_sub(from) & (SPOTS - 1)
    }

    #[inline]
    pub(super) const fn byte(&self, at: Spot) -> u8 {
        self.bytes[at & (SPOTS - 1)]
    }

    #[inline]
    pub(super) const fn set(&mut self, at: Spot, byte: u8) {
        self.bytes[at & (SPOTS - 1)] = byte;
    }

    #[inline]
    pub(super) const fn tile(&self, at: Spot) -> Option<Tile> {
        let byte = self.byte(at);
        if byte < EMPTY { Some(Tile::known(byte)) } else { None }
    }

    #[inline]
    pub(super) const fn clear(&mut self, at: Spot) {
        self.set(at, EMPTY);
    }

    /// The bit of the kind that lies there and those of the kinds that fit it; where no tile lies, none and all.
    #[inline]
    pub(super) const fn kind_and_fitting(&self, at: Spot) -> (u64, u64) {
        const FITTING: [u64; 64] = {
            let mut table = [u64::MAX; 64];
            let mut kind = 0;
            while kind < EMPTY {
                table[kind as usize] = Kinds::fitting(Tile::known(kind)).bits();
                kind += 1;
            }
            table
        };
        let byte = self.byte(at);
        (((byte < EMPTY) as u64) << (byte & 63), FITTING[(byte & 63) as usize])
    }

    /// The run of tiles that begins right after `at` and goes on along the axis.
    #[inline]
    pub(super) fn run_after(&self, at: Spot, axis: Axis) -> Run {
        let mut run = Run::NONE;
        while let Some(tile) = self.tile(self.forward(at, axis, run.length + 1)) {
            run = run.with(tile);
        }
        run
    }

    /// The run of tiles that ends right before `at`.
    #[inline]
    pub(super) fn run_before(&self, at: Spot, axis: Axis) -> Run {
        let mut run = Run::NONE;
        while let Some(tile) = self.tile(self.back(at, axis, run.length + 1)) {
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
        let mut torus = Torus::new();
        // As high as 108 tiles can be for each width.
        for columns in 1..=108 {
            torus.fit(columns);
            assert!(torus.fits(columns));
            let (width, height) = (columns as i32 + 2 * REACH, (109 - columns) as i32 + 2 * REACH);
            for corner in [Cell::new(0, 0), Cell::new(i32::MAX, i32::MIN), Cell::new(-2_000_000_000, 77)] {
                let mut seen = vec![false; SPOTS];
                for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                    let cell = corner.wrapping_step(Axis::Across, x).wrapping_step(Axis::Down, y);
                    let at = torus.spot(cell);
                    assert!(
                        !std::mem::replace(&mut seen[at], true),
                        "{cell} of {columns} columns shares a spot"
                    );
                    let offset = Torus::distance(torus.spot(corner), at);
                    assert_eq!(torus.frame(corner).cell(offset), cell);
                    for axis in Axis::BOTH {
                        assert_eq!(torus.forward(at, axis, 3), torus.spot(cell.wrapping_step(axis, 3)));
                        assert_eq!(torus.back(at, axis, 3), torus.spot(cell.wrapping_step(axis, -3)));
                    }
                }
            }
        }
    }
}
