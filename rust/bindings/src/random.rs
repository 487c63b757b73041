//! The seeded source of random numbers.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyList, PyType};
use spielwerk::common::Uniform;
use spielwerk_search as search;

use crate::error::Error;
use crate::reading::Number;

/// A seeded source of random numbers that gives the same numbers on every machine.
///
/// The method is xoshiro256++ 1.0 seeded by SplitMix64, with Lemire's bounded integers and Fisher-Yates shuffles; so a
/// seed means the same game everywhere and in every release with the same major version. It lives outside every position:
/// a search that copies a position can't foresee its own luck.
///
/// Args:
///     seed: Any integer from 0 to 2**64 - 1.
///
/// >>> random = Random(1)
/// >>> [random.below(6) for _ in range(3)]
/// [4, 4, 0]
#[pyclass(frozen, module = "spielwerk")]
pub(crate) struct Random(Mutex<search::Random>);

impl Random {
    /// The generator, for one short call. Waiting for another thread lets the interpreter go.
    pub(crate) fn lock(&self, py: Python<'_>) -> MutexGuard<'_, search::Random> {
        // No code panics while it holds the lock, and a generator has no broken state.
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// The generator, for a long call that has let the interpreter go.
    pub(crate) fn lock_detached(&self) -> MutexGuard<'_, search::Random> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Random {
    #[new]
    fn new(seed: Number) -> PyResult<Self> {
        Ok(Self(Mutex::new(search::Random::seeded(seed.fit("seed", "")?))))
    }

    /// One of many independent generators under one seed, for example one a game of a match.
    ///
    /// Args:
    ///     seed: The seed that all streams share.
    ///     index: Which stream.
    #[classmethod]
    fn stream(_class: &Bound<'_, PyType>, seed: Number, index: Number) -> PyResult<Self> {
        let (seed, index) = (seed.fit("seed", "")?, index.fit("index", "")?);
        Ok(Self(Mutex::new(search::Random::stream(seed, index))))
    }

    /// A number from 0 to ``bound - 1``, each equally likely.
    ///
    /// Raises:
    ///     InvalidInputError: If ``bound`` is 0.
    fn below(&self, py: Python<'_>, bound: Number) -> PyResult<u64> {
        let bound = bound.fit("bound", "")?;
        if bound == 0 {
            let message = "no number is below 0; a bound is at least 1".to_owned();
            return Err(Error::input("bound", "", "empty_range", message).into());
        }
        Ok(self.lock(py).below(bound))
    }

    /// A float from 0 (included) to 1 (excluded).
    fn unit(&self, py: Python<'_>) -> f64 {
        self.lock(py).unit()
    }

    /// The next 64 random bits.
    fn bits(&self, py: Python<'_>) -> u64 {
        self.lock(py).next_u64()
    }

    /// Brings a list into a uniformly random order, in place.
    fn shuffle(&self, py: Python<'_>, items: &Bound<'_, PyList>) -> PyResult<()> {
        let mut shuffled: Vec<Bound<'_, PyAny>> = items.iter().collect();
        self.lock(py).shuffle(&mut shuffled);
        items.set_slice(0, items.len(), PyList::new(py, shuffled)?.as_any())
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        Self(Mutex::new(self.lock(py).clone()))
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__(py)
    }

    /// Reads what pickling writes.
    #[staticmethod]
    fn _restore(state: [u8; 32]) -> Self {
        Self(Mutex::new(search::Random::resumed(state)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let py = slf.py();
        let state = slf.get().lock(py).state();
        Ok((slf.get_type().getattr(intern!(py, "_restore"))?, (PyBytes::new(py, &state),)))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> bool {
        let own = self.lock(py).clone();
        own == *other.lock(py)
    }

    fn __repr__(&self) -> &'static str {
        "<Random>"
    }
}
