//! The turn solver: any moment of a turn, any worth of its ends, the best decisions.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use spielwerk::common::{Faults, Position as _};
use spielwerk::schraube as rules;
use spielwerk_search::schraube as search;
use spielwerk_search::schraube::odds as search_odds;

use super::fields::{all, dice, dice_tuple, face, pile, pile_set, pile_tuple, six};
use super::position::Position;
use crate::common::{Reduced, ratio, tuple_repr};
use crate::enums::NativeEnum;
use crate::error::{Error, Kind};
use crate::gil::unlocked;

fn refused(faults: Faults) -> Error {
    Error::Invalid { what: Kind::Other, faults }
}

fn too_large(error: search::TooLarge) -> PyErr {
    Error::input("rerolls_left", "S6", "too_large_for_exact", error.to_string()).into()
}

/// A moment of a turn, from before the first roll to the last decision before the figure moves.
///
/// Args:
///     figure: The pile where the figure stands, 0 to 5.
///     faces: The faces of the six open cards by pile.
///     covered: The piles that carry dice.
///     to_roll: How many dice are about to be rolled; six by default, if no ``dice`` are given.
///     dice: The faces of the dice that lie unplaced.
///     rerolls_left: Rolls still allowed after the one just made, or about to be made (S6).
///     lasers: Laser cards that may be used (S12).
///     extra_rolls: Extra-roll cards that may be used (S13).
///     pro: Whether pips may be added up (S25).
///
/// Raises:
///     InvalidInputError: If this is no moment of a turn; it names every fault.
///
/// >>> TurnState(0, [1, 2, 3, 4, 5, 6]).to_roll
/// 6
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct TurnState(search::TurnState);

#[pymethods]
impl TurnState {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("figure", "faces")
    }

    #[new]
    #[pyo3(signature = (figure, faces, *, covered = None, to_roll = None, dice = None, rerolls_left = 2, lasers = 0, extra_rolls = 0, pro = false))]
    fn new(
        figure: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
        covered: Option<&Bound<'_, PyAny>>,
        to_roll: Option<u8>,
        dice: Option<&Bound<'_, PyAny>>,
        rerolls_left: u8,
        lasers: u8,
        extra_rolls: u8,
        pro: bool,
    ) -> PyResult<Self> {
        let covered = covered.map_or(Ok(rules::PileSet::NONE), pile_set)?;
        let lying = match (dice, to_roll) {
            (Some(_), Some(_)) => {
                return Err(PyTypeError::new_err("dice lie unplaced or are about to be rolled, not both"));
            }
            (Some(dice), None) => search::TurnDice::Unplaced(self::dice(dice)?),
            (None, count) => search::TurnDice::ToRoll(count.unwrap_or(rules::DICE - covered.len())),
        };
        let state = search::TurnState {
            figure: pile(figure)?,
            faces: six("faces", faces, face)?,
            covered,
            dice: lying,
            rerolls_left,
            lasers,
            extra_rolls,
            pro,
        };
        state.check().map_err(refused)?;
        Ok(Self(state))
    }

    /// The turn that is going on in a position, with the cards that the seat on turn may use.
    ///
    /// Raises:
    ///     WrongTurnError: Unless dice are about to be rolled or placed.
    ///
    /// >>> position = Position.start()
    /// >>> while position.phase not in (Phase.ROLL, Phase.PLACE):
    /// ...     position = position.apply(position.sample(Random(3))) if position.is_chance else position.play("start 2")
    /// >>> TurnState.of(position).figure
    /// 2
    #[staticmethod]
    fn of(position: &Position) -> PyResult<Self> {
        let game = &position.0;
        let wrong = || Error::WrongTurn {
            message: "no dice are about to be rolled or placed".to_owned(),
            position: game.to_string(),
        };
        let dice = match game.phase() {
            rules::Phase::Roll => search::TurnDice::ToRoll(game.to_roll()),
            rules::Phase::Place => search::TurnDice::Unplaced(game.unplaced()),
            _ => return Err(wrong().into()),
        };
        let figure = game.figure_of(game.mover()).ok_or_else(wrong)?;
        let faces = game.faces().ok_or_else(wrong)?;
        // S12, S13, S19: open cards owned at the start of the turn.
        let old = game.hand(game.mover()).open.minus(game.fresh());
        let usable = |kind| old.and(game.deck().of_kind(kind)).len();
        Ok(Self(search::TurnState {
            figure,
            faces,
            covered: game.covered(),
            dice,
            rerolls_left: game.rerolls_left(),
            lasers: usable(rules::Kind::Laser),
            extra_rolls: usable(rules::Kind::ExtraRoll),
            pro: game.options().pro,
        }))
    }

    /// The pile where the figure stands.
    #[getter]
    fn figure(&self) -> u8 {
        self.0.figure.number()
    }

    /// The faces of the six open cards by pile.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.faces.map(rules::Face::pips))
    }

    /// The piles that carry dice.
    #[getter]
    fn covered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pile_tuple(py, self.0.covered.iter())
    }

    /// How many dice are about to be rolled; 0 when they lie unplaced.
    #[getter]
    fn to_roll(&self) -> u8 {
        if let search::TurnDice::ToRoll(count) = self.0.dice { count } else { 0 }
    }

    /// The faces of the dice that lie unplaced, ``None`` before a roll.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        match self.0.dice {
            search::TurnDice::Unplaced(dice) => dice_tuple(py, dice).map(Some),
            search::TurnDice::ToRoll(_) => Ok(None),
        }
    }

    /// Rolls still allowed after the one just made, or about to be made (S6).
    #[getter]
    fn rerolls_left(&self) -> u8 {
        self.0.rerolls_left
    }

    /// Laser cards that may be used (S12).
    #[getter]
    fn lasers(&self) -> u8 {
        self.0.lasers
    }

    /// Extra-roll cards that may be used (S13).
    #[getter]
    fn extra_rolls(&self) -> u8 {
        self.0.extra_rolls
    }

    /// Whether pips may be added up (S25).
    #[getter]
    fn pro(&self) -> bool {
        self.0.pro
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let dice = match self.dice(py)? {
            Some(dice) => format!("dice={}", dice.repr()?),
            None => format!("to_roll={}", self.to_roll()),
        };
        let pro = if self.0.pro { "True" } else { "False" };
        Ok(format!(
            "TurnState({}, {}, covered={}, {dice}, rerolls_left={}, lasers={}, extra_rolls={}, pro={pro})",
            self.0.figure,
            self.faces(py)?.repr()?,
            self.covered(py)?.repr()?,
            self.0.rerolls_left,
            self.0.lasers,
            self.0.extra_rolls,
        ))
    }
}

