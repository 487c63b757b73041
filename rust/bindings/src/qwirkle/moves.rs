//! `Move` with its three kinds, and `Draw`, the only chance event.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use spielwerk::qwirkle as rules;

use super::grid::{Laid, laid};
use super::tile::{Tile, TileSet, tile_set, type_name};
use crate::common::{Reduced, text_repr};
use crate::error::{Error, Kind, parse};

/// A move as Python holds it. Whatever can be a move of the rules is one, so that equal moves are equal objects (Q21).
#[derive(Clone, PartialEq, Eq, Hash)]
enum Said {
    Move(rules::Move),
    /// Never a move of the rules: two tiles on a cell, seven tiles, four copies, no line. Sorted.
    Attempt(rules::Attempt),
}

/// The tiles of an attempt in order: their order in a request never matters (Q21).
fn sorted(mut attempt: rules::Attempt) -> rules::Attempt {
    match &mut attempt {
        rules::Attempt::Place(laid) => laid.sort_unstable(),
        rules::Attempt::Trade(tiles) => tiles.sort_unstable(),
        rules::Attempt::Skip => {}
    }
    attempt
}

/// A decision of a player (Q6): ``Place``, ``Trade`` or ``Skip``. Any such decision can be written down, legal or not.
///
/// >>> Move.parse("1,0>r8-r0")
/// Place((Laid(1, 0, Tile(Shape.STAR8, Colour.RED)), Laid(3, 0, Tile(Shape.CIRCLE, Colour.RED))))
/// >>> match Move.parse("trade:r0r8"):
/// ...     case Place(tiles):
/// ...         print("lays", len(tiles))
/// ...     case Trade(tiles):
/// ...         print("trades", len(tiles))
/// ...     case Skip():
/// ...         print("skips")
/// trades 2
#[pyclass(frozen, eq, hash, subclass, module = "spielwerk.qwirkle")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Move(Said);

impl Move {
    fn of(attempt: rules::Attempt) -> Self {
        let chosen = match &attempt {
            rules::Attempt::Place(laid) => rules::Placement::new(laid).map(rules::Move::Place),
            rules::Attempt::Trade(tiles) => {
                rules::TileSet::try_from_tiles(tiles.iter().copied()).map(rules::Move::Trade)
            }
            rules::Attempt::Skip => Some(rules::Move::Skip),
        };
        Self(chosen.map_or_else(|| Said::Attempt(sorted(attempt)), Said::Move))
    }

    pub(super) fn attempt(&self) -> rules::Attempt {
        match &self.0 {
            Said::Move(chosen) => (*chosen).into(),
            Said::Attempt(attempt) => attempt.clone(),
        }
    }

    pub(super) const fn chosen(&self) -> Option<rules::Move> {
        if let Said::Move(chosen) = &self.0 { Some(*chosen) } else { None }
    }

    fn into_object(self, py: Python<'_>) -> PyResult<Py<Self>> {
        let kind = match &self.0 {
            Said::Move(rules::Move::Place(_)) | Said::Attempt(rules::Attempt::Place(_)) => 0,
            Said::Move(rules::Move::Trade(_)) | Said::Attempt(rules::Attempt::Trade(_)) => 1,
            Said::Move(rules::Move::Skip) | Said::Attempt(rules::Attempt::Skip) => 2,
        };
        let base = PyClassInitializer::from(self);
        Ok(match kind {
            0 => Bound::new(py, base.add_subclass(Place))?.into_super(),
            1 => Bound::new(py, base.add_subclass(Trade))?.into_super(),
            _ => Bound::new(py, base.add_subclass(Skip))?.into_super(),
        }
        .unbind())
    }

    /// A listed move as an object of its kind.
    pub(super) fn object(py: Python<'_>, chosen: rules::Move) -> PyResult<Py<PyAny>> {
        Ok(Self(Said::Move(chosen)).into_object(py)?.into_any())
    }
}

#[pymethods]
impl Move {
    /// Reads a move: ``1,0>r8-r0`` or ``lay:...`` for tiles on cells, ``trade:r0r8``, ``skip``.
    ///
    /// Raises:
    ///     ParseError: If the text is not in the grammar.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Py<Self>> {
        Self::of(parse(Kind::Other, text)?).into_object(py)
    }

    /// The move in the notation, which ``parse`` reads back.
    #[getter]
    fn text(&self) -> String {
        self.attempt().to_string()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let read = slf.get_type().getattr(intern!(slf.py(), "parse"))?;
        Ok((read, (slf.get().text(),).into_pyobject(slf.py())?))
    }
}

/// To lay tiles (Q8 to Q12).
///
/// Args:
///     tiles: The tiles with their cells. Their order does not matter (Q21).
///
/// >>> move = Place([Laid(1, 0, Tile.parse("r8")), Laid(0, 0, Tile.parse("r0"))])
/// >>> move.text
/// '0,0>r0r8'
#[pyclass(frozen, extends = Move, module = "spielwerk.qwirkle")]
pub(crate) struct Place;

#[pymethods]
impl Place {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("tiles",)
    }

    #[new]
    fn new(tiles: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        Ok(PyClassInitializer::from(Move::of(rules::Attempt::Place(laid(tiles)?))).add_subclass(Self))
    }

    /// The tiles with their cells, along the line.
    #[getter]
    fn tiles<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match &slf.as_super().0 {
            Said::Move(rules::Move::Place(placement)) => {
                PyTuple::new(py, placement.tiles().map(Laid).collect::<Vec<_>>())
            }
            Said::Attempt(rules::Attempt::Place(laid)) => {
                PyTuple::new(py, laid.iter().copied().map(Laid).collect::<Vec<_>>())
            }
            _ => Ok(PyTuple::empty(py)),
        }
    }

    fn __repr__(slf: PyRef<'_, Self>, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Place({})", Self::tiles(slf, py)?.repr()?))
    }
}

