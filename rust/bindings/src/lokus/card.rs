//! `Card`, `CardSet` and `Row`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::lokus as rules;

use crate::contract::Iterate;
use crate::enums::NativeEnum;
use crate::error::{Error, Kind, parse};
use crate::reading::{Bounded, Number, Text, object_or_text};
use crate::values::text_value;

pub(crate) static COLOUR: NativeEnum = NativeEnum::new(
    "Colour",
    "spielwerk.lokus",
    "The six colours (L1), lowest first (L2).",
    &[
        ("RED", "red"),
        ("YELLOW", "yellow"),
        ("GREEN", "green"),
        ("BLUE", "blue"),
        ("ORANGE", "orange"),
        ("GREY", "grey"),
    ],
);

/// A person card (L1). Cards compare by number, then by colour (L2).
///
/// Args:
///     colour: The colour.
///     number: 1 to 12.
///
/// Raises:
///     InvalidInputError: If there is no such card.
///
/// >>> card = Card(Colour.GREY, 7)
/// >>> card.text, card.rank, card < Card(Colour.RED, 8)
/// ('s7', 41, True)
/// >>> Card.parse("s7") == card
/// True
#[pyclass(frozen, eq, ord, hash, from_py_object, module = "spielwerk.lokus")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Card(pub(super) rules::Card);

/// A number that is no card.
fn unknown(path: &str, found: impl std::fmt::Display) -> Error {
    Error::input(path, "L1", "unknown_card", format!("there is no card {found}"))
}

#[pymethods]
impl Card {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("colour", "number")
    }

    #[new]
    fn new(colour: &Bound<'_, PyAny>, number: Number) -> PyResult<Self> {
        let colour = rules::Colour::ALL[COLOUR.index(colour)?];
        let card = number.to::<u8>().and_then(|number| rules::Card::new(colour, number));
        Ok(Self(card.ok_or_else(|| unknown("number", format!("{colour} {number}")))?))
    }

    /// Reads a card: the letter of the colour (``s`` is grey) and the number.
    ///
    /// Raises:
    ///     ParseError: If the text is no card.
    #[staticmethod]
    fn parse(text: Text<'_>) -> PyResult<Self> {
        Ok(Self(parse(Kind::Other, &text)?))
    }

    /// The card with this rank.
    ///
    /// Args:
    ///     rank: ``(number - 1) * 6 + colour``, 0 to 71.
    ///
    /// Raises:
    ///     InvalidInputError: If it is out of range.
    #[staticmethod]
    fn from_rank(rank: Number) -> PyResult<Self> {
        let card = rank.to::<u8>().and_then(rules::Card::from_rank);
        Ok(Self(card.ok_or_else(|| unknown("rank", format!("of rank {rank}; ranks are 0 to 71")))?))
    }

    /// All 72 cards, lowest first.
    #[staticmethod]
    fn all(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, rules::Card::all().map(Self).collect::<Vec<_>>())
    }

    /// The colour.
    #[getter]
    fn colour<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        COLOUR.member(py, self.0.colour() as usize)
    }

    /// The number, 1 to 12.
    #[getter]
    fn number(&self) -> u8 {
        self.0.number()
    }

    /// The place in the total order of L2, 0 to 71. Arrays use it.
    #[getter]
    fn rank(&self) -> u8 {
        self.0.rank()
    }

    fn __str__(&self) -> String {
        self.written()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Card({}, {})", self.colour(py)?.repr()?, self.number()))
    }
}

impl Card {
    fn written(&self) -> String {
        self.0.to_string()
    }
}

text_value!(Card);

/// Cards without an order, each at most once.
///
/// Args:
///     cards: The cards, in any order.
///
/// Raises:
///     InvalidInputError: If a card comes twice (L1).
///
/// >>> hand = CardSet.parse("r1y7s12")
/// >>> len(hand), Card.parse("y7") in hand, [card.text for card in hand]
/// (3, True, ['r1', 'y7', 's12'])
#[pyclass(frozen, eq, ord, hash, module = "spielwerk.lokus")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CardSet(pub(super) rules::CardSet);

