//! Reading what Python says: an object or its text, and lists of objects with a bound on their length.

use std::str::FromStr;

use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::PyString;
use spielwerk::common::ParseError;

use crate::common::type_name;
use crate::error::{Error, Kind, parse};

/// The value of an object of `Class`, called `what`, or of its text.
///
/// # Errors
///
/// `TypeError` for anything else, a refusal of a text that says no such value.
pub(crate) fn object_or_text<Class, T>(
    said: &Bound<'_, PyAny>,
    what: &str,
    kind: Kind,
    value: impl FnOnce(&Class) -> T,
) -> PyResult<T>
where
    Class: PyClass<Frozen = True> + Sync,
    T: FromStr<Err = ParseError>,
{
    if let Ok(object) = said.cast::<Class>() {
        return Ok(value(object.get()));
    }
    match said.cast::<PyString>() {
        Ok(text) => Ok(parse(kind, text.to_str()?)?),
        Err(_) => Err(PyTypeError::new_err(format!("expected {what} or its text, not {}", type_name(said)))),
    }
}

/// A list that nothing sensible is longer than, so that reading stops early.
pub(crate) struct Bounded {
    /// What it lists, for messages.
    pub(crate) what: &'static str,
    /// The rule that bounds it.
    pub(crate) rule: &'static str,
    /// The slug of a longer one.
    pub(crate) slug: &'static str,
    /// The most items that are read.
    pub(crate) most: usize,
}

impl Bounded {
    /// The items of an iterable, read one by one.
    ///
    /// # Errors
    ///
    /// What reading an item brings, or the refusal of more items than the bound.
    pub(crate) fn read<T>(
        &self,
        said: &Bound<'_, PyAny>,
        one: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
    ) -> PyResult<Vec<T>> {
        let mut items = Vec::new();
        for item in said.try_iter()? {
            if items.len() == self.most {
                let message = format!("more than {} {}", self.most, self.what);
                return Err(Error::input(self.what, self.rule, self.slug, message).into());
            }
            items.push(one(&item?)?);
        }
        Ok(items)
    }
}

/// The value of an object of `Class`, called `what`.
///
/// # Errors
///
/// `TypeError` for anything else.
pub(crate) fn object<Class: PyClass<Frozen = True> + Sync, T>(
    said: &Bound<'_, PyAny>,
    what: &str,
    value: impl FnOnce(&Class) -> T,
) -> PyResult<T> {
    match said.cast::<Class>() {
        Ok(object) => Ok(value(object.get())),
        Err(_) => Err(PyTypeError::new_err(format!("expected {what}, not {}", type_name(said)))),
    }
}
