//! `Move` with its three kinds, and `Draw`, the only chance event.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::qwirkle as rules;

use super::grid::{Laid, laid};
use super::tile::{Tile, TileSet, tile_set};
use crate::common::type_name;
use crate::contract::actions_of;
use crate::error::{Error, Kind, parse};
use crate::kinds::{Kinds, kinds};
use crate::reading::{Number, Text, object_or_text};
use crate::values::text_value;

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

    fn written(&self) -> String {
        self.attempt().to_string()
    }

    /// What somebody says as an object of its kind.
    pub(super) fn said(py: Python<'_>, attempt: rules::Attempt) -> PyResult<Py<PyAny>> {
        Ok(Self::of(attempt).into_object(py)?.into_any())
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
    fn parse(py: Python<'_>, text: Text<'_>) -> PyResult<Py<Self>> {
        Self::of(parse(Kind::Other, &text)?).into_object(py)
    }

    /// The action ids that spell the move where it is legal, one to nine; none for what no position could list.
    ///
    /// Of a placement they tell only the first cell, up to 97 columns and rows; the other tiles go to the next empty cells.
    /// So where it is illegal to lay on these cells, they may say another placement: ``position.read_actions(move.actions) == move`` tells.
    ///
    /// >>> [action_name(action) for action in Move.parse("1,0>r8-r0").actions]
    /// ['across', '1,0', 'r8', 'r0', 'done']
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        actions_of::<rules::Position>(py, self.chosen())
    }
}

impl Kinds for Move {
    fn kind(&self) -> &'static str {
        match &self.0 {
            Said::Move(rules::Move::Place(_)) | Said::Attempt(rules::Attempt::Place(_)) => "Place",
            Said::Move(rules::Move::Trade(_)) | Said::Attempt(rules::Attempt::Trade(_)) => "Trade",
            Said::Move(rules::Move::Skip) | Said::Attempt(rules::Attempt::Skip) => "Skip",
        }
    }

    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let tiles = match self.attempt() {
            rules::Attempt::Place(laid) => PyTuple::new(py, laid.into_iter().map(Laid))?,
            rules::Attempt::Trade(tiles) => PyTuple::new(py, tiles.into_iter().map(Tile))?,
            rules::Attempt::Skip => return Ok(Vec::new()),
        };
        Ok(vec![tiles.into_any()])
    }

    fn make(kind: &'static str, fields: &[&Bound<'_, PyAny>]) -> PyResult<Self> {
        Ok(Self::of(match (kind, fields) {
            ("Place", &[tiles]) => rules::Attempt::Place(laid(tiles)?),
            ("Trade", &[tiles]) => rules::Attempt::Trade(super::tile::tiles(tiles)?),
            _ => rules::Attempt::Skip,
        }))
    }
}

kinds! {
    Move, "spielwerk.qwirkle";

    /// To lay tiles (Q8 to Q12).
    ///
    /// Args:
    ///     tiles: The tiles with their cells. Their order does not matter (Q21).
    ///
    /// >>> move = Place([Laid(1, 0, Tile.parse("r8")), Laid(0, 0, Tile.parse("r0"))])
    /// >>> move.text
    /// '0,0>r0r8'
    Place(
        /// The tiles with their cells, along the line.
        tiles = 0
    );

    /// To put tiles aside and draw as many (Q7).
    ///
    /// Args:
    ///     tiles: The tiles to trade, in any order.
    ///
    /// >>> Trade(TileSet.parse("r8r0")).text
    /// 'trade:r0r8'
    Trade(
        /// The traded tiles in order.
        tiles = 0
    );

    /// To give up the turn, when nothing can be laid and the bag is empty (Q13).
    Skip();
}

/// What Python may say for a move: an object, its text, or the laid tiles alone.
pub(super) fn attempt(said: &Bound<'_, PyAny>) -> PyResult<rules::Attempt> {
    if let Ok(chosen) = said.cast::<Move>() {
        return Ok(chosen.get().attempt());
    }
    if let Ok(text) = said.extract::<Text<'_>>() {
        return Ok(parse(Kind::Other, &text)?);
    }
    if said.try_iter().is_ok() {
        return Ok(rules::Attempt::Place(laid(said)?));
    }
    Err(PyTypeError::new_err(format!("expected a Move, its text or laid tiles, not {}", type_name(said))))
}

/// The name of an action id.
///
/// Args:
///     action: 0 to ``ACTIONS`` - 1.
///
/// Raises:
///     InvalidInputError: If there is no such id.
///
/// >>> [action_name(action) for action in (0, 35, 36, 40, 41, 4745)]
/// ['r0', 'p8', 'across', 'done', '-48,-48', '0,0']
#[pyfunction]
pub(crate) fn action_name(action: Number) -> PyResult<String> {
    crate::contract::action_name::<rules::Position>(action)
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
    fn hidden(count: Number) -> PyResult<Self> {
        let known = count.to::<u8>().filter(|&count| count <= 6);
        let count = known.ok_or_else(|| {
            let message = format!("{count} tiles; 0 to 6 are drawn");
            Error::input("count", "Q6", "draw_count_wrong", message)
        })?;
        Ok(Self(rules::Draw(rules::Holding::Hidden(count))))
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

    fn __str__(&self) -> String {
        self.written()
    }
}

text_value!(Draw, parse = Kind::Event);

/// What Python may say for a draw: an object or its text.
pub(super) fn event(said: &Bound<'_, PyAny>) -> PyResult<rules::Draw> {
    object_or_text(said, "a Draw", Kind::Event, |draw: &Draw| draw.0)
}