impl CardSet {
    fn written(&self) -> String {
        self.0.to_string()
    }
}

#[pymethods]
impl CardSet {
    #[new]
    #[pyo3(signature = (cards = None))]
    fn new(cards: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self(cards.map_or(Ok(rules::CardSet::EMPTY), card_set)?))
    }

    /// Reads the cards written one after the other.
    ///
    /// Raises:
    ///     ParseError: If the text is not in the grammar.
    ///     InvalidInputError: If a card comes twice (L1).
    #[staticmethod]
    fn parse(text: Text<'_>) -> PyResult<Self> {
        Ok(Self(set_of(cards_of_text(&text)?)?))
    }

    /// All 72 cards (L1).
    #[staticmethod]
    fn all() -> Self {
        Self(rules::CardSet::ALL)
    }

    fn __len__(&self) -> usize {
        usize::from(self.0.len())
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> bool {
        card.cast::<Card>().is_ok_and(|card| self.0.contains(card.get().0))
    }

    fn __iter__(&self) -> Iterate {
        let mut cards = self.0.iter();
        Iterate::over(move |py| cards.next().map(|card| Ok(Py::new(py, Card(card))?.into_any())).transpose())
    }

    fn __or__(&self, other: &Self) -> Self {
        Self(self.0.union(other.0))
    }

    fn __and__(&self, other: &Self) -> Self {
        Self(self.0.intersection(other.0))
    }

    fn __sub__(&self, other: &Self) -> Self {
        Self(self.0.without(other.0))
    }

    fn __str__(&self) -> String {
        self.written()
    }

    fn __repr__(&self) -> String {
        format!("CardSet.parse('{}')", self.written())
    }
}

text_value!(CardSet);

/// The most cards that are read: nothing with more makes sense (L1), whatever it is.
const MOST_CARDS: usize = 10 * rules::CARDS as usize;

/// The cards of a text in its order. Commas and blanks may stand between them.
fn cards_of_text(text: &str) -> Result<Vec<rules::Card>, Error> {
    let mut cards = Vec::new();
    let mut rest = text.trim_end_matches([' ', ',', '-']);
    let after = text.len() - rest.len();
    rest = rest.trim_start_matches([' ', ',', '-']);
    while !rest.is_empty() && cards.len() <= MOST_CARDS {
        // A card ends where digits end.
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let end =
            rest[digits..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |length| digits + length);
        let begins = text.len() - rest.len() - after;
        let card = rest[..end].parse();
        cards.push(
            card.map_err(|error| Error::unreadable(Kind::Other, text, error, |offset| begins + offset))?,
        );
        rest = rest[end..].trim_start_matches([' ', ',']);
    }
    Ok(cards)
}

fn set_of(cards: Vec<rules::Card>) -> Result<rules::CardSet, Error> {
    let mut set = rules::CardSet::EMPTY;
    match cards.into_iter().find(|&card| !set.insert(card)) {
        None => Ok(set),
        Some(card) => Err(Error::input(
            "cards",
            "L1",
            "duplicate_card",
            format!("{card} comes twice; each card exists once"),
        )),
    }
}

/// The cards of an iterable or a text, in its order.
pub(super) fn cards(said: &Bound<'_, PyAny>) -> PyResult<Vec<rules::Card>> {
    if let Ok(set) = said.cast::<CardSet>() {
        return Ok(set.get().0.iter().collect());
    }
    if let Ok(text) = said.extract::<Text<'_>>() {
        return Ok(cards_of_text(&text)?);
    }
    let bound = Bounded { what: "cards", rule: "L1", slug: "too_many_cards", most: MOST_CARDS };
    bound.read(said, card)
}

/// The cards of an iterable or a text, without their order.
pub(super) fn card_set(said: &Bound<'_, PyAny>) -> PyResult<rules::CardSet> {
    match said.cast::<CardSet>() {
        Ok(set) => Ok(set.get().0),
        Err(_) => Ok(set_of(cards(said)?)?),
    }
}

