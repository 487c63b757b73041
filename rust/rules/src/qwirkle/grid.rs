//! [`Grid`]: the tiles that lie, and the empty cells next to them kept up to date.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::cell::{Axis, Cell, Laid};
use super::frontier::{Frontier, Side};
use super::layout::{Bounds, Layout, word};
use super::placement::Placement;
use super::torus::{EMPTY, Frame, REACH, Run, Spot, Torus};
use super::{Kinds, Tile, TileSet};

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
    layout: Layout,
    frontier: Frontier,
}

impl Grid {
    /// The grid before the first move.
    pub const fn empty() -> Self {
        Self { layout: Layout::empty(), frontier: Frontier::new() }
    }

    pub(super) const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// For laying tiles on an empty grid; [`Grid::complete`] comes next.
    pub(super) const fn layout_mut(&mut self) -> &mut Layout {
        &mut self.layout
    }

    /// Finds the hash and the open cells of the tiles that were laid on the layout: all of them, in any order.
    pub(super) fn complete(&mut self, tiles: &[Laid]) {
        self.layout.find_key(tiles);
        for &Laid { cell, .. } in tiles {
            for axis in Axis::BOTH {
                for beside in [cell.step(axis, -1), cell.step(axis, 1)].into_iter().flatten() {
                    let beside = self.layout.torus.spot(beside);
                    if self.layout.torus.byte(beside) == EMPTY {
                        self.layout.torus.set(beside, SLOTS + self.frontier.insert(beside) as u8);
                        self.refresh_both(beside);
                    }
                }
            }
        }
    }

    /// How many tiles lie, 0 to 108.
    pub const fn len(&self) -> u32 {
        self.layout.used.len()
    }

    /// Whether no tile lies: the next placement is the opening move.
    pub const fn is_empty(&self) -> bool {
        self.layout.is_empty()
    }

    /// The tiles that lie, without their cells.
    pub const fn used(&self) -> TileSet {
        self.layout.used
    }

    /// The rectangle around all tiles, unless there is none.
    pub const fn bounds(&self) -> Option<Bounds> {
        self.layout.bounds
    }

