//! `Options`, the scoring tables, and a deal whose cards lie in a fixed order.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use spielwerk::common::{Faults, Position as _, Seat};
use spielwerk::lokus as rules;

use super::card::{Card, CardSet, cards};
use super::moves::Event;
use super::position::Position;
use crate::common::{Reduced, reduced_with, text_repr, type_name};
use crate::enums::NativeEnum;
use crate::error::{Error, Kind};
use crate::reading::{Bounded, Number, Text};

pub(crate) static REASON: NativeEnum = NativeEnum::new(
    "Reason",
    "spielwerk.lokus",
    "Why a game is over: all rounds of all deals are played (L5).",
    &[("ALL_DEALS_PLAYED", "all_deals_played")],
);

fn refused(faults: Faults) -> Error {
    Error::Invalid { what: Kind::Other, faults }
}

/// A table from its name or its entries (L14).
pub(super) fn table(said: &Bound<'_, PyAny>) -> PyResult<rules::ScoringTable> {
    if let Ok(name) = said.extract::<Text<'_>>() {
        return Ok(rules::ScoringTable::named(&name).map_err(refused)?);
    }
    if said.try_iter().is_err() {
        let message = format!("expected the name or the entries of a table, not {}", type_name(said));
        return Err(PyTypeError::new_err(message));
    }
    let bound = Bounded { what: "table", rule: "L14", slug: "too_many_entries", most: 1_000 };
    let entries = bound.read(said, |entry| {
        let entry: Number = entry.extract()?;
        entry.to().ok_or_else(|| {
            let message = format!("{entry}; values go up to 2^63 - 1");
            Error::input("table", "L14", "entry_out_of_range", message).into()
        })
    })?;
    Ok(rules::ScoringTable::given(&entries).map_err(refused)?)
}

/// The choices made before a game begins.
///
/// Args:
///     players: How many play: 3 to 5, or 2 or 6 as variants.
///     starters: Whether a card is turned up at each toilet before the first round (L4).
///     deals: How many deals, at least 1 (L5).
///     table: How rolls become minus points (L14): ``"linear"``, ``"progressive"``, or the minus points for 0, 1, ... rolls.
///
/// Raises:
///     InvalidInputError: If something is out of range; it names every fault.
///
/// >>> Options(4, deals=1).draw_pile
/// 26
#[pyclass(frozen, eq, hash, module = "spielwerk.lokus")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Options(pub(super) rules::Options);

impl Options {
    /// The standard game for four players.
    pub(super) fn usual() -> Self {
        Self(rules::Options::new(4))
    }
}

impl From<rules::Options> for Options {
    fn from(options: rules::Options) -> Self {
        Self(options)
    }
}

