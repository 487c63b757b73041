//! What all immutable values with a text have in common.

/// Writes the methods of a frozen class that its text describes: the text, copies that are the object itself, and pickling by
/// `parse`. The class brings `fn written(&self) -> String` and its own `parse`.
macro_rules! text_value {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The one-line text, which ``parse`` reads back.
            #[getter]
            fn text(&self) -> String {
                self.written()
            }

            fn __copy__(slf: Py<Self>) -> Py<Self> {
                slf
            }

            fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
                slf
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<$crate::common::Reduced<'py>> {
                let read = slf.get_type().getattr(pyo3::intern!(slf.py(), "parse"))?;
                Ok((read, (slf.get().written(),).into_pyobject(slf.py())?))
            }
        }
    };
    ($class:ident, parse = $kind:expr) => {
        $crate::values::text_value!($class);

        impl $class {
            fn written(&self) -> String {
                self.0.to_string()
            }
        }

        #[pymethods]
        impl $class {
            /// Reads the one-line text.
            ///
            /// Raises:
            ///     ParseError: If the text is not in the grammar.
            ///     InvalidInputError: If it describes nothing possible.
            #[staticmethod]
            fn parse(text: $crate::reading::Text<'_>) -> PyResult<Self> {
                Ok(Self($crate::error::parse($kind, &text)?))
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let text = $crate::common::text_repr(py, &self.written())?;
                Ok(format!("{}.parse({text})", stringify!($class)))
            }
        }
    };
}

pub(crate) use text_value;

/// Writes copies that are the object itself, for a frozen class.
macro_rules! copied_as_itself {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            fn __copy__(slf: Py<Self>) -> Py<Self> {
                slf
            }

            fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
                slf
            }
        }
    };
}

pub(crate) use copied_as_itself;

/// Writes the methods of a frozen class that its fields describe: equality, hash, copies that are the object itself, and pickling
/// by the constructor. The class brings `fn fields(&self, py) -> PyResult<Bound<PyTuple>>` in the constructor's order.
macro_rules! field_value {
    ($class:ident) => {
        $crate::values::copied_as_itself!($class);

        #[pymethods]
        impl $class {
            fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
                let Ok(other) = other.cast::<Self>() else { return Ok(false) };
                self.fields(other.py())?.eq(other.get().fields(other.py())?)
            }

            fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
                self.fields(py)?.hash()
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<$crate::common::Reduced<'py>> {
                Ok((slf.get_type().into_any(), slf.get().fields(slf.py())?))
            }
        }
    };
}

pub(crate) use field_value;

/// Writes the refusal to pickle a class that only looks at something else, and copies that are the object itself.
macro_rules! never_pickled {
    ($class:ident, $instead:literal) => {
        $crate::values::copied_as_itself!($class);

        #[pymethods]
        impl $class {
            fn __reduce__(&self) -> PyResult<()> {
                let message = concat!(stringify!($class), " is not pickled; pickle ", $instead);
                Err(pyo3::exceptions::PyTypeError::new_err(message))
            }
        }
    };
}

pub(crate) use never_pickled;
