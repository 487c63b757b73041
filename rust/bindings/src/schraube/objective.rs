//! `Objective`: what a turn is played for.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use spielwerk::schraube as rules;
use spielwerk_search::schraube as search;

use super::fields::{all, pile, six};
use super::solver::{Told, numbers};
use crate::common::{Reduced, reduced_with};
use crate::error::{Error, Kind};
use crate::reading::Number;
use crate::values::copied_as_itself;

/// A number as the nearest double and, where 128 bits suffice, exactly.
fn worth(said: &Bound<'_, PyAny>) -> PyResult<(f64, Option<search::Ratio>)> {
    static FRACTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let double = match said.extract::<f64>() {
        // The check of the objective refuses it.
        Err(error) if error.is_instance_of::<PyOverflowError>(said.py()) => f64::INFINITY,
        read => read?,
    };
    let exact = FRACTION.import(said.py(), "fractions", "Fraction")?.call1((said,));
    let exact = match exact {
        Ok(exact) => exact,
        // Infinity and no number: the check of the objective names them.
        Err(error)
            if error.is_instance_of::<PyOverflowError>(said.py())
                || error.is_instance_of::<PyValueError>(said.py()) =>
        {
            return Ok((double, None));
        }
        Err(error) => return Err(error),
    };
    let part = |name| exact.getattr(name)?.extract::<i128>();
    let exact = match (part("numerator"), part("denominator")) {
        (Ok(numerator), Ok(denominator)) => Some(search::Ratio::new(numerator, denominator)),
        _ => None,
    };
    Ok((double, exact))
}

/// What each end of a turn is worth, and what a card spent on the way costs. Numbers may be integers, floats or fractions.
///
/// Args:
///     ends: Seven worths: of a turn that ends with an empty run, with a run of one, two, ... five, and with the full circle (S15).
///     laser_price: What using a laser costs (S12).
///     extra_price: What using an extra roll costs (S13).
///
/// Raises:
///     InvalidInputError: If there are not seven worths, or one is not finite.
///
/// >>> Objective.run().ends
/// (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
#[pyclass(frozen, eq, module = "spielwerk.schraube")]
#[derive(Clone, PartialEq)]
pub(crate) struct Objective {
    pub(super) doubles: search::Objective<f64>,
    exact: Option<search::Objective<search::Ratio>>,
}

impl Objective {
    fn of(make: impl Fn() -> (search::Objective<f64>, search::Objective<search::Ratio>)) -> Self {
        let (doubles, exact) = make();
        Self { doubles, exact: Some(exact) }
    }

    /// The same in fractions, if 128 bits suffice.
    pub(super) fn exact(&self) -> PyResult<&search::Objective<search::Ratio>> {
        self.exact.as_ref().ok_or_else(|| {
            let message = "a worth needs more than 128 bits as a fraction".to_owned();
            Error::input("ends", "S15", "too_large_for_exact", message).into()
        })
    }
}