#[pymethods]
impl Options {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("players",)
    }

    #[new]
    #[pyo3(signature = (players = Number::of(4), *, starters = true, deals = Number::of(3), table = None), text_signature = "(players=4, *, starters=True, deals=3, table=None)")]
    fn new(
        players: Number,
        starters: bool,
        deals: Number,
        table: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let table = table.map_or(Ok(rules::ScoringTable::LINEAR), self::table)?;
        let (players, deals) = (players.fit("players", "preamble")?, deals.fit("deals", "L5")?);
        Ok(Self(rules::Options::read(players, starters, deals, table).map_err(refused)?))
    }

    /// How many play.
    #[getter]
    fn players(&self) -> u8 {
        self.0.players
    }

    /// Whether a card is turned up at each toilet before the first round (L4).
    #[getter]
    fn starters(&self) -> bool {
        self.0.starters
    }

    /// How many deals (L5).
    #[getter]
    fn deals(&self) -> u32 {
        self.0.deals
    }

    /// How rolls become minus points (L14): a name, or the minus points for 0 to 22 rolls.
    #[getter]
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.0.table.entries() {
            Some(entries) => Ok(PyTuple::new(py, entries)?.into_any()),
            None => Ok(PyString::new(py, &self.0.table.to_string()).into_any()),
        }
    }

    /// Whether the number of players is one that the game offers only as a variant: 2 or 6.
    #[getter]
    fn is_variant(&self) -> bool {
        self.0.is_variant()
    }

    /// How many cards the draw pile has once everything is dealt (L4).
    #[getter]
    fn draw_pile(&self) -> u8 {
        self.0.draw_pile()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let starters = if self.0.starters { "True" } else { "False" };
        let table = self.table(py)?.repr()?;
        let (players, deals) = (self.0.players, self.0.deals);
        Ok(format!("Options(players={players}, starters={starters}, deals={deals}, table={table})"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let named = PyDict::new(py);
        named.set_item("starters", own.0.starters)?;
        named.set_item("deals", own.0.deals)?;
        named.set_item("table", own.table(py)?)?;
        reduced_with(slf.get_type().as_any(), (own.0.players,), &named)
    }
}

/// What rolls cost at the end of a deal (L13, L14).
///
/// Args:
///     table: ``"linear"``, ``"progressive"``, or the minus points for 0, 1, ... rolls.
///     rolls: How many rolls, 0 to 22.
///     cleaning: How many cleaning cards: one or two take off as many rolls, three or more all of them.
///
/// Raises:
///     InvalidInputError: If the table is none (L14), or a number is out of range.
///
/// >>> minus_points("progressive", 7), minus_points("progressive", 7, cleaning=2), minus_points("linear", 7, cleaning=3)
/// (28, 15, 0)
#[pyfunction]
#[pyo3(signature = (table, rolls, cleaning = Number::of(0)), text_signature = "(table, rolls, cleaning=0)")]
pub(crate) fn minus_points(table: &Bound<'_, PyAny>, rolls: Number, cleaning: Number) -> PyResult<i64> {
    let table = self::table(table)?;
    let within = |path: &str, rule, number: Number, most: u8| {
        number.to::<u8>().filter(|&number| number <= most).ok_or_else(|| {
            Error::input(path, rule, "number_out_of_range", format!("{number}; 0 to {most} are possible"))
        })
    };
    let rolls = within("rolls", "L14", rolls, rules::MAX_ROLLS)?;
    let cleaning = within("cleaning", "L12", cleaning, u8::MAX)?;
    Ok(rules::minus_points(&table, rolls, cleaning))
}

/// A whole deal with a fixed order of the draw pile, as a server or a table dealt it (L4). It answers for chance.
///
/// Args:
///     options: The options of the game.
///     hands: By seat eleven cards; their order means nothing.
///     starters: The card of row 0 and of row 1; none without starters.
///     draw_pile: The other cards, the first is drawn first.
///
/// Raises:
///     InvalidInputError: If the deal does not have the form that the options ask for; it names every fault.
///
/// >>> cards = Card.all()
/// >>> deal = FixedDeal(Options(2), [cards[:11], cards[11:22]], cards[22:24], cards[24:])
/// >>> deal.event(Position.start(Options(2)))
/// Hand(0, CardSet.parse('r1y1g1b1o1s1r2y2g2b2o2'))
#[pyclass(frozen, eq, module = "spielwerk.lokus")]
#[derive(Clone, PartialEq)]
pub(crate) struct FixedDeal {
    pub(super) fixed: rules::FixedDeal,
    options: rules::Options,
    deal: rules::Deal,
}

#[pymethods]
impl FixedDeal {
    #[new]
    fn new(
        options: &Options,
        hands: &Bound<'_, PyAny>,
        starters: &Bound<'_, PyAny>,
        draw_pile: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let bound = Bounded { what: "hands", rule: "L4", slug: "too_many_hands", most: 16 };
        let hands = bound.read(hands, cards)?;
        let deal = rules::Deal { hands, starters: cards(starters)?, draw_pile: cards(draw_pile)? };
        let fixed = deal.fix(&options.0).map_err(refused)?;
        Ok(Self { fixed, options: options.0.clone(), deal })
    }

    /// What this deal makes happen at a position of it, ``None`` when chance is not to act.
    fn event(&self, py: Python<'_>, position: &Position) -> PyResult<Option<Py<PyAny>>> {
        self.fixed.event(&position.0).map(|event| Event::object(py, event)).transpose()
    }

    /// The position after this deal has done all that chance has to do before a seat decides.
    ///
    /// A further deal is left to another ``FixedDeal``.
    fn settle(&self, position: &Position) -> PyResult<Position> {
        let mut after = position.0.clone();
        let mut begun = false;
        while let Some(event) = self.fixed.event(&after) {
            // A deal that is over: the next one is another's.
            if begun && after.public().stage() == rules::Stage::Hand(Seat::new(0)) {
                break;
            }
            begun = true;
            if let Err(faults) = after.try_apply(&event) {
                let (event, position) = (event.to_string(), after.to_string());
                return Err(Error::Impossible { event, position, faults }.into());
            }
        }
        Ok(Position(after))
    }

    /// The hands by seat.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.deal.hands.iter().map(|hand| CardSet(hand.iter().copied().collect())))
    }

    /// The cards turned up at the toilets.
    #[getter]
    fn starters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.deal.starters.iter().copied().map(Card))
    }

    /// The draw pile, first drawn first.
    #[getter]
    fn draw_pile<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.deal.draw_pile.iter().copied().map(Card))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let joined = |cards: &[rules::Card]| {
            text_repr(py, &cards.iter().map(ToString::to_string).collect::<Vec<_>>().concat())
        };
        let hands = self.deal.hands.iter().map(|hand| joined(hand)).collect::<PyResult<Vec<_>>>()?;
        let options = Bound::new(py, Options(self.options.clone()))?.repr()?;
        let (starters, draw_pile) = (joined(&self.deal.starters)?, joined(&self.deal.draw_pile)?);
        Ok(format!("FixedDeal({options}, [{}], {starters}, {draw_pile})", hands.join(", ")))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let parts = (Options(own.options.clone()), own.hands(py)?, own.starters(py)?, own.draw_pile(py)?);
        Ok((slf.get_type().into_any(), parts.into_pyobject(py)?))
    }

    fn __hash__(&self) -> u64 {
        crate::common::hash(&(&self.deal.hands, &self.deal.starters, &self.deal.draw_pile))
    }
}
