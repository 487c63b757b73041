//! `Options`: what is agreed before a game, and `Reason`: why it is over.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use spielwerk::common::Seat;
use spielwerk::qwirkle as rules;

use crate::common::{Reduced, reduced_with};
use crate::enums::NativeEnum;
use crate::error::{Error, Kind};
use crate::reading::Number;

pub(crate) static REASON: NativeEnum = NativeEnum::new(
    "Reason",
    "spielwerk.qwirkle",
    "Why a game is over: a player went out (Q16), nobody can lay a tile (Q17), the grid is dead, or too many turns in a row \
     passed without a placement (Q24).",
    &[("WENT_OUT", "went_out"), ("STUCK", "stuck"), ("DEAD_GRID", "dead_grid"), ("IDLE_LIMIT", "idle_limit")],
);

/// What is agreed before a game begins.
///
/// Args:
///     players: How many play, 2 to 4 (Q2).
///     starter: The seat that begins, instead of the one with the largest opening group (Q3).
///     free_pass: Whether a player may skip at any time once the bag is empty (Q13).
///     idle_limit: The game ends after this many turns in a row without a placement, 1 to 1000 (Q24); never by default.
///
/// Raises:
///     InvalidInputError: If something is out of range; it names every fault.
///
/// >>> Options(3, idle_limit=6)
/// Options(players=3, starter=None, free_pass=False, idle_limit=6)
#[pyclass(frozen, eq, hash, module = "spielwerk.qwirkle")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Options(pub(super) rules::Options);

impl Options {
    /// The rule book's game for two players.
    pub(super) fn usual() -> Self {
        Self(rules::Options::default())
    }
}

impl From<rules::Options> for Options {
    fn from(options: rules::Options) -> Self {
        Self(options)
    }
}

#[pymethods]
impl Options {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("players",)
    }

    #[new]
    #[pyo3(signature = (players = Number::of(2), *, starter = None, free_pass = false, idle_limit = None), text_signature = "(players=2, *, starter=None, free_pass=False, idle_limit=None)")]
    fn new(
        players: Number,
        starter: Option<Number>,
        free_pass: bool,
        idle_limit: Option<Number>,
    ) -> PyResult<Self> {
        let players = players.fit("players", "Q2")?;
        let starter = starter.map(|seat| seat.fit("starter", "Q3")).transpose()?;
        let idle_limit = idle_limit.map(|limit| limit.fit("idle_limit", "Q24")).transpose()?;
        let options = rules::Options::read(players, starter, free_pass, idle_limit);
        Ok(Self(options.map_err(|faults| Error::Invalid { what: Kind::Other, faults })?))
    }

    /// How many play, 2 to 4.
    #[getter]
    fn players(&self) -> u8 {
        self.0.players
    }

    /// The seat that begins, ``None`` when the opening groups decide (Q3).
    #[getter]
    fn starter(&self) -> Option<usize> {
        self.0.starter.map(Seat::index)
    }

    /// Whether a player may skip at any time once the bag is empty (Q13).
    #[getter]
    fn free_pass(&self) -> bool {
        self.0.free_pass
    }

    /// The game ends after this many turns in a row without a placement (Q24), ``None`` for never.
    #[getter]
    fn idle_limit(&self) -> Option<u16> {
        self.0.idle_limit
    }

    fn __repr__(&self) -> String {
        let none = || "None".to_owned();
        format!(
            "Options(players={}, starter={}, free_pass={}, idle_limit={})",
            self.0.players,
            self.starter().map_or_else(none, |seat| seat.to_string()),
            if self.0.free_pass { "True" } else { "False" },
            self.0.idle_limit.map_or_else(none, |limit| limit.to_string()),
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let named = PyDict::new(py);
        named.set_item("starter", own.starter())?;
        named.set_item("free_pass", own.0.free_pass)?;
        named.set_item("idle_limit", own.0.idle_limit)?;
        reduced_with(slf.get_type().as_any(), (own.0.players,), &named)
    }
}
