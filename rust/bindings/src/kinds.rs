//! Classes with kinds: a base class that holds a value of the rules, and one final class a kind, for `match`.

use pyo3::prelude::*;

/// What a base class knows of the kinds of its values.
pub(crate) trait Kinds: Sized {
    /// The kind's class, by name.
    fn kind(&self) -> &'static str;

    /// The fields in the order of the constructor.
    ///
    /// # Errors
    ///
    /// What making the objects brings.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>>;

    /// The value of a kind with these fields.
    ///
    /// # Errors
    ///
    /// `TypeError`, or a refusal of a value that no such object can have.
    fn make(kind: &'static str, fields: &[&Bound<'_, PyAny>]) -> PyResult<Self>;
}

/// Writes the kinds of a base class, which implements [`Kinds`] and `fn written(&self) -> String`.
macro_rules! kinds {
    (
        $base:ident, $module:literal;
        $($(#[$doc:meta])* $kind:ident($($(#[$field_doc:meta])* $field:ident = $place:literal),*);)*
    ) => {
        $(
            $(#[$doc])*
            #[pyclass(frozen, extends = $base, module = $module)]
            pub(crate) struct $kind;

            #[pymethods]
            impl $kind {
                #[classattr]
                fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyTuple>> {
                    let names: &[&str] = &[$(stringify!($field)),*];
                    pyo3::types::PyTuple::new(py, names)
                }

                #[new]
                fn new($($field: &Bound<'_, PyAny>),*) -> PyResult<PyClassInitializer<Self>> {
                    let value = <$base as $crate::kinds::Kinds>::make(stringify!($kind), &[$($field),*])?;
                    Ok(PyClassInitializer::from(value).add_subclass(Self))
                }

                $(
                    $(#[$field_doc])*
                    #[getter]
                    fn $field<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                        Ok($crate::kinds::Kinds::fields(&**slf.as_super(), py)?.swap_remove($place))
                    }
                )*
            }
        )*

        impl $base {
            /// The object of the kind's class.
            pub(super) fn into_object(self, py: Python<'_>) -> PyResult<Py<Self>> {
                let kind = $crate::kinds::Kinds::kind(&self);
                let base = PyClassInitializer::from(self);
                Ok(match kind {
                    $(stringify!($kind) => Bound::new(py, base.add_subclass($kind))?.into_super().unbind(),)*
                    _ => Py::new(py, base)?,
                })
            }
        }

        #[pymethods]
        impl $base {
            fn __str__(&self) -> String {
                self.written()
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let fields = $crate::kinds::Kinds::fields(self, py)?;
                let fields = fields.iter().map(|field| Ok(field.repr()?.to_string())).collect::<PyResult<Vec<_>>>()?;
                Ok(format!("{}({})", $crate::kinds::Kinds::kind(self), fields.join(", ")))
            }
        }

        $crate::values::text_value!($base);
    };
}

pub(crate) use kinds;