#[pymethods]
impl Objective {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("ends", "laser_price", "extra_price")
    }

    #[new]
    #[pyo3(signature = (ends, *, laser_price = None, extra_price = None))]
    fn new(
        ends: &Bound<'_, PyAny>,
        laser_price: Option<&Bound<'_, PyAny>>,
        extra_price: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let ends = all(ends, worth)?;
        let count = ends.len();
        let Ok(ends) = <[_; rules::PILES + 1]>::try_from(ends) else {
            let message = format!("{count} worths; a turn has seven ends");
            return Err(Error::input("ends", "S15", "wrong_end_count", message).into());
        };
        let free = (0.0, Some(search::Ratio::from(0)));
        let laser = laser_price.map_or(Ok(free), worth)?;
        let extra = extra_price.map_or(Ok(free), worth)?;
        let doubles = search::Objective::ends(ends.map(|(double, _)| double)).with_prices(laser.0, extra.0);
        doubles.check().map_err(|faults| Error::Invalid { what: Kind::Other, faults })?;
        let mut exact_ends = [search::Ratio::from(0); rules::PILES + 1];
        let all_exact = exact_ends.iter_mut().zip(&ends).all(|(place, (_, exact))| {
            exact.is_some_and(|exact| {
                *place = exact;
                true
            })
        });
        let exact = match (all_exact, laser.1, extra.1) {
            (true, Some(laser), Some(extra)) => {
                Some(search::Objective::ends(exact_ends).with_prices(laser, extra))
            }
            _ => None,
        };
        Ok(Self { doubles, exact })
    }

    /// The chance of a full circle.
    #[staticmethod]
    fn full_circle() -> Self {
        Self::of(|| (search::Objective::full_circle(), search::Objective::full_circle()))
    }

    /// The expected length of the run.
    #[staticmethod]
    fn run() -> Self {
        Self::of(|| (search::Objective::run(), search::Objective::run()))
    }

    /// The chance that the run has exactly this length.
    ///
    /// Args:
    ///     run: 0 (empty) to 6 (full circle).
    ///
    /// Raises:
    ///     InvalidInputError: If it is out of range.
    #[staticmethod]
    fn stop_at(run: Number) -> PyResult<Self> {
        let run = run.to::<u8>().filter(|&run| usize::from(run) <= rules::PILES).ok_or_else(|| {
            Error::input("run", "S15", "run_out_of_range", format!("a run of {run}; runs are 0 to 6"))
        })?;
        Ok(Self::of(|| (search::Objective::stop_at(run), search::Objective::stop_at(run))))
    }

    /// The chance that the figure stops exactly at a pile; its own means a full circle.
    #[staticmethod]
    fn stop_at_pile(figure: &Bound<'_, PyAny>, pile: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (figure, pile) = (self::pile(figure)?, self::pile(pile)?);
        Ok(Self::of(|| {
            (search::Objective::stop_at_pile(figure, pile), search::Objective::stop_at_pile(figure, pile))
        }))
    }

    /// The expected value of the card taken; an empty run takes none.
    ///
    /// Args:
    ///     figure: The pile where the figure stands.
    ///     values: The values of the six open cards by pile.
    ///     bonus: What a full circle earns besides: a bonus card is worth 6 points (S2).
    #[staticmethod]
    #[pyo3(signature = (figure, values, bonus = Number::of(6)), text_signature = "(figure, values, bonus=6)")]
    fn card_taken(figure: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>, bonus: Number) -> PyResult<Self> {
        const MOST: i32 = 1_000_000_000;
        let figure = pile(figure)?;
        let value = |path, said: Number| {
            said.to().filter(|value| (-MOST..=MOST).contains(value)).ok_or_else(|| {
                let message = format!("{said}; values go from {} to {MOST}", -MOST);
                PyErr::from(Error::input(path, "S2", "value_out_of_range", message))
            })
        };
        let values = six("values", values, |said| value("values", said.extract()?))?;
        let bonus = value("bonus", bonus)?;
        Ok(Self::of(|| {
            (
                search::Objective::card_taken(figure, values, bonus),
                search::Objective::card_taken(figure, values, bonus),
            )
        }))
    }

    /// The worths of the seven ends.
    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.doubles.ends)
    }

    /// What using a laser costs.
    #[getter]
    fn laser_price(&self) -> f64 {
        self.doubles.laser_price
    }

    /// What using an extra roll costs.
    #[getter]
    fn extra_price(&self) -> f64 {
        self.doubles.extra_price
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ends = self.ends(py)?.repr()?;
        let (laser, extra) = (self.doubles.laser_price, self.doubles.extra_price);
        Ok(format!("Objective({ends}, laser_price={laser:?}, extra_price={extra:?})"))
    }

    fn __hash__(&self) -> u64 {
        let (ends, laser, extra) = (self.doubles.ends, self.doubles.laser_price, self.doubles.extra_price);
        // Equal numbers have equal bits, but for the two zeros.
        let bits = |number: f64| (number + 0.0).to_bits();
        crate::common::hash(&(ends.map(bits), bits(laser), bits(extra)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let named = PyDict::new(py);
        let ends = if let Some(exact) = &own.exact {
            named.set_item("laser_price", exact.laser_price.told(py)?)?;
            named.set_item("extra_price", exact.extra_price.told(py)?)?;
            numbers(py, &exact.ends)?
        } else {
            named.set_item("laser_price", own.doubles.laser_price)?;
            named.set_item("extra_price", own.doubles.extra_price)?;
            numbers(py, &own.doubles.ends)?
        };
        reduced_with(slf.get_type().as_any(), (ends,), &named)
    }
}

copied_as_itself!(Objective);
