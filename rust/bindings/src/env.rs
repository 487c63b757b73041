//! Games played one small number at a time.

use std::cell::Cell;

use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PyTuple};
use spielwerk::common::{Faults, Seat};
use spielwerk_env as env;
use spielwerk_env::{Actor, Stepwise};

use crate::error::{Error, Kind, retold};
use crate::gil::unlocked;
use crate::piece::Piece;
use crate::random::Random;
use crate::reading::{Bounded, Few, Number};
use crate::{lokus, qwirkle, schraube};

/// The number of chance among actors.
const CHANCE: i8 = -1;
/// Is never legal: what stands for a number that is no action id.
const NO_ACTION: u16 = u16::MAX;
/// The number of nobody among actors.
const OVER: i8 = -4;

/// An episode of whichever game.
#[derive(Clone)]
enum Any {
    Qwirkle(env::Episode<spielwerk::qwirkle::Position>),
    Lokus(env::Episode<spielwerk::lokus::Position>),
    Schraube(env::Episode<spielwerk::schraube::Position>),
}

/// The same for each game: `$episode` in `$what`.
macro_rules! each {
    ($any:expr, $episode:ident => $what:expr) => {
        match $any {
            Any::Qwirkle($episode) => $what,
            Any::Lokus($episode) => $what,
            Any::Schraube($episode) => $what,
        }
    };
}

impl Any {
    fn replay(&self, history: &[u16]) -> Result<Self, Faults> {
        Ok(match self {
            Self::Qwirkle(episode) => Self::Qwirkle(episode.replay(history)?),
            Self::Lokus(episode) => Self::Lokus(episode.replay(history)?),
            Self::Schraube(episode) => Self::Schraube(episode.replay(history)?),
        })
    }

    fn resample(&self, seat: Seat, random: &mut spielwerk_search::Random) -> Result<Self, Faults> {
        Ok(match self {
            Self::Qwirkle(episode) => Self::Qwirkle(episode.resample(seat, random)?),
            Self::Lokus(episode) => Self::Lokus(episode.resample(seat, random)?),
            Self::Schraube(episode) => Self::Schraube(episode.resample(seat, random)?),
        })
    }
}

/// A game in progress, played one small number at a time: what OpenSpiel, PettingZoo and learners build on.
///
/// A decision is a few *actions*, the ids that spell the move (``move.actions``). What chance decides is a few *outcomes*: one a tile, a
/// card, a roll. ``step`` takes either. All numbers are small, fixed, and the same in every API. Where all seats decide at once (Lokus,
/// L17) they are asked one after the other, none seeing what others chose; ``step_jointly`` takes all at once.
///
/// It changes in place; ``copy.copy`` and ``pickle`` give another that goes on alone. Equal are episodes with the same start, history and
/// limit; so there is no hash.
///
/// Args:
///     start: A position in which nothing is hidden: ``Position.start()``, or one from the middle of a game.
///     most_moves: After so many moves, 0 to 2**32 - 1, the episode is cut; the points then count as they stand. By default 500 in Qwirkle and 1,000
///         in Schraube locker, which no sensible game reaches, and never in Lokus.
///
/// Raises:
///     InvalidInputError: If no episode can begin there; it names every reason.
///
/// >>> from spielwerk import Random, lokus
/// >>> episode = Episode(lokus.Position.start())
/// >>> episode.actor == CHANCE, len(episode.outcomes())
/// (True, 72)
/// >>> episode.settle(Random(1))
/// >>> episode.actor, len(episode.legal_actions())
/// (0, 11)
/// >>> episode.step(episode.legal_actions()[0])
/// >>> episode.actor
/// 1
#[pyclass(generic, module = "spielwerk.env")]
#[derive(Clone)]
pub(crate) struct Episode(Any);

fn refused(faults: Faults) -> PyErr {
    Error::Invalid { what: Kind::Other, faults }.into()
}

fn begin<P: Stepwise>(start: &P, most_moves: Option<u32>) -> PyResult<env::Episode<P>> {
    env::Episode::new(start.clone(), most_moves).map_err(refused)
}

fn slice<'a, T: numpy::Element>(
    array: &'a mut PyReadwriteArray1<'_, T>,
    least: usize,
) -> PyResult<&'a mut [T]> {
    let found = array.as_array().len();
    if found < least {
        let message = format!("{found} elements; {least} are written");
        return Err(Error::input("array", "", "array_too_short", message).into());
    }
    array.as_slice_mut().map_err(|_| {
        let message = "its elements must lie side by side".to_owned();
        Error::input("array", "", "array_not_contiguous", message).into()
    })
}

