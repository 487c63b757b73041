//! The chain of dice without a game around it: one in an object, many in arrays (S7, S8, S15).

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use spielwerk::schraube as rules;

use super::fields::{dice_tuple, pile_tuple};
use crate::arrays::elements;
use crate::common::{Reduced, reduced_with, tuple_repr};
use crate::error::{Error, Kind};
use crate::gil::unlocked;
use crate::reading::{Few, Number};
use crate::values::{copied_as_itself, never_pickled};

/// What a roll does by itself, and what it leaves open.
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Chain {
    input: rules::ChainInput,
    chain: rules::Resolution,
}

#[pymethods]
impl Chain {
    /// The piles that got a die by S7, in order.
    #[getter]
    fn forced<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pile_tuple(py, self.chain.forced.iter_from(self.input.figure))
    }

    /// All piles that carry a die now.
    #[getter]
    fn covered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pile_tuple(py, self.chain.covered.iter())
    }

    /// The faces of the dice still unplaced.
    #[getter]
    fn dice_left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        dice_tuple(py, self.chain.dice_left)
    }

    /// Length of the unbroken run from the pile after the figure, 0 to 6 (S15).
    #[getter]
    fn run(&self) -> u8 {
        self.chain.run
    }

    /// The piles on which a die may be placed freely now (S8).
    #[getter]
    fn free<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pile_tuple(py, self.chain.free.iter())
    }

    fn __repr__(&self) -> String {
        let forced = tuple_repr(self.chain.forced.iter_from(self.input.figure));
        format!("<chain: forced {forced}, dice left {}, run {}>", self.chain.dice_left, self.chain.run)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, rules::ChainInput { figure, faces, covered, dice }) = (slf.py(), slf.get().input);
        let resolve = py.import("spielwerk.schraube")?.getattr("resolve_chain")?;
        let named = PyDict::new(py);
        // With several dice on a pile there may be fewer, and else it makes no difference.
        named.set_item("pro", true)?;
        let faces = PyTuple::new(py, faces.map(rules::Face::pips))?;
        let given = (figure.number(), faces, pile_tuple(py, covered.iter())?, dice_tuple(py, dice)?);
        reduced_with(&resolve, given, &named)
    }
}

copied_as_itself!(Chain);

/// Makes every placement that S7 demands, and says what is left, without a game around it.
///
/// Args:
///     figure: The pile where the figure stands, 0 to 5.
///     faces: The faces of the six open cards by pile.
///     covered: The piles that already carry a die.
///     dice: The faces of the unplaced dice. Covered piles and unplaced dice are six together.
///     pro: Whether several dice may lie on one pile (S25): then they may be fewer.
///
/// Raises:
///     InvalidInputError: If this can't lie on a table; it names every fault.
///
/// >>> chain = resolve_chain(3, [1, 4, 3, 6, 5, 2], [1, 3, 5], [1, 2, 5])
/// >>> chain.forced, chain.dice_left, chain.run, chain.free
/// ((4, 0), (2,), 4, ())
#[pyfunction]
#[pyo3(signature = (figure, faces, covered, dice, *, pro = false))]
pub(crate) fn resolve_chain(
    figure: Number,
    faces: Few<Number>,
    covered: Few<Number>,
    dice: Few<Number>,
    pro: bool,
) -> PyResult<Chain> {
    let whole = |numbers: Few<Number>, path, rule| {
        numbers.0.iter().map(|number| number.fit(path, rule)).collect::<Result<Vec<i64>, _>>()
    };
    let figure = figure.fit("figure", "S4")?;
    let (faces, covered) = (whole(faces, "faces", "S2")?, whole(covered, "covered", "S4")?);
    let input = rules::ChainInput::read(figure, &faces, &covered, &whole(dice, "dice", "S1")?, pro)
        .map_err(|faults| Error::Invalid { what: Kind::Other, faults })?;
    Ok(Chain { input, chain: input.resolve() })
}

/// Many resolved chains, as NumPy arrays with one entry a chain. A set of piles is a number with bit ``p`` for pile ``p``.
#[pyclass(frozen, get_all, module = "spielwerk.schraube")]
pub(crate) struct Chains {
    /// Shape ``(n,)``, ``bool``: whether the input can lie on a table. All other entries of one that can't are 0.
    valid: Py<PyArray1<bool>>,
    /// Shape ``(n,)``, ``uint8``: the piles that got a die by S7.
    forced: Py<PyArray1<u8>>,
    /// Shape ``(n,)``, ``uint8``: all piles that carry a die now.
    covered: Py<PyArray1<u8>>,
    /// Shape ``(n, 6)``, ``uint8``: how many dice of each face are left, ones first.
    dice_left: Py<PyArray2<u8>>,
    /// Shape ``(n,)``, ``uint8``: the length of the run, 0 to 6 (S15).
    run: Py<PyArray1<u8>>,
    /// Shape ``(n,)``, ``uint8``: the piles on which a die may be placed freely now (S8).
    free: Py<PyArray1<u8>>,
}