/// A number as the nearest double and, where 128 bits suffice, exactly.
fn worth(said: &Bound<'_, PyAny>) -> PyResult<(f64, Option<search::Ratio>)> {
    static FRACTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let double: f64 = said.call_method0("__float__")?.extract()?;
    let exact = FRACTION.import(said.py(), "fractions", "Fraction")?.call1((said,));
    let exact = match exact {
        Ok(exact) => exact,
        // Infinity and no number: the check of the objective names them.
        Err(error)
            if error.is_instance_of::<PyOverflowError>(said.py())
                || error.is_instance_of::<PyValueError>(said.py()) =>
        {
            return Ok((double, None));
        }
        Err(error) => return Err(error),
    };
    let part = |name| exact.getattr(name)?.extract::<i128>();
    let exact = match (part("numerator"), part("denominator")) {
        (Ok(numerator), Ok(denominator)) => Some(search::Ratio::new(numerator, denominator)),
        _ => None,
    };
    Ok((double, exact))
}

/// What each end of a turn is worth, and what a card spent on the way costs. Numbers may be integers, floats or fractions.
///
/// Args:
///     ends: Seven worths: of a turn that ends with an empty run, with a run of one, two, ... five, and with the full circle (S15).
///     laser_price: What using a laser costs (S12).
///     extra_price: What using an extra roll costs (S13).
///
/// Raises:
///     InvalidInputError: If there are not seven worths, or one is not finite.
///
/// >>> Objective.run().ends
/// (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
#[pyclass(frozen, eq, module = "spielwerk.schraube")]
#[derive(Clone, PartialEq)]
pub(crate) struct Objective {
    doubles: search::Objective<f64>,
    exact: Option<search::Objective<search::Ratio>>,
}

impl Objective {
    fn of(make: impl Fn() -> (search::Objective<f64>, search::Objective<search::Ratio>)) -> Self {
        let (doubles, exact) = make();
        Self { doubles, exact: Some(exact) }
    }

