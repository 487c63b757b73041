//! `Move` and `Event` with their kinds.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::schraube as rules;

use super::fields::{card, card_set, card_tuple, dice, dice_tuple, face, pile, seat};
use crate::contract::actions_of;
use crate::error::{Kind, parse};
use crate::kinds::{Kinds, kinds};
use crate::reading::{Number, Text, object_or_text};

/// A decision of a player, legal or not. Piles are 0 to 5, faces 1 to 6, cards their number in the deck, 1 to 42.
///
/// >>> Move.parse("place 2")
/// Place(2)
/// >>> Move.parse("laser 32 6 4").turned_to
/// 4
#[pyclass(frozen, eq, ord, hash, subclass, module = "spielwerk.schraube")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Move(rules::Move);

impl Move {
    fn written(&self) -> String {
        self.0.to_string()
    }

    pub(super) const fn chosen(&self) -> rules::Move {
        self.0
    }

    pub(super) fn object(py: Python<'_>, chosen: rules::Move) -> PyResult<Py<PyAny>> {
        Ok(Self(chosen).into_object(py)?.into_any())
    }
}

#[pymethods]
impl Move {
    /// Reads a move, such as ``place 2`` or ``swap 1 39 4``.
    ///
    /// Raises:
    ///     ParseError: If the text is not in the grammar.
    #[staticmethod]
    fn parse(py: Python<'_>, text: Text<'_>) -> PyResult<Py<Self>> {
        Self(parse(Kind::Other, &text)?).into_object(py)
    }

    /// The action ids that spell the move, one to four; none for what no position could list.
    ///
    /// >>> Move.parse("laser 32 6 4").actions, Move.parse("place 2").actions
    /// ((14, 53, 69, 67), (8,))
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        actions_of::<rules::Position>(py, Some(self.0))
    }
}

impl Kinds for Move {
    fn kind(&self) -> &'static str {
        match self.0 {
            rules::Move::Start(_) => "Start",
            rules::Move::Place(_) => "Place",
            rules::Move::Sum(..) => "Sum",
            rules::Move::Reroll => "Reroll",
            rules::Move::Laser(..) => "Laser",
            rules::Move::Extra(_) => "Extra",
            rules::Move::Stop => "Stop",
            rules::Move::Swap(..) => "Swap",
            rules::Move::Gift(..) => "Gift",
            rules::Move::EndVisit => "EndVisit",
            rules::Move::Combine(_) => "Combine",
            rules::Move::EndTurn => "EndTurn",
        }
    }

    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let number = |number: u8| number.into_pyobject(py).map(Bound::into_any);
        Ok(match self.0 {
            rules::Move::Start(pile) | rules::Move::Place(pile) => vec![number(pile.number())?],
            rules::Move::Sum(pile, dice) => vec![number(pile.number())?, dice_tuple(py, dice)?.into_any()],
            rules::Move::Laser(card, from, to) => {
                vec![number(card.number())?, number(from.pips())?, number(to.pips())?]
            }
            rules::Move::Extra(card) => vec![number(card.number())?],
            rules::Move::Swap(seat, give, take) => {
                vec![number(seat.index() as u8)?, number(give.number())?, number(take.number())?]
            }
            rules::Move::Gift(seat, give) => vec![number(seat.index() as u8)?, number(give.number())?],
            rules::Move::Combine(cards) => vec![card_tuple(py, cards)?.into_any()],
            rules::Move::Reroll | rules::Move::Stop | rules::Move::EndVisit | rules::Move::EndTurn => {
                Vec::new()
            }
        })
    }

    fn make(kind: &'static str, fields: &[&Bound<'_, PyAny>]) -> PyResult<Self> {
        Ok(Self(match (kind, fields) {
            ("Start", &[at]) => rules::Move::Start(pile(at)?),
            ("Place", &[at]) => rules::Move::Place(pile(at)?),
            ("Sum", &[at, with]) => rules::Move::Sum(pile(at)?, dice(with)?),
            ("Reroll", _) => rules::Move::Reroll,
            ("Laser", &[by, from, to]) => rules::Move::Laser(card(by)?, face(from)?, face(to)?),
            ("Extra", &[by]) => rules::Move::Extra(card(by)?),
            ("Stop", _) => rules::Move::Stop,
            ("Swap", &[whom, give, take]) => rules::Move::Swap(seat(whom)?, card(give)?, card(take)?),
            ("Gift", &[whom, give]) => rules::Move::Gift(seat(whom)?, card(give)?),
            ("Combine", &[cards]) => rules::Move::Combine(card_set(cards)?),
            ("EndTurn", _) => rules::Move::EndTurn,
            _ => rules::Move::EndVisit,
        }))
    }
}

