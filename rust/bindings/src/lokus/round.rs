//! Rounds without a game around them: one in objects, many in arrays (L7 to L12).

use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2, PyReadonlyArray3, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::common::MAX_SEATS;
use spielwerk::lokus as rules;

use super::card::{Card, Row, card, cards, rows};
use crate::arrays::elements;
use crate::common::{Reduced, Violation, text_repr};
use crate::enums::NativeEnum;
use crate::error::{Error, Kind};
use crate::gil::unlocked;
use crate::reading::{Few, Number};
use crate::values::{copied_as_itself, never_pickled};

pub(crate) static WHICH: NativeEnum = NativeEnum::new(
    "Which",
    "spielwerk.lokus",
    "Which of the two placements of a round (L7): that of the lowest card, which comes first, or that of the highest.",
    &[("LOW", "low"), ("HIGH", "high")],
);

/// What became of the lowest or the highest card of a round, as everybody sees it.
///
/// Args:
///     seat: Who placed.
///     card: What.
///     row: Where; ``None`` for a miss (L9).
///     cleared: Whether it was the fifth of its row (L12).
#[pyclass(frozen, eq, hash, get_all, module = "spielwerk.lokus")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Placement {
    /// Who placed.
    seat: usize,
    /// What.
    card: Card,
    /// Where; ``None`` for a miss (L9).
    row: Option<usize>,
    /// Whether it was the fifth of its row (L12).
    cleared: bool,
}

impl From<rules::PublicPlacement> for Placement {
    fn from(placement: rules::PublicPlacement) -> Self {
        let (row, cleared) = match placement.settled {
            rules::Settled::Row { row, cleared } => (Some(row.index()), cleared),
            rules::Settled::Miss { .. } => (None, false),
        };
        Self { seat: placement.seat.index(), card: Card(placement.card), row, cleared }
    }
}

#[pymethods]
impl Placement {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("seat", "card", "row", "cleared")
    }

    #[new]
    fn new(seat: Number, card: Card, row: Option<&Bound<'_, PyAny>>, cleared: bool) -> PyResult<Self> {
        let seat = crate::common::seat(seat, *rules::PLAYERS.end() as u8)?.index();
        let row = row.map(|row| Ok::<_, PyErr>(super::moves::row(row)?.index())).transpose()?;
        Ok(Self { seat, card, row, cleared })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let card = Bound::new(py, self.card)?.repr()?;
        let row = self.row.map_or_else(|| "None".to_owned(), |row| row.to_string());
        let cleared = if self.cleared { "True" } else { "False" };
        Ok(format!("Placement({}, {card}, {row}, {cleared})", self.seat))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let own = slf.get();
        let arguments = (own.seat, own.card, own.row, own.cleared).into_pyobject(slf.py())?;
        Ok((slf.get_type().into_any(), arguments))
    }
}

/// A placement of a resolved round with all that it did.
#[pyclass(frozen, eq, hash, module = "spielwerk.lokus")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Resolved(rules::Placement);

impl std::hash::Hash for Resolved {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.0.seat, self.0.card, self.0.takes, self.0.rows_after).hash(state);
    }
}

#[pymethods]
impl Resolved {
    /// Who placed.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat.index()
    }

    /// What.
    #[getter]
    fn card(&self) -> Card {
        Card(self.0.card)
    }

    /// Which rows took the card at that moment; both: it was a decision (L18), neither: a miss (L9).
    #[getter]
    fn takes(&self) -> (bool, bool) {
        self.0.takes.into()
    }

    /// Where the card went; ``None`` for a miss (L9).
    #[getter]
    fn row(&self) -> Option<usize> {
        match self.0.placed {
            rules::Placed::Row { row, .. } => Some(row.index()),
            rules::Placed::Miss => None,
        }
    }

    /// Whether it was the fifth of its row (L12).
    #[getter]
    fn cleared(&self) -> bool {
        matches!(self.0.placed, rules::Placed::Row { cleared: true, .. })
    }

    /// The four cards that left the deal, oldest first, when a row was cleared.
    #[getter]
    fn set_aside<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.set_aside.iter().map(Card).collect::<Vec<_>>())
    }

    /// Both rows right after it.
    #[getter]
    fn rows_after(&self) -> (Row, Row) {
        let [first, second] = self.0.rows_after;
        (Row(first), Row(second))
    }

    fn __repr__(&self) -> String {
        let place = self.row().map_or_else(|| "missed".to_owned(), |row| format!("to row {row}"));
        format!("<seat {} placed {} {place}>", self.0.seat, self.0.card)
    }
}

never_pickled!(Resolved, "the resolution that it is a part of");