    fn exact(&self) -> PyResult<&search::Objective<search::Ratio>> {
        self.exact.as_ref().ok_or_else(|| {
            let message = "a worth needs more than 128 bits as a fraction".to_owned();
            Error::input("ends", "S15", "too_large_for_exact", message).into()
        })
    }
}

#[pymethods]
impl Objective {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("ends", "laser_price", "extra_price")
    }

    #[new]
    #[pyo3(signature = (ends, *, laser_price = None, extra_price = None))]
    fn new(
        ends: &Bound<'_, PyAny>,
        laser_price: Option<&Bound<'_, PyAny>>,
        extra_price: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let ends = all(ends, worth)?;
        let count = ends.len();
        let Ok(ends) = <[_; rules::PILES + 1]>::try_from(ends) else {
            let message = format!("{count} worths; a turn has seven ends");
            return Err(Error::input("ends", "S15", "wrong_end_count", message).into());
        };
        let free = (0.0, Some(search::Ratio::from(0)));
        let laser = laser_price.map_or(Ok(free), worth)?;
        let extra = extra_price.map_or(Ok(free), worth)?;
        let doubles = search::Objective::ends(ends.map(|(double, _)| double)).with_prices(laser.0, extra.0);
        doubles.check().map_err(refused)?;
        let mut exact_ends = [search::Ratio::from(0); rules::PILES + 1];
        let all_exact = exact_ends.iter_mut().zip(&ends).all(|(place, (_, exact))| {
            exact.is_some_and(|exact| {
                *place = exact;
                true
            })
        });
        let exact = match (all_exact, laser.1, extra.1) {
            (true, Some(laser), Some(extra)) => {
                Some(search::Objective::ends(exact_ends).with_prices(laser, extra))
            }
            _ => None,
        };
        Ok(Self { doubles, exact })
    }

    /// The chance of a full circle.
    #[staticmethod]
    fn full_circle() -> Self {
        Self::of(|| (search::Objective::full_circle(), search::Objective::full_circle()))
    }

    /// The expected length of the run.
    #[staticmethod]
    fn run() -> Self {
        Self::of(|| (search::Objective::run(), search::Objective::run()))
    }

    /// The chance that the run has exactly this length.
    ///
    /// Args:
    ///     run: 0 (empty) to 6 (full circle).
    ///
    /// Raises:
    ///     InvalidInputError: If it is out of range.
    #[staticmethod]
    fn stop_at(run: i64) -> PyResult<Self> {
        let run =
            u8::try_from(run).ok().filter(|&run| usize::from(run) <= rules::PILES).ok_or_else(|| {
                Error::input("run", "S15", "run_out_of_range", format!("a run of {run}; runs are 0 to 6"))
            })?;
        Ok(Self::of(|| (search::Objective::stop_at(run), search::Objective::stop_at(run))))
    }

    /// The chance that the figure stops exactly at a pile; its own means a full circle.
    #[staticmethod]
    fn stop_at_pile(figure: &Bound<'_, PyAny>, pile: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (figure, pile) = (self::pile(figure)?, self::pile(pile)?);
        Ok(Self::of(|| {
            (search::Objective::stop_at_pile(figure, pile), search::Objective::stop_at_pile(figure, pile))
        }))
    }

    /// The expected value of the card taken; an empty run takes none.
    ///
    /// Args:
    ///     figure: The pile where the figure stands.
    ///     values: The values of the six open cards by pile.
    ///     bonus: What a full circle earns besides: a bonus card is worth 6 points (S2).
    #[staticmethod]
    #[pyo3(signature = (figure, values, bonus = 6))]
    fn card_taken(figure: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>, bonus: i32) -> PyResult<Self> {
        const MOST: i32 = 1_000_000_000;
        let figure = pile(figure)?;
        let values = six("values", values, |value| value.extract::<i32>())?;
        if values.iter().chain([&bonus]).any(|value| !(-MOST..=MOST).contains(value)) {
            let message = format!("values go from {} to {MOST}", -MOST);
            return Err(Error::input("values", "S2", "value_out_of_range", message).into());
        }
        Ok(Self::of(|| {
            (
                search::Objective::card_taken(figure, values, bonus),
                search::Objective::card_taken(figure, values, bonus),
            )
        }))
    }

    /// The worths of the seven ends.
    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.doubles.ends)
    }

    /// What using a laser costs.
    #[getter]
    fn laser_price(&self) -> f64 {
        self.doubles.laser_price
    }

    /// What using an extra roll costs.
    #[getter]
    fn extra_price(&self) -> f64 {
        self.doubles.extra_price
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ends = self.ends(py)?.repr()?;
        let (laser, extra) = (self.doubles.laser_price, self.doubles.extra_price);
        Ok(format!("Objective({ends}, laser_price={laser:?}, extra_price={extra:?})"))
    }
}

