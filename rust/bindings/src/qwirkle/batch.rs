//! Many questions in one call, as NumPy arrays.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::common::Violation as _;
use spielwerk::qwirkle as rules;

use super::grid::Grid;
use super::moves::attempt;
use super::position::{self, Position};
use super::tile::{no_such_kind, tile_set};
use crate::arrays::elements;
use crate::common::type_name;
use crate::error::Error;
use crate::gil::unlocked;

/// The rules that a placement can break, in the order of the bits of `check_placements`.
const PLACEMENT_SLUGS: [&str; 9] = [
    "empty_move",
    "cell_twice",
    "cell_occupied",
    "tile_not_in_hand",
    "not_one_line",
    "gap",
    "not_connected",
    "line_invalid",
    "opening_group_too_small",
];

/// The slugs of the bits.
pub(super) fn violations(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, PLACEMENT_SLUGS)
}

fn bits(broken: &[rules::Illegal]) -> u16 {
    let bit = |slug| PLACEMENT_SLUGS.iter().position(|&known| known == slug).map_or(0, |place| 1 << place);
    broken.iter().fold(0, |bits, broken| bits | bit(broken.slug()))
}

/// Placements in columns: those of number `i` are the entries `offsets[i]..offsets[i + 1]` of the other columns.
struct Columns<'a> {
    offsets: &'a [i64],
    x: &'a [i32],
    y: &'a [i32],
    kinds: &'a [u8],
}

impl Columns<'_> {
    /// Everything that makes the columns unreadable.
    fn check(&self) -> Result<(), Error> {
        let laid = self.kinds.len();
        if self.x.len() != laid || self.y.len() != laid {
            let message = format!("{} columns, {} rows and {laid} kinds", self.x.len(), self.y.len());
            return Err(Error::input("x", "", "lengths_differ", message));
        }
        if self.offsets.is_empty() {
            let message = "no entry; there is one more than placements, the first is 0".to_owned();
            return Err(Error::input("offsets", "", "offsets_empty", message));
        }
        let ends = (self.offsets.first(), self.offsets.last());
        if ends != (Some(&0), Some(&(laid as i64))) || !self.offsets.is_sorted() {
            let message = format!("offsets don't rise from 0 to {laid}, the number of tiles");
            return Err(Error::input("offsets", "", "offsets_wrong", message));
        }
        match self.kinds.iter().position(|&kind| usize::from(kind) >= rules::Tile::KINDS) {
            Some(place) => Err(no_such_kind(&format!("kinds[{place}]"), self.kinds[place])),
            None => Ok(()),
        }
    }

    /// The laid tiles of one placement.
    fn read(&self, index: usize, laid: &mut Vec<rules::Laid>) {
        laid.clear();
        for place in self.offsets[index] as usize..self.offsets[index + 1] as usize {
            if let Some(tile) = rules::Tile::from_index(self.kinds[place].into()) {
                laid.push(rules::Laid::new(self.x[place], self.y[place], tile));
            }
        }
    }
}

type Answers<'py> = (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u16>>);

/// Judges and scores many placements on one grid, each on its own; the lock is released meanwhile.
///
/// The tiles of placement ``i`` are the entries ``offsets[i]`` to ``offsets[i + 1] - 1`` of the columns ``x``, ``y`` and
/// ``kinds``; ``pack`` makes such columns.
///
/// Args:
///     grid: The tiles that lie.
///     offsets: Shape ``(n + 1,)``, ``int64``: rising from 0 to ``m``.
///     x: Shape ``(m,)``, ``int32``: the columns of the cells.
///     y: Shape ``(m,)``, ``int32``: the rows of the cells.
///     kinds: Shape ``(m,)``, ``uint8``: ``Tile.index`` of each tile, 0 to 35, which is its action id.
///     hand: The tiles to lay from, the same for all. Without it neither the tiles in the hand (Q12) nor the opening group
///         (Q4) are judged.
///
/// Returns:
///     Three arrays of shape ``(n,)``: whether the placement is legal (``bool``), its points (``uint8``, 0 if not legal), and
///     the broken rules (``uint16``, bit ``b`` for ``VIOLATIONS[b]``).
///
/// Raises:
///     InvalidInputError: If the columns don't fit together.
///
/// >>> grid = Grid([Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))])
/// >>> columns = pack([Move.parse("2,0>r4"), Move.parse("3,0>g8")])
/// >>> legal, points, broken = check_placements(grid, *columns)
/// >>> legal.tolist(), points.tolist(), VIOLATIONS[int(broken[1]).bit_length() - 1]
/// ([True, False], [3, 0], 'not_connected')
#[pyfunction]
#[pyo3(signature = (grid, offsets, x, y, kinds, hand = None))]
pub(crate) fn check_placements<'py>(
    py: Python<'py>,
    grid: &Grid,
    offsets: PyReadonlyArray1<'py, i64>,
    x: PyReadonlyArray1<'py, i32>,
    y: PyReadonlyArray1<'py, i32>,
    kinds: PyReadonlyArray1<'py, u8>,
    hand: Option<&Bound<'py, PyAny>>,
) -> PyResult<Answers<'py>> {
    let hand = hand.map(tile_set).transpose()?;
    let (offsets, x, y, kinds) = (elements(&offsets), elements(&x), elements(&y), elements(&kinds));
    let columns = Columns { offsets: &offsets, x: &x, y: &y, kinds: &kinds };
    let (legal, points, broken) = unlocked(py, || {
        columns.check()?;
        let count = columns.offsets.len() - 1;
        let (mut legal, mut points, mut broken) = (vec![false; count], vec![0; count], vec![0; count]);
        let mut laid = Vec::with_capacity(rules::Tile::COUNT);
        for index in 0..count {
            columns.read(index, &mut laid);
            match rules::check_placement(&grid.0, hand, &laid) {
                Ok((_, score)) => {
                    legal[index] = true;
                    points[index] = score.points() as u8;
                }
                Err(rules) => broken[index] = bits(&rules),
            }
        }
        Ok::<_, Error>((legal, points, broken))
    })?;
    Ok((PyArray1::from_vec(py, legal), PyArray1::from_vec(py, points), PyArray1::from_vec(py, broken)))
}

