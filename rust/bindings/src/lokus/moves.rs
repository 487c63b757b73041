//! `Move` and `Event` with their kinds.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::common::Seat;
use spielwerk::lokus as rules;

use super::card::{Card, CardSet, card, card_set};
use crate::contract::actions_of;
use crate::error::{Error, Kind, parse};
use crate::kinds::{Kinds, kinds};
use crate::reading::{Number, Text, object_or_text};

/// A decision of a player: ``Choose``, ``ChooseRow``, or ``Decline``, which is never legal.
///
/// >>> Move.parse("2:r7")
/// Choose(2, Card(Colour.RED, 7))
/// >>> Move.parse("2>1")
/// ChooseRow(2, 1)
#[pyclass(frozen, eq, hash, subclass, module = "spielwerk.lokus")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Move(rules::Attempt);

impl Move {
    fn written(&self) -> String {
        self.0.to_string()
    }

    pub(super) fn chosen(&self) -> Option<rules::Move> {
        match self.0 {
            rules::Attempt::Choose { seat, colour, number } => Some(rules::Move::Choose {
                seat: Seat::try_new(seat.into())?,
                card: rules::Card::new(colour, u8::try_from(number).ok()?)?,
            }),
            rules::Attempt::Row { seat, row } => Some(rules::Move::Row {
                seat: Seat::try_new(seat.into())?,
                row: rules::RowIndex::try_new(row.into())?,
            }),
            rules::Attempt::Decline { .. } => None,
        }
    }

    pub(super) fn object(py: Python<'_>, chosen: rules::Move) -> PyResult<Py<PyAny>> {
        Self::said(py, chosen.into())
    }

    pub(super) fn said(py: Python<'_>, attempt: rules::Attempt) -> PyResult<Py<PyAny>> {
        Ok(Self(attempt).into_object(py)?.into_any())
    }
}

#[pymethods]
impl Move {
    /// Reads a move: ``2:r7`` chooses a card, ``2>1`` a row, ``2>-`` declines.
    ///
    /// Raises:
    ///     ParseError: If the text is not in the grammar.
    ///     InvalidInputError: If there is no such card. ``Position.check`` takes such a text and names the broken rule.
    #[staticmethod]
    fn parse(py: Python<'_>, text: Text<'_>) -> PyResult<Py<Self>> {
        let attempt = parse(Kind::Other, &text)?;
        if let rules::Attempt::Choose { colour, number, .. } = attempt
            && !(1..=u32::from(rules::NUMBERS)).contains(&number)
        {
            let message = format!("there is no card {colour} {number}");
            return Err(Error::input("card", "L1", "unknown_card", message).into());
        }
        Self(attempt).into_object(py)
    }

    /// Who decides.
    #[getter]
    fn seat(&self) -> u32 {
        match self.0 {
            rules::Attempt::Choose { seat, .. }
            | rules::Attempt::Row { seat, .. }
            | rules::Attempt::Decline { seat } => seat,
        }
    }

    /// The action ids that spell the move (one); none for what no position could list.
    ///
    /// It is the same at every seat: the rank of the card (0 to 71), or 72 plus the row.
    ///
    /// >>> Choose(2, Card.parse("r7")).actions, ChooseRow(0, 1).actions, Decline(0).actions
    /// ((36,), (73,), ())
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        actions_of::<rules::Position>(py, self.chosen())
    }
}

/// A number of a seat or a row, whether or not there is such a one.
fn number(path: &str, said: &Bound<'_, PyAny>) -> PyResult<u32> {
    let number: Number = said.extract()?;
    number.to().ok_or_else(|| {
        let message = format!("{number} is no number of a seat or row");
        Error::input(path, "L6", "number_out_of_range", message).into()
    })
}

impl Kinds for Move {
    fn kind(&self) -> &'static str {
        match self.0 {
            rules::Attempt::Choose { .. } => "Choose",
            rules::Attempt::Row { .. } => "ChooseRow",
            rules::Attempt::Decline { .. } => "Decline",
        }
    }

    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let seat = self.seat().into_pyobject(py)?.into_any();
        Ok(match self.0 {
            rules::Attempt::Choose { colour, number, .. } => {
                let card = u8::try_from(number).ok().and_then(|number| rules::Card::new(colour, number));
                vec![seat, card.map(Card).into_pyobject(py)?.into_any()]
            }
            rules::Attempt::Row { row, .. } => vec![seat, row.into_pyobject(py)?.into_any()],
            rules::Attempt::Decline { .. } => vec![seat],
        })
    }

    fn make(kind: &'static str, fields: &[&Bound<'_, PyAny>]) -> PyResult<Self> {
        Ok(Self(match (kind, fields) {
            ("Choose", &[seat, said]) => {
                let card = card(said)?;
                let (colour, number_of) = (card.colour(), card.number().into());
                rules::Attempt::Choose { seat: number("seat", seat)?, colour, number: number_of }
            }
            ("ChooseRow", &[seat, row]) => {
                rules::Attempt::Row { seat: number("seat", seat)?, row: number("row", row)? }
            }
            (_, &[seat, ..]) => rules::Attempt::Decline { seat: number("seat", seat)? },
            (_, &[]) => return Err(PyTypeError::new_err("a move has a seat")),
        }))
    }
}