pub(crate) static DECIDE: NativeEnum = NativeEnum::new(
    "Decide",
    "spielwerk.schraube",
    "What can be decided between a roll and the stop: place a die (S7, S8), place a sum (S25), roll again (S9), use a laser (S12) or \
     an extra roll (S13), stop (S10).",
    &[
        ("PLACE", "place"),
        ("SUM", "sum"),
        ("REROLL", "reroll"),
        ("LASER", "laser"),
        ("EXTRA", "extra"),
        ("STOP", "stop"),
    ],
);

/// Something that the player on turn can decide between a roll and his stop. A ``Move`` names the card besides.
#[pyclass(frozen, eq, ord, hash, module = "spielwerk.schraube")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Decision(search::Decision);

#[pymethods]
impl Decision {
    /// What is done.
    #[getter]
    fn what<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        DECIDE.member(
            py,
            match self.0 {
                search::Decision::Place(_) => 0,
                search::Decision::Sum(..) => 1,
                search::Decision::Reroll => 2,
                search::Decision::Laser(..) => 3,
                search::Decision::Extra => 4,
                search::Decision::Stop => 5,
            },
        )
    }

    /// The pile on which dice are placed.
    #[getter]
    fn pile(&self) -> Option<u8> {
        match self.0 {
            search::Decision::Place(pile) | search::Decision::Sum(pile, _) => Some(pile.number()),
            _ => None,
        }
    }

    /// The dice of a sum.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        if let search::Decision::Sum(_, dice) = self.0 { dice_tuple(py, dice).map(Some) } else { Ok(None) }
    }

    /// The face that a laser turns.
    #[getter]
    fn turned_from(&self) -> Option<u8> {
        if let search::Decision::Laser(from, _) = self.0 { Some(from.pips()) } else { None }
    }

    /// The face that it becomes.
    #[getter]
    fn turned_to(&self) -> Option<u8> {
        if let search::Decision::Laser(_, to) = self.0 { Some(to.pips()) } else { None }
    }

    /// The decision as a text: that of the move, without the card that is used.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<{}>", self.0)
    }
}

/// One decision and what it is worth.
///
/// Attributes:
///     decision: The decision.
///     worth: The expected worth if it is taken, and the best ones after it.
#[pyclass(frozen, generic, get_all, module = "spielwerk.schraube")]
pub(crate) struct Alternative {
    /// The decision.
    decision: Py<Decision>,
    /// The expected worth if it is taken, and the best ones after it.
    worth: Py<PyAny>,
}

#[pymethods]
impl Alternative {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("decision", "worth")
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<{}: {}>", self.decision.get().0, self.worth.bind(py))
    }
}

/// A turn, solved. Numbers are floats from ``solve`` and fractions from ``solve_exact``.
///
/// Attributes:
///     worth: The expected worth of the turn under the best decisions.
///     best: The best decision now; ``None`` before a roll and when the turn moves on by itself.
///     alternatives: Every decision open now with its worth.
///     ends: The probability of each end under the best decisions: an empty run, a run of one, ... five, and the full circle.
///     forced: The piles that S7 covers before anything can be decided, in order.
#[pyclass(frozen, generic, get_all, module = "spielwerk.schraube")]
pub(crate) struct Solution {
    /// The expected worth of the turn under the best decisions.
    worth: Py<PyAny>,
    /// The best decision now; ``None`` before a roll and when the turn moves on by itself.
    best: Option<Py<Decision>>,
    /// Every decision open now with its worth.
    alternatives: Py<PyTuple>,
    /// The probability of each end under the best decisions.
    ends: Py<PyTuple>,
    /// The piles that S7 covers before anything can be decided, in order.
    forced: Py<PyTuple>,
}

#[pymethods]
impl Solution {
    fn __repr__(&self, py: Python<'_>) -> String {
        let best = self
            .best
            .as_ref()
            .map_or_else(|| "nothing to decide".to_owned(), |best| best.get().0.to_string());
        format!("<worth {}, best: {best}>", self.worth.bind(py))
    }
}

