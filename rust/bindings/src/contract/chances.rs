//! [`Chances`]: what chance may do, event by event.

use pyo3::prelude::*;
use spielwerk::common::{Chance as Likely, Position};

use super::{Bridge, Iterate};
use crate::common::Chance;
use crate::values::never_pickled;

/// Iterates over the events of a position that it owns.
pub(crate) trait EventSource:
    Iterator<Item = Likely<<Self::Game as Position>::Event>> + Send + 'static
{
    /// The game.
    type Game: Bridge;

    /// All events of this position.
    fn of(position: Self::Game) -> Self;
}

type Begin = Box<dyn Fn(Python<'_>) -> Iterate + Send + Sync>;

/// Everything that chance may do now, each with its probability: iterable, any number of times.
///
/// Events come in a defined order and are made one by one, as there may be millions; ``len`` tells how many.
#[pyclass(frozen, generic, module = "spielwerk")]
pub(crate) struct Chances {
    count: u128,
    begin: Begin,
}

impl Chances {
    pub(crate) fn of<Source: EventSource>(position: Source::Game) -> Self {
        let count = position.chance_count();
        let begin = move |_py: Python<'_>| {
            let mut source = Source::of(position.clone());
            Iterate::over(move |py| {
                let Some(Likely { event, probability }) = source.next() else { return Ok(None) };
                let event = <Source::Game as Bridge>::event_object(py, event)?;
                Ok(Some(Py::new(py, Chance::of(event, probability))?.into_any()))
            })
        };
        Self { count, begin: Box::new(begin) }
    }
}

#[pymethods]
impl Chances {
    fn __len__(&self) -> PyResult<usize> {
        usize::try_from(self.count).map_err(|_| {
            pyo3::exceptions::PyOverflowError::new_err(format!("{} events; see chance_count", self.count))
        })
    }

    fn __bool__(&self) -> bool {
        self.count > 0
    }

    fn __iter__(&self, py: Python<'_>) -> Iterate {
        (self.begin)(py)
    }

    fn __repr__(&self) -> String {
        format!("<{} events>", self.count)
    }
}

never_pickled!(Chances, "the position, or a tuple of the chances");
