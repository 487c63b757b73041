//! All placements of a hand on a grid (Q8 to Q12), each once (Q21), with its score (Q14, Q15).
//!
//! # How
//!
//! Every placement covers at least one frontier cell (Q10). It is found from the *first* frontier cell that it covers, by
//! reading order along its line: tiles are added after that cell in any empty cells of the line, over tiles that lie, and
//! before it only in cells that touch nothing. So no placement is found twice and none is left out.
//!
//! * A frontier cell knows for both axes which kinds fit the runs beside it and how long these are.
//! * `open` is the set of kinds that fit every tile of the growing line. A line never holds a kind twice, so the copies in
//!   the hand don't matter.
//! * All kinds that are possible in one cell give the same score, so they are handed over together, as a [`Fan`].
//!
//! One move is one word, from the top: 14 bits for the first cell (spots after the corner of [`Grid::frame`]), the 43 bits of a
//! [`Placement`], 7 bits for the score. The order of words is the order of placements.

use super::Kinds;
use super::cell::{Axis, Cell};
use super::frontier::MOST;
use super::grid::Grid;
use super::line::points;
use super::placement::{Bits, Placement};
use super::torus::{EMPTY, Frame, Run, Spot, Torus};

/// Placements that differ in one kind.
pub(super) struct Fan {
    /// The word of the move, but for the kind.
    word: u64,
    /// Where the kind stands in the word.
    shift: u32,
    /// The kinds that can stand there, at least one.
    kinds: Kinds,
}

impl Fan {
    /// The score of each of them.
    pub(super) const fn score(&self) -> u32 {
        (self.word & SCORE) as u32
    }

    /// How many there are.
    pub(super) const fn len(&self) -> u32 {
        self.kinds.len()
    }

    /// The words.
    pub(super) fn words(self) -> impl ExactSizeIterator<Item = u64> {
        self.kinds.iter().map(move |tile| self.word | (tile.index() as u64) << self.shift)
    }
}

/// The lowest bits of a word.
const SCORE_BITS: u32 = 7;
const SCORE: u64 = (1 << SCORE_BITS) - 1;
/// The first cell stands above this bit.
const CELL_SHIFT: u32 = SCORE_BITS + Bits::WIDTH;

/// The score in a word.
pub(super) const fn score_of(word: u64) -> u32 {
    (word & SCORE) as u32
}

/// The placement in a word, found on a grid with this frame.
pub(super) const fn placement_of(word: u64, frame: Frame) -> Placement {
    let first = frame.cell((word >> CELL_SHIFT) as usize);
    Placement::from_bits(first, Bits::from_word(word >> SCORE_BITS))
}

/// Hands every placement of these kinds to `sink`. None on an empty grid: see [`super::opening`].
///
/// The order depends on the tiles alone, not on how they came there: from frontier cell to frontier cell in reading order.
pub(super) fn generate(grid: &Grid, hand: Kinds, sink: impl FnMut(Fan)) {
    let frame = grid.frame();
    let torus = &grid.layout().torus;
    let corner = torus.spot(frame.corner);
    let cramped = grid.is_at_the_end_of_the_world();
    let mut search = Search { grid, hand, room: Room::ENDLESS, cramped, sink };
    // Look through all cells first and at the few that take a tile of the hand afterwards: the first is a loop over memory
    // in order without a jump, and reading the torus at all these places at once lets a cold cache fetch them side by side.
    let (mut open, mut count, mut seen) = ([0u32; MOST], 0, 0);
    for (slot, ([across, down], at)) in grid.frontier().cells().enumerate() {
        open[count] = (Torus::distance(corner, at) << 8 | slot) as u32;
        count += usize::from(!(across.kinds_with(down) & hand).is_empty());
        seen ^= torus.byte(at);
    }
    std::hint::black_box(seen);
    let open = &mut open[..count];
    open.sort_unstable();
    for cell in open {
        search.begin_at(*cell as usize & 255, *cell as usize >> 8, frame);
    }
}

/// How many cells there are before and after a cell until the end of `i32`.
#[derive(Clone, Copy)]
struct Room {
    before: usize,
    after: usize,
}

impl Room {
    const ENDLESS: Self = Self { before: usize::MAX, after: usize::MAX };
}

struct Search<'grid, Sink> {
    grid: &'grid Grid,
    hand: Kinds,
    /// Only looked up when the grid is `cramped` at an end of `i32`.
    room: Room,
    cramped: bool,
    sink: Sink,
}

/// The line as far as it is laid.
#[derive(Clone, Copy)]
struct Growing {
    /// Spots from the origin to the first laid tile.
    first: usize,
    /// The covered cells, as in [`Bits`].
    cells: u64,
    /// The laid kinds, as in [`Bits`].
    kinds: u64,
    laid: u32,
    /// How many tiles the line has, old ones included.
    length: usize,
    /// The kinds that fit all of them.
    open: Kinds,
    /// What the lines across the laid tiles score.
    across: u32,
}

/// An empty cell of the line after the first frontier cell.
#[derive(Clone, Copy)]
struct Gap {
    at: Spot,
    /// Steps from the frontier cell where the search began.
    offset: usize,
    /// The kinds of the hand that fit here.
    takes: Kinds,
    /// What a tile here scores in the line across.
    across: u32,
    /// The tiles right after it.
    run: Run,
}

