//! Lokus.

mod card;
mod moves;
mod options;
mod position;
mod round;
mod score;

use pyo3::prelude::*;
use spielwerk::common::{Actions as _, Position as _};
use spielwerk::lokus as rules;

use crate::contract::Bridge;

pub(crate) use card::{Card, CardSet, Row};
pub(crate) use moves::{Choose, ChooseRow, Decline, Draw, Event, Hand, Move, Starter, action_name};
pub(crate) use options::{FixedDeal, Options, minus_points};
pub(crate) use position::{Game, Position, Seen, Sight, View};
pub(crate) use round::{
    Placement, Resolution, Resolutions, Resolved, check_row, resolve_round, resolve_rounds,
};
pub(crate) use score::Score;

/// Adds what is no class and no function.
pub(crate) fn export(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for made in [&card::COLOUR, &options::REASON, &position::STAGE, &round::WHICH] {
        made.export(module)?;
    }
    module.add("ACTIONS", rules::Position::ACTIONS)?;
    module.add("RULES_VERSION", rules::Position::INFO.rules_version)
}

impl Bridge for rules::Position {
    type List = Vec<rules::Move>;

    const FEWEST_WIN: bool = true;

    fn list(&self) -> Vec<rules::Move> {
        self.legal_moves()
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
        object.is_instance_of::<Event>()
    }

    fn event_object(py: Python<'_>, event: rules::Event) -> PyResult<Py<PyAny>> {
        Event::object(py, event)
    }

    fn event(said: &Bound<'_, PyAny>) -> PyResult<rules::Event> {
        moves::event(said)
    }

    fn score_object(py: Python<'_>, score: &rules::Score, players: u8) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, Score::of(score, players))?.into_any())
    }

    fn reason_object(py: Python<'_>, reason: rules::Reason) -> PyResult<Py<PyAny>> {
        Ok(options::REASON.member(py, reason as usize)?.unbind())
    }
}
