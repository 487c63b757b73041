//! `odds`: the table of all 203 classes of layouts.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::schraube as rules;
use spielwerk_search::schraube as search;
use spielwerk_search::schraube::odds as search_odds;

use super::solver::{Told, numbers, too_large};
use crate::common::tuple_repr;
use crate::error::Error;
use crate::gil::unlocked;
use crate::reading::Number;
use crate::values::field_value;

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

    #[new]
    fn new(
        faces: Py<PyTuple>,
        layouts: Number,
        full_circle: Py<PyTuple>,
        run: Py<PyTuple>,
    ) -> PyResult<Self> {
        Ok(Self { faces, layouts: layouts.fit("layouts", "")?, full_circle, run })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let faces: Vec<u8> = self.faces.bind(py).extract()?;
        Ok(format!("<odds of {}, {} layouts>", tuple_repr(faces), self.layouts))
    }
}

impl Odds {
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.faces, self.layouts, &self.full_circle, &self.run).into_pyobject(py)
    }
}

field_value!(Odds);

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
#[pyo3(signature = (rerolls = Number::of(2), *, exact = false), text_signature = "(rerolls=2, *, exact=False)")]
pub(crate) fn odds(py: Python<'_>, rerolls: Number, exact: bool) -> PyResult<Bound<'_, PyTuple>> {
    let most = search::TurnState::MAX_REROLLS - u8::from(exact);
    let rerolls = rerolls.to::<u8>().filter(|&rerolls| rerolls <= most).ok_or_else(|| {
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