/// A round as far as it is decided.
#[pyclass(frozen, eq, module = "spielwerk.lokus")]
#[derive(Clone, PartialEq)]
pub(crate) struct Resolution {
    told: rules::Resolution,
    players: usize,
    setup: rules::RoundSetup,
}

#[pymethods]
impl Resolution {
    /// The seat with the lowest card, and the card (L7).
    #[getter]
    fn lowest(&self) -> (usize, Card) {
        let (seat, card) = self.told.lowest;
        (seat.index(), Card(card))
    }

    /// The seat with the highest card, and the card (L7).
    #[getter]
    fn highest(&self) -> (usize, Card) {
        let (seat, card) = self.told.highest;
        (seat.index(), Card(card))
    }

    /// The placements of the lowest and the highest card, ``None`` for one that waits for a row choice.
    #[getter]
    fn placements(&self) -> (Option<Resolved>, Option<Resolved>) {
        let [low, high] = self.told.placements;
        (low.map(Resolved), high.map(Resolved))
    }

    /// Whose row choice is missing (L18), ``None`` when the round is resolved.
    #[getter]
    fn missing<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.told.missing.map(|which| WHICH.member(py, which.index())).transpose()
    }

    /// The rows now.
    #[getter]
    fn rows(&self) -> (Row, Row) {
        let [first, second] = self.told.rows;
        (Row(first), Row(second))
    }

    /// The rolls gained by seat: two for a miss (L9), one for everybody else once both placements are done (L11).
    #[getter]
    fn rolls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.told.rolls[..self.players])
    }

    /// The cleaning cards gained by seat (L12).
    #[getter]
    fn cleaning<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.told.cleaning[..self.players])
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let [first, second] = self.told.rows.map(|row| text_repr(py, &row.to_string()));
        let open = self.told.missing.map_or("resolved", |which| match which {
            rules::Which::Low => "the lowest player has to choose a row",
            rules::Which::High => "the highest player has to choose a row",
        });
        Ok(format!("<round with rows {} and {}: {open}>", first?, second?))
    }

    fn __hash__(&self) -> u64 {
        crate::common::hash(&(&self.setup.rows, &self.setup.cards, self.setup.row_choices))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, rules::RoundSetup { rows, cards, row_choices }) = (slf.py(), &slf.get().setup);
        let resolve = py.import("spielwerk.lokus")?.getattr("resolve_round")?;
        let tuple = |cards: &Vec<rules::Card>| PyTuple::new(py, cards.iter().copied().map(Card));
        let rows = PyTuple::new(py, rows.iter().map(tuple).collect::<PyResult<Vec<_>>>()?)?;
        Ok((resolve, (rows, tuple(cards)?, PyTuple::new(py, row_choices)?).into_pyobject(py)?))
    }
}

copied_as_itself!(Resolution);

/// Resolves a round without a game around it (L7 to L12).
///
/// Args:
///     rows: The two rows, each a ``Row``, its text or its cards, oldest first.
///     cards: The revealed cards by seat, two to six.
///     choices: The row chosen by the lowest and by the highest player; ``None`` where there is no decision or it is open.
///
/// Raises:
///     InvalidInputError: If the rows or cards can't be, or a row is chosen where there is nothing to choose; it names every
///         fault.
///
/// >>> done = resolve_round(["r3 b7", "y5"], ["g4", "b9", "r2"])
/// >>> [(placement.seat, placement.row) for placement in done.placements], done.rolls
/// ([(2, 1), (1, 1)], (1, 0, 0))
/// >>> resolve_round(["r3 b7", "y5"], ["g4", "s12"], (0, None)).missing
/// Which.HIGH
#[pyfunction]
#[pyo3(signature = (rows, cards, choices = Few(vec![None, None])))]
pub(crate) fn resolve_round(
    rows: &Bound<'_, PyAny>,
    cards: &Bound<'_, PyAny>,
    choices: Few<Option<Number>>,
) -> PyResult<Resolution> {
    let [low, high] = choices.0.as_slice() else {
        let message = format!("{} choices; one of the lowest and one of the highest player", choices.0.len());
        return Err(Error::input("choices", "L18", "wrong_choice_count", message).into());
    };
    let cards = self::cards(cards)?;
    let players = cards.len();
    let rows = self::rows(rows)?.map(|row| row.iter().collect()).into();
    let chosen = |row: &Option<Number>| row.as_ref().map(|row| row.fit("choices", "L8")).transpose();
    let setup = rules::RoundSetup { rows, cards, row_choices: [chosen(low)?, chosen(high)?] };
    let resolution = setup.resolve().map_err(|faults| Error::Invalid { what: Kind::Other, faults })?;
    Ok(Resolution { told: resolution, players, setup })
}

