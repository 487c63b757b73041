//! The contract of `spielwerk::common` as Python sees it, written once for all games.
//!
//! Python classes can't be generic, so there are two ways. What only hands things out ([`Moves`], [`Chances`],
//! [`Verdict`]) is one class over a trait object. What a game constructs and reads back (positions, views, sights, games) is
//! one class a game, whose common methods [`classes!`](crate::contract::classes) writes; the game's own file adds the rest.

mod actions;
mod chances;
mod classes;
mod iterate;
mod moves;
mod records;
mod verdict;

use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::PyTuple;
use spielwerk::common::{
    Actions, Faults, Position, ReplayError, ReplayReason, Seat, Step, StepOf, Turn, Violation,
};

use crate::common::{Census, Outcome};
use crate::error::{Error, Kind};
use crate::reading::Number;

pub(crate) use actions::{action_name, actions_of, read_actions, read_word};
pub(crate) use chances::{Chances, EventSource};
pub(crate) use classes::classes;
pub(crate) use iterate::Iterate;
pub(crate) use moves::{Lazy, Listed, Moves, Sorted};
pub(crate) use records::records;
pub(crate) use verdict::Verdict;

/// How the values of one game become Python objects and back.
pub(crate) trait Bridge:
    Actions<
        Move: Send + Sync,
        Attempt: Send + Sync,
        Event: Send + Sync,
        Illegal: Send + Sync,
        Score: Send + Sync,
        Undo: Send + Sync,
        View: Send + Sync,
    > + Send
    + Sync
    + 'static
{
    /// How the game keeps its legal moves.
    type List: Sorted<Self>;

    /// The legal moves.
    fn list(&self) -> Self::List;

    /// Whether the fewest points win.
    const FEWEST_WIN: bool = false;

    /// A listed move as an object of the game's move classes.
    fn move_object(py: Python<'_>, chosen: Self::Move) -> PyResult<Py<PyAny>>;

    /// A move as anyone may say it as an object of the game's move classes.
    fn attempt_object(py: Python<'_>, attempt: Self::Attempt) -> PyResult<Py<PyAny>>;

    /// What Python may say for a move: an object of the move classes, its text, or a shorthand of the game.
    ///
    /// # Errors
    ///
    /// `TypeError` for anything else, `ParseError` for text outside the grammar.
    fn attempt(said: &Bound<'_, PyAny>) -> PyResult<Self::Attempt>;

    /// Whether the object is of the game's move classes.
    fn is_move(object: &Bound<'_, PyAny>) -> bool;

    /// The move that an object of the move classes stands for; `None` when no position could ever list it.
    fn chosen(object: &Bound<'_, PyAny>) -> Option<Self::Move>;

    /// Whether the object is of the game's event classes.
    fn is_event(object: &Bound<'_, PyAny>) -> bool;

    /// An event as an object of the game's event classes.
    fn event_object(py: Python<'_>, event: Self::Event) -> PyResult<Py<PyAny>>;

    /// What Python may say for an event: an object of the event classes, or its text.
    ///
    /// # Errors
    ///
    /// `TypeError` for anything else, `ParseError` for text outside the grammar.
    fn event(said: &Bound<'_, PyAny>) -> PyResult<Self::Event>;

    /// What a move is worth in a game with so many players.
    fn score_object(py: Python<'_>, score: &Self::Score, players: u8) -> PyResult<Py<PyAny>>;

    /// The member of the game's `Reason`.
    fn reason_object(py: Python<'_>, reason: Self::Reason) -> PyResult<Py<PyAny>>;
}

/// A frozen class around a position of the rules.
pub(crate) trait Holds<P>: PyClass<Frozen = True> + Sync {
    /// The position.
    fn held(&self) -> &P;
}

/// The outcome as Python sees it.
pub(crate) fn outcome<P: Bridge>(py: Python<'_>, position: &P) -> PyResult<Option<Outcome>> {
    position
        .outcome()
        .map(|outcome| Ok(Outcome::of(&outcome, P::FEWEST_WIN, P::reason_object(py, outcome.reason())?)))
        .transpose()
}

/// Plays a move after a full check.
pub(crate) fn play<P: Bridge>(position: &mut P, said: &Bound<'_, PyAny>) -> PyResult<(P::Move, P::Undo)> {
    let attempt = P::attempt(said)?;
    let (approved, undo) = position.try_play(&attempt).map_err(Error::from)?;
    Ok((approved.chosen, undo))
}

/// Applies an event after a full check.
pub(crate) fn apply<P: Bridge>(position: &mut P, said: &Bound<'_, PyAny>) -> PyResult<(P::Event, P::Undo)> {
    let event = P::event(said)?;
    match position.try_apply(&event) {
        Ok(undo) => Ok((event, undo)),
        Err(faults) => Err(impossible(position, &event, faults).into()),
    }
}

/// Takes a step. Text means a move when a seat is to act and an event when chance is.
pub(crate) fn take<P: Bridge>(position: &mut P, said: &Bound<'_, PyAny>) -> PyResult<(Step<P>, P::Undo)> {
    if P::is_event(said) || position.turn() == Turn::Chance && !P::is_move(said) {
        apply(position, said).map(|(event, undo)| (StepOf::Event(event), undo))
    } else {
        play(position, said).map(|(chosen, undo)| (StepOf::Move(chosen), undo))
    }
}

/// A step as the object that Python took it with.
pub(crate) fn step_object<P: Bridge>(py: Python<'_>, step: &Step<P>) -> PyResult<Py<PyAny>> {
    match step {
        StepOf::Move(chosen) => P::move_object(py, *chosen),
        StepOf::Event(event) => P::event_object(py, event.clone()),
    }
}

/// How deep a tree is counted: each decision takes some stack, and nobody waits for the count of a deeper one.
///
/// # Errors
///
/// `depth_out_of_range`.
pub(crate) fn depth(said: Number) -> Result<u32, Error> {
    const MOST: u32 = 64;
    said.to::<u32>().filter(|&depth| depth <= MOST).ok_or_else(|| {
        let message = format!("{said} decisions deep; 0 to {MOST} are counted");
        Error::input("depth", "", "depth_out_of_range", message)
    })
}

/// Refuses to divide a tree into more parts than anybody reads, or than fit into memory.
pub(crate) fn few_parts<P: Position>(position: &P) -> Result<(), Error> {
    const MOST: u128 = 1_000_000;
    let events = position.chance_count();
    if events <= MOST {
        return Ok(());
    }
    let message = format!("chance may do {events} things here; a tree is divided into at most {MOST} parts");
    Err(Error::input("order", "", "too_many_events", message))
}

/// The parts of a divided tree: steps with their counts.
pub(crate) fn parts<P: Bridge>(
    py: Python<'_>,
    parts: Vec<(Step<P>, spielwerk::common::Census)>,
) -> PyResult<Bound<'_, PyTuple>> {
    let parts =
        parts.into_iter().map(|(step, counted)| Ok((step_object::<P>(py, &step)?, Census::from(counted))));
    PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)
}

/// What Python says for a step that is not taken, but looked at.
pub(crate) fn step<P: Bridge>(position: &P, said: &Bound<'_, PyAny>) -> PyResult<Step<P>> {
    let mut position = position.clone();
    take(&mut position, said).map(|(step, _)| step)
}

fn impossible<P: Position>(position: &P, event: &P::Event, faults: Faults) -> Error {
    Error::Impossible { event: event.to_string(), position: position.to_string(), faults }
}

/// Refuses a question about a seat while none is to act.
pub(crate) fn seat_is_to_act<P: Position>(position: &P) -> Result<(), Error> {
    let message = match position.turn() {
        // A seat whose hand is hidden is to act, but nobody can list its moves.
        Turn::Seat(_) if position.legal_count() > 0 => return Ok(()),
        Turn::Seat(seat) => format!("nobody knows what seat {seat} may do"),
        Turn::Chance => "chance is to act, not a seat".to_owned(),
        Turn::Over => "the game is over, nobody is to act".to_owned(),
    };
    Err(Error::WrongTurn { message, position: position.to_string() })
}

/// Refuses a question about chance while it is not chance's turn.
pub(crate) fn chance_is_to_act<P: Position>(position: &P) -> Result<(), Error> {
    let who = match position.turn() {
        Turn::Chance => return Ok(()),
        Turn::Seat(seat) => format!("seat {seat} is to act, not chance"),
        Turn::Over => "the game is over, chance does nothing more".to_owned(),
    };
    Err(Error::WrongTurn { message: who, position: position.to_string() })
}

/// The seat with this number in a game.
pub(crate) fn seat_of<P: Position>(position: &P, number: Number) -> Result<Seat, Error> {
    crate::common::seat(number, position.players())
}

/// What a seat may know, if the position holds it.
pub(crate) fn view<P: Position>(position: &P, seat: Seat) -> PyResult<P::View> {
    position.try_view(seat).map_err(|faults| Error::Invalid { what: Kind::Other, faults }.into())
}

/// The faults of a record that does not replay, as `Game.parse` tells them.
pub(crate) fn replay_faults<P: Position>(error: &ReplayError<P>) -> Faults {
    let mut faults = Faults::default();
    match &error.reason {
        ReplayReason::Illegal(refusal) => {
            for broken in &refusal.broken {
                faults.add("", broken.rule(), broken.slug(), broken.to_string());
            }
        }
        ReplayReason::Impossible(inner) => faults.extend(inner.clone()),
    }
    faults.inside(&format!("steps[{}]", error.index))
}

/// Makes [`Moves`] count as a `collections.abc.Sequence`.
pub(crate) fn register_sequences(py: Python<'_>) -> PyResult<()> {
    py.import("collections.abc")?.getattr("Sequence")?.call_method1("register", (py.get_type::<Moves>(),))?;
    Ok(())
}

/// Draws an object by a function of `spielwerk.render`, for `viewer` or for everyone.
///
/// The only arrow that points up: a class that draws itself in a notebook must find the drawing, and drawings are Python. It is
/// imported when it is first needed, so that nothing else depends on it.
pub(crate) fn draw<'py, T>(
    object: &Bound<'py, T>,
    function: &str,
    viewer: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let render = object.py().import("spielwerk.render")?.getattr(function)?;
    match viewer {
        Some(viewer) => render.call1((object.as_any(), viewer)),
        None => render.call1((object.as_any(),)),
    }
}