/// How many moves there may be.
fn limit(most_moves: &Number) -> Result<u32, Error> {
    most_moves.to().ok_or_else(|| {
        let message = format!("a limit of {most_moves} moves; 0 to {} are possible", u32::MAX);
        Error::input("most_moves", "", "limit_out_of_range", message)
    })
}

/// An action or an outcome, which may be wrong but is no more than small.
fn small(id: &Number, path: &str) -> Result<u16, Error> {
    id.to().ok_or_else(|| {
        Error::input(path, "", "unknown_action", format!("{id}; actions and outcomes are small numbers"))
    })
}

impl Episode {
    /// Another episode that `make` makes of this one, with the interpreter lock released. It looks at a copy, as other threads may
    /// go on with this one meanwhile.
    fn another(
        slf: &Bound<'_, Self>,
        make: impl FnOnce(&Any) -> Result<Any, Faults> + Send,
    ) -> PyResult<Self> {
        let episode = slf.try_borrow()?.0.clone();
        unlocked(slf.py(), || make(&episode)).map(Self).map_err(refused)
    }

    fn observation_size(&self) -> usize {
        each!(&self.0, episode => episode.width())
    }
}

// Waiting for a generator lets the interpreter go. No episode is borrowed meanwhile, so threads may share one.
#[pymethods]
impl Episode {
    #[new]
    #[pyo3(signature = (start, most_moves = None))]
    fn new(start: &Bound<'_, PyAny>, most_moves: Option<Number>) -> PyResult<Self> {
        let most_moves = most_moves.as_ref().map(limit).transpose()?;
        if let Ok(start) = start.cast::<qwirkle::Position>() {
            return Ok(Self(Any::Qwirkle(begin(&start.get().0, most_moves)?)));
        }
        if let Ok(start) = start.cast::<lokus::Position>() {
            return Ok(Self(Any::Lokus(begin(&start.get().0, most_moves)?)));
        }
        if let Ok(start) = start.cast::<schraube::Position>() {
            return Ok(Self(Any::Schraube(begin(&start.get().0, most_moves)?)));
        }
        let found = crate::common::type_name(start);
        Err(pyo3::exceptions::PyTypeError::new_err(format!("an episode begins with a Position, not {found}")))
    }

    /// Who acts next: the number of a seat, ``CHANCE`` (-1), or ``OVER`` (-4). These are the numbers of OpenSpiel.
    #[getter]
    fn actor(&self) -> i8 {
        match each!(&self.0, episode => episode.actor()) {
            Actor::Seat(seat) => seat.index() as i8,
            Actor::Chance => CHANCE,
            Actor::Over => OVER,
        }
    }

    /// Whether the game is over or was cut.
    #[getter]
    fn is_over(&self) -> bool {
        each!(&self.0, episode => episode.actor()) == Actor::Over
    }

    /// Whether the episode was cut before the game was over.
    #[getter]
    fn is_cut(&self) -> bool {
        each!(&self.0, episode => episode.is_cut())
    }

    /// Whether all seats decide at once now, and none has decided yet (L17).
    #[getter]
    fn is_joint(&self) -> bool {
        each!(&self.0, episode => episode.is_joint())
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        each!(&self.0, episode => episode.players())
    }

    /// How many action ids the game has: they are 0 to ``action_count - 1``.
    #[getter]
    fn action_count(&self) -> u16 {
        each!(&self.0, episode => episode.action_count())
    }

    /// How many outcome ids the game has: they are 0 to ``outcome_count - 1``.
    #[getter]
    fn outcome_count(&self) -> u16 {
        each!(&self.0, episode => episode.outcome_count())
    }

    /// How many outcomes there can be at once at most.
    #[getter]
    fn most_outcomes(&self) -> u16 {
        each!(&self.0, episode => episode.most_outcomes())
    }

    /// After so many moves the episode is cut.
    #[getter]
    fn most_moves(&self) -> u32 {
        each!(&self.0, episode => episode.most_moves())
    }

    /// How many moves were played.
    #[getter]
    fn moves_played(&self) -> u32 {
        each!(&self.0, episode => episode.moves_played())
    }

    /// No episode with this start and limit has more actions and outcomes together.
    #[getter]
    fn most_steps(&self) -> u64 {
        each!(&self.0, episode => episode.start().most_steps(episode.most_moves()))
    }

    /// The least and the most points that a seat can have, in this order.
    #[getter]
    fn point_bounds(&self) -> (f64, f64) {
        each!(&self.0, episode => episode.start().point_bounds())
    }

