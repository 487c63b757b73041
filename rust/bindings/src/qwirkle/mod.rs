//! Qwirkle.

mod batch;
mod functions;
mod grid;
mod moves;
mod options;
mod position;
mod tile;

use pyo3::prelude::*;
use spielwerk::common::{Actions as _, Position as _};
use spielwerk::qwirkle as rules;

use crate::contract::{Bridge, Sorted};

pub(crate) use batch::{best_points, check_placements, count_moves, pack};
pub(crate) use functions::{
    best_placements, check_placement, count_placements, opening_groups, opening_size, placements,
    score_placement, starter, trades,
};
pub(crate) use grid::{Grid, Laid, Line, Score};
pub(crate) use moves::{Draw, Move, Place, Skip, Trade, action_name};
pub(crate) use options::Options;
pub(crate) use position::{Game, Position, Seen, Sight, View};
pub(crate) use tile::{Tile, TileSet};

/// Adds what is no class and no function.
pub(crate) fn export(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for made in [&tile::SHAPE, &tile::COLOUR, &grid::AXIS, &options::REASON] {
        made.export(module)?;
    }
    module.add("VIOLATIONS", batch::violations(module.py())?)?;
    module.add("ACTIONS", rules::Position::ACTIONS)?;
    module.add("RULES_VERSION", rules::Position::INFO.rules_version)
}

impl Sorted<rules::Position> for rules::Moves {
    fn count(&self) -> usize {
        self.len()
    }

    fn at(&self, index: usize) -> rules::Move {
        self.get(index).expect("an index below the count")
    }
}

impl Sorted<rules::Position> for rules::Placements {
    fn count(&self) -> usize {
        self.len()
    }

    fn at(&self, index: usize) -> rules::Move {
        rules::Move::Place(self.get(index).expect("an index below the count").placement)
    }
}

impl Bridge for rules::Position {
    type List = rules::Moves;

    fn list(&self) -> rules::Moves {
        self.moves()
    }

    fn move_object(py: Python<'_>, chosen: rules::Move) -> PyResult<Py<PyAny>> {
        Move::object(py, chosen)
    }

    fn attempt_object(py: Python<'_>, attempt: rules::Attempt) -> PyResult<Py<PyAny>> {
        Move::said(py, attempt)
    }

    fn attempt(said: &Bound<'_, PyAny>) -> PyResult<rules::Attempt> {
        moves::attempt(said)
    }

    fn is_move(object: &Bound<'_, PyAny>) -> bool {
        object.is_instance_of::<Move>()
    }

    fn chosen(object: &Bound<'_, PyAny>) -> Option<rules::Move> {
        object.cast::<Move>().ok()?.get().chosen()
    }

    fn is_event(object: &Bound<'_, PyAny>) -> bool {
        object.is_instance_of::<Draw>()
    }

    fn event_object(py: Python<'_>, event: rules::Draw) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, Draw(event))?.into_any())
    }

    fn event(said: &Bound<'_, PyAny>) -> PyResult<rules::Draw> {
        moves::event(said)
    }

    fn score_object(py: Python<'_>, score: &rules::Score, _players: u8) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, Score::from(score))?.into_any())
    }

    fn reason_object(py: Python<'_>, reason: rules::Ended) -> PyResult<Py<PyAny>> {
        Ok(options::REASON.member(py, reason as usize)?.unbind())
    }
}
