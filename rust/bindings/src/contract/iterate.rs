//! One iterator class for everything that is listed lazily.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

/// Gives the next object, or `None` at the end.
type Next = Box<dyn FnMut(Python<'_>) -> PyResult<Option<Py<PyAny>>> + Send>;

/// An iterator over moves or chance events, which makes each object when it is asked for.
#[pyclass(frozen, generic, name = "Iterate", module = "spielwerk._native")]
pub(crate) struct Iterate(Mutex<Next>);

impl Iterate {
    pub(crate) fn over(next: impl FnMut(Python<'_>) -> PyResult<Option<Py<PyAny>>> + Send + 'static) -> Self {
        Self(Mutex::new(Box::new(next)))
    }
}

#[pymethods]
impl Iterate {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "an iterator is not copied or pickled; take what it goes over, or a tuple of it",
        ))
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mut next = self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        next(py)
    }
}
