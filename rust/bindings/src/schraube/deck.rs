//! `PointCard`, `Deck` and `Options`.

use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use spielwerk::common::Faults;
use spielwerk::schraube as rules;

use super::fields::{all, card, face, six};
use crate::common::{Reduced, reduced_with, text_repr};
use crate::contract::Iterate;
use crate::enums::NativeEnum;
use crate::error::{Error, Kind};
use crate::reading::{Few, Number, Text};

pub(crate) static KIND: NativeEnum = NativeEnum::new(
    "Kind",
    "spielwerk.schraube",
    "What a point card can do (S2).",
    &[
        ("SCREW", "screw"),
        ("DOUBLE_SCREW", "double_screw"),
        ("NUT", "nut"),
        ("DOUBLE_NUT", "double_nut"),
        ("LASER", "laser"),
        ("EXTRA_ROLL", "extra_roll"),
        ("SWAP", "swap"),
        ("GIFT", "gift"),
    ],
);

fn refused(faults: impl Into<Faults>) -> Error {
    Error::Invalid { what: Kind::Other, faults: faults.into() }
}

/// What is printed on a point card (S2).
///
/// Args:
///     id: The number that names it in a deck file, positive.
///     kind: What it can do.
///     value: Points at the end (S22), -1,000,000 to 1,000,000.
///     face: The face that a die must show to be placed on it, 1 to 6.
///
/// >>> Deck.standard()[1]
/// PointCard(1, Kind.SCREW, 1, 1)
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PointCard(rules::PointCard);

#[pymethods]
impl PointCard {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("id", "kind", "value", "face")
    }

    #[new]
    fn new(id: Number, kind: &Bound<'_, PyAny>, value: Number, face: &Bound<'_, PyAny>) -> PyResult<Self> {
        let kind = rules::Kind::ALL[KIND.index(kind)?];
        let (id, value) = (id.fit("id", "S3")?, value.fit("value", "S2")?);
        Ok(Self(rules::PointCard { id, kind, value, face: self::face(face)? }))
    }

    /// The number that names it in a deck file.
    #[getter]
    fn id(&self) -> u32 {
        self.0.id
    }

    /// What it can do.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        KIND.member(py, self.0.kind as usize)
    }

    /// Points at the end (S22).
    #[getter]
    fn value(&self) -> i32 {
        self.0.value
    }

    /// The face that a die must show to be placed on it.
    #[getter]
    fn face(&self) -> u8 {
        self.0.face.pips()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let kind = self.kind(py)?.repr()?;
        Ok(format!("PointCard({}, {kind}, {}, {})", self.0.id, self.0.value, self.0.face))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let arguments = (own.id(), own.kind(py)?, own.value(), own.face());
        Ok((slf.get_type().into_any(), arguments.into_pyobject(py)?))
    }
}

/// 42 point cards (S3). Positions and moves name a card by its number here, 1 to 42; in the deck of the rule book that is its id.
///
/// Args:
///     cards: The 42 cards.
///
/// Raises:
///     InvalidInputError: If they are no deck (S3); it names every fault.
///
/// >>> deck = Deck.standard()
/// >>> len(deck), deck[40].value, Deck.from_csv(deck.to_csv()) == deck
/// (42, -3, True)
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Deck(pub(super) Arc<rules::Deck>);

#[pymethods]
impl Deck {
    #[new]
    fn new(cards: Few<Py<PointCard>>) -> PyResult<Self> {
        let cards: Vec<rules::PointCard> = cards.0.iter().map(|card| card.get().0).collect();
        Ok(Self(Arc::new(rules::Deck::new(&cards).map_err(refused)?)))
    }

    /// The deck of the rule book.
    #[staticmethod]
    fn standard() -> Self {
        Self(rules::Deck::standard())
    }

    /// Reads a deck file: a header ``id,kind,value,face`` and a line a card.
    ///
    /// Raises:
    ///     InvalidInputError: If it is no deck (S3); it names every fault with its line and column.
    #[staticmethod]
    fn from_csv(text: Text<'_>) -> PyResult<Self> {
        Ok(Self(Arc::new(rules::Deck::from_csv(&text).map_err(refused)?)))
    }

    /// The deck as a file that ``from_csv`` reads.
    fn to_csv(&self) -> String {
        self.0.to_csv()
    }

    /// Whether this is the deck of the rule book.
    #[getter]
    fn is_standard(&self) -> bool {
        self.0.is_standard()
    }

    fn __len__(&self) -> usize {
        rules::CARDS
    }

    fn __getitem__(&self, number: Number) -> PyResult<PointCard> {
        let known = number.to::<u8>().and_then(rules::Card::numbered);
        let known =
            known.ok_or_else(|| PyIndexError::new_err(format!("card {number}; cards are 1 to 42")))?;
        Ok(PointCard(*self.0.get(known)))
    }

