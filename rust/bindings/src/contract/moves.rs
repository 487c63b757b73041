//! [`Moves`]: the legal moves of a position, without an object a move until it is asked for.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::sync::OnceLock;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::OnceLockExt;
use pyo3::types::{PySlice, PyTuple};
use spielwerk::common::Word;

use super::{Bridge, Holds, Iterate};
use crate::reading::Number;
use crate::values::never_pickled;

/// A list of moves, whatever the game.
pub(crate) trait MoveList: Send + Sync {
    /// How many there are; cheaper than listing where the game can count.
    fn len(&self, py: Python<'_>) -> usize;
    /// The move at an index below the length.
    fn get(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>>;
    /// Whether the object is one of the moves.
    fn contains(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> bool;
    /// Where the object stands in the list.
    fn find(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> Option<usize>;
    /// The texts of the first moves.
    fn texts(&self, py: Python<'_>, count: usize) -> Vec<String>;
    /// The words of all moves, and the most ids that any word of the game has.
    fn words(&self, py: Python<'_>) -> (Vec<Word>, usize);
}

/// Moves in order without doubles, in whatever form the game keeps them.
pub(crate) trait Sorted<P: Bridge>: Send + Sync {
    /// How many there are.
    fn count(&self) -> usize;
    /// The move at an index below the count.
    fn at(&self, index: usize) -> P::Move;
}

impl<P: Bridge> Sorted<P> for Vec<P::Move> {
    fn count(&self) -> usize {
        self.len()
    }

    fn at(&self, index: usize) -> P::Move {
        self[index]
    }
}

/// Moves that are listed already.
pub(crate) struct Listed<P, List>(List, PhantomData<fn() -> P>);

impl<P: Bridge, List: Sorted<P>> Listed<P, List> {
    pub(crate) const fn new(list: List) -> Self {
        Self(list, PhantomData)
    }
}

/// The moves of a position, listed when something needs more than their number.
pub(crate) struct Lazy<P: Bridge, Class> {
    position: Py<Class>,
    listed: OnceLock<P::List>,
}

impl<P: Bridge, Class: Holds<P>> Lazy<P, Class> {
    pub(crate) const fn new(position: Py<Class>) -> Self {
        Self { position, listed: OnceLock::new() }
    }

    fn list(&self, py: Python<'_>) -> &P::List {
        self.listed.get_or_init_py_attached(py, || self.position.get().held().list())
    }
}

/// Where an object stands in a list.
fn find<P: Bridge>(list: &impl Sorted<P>, object: &Bound<'_, PyAny>) -> Option<usize> {
    let wanted = P::chosen(object)?;
    let (mut low, mut high) = (0, list.count());
    while low < high {
        let middle = low.midpoint(high);
        match list.at(middle).cmp(&wanted) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal => return Some(middle),
            Ordering::Greater => high = middle,
        }
    }
    None
}

fn texts<P: Bridge>(list: &impl Sorted<P>, count: usize) -> Vec<String> {
    (0..list.count().min(count)).map(|index| list.at(index).to_string()).collect()
}

fn words<P: Bridge>(list: &impl Sorted<P>) -> (Vec<Word>, usize) {
    ((0..list.count()).map(|index| P::word(list.at(index))).collect(), P::LONGEST_WORD)
}

impl<P: Bridge + 'static, List: Sorted<P>> MoveList for Listed<P, List> {
    fn len(&self, _py: Python<'_>) -> usize {
        self.0.count()
    }

    fn get(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        P::move_object(py, self.0.at(index))
    }

    fn contains(&self, _py: Python<'_>, object: &Bound<'_, PyAny>) -> bool {
        find(&self.0, object).is_some()
    }

    fn find(&self, _py: Python<'_>, object: &Bound<'_, PyAny>) -> Option<usize> {
        find(&self.0, object)
    }

    fn texts(&self, _py: Python<'_>, count: usize) -> Vec<String> {
        texts(&self.0, count)
    }

    fn words(&self, _py: Python<'_>) -> (Vec<Word>, usize) {
        words(&self.0)
    }
}

impl<P: Bridge, Class: Holds<P>> MoveList for Lazy<P, Class> {
    fn len(&self, _py: Python<'_>) -> usize {
        match self.listed.get() {
            Some(list) => list.count(),
            None => self.position.get().held().legal_count(),
        }
    }

    fn get(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        P::move_object(py, self.list(py).at(index))
    }

    fn contains(&self, _py: Python<'_>, object: &Bound<'_, PyAny>) -> bool {
        P::chosen(object).is_some_and(|chosen| self.position.get().held().check(&chosen.into()).is_ok())
    }

    fn find(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> Option<usize> {
        find(self.list(py), object)
    }

    fn texts(&self, py: Python<'_>, count: usize) -> Vec<String> {
        texts(self.list(py), count)
    }

    fn words(&self, py: Python<'_>) -> (Vec<Word>, usize) {
        words(self.list(py))
    }
}

/// Legal moves as a lazy sequence: in a defined order, without doubles, each made into an object when it is asked for.
///
/// ``len``, ``in`` and truth don't list the moves at all where the game can do without.
#[pyclass(frozen, generic, sequence, module = "spielwerk")]
pub(crate) struct Moves(Box<dyn MoveList>);

impl Moves {
    pub(crate) fn over(list: impl MoveList + 'static) -> Self {
        Self(Box::new(list))
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.0.len(py)
    }

    fn __bool__(&self, py: Python<'_>) -> bool {
        self.0.len(py) > 0
    }

    fn __contains__(&self, object: &Bound<'_, PyAny>) -> bool {
        self.0.contains(object.py(), object)
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = index.py();
        let length = self.0.len(py);
        if let Ok(slice) = index.cast::<PySlice>() {
            let range = slice.indices(length as isize)?;
            let picked = (0..range.slicelength as isize)
                .map(|i| self.0.get(py, (range.start + i * range.step) as usize))
                .collect::<PyResult<Vec<_>>>()?;
            return Ok(PyTuple::new(py, picked)?.into_any().unbind());
        }
        let Ok(number) = index.extract::<Number>() else {
            return Err(PyTypeError::new_err("an index is an integer or a slice"));
        };
        let nearest = i128::from(number.nearest());
        let from_start = if nearest < 0 { nearest + length as i128 } else { nearest };
        match usize::try_from(from_start) {
            Ok(place) if place < length => self.0.get(py, place),
            _ => Err(PyIndexError::new_err(format!("move {number} of {length}"))),
        }
    }

    fn __iter__(slf: Py<Self>, py: Python<'_>) -> Iterate {
        let length = slf.get().0.len(py);
        iterate(slf, 0..length)
    }

    fn __reversed__(slf: Py<Self>, py: Python<'_>) -> Iterate {
        let length = slf.get().0.len(py);
        iterate(slf, (0..length).rev())
    }

    /// Where a move stands in the list.
    ///
    /// Raises:
    ///     ValueError: If it is not in the list.
    #[pyo3(signature = (value, start = Number::of(0), stop = None, /), text_signature = "($self, value, start=0, stop=None, /)")]
    fn index(&self, value: &Bound<'_, PyAny>, start: Number, stop: Option<Number>) -> PyResult<usize> {
        let length = self.0.len(value.py()) as i128;
        let bound = |at: &Number| {
            let at = i128::from(at.nearest());
            if at < 0 { (at + length).max(0) } else { at }
        };
        let range = bound(&start)..stop.as_ref().map_or(length, bound);
        self.0
            .find(value.py(), value)
            .filter(|&found| range.contains(&(found as i128)))
            .ok_or_else(|| PyValueError::new_err("not among these moves"))
    }

    /// 1 for a legal move, 0 for anything else: no move is listed twice.
    #[pyo3(signature = (value, /))]
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.0.contains(value.py(), value))
    }

    /// The action ids of all moves: an array of ``int16``, one row a move in the order of the list.
    ///
    /// A row is as long as the longest word of the game (9 in Qwirkle, 1 in Lokus, 4 in Schraube locker); after the last id of a
    /// shorter word it is filled up with -1.
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let (words, longest) = self.0.words(py);
        let ids = words
            .iter()
            .flat_map(|word| (0..longest).map(|place| word.get(place).map_or(-1, |id| id as i16)));
        PyArray1::from_vec(py, ids.collect()).reshape([words.len(), longest])
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        const SHOWN: usize = 8;
        let length = self.0.len(py);
        let mut texts = self.0.texts(py, SHOWN);
        if length > SHOWN {
            texts.push("...".to_owned());
        }
        format!("<{length} moves: {}>", texts.join(", "))
    }
}

never_pickled!(Moves, "the position, or a tuple of the moves");

fn iterate(moves: Py<Moves>, mut indices: impl Iterator<Item = usize> + Send + 'static) -> Iterate {
    Iterate::over(move |py| indices.next().map(|index| moves.get().0.get(py, index)).transpose())
}
