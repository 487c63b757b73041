//! Agents, and games between them.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use spielwerk::common::View;

use spielwerk_search::{Arena, Judgement, Played, Progress, SharedAgent, Spec};

use crate::common::text_repr;
use crate::contract::Bridge;
use crate::error::{Error, Kind, parse};
use crate::gil::{unlocked, unlocked_with_heartbeat};
use crate::random::Random;
use crate::reading::{Few, Kept, Number, Text};
use crate::values::field_value;
use crate::{lokus, qwirkle, schraube};

/// Decides for a seat from what that seat may know. It keeps nothing between two decisions.
///
/// Args:
///     text: A name, and parameters behind a colon: ``"ismcts:iterations=1000,c=0.7"``. ``Agent.NAMES`` has all names and
///         presets; what a text leaves out is at its default, and ``text`` tells everything.
///
/// Raises:
///     InvalidInputError: If the text is wrong; it names every fault.
///
/// >>> Agent("flat:iterations=50").text
/// 'flat:iterations=50,rollout=random,cutoff=10000,reward=win'
#[pyclass(frozen, eq, module = "spielwerk.agents")]
#[derive(PartialEq)]
pub(crate) struct Agent(Spec);

#[pymethods]
impl Agent {
    /// Every name and preset that a text may begin with.
    #[classattr]
    #[pyo3(name = "NAMES")]
    fn names() -> Vec<&'static str> {
        Spec::NAMES.to_vec()
    }

    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("text",)
    }

    #[new]
    fn new(text: Text<'_>) -> PyResult<Self> {
        Ok(Self(spec("", &text)?))
    }

    /// The agent with all its parameters, which ``Agent`` reads back.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    /// Chooses one of the legal moves of a view.
    ///
    /// The same agent, view and random numbers give the same choice, unless a time limit cuts the search short.
    ///
    /// Args:
    ///     view: What the seat to act may know, ``position.view(seat)``.
    ///     random: Where all chance in the search comes from. The search holds it until it is done.
    ///     time_limit: Seconds after which the search ends with what it knows, on top of its own budget.
    ///
    /// Raises:
    ///     WrongTurnError: If the view is not that of the seat to act.
    ///     InvalidInputError: If the game has no such agent (``turn`` is for Schraube locker).
    ///
    /// >>> from spielwerk import Random, qwirkle
    /// >>> position = qwirkle.Position.start().settle(Random(1))
    /// >>> choice = Agent("ismcts:iterations=200").choose(position.view(position.turn), Random(2))
    /// >>> choice.move in position.legal_moves, choice.iterations, sum(move.visits for move in choice.statistics)
    /// (True, 200, 200)
    #[pyo3(signature = (view, random, *, time_limit = None))]
    fn choose(&self, view: &Bound<'_, PyAny>, random: &Random, time_limit: Option<f64>) -> PyResult<Choice> {
        let py = view.py();
        let time_limit = duration(time_limit)?;
        if let Ok(view) = view.cast::<qwirkle::View>() {
            return decide::<spielwerk::qwirkle::Position>(py, &self.0, &view.get().0, random, time_limit);
        }
        if let Ok(view) = view.cast::<lokus::View>() {
            return decide::<spielwerk::lokus::Position>(py, &self.0, &view.get().0, random, time_limit);
        }
        if let Ok(view) = view.cast::<schraube::View>() {
            return decide::<spielwerk::schraube::Position>(py, &self.0, &view.get().0, random, time_limit);
        }
        Err(pyo3::exceptions::PyTypeError::new_err(format!(
            "{} is no view of a game",
            view.get_type().name()?
        )))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Agent({})", text_repr(py, &self.text())?))
    }

    fn __hash__(&self) -> u64 {
        crate::common::hash(&self.text())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
        (slf.get_type(), (slf.get().text(),))
    }
}

/// What an agent decided, and what it found out about each move.
///
/// Attributes:
///     move: The move it takes.
///     iterations: How many iterations it did; 0 without a search, also where there is only one legal move.
///     statistics: One ``MoveStatistics`` a legal move, in their order; empty without a search.
#[pyclass(frozen, generic, module = "spielwerk.agents")]
pub(crate) struct Choice {
    chosen: Py<PyAny>,
    iterations: u64,
    statistics: Py<PyTuple>,
}

#[pymethods]
impl Choice {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("move", "iterations", "statistics")
    }

    #[new]
    #[pyo3(signature = (r#move, iterations, statistics))]
    fn new(r#move: Py<PyAny>, iterations: Number, statistics: Py<PyTuple>) -> PyResult<Self> {
        Ok(Self { chosen: r#move, iterations: iterations.fit("iterations", "")?, statistics })
    }

    /// The move it takes.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> Py<PyAny> {
        self.chosen.clone_ref(py)
    }

    /// How many iterations it did.
    #[getter]
    fn iterations(&self) -> u64 {
        self.iterations
    }

    /// One entry a legal move.
    #[getter]
    fn statistics(&self, py: Python<'_>) -> Py<PyTuple> {
        self.statistics.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<{} after {} iterations>", self.chosen.bind(py).str()?, self.iterations))
    }
}

