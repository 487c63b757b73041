//! `Tile`, a kind of tile, and `TileSet`, tiles without an order.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::qwirkle as rules;

use crate::contract::Iterate;
use crate::enums::NativeEnum;
use crate::error::{Error, Kind, parse};
use crate::reading::{Bounded, Number, Text, object};
use crate::values::text_value;

pub(crate) static SHAPE: NativeEnum = NativeEnum::new(
    "Shape",
    "spielwerk.qwirkle",
    "The six shapes (Q1), in the order in which kinds of tiles are numbered.",
    &[
        ("CIRCLE", "circle"),
        ("SQUARE", "square"),
        ("DIAMOND", "diamond"),
        ("CLOVER", "clover"),
        ("STAR4", "star4"),
        ("STAR8", "star8"),
    ],
);

pub(crate) static COLOUR: NativeEnum = NativeEnum::new(
    "Colour",
    "spielwerk.qwirkle",
    "The six colours (Q1), in the order in which kinds of tiles are numbered.",
    &[
        ("RED", "red"),
        ("ORANGE", "orange"),
        ("YELLOW", "yellow"),
        ("GREEN", "green"),
        ("BLUE", "blue"),
        ("PURPLE", "purple"),
    ],
);

/// A kind of tile (Q1): a shape in a colour. There are 36, and three copies of each.
///
/// Args:
///     shape: The shape.
///     colour: The colour.
///
/// >>> tile = Tile(Shape.CLOVER, Colour.GREEN)
/// >>> tile.text, tile.index
/// ('gc', 21)
/// >>> Tile.parse("gc") == tile
/// True
#[pyclass(frozen, eq, ord, hash, module = "spielwerk.qwirkle")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Tile(pub(crate) rules::Tile);

#[pymethods]
impl Tile {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("shape", "colour")
    }

    #[new]
    fn new(shape: &Bound<'_, PyAny>, colour: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (shape, colour) = (SHAPE.index(shape)?, COLOUR.index(colour)?);
        Ok(Self(rules::Tile::new(rules::Shape::ALL[shape], rules::Colour::ALL[colour])))
    }

    /// Reads the two characters of a tile: colour, then shape.
    ///
    /// Raises:
    ///     ParseError: If they are no tile.
    #[staticmethod]
    fn parse(text: Text<'_>) -> PyResult<Self> {
        Ok(Self(parse(Kind::Other, &text)?))
    }

    /// The kind with a number.
    ///
    /// Args:
    ///     index: ``6 * shape + colour``, 0 to 35.
    ///
    /// Raises:
    ///     InvalidInputError: If it is out of range.
    #[staticmethod]
    fn from_index(index: Number) -> PyResult<Self> {
        let known = index.to::<u64>().and_then(rules::Tile::from_index);
        Ok(Self(known.ok_or_else(|| no_such_kind("index", index))?))
    }

    /// All 36 kinds in order.
    #[staticmethod]
    fn all(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, rules::Tile::all().map(Self).collect::<Vec<_>>())
    }

    /// The shape.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        SHAPE.member(py, self.0.shape() as usize)
    }

    /// The colour.
    #[getter]
    fn colour<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        COLOUR.member(py, self.0.colour() as usize)
    }

    /// The number of the kind, 0 to 35: ``6 * shape + colour``. Arrays use it.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    fn __str__(&self) -> String {
        self.written()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Tile({}, {})", self.shape(py)?.repr()?, self.colour(py)?.repr()?))
    }
}

impl Tile {
    fn written(&self) -> String {
        self.0.to_string()
    }
}

text_value!(Tile);

/// A number that is no kind.
pub(super) fn no_such_kind(path: &str, index: impl std::fmt::Display) -> Error {
    let message = format!("kind {index}; kinds are 0 to {}", rules::Tile::KINDS - 1);
    Error::input(path, "Q1", "no_such_kind", message)
}

/// Tiles without an order, up to three copies of each kind: a hand, a trade, a draw, what is left.
///
/// Args:
///     tiles: The tiles, in any order.
///
/// Raises:
///     InvalidInputError: If one kind comes more than three times (Q1).
///
/// >>> hand = TileSet.parse("r0r0g8")
/// >>> len(hand), hand.count(Tile.parse("r0")), Tile.parse("b0") in hand
/// (3, 2, False)
/// >>> (hand - TileSet.parse("r0")).text
/// 'r0g8'
#[pyclass(frozen, eq, ord, hash, module = "spielwerk.qwirkle")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TileSet(pub(crate) rules::TileSet);