kinds! {
    Move, "spielwerk.schraube";

    /// Puts the figure at a pile (S5).
    Start(
        /// Where, 0 to 5.
        pile = 0
    );

    /// Places a matching die on a pile (S7, S8).
    Place(
        /// Where, 0 to 5.
        pile = 0
    );

    /// Places these dice on a pile, their pips added up (S25).
    Sum(
        /// Where, 0 to 5.
        pile = 0,
        /// The faces of the dice, lowest first.
        dice = 1
    );

    /// Rolls all unplaced dice again (S9).
    Reroll();

    /// By a laser card, turns one unplaced die to another face (S12).
    ///
    /// >>> Laser(32, 6, 4).text
    /// 'laser 32 6 4'
    Laser(
        /// The laser card.
        card = 0,
        /// The face that the die shows.
        turned_from = 1,
        /// The face that it shall show.
        turned_to = 2
    );

    /// By an extra-roll card, rolls all unplaced dice at once (S13).
    Extra(
        /// The extra-roll card.
        card = 0
    );

    /// Moves the figure (S10).
    Stop();

    /// Exchanges an own swap card for an open card of an opponent (S16).
    Swap(
        /// The opponent.
        opponent = 0,
        /// The own swap card.
        give = 1,
        /// His card.
        take = 2
    );

    /// Hands an opponent a gift card (S16).
    Gift(
        /// The opponent.
        opponent = 0,
        /// The gift card.
        give = 1
    );

    /// Does nothing more on this visit (S16).
    EndVisit();

    /// Covers cards as a set (S18).
    Combine(
        /// The cards, lowest first.
        cards = 0
    );

    /// Combines no more (S18).
    EndTurn();
}

/// What Python may say for a move: an object or its text.
pub(super) fn attempt(said: &Bound<'_, PyAny>) -> PyResult<rules::Move> {
    object_or_text(said, "a Move", Kind::Other, Move::chosen)
}

/// The name of an action id.
///
/// Args:
///     action: 0 to ``ACTIONS`` - 1.
///
/// Raises:
///     InvalidInputError: If there is no such id.
///
/// >>> [action_name(action) for action in Move.parse("laser 32 6 4").actions]
/// ['laser', 'card 32', 'face 6', 'face 4']
#[pyfunction]
pub(crate) fn action_name(action: Number) -> PyResult<String> {
    crate::contract::action_name::<rules::Position>(action)
}

/// A decision of chance (S24): ``Roll`` or ``Reveal``.
///
/// >>> Event.parse("roll 521265")
/// Roll((1, 2, 2, 5, 5, 6))
#[pyclass(frozen, eq, ord, hash, subclass, module = "spielwerk.schraube")]
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
    /// Reads an event: ``roll 122556`` or ``reveal 0 11``.
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
            rules::Event::Roll(_) => "Roll",
            rules::Event::Reveal(..) => "Reveal",
        }
    }

    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        Ok(match self.0 {
            rules::Event::Roll(dice) => vec![dice_tuple(py, dice)?.into_any()],
            rules::Event::Reveal(pile, card) => {
                vec![pile.number().into_pyobject(py)?.into_any(), card.number().into_pyobject(py)?.into_any()]
            }
        })
    }

    fn make(kind: &'static str, fields: &[&Bound<'_, PyAny>]) -> PyResult<Self> {
        Ok(Self(match (kind, fields) {
            ("Reveal", &[at, what]) => rules::Event::Reveal(pile(at)?, card(what)?),
            (_, &[rolled, ..]) => rules::Event::Roll(dice(rolled)?),
            (_, &[]) => return Err(PyTypeError::new_err("a roll has dice")),
        }))
    }
}

kinds! {
    Event, "spielwerk.schraube";

    /// The dice of a roll (S6, S24).
    ///
    /// Args:
    ///     dice: The faces, in any order.
    ///
    /// >>> Roll([5, 1, 5]).text
    /// 'roll 155'
    Roll(
        /// The faces, lowest first.
        dice = 0
    );

    /// A card is turned up (S5, S17, S23).
    ///
    /// Args:
    ///     pile: Where, 0 to 5.
    ///     card: What, 1 to 42.
    Reveal(
        /// Where, 0 to 5.
        pile = 0,
        /// What, 1 to 42.
        card = 1
    );
}

/// What Python may say for an event: an object or its text.
pub(super) fn event(said: &Bound<'_, PyAny>) -> PyResult<rules::Event> {
    object_or_text(said, "an Event", Kind::Event, |event: &Event| event.0)
}
