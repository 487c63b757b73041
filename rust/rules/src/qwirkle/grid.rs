//! [`Grid`]: the tiles that lie, and the empty cells next to them kept up to date.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::cell::{Axis, Cell, Laid};
use super::frontier::{Frontier, Side};
use super::placement::Placement;
use super::torus::{EMPTY, Spot, Torus, back, forward, spot};
use super::{Kinds, Tile, TileSet};
use crate::common::hash::mix as mix_words;

/// The byte of the first frontier slot. 36 kinds, one byte for empty and 218 slots fill a byte but for one value.
const SLOTS: u8 = EMPTY + 1;

/// The tiles on the endless grid (Q2): connected, every line valid, at most three copies a kind.
///
/// Two grids are equal when the same kinds lie on the same cells.
///
/// ```
/// use spielwerk::qwirkle::{Cell, Grid, Laid};
///
/// let grid = Grid::new(&[Laid::new(5, 5, "r0".parse()?), Laid::new(6, 5, "r8".parse()?)])?;
/// assert_eq!(grid.tile(Cell::new(6, 5)), "r8".parse().ok());
/// assert_eq!(grid.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Grid {
    torus: Torus,
    frontier: Frontier,
    bounds: Option<Bounds>,
    used: TileSet,
    hash: u64,
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

impl Grid {
    /// The grid before the first move.
    pub const fn empty() -> Self {
        Self { torus: Torus::new(), frontier: Frontier::new(), bounds: None, used: TileSet::NONE, hash: 0 }
    }

    /// A grid of tiles that are known to be connected, in valid lines, on different cells, and there three times at most.
    pub(super) fn trusted(tiles: &[Laid]) -> Self {
        let mut grid = Self::empty();
        for &laid in tiles {
            grid.torus.set(spot(laid.cell), laid.tile.index() as u8);
            grid.note(laid);
        }
        for &Laid { cell, .. } in tiles {
            for axis in Axis::BOTH {
                for beside in [cell.step(axis, -1), cell.step(axis, 1)].into_iter().flatten() {
                    let beside = spot(beside);
                    if grid.torus.byte(beside) == EMPTY {
                        grid.torus.set(beside, SLOTS + grid.frontier.insert(beside) as u8);
                        grid.refresh_both(beside);
                    }
                }
            }
        }
        grid
    }

    /// How many tiles lie, 0 to 108.
    pub const fn len(&self) -> u32 {
        self.used.len()
    }

    /// Whether no tile lies: the next placement is the opening move.
    pub const fn is_empty(&self) -> bool {
        self.bounds.is_none()
    }

    /// The tiles that lie, without their cells.
    pub const fn used(&self) -> TileSet {
        self.used
    }

