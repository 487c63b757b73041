//! `Laid`, `Grid`, and what a placement scores: `Line`, `Score`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::common::Faults;
use spielwerk::qwirkle as rules;

use super::moves::Move;
use super::tile::{Tile, TileSet};
use crate::common::Reduced;
use crate::contract::{Iterate, draw, read_word};
use crate::enums::NativeEnum;
use crate::error::{Error, Kind};
use crate::reading::{Bounded, Few, Number, object};
use crate::values::text_value;

/// A tile on a cell.
///
/// Args:
///     x: The column; grows to the right.
///     y: The row; grows downwards.
///     tile: The tile.
///
/// Raises:
///     InvalidInputError: If a coordinate does not fit into 32 bits.
///
/// >>> Laid(0, -1, Tile.parse("r0")).cell
/// (0, -1)
#[pyclass(frozen, eq, ord, hash, module = "spielwerk.qwirkle")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Laid(pub(crate) rules::Laid);

#[pymethods]
impl Laid {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("x", "y", "tile")
    }

    #[new]
    fn new(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, tile: &Tile) -> PyResult<Self> {
        Ok(Self(rules::Laid { cell: cell(x, y)?, tile: tile.0 }))
    }

    /// The column.
    #[getter]
    fn x(&self) -> i32 {
        self.0.cell.x
    }

    /// The row.
    #[getter]
    fn y(&self) -> i32 {
        self.0.cell.y
    }

    /// The column and the row.
    #[getter]
    fn cell(&self) -> (i32, i32) {
        (self.0.cell.x, self.0.cell.y)
    }

    /// The tile.
    #[getter]
    fn tile(&self) -> Tile {
        Tile(self.0.tile)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let tile = Bound::new(py, self.tile())?;
        Ok(format!("Laid({}, {}, {})", self.x(), self.y(), tile.repr()?))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let own = slf.get();
        Ok((slf.get_type().into_any(), (own.x(), own.y(), own.tile()).into_pyobject(slf.py())?))
    }
}

/// A cell from two numbers of any size.
pub(super) fn cell(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> PyResult<rules::Cell> {
    let coordinate = |name: &str, said: &Bound<'_, PyAny>| {
        let number: Number = said.extract()?;
        number.to().ok_or_else(|| {
            let message = format!("{number}; coordinates are {} to {}", i32::MIN, i32::MAX);
            PyErr::from(Error::input(name, "Q2", "coordinate_out_of_range", message))
        })
    };
    Ok(rules::Cell::new(coordinate("x", x)?, coordinate("y", y)?))
}

/// The most laid tiles that are read: nothing with more makes sense (Q1), whatever it is.
const MOST_LAID: usize = 10 * rules::Tile::COUNT;

/// The laid tiles of an iterable, in its order.
pub(super) fn laid(said: &Bound<'_, PyAny>) -> PyResult<Vec<rules::Laid>> {
    let bound = Bounded { what: "tiles", rule: "Q1", slug: "too_many_tiles", most: MOST_LAID };
    bound.read(said, |item| object(item, "a Laid", |laid: &Laid| laid.0))
}

/// The tiles that lie, on cells without end (Q2).
///
/// Args:
///     tiles: The laid tiles, in any order; none for an empty grid.
///
/// Raises:
///     InvalidPositionError: If the tiles are no grid (Q23); it names every fault.
///
/// >>> grid = Grid([Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))])
/// >>> len(grid), grid.tile(1, 0), grid.tile(2, 0)
/// (2, Tile(Shape.STAR8, Colour.RED), None)
#[pyclass(frozen, eq, hash, module = "spielwerk.qwirkle")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Grid(pub(crate) rules::Grid);

impl Grid {
    pub(super) fn of(grid: &rules::Grid) -> Self {
        Self(grid.clone())
    }
}

#[pymethods]
impl Grid {
    #[new]
    #[pyo3(signature = (tiles = None))]
    fn new(tiles: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(tiles) = tiles else { return Ok(Self(rules::Grid::default())) };
        let refused = |faults: Faults| Error::Invalid { what: Kind::Position, faults };
        Ok(Self(rules::Grid::new(&laid(tiles)?).map_err(refused)?))
    }