/// Every rule that forbids a card in a row (L8); empty when it may go there.
///
/// Args:
///     rows: The two rows.
///     card: The card, or its text.
///     row: Which row.
///
/// >>> [violation.slug for violation in check_row(["r3 b7", "y5"], "b3", 0)]
/// ['row_color_taken', 'row_number_taken']
#[pyfunction]
pub(crate) fn check_row<'py>(
    rows: &Bound<'py, PyAny>,
    card: &Bound<'py, PyAny>,
    row: Number,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = card.py();
    let (rows, card) = (self::rows(rows)?, self::card(card)?);
    let broken = rules::check_row(&rows, card, row.fit("row", "L8")?).err();
    PyTuple::new(py, broken.iter().flatten().map(Violation::from).collect::<Vec<_>>())
}

/// Many resolved rounds, as NumPy arrays with one row a round.
#[pyclass(frozen, get_all, module = "spielwerk.lokus")]
pub(crate) struct Resolutions {
    /// Shape ``(n,)``, ``bool``: whether the round makes sense. All other entries of a round that does not are 0.
    valid: Py<PyArray1<bool>>,
    /// Shape ``(n,)``, ``int8``: whose row choice is missing (L18): 0 the lowest, 1 the highest, -1 nobody.
    missing: Py<PyArray1<i8>>,
    /// Shape ``(n, 2)``, ``uint8``: the seats with the lowest and the highest card (L7).
    seats: Py<PyArray2<u8>>,
    /// Shape ``(n, 2)``, ``int8``: the rows to which these cards went; -1 a miss (L9), -2 not resolved yet.
    placed: Py<PyArray2<i8>>,
    /// Shape ``(n, 2, 4)``, ``uint8``: the ranks of the cards in both rows now, oldest first, 255 for none.
    rows: Py<PyArray3<u8>>,
    /// Shape ``(n, players)``, ``uint8``: the rolls gained by seat (L9, L11).
    rolls: Py<PyArray2<u8>>,
    /// Shape ``(n, players)``, ``uint8``: the cleaning cards gained by seat (L12).
    cleaning: Py<PyArray2<u8>>,
}

#[pymethods]
impl Resolutions {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.valid.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<{} rounds>", self.__len__(py))
    }
}

never_pickled!(Resolutions, "its arrays");

/// No card.
const NONE: u8 = u8::MAX;

/// A row from ranks, oldest first, `NONE` after the last card.
fn row_of_ranks(ranks: &[u8]) -> Option<rules::Row> {
    let mut row = rules::Row::EMPTY;
    let count = ranks.iter().position(|&rank| rank == NONE).unwrap_or(ranks.len());
    for &rank in &ranks[..count] {
        let card = rules::Card::from_rank(rank)?;
        if !row.takes(card) {
            return None;
        }
        row.place(card);
    }
    ranks[count..].iter().all(|&rank| rank == NONE).then_some(row)
}

fn ranks_of_row(row: &rules::Row, ranks: &mut [u8]) {
    ranks.fill(NONE);
    for (rank, card) in ranks.iter_mut().zip(row.iter()) {
        *rank = card.rank();
    }
}

/// Resolves many rounds at once (L7 to L12); the lock is released meanwhile.
///
/// Cards are ranks (``Card.rank``, 0 to 71), which are their action ids; the action id of a row is 72 plus its number.
///
/// Args:
///     rows: Shape ``(n, 2, 4)``, ``uint8``: the ranks of the cards in both rows, oldest first, 255 for none.
///     cards: Shape ``(n, players)``, ``uint8``: the ranks of the revealed cards by seat, two to six.
///     choices: Shape ``(n, 2)``, ``int8``: the row chosen by the lowest and by the highest player, -1 for none; all -1 by
///         default.
///
/// Returns:
///     The arrays of ``Resolutions``. A round that makes no sense is marked there; ``resolve_round`` tells why.
///
/// Raises:
///     InvalidInputError: If the shapes don't fit.
///
/// >>> import numpy as np
/// >>> rows = np.full((1, 2, 4), 255, np.uint8)
/// >>> rows[0, 0, :2] = Card.parse("r3").rank, Card.parse("b7").rank
/// >>> rows[0, 1, 0] = Card.parse("y5").rank
/// >>> cards = np.array([[Card.parse(text).rank for text in ("g4", "b9", "r2")]], np.uint8)
/// >>> done = resolve_rounds(rows, cards)
/// >>> done.seats.tolist(), done.placed.tolist(), done.rolls.tolist()
/// ([[2, 1]], [[1, 1]], [[1, 0, 0]])
#[pyfunction]
#[pyo3(signature = (rows, cards, choices = None))]
pub(crate) fn resolve_rounds<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray3<'py, u8>,
    cards: PyReadonlyArray2<'py, u8>,
    choices: Option<PyReadonlyArray2<'py, i8>>,
) -> PyResult<Resolutions> {
    let (count, players) = (cards.shape()[0], cards.shape()[1]);
    let shapes_fit =
        rows.shape() == [count, 2, 4] && choices.as_ref().is_none_or(|choices| choices.shape() == [count, 2]);
    if !shapes_fit || !rules::PLAYERS.contains(&players) {
        let message = format!(
            "rows {:?} and cards {:?}; (n, 2, 4) and (n, 2 to 6) fit together, choices (n, 2)",
            rows.shape(),
            cards.shape()
        );
        return Err(Error::input("rows", "L7", "shapes_differ", message).into());
    }
    let (rows, cards) = (elements(&rows), elements(&cards));
    let choices = choices.as_ref().map(elements);
    let mut done = Columns::new(count, players);
    unlocked(py, || {
        for index in 0..count {
            let choices = choices.as_ref().map(|choices| [choices[2 * index], choices[2 * index + 1]]);
            let cards = &cards[players * index..players * (index + 1)];
            done.resolve(index, &rows[8 * index..8 * (index + 1)], cards, choices.unwrap_or([-1; 2]));
        }
    });
    done.into_arrays(py, players)
}