impl Choice {
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.chosen, self.iterations, &self.statistics).into_pyobject(py)
    }
}

field_value!(Choice);

/// What a search found out about one move at its root.
///
/// Attributes:
///     move: The move.
///     visits: How many iterations went through it.
///     value: The mean reward of those iterations for the deciding seat, from 0 to 1; ``None`` when there was none.
#[pyclass(frozen, generic, module = "spielwerk.agents")]
pub(crate) struct MoveStatistics {
    chosen: Py<PyAny>,
    visits: u64,
    value: Option<f64>,
}

#[pymethods]
impl MoveStatistics {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("move", "visits", "value")
    }

    #[new]
    #[pyo3(signature = (r#move, visits, value))]
    fn new(r#move: Py<PyAny>, visits: Number, value: Option<f64>) -> PyResult<Self> {
        Ok(Self { chosen: r#move, visits: visits.fit("visits", "")?, value })
    }

    /// The move.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> Py<PyAny> {
        self.chosen.clone_ref(py)
    }

    /// How many iterations went through it.
    #[getter]
    fn visits(&self) -> u64 {
        self.visits
    }

    /// The mean reward, from 0 to 1.
    #[getter]
    fn value(&self) -> Option<f64> {
        self.value
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.value.map_or("None".to_owned(), |value| format!("{value:.4}"));
        Ok(format!("<{}: {} visits, value {value}>", self.chosen.bind(py).str()?, self.visits))
    }
}

impl MoveStatistics {
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.chosen, self.visits, self.value).into_pyobject(py)
    }
}

field_value!(MoveStatistics);

fn spec(path: &str, text: &str) -> Result<Spec, Error> {
    text.parse().map_err(|faults: spielwerk::common::Faults| {
        let faults = if path.is_empty() { faults } else { faults.inside(path) };
        Error::Invalid { what: Kind::Other, faults }
    })
}

fn agent<P: Judgement>(spec: &Spec) -> Result<SharedAgent<P>, Error> {
    spec.agent().map_err(|faults| Error::Invalid { what: Kind::Other, faults })
}

/// A time in seconds that can be waited for.
fn duration(seconds: Option<f64>) -> Result<Option<Duration>, Error> {
    let wrong = |seconds: f64| {
        Error::input(
            "time_limit",
            "agent",
            "out_of_range",
            format!("{seconds:?} seconds; 1e-9 to 1.8e19 are possible"),
        )
    };
    let read = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero()).ok_or_else(|| wrong(seconds))
    };
    seconds.map(read).transpose()
}

fn decide<P: Bridge + Judgement>(
    py: Python<'_>,
    spec: &Spec,
    view: &P::View,
    random: &Random,
    time_limit: Option<Duration>,
) -> PyResult<Choice> {
    if view.legal_moves().is_empty() {
        let message = format!("seat {} has nothing to decide", view.seat());
        return Err(Error::WrongTurn { message, position: view.to_string() }.into());
    }
    let agent = agent::<P>(spec)?;
    let choice = unlocked_with_heartbeat(py, |heartbeat| {
        let begun = Instant::now();
        let stop = || {
            let now = Instant::now();
            heartbeat.is_interrupted(now)
                || time_limit.is_some_and(|limit| now.duration_since(begun) >= limit)
        };
        agent.choose(view, &mut random.lock_detached(), &stop)
    })?;
    let object = |chosen: P::Move| P::move_object(py, chosen);
    let statistics = choice.statistics.iter().map(|entry| {
        Py::new(
            py,
            MoveStatistics { chosen: object(entry.chosen)?, visits: entry.visits, value: entry.value },
        )
    });
    Ok(Choice {
        chosen: object(choice.chosen)?,
        iterations: choice.iterations,
        statistics: PyTuple::new(py, statistics.collect::<PyResult<Vec<_>>>()?)?.unbind(),
    })
}

