//! Schraube locker.

mod chain;
mod deck;
mod fields;
mod layouts;
mod moves;
mod objective;
mod position;
mod score;
mod solver;
mod turn;

use pyo3::prelude::*;
use spielwerk::common::{Actions as _, Position as _};
use spielwerk::schraube as rules;

use crate::contract::Bridge;

pub(crate) use chain::{Chain, Chains, resolve_chain, resolve_chains};
pub(crate) use deck::{Deck, Options, PointCard};
pub(crate) use layouts::{Odds, odds};
pub(crate) use moves::{
    Combine, EndTurn, EndVisit, Event, Extra, Gift, Laser, Move, Place, Reroll, Reveal, Roll, Start, Stop,
    Sum, Swap, action_name,
};
pub(crate) use objective::Objective;
pub(crate) use position::{Game, Hand, Pile, Position, Seen, Sight, View};
pub(crate) use score::{Happening, Points, Score, points_of, sets_of};
pub(crate) use solver::{Alternative, Solution, TurnSolver};
pub(crate) use turn::{Decision, TurnState};

/// Adds what is no class and no function.
pub(crate) fn export(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for made in [&deck::KIND, &score::REASON, &score::HAPPENS, &position::PHASE, &turn::DECIDE] {
        made.export(module)?;
    }
    module.add("ACTIONS", rules::Position::ACTIONS)?;
    module.add("RULES_VERSION", rules::Position::INFO.rules_version)
}

impl Bridge for rules::Position {
    type List = Vec<rules::Move>;

    fn list(&self) -> Vec<rules::Move> {
        self.legal_moves()
    }

    fn move_object(py: Python<'_>, chosen: rules::Move) -> PyResult<Py<PyAny>> {
        Move::object(py, chosen)
    }

    fn attempt_object(py: Python<'_>, attempt: rules::Move) -> PyResult<Py<PyAny>> {
        Move::object(py, attempt)
    }

    fn attempt(said: &Bound<'_, PyAny>) -> PyResult<rules::Move> {
        moves::attempt(said)
    }

    fn is_move(object: &Bound<'_, PyAny>) -> bool {
        object.is_instance_of::<Move>()
    }

    fn chosen(object: &Bound<'_, PyAny>) -> Option<rules::Move> {
        Some(object.cast::<Move>().ok()?.get().chosen())
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

    fn score_object(py: Python<'_>, score: &rules::Score, _players: u8) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, Score(*score))?.into_any())
    }

    fn reason_object(py: Python<'_>, reason: rules::Reason) -> PyResult<Py<PyAny>> {
        Ok(score::REASON.member(py, score::reason_index(reason))?.unbind())
    }
}