type Packed<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<u8>>,
);

/// Placements as the columns that ``check_placements`` reads.
///
/// Args:
///     moves: ``Place`` moves, their texts, or laid tiles; trades and skips have no tiles to lay and stay empty.
///
/// Returns:
///     ``offsets`` of shape ``(n + 1,)`` and ``int64``, ``x`` and ``y`` of shape ``(m,)`` and ``int32``, ``kinds`` of shape
///     ``(m,)`` and ``uint8``.
///
/// >>> offsets, x, y, kinds = pack([Move.parse("0,0>r0r8"), Move.parse("5,-1>g4")])
/// >>> offsets.tolist(), x.tolist(), y.tolist(), kinds.tolist()
/// ([0, 2, 3], [0, 1, 5], [0, 0, -1], [0, 30, 27])
#[pyfunction]
pub(crate) fn pack<'py>(moves: &Bound<'py, PyAny>) -> PyResult<Packed<'py>> {
    let (mut offsets, mut x, mut y, mut kinds) = (vec![0i64], Vec::new(), Vec::new(), Vec::new());
    for chosen in moves.try_iter()? {
        if let rules::Attempt::Place(laid) = attempt(&chosen?)? {
            for rules::Laid { cell, tile } in laid {
                x.push(cell.x);
                y.push(cell.y);
                kinds.push(tile.index() as u8);
            }
        }
        offsets.push(kinds.len() as i64);
    }
    let py = moves.py();
    Ok((
        PyArray1::from_vec(py, offsets),
        PyArray1::from_vec(py, x),
        PyArray1::from_vec(py, y),
        PyArray1::from_vec(py, kinds),
    ))
}

/// The positions of an iterable. They stay where they are: only references are collected.
fn positions<'py>(said: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, Position>>> {
    said.try_iter()?
        .map(|item| {
            let item = item?;
            item.cast_into::<Position>().map_err(|error| {
                let found = type_name(&error.into_inner());
                PyTypeError::new_err(format!("expected a Position, not {found}"))
            })
        })
        .collect()
}

/// How many legal moves each of many positions has; the lock is released meanwhile.
///
/// Returns:
///     An array of ``int64`` in the order of the positions.
///
/// >>> start = Position.start().settle(Random(1))
/// >>> count_moves([start, start]).tolist() == [len(start.legal_moves)] * 2
/// True
#[pyfunction]
pub(crate) fn count_moves<'py>(positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let held = self::positions(positions)?;
    let references: Vec<&rules::Position> = held.iter().map(|position| &position.get().0).collect();
    let counts = unlocked(positions.py(), || {
        references.iter().map(|position| position.legal_count() as i64).collect::<Vec<_>>()
    });
    Ok(PyArray1::from_vec(positions.py(), counts))
}

/// The most points that a legal move brings in each of many positions, end bonus included; the lock is released meanwhile.
///
/// Returns:
///     An array of ``int16`` in the order of the positions; -1 where no seat has a move.
///
/// >>> start = Position.start().settle(Random(1))
/// >>> best_points([start]).tolist() == [start.move_points().max()]
/// True
#[pyfunction]
pub(crate) fn best_points<'py>(positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let held = self::positions(positions)?;
    let references: Vec<&rules::Position> = held.iter().map(|position| &position.get().0).collect();
    let best = unlocked(positions.py(), || {
        references
            .iter()
            .map(|position| position::points(position).into_iter().max().unwrap_or(-1))
            .collect::<Vec<_>>()
    });
    Ok(PyArray1::from_vec(positions.py(), best))
}
