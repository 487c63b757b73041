//! [`Verdict`]: the answer to "may I play this?".

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::common::Approved;

use super::Bridge;
use crate::common::{Reduced, Violation};
use crate::reading::Few;

/// What a game answered. Its parts become Python objects only when somebody looks at them.
trait Answer: Send + Sync {
    fn is_legal(&self) -> bool;
    fn chosen(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>>;
    fn score(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>>;
    fn violations(&self) -> Vec<Violation>;
}

struct Native<P: Bridge> {
    answer: Result<Approved<P>, Vec<P::Illegal>>,
    players: u8,
}

impl<P: Bridge> Answer for Native<P> {
    fn is_legal(&self) -> bool {
        self.answer.is_ok()
    }

    fn chosen(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.answer.as_ref().ok().map(|approved| P::move_object(py, approved.chosen)).transpose()
    }

    fn score(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let approved = self.answer.as_ref().ok();
        approved.map(|approved| P::score_object(py, &approved.score, self.players)).transpose()
    }

    fn violations(&self) -> Vec<Violation> {
        self.answer
            .as_ref()
            .err()
            .map_or_else(Vec::new, |broken| broken.iter().map(Violation::from).collect())
    }
}

struct Told {
    chosen: Option<Py<PyAny>>,
    score: Option<Py<PyAny>>,
    violations: Vec<Violation>,
}

impl Answer for Told {
    fn is_legal(&self) -> bool {
        self.violations.is_empty()
    }

    fn chosen(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        Ok(self.chosen.as_ref().map(|chosen| chosen.clone_ref(py)))
    }

    fn score(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        Ok(self.score.as_ref().map(|score| score.clone_ref(py)))
    }

    fn violations(&self) -> Vec<Violation> {
        self.violations.clone()
    }
}

/// The answer to "may I play this?": true when the move is legal.
///
/// Attributes:
///     legal: Whether no rule is broken; also the truth of the verdict.
///     move: The move as the position lists it; ``None`` when it is not legal.
///     score: What the move is worth, with its breakdown; ``None`` when it is not legal.
///     violations: Every broken rule; empty when the move is legal.
#[pyclass(frozen, generic, module = "spielwerk")]
pub(crate) struct Verdict(Box<dyn Answer>);

impl Verdict {
    /// The answer of a game with so many players.
    pub(crate) fn of<P: Bridge>(answer: Result<Approved<P>, Vec<P::Illegal>>, players: u8) -> Self {
        Self(Box::new(Native { answer, players }))
    }
}

#[pymethods]
impl Verdict {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("move", "score", "violations")
    }

    #[new]
    #[pyo3(signature = (r#move = None, score = None, violations = Few(Vec::new())))]
    fn new(r#move: Option<Py<PyAny>>, score: Option<Py<PyAny>>, violations: Few<Py<Violation>>) -> Self {
        let violations = violations.0.iter().map(|violation| violation.get().clone()).collect();
        Self(Box::new(Told { chosen: r#move, score, violations }))
    }

    /// Whether no rule is broken.
    #[getter]
    fn legal(&self) -> bool {
        self.0.is_legal()
    }

    /// The move as the position lists it; ``None`` when it is not legal.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.chosen(py)
    }

    /// What the move is worth; ``None`` when it is not legal.
    #[getter]
    fn score(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.score(py)
    }

    /// Every broken rule; empty when the move is legal.
    #[getter]
    fn violations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.violations())
    }

    fn __bool__(&self) -> bool {
        self.0.is_legal()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let py = other.py();
        self.parts(py)?.eq(other.get().parts(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.parts(py)?.hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Verdict{}", self.parts(py)?.repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        Ok((slf.get_type().into_any(), slf.get().parts(slf.py())?))
    }
}

impl Verdict {
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.0.chosen(py)?, self.0.score(py)?, self.violations(py)?).into_pyobject(py)
    }
}
