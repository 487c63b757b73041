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
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::{PyDict, PyString};
use spielwerk::common::{Faults, ParseError};

use crate::common::type_name;
use crate::error::{Error, Kind, parse};

/// A whole number of any size.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Number {
    /// The number, or the outermost one of 128 bits.
    nearest: i128,
    /// How a message tells a number beyond 128 bits.
    beyond: Option<Box<str>>,
}

impl Number {
    pub(crate) const fn of(number: i64) -> Self {
        Self { nearest: number as i128, beyond: None }
    }

    /// The number as one of a smaller type, unless it does not fit.
    pub(crate) fn to<T: TryFrom<i128>>(&self) -> Option<T> {
        T::try_from(self.nearest).ok().filter(|_| self.beyond.is_none())
    }

    /// The number, or the nearest one of 64 bits, for an index, of which Python takes any size.
    pub(crate) fn nearest(&self) -> i64 {
        i64::try_from(self.nearest).unwrap_or(if self.nearest < 0 { i64::MIN } else { i64::MAX })
    }

    /// The number as one of a smaller type.
    ///
    /// # Errors
    ///
    /// The refusal of a number that does not fit, as a fault of `path`.
    pub(crate) fn fit<T: TryFrom<i128> + Bounds>(&self, path: &str, rule: &'static str) -> Result<T, Error> {
        self.fit_into(Kind::Other, path, rule)
    }

    /// The same for a part of what is called `what`.
    pub(crate) fn fit_into<T: TryFrom<i128> + Bounds>(
        &self,
        what: Kind,
        path: &str,
        rule: &'static str,
    ) -> Result<T, Error> {
        self.to().ok_or_else(|| {
            let message = format!("{self}; whole numbers from {} to {} are taken", T::LOWEST, T::HIGHEST);
            let mut faults = Faults::default();
            faults.add(path, rule, "number_out_of_range", message);
            Error::Invalid { what, faults }
        })
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self::of(number)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.beyond {
            Some(said) => f.write_str(said),
            None => self.nearest.fmt(f),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(said: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = said.py();
        match said.extract::<i64>() {
            Ok(number) => return Ok(number.into()),
            Err(error) if !error.is_instance_of::<PyOverflowError>(py) => return Err(error),
            Err(_) => {}
        }
        // Whatever it is, it says an integer, which alone can be read in more bits.
        let integer = said.call_method0(intern!(py, "__index__"))?;
        match integer.extract::<i128>() {
            Ok(nearest) => Ok(Self { nearest, beyond: None }),
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => beyond(&integer),
            Err(error) => Err(error),
        }
    }
}

/// A number of more than 128 bits. Messages tell its digits, as long as anybody reads them.
fn beyond(said: &Bound<'_, PyAny>) -> PyResult<Number> {
    const READABLE: u64 = 1024;
    let is_negative = said.lt(0)?;
    let bits: u64 = said.call_method0(intern!(said.py(), "bit_length"))?.extract()?;
    let told = if bits <= READABLE {
        said.str()?.to_string()
    } else {
        format!("a {}number of {bits} bits", if is_negative { "negative " } else { "" })
    };
    let nearest = if is_negative { i128::MIN } else { i128::MAX };
    Ok(Number { nearest, beyond: Some(told.into()) })
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

bounds!(u8 u16 u32 u64 i32 i64 i128);

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
