//! A named part of the array of what a seat knows.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::reading::{Kept, Number};
use crate::values::field_value;

/// One named part of the array of what a seat knows.
#[pyclass(frozen, get_all, module = "spielwerk.env")]
pub(crate) struct Piece {
    /// Its name, unique among the parts of a game.
    pub(crate) name: Cow<'static, str>,
    /// Its dimensions.
    pub(crate) shape: Py<PyTuple>,
    /// Whether only the seat itself knows it. What everybody knows stands before all that is private.
    pub(crate) private: bool,
    /// No number of it is ever less.
    pub(crate) least: f32,
    /// No number of it is ever more.
    pub(crate) most: f32,
    /// Where it begins in the array.
    pub(crate) first: u64,
    /// Where it ends, exclusive.
    pub(crate) last: u64,
}

impl Piece {
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { name, shape, private, least, most, first, last } = self;
        (&**name, shape, private, least, most, first, last).into_pyobject(py)
    }
}

field_value!(Piece);

#[pymethods]
impl Piece {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("name", "shape")
    }

    #[new]
    #[expect(clippy::similar_names, reason = "the names of the fields")]
    fn new(
        name: Kept,
        shape: Py<PyTuple>,
        private: bool,
        least: f32,
        most: f32,
        first: Number,
        last: Number,
    ) -> PyResult<Self> {
        let (first, last) = (first.fit("first", "")?, last.fit("last", "")?);
        Ok(Self { name: name.0.into(), shape, private, least, most, first, last })
    }

    fn __repr__(&self) -> String {
        let private = if self.private { "True" } else { "False" };
        let Self { name, shape, first, last, .. } = self;
        format!("<Piece {name} shape={shape} private={private} at {first}:{last}>")
    }
}
