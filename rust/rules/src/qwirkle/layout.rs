//! [`Layout`]: the tiles that lie, and nothing more: all that a verdict needs.

use super::cell::{Axis, Cell, Laid};
use super::frontier::Side;
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
        let good = laid.count() == tiles.len() && self.is_sound(bounds);
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

    /// Whether the tiles, all within these bounds, make valid lines (Q8) and hang together by sides.
    ///
    /// Reads the cells row by row and keeps what still fits the run in the row and those in the columns. Nothing is decided on
    /// the way: where tiles lie can't be foretold.
    fn is_sound(&self, bounds: Bounds) -> bool {
        let (width, height) = bounds.size();
        let mut rows = [0_u128; Tile::COUNT];
        let rows = &mut rows[..height as usize];
        let mut columns = [u64::MAX; Tile::COUNT];
        let mut first = self.torus.spot(Cell::new(bounds.left, bounds.top));
        let mut wrong = 0;
        for row in &mut *rows {
            let mut across = u64::MAX;
            for (at, down) in (first..).zip(&mut columns[..width as usize]) {
                let (kind, fitting) = self.torus.kind_and_fitting(at);
                let lies = u64::from(kind != 0);
                wrong |= kind & !(across & *down);
                // After an empty cell everything fits again.
                let anything = lies.wrapping_sub(1);
                across = (across | anything) & fitting;
                *down = (*down | anything) & fitting;
                *row = *row << 1 | u128::from(lies);
            }
            first = self.torus.forward(first, Axis::Down, 1);
        }
        wrong == 0 && hang_together(rows)
    }
}

/// Whether all cells hang together by sides, given as one bit a cell, row by row. No run of them in a row is longer than eight.
fn hang_together(rows: &[u128]) -> bool {
    /// The cells of the runs that have a cell in `seeds`.
    fn runs(row: u128, seeds: u128) -> u128 {
        let seeds = row & seeds;
        // A carry runs up through the rest of its run.
        let above = seeds | row & !(row + seeds);
        let (mut below, mut path) = (seeds, row);
        for steps in [1, 2, 4] {
            below |= path & below >> steps;
            path &= path >> steps;
        }
        above | below
    }

    let mut reached = [0; Tile::COUNT];
    let reached = &mut reached[..rows.len()];
    reached[0] = rows[0] & rows[0].wrapping_neg();
    loop {
        let mut grown = false;
        let mut reach = |beside: u128, row: u128, reached: &mut u128| {
            let now = runs(row, *reached | beside);
            grown |= now != *reached;
            *reached = now;
            now
        };
        let mut beside = 0;
        for (&row, reached) in rows.iter().zip(&mut *reached) {
            beside = reach(beside, row, reached);
        }
        for (&row, reached) in rows.iter().zip(&mut *reached).rev() {
            beside = reach(beside, row, reached);
        }
        if rows == reached {
            return true;
        }
        if !grown {
            return false;
        }
    }
}

/// A well-mixed word for a tile on a cell.
pub(super) fn word(laid: Laid) -> u64 {
    let cell = u64::from(laid.cell.x as u32) | u64::from(laid.cell.y as u32) << 32;
    mix(mix(cell) ^ laid.tile.index() as u64)
}

#[cfg(test)]
mod tests {
    use super::super::setup::grid_faults_with_copies;
    use super::super::{Grid, check_placement};
    use super::*;