/// The columns of [`Resolutions`] while they are filled.
struct Columns {
    valid: Vec<bool>,
    missing: Vec<i8>,
    seats: Vec<u8>,
    placed: Vec<i8>,
    rows: Vec<u8>,
    rolls: Vec<u8>,
    cleaning: Vec<u8>,
}

impl Columns {
    fn new(count: usize, players: usize) -> Self {
        Self {
            valid: vec![false; count],
            missing: vec![0; count],
            seats: vec![0; 2 * count],
            placed: vec![0; 2 * count],
            rows: vec![0; 8 * count],
            rolls: vec![0; players * count],
            cleaning: vec![0; players * count],
        }
    }

    #[inline]
    fn resolve(&mut self, index: usize, rows: &[u8], ranks: &[u8], choices: [i8; 2]) {
        let (Some(first), Some(second)) = (row_of_ranks(&rows[..4]), row_of_ranks(&rows[4..])) else {
            return;
        };
        let Some(lowest) = rules::Card::from_rank(0) else { return };
        let mut cards = [lowest; MAX_SEATS];
        for (card, &rank) in cards.iter_mut().zip(ranks) {
            let Some(known) = rules::Card::from_rank(rank) else { return };
            *card = known;
        }
        let mut wanted = [None; 2];
        for (wanted, &choice) in wanted.iter_mut().zip(&choices) {
            if choice != -1 {
                let Some(row) = u64::try_from(choice).ok().and_then(rules::RowIndex::try_new) else { return };
                *wanted = Some(row);
            }
        }
        let players = ranks.len();
        let Ok(resolution) = rules::resolve_round(&[first, second], &cards[..players], wanted) else {
            return;
        };
        self.valid[index] = true;
        self.missing[index] = resolution.missing.map_or(-1, |which| which.index() as i8);
        self.seats[2 * index] = resolution.lowest.0.index() as u8;
        self.seats[2 * index + 1] = resolution.highest.0.index() as u8;
        for (place, placement) in resolution.placements.iter().enumerate() {
            self.placed[2 * index + place] = match placement.map(|placement| placement.placed) {
                Some(rules::Placed::Row { row, .. }) => row.index() as i8,
                Some(rules::Placed::Miss) => -1,
                None => -2,
            };
        }
        for (place, row) in resolution.rows.iter().enumerate() {
            ranks_of_row(row, &mut self.rows[8 * index + 4 * place..8 * index + 4 * (place + 1)]);
        }
        self.rolls[players * index..players * (index + 1)].copy_from_slice(&resolution.rolls[..players]);
        self.cleaning[players * index..players * (index + 1)]
            .copy_from_slice(&resolution.cleaning[..players]);
    }

    fn into_arrays(self, py: Python<'_>, players: usize) -> PyResult<Resolutions> {
        let count = self.valid.len();
        let by_round =
            |column: Vec<u8>| PyArray1::from_vec(py, column).reshape([count, players]).map(Bound::unbind);
        Ok(Resolutions {
            valid: PyArray1::from_vec(py, self.valid).unbind(),
            missing: PyArray1::from_vec(py, self.missing).unbind(),
            seats: PyArray1::from_vec(py, self.seats).reshape([count, 2])?.unbind(),
            placed: PyArray1::from_vec(py, self.placed).reshape([count, 2])?.unbind(),
            rows: PyArray1::from_vec(py, self.rows).reshape([count, 2, 4])?.unbind(),
            rolls: by_round(self.rolls)?,
            cleaning: by_round(self.cleaning)?,
        })
    }
}
