//! [`Layout`]: the tiles that lie, and nothing more: all that a verdict needs.

use super::cell::{Axis, Cell, Laid};
use super::frontier::Side;
use super::line::LONGEST;
use super::torus::{EMPTY, Torus};
use super::{Kinds, Tile, TileSet};
use crate::common::hash::mix;

/// Tiles on the endless grid (Q2), connected, every line valid.
#[derive(Clone)]
pub(super) struct Layout {
    pub(super) torus: Torus,
    pub(super) bounds: Option<Bounds>,
    pub(super) used: TileSet,
    /// The hash of the tiles and their cells, kept as tiles are laid and lifted.
    pub(super) key: u64,
}

/// The smallest rectangle of cells that holds every tile, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The smallest `x`.
    pub left: i32,
    /// The smallest `y`.
    pub top: i32,
    /// The largest `x`.
    pub right: i32,
    /// The largest `y`.
    pub bottom: i32,
}

impl Bounds {
    /// The rectangle of one cell.
    pub(super) const fn of(cell: Cell) -> Self {
        Self { left: cell.x, top: cell.y, right: cell.x, bottom: cell.y }
    }

    /// The rectangle grown so that it holds `cell`.
    #[must_use]
    pub(super) fn with(self, cell: Cell) -> Self {
        Self {
            left: self.left.min(cell.x),
            top: self.top.min(cell.y),
            right: self.right.max(cell.x),
            bottom: self.bottom.max(cell.y),
        }
    }

    /// Whether `cell` is in the rectangle or at most `reach` steps away from it in each direction.
    #[inline]
    pub(super) fn reaches(self, cell: Cell, reach: i64) -> bool {
        let within = |low: i32, value: i32, high: i32| {
            i64::from(value) >= i64::from(low) - reach && i64::from(value) <= i64::from(high) + reach
        };
        within(self.left, cell.x, self.right) && within(self.top, cell.y, self.bottom)
    }

    /// How many columns and rows there are.
    pub(super) fn size(self) -> (i64, i64) {
        (i64::from(self.right) - i64::from(self.left) + 1, i64::from(self.bottom) - i64::from(self.top) + 1)
    }
}

impl Layout {
    pub(super) const fn empty() -> Self {
        Self { torus: Torus::new(), bounds: None, used: TileSet::NONE, key: 0 }
    }

    /// Whether no tile lies: the next placement is the opening move.
    pub(super) const fn is_empty(&self) -> bool {
        self.bounds.is_none()
    }

    /// The tile on a cell.
    #[inline]
    pub(super) fn tile(&self, cell: Cell) -> Option<Tile> {
        self.bounds
            .filter(|bounds| bounds.reaches(cell, 0))
            .and_then(|_| self.torus.tile(self.torus.spot(cell)))
    }