/// Plays games of an arena and hands each to ``receive`` as soon as all before it are there.
///
/// Args:
///     game: The name of the game.
///     start: The text of the first position.
///     agents: The texts of the agents, one a seat.
///     seed: What names all games together with their index.
///     indices: Which games to play, in the order in which they are reported.
///     threads: How many are played at once.
///     time_limit: Seconds a decision, or ``None``.
///     receive: Called with the data of a game, or with ``None`` several times a second; ends the match when it returns
///         something false.
///
/// Raises:
///     ParseError: If the start is in no grammar of the game.
///     InvalidInputError: If an agent or the number of agents is wrong.
#[pyfunction]
#[pyo3(signature = (game, start, agents, *, seed, indices, threads, time_limit, receive))]
pub(crate) fn play_games(
    game: Text<'_>,
    start: Text<'_>,
    agents: Few<Kept>,
    seed: u64,
    indices: Vec<u64>,
    threads: usize,
    time_limit: Option<f64>,
    receive: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let agents = agents.0.into_iter().map(|agent| agent.0).collect();
    let order = Order { agents, seed, indices, threads, time_limit: duration(time_limit)? };
    match &*game {
        "lokus" => order.play::<spielwerk::lokus::Position>(&start, receive),
        "qwirkle" => order.play::<spielwerk::qwirkle::Position>(&start, receive),
        "schraube" => order.play::<spielwerk::schraube::Position>(&start, receive),
        game => Err(Error::input("game", "", "unknown_game", format!("there is no game {game:?}")).into()),
    }
}

/// What is to be played.
struct Order {
    agents: Vec<String>,
    seed: u64,
    indices: Vec<u64>,
    threads: usize,
    time_limit: Option<Duration>,
}

impl Order {
    fn play<P: Bridge + Judgement>(&self, start: &str, receive: &Bound<'_, PyAny>) -> PyResult<()> {
        let start: P = parse(Kind::Position, start)?;
        if self.agents.len() != usize::from(start.players()) {
            let message = format!("{} agents for {} seats", self.agents.len(), start.players());
            return Err(Error::input("agents", "", "wrong_number", message).into());
        }
        let one = |(index, text): (usize, &String)| agent::<P>(&spec(&format!("agents[{index}]"), text)?);
        let agents = self.agents.iter().enumerate().map(one).collect::<Result<Vec<_>, _>>()?;
        let arena = Arena { start, agents, seed: self.seed };
        let limit = self.time_limit;
        let clock = || {
            let begun = Instant::now();
            move || limit.is_some_and(|limit| begun.elapsed() >= limit)
        };
        let mut failed = None;
        let py = receive.py();
        let receive = receive.clone().unbind();
        let failure = &mut failed;
        unlocked(py, move || {
            arena.play_all(&self.indices, self.threads, &clock, |progress| {
                let goes_on = Python::attach(|py| hand_over(py, &receive, &progress));
                let goes_on = goes_on.unwrap_or_else(|error| {
                    *failure = Some(error);
                    false
                });
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        });
        failed.map_or(Ok(()), Err)
    }
}

fn hand_over<P: Bridge>(py: Python<'_>, receive: &Py<PyAny>, progress: &Progress<P>) -> PyResult<bool> {
    py.check_signals()?;
    let told = match progress {
        Progress::Finished(played) => receive.call1(py, (told(py, played)?,)),
        Progress::Waiting => receive.call1(py, (py.None(),)),
    };
    told?.is_truthy(py)
}

/// A game as `spielwerk.arena.Game` takes it.
fn told<'py, P: Bridge>(py: Python<'py>, played: &Played<P>) -> PyResult<Bound<'py, PyDict>> {
    let data = PyDict::new(py);
    data.set_item("index", played.index)?;
    data.set_item("seating", PyTuple::new(py, &played.agents)?)?;
    data.set_item("points", PyTuple::new(py, played.outcome.points())?)?;
    data.set_item("margins", PyTuple::new(py, played.outcome.margins())?)?;
    data.set_item("ranking", PyTuple::new(py, played.outcome.ranking())?)?;
    let reason = P::reason_object(py, played.outcome.reason())?;
    data.set_item("reason", reason.getattr(py, "value")?)?;
    data.set_item("decisions", PyTuple::new(py, &played.decisions)?)?;
    data.set_item("iterations", PyTuple::new(py, &played.iterations)?)?;
    data.set_item("record", played.record.to_string())?;
    Ok(data)
}

/// Checks a text for a game without making a match of it, and completes it.
///
/// Args:
///     game: The name of the game.
///     text: The text of an agent.
///
/// Raises:
///     InvalidInputError: If the text is wrong, or the game has no such agent; it names every fault.
#[pyfunction]
pub(crate) fn canonical(game: Text<'_>, text: Text<'_>) -> PyResult<String> {
    let spec = spec("", &text)?;
    match &*game {
        "lokus" => agent::<spielwerk::lokus::Position>(&spec).map(drop)?,
        "schraube" => agent::<spielwerk::schraube::Position>(&spec).map(drop)?,
        _ => agent::<spielwerk::qwirkle::Position>(&spec).map(drop)?,
    }
    Ok(spec.to_string())
}