    /// The rectangle around all tiles, unless there is none.
    pub const fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// The tile on a cell.
    #[inline]
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.bounds.filter(|bounds| bounds.reaches(cell, 0)).and_then(|_| self.torus.tile(spot(cell)))
    }

    /// All tiles in reading order.
    pub fn tiles(&self) -> impl Iterator<Item = Laid> + '_ {
        self.bounds.into_iter().flat_map(move |bounds| {
            (bounds.top..=bounds.bottom).flat_map(move |y| {
                (bounds.left..=bounds.right).filter_map(move |x| {
                    let cell = Cell::new(x, y);
                    self.torus.tile(spot(cell)).map(|tile| Laid { cell, tile })
                })
            })
        })
    }

    /// The empty cells next to a tile, in reading order, each with the kinds that fit there (Q8, Q10, Q11).
    ///
    /// Empty before the first move.
    ///
    /// ```
    /// use spielwerk::qwirkle::{Grid, Laid};
    ///
    /// let grid = Grid::new(&[Laid::new(0, 0, "r0".parse()?), Laid::new(2, 0, "r8".parse()?)]);
    /// assert!(grid.is_err(), "not connected");
    /// let grid = Grid::new(&[Laid::new(0, 0, "r0".parse()?)])?;
    /// assert!(grid.open_cells().all(|(_, kinds)| kinds.len() == 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_cells(&self) -> impl Iterator<Item = (Cell, Kinds)> + '_ {
        let range =
            self.bounds.map(|bounds| (self.origin(), bounds.size().1 as usize + 2 + 2 * MARGIN as usize));
        range.into_iter().flat_map(move |(origin, rows)| {
            self.frontier.in_order(spot(origin), rows).map(move |at| {
                let [across, down] = self.sides(at);
                (cell_from(origin, at), Kinds::from_bits(across.word() & down.word()))
            })
        })
    }

    /// Whether one of the kinds fits somewhere next to a tile. `false` before the first move.
    #[inline]
    pub fn takes_any(&self, kinds: Kinds) -> bool {
        self.frontier.takes_any(kinds)
    }

    /// Q24: whether no kind of tile that is still outside the grid fits any cell of it.
    pub fn is_dead(&self) -> bool {
        !self.is_empty() && !self.takes_any(!self.used.complete_kinds())
    }

    /// A cell above and to the left of everything that can be laid in one move. Wraps at the ends of `i32`.
    #[inline]
    pub(super) fn origin(&self) -> Cell {
        let bounds = self.bounds.unwrap_or(Bounds::of(Cell::default()));
        Cell::new(bounds.left.wrapping_sub(MARGIN), bounds.top.wrapping_sub(MARGIN))
    }

    /// Whether a move could reach the ends of `i32`.
    pub(super) fn is_at_the_end_of_the_world(&self) -> bool {
        self.bounds.is_some_and(|bounds| {
            bounds.left < i32::MIN + MARGIN
                || bounds.top < i32::MIN + MARGIN
                || bounds.right > i32::MAX - MARGIN
                || bounds.bottom > i32::MAX - MARGIN
        })
    }

    pub(super) const fn torus(&self) -> &Torus {
        &self.torus
    }

    pub(super) const fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    /// The slot of a frontier cell, given its byte.
    #[inline]
    pub(super) const fn slot(byte: u8) -> Option<usize> {
        if byte >= SLOTS { Some((byte - SLOTS) as usize) } else { None }
    }

    /// The hash of the tiles and their cells, kept as tiles are laid and lifted.
    pub(super) const fn key(&self) -> u64 {
        self.hash
    }

    /// Lays the tiles of a legal placement. Returns the bounds before, for [`Grid::lift`].
    pub(super) fn lay(&mut self, placement: Placement) -> Option<Bounds> {
        let before = self.bounds;
        for laid in placement.tiles() {
            self.lay_one(laid);
        }
        before
    }

    /// Takes back [`Grid::lay`], given the bounds it returned.
    pub(super) fn lift(&mut self, placement: Placement, before: Option<Bounds>) {
        for laid in placement.tiles().rev() {
            self.lift_one(laid);
        }
        self.bounds = before;
    }

    fn lay_one(&mut self, laid: Laid) {
        let here = spot(laid.cell);
        self.leave_frontier(here);
        self.torus.set(here, laid.tile.index() as u8);
        self.note(laid);
        for axis in Axis::BOTH {
            let (before, after) = (self.torus.run_before(here, axis), self.torus.run_after(here, axis));
            let ends = [
                (back(here, axis, before.length + 1), before.length, -1),
                (forward(here, axis, after.length + 1), after.length, 1),
            ];
            for (end, length, step) in ends {
                if self.torus.byte(end) == EMPTY && length == 0 && laid.cell.step(axis, step).is_some() {
                    self.torus.set(end, SLOTS + self.frontier.insert(end) as u8);
                }
                self.refresh(end, axis);
            }
        }
    }

    fn lift_one(&mut self, laid: Laid) {
        let here = spot(laid.cell);
        self.used = self.used.minus(laid.tile.into()).expect("a tile that lies is counted");
        self.hash ^= mix(laid);
        self.torus.set(here, EMPTY);
        for axis in Axis::BOTH {
            let (before, after) = (self.torus.run_before(here, axis), self.torus.run_after(here, axis));
            if before.length + after.length > 0 && self.torus.byte(here) == EMPTY {
                self.torus.set(here, SLOTS + self.frontier.insert(here) as u8);
            }
            for end in [back(here, axis, before.length + 1), forward(here, axis, after.length + 1)] {
                self.refresh(end, axis);
                if let Some(slot) = Self::slot(self.torus.byte(end))
                    && !Axis::BOTH.into_iter().any(|axis| self.frontier.side(slot, axis).touches())
                {
                    self.leave_frontier(end);
                }
            }
        }
        self.refresh_both(here);
    }

    /// Counts a tile, hashes it and grows the bounds.
    fn note(&mut self, laid: Laid) {
        self.used = self.used.plus(laid.tile.into()).expect("at most three copies of a kind (Q1)");
        self.bounds = Some(self.bounds.map_or(Bounds::of(laid.cell), |bounds| bounds.with(laid.cell)));
        self.hash ^= mix(laid);
    }

    /// Drops a spot from the frontier if it is there, and leaves it empty.
    #[inline]
    fn leave_frontier(&mut self, spot: Spot) {
        let byte = self.torus.byte(spot);
        if let Some(slot) = Self::slot(byte) {
            self.torus.set(spot, EMPTY);
            if let Some(moved) = self.frontier.remove(slot) {
                self.torus.set(moved, byte);
            }
        }
    }

    /// Looks again at the runs on both sides of a frontier cell along one axis.
    #[inline]
    fn refresh(&mut self, spot: Spot, axis: Axis) {
        if let Some(slot) = Self::slot(self.torus.byte(spot)) {
            let side = Side::between(self.torus.run_before(spot, axis), self.torus.run_after(spot, axis));
            self.frontier.set_side(slot, axis, side);
        }
    }

    fn refresh_both(&mut self, spot: Spot) {
        for axis in Axis::BOTH {
            self.refresh(spot, axis);
        }
    }

    /// Both sides of a frontier spot.
    #[inline]
    fn sides(&self, at: Spot) -> [Side; 2] {
        let slot = Self::slot(self.torus.byte(at)).expect("a spot of the frontier");
        Axis::BOTH.map(|axis| self.frontier.side(slot, axis))
    }
}

/// How far [`Grid::origin`] lies outside the tiles: one step to the frontier, and five more within a line of six.
const MARGIN: i32 = 8;

/// The cell of a spot that is within 127 columns and rows of `origin`.
#[inline]
pub(super) const fn cell_from(origin: Cell, at: Spot) -> Cell {
    offset_cell(origin, back(at, Axis::Across, spot(origin)))
}

/// The cell that is `offset` spots after `origin`.
#[inline]
pub(super) const fn offset_cell(origin: Cell, offset: usize) -> Cell {
    Cell::new(origin.x.wrapping_add((offset & 127) as i32), origin.y.wrapping_add((offset >> 7) as i32))
}

/// A well-mixed word for a tile on a cell.
fn mix(laid: Laid) -> u64 {
    let cell = u64::from(laid.cell.x as u32) | u64::from(laid.cell.y as u32) << 32;
    mix_words(mix_words(cell) ^ laid.tile.index() as u64)
}

impl Default for Grid {
    fn default() -> Self {
        Self::empty()
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.used == other.used
            && self.bounds == other.bounds
            && self.tiles().eq(other.tiles())
    }
}

impl Eq for Grid {}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tiles()).finish()
    }
}