    /// All tiles in reading order.
    pub(super) fn tiles(&self) -> impl Iterator<Item = Laid> + '_ {
        self.bounds.into_iter().flat_map(move |bounds| {
            (bounds.top..=bounds.bottom).flat_map(move |y| {
                (bounds.left..=bounds.right).filter_map(move |x| {
                    let cell = Cell::new(x, y);
                    self.torus.tile(self.torus.spot(cell)).map(|tile| Laid { cell, tile })
                })
            })
        })
    }

    /// Lays a tile: counts it, hashes it and grows the bounds. The torus must be wide enough.
    #[inline]
    pub(super) fn lay(&mut self, laid: Laid) {
        self.torus.set(self.torus.spot(laid.cell), laid.tile.index() as u8);
        self.used = self.used.plus(laid.tile.into()).expect("at most three copies of a kind (Q1)");
        self.bounds = Some(self.bounds.map_or(Bounds::of(laid.cell), |bounds| bounds.with(laid.cell)));
        self.key ^= word(laid);
    }

    /// Lays these tiles, in any order, on an empty layout, if they make a grid: at most three copies a kind, no cell twice,
    /// every line valid, connected. Otherwise lays nothing. The hash is not reckoned: see [`Layout::find_key`].
    pub(super) fn lay_all(&mut self, tiles: &[Laid]) -> bool {
        let Some(first) = tiles.first() else { return true };
        let Some(used) = TileSet::try_from_tiles(tiles.iter().map(|laid| laid.tile)) else { return false };
        let bounds = tiles.iter().fold(Bounds::of(first.cell), |bounds, laid| bounds.with(laid.cell));
        let (width, height) = bounds.size();
        // Q2: wider and higher than a connected layout can be. Up to here no two cells share a spot.
        if width + height > Tile::COUNT as i64 + 1 {
            return false;
        }
        self.torus.fit(width);
        let laid = tiles.iter().take_while(|laid| {
            let at = self.torus.spot(laid.cell);
            let free = self.torus.byte(at) == EMPTY;
            if free {
                self.torus.set(at, laid.tile.index() as u8);
            }
            free
        });
        let good = laid.count() == tiles.len() && self.lines_are_valid(tiles) && self.is_connected(tiles);
        if good {
            (self.bounds, self.used) = (Some(bounds), used);
        } else {
            self.clear(tiles);
        }
        good
    }

    /// Reckons the hash of all tiles anew.
    pub(super) fn find_key(&mut self, tiles: &[Laid]) {
        self.key = tiles.iter().fold(0, |key, &laid| key ^ word(laid));
    }

    /// What fits an empty cell, by the runs on both sides along an axis.
    #[inline]
    pub(super) fn side(&self, at: usize, axis: Axis) -> Side {
        Side::between(self.torus.run_before(at, axis), self.torus.run_after(at, axis))
    }

    /// Whether one of the kinds fits somewhere next to a tile. Looks at one cell after the other until one is found.
    pub(super) fn takes_any(&self, kinds: Kinds) -> bool {
        let takes = |cell: Cell| {
            let at = self.torus.spot(cell);
            let [across, down] = Axis::BOTH.map(|axis| self.side(at, axis));
            self.torus.tile(at).is_none() && !(across.kinds() & down.kinds() & kinds).is_empty()
        };
        self.tiles().any(|laid| laid.cell.neighbours().any(takes))
    }

    /// Takes all tiles off again, given their cells, so that the memory can be used anew.
    pub(super) fn clear(&mut self, tiles: &[Laid]) {
        for laid in tiles {
            self.torus.clear(self.torus.spot(laid.cell));
        }
        (self.bounds, self.used, self.key) = (None, TileSet::NONE, 0);
    }

    /// Whether every line is valid (Q8), when these are all the tiles.
    ///
    /// Each tile must fit the six after it as far as its run goes: a seventh tile fits none. Round by round those whose run
    /// goes on are kept, without a jump, which could not be foretold.
    fn lines_are_valid(&self, tiles: &[Laid]) -> bool {
        let mut invalid = false;
        for axis in Axis::BOTH {
            let mut going_on = [(0u16, 0u8); Tile::COUNT];
            for (place, laid) in going_on.iter_mut().zip(tiles) {
                *place = (self.torus.spot(laid.cell) as u16, laid.tile.index() as u8);
            }
            let mut count = tiles.len();
            for steps in 1..=LONGEST {
                let mut kept = 0;
                for index in 0..count {
                    let (at, kind) = going_on[index];
                    let after = self.torus.tile_bit(self.torus.forward(at.into(), axis, steps));
                    invalid |= after & !Kinds::fitting(Tile::known(kind)).bits() != 0;
                    going_on[kept] = (at, kind);
                    kept += usize::from(after != 0);
                }
                count = kept;
            }
        }
        !invalid
    }

    /// Whether all tiles hang together by sides, when these are all.
    fn is_connected(&mut self, tiles: &[Laid]) -> bool {
        let Some(first) = tiles.first() else { return true };
        // One more than there are tiles: the place after the last is written before it is known whether it counts.
        let mut found = [0u16; Tile::COUNT + 1];
        let (mut next, mut count) = (0, 1);
        found[0] = self.torus.spot(first.cell) as u16;
        self.torus.mark(found[0].into());
        while next < count {
            let at = usize::from(found[next]);
            next += 1;
            for axis in Axis::BOTH {
                for beside in [self.torus.back(at, axis, 1), self.torus.forward(at, axis, 1)] {
                    found[count] = beside as u16;
                    count += usize::from(self.torus.mark(beside));
                }
            }
        }
        for &at in &found[..count] {
            self.torus.unmark(at.into());
        }
        count == tiles.len()
    }
}

/// A well-mixed word for a tile on a cell.
pub(super) fn word(laid: Laid) -> u64 {
    let cell = u64::from(laid.cell.x as u32) | u64::from(laid.cell.y as u32) << 32;
    mix(mix(cell) ^ laid.tile.index() as u64)
}
