//! `TurnSolver`: any moment of a turn, any worth of its ends, the best decisions.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk_search::schraube as search;

use super::fields::pile_tuple;
use super::objective::Objective;
use super::turn::{Decision, TurnState};
use crate::common::{Reduced, ratio};
use crate::error::{Error, Kind};
use crate::gil::unlocked;
use crate::values::{copied_as_itself, field_value};

/// The refusal of an exact answer that 128 bits can't hold.
pub(super) fn too_large(error: search::TooLarge) -> PyErr {
    Error::input("rerolls_left", "S6", "too_large_for_exact", error.to_string()).into()
}

/// A number as Python sees it.
pub(super) trait Told: Copy {
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

/// Numbers as a tuple.
pub(super) fn numbers<'py, N: Told>(py: Python<'py>, numbers: &[N]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, numbers.iter().map(|number| number.told(py)).collect::<PyResult<Vec<_>>>()?)
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

    #[new]
    fn new(decision: Py<Decision>, worth: Py<PyAny>) -> Self {
        Self { decision, worth }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<{}: {}>", self.decision.get().0, self.worth.bind(py))
    }
}

impl Alternative {
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.decision, &self.worth).into_pyobject(py)
    }
}

field_value!(Alternative);

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
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str, &'static str) {
        ("worth", "best", "alternatives", "ends", "forced")
    }

    #[new]
    fn new(
        worth: Py<PyAny>,
        best: Option<Py<Decision>>,
        alternatives: Py<PyTuple>,
        ends: Py<PyTuple>,
        forced: Py<PyTuple>,
    ) -> Self {
        Self { worth, best, alternatives, ends, forced }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let best = self
            .best
            .as_ref()
            .map_or_else(|| "nothing to decide".to_owned(), |best| best.get().0.to_string());
        format!("<worth {}, best: {best}>", self.worth.bind(py))
    }
}

impl Solution {
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.worth, &self.best, &self.alternatives, &self.ends, &self.forced).into_pyobject(py)
    }
}

field_value!(Solution);

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
        Ok(Self(solver.map_err(|faults| Error::Invalid { what: Kind::Other, faults })?))
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

copied_as_itself!(TurnSolver);