    /// Numbers below a bound, one after the other.
    fn numbers(mut state: u64) -> impl FnMut(u64) -> u64 {
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        }
    }

    /// Tiles of a valid grid, laid one by one at random within a window of cells.
    fn grown(below: &mut impl FnMut(u64) -> u64, width: u64, height: u64) -> Vec<Laid> {
        let mut tiles: Vec<Laid> = Vec::new();
        for _ in 0..2000 {
            let tile = Tile::from_index(below(Tile::KINDS as u64)).expect("a kind");
            let laid = Laid::new(below(width) as i32, below(height) as i32, tile);
            let copies = tiles.iter().filter(|other| other.tile == tile).count();
            let grid = Grid::new(&tiles).expect("a valid grid");
            if copies < 3 && check_placement(&grid, None, &[laid]).is_ok() {
                tiles.push(laid);
            }
        }
        tiles
    }

    #[test]
    fn what_is_laid_is_what_has_no_fault() {
        let mut below = numbers(1);
        let mut layout = Layout::empty();
        let (mut sound, mut faulty) = (0, 0);
        for (width, height) in [(3, 3), (12, 12), (1, 40), (60, 3), (40, 2), (20, 20)] {
            let tiles = grown(&mut below, width, height);
            for round in 0..400 {
                let mut tiles = tiles.clone();
                let place = below(tiles.len() as u64) as usize;
                match round % 5 {
                    0 => {}
                    1 => _ = tiles.swap_remove(place),
                    2 => tiles[place].tile = Tile::from_index(below(36)).expect("a kind"),
                    3 => tiles[place].cell.x += below(3) as i32 - 1,
                    _ => tiles[place].cell.y += below(3) as i32 - 1,
                }
                let shift = [0, i32::MAX - 100, i32::MIN + 1][below(3) as usize];
                for laid in &mut tiles {
                    laid.cell = Cell::new(laid.cell.x.wrapping_add(shift), laid.cell.y.wrapping_sub(shift));
                }
                let is_sound = grid_faults_with_copies(&tiles).is_empty();
                assert_eq!(layout.lay_all(&tiles), is_sound, "{tiles:?}");
                assert_eq!(layout.tiles().count(), if is_sound { tiles.len() } else { 0 });
                layout.clear(&tiles);
                *(if is_sound { &mut sound } else { &mut faulty }) += 1;
            }
        }
        assert!(sound > 500 && faulty > 500, "{sound} sound, {faulty} faulty");
    }

    /// The slow definition: whoever is beside one that is reached is reached.
    fn hang_together_slowly(rows: &[u128]) -> bool {
        let mut left: Vec<(usize, u32)> = (0..rows.len())
            .flat_map(|row| (0..108).map(move |column| (row, column)))
            .filter(|&(row, column)| rows[row] >> column & 1 == 1)
            .collect();
        let mut reached = vec![left.remove(0)];
        while let Some((row, column)) = reached.pop() {
            left.retain(|&(other_row, other_column)| {
                let beside = row.abs_diff(other_row) + column.abs_diff(other_column) as usize == 1;
                if beside {
                    reached.push((other_row, other_column));
                }
                !beside
            });
        }
        left.is_empty()
    }

    #[test]
    fn cells_hang_together_when_each_is_reached() {
        let mut below = numbers(2);
        let (mut whole, mut broken) = (0, 0);
        for round in 0..4000 {
            let (width, height) = (1 + below(9), 1 + below(8) as usize);
            let mut rows: Vec<u128> = (0..height)
                .map(|_| {
                    let full = (1 << width) - 1;
                    // No row of more than eight in a row: the ninth column stays empty now and then.
                    u128::from(below(full + 1) | below(full + 1)) & 0xff << (round % 2)
                })
                .collect();
            rows[0] |= 1 << 1;
            rows[0] &= 0xff << (round % 2);
            if rows[0] == 0 {
                continue;
            }
            let together = hang_together(&rows);
            assert_eq!(together, hang_together_slowly(&rows), "{rows:?}");
            *(if together { &mut whole } else { &mut broken }) += 1;
        }
        assert!(whole > 500 && broken > 500, "{whole} whole, {broken} broken");
        // A snake that turns in every row, up and down, at the far end of the widest layout.
        let snake: Vec<u128> = (0..30)
            .map(|row| if row % 2 == 0 { 0b11_1111 } else { 1 << if row % 4 == 1 { 0 } else { 5 } } << 100)
            .collect();
        assert!(hang_together(&snake));
    }
}