    /// The tile on a cell, ``None`` when the cell is empty.
    fn tile(&self, x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> PyResult<Option<Tile>> {
        Ok(self.0.tile(cell(x, y)?).map(Tile))
    }

    /// All laid tiles, row by row from the top, each row from left to right.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.tiles().map(Laid).collect::<Vec<_>>())
    }

    /// The tiles without their places.
    #[getter]
    fn used(&self) -> TileSet {
        TileSet(self.0.used())
    }

    /// The outermost columns and rows that hold a tile: left, top, right, bottom; ``None`` for an empty grid.
    #[getter]
    fn bounds(&self) -> Option<(i32, i32, i32, i32)> {
        self.0.bounds().map(|bounds| (bounds.left, bounds.top, bounds.right, bounds.bottom))
    }

    /// The empty cells beside a tile, each with the kinds that fit there; empty for an empty grid.
    fn open_cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let cells = self
            .0
            .open_cells()
            .into_iter()
            .map(|(cell, kinds)| Ok(((cell.x, cell.y), PyTuple::new(py, kinds.iter().map(Tile))?)));
        PyTuple::new(py, cells.collect::<PyResult<Vec<_>>>()?)
    }

    /// The placement that action ids spell here, legal or not, like ``Position.read_actions``; or the trade, or the skip.
    ///
    /// Raises:
    ///     InvalidInputError: If they are no word; it names every fault.
    ///
    /// >>> grid = Grid([Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))])
    /// >>> grid.read_actions([36, 4744, 24, 30, 40]).text
    /// '-1,0>r4--r8'
    fn read_actions(&self, actions: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let word = read_word::<rules::Position>(actions)?;
        let attempt = self.0.attempt_of(word).expect("a word that was read says something everywhere");
        Move::said(actions.py(), attempt)
    }

    /// Whether no kind that is still outside the grid fits any cell of it (Q24).
    #[getter]
    fn is_dead(&self) -> bool {
        self.0.is_dead()
    }

    /// The grid as an SVG document.
    fn to_svg<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "qwirkle_grid", None)
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "qwirkle_grid", None)
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    fn __iter__(&self) -> Iterate {
        let mut tiles = self.0.tiles().collect::<Vec<_>>().into_iter();
        Iterate::over(move |py| tiles.next().map(|laid| Ok(Py::new(py, Laid(laid))?.into_any())).transpose())
    }

    fn __contains__(&self, object: &Bound<'_, PyAny>) -> bool {
        object.cast::<Laid>().is_ok_and(|laid| self.0.tile(laid.get().0.cell) == Some(laid.get().0.tile))
    }

    fn __str__(&self) -> String {
        self.0.drawing().trim_end().to_owned()
    }
}

text_value!(Grid, parse = Kind::Position);

pub(crate) static AXIS: NativeEnum = NativeEnum::new(
    "Axis",
    "spielwerk.qwirkle",
    "The direction of a line: along a row from left to right, or along a column from top to bottom.",
    &[("ACROSS", "across"), ("DOWN", "down")],
);

/// A line that a placement makes or extends: two to six tiles in an unbroken row or column (Q8).
///
/// Args:
///     x: The column of the first cell in reading order.
///     y: The row of that cell.
///     axis: The direction.
///     length: How many tiles, 2 to 6.
///
/// Raises:
///     InvalidInputError: If the length or a coordinate is out of range.
///
/// >>> line = Line(0, 0, Axis.DOWN, 6)
/// >>> line.cells[:2], line.points, line.is_qwirkle
/// (((0, 0), (0, 1)), 12, True)
#[pyclass(frozen, eq, hash, module = "spielwerk.qwirkle")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Line(rules::Line);