    /// Where the game is, before the move that is being spelled and the draw that is under way: a ``Position`` of its game.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match &self.0 {
            Any::Qwirkle(episode) => {
                Bound::new(py, qwirkle::Position(episode.position().clone()))?.into_any()
            }
            Any::Lokus(episode) => Bound::new(py, lokus::Position(episode.position().clone()))?.into_any(),
            Any::Schraube(episode) => {
                Bound::new(py, schraube::Position(episode.position().clone()))?.into_any()
            }
        })
    }

    /// Where the episode began: a ``Position`` of its game.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match &self.0 {
            Any::Qwirkle(episode) => Bound::new(py, qwirkle::Position(episode.start().clone()))?.into_any(),
            Any::Lokus(episode) => Bound::new(py, lokus::Position(episode.start().clone()))?.into_any(),
            Any::Schraube(episode) => Bound::new(py, schraube::Position(episode.start().clone()))?.into_any(),
        })
    }

    /// Every action and outcome so far, in order. ``replay`` takes them again.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        each!(&self.0, episode => PyTuple::new(py, episode.history().iter().map(|entry| entry.id)))
    }

    /// The actions of the move that is being spelled.
    #[getter]
    fn spelled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let word: Vec<u16> = each!(&self.0, episode => episode.word().iter().collect());
        PyTuple::new(py, word)
    }

    /// The legal actions of the seat to act, in ascending order; empty when no seat is to act.
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, each!(&mut self.0, episode => episode.legal_actions()))
    }

    /// The legal actions of one of the seats that decide at once, in ascending order; empty unless ``is_joint``.
    fn joint_actions<'py>(&self, py: Python<'py>, seat: Number) -> PyResult<Bound<'py, PyList>> {
        let seat = crate::common::seat(seat, self.players())?;
        PyList::new(py, each!(&self.0, episode => episode.joint_actions(seat)))
    }

    /// The legal actions of the seat to act as an array of ``action_count`` bytes (``int8``): 1 for each that is legal.
    fn action_mask<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.action_count().into()];
        for action in each!(&mut self.0, episode => episode.legal_actions()) {
            mask[usize::from(action)] = 1;
        }
        PyArray1::from_vec(py, mask)
    }

    /// The outcomes that chance may bring next with their probabilities, in ascending order; empty when chance is not to act.
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        /// The rolls of one to six dice, which are the same every time.
        static ROLLS: [PyOnceLock<Py<PyTuple>>; 7] = [const { PyOnceLock::new() }; 7];
        let listed = || -> PyResult<Bound<'py, PyTuple>> {
            let outcomes = each!(&self.0, episode => episode.outcomes());
            let total: f64 = outcomes.iter().map(|&(_, weight)| f64::from(weight)).sum();
            PyTuple::new(
                py,
                outcomes.into_iter().map(|(outcome, weight)| (outcome, f64::from(weight) / total)),
            )
        };
        if let Any::Schraube(episode) = &self.0
            && episode.actor() == Actor::Chance
            && let dice @ 1..=6 = episode.position().to_roll()
        {
            let rolls = ROLLS[usize::from(dice)].get_or_try_init(py, || listed().map(Bound::unbind))?;
            return Ok(rolls.bind(py).clone());
        }
        listed()
    }

    /// An outcome drawn with its probability; it is not taken.
    ///
    /// Raises:
    ///     InvalidInputError: Unless chance is to act.
    fn sample_outcome(slf: &Bound<'_, Self>, random: &Random) -> PyResult<u16> {
        let mut random = random.lock(slf.py());
        each!(&slf.try_borrow()?.0, episode => episode.sample_outcome(&mut random)).map_err(refused)
    }

    /// Lets chance do all it has to do before a seat decides or the episode is over.
    fn settle(slf: &Bound<'_, Self>, random: &Random) -> PyResult<()> {
        let mut random = random.lock(slf.py());
        each!(&mut slf.try_borrow_mut()?.0, episode => episode.settle(&mut random));
        Ok(())
    }

    /// Takes an action when a seat is to act, an outcome when chance is.
    ///
    /// Raises:
    ///     InvalidInputError: If it is not legal, or can't come, or the episode is over. Nothing has changed then.
    ///
    /// >>> from spielwerk import qwirkle
    /// >>> episode = Episode(qwirkle.Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8"))
    /// >>> for action in (36, 41 + 97 * 48 + 50, 24, 40):  # across, at 2,0, r4, done
    /// ...     episode.step(action)
    /// >>> episode.position.scores
    /// (3, 0)
    fn step(&mut self, id: Number) -> PyResult<()> {
        let small = small(&id, "")?;
        each!(&mut self.0, episode => episode.step(small)).map_err(refused)
    }

    /// Takes an action for every seat, all of which decide at once.
    ///
    /// Raises:
    ///     InvalidInputError: Unless ``is_joint``, or if an action is not legal; the path of its fault is ``actions[seat]``. Nothing has
    ///         changed then.
    fn step_jointly(&mut self, actions: Few<Number>) -> PyResult<()> {
        let small: Vec<u16> = actions.0.iter().map(|action| action.to().unwrap_or(NO_ACTION)).collect();
        each!(&mut self.0, episode => episode.step_jointly(&small))
            .map_err(|faults| refused(retold("actions", faults, NO_ACTION, &actions.0)))
    }

    /// The points by seat if the game ended now; more is better, so the minus points of Lokus are negative.
    fn points(&self) -> Vec<f64> {
        each!(&self.0, episode => episode.points())
    }

    /// The share of the win by seat if the game ended now: 1 for a sole winner, equal parts for a tie, 0 for losers.
    fn shares(&self) -> Vec<f64> {
        each!(&self.0, episode => episode.shares())
    }

    /// How the array of ``observe`` is laid out; the same for all games with the same options.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut first = 0;
        let pieces = each!(&self.0, episode => episode.pieces()).into_iter().map(|piece| {
            let last = first + piece.len() as u64;
            let described = Piece {
                name: piece.name.into(),
                shape: PyTuple::new(py, &piece.shape)?.unbind(),
                private: piece.private,
                least: piece.least,
                most: piece.most,
                first,
                last,
            };
            first = last;
            Ok(described)
        });
        PyTuple::new(py, pieces.collect::<PyResult<Vec<_>>>()?)
    }

    /// What a seat knows now as an array of floats (``float32``): the ``pieces`` one after the other.
    fn observe<'py>(&self, py: Python<'py>, seat: Number) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let array = PyArray1::zeros(py, self.observation_size(), false);
        self.observe_into(seat, array.readwrite())?;
        Ok(array)
    }

    /// Writes ``observe`` into an array that is at least as long.
    ///
    /// Raises:
    ///     InvalidInputError: If the array is too short or not contiguous, or there is no such seat.
    fn observe_into(&self, seat: Number, mut array: PyReadwriteArray1<'_, f32>) -> PyResult<()> {
        let seat = crate::common::seat(seat, self.players())?;
        let written = slice(&mut array, self.observation_size())?;
        each!(&self.0, episode => episode.observe(seat, written));
        Ok(())
    }

    /// Writes everything that a seat has seen into an array of floats (``float32``); of ``None``, everything that everybody has.
    ///
    /// Two for each step of the history, and 0 for the rest. The first is 1 for chance, and 2 plus the seat for a seat; the second is the
    /// id plus one, or 0 where it is hidden.
    ///
    /// Raises:
    ///     InvalidInputError: If the array is too short or not contiguous, or there is no such seat.
    fn recall_into(&self, seat: Option<Number>, mut array: PyReadwriteArray1<'_, f32>) -> PyResult<()> {
        let seat = seat.map(|seat| crate::common::seat(seat, self.players())).transpose()?;
        let written = slice(&mut array, 2 * each!(&self.0, episode => episode.history().len()))?;
        each!(&self.0, episode => episode.recall(seat, written));
        Ok(())
    }

    /// What a seat knows now, in one line: its view, and the move that is being spelled.
    fn observation(&self, seat: Number) -> PyResult<String> {
        let seat = crate::common::seat(seat, self.players())?;
        Ok(each!(&self.0, episode => episode.observation(seat)))
    }

    /// What this seat alone knows now, in one line; empty where everybody knows everything.
    fn private_observation(&self, seat: Number) -> PyResult<String> {
        let seat = crate::common::seat(seat, self.players())?;
        Ok(each!(&self.0, episode => episode.private_observation(seat)))
    }

    /// What everybody sees now, in one line.
    fn public_observation(&self) -> String {
        each!(&self.0, episode => episode.public_observation())
    }

    /// Everything that a seat has seen, in order (perfect recall).
    ///
    /// That is its view of the start, then every step, ``?`` for what is hidden, and behind ``>`` the seat that is to act.
    /// Equal exactly for histories that the seat can't tell apart.
    fn information_state(&self, seat: Number) -> PyResult<String> {
        let seat = crate::common::seat(seat, self.players())?;
        Ok(each!(&self.0, episode => episode.information_state(seat)))
    }

    /// Everything that everybody has seen, in order, and behind ``>`` the seat that is to act.
    fn public_history(&self) -> String {
        each!(&self.0, episode => episode.public_history())
    }

    /// What a seat alone has seen, in order.
    fn private_history(&self, seat: Number) -> PyResult<String> {
        let seat = crate::common::seat(seat, self.players())?;
        Ok(each!(&self.0, episode => episode.private_history(seat)))
    }

    /// An episode in which a seat has seen the same, everything else drawn at random (a determinisation with its history).
    ///
    /// Each history that could have happened has equal weight, whatever the others' reasons to choose as they did. Tiles of one kind
    /// count one by one, in choices too: what others hold now is distributed as in ``view.complete``. In Qwirkle, after trades of
    /// one's own, the weights are those of a particle filter that looks ahead, with 16 particles.
    ///
    /// Args:
    ///     random: Where all chance comes from.
    ///     seat: The seat that is to act, which is the default; where all decide at once, any of them.
    ///
    /// Raises:
    ///     InvalidInputError: Unless the seat is to act; or if 20,000 draws in a row broke a rule.
    #[pyo3(signature = (random, *, seat = None))]
    fn resample(slf: &Bound<'_, Self>, random: &Random, seat: Option<Number>) -> PyResult<Self> {
        let (actor, players) = {
            let episode = slf.try_borrow()?;
            (each!(&episode.0, episode => episode.actor()), episode.players())
        };
        let seat = match (seat, actor) {
            (Some(seat), _) => crate::common::seat(seat, players)?,
            (None, Actor::Seat(seat)) => seat,
            (None, _) => return Err(Error::input("", "", "not_to_act", "no seat is to act".into()).into()),
        };
        Self::another(slf, |episode| episode.resample(seat, &mut random.lock_detached()))
    }

    /// The episode with the same start and these actions and outcomes.
    ///
    /// Raises:
    ///     InvalidInputError: At the first that can't be taken, with the path ``history[i]``.
    fn replay(slf: &Bound<'_, Self>, history: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bound = Bounded { what: "history", rule: "", slug: "too_many_entries", most: 1_000_000 };
        let place = Cell::new(0);
        let history = bound.read(history, |id| {
            let path = format!("history[{}]", place.replace(place.get() + 1));
            Ok(small(&id.extract()?, &path)?)
        })?;
        Self::another(slf, |episode| episode.replay(&history))
    }

    /// An action as text; ``None`` for a number that is no action of the game.
    fn action_name(&self, action: Number) -> Option<String> {
        let action = action.to::<u16>()?;
        each!(&self.0, episode => episode.action_name(action))
    }

    /// An outcome as text; ``None`` for a number that is no outcome of the game.
    fn outcome_name(&self, outcome: Number) -> Option<String> {
        let outcome = outcome.to::<u16>()?;
        each!(&self.0, episode => episode.outcome_name(outcome))
    }

    fn __repr__(&self) -> String {
        let steps = each!(&self.0, episode => episode.history().len());
        format!(
            "<Episode after {steps} steps: {}>",
            each!(&self.0, episode => episode.position().to_string())
        )
    }

    fn __eq__(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Any::Qwirkle(one), Any::Qwirkle(other)) => one == other,
            (Any::Lokus(one), Any::Lokus(other)) => one == other,
            (Any::Schraube(one), Any::Schraube(other)) => one == other,
            _ => false,
        }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Reads what pickling writes.
    #[staticmethod]
    fn _restore(start: &Bound<'_, PyAny>, most_moves: u32, history: &[u8]) -> PyResult<Self> {
        let ids: Vec<u16> = history.chunks_exact(2).map(|id| u16::from_le_bytes([id[0], id[1]])).collect();
        let begun = Bound::new(start.py(), Self::new(start, Some(i64::from(most_moves).into()))?)?;
        Self::another(&begun, |episode| episode.replay(&ids))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let restore = slf.get_type().getattr(intern!(py, "_restore"))?;
        let episode = slf.try_borrow()?;
        let history: Vec<u8> = each!(&episode.0, episode => episode.history().iter().flat_map(|entry| entry.id.to_le_bytes()).collect());
        let arguments = (episode.start(py)?, episode.most_moves(), PyBytes::new(py, &history));
        Ok((restore, arguments.into_pyobject(py)?))
    }
}

/// Adds the constants of the module.
pub(crate) fn export(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("CHANCE", CHANCE)?;
    module.add("OVER", OVER)
}