kinds! {
    Move, "spielwerk.lokus";

    /// To choose a card in secret (L6).
    ///
    /// Args:
    ///     seat: Who chooses.
    ///     card: A card of that hand, or its text.
    ///
    /// >>> Choose(2, Card.parse("r7")).text
    /// '2:r7'
    Choose(
        /// Who chooses.
        seat = 0,
        /// What.
        card = 1
    );

    /// To place the own card in a row, where both take it (L18).
    ///
    /// Args:
    ///     seat: The lowest or the highest player of the round.
    ///     row: 0 or 1.
    ///
    /// >>> ChooseRow(2, 1).text
    /// '2>1'
    ChooseRow(
        /// The lowest or the highest player of the round.
        seat = 0,
        /// Where: 0 or 1.
        row = 1
    );

    /// To place nothing: never legal, because nobody may decline (L8).
    ///
    /// Args:
    ///     seat: Who says so.
    Decline(
        /// Who says so.
        seat = 0
    );
}

/// What Python may say for a move: an object or its text.
pub(super) fn attempt(said: &Bound<'_, PyAny>) -> PyResult<rules::Attempt> {
    object_or_text(said, "a Move", Kind::Other, |chosen: &Move| chosen.0)
}

/// The name of an action id.
///
/// Args:
///     action: 0 to ``ACTIONS`` - 1.
///
/// Raises:
///     InvalidInputError: If there is no such id.
///
/// >>> action_name(36), action_name(73)
/// ('r7', 'row 1')
#[pyfunction]
pub(crate) fn action_name(action: Number) -> PyResult<String> {
    crate::contract::action_name::<rules::Position>(action)
}

/// A decision of chance (L19): ``Hand``, ``Starter`` or ``Draw``.
///
/// >>> Event.parse(">0=r5")
/// Starter(0, Card(Colour.RED, 5))
#[pyclass(frozen, eq, ord, hash, subclass, module = "spielwerk.lokus")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Event(rules::Event);

impl Event {
    fn written(&self) -> String {
        self.0.to_string()
    }

    pub(super) fn object(py: Python<'_>, event: rules::Event) -> PyResult<Py<PyAny>> {
        Ok(Self(event).into_object(py)?.into_any())
    }
}

#[pymethods]
impl Event {
    /// Reads an event: ``0=r1y1...`` deals a hand, ``>0=r5`` turns up a first card, ``2x=r9`` draws a second roll.
    ///
    /// Raises:
    ///     ParseError: If the text is not in the grammar.
    #[staticmethod]
    fn parse(py: Python<'_>, text: Text<'_>) -> PyResult<Py<Self>> {
        Self(parse(Kind::Event, &text)?).into_object(py)
    }
}

impl Kinds for Event {
    fn kind(&self) -> &'static str {
        match self.0 {
            rules::Event::Hand { .. } => "Hand",
            rules::Event::Starter { .. } => "Starter",
            rules::Event::Draw { .. } => "Draw",
        }
    }

    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        Ok(match self.0 {
            rules::Event::Hand { seat, cards } => {
                vec![seat.index().into_pyobject(py)?.into_any(), CardSet(cards).into_pyobject(py)?.into_any()]
            }
            rules::Event::Starter { row, card } => {
                vec![row.index().into_pyobject(py)?.into_any(), Card(card).into_pyobject(py)?.into_any()]
            }
            rules::Event::Draw { seat, card } => {
                vec![seat.index().into_pyobject(py)?.into_any(), Card(card).into_pyobject(py)?.into_any()]
            }
        })
    }

    fn make(kind: &'static str, fields: &[&Bound<'_, PyAny>]) -> PyResult<Self> {
        let &[place, said] = fields else {
            return Err(PyTypeError::new_err("an event has a place and cards"));
        };
        let seat = || {
            crate::common::seat(place.extract::<Number>()?, *rules::PLAYERS.end() as u8).map_err(PyErr::from)
        };
        Ok(Self(match kind {
            "Hand" => rules::Event::Hand { seat: seat()?, cards: card_set(said)? },
            "Starter" => rules::Event::Starter { row: row(place)?, card: card(said)? },
            _ => rules::Event::Draw { seat: seat()?, card: card(said)? },
        }))
    }
}

/// The row with this number.
pub(super) fn row(said: &Bound<'_, PyAny>) -> PyResult<rules::RowIndex> {
    let number: Number = said.extract()?;
    let row = number.to::<u64>().and_then(rules::RowIndex::try_new);
    row.ok_or_else(|| {
        let message = format!("row {number}; there are row 0 and row 1");
        Error::input("row", "L8", "row_out_of_range", message).into()
    })
}

kinds! {
    Event, "spielwerk.lokus";

    /// A seat is dealt its eleven cards (L4).
    ///
    /// Args:
    ///     seat: Whose.
    ///     cards: Eleven cards; the order of dealing means nothing.
    Hand(
        /// Whose.
        seat = 0,
        /// What.
        cards = 1
    );

    /// The first card of a row is turned up (L4).
    ///
    /// Args:
    ///     row: 0 or 1.
    ///     card: What.
    Starter(
        /// Where: 0 or 1.
        row = 0,
        /// What.
        card = 1
    );

    /// The second roll of a miss is drawn (L9); no seat sees it (L16).
    ///
    /// Args:
    ///     seat: Who missed.
    ///     card: What.
    Draw(
        /// Who missed.
        seat = 0,
        /// What.
        card = 1
    );
}

/// What Python may say for an event: an object or its text.
pub(super) fn event(said: &Bound<'_, PyAny>) -> PyResult<rules::Event> {
    object_or_text(said, "an Event", Kind::Event, |event: &Event| event.0)
}