#[pymethods]
impl Line {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("x", "y", "axis", "length")
    }

    #[new]
    fn new(
        x: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        axis: &Bound<'_, PyAny>,
        length: Number,
    ) -> PyResult<Self> {
        let Some(tiles @ 2..=6) = length.to::<u8>() else {
            let message = format!("a line of {length}; lines have 2 to 6 tiles");
            return Err(Error::input("length", "Q8", "line_length_out_of_range", message).into());
        };
        let axis = rules::Axis::BOTH[AXIS.index(axis)?];
        Ok(Self(rules::Line { first: cell(x, y)?, axis, length: tiles }))
    }

    /// The column of the first cell.
    #[getter]
    fn x(&self) -> i32 {
        self.0.first.x
    }

    /// The row of the first cell.
    #[getter]
    fn y(&self) -> i32 {
        self.0.first.y
    }

    /// The direction.
    #[getter]
    fn axis<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        AXIS.member(py, self.0.axis as usize)
    }

    /// How many tiles, 2 to 6.
    #[getter]
    fn length(&self) -> u8 {
        self.0.length
    }

    /// The cells in reading order, as ``(x, y)``.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.cells().map(|cell| (cell.x, cell.y)).collect::<Vec<_>>())
    }

    /// What the line scores: a point a tile, and 6 more for a line of six (Q14, Q15).
    #[getter]
    fn points(&self) -> u32 {
        self.0.points()
    }

    /// Whether the line is complete: a Qwirkle (Q15).
    #[getter]
    fn is_qwirkle(&self) -> bool {
        self.0.is_qwirkle()
    }

    fn __len__(&self) -> usize {
        usize::from(self.0.length)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Line({}, {}, {}, {})", self.x(), self.y(), self.axis(py)?.repr()?, self.length()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let arguments = (own.x(), own.y(), own.axis(py)?, own.length());
        Ok((slf.get_type().into_any(), arguments.into_pyobject(py)?))
    }
}

/// What a move is worth, with its breakdown (Q14 to Q16).
///
/// Args:
///     lines: The lines that score, the one along the placement first.
///     placement_points: The points of the placement: those of the lines, or 1 for a lone opening tile (Q5).
///     end_bonus: 6 for the player who lays his last tile while the bag is empty (Q16), otherwise 0.
///
/// >>> Score([Line(0, 0, Axis.ACROSS, 3)], 3).points
/// 3
#[pyclass(frozen, eq, hash, module = "spielwerk.qwirkle")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Score {
    lines: Vec<Line>,
    placement_points: u32,
    end_bonus: u32,
}

impl From<&rules::Score> for Score {
    fn from(score: &rules::Score) -> Self {
        Self {
            lines: score.lines().iter().copied().map(Line).collect(),
            placement_points: score.placement_points(),
            end_bonus: score.end_bonus(),
        }
    }
}

#[pymethods]
impl Score {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("lines", "placement_points", "end_bonus")
    }

    #[new]
    #[pyo3(signature = (lines, placement_points, end_bonus = Number::of(0)), text_signature = "(lines, placement_points, end_bonus=0)")]
    fn new(lines: Few<Py<Line>>, placement_points: Number, end_bonus: Number) -> PyResult<Self> {
        Ok(Self {
            lines: lines.0.iter().map(|line| *line.get()).collect(),
            placement_points: placement_points.fit("placement_points", "Q14")?,
            end_bonus: end_bonus.fit("end_bonus", "Q16")?,
        })
    }

    /// The points of the move: placement and end bonus.
    #[getter]
    fn points(&self) -> u32 {
        self.placement_points.saturating_add(self.end_bonus)
    }

    /// The points of the placement alone, without the end bonus.
    #[getter]
    fn placement_points(&self) -> u32 {
        self.placement_points
    }

    /// The lines that score, the one along the placement first. A lone opening tile makes none, and scores 1 (Q5).
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.lines.iter().copied())
    }

    /// 6 for the player who goes out (Q16), otherwise 0.
    #[getter]
    fn end_bonus(&self) -> u32 {
        self.end_bonus
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let lines = self.lines(py)?.repr()?;
        Ok(format!("Score({lines}, {}, {})", self.placement_points, self.end_bonus))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let arguments = (own.lines(py)?, own.placement_points, own.end_bonus);
        Ok((slf.get_type().into_any(), arguments.into_pyobject(py)?))
    }
}
