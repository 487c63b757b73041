//! Reading what Python says: numbers and texts of any kind, an object or its text, and lists with a bound on their length.
//!
//! Whatever Python can say must end in a value or in a refusal of this package. PyO3's own readers of integers, texts and
//! sequences raise other errors for what does not fit into a Rust type, and trust the length that a sequence claims.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use pyo3::PyClass;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::{PyDict, PyInt, PyString};
use spielwerk::common::ParseError;

use crate::common::type_name;
use crate::error::{Error, Kind, parse};

/// A whole number of any size, as far as 128 bits tell it: what is beyond them is the outermost number, which no range holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number(pub(crate) i128);

impl Number {
    /// The number, or the nearest one of 64 bits, which no range of ours holds either.
    pub(crate) fn nearest(self) -> i64 {
        i64::try_from(self.0).unwrap_or(if self.0 < 0 { i64::MIN } else { i64::MAX })
    }

    /// The nearest number of a smaller integer type, for a check that refuses both ends of the type.
    pub(crate) fn clamp<T: TryFrom<i128> + Bounds>(self) -> T {
        let Ok(number) = T::try_from(self.0.clamp(T::LOWEST, T::HIGHEST)) else {
            unreachable!("between the ends of the type")
        };
        number
    }

    /// The number, or the highest of a smaller integer type where it does not fit, for a check that refuses that one.
    pub(crate) fn or_highest<T: TryFrom<i128> + Bounds>(self) -> T {
        T::try_from(self.0).unwrap_or_else(|_| Self(T::HIGHEST).clamp())
    }

    /// The number as a smaller integer.
    ///
    /// # Errors
    ///
    /// The refusal of a number that does not fit, as a fault of `path`.
    pub(crate) fn fit<T>(self, path: &str, rule: &'static str) -> Result<T, Error>
    where
        T: TryFrom<i128> + Bounds,
    {
        T::try_from(self.0).map_err(|_| {
            let message = format!("{self}; whole numbers from {} to {} are taken", T::LOWEST, T::HIGHEST);
            Error::input(path, rule, "number_out_of_range", message)
        })
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self(number.into())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(said: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(number) = said.extract::<i64>() {
            return Ok(number.into());
        }
        match said.extract::<i128>() {
            Ok(number) => Ok(Self(number)),
            Err(error)
                if error.is_instance_of::<PyOverflowError>(said.py()) && said.is_instance_of::<PyInt>() =>
            {
                Ok(Self(if said.lt(0)? { i128::MIN } else { i128::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

/// The ends of an integer type, for messages.
pub(crate) trait Bounds {
    /// The lowest number.
    const LOWEST: i128;
    /// The highest number.
    const HIGHEST: i128;
}

macro_rules! bounds {
    ($($integer:ty)*) => {
        $(impl Bounds for $integer {
            const LOWEST: i128 = <$integer>::MIN as i128;
            const HIGHEST: i128 = <$integer>::MAX as i128;
        })*
    };
}

bounds!(u8 u16 u32 u64 i32 i64);

/// A text. A lone surrogate, which no UTF-8 holds, is read as U+FFFD, which is in no grammar.
pub(crate) struct Text<'a>(Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a> FromPyObject<'a, '_> for Text<'a> {
    type Error = PyErr;

    fn extract(said: Borrowed<'a, '_, PyAny>) -> PyResult<Self> {
        match <&str>::extract(said) {
            Ok(text) => Ok(Self(Cow::Borrowed(text))),
            Err(error) => match said.cast::<PyString>() {
                Ok(text) => Ok(Self(Cow::Owned(text.to_string_lossy().into_owned()))),
                Err(_) => Err(error),
            },
        }
    }
}

/// A text that is kept as it is, in no grammar. A lone surrogate is refused.
pub(crate) struct Kept(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for Kept {
    type Error = PyErr;

    fn extract(said: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = said.cast::<PyString>()?;
        if let Ok(text) = text.to_str() {
            return Ok(Self(text.to_owned()));
        }
        let shown: String = text.repr()?.to_string_lossy().chars().take(200).collect();
        let message = format!("{shown} has a lone surrogate, half of a pair that says one character");
        Err(Error::input("", "", "lone_surrogate", message).into())
    }
}

/// The most items of a [`Few`].
const FEW: usize = 100;

/// The items of a sequence of which nothing sensible is longer than a hundred, read one by one: a longer one is refused,
/// however long it says that it is.
pub(crate) struct Few<T>(pub(crate) Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Few<T> {
    type Error = PyErr;

    fn extract(said: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let indexed = said.hasattr(pyo3::intern!(said.py(), "__getitem__"))?;
        if !indexed || said.is_instance_of::<PyString>() || said.is_instance_of::<PyDict>() {
            return Err(PyTypeError::new_err(format!("expected a sequence, not {}", type_name(&said))));
        }
        let bound = Bounded { what: "entries", rule: "", slug: "too_many_entries", most: FEW };
        bound.read(&said, |item| item.extract().map_err(Into::into)).map(Self)
    }
}

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
    match said.extract::<Text<'_>>() {
        Ok(text) => Ok(parse(kind, &text)?),
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
    pub(crate) fn read<'py, T>(
        &self,
        said: &Bound<'py, PyAny>,
        one: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
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