/// A number as Python sees it.
trait Told: Copy {
    fn told(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>>;
}

impl Told for f64 {
    fn told(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(self.into_pyobject(py)?.into_any())
    }
}

impl Told for search::Ratio {
    fn told(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        ratio(py, self.numerator(), self.denominator())
    }
}

fn numbers<'py, N: Told>(py: Python<'py>, numbers: &[N]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, numbers.iter().map(|number| number.told(py)).collect::<PyResult<Vec<_>>>()?)
}

fn solution<N: Told>(
    py: Python<'_>,
    state: &search::TurnState,
    solved: search::Solution<N>,
) -> PyResult<Solution> {
    let alternatives = solved.alternatives.iter().map(|alternative| {
        Ok(Alternative {
            decision: Py::new(py, Decision(alternative.decision))?,
            worth: alternative.worth.told(py)?.unbind(),
        })
    });
    Ok(Solution {
        worth: solved.worth.told(py)?.unbind(),
        best: solved.best.map(|best| Py::new(py, Decision(best))).transpose()?,
        alternatives: PyTuple::new(py, alternatives.collect::<PyResult<Vec<_>>>()?)?.unbind(),
        ends: numbers(py, &solved.ends)?.unbind(),
        forced: pile_tuple(py, solved.forced.iter_from(state.figure))?.unbind(),
    })
}

/// Solves turns that begin at one moment, for any objective.
///
/// Args:
///     state: Where the turn stands.
///
/// >>> solver = TurnSolver(TurnState(0, [1, 2, 3, 4, 5, 6]))
/// >>> round(solver.worth(Objective.full_circle()), 12)
/// 0.196829079694
/// >>> solver.solve_exact(Objective.full_circle()).worth
/// Fraction(3856086575, 19591041024)
/// >>> turn = TurnState(0, [1, 2, 3, 4, 5, 6], dice=[2, 3, 5, 5, 6, 6], rerolls_left=1)
/// >>> solution = TurnSolver(turn).solve(Objective.run())
/// >>> solution.forced, solution.best.text
/// ((1, 2), 'place 4')
#[pyclass(frozen, module = "spielwerk.schraube")]
pub(crate) struct TurnSolver(search::TurnSolver);

#[pymethods]
impl TurnSolver {
    #[new]
    fn new(py: Python<'_>, state: &TurnState) -> PyResult<Self> {
        let state = state.0;
        let solver = unlocked(py, || search::TurnSolver::new(state));
        Ok(Self(solver.map_err(refused)?))
    }

    /// Where the turn stands.
    #[getter]
    fn state(&self) -> TurnState {
        TurnState(*self.0.state())
    }

    /// Only the expected worth under the best decisions: the fastest answer.
    fn worth(&self, py: Python<'_>, objective: &Objective) -> f64 {
        unlocked(py, || self.0.worth(&objective.doubles))
    }

    /// The turn solved in doubles.
    fn solve(&self, py: Python<'_>, objective: &Objective) -> PyResult<Solution> {
        let solved = unlocked(py, || self.0.solve(&objective.doubles));
        solution(py, self.0.state(), solved)
    }

    /// The turn solved in exact fractions.
    ///
    /// Raises:
    ///     InvalidInputError: If 128 bits do not suffice.
    fn solve_exact(&self, py: Python<'_>, objective: &Objective) -> PyResult<Solution> {
        let exact = objective.exact()?;
        let solved = unlocked(py, || self.0.solve_exact(exact)).map_err(too_large)?;
        solution(py, self.0.state(), solved)
    }