    fn __iter__(&self) -> Iterate {
        let mut cards = self.0.cards().to_vec().into_iter();
        Iterate::over(move |py| {
            cards.next().map(|card| Ok(Py::new(py, PointCard(card))?.into_any())).transpose()
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.0.is_standard() {
            return Ok("Deck.standard()".to_owned());
        }
        Ok(format!("Deck.from_csv({})", text_repr(py, &self.0.to_csv())?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let read = slf.get_type().getattr("from_csv")?;
        Ok((read, (slf.get().to_csv(),).into_pyobject(slf.py())?))
    }
}

/// The choices made before a game begins.
///
/// Args:
///     players: How many play, 2 to 4.
///     max_rolls: Rolls of a turn, 1 to 9; the rule book says 3 (S6).
///     pro: Whether pips may be added up (S25).
///     deck: The point cards (S3); those of the rule book by default.
///     piles: The six fresh piles, seven cards each with the top first, if the caller shuffled them himself (S4). Without them
///         the next card turned up is any of the unseen ones (S23).
///
/// Raises:
///     InvalidInputError: If something is out of range; it names every fault.
///
/// >>> Options(3, pro=True)
/// Options(players=3, max_rolls=3, pro=True, deck=Deck.standard(), piles=None)
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Options(pub(super) rules::Options);

impl Options {
    /// The rule book's game for two players.
    pub(super) fn usual() -> Self {
        Self(rules::Options::new(2))
    }

    pub(super) fn deck_object(&self) -> Deck {
        Deck(Arc::clone(&self.0.deck))
    }
}

impl From<rules::Options> for Options {
    fn from(options: rules::Options) -> Self {
        Self(options)
    }
}

/// Seven cards of a pile.
fn seven(said: &Bound<'_, PyAny>) -> PyResult<[rules::Card; rules::PILE_CARDS]> {
    let cards = all(said, card)?;
    let count = cards.len();
    cards.try_into().map_err(|_| {
        let message = format!("{count} cards; a fresh pile has seven");
        Error::input("piles", "S4", "wrong_pile_size", message).into()
    })
}

#[pymethods]
impl Options {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("players",)
    }

    #[new]
    #[pyo3(signature = (players = Number::of(2), *, max_rolls = Number::of(3), pro = false, deck = None, piles = None), text_signature = "(players=2, *, max_rolls=3, pro=False, deck=None, piles=None)")]
    fn new(
        players: Number,
        max_rolls: Number,
        pro: bool,
        deck: Option<&Deck>,
        piles: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (players, max_rolls) = (players.fit("players", "S1")?, max_rolls.fit("max_rolls", "S6")?);
        let deck = deck.map_or_else(rules::Deck::standard, |deck| Arc::clone(&deck.0));
        let piles = piles.map(|piles| six("piles", piles, seven)).transpose()?;
        Ok(Self(rules::Options::read(players, max_rolls, pro, deck, piles).map_err(refused)?))
    }

    /// How many play.
    #[getter]
    fn players(&self) -> u8 {
        self.0.players
    }

    /// Rolls of a turn (S6).
    #[getter]
    fn max_rolls(&self) -> u8 {
        self.0.max_rolls
    }

    /// Whether pips may be added up (S25).
    #[getter]
    fn pro(&self) -> bool {
        self.0.pro
    }

    /// The point cards (S3).
    #[getter]
    fn deck(&self) -> Deck {
        self.deck_object()
    }

    /// The six fresh piles, top card first, ``None`` when nobody knows their order.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(piles) = &self.0.piles else { return Ok(None) };
        let piles = piles.iter().map(|pile| PyTuple::new(py, pile.map(rules::Card::number)));
        PyTuple::new(py, piles.collect::<PyResult<Vec<_>>>()?).map(Some)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let deck = Bound::new(py, self.deck())?.repr()?;
        let piles = self.piles(py)?.into_pyobject(py)?.repr()?;
        let (players, max_rolls) = (self.0.players, self.0.max_rolls);
        let pro = if self.0.pro { "True" } else { "False" };
        Ok(format!(
            "Options(players={players}, max_rolls={max_rolls}, pro={pro}, deck={deck}, piles={piles})"
        ))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let named = PyDict::new(py);
        named.set_item("max_rolls", own.0.max_rolls)?;
        named.set_item("pro", own.0.pro)?;
        named.set_item("deck", own.deck())?;
        named.set_item("piles", own.piles(py)?)?;
        reduced_with(slf.get_type().as_any(), (own.0.players,), &named)
    }
}
