//! `Score`: what a move brings about at once.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::lokus as rules;

use super::round::Placement;
use crate::common::{Reduced, tuple_repr};
use crate::reading::{Few, Number};

/// What a legal move brings about at once.
///
/// That is nothing for a card chosen in secret, and everything up to the next decision or draw for the choice that reveals the
/// cards and for a row choice.
///
/// Args:
///     placements: The placements that are resolved, the lowest player's before the highest's.
///     rolls: The rolls gained by seat (L9, L11).
///     cleaning: The cleaning cards gained by seat (L12).
///     minus: The minus points of the deal by seat, when the move ends it (L13, L14), else ``None``.
#[pyclass(frozen, eq, hash, module = "spielwerk.lokus")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Score {
    placements: Vec<Placement>,
    rolls: Vec<u8>,
    cleaning: Vec<u8>,
    minus: Option<Vec<i64>>,
}

impl Score {
    pub(super) fn of(score: &rules::Score, players: u8) -> Self {
        let players = usize::from(players);
        Self {
            placements: score.placements.iter().flatten().copied().map(Placement::from).collect(),
            rolls: score.rolls[..players].to_vec(),
            cleaning: score.cleaning[..players].to_vec(),
            minus: score.minus.map(|minus| minus[..players].to_vec()),
        }
    }
}

#[pymethods]
impl Score {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("placements", "rolls", "cleaning", "minus")
    }

    #[new]
    #[pyo3(signature = (placements, rolls, cleaning, minus = None))]
    fn new(
        placements: Few<Py<Placement>>,
        rolls: Few<Number>,
        cleaning: Few<Number>,
        minus: Option<Few<Number>>,
    ) -> PyResult<Self> {
        let fit = |numbers: Few<Number>, path| {
            numbers.0.into_iter().map(|number| number.fit(path, "L11")).collect::<Result<Vec<u8>, _>>()
        };
        Ok(Self {
            placements: placements.0.iter().map(|placement| placement.get().clone()).collect(),
            rolls: fit(rolls, "rolls")?,
            cleaning: fit(cleaning, "cleaning")?,
            minus: minus
                .map(|minus| minus.0.into_iter().map(|points| points.fit("minus", "L14")).collect())
                .transpose()?,
        })
    }

    /// The placements that are resolved, the lowest player's before the highest's.
    #[getter]
    fn placements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.placements.iter().cloned())
    }

    /// The rolls gained by seat (L9, L11).
    #[getter]
    fn rolls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.rolls)
    }

    /// The cleaning cards gained by seat (L12).
    #[getter]
    fn cleaning<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.cleaning)
    }

    /// The minus points of the deal by seat, when the move ends it (L13, L14), else ``None``.
    #[getter]
    fn minus<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.minus.as_ref().map(|minus| PyTuple::new(py, minus)).transpose()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let placements = self.placements(py)?.repr()?;
        let (rolls, cleaning) = (tuple_repr(&self.rolls), tuple_repr(&self.cleaning));
        let minus = self.minus.as_ref().map_or_else(|| "None".to_owned(), tuple_repr);
        Ok(format!("Score({placements}, {rolls}, {cleaning}, {minus})"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let arguments = (own.placements(py)?, own.rolls(py)?, own.cleaning(py)?, own.minus(py)?);
        Ok((slf.get_type().into_any(), arguments.into_pyobject(py)?))
    }
}