/// A card, or its text.
pub(super) fn card(said: &Bound<'_, PyAny>) -> PyResult<rules::Card> {
    object_or_text(said, "a Card", Kind::Other, |card: &Card| card.0)
}

/// A row at a toilet: up to four cards, oldest first, no colour and no number twice (L3, L8).
///
/// Args:
///     cards: The cards, oldest first.
///
/// Raises:
///     InvalidInputError: If these cards can't lie in a row; it names every fault.
///
/// >>> row = Row.parse("r3 b7 y12")
/// >>> row.takes(Card.parse("g1")), row.takes(Card.parse("g7"))
/// (True, False)
/// >>> row.place(Card.parse("g1"))
/// (Row.parse('r3b7y12g1'), ())
#[pyclass(frozen, eq, hash, module = "spielwerk.lokus")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Row(pub(super) rules::Row);

#[pymethods]
impl Row {
    #[new]
    #[pyo3(signature = (cards = None))]
    fn new(cards: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let cards = cards.map_or_else(|| Ok(Vec::new()), self::cards)?;
        let refused = |faults: spielwerk::common::Faults| Error::Invalid {
            what: Kind::Other,
            faults: faults.inside("cards"),
        };
        Ok(Self(rules::Row::new(&cards).map_err(refused)?))
    }

    /// The cards, oldest first.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.iter().map(Card).collect::<Vec<_>>())
    }

    /// Whether a card may go to this row: it holds neither its colour nor its number (L8).
    fn takes(&self, card: &Card) -> bool {
        self.0.takes(card.0)
    }

    /// Whether the row holds the colour of a card.
    fn has_colour(&self, card: &Card) -> bool {
        self.0.has_colour(card.0)
    }

    /// Whether the row holds the number of a card.
    fn has_number(&self, card: &Card) -> bool {
        self.0.has_number(card.0)
    }

    /// Places a card: the row after it, and the four cards that leave when it is the fifth (L12), else none.
    ///
    /// Raises:
    ///     InvalidInputError: If the row does not take the card (L8).
    fn place<'py>(&self, py: Python<'py>, card: &Card) -> PyResult<(Self, Bound<'py, PyTuple>)> {
        if !self.0.takes(card.0) {
            let colour = self.0.has_colour(card.0);
            let slug = if colour { "row_color_taken" } else { "row_number_taken" };
            let held = if colour { "colour" } else { "number" };
            let message = format!("the row {} holds the {held} of {}", self.0, card.0);
            return Err(Error::input("card", "L8", slug, message).into());
        }
        let mut after = self.0;
        let cleared = self.0.len() == rules::ROW_CARDS;
        after.place(card.0);
        let aside = if cleared { self.cards(py)? } else { PyTuple::empty(py) };
        Ok((Self(after), aside))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> bool {
        card.cast::<Card>().is_ok_and(|card| self.0.iter().any(|other| other == card.get().0))
    }

    fn __iter__(&self) -> Iterate {
        let mut cards = self.0.iter().collect::<Vec<_>>().into_iter();
        Iterate::over(move |py| cards.next().map(|card| Ok(Py::new(py, Card(card))?.into_any())).transpose())
    }

    fn __str__(&self) -> String {
        self.written()
    }
}

text_value!(Row, parse = Kind::Other);

/// The two rows of an iterable of rows, texts or lists of cards.
pub(super) fn rows(said: &Bound<'_, PyAny>) -> PyResult<[rules::Row; 2]> {
    let rows = said
        .try_iter()?
        .take(3)
        .map(|row| {
            let row = row?;
            match row.cast::<Row>() {
                Ok(row) => Ok(row.get().0.iter().collect()),
                Err(_) => cards(&row),
            }
        })
        .collect::<PyResult<Vec<Vec<rules::Card>>>>()?;
    Ok(rules::rows_of(&rows).map_err(|faults| Error::Invalid { what: Kind::Other, faults })?)
}