#[pymethods]
impl TileSet {
    #[new]
    #[pyo3(signature = (tiles = None))]
    fn new(tiles: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self(tiles.map_or(Ok(rules::TileSet::NONE), tile_set)?))
    }

    /// All 108 tiles (Q1).
    #[staticmethod]
    fn all() -> Self {
        Self(rules::TileSet::ALL)
    }

    /// How many copies of a kind there are, 0 to 3.
    fn count(&self, tile: &Tile) -> u32 {
        self.0.count(tile.0)
    }

    /// The kinds of which there is at least one, in order.
    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.kinds().iter().map(Tile))
    }

    /// How many copies there are of each kind, as an array of 36 ``uint8`` by ``Tile.index``.
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_iter(py, rules::Tile::all().map(|tile| self.0.count(tile) as u8))
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    fn __contains__(&self, tile: &Bound<'_, PyAny>) -> bool {
        tile.cast::<Tile>().is_ok_and(|tile| self.0.count(tile.get().0) > 0)
    }

    fn __iter__(&self) -> Iterate {
        let mut tiles = self.0.iter().collect::<Vec<_>>().into_iter();
        Iterate::over(move |py| tiles.next().map(|tile| Ok(Py::new(py, Tile(tile))?.into_any())).transpose())
    }

    fn __add__(&self, other: &Self) -> PyResult<Self> {
        self.0.plus(other.0).map(Self).ok_or_else(|| {
            let message = format!("{} and {} have more than three copies of a kind", self.0, other.0);
            Error::input("tiles", "Q1", "too_many_copies", message).into()
        })
    }

    fn __sub__(&self, other: &Self) -> PyResult<Self> {
        self.0.minus(other.0).map(Self).ok_or_else(|| {
            let message = format!("{} is not a part of {}", other.0, self.0);
            Error::input("tiles", "Q12", "tile_not_in_hand", message).into()
        })
    }

    fn __str__(&self) -> String {
        self.written()
    }
}

text_value!(TileSet, parse = Kind::Other);

/// The most tiles that are read: nothing with more makes sense (Q1), whatever it is.
const MOST_TILES: usize = 10 * rules::Tile::COUNT;

/// The tiles of an iterable, in its order.
pub(super) fn tiles(said: &Bound<'_, PyAny>) -> PyResult<Vec<rules::Tile>> {
    if let Ok(set) = said.cast::<TileSet>() {
        return Ok(set.get().0.iter().collect());
    }
    if let Ok(text) = said.extract::<Text<'_>>() {
        return Ok(tiles_in_order(&text)?);
    }
    let bound = Bounded { what: "tiles", rule: "Q1", slug: "too_many_tiles", most: MOST_TILES };
    bound.read(said, |tile| object(tile, "a Tile", |tile: &Tile| tile.0))
}

/// The tiles of a text in its order; a set of tiles has none.
fn tiles_in_order(text: &str) -> Result<Vec<rules::Tile>, Error> {
    const BEFORE: &str = "trade:";
    let written = if text.trim().is_empty() { "-" } else { text };
    match format!("{BEFORE}{written}").parse() {
        Ok(rules::Attempt::Trade(tiles)) => Ok(tiles),
        Ok(_) => Ok(Vec::new()),
        Err(error) => {
            Err(Error::unreadable(Kind::Other, text, error, |offset| offset.saturating_sub(BEFORE.len())))
        }
    }
}

/// The tiles of an iterable without their order.
pub(super) fn tile_set(said: &Bound<'_, PyAny>) -> PyResult<rules::TileSet> {
    if let Ok(set) = said.cast::<TileSet>() {
        return Ok(set.get().0);
    }
    rules::TileSet::try_from_tiles(tiles(said)?).ok_or_else(|| {
        let message = "a kind comes more than three times".to_owned();
        Error::input("tiles", "Q1", "too_many_copies", message).into()
    })
}