/// To put tiles aside and draw as many (Q7).
///
/// Args:
///     tiles: The tiles to trade, in any order.
///
/// >>> Trade(TileSet.parse("r8r0")).text
/// 'trade:r0r8'
#[pyclass(frozen, extends = Move, module = "spielwerk.qwirkle")]
pub(crate) struct Trade;

#[pymethods]
impl Trade {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("tiles",)
    }

    #[new]
    fn new(tiles: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        let traded = rules::Attempt::Trade(super::tile::tiles(tiles)?);
        Ok(PyClassInitializer::from(Move::of(traded)).add_subclass(Self))
    }

    /// The traded tiles in order.
    #[getter]
    fn tiles<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match &slf.as_super().0 {
            Said::Move(rules::Move::Trade(tiles)) => {
                PyTuple::new(py, tiles.iter().map(Tile).collect::<Vec<_>>())
            }
            Said::Attempt(rules::Attempt::Trade(tiles)) => {
                PyTuple::new(py, tiles.iter().copied().map(Tile).collect::<Vec<_>>())
            }
            _ => Ok(PyTuple::empty(py)),
        }
    }

    fn __repr__(slf: PyRef<'_, Self>, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Trade({})", Self::tiles(slf, py)?.repr()?))
    }
}

/// To give up the turn, when nothing can be laid and the bag is empty (Q13).
#[pyclass(frozen, extends = Move, module = "spielwerk.qwirkle")]
pub(crate) struct Skip;

#[pymethods]
impl Skip {
    #[classattr]
    fn __match_args__(py: Python<'_>) -> Bound<'_, PyTuple> {
        PyTuple::empty(py)
    }

    #[new]
    fn new() -> PyClassInitializer<Self> {
        PyClassInitializer::from(Move::of(rules::Attempt::Skip)).add_subclass(Self)
    }

    fn __repr__(&self) -> &'static str {
        "Skip()"
    }
}

/// What Python may say for a move: an object, its text, or the laid tiles alone.
pub(super) fn attempt(said: &Bound<'_, PyAny>) -> PyResult<rules::Attempt> {
    if let Ok(chosen) = said.cast::<Move>() {
        return Ok(chosen.get().attempt());
    }
    if let Ok(text) = said.cast::<PyString>() {
        return Ok(parse(Kind::Other, text.to_str()?)?);
    }
    if said.try_iter().is_ok() {
        return Ok(rules::Attempt::Place(laid(said)?));
    }
    Err(PyTypeError::new_err(format!("expected a Move, its text or laid tiles, not {}", type_name(said))))
}

/// Tiles come from the bag into the hand of the seat to move (Q20).
///
/// Args:
///     tiles: The drawn tiles, in any order.
///
/// >>> draw = Draw(TileSet.parse("r0g8"))
/// >>> draw.text, draw.count
/// ('draw:r0g8', 2)
/// >>> Draw.hidden(2).tiles is None
/// True
#[pyclass(frozen, eq, ord, hash, module = "spielwerk.qwirkle")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Draw(pub(super) rules::Draw);

#[pymethods]
impl Draw {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("tiles",)
    }

    #[new]
    fn new(tiles: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(rules::Draw(tile_set(tiles)?.into())))
    }

    /// A draw of which only the number of tiles is known.
    ///
    /// Raises:
    ///     InvalidInputError: If the count is not 0 to 6.
    #[staticmethod]
    fn hidden(count: i64) -> PyResult<Self> {
        let known = u8::try_from(count).ok().filter(|&count| count <= 6);
        let count = known.ok_or_else(|| {
            let message = format!("{count} tiles; 0 to 6 are drawn");
            Error::input("count", "Q6", "draw_count_wrong", message)
        })?;
        Ok(Self(rules::Draw(rules::Holding::Hidden(count))))
    }

    /// Reads a draw: ``draw:r0g8``, or ``draw:?2`` for two hidden tiles.
    ///
    /// Raises:
    ///     ParseError: If the text is not in the grammar.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        Ok(Self(parse(Kind::Event, text)?))
    }

    /// The drawn tiles, ``None`` when they are hidden.
    #[getter]
    fn tiles(&self) -> Option<TileSet> {
        self.0.0.known().map(TileSet)
    }

    /// How many tiles are drawn.
    #[getter]
    fn count(&self) -> u32 {
        self.0.0.len()
    }

    /// The draw in the notation, which ``parse`` reads back.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Draw.parse({})", text_repr(py, &self.0.to_string())?))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let read = slf.get_type().getattr(intern!(slf.py(), "parse"))?;
        Ok((read, (slf.get().text(),).into_pyobject(slf.py())?))
    }
}

/// What Python may say for a draw: an object or its text.
pub(super) fn event(said: &Bound<'_, PyAny>) -> PyResult<rules::Draw> {
    if let Ok(draw) = said.cast::<Draw>() {
        return Ok(draw.get().0);
    }
    match said.cast::<PyString>() {
        Ok(text) => Ok(parse(Kind::Event, text.to_str()?)?),
        Err(_) => Err(PyTypeError::new_err(format!("expected a Draw or its text, not {}", type_name(said)))),
    }
}