    /// The tile on a cell.
    #[inline]
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.layout.tile(cell)
    }

    /// All tiles in reading order.
    pub fn tiles(&self) -> impl Iterator<Item = Laid> + '_ {
        self.layout.tiles()
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
    /// assert_eq!(grid.open_cells().len(), 4);
    /// assert!(grid.open_cells().iter().all(|(_, kinds)| kinds.len() == 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_cells(&self) -> Vec<(Cell, Kinds)> {
        let frame = self.frame();
        let corner = self.layout.torus.spot(frame.corner);
        let cell = |at| frame.cell(Torus::distance(corner, at));
        let cells = self.frontier.cells().map(|([across, down], at)| (cell(at), across.kinds_with(down)));
        let mut cells: Vec<(Cell, Kinds)> = cells.collect();
        cells.sort_unstable();
        cells
    }

    /// Whether one of the kinds fits somewhere next to a tile. `false` before the first move.
    #[inline]
    pub fn takes_any(&self, kinds: Kinds) -> bool {
        self.frontier.takes_any(kinds)
    }

    /// The grid drawn over several lines for people. Nothing reads it back.
    pub fn drawing(&self) -> String {
        super::drawing::grid(self)
    }

    /// Q24: whether no kind of tile that is still outside the grid fits any cell of it.
    pub fn is_dead(&self) -> bool {
        !self.is_empty() && !self.takes_any(!self.used().complete_kinds())
    }

    /// Everything that can be laid in one move lies to the right of and below the corner of this frame.
    #[inline]
    pub(super) fn frame(&self) -> Frame {
        let bounds = self.bounds().unwrap_or(Bounds::of(Cell::default()));
        self.layout.torus.frame(Cell::new(bounds.left.wrapping_sub(REACH), bounds.top.wrapping_sub(REACH)))
    }

    /// Whether a move could reach the ends of `i32`.
    pub(super) fn is_at_the_end_of_the_world(&self) -> bool {
        self.bounds().is_some_and(|bounds| {
            bounds.left < i32::MIN + REACH
                || bounds.top < i32::MIN + REACH
                || bounds.right > i32::MAX - REACH
                || bounds.bottom > i32::MAX - REACH
        })
    }

    pub(super) const fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    /// The slot of a frontier cell, given its byte.
    #[inline]
    pub(super) const fn slot(byte: u8) -> Option<usize> {
        if byte >= SLOTS { Some((byte - SLOTS) as usize) } else { None }
    }

    /// Lays the tiles of a legal placement. Returns the bounds before, for [`Grid::lift`].
    pub(super) fn lay(&mut self, placement: Placement) -> Option<Bounds> {
        let before = self.bounds();
        let [first, last] = placement.ends();
        let after = before.map_or(Bounds::of(first), |bounds| bounds.with(first)).with(last);
        if !self.layout.torus.fits(after.size().0) {
            self.widen(after.size().0);
        }
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
        self.layout.bounds = before;
    }

    /// Lays everything anew on a torus that is wide enough for so many columns.
    #[cold]
    fn widen(&mut self, columns: i64) {
        let tiles: Vec<Laid> = self.tiles().collect();
        self.layout.torus.reset();
        self.layout.torus.fit(columns);
        for laid in &tiles {
            self.layout.torus.set(self.layout.torus.spot(laid.cell), laid.tile.index() as u8);
        }
        self.frontier.clear();
        self.complete(&tiles);
    }

    fn lay_one(&mut self, laid: Laid) {
        let here = self.layout.torus.spot(laid.cell);
        self.leave_frontier(here);
        self.layout.lay(laid);
        for axis in Axis::BOTH {
            let (before, after) =
                (self.layout.torus.run_before(here, axis), self.layout.torus.run_after(here, axis));
            let run = before.and(after).with(laid.tile);
            let ends = [
                (self.layout.torus.back(here, axis, before.length + 1), before.length, true),
                (self.layout.torus.forward(here, axis, after.length + 1), after.length, false),
            ];
            for (end, length, comes_before) in ends {
                let byte = self.layout.torus.byte(end);
                if let Some(slot) = Self::slot(byte) {
                    self.touch(end, slot, axis, run, comes_before);
                } else if length == 0 && laid.cell.step(axis, if comes_before { -1 } else { 1 }).is_some() {
                    // Nothing else touches a cell that was not in the frontier.
                    let slot = self.frontier.insert(end);
                    self.layout.torus.set(end, SLOTS + slot as u8);
                    self.frontier.set_side(slot, axis, Side::beside(run, comes_before));
                }
            }
        }
    }

    /// Notes the run that now begins right after a frontier cell, or ends right before it.
    #[inline]
    fn touch(&mut self, end: Spot, slot: usize, axis: Axis, run: Run, comes_before: bool) {
        let side = self.frontier.sides(slot)[axis as usize];
        let beyond = if comes_before { side.before() } else { side.after() };
        let side = match (beyond, comes_before) {
            (0, _) => Side::beside(run, comes_before),
            (_, true) => Side::between(self.layout.torus.run_before(end, axis), run),
            (_, false) => Side::between(run, self.layout.torus.run_after(end, axis)),
        };
        self.frontier.set_side(slot, axis, side);
    }

    fn lift_one(&mut self, laid: Laid) {
        let here = self.layout.torus.spot(laid.cell);
        self.layout.used = self.used().minus(laid.tile.into()).expect("a tile that lies is counted");
        self.layout.key ^= word(laid);
        self.layout.torus.clear(here);
        for axis in Axis::BOTH {
            let (before, after) =
                (self.layout.torus.run_before(here, axis), self.layout.torus.run_after(here, axis));
            if before.length + after.length > 0 && self.layout.torus.byte(here) == EMPTY {
                self.layout.torus.set(here, SLOTS + self.frontier.insert(here) as u8);
            }
            for end in [
                self.layout.torus.back(here, axis, before.length + 1),
                self.layout.torus.forward(here, axis, after.length + 1),
            ] {
                self.refresh(end, axis);
                if let Some(slot) = Self::slot(self.layout.torus.byte(end))
                    && !self.frontier.sides(slot).into_iter().any(Side::touches)
                {
                    self.leave_frontier(end);
                }
            }
        }
        self.refresh_both(here);
    }

    /// Drops a spot from the frontier if it is there, and leaves it empty.
    #[inline]
    fn leave_frontier(&mut self, spot: Spot) {
        let byte = self.layout.torus.byte(spot);
        if let Some(slot) = Self::slot(byte) {
            self.layout.torus.clear(spot);
            if let Some(moved) = self.frontier.remove(slot) {
                self.layout.torus.set(moved, byte);
            }
        }
    }

    /// Looks again at the runs on both sides of a frontier cell along one axis.
    #[inline]
    fn refresh(&mut self, at: Spot, axis: Axis) {
        if let Some(slot) = Self::slot(self.layout.torus.byte(at)) {
            self.frontier.set_side(slot, axis, self.layout.side(at, axis));
        }
    }

    fn refresh_both(&mut self, spot: Spot) {
        for axis in Axis::BOTH {
            self.refresh(spot, axis);
        }
    }
}

impl Default for Grid {
    fn default() -> Self {
        Self::empty()
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        let (own, theirs) = (&self.layout, &other.layout);
        own.key == theirs.key
            && own.used == theirs.used
            && own.bounds == theirs.bounds
            && own.tiles().eq(theirs.tiles())
    }
}

impl Eq for Grid {}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.layout.key);
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tiles()).finish()
    }
}