#[pymethods]
impl Chains {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.valid.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<{} chains>", self.__len__(py))
    }
}

never_pickled!(Chains, "its arrays");

/// The dice of six counts, at most six together.
#[inline]
fn dice_of_counts(counts: &[u8]) -> Option<rules::Dice> {
    let mut bits = 0u32;
    let mut total = 0u32;
    for (index, &count) in counts.iter().enumerate() {
        total += u32::from(count);
        bits |= u32::from(count.min(7)) << (4 * index);
    }
    if total <= u32::from(rules::DICE) { rules::Dice::from_bits(bits) } else { None }
}

/// Resolves many chains at once (S7, S8, S15); the lock is released meanwhile.
///
/// The action id that places on pile ``p`` is ``6 + p``, and that of a face with ``f`` pips is ``63 + f``.
///
/// Args:
///     figures: Shape ``(n,)``, ``uint8``: the piles where the figures stand, 0 to 5.
///     faces: Shape ``(n, 6)``, ``uint8``: the faces of the open cards by pile, 1 to 6.
///     covered: Shape ``(n,)``, ``uint8``: bit ``p`` for each pile ``p`` that already carries a die.
///     dice: Shape ``(n, 6)``, ``uint8``: how many unplaced dice show each face, ones first; covered piles and dice are at most
///         six together.
///
/// Returns:
///     The arrays of ``Chains``.
///
/// Raises:
///     InvalidInputError: If the shapes don't fit.
///
/// >>> import numpy as np
/// >>> done = resolve_chains(
/// ...     np.array([3], np.uint8),
/// ...     np.array([[1, 4, 3, 6, 5, 2]], np.uint8),
/// ...     np.array([0b101010], np.uint8),
/// ...     np.array([[1, 1, 0, 0, 1, 0]], np.uint8),
/// ... )
/// >>> bin(done.forced[0]), done.run.tolist(), done.dice_left.tolist()
/// ('0b10001', [4], [[0, 1, 0, 0, 0, 0]])
#[pyfunction]
pub(crate) fn resolve_chains<'py>(
    py: Python<'py>,
    figures: PyReadonlyArray1<'py, u8>,
    faces: PyReadonlyArray2<'py, u8>,
    covered: PyReadonlyArray1<'py, u8>,
    dice: PyReadonlyArray2<'py, u8>,
) -> PyResult<Chains> {
    let count = figures.len();
    if faces.shape() != [count, rules::PILES] || covered.len() != count || dice.shape() != [count, 6] {
        let message = format!(
            "figures {:?}, faces {:?}, covered {:?}, dice {:?}; (n,), (n, 6), (n,) and (n, 6) fit together",
            figures.shape(),
            faces.shape(),
            covered.shape(),
            dice.shape()
        );
        return Err(Error::input("figures", "S4", "shapes_differ", message).into());
    }
    let (figures, faces) = (elements(&figures), elements(&faces));
    let (covered, dice) = (elements(&covered), elements(&dice));
    let mut valid = vec![false; count];
    let mut columns = [vec![0u8; count], vec![0; count], vec![0; count], vec![0; count]];
    let mut left = vec![0u8; 6 * count];
    unlocked(py, || {
        let [forced, now, run, free] = &mut columns;
        for index in 0..count {
            let (open, counts) = (&faces[6 * index..6 * index + 6], &dice[6 * index..6 * index + 6]);
            let Some(chain) = one(figures[index], open, covered[index], counts) else { continue };
            valid[index] = true;
            forced[index] = chain.forced.bits();
            now[index] = chain.covered.bits();
            run[index] = chain.run;
            free[index] = chain.free.bits();
            let bits = chain.dice_left.bits();
            for (place, count) in left[6 * index..6 * index + 6].iter_mut().enumerate() {
                *count = (bits >> (4 * place) & 0xF) as u8;
            }
        }
    });
    let [forced, now, run, free] = columns.map(|column| PyArray1::from_vec(py, column).unbind());
    Ok(Chains {
        valid: PyArray1::from_vec(py, valid).unbind(),
        forced,
        covered: now,
        dice_left: PyArray1::from_vec(py, left).reshape([count, 6])?.unbind(),
        run,
        free,
    })
}

/// One chain of the arrays, unless it can't lie on a table.
#[inline]
fn one(figure: u8, faces: &[u8], covered: u8, counts: &[u8]) -> Option<rules::Resolution> {
    let figure = rules::Pile::new(figure)?;
    let mut open = [rules::Face::One; rules::PILES];
    for (face, &pips) in open.iter_mut().zip(faces) {
        *face = rules::Face::new(pips)?;
    }
    let dice = dice_of_counts(counts)?;
    let covered = (covered < 64).then(|| rules::PileSet::from_bits(covered))?;
    (dice.len() + covered.len() <= rules::DICE).then(|| rules::resolve_chain(figure, &open, covered, dice))
}