impl<Sink: FnMut(Fan)> Search<'_, Sink> {
    /// All placements whose first frontier cell is this one, `first` spots after the origin.
    #[inline]
    fn begin_at(&mut self, slot: usize, first: usize, frame: Frame) {
        let torus = &self.grid.layout().torus;
        let sides = self.grid.frontier().sides(slot);
        let takes = self.hand & sides[0].kinds_with(sides[1]);
        let at = torus.forward(torus.spot(frame.corner), Axis::Across, first);
        let scores = sides.map(|side| points(side.before() + side.after() + 1));
        (self.sink)(Fan {
            word: (first as u64) << CELL_SHIFT
                | Bits::new(Axis::Across, 1, 0).word() << SCORE_BITS
                | u64::from(scores[0] + scores[1]),
            shift: SCORE_BITS + 30,
            kinds: takes,
        });
        for axis in Axis::BOTH {
            let side = sides[axis as usize];
            let mut after = None;
            for tile in takes {
                let open = side.kinds() & Kinds::fitting(tile);
                if (open & self.hand).is_empty() {
                    continue;
                }
                let line = Growing {
                    first,
                    cells: 1,
                    kinds: Bits::kind(tile, 0),
                    laid: 1,
                    length: side.before() + 1 + side.after(),
                    open,
                    across: scores[axis.other() as usize],
                };
                let gap = *after.get_or_insert_with(|| {
                    if self.cramped {
                        self.room = room(frame.cell(first), axis);
                    }
                    self.gap(at, 0, side.after() + 1, axis)
                });
                self.after(line, gap, at, axis);
                if side.before() == 0 {
                    self.before(line, torus.back(at, axis, 1), 1, axis);
                }
            }
        }
    }

    /// The empty cell `steps` after `from`.
    #[inline]
    fn gap(&self, from: Spot, offset: usize, steps: usize, axis: Axis) -> Gap {
        let (torus, frontier) = (&self.grid.layout().torus, self.grid.frontier());
        let at = torus.forward(from, axis, steps);
        let offset = offset + steps;
        let none = Gap { at, offset, takes: Kinds::NONE, across: 0, run: Run::NONE };
        if offset > self.room.after {
            return none;
        }
        match Grid::slot(torus.byte(at)) {
            None => Gap { takes: self.hand, ..none },
            Some(slot) => {
                let sides = frontier.sides(slot);
                let (along, across) = (sides[axis as usize], sides[axis.other() as usize]);
                let run = if along.after() == 0 { none.run } else { torus.run_after(at, axis) };
                Gap {
                    takes: self.hand & along.kinds_with(across),
                    across: points(across.before() + across.after() + 1),
                    run,
                    ..none
                }
            }
        }
    }

    /// Lays one more tile in `gap`, and goes on after and before it.
    fn after(&mut self, line: Growing, gap: Gap, start: Spot, axis: Axis) {
        let takes = line.open & gap.takes;
        if takes.is_empty() || !line.open.contains_all(gap.run.kinds) {
            return;
        }
        let longer = Growing {
            cells: line.cells | 1 << gap.offset,
            laid: line.laid + 1,
            length: line.length + 1 + gap.run.length,
            across: line.across + gap.across,
            ..line
        };
        self.fan(longer, line.laid, takes, axis);
        let mut next = None;
        for tile in takes {
            let open = line.open & Kinds::fitting(tile) & gap.run.fitting;
            if (open & self.hand).is_empty() {
                continue;
            }
            let longer = Growing { kinds: line.kinds | Bits::kind(tile, line.laid), open, ..longer };
            let next = *next.get_or_insert_with(|| self.gap(gap.at, gap.offset, gap.run.length + 1, axis));
            self.after(longer, next, start, axis);
            self.before(longer, self.grid.layout().torus.back(start, axis, 1), 1, axis);
        }
    }

    /// Lays one more tile on `spot`, `steps` before the cell where the search began, if nothing touches it; goes on before it.
    fn before(&mut self, line: Growing, spot: Spot, steps: usize, axis: Axis) {
        if self.grid.layout().torus.byte(spot) != EMPTY || steps > self.room.before {
            return;
        }
        let takes = line.open & self.hand;
        let longer = Growing {
            first: line.first - self.grid.layout().torus.stride(axis),
            cells: line.cells << 1 | 1,
            kinds: line.kinds >> 6,
            laid: line.laid + 1,
            length: line.length + 1,
            ..line
        };
        self.fan(longer, 0, takes, axis);
        for tile in takes {
            let open = line.open & Kinds::fitting(tile);
            if !(open & self.hand).is_empty() {
                let longer = Growing { kinds: longer.kinds | Bits::kind(tile, 0), open, ..longer };
                self.before(longer, self.grid.layout().torus.back(spot, axis, 1), steps + 1, axis);
            }
        }
    }

    /// Hands over a line in which the kind at `place` is still open.
    #[inline]
    fn fan(&mut self, line: Growing, place: u32, kinds: Kinds, axis: Axis) {
        let bits = Bits::new(axis, line.cells, line.kinds);
        let score = points(line.length) + line.across;
        (self.sink)(Fan {
            word: (line.first as u64) << CELL_SHIFT | bits.word() << SCORE_BITS | u64::from(score),
            shift: SCORE_BITS + 30 - 6 * place,
            kinds,
        });
    }
}

/// How far one can go from a cell.
fn room(cell: Cell, axis: Axis) -> Room {
    let at = cell.along(axis);
    Room {
        before: (i64::from(at) - i64::from(i32::MIN)) as usize,
        after: (i64::from(i32::MAX) - i64::from(at)) as usize,
    }
}