    /// The worth of the turn for each number of rerolls from 0 to the state's, for the price of one solution.
    ///
    /// Args:
    ///     objective: What the turn is played for.
    ///     exact: Whether to answer in fractions instead of floats.
    ///
    /// Raises:
    ///     InvalidInputError: If dice lie unplaced, or if 128 bits do not suffice.
    ///
    /// >>> solver = TurnSolver(TurnState(0, [1, 2, 3, 4, 5, 6], rerolls_left=1))
    /// >>> solver.worth_by_rerolls(Objective.full_circle(), exact=True)
    /// (Fraction(5, 324), Fraction(223415, 2519424))
    #[pyo3(signature = (objective, *, exact = false))]
    fn worth_by_rerolls<'py>(
        &self,
        py: Python<'py>,
        objective: &Objective,
        exact: bool,
    ) -> PyResult<Bound<'py, PyTuple>> {
        if let search::TurnDice::Unplaced(_) = self.0.state().dice {
            let message = "dice lie unplaced; what they are worth depends on the decision".to_owned();
            return Err(Error::input("dice", "S6", "dice_unplaced", message).into());
        }
        if exact {
            let objective = objective.exact()?;
            let worths = unlocked(py, || self.0.worth_by_rerolls_exact(objective)).map_err(too_large)?;
            return numbers(py, &worths);
        }
        numbers(py, &unlocked(py, || self.0.worth_by_rerolls(&objective.doubles)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("TurnSolver({})", Bound::new(py, self.state())?.repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        Ok((slf.get_type().into_any(), (slf.get().state(),).into_pyobject(slf.py())?))
    }
}

/// The odds of an ordinary turn without cards in hand, for one class of layouts.
///
/// Attributes:
///     faces: The first layout of the class, along the chain: each new face is the lowest not seen yet.
///     layouts: How many of the 46,656 layouts belong to it.
///     full_circle: The best chance of a full circle with 0, 1, ... rerolls.
///     run: The best expected run with 0, 1, ... rerolls, as an objective of its own.
#[pyclass(frozen, generic, get_all, module = "spielwerk.schraube")]
pub(crate) struct Odds {
    /// The first layout of the class, along the chain.
    faces: Py<PyTuple>,
    /// How many of the 46,656 layouts belong to it.
    layouts: u32,
    /// The best chance of a full circle with 0, 1, ... rerolls.
    full_circle: Py<PyTuple>,
    /// The best expected run with 0, 1, ... rerolls.
    run: Py<PyTuple>,
}

#[pymethods]
impl Odds {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("faces", "layouts", "full_circle", "run")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let faces: Vec<u8> = self.faces.bind(py).extract()?;
        Ok(format!("<odds of {}, {} layouts>", tuple_repr(faces), self.layouts))
    }
}

fn told<N: Told>(py: Python<'_>, odds: &search_odds::Odds<N>) -> PyResult<Odds> {
    Ok(Odds {
        faces: PyTuple::new(py, odds.class.faces().map(rules::Face::pips))?.unbind(),
        layouts: odds.class.layouts(),
        full_circle: numbers(py, &odds.full_circle)?.unbind(),
        run: numbers(py, &odds.run)?.unbind(),
    })
}

/// The odds of all 203 classes of layouts: only which piles show equal faces matters, not which faces.
///
/// Args:
///     rerolls: The most rerolls after the first roll, 0 to 8 (7 for exact answers).
///     exact: Whether to answer in fractions instead of floats.
///
/// Raises:
///     InvalidInputError: If ``rerolls`` is out of range.
///
/// >>> table = odds(2, exact=True)
/// >>> len(table), table[-1].faces, table[-1].full_circle[2]
/// (203, (1, 2, 3, 4, 5, 6), Fraction(3856086575, 19591041024))
#[pyfunction]
#[pyo3(signature = (rerolls = 2, *, exact = false))]
pub(crate) fn odds(py: Python<'_>, rerolls: i64, exact: bool) -> PyResult<Bound<'_, PyTuple>> {
    let most = search::TurnState::MAX_REROLLS - u8::from(exact);
    let rerolls = u8::try_from(rerolls).ok().filter(|&rerolls| rerolls <= most).ok_or_else(|| {
        Error::input(
            "rerolls",
            "S6",
            "too_many_rolls",
            format!("{rerolls} rerolls; 0 to {most} are reckoned with"),
        )
    })?;
    if exact {
        let table = unlocked(py, || {
            let classes = search_odds::Class::all().into_iter();
            classes.map(|class| search_odds::of_class_exact(class, rerolls)).collect::<Result<Vec<_>, _>>()
        });
        let table = table.map_err(too_large)?;
        return PyTuple::new(py, table.iter().map(|odds| told(py, odds)).collect::<PyResult<Vec<_>>>()?);
    }
    let table = unlocked(py, || search_odds::table(rerolls));
    PyTuple::new(py, table.iter().map(|odds| told(py, odds)).collect::<PyResult<Vec<_>>>()?)
}
