//! Enumerations as Python's own `enum.Enum`, made once when the module is loaded.
//!
//! Real members iterate, look up by name and value, pickle by name and narrow in `match`; a native enum class does none
//! of that. Members are kept here, so that a getter hands out a reference and reading one back compares pointers.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};

use crate::common::type_name;

/// A Python enumeration whose members stand in the order of a Rust enum.
pub(crate) struct NativeEnum {
    name: &'static str,
    module: &'static str,
    doc: &'static str,
    members: &'static [(&'static str, &'static str)],
    made: PyOnceLock<Made>,
}

struct Made {
    class: Py<PyAny>,
    members: Vec<Py<PyAny>>,
}

impl NativeEnum {
    /// `members` are names with values.
    pub(crate) const fn new(
        name: &'static str,
        module: &'static str,
        doc: &'static str,
        members: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { name, module, doc, members, made: PyOnceLock::new() }
    }

    fn made(&self, py: Python<'_>) -> PyResult<&Made> {
        self.made.get_or_try_init(py, || {
            let base = py.import("enum")?.getattr("Enum")?;
            let options = PyDict::new(py);
            options.set_item("module", self.module)?;
            options.set_item("qualname", self.name)?;
            let class = base.call((self.name, PyList::new(py, self.members)?), Some(&options))?;
            class.setattr("__doc__", self.doc)?;
            // `Shape.CIRCLE` is an expression, `<Shape.CIRCLE: 'circle'>` is not.
            class.setattr("__repr__", base.getattr("__str__")?)?;
            let members = self
                .members
                .iter()
                .map(|(name, _)| class.getattr(*name).map(Bound::unbind))
                .collect::<PyResult<_>>()?;
            Ok(Made { class: class.unbind(), members })
        })
    }

    /// Puts the class into the extension module.
    pub(crate) fn export(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add(self.name, self.made(module.py())?.class.clone_ref(module.py()))
    }

    /// The member at `index`.
    pub(crate) fn member<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.made(py)?.members[index].bind(py).clone())
    }

    /// Where a member stands.
    pub(crate) fn index(&self, object: &Bound<'_, PyAny>) -> PyResult<usize> {
        let members = &self.made(object.py())?.members;
        members.iter().position(|member| object.is(member)).ok_or_else(|| {
            let found = type_name(object);
            PyTypeError::new_err(format!("expected a member of {}, not {found}", self.name))
        })
    }
}
