//! `TurnState`: where a turn stands, and `Decision`: what can be decided in it.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use spielwerk::common::Position as _;
use spielwerk::schraube as rules;
use spielwerk_search::schraube as search;

use super::fields::{dice, dice_tuple, face, pile, pile_set, pile_tuple, six};
use super::position::Position;
use crate::common::{Reduced, reduced_with};
use crate::enums::NativeEnum;
use crate::error::{Error, Kind};
use crate::reading::Number;
use crate::values::copied_as_itself;

/// A moment of a turn, from before the first roll to the last decision before the figure moves.
///
/// Args:
///     figure: The pile where the figure stands, 0 to 5.
///     faces: The faces of the six open cards by pile.
///     covered: The piles that carry dice.
///     to_roll: How many dice are about to be rolled; six by default, if no ``dice`` are given.
///     dice: The faces of the dice that lie unplaced.
///     rerolls_left: Rolls still allowed after the one just made, or about to be made (S6).
///     lasers: Laser cards that may be used (S12).
///     extra_rolls: Extra-roll cards that may be used (S13).
///     pro: Whether pips may be added up (S25).
///
/// Raises:
///     InvalidInputError: If this is no moment of a turn; it names every fault.
///
/// >>> TurnState(0, [1, 2, 3, 4, 5, 6]).to_roll
/// 6
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct TurnState(pub(super) search::TurnState);

#[pymethods]
impl TurnState {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("figure", "faces")
    }

    #[new]
    #[pyo3(signature = (figure, faces, *, covered = None, to_roll = None, dice = None, rerolls_left = Number::of(2), lasers = Number::of(0), extra_rolls = Number::of(0), pro = false), text_signature = "(figure, faces, *, covered=None, to_roll=None, dice=None, rerolls_left=2, lasers=0, extra_rolls=0, pro=False)")]
    fn new(
        figure: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
        covered: Option<&Bound<'_, PyAny>>,
        to_roll: Option<Number>,
        dice: Option<&Bound<'_, PyAny>>,
        rerolls_left: Number,
        lasers: Number,
        extra_rolls: Number,
        pro: bool,
    ) -> PyResult<Self> {
        let covered = covered.map_or(Ok(rules::PileSet::NONE), pile_set)?;
        let lying = match (dice, &to_roll) {
            (Some(_), Some(_)) => {
                return Err(PyTypeError::new_err("dice lie unplaced or are about to be rolled, not both"));
            }
            (Some(dice), None) => search::TurnDice::Unplaced(self::dice(dice)?),
            (None, _) => search::TurnDice::ToRoll(rules::DICE - covered.len()),
        };
        let state = search::TurnState {
            covered,
            dice: lying,
            pro,
            ..search::TurnState::start(pile(figure)?, six("faces", faces, face)?, 1)
        };
        let numbers = search::TurnNumbers {
            to_roll: to_roll.map(|count| count.fit("to_roll", "S6")).transpose()?,
            rerolls_left: rerolls_left.fit("rerolls_left", "S6")?,
            lasers: lasers.fit("lasers", "S12")?,
            extra_rolls: extra_rolls.fit("extra_rolls", "S13")?,
        };
        Ok(Self(state.with(numbers).map_err(|faults| Error::Invalid { what: Kind::Other, faults })?))
    }

    /// The turn that is going on in a position, with the cards that the seat on turn may use.
    ///
    /// Raises:
    ///     WrongTurnError: Unless dice are about to be rolled or placed.
    ///
    /// >>> position = Position.start()
    /// >>> while position.phase not in (Phase.ROLL, Phase.PLACE):
    /// ...     position = position.apply(position.sample(Random(3))) if position.is_chance else position.play("start 2")
    /// >>> TurnState.of(position).figure
    /// 2
    #[staticmethod]
    fn of(position: &Position) -> PyResult<Self> {
        let game = &position.0;
        let wrong = || Error::WrongTurn {
            message: "no dice are about to be rolled or placed".to_owned(),
            position: game.to_string(),
        };
        let dice = match game.phase() {
            rules::Phase::Roll => search::TurnDice::ToRoll(game.to_roll()),
            rules::Phase::Place => search::TurnDice::Unplaced(game.unplaced()),
            _ => return Err(wrong().into()),
        };
        let figure = game.figure_of(game.mover()).ok_or_else(wrong)?;
        let faces = game.faces().ok_or_else(wrong)?;
        // S12, S13, S19: open cards owned at the start of the turn.
        let old = game.hand(game.mover()).open.minus(game.fresh());
        let usable = |kind| old.and(game.deck().of_kind(kind)).len();
        Ok(Self(search::TurnState {
            figure,
            faces,
            covered: game.covered(),
            dice,
            rerolls_left: game.rerolls_left(),
            lasers: usable(rules::Kind::Laser),
            extra_rolls: usable(rules::Kind::ExtraRoll),
            pro: game.options().pro,
        }))
    }

    /// The pile where the figure stands.
    #[getter]
    fn figure(&self) -> u8 {
        self.0.figure.number()
    }

    /// The faces of the six open cards by pile.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.faces.map(rules::Face::pips))
    }

    /// The piles that carry dice.
    #[getter]
    fn covered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pile_tuple(py, self.0.covered.iter())
    }

    /// How many dice are about to be rolled; 0 when they lie unplaced.
    #[getter]
    fn to_roll(&self) -> u8 {
        if let search::TurnDice::ToRoll(count) = self.0.dice { count } else { 0 }
    }

    /// The faces of the dice that lie unplaced, ``None`` before a roll.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        match self.0.dice {
            search::TurnDice::Unplaced(dice) => dice_tuple(py, dice).map(Some),
            search::TurnDice::ToRoll(_) => Ok(None),
        }
    }

    /// Rolls still allowed after the one just made, or about to be made (S6).
    #[getter]
    fn rerolls_left(&self) -> u8 {
        self.0.rerolls_left
    }

    /// Laser cards that may be used (S12).
    #[getter]
    fn lasers(&self) -> u8 {
        self.0.lasers
    }

    /// Extra-roll cards that may be used (S13).
    #[getter]
    fn extra_rolls(&self) -> u8 {
        self.0.extra_rolls
    }

    /// Whether pips may be added up (S25).
    #[getter]
    fn pro(&self) -> bool {
        self.0.pro
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let dice = match self.dice(py)? {
            Some(dice) => format!("dice={}", dice.repr()?),
            None => format!("to_roll={}", self.to_roll()),
        };
        let pro = if self.0.pro { "True" } else { "False" };
        Ok(format!(
            "TurnState({}, {}, covered={}, {dice}, rerolls_left={}, lasers={}, extra_rolls={}, pro={pro})",
            self.0.figure,
            self.faces(py)?.repr()?,
            self.covered(py)?.repr()?,
            self.0.rerolls_left,
            self.0.lasers,
            self.0.extra_rolls,
        ))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let named = PyDict::new(py);
        named.set_item("covered", own.covered(py)?)?;
        match own.dice(py)? {
            Some(dice) => named.set_item("dice", dice)?,
            None => named.set_item("to_roll", own.to_roll())?,
        }
        named.set_item("rerolls_left", own.0.rerolls_left)?;
        named.set_item("lasers", own.0.lasers)?;
        named.set_item("extra_rolls", own.0.extra_rolls)?;
        named.set_item("pro", own.0.pro)?;
        reduced_with(slf.get_type().as_any(), (own.figure(), own.faces(py)?), &named)
    }
}

copied_as_itself!(TurnState);

pub(crate) static DECIDE: NativeEnum = NativeEnum::new(
    "Decide",
    "spielwerk.schraube",
    "What can be decided between a roll and the stop: place a die (S7, S8), place a sum (S25), roll again (S9), use a laser (S12) or \
     an extra roll (S13), stop (S10).",
    &[
        ("PLACE", "place"),
        ("SUM", "sum"),
        ("REROLL", "reroll"),
        ("LASER", "laser"),
        ("EXTRA", "extra"),
        ("STOP", "stop"),
    ],
);

/// Something that the player on turn can decide between a roll and his stop. A ``Move`` names the card besides.
///
/// Args:
///     what: What is done.
///     pile: The pile on which dice are placed, for ``Decide.PLACE`` and ``Decide.SUM``.
///     dice: The dice of a sum.
///     turned_from: The face that a laser turns.
///     turned_to: The face that it becomes.
///
/// Raises:
///     InvalidInputError: If something is missing, or there is something that is not a part of this decision.
///
/// >>> Decision(Decide.SUM, 3, [1, 2]).text, Decision(Decide.LASER, turned_from=6, turned_to=4).text
/// ('sum 3 12', 'laser 6 4')
#[pyclass(frozen, eq, ord, hash, module = "spielwerk.schraube")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Decision(pub(super) search::Decision);

#[pymethods]
impl Decision {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str, &'static str) {
        ("what", "pile", "dice", "turned_from", "turned_to")
    }

    #[new]
    #[pyo3(signature = (what, pile = None, dice = None, turned_from = None, turned_to = None))]
    fn new(
        what: &Bound<'_, PyAny>,
        pile: Option<&Bound<'_, PyAny>>,
        dice: Option<&Bound<'_, PyAny>>,
        turned_from: Option<&Bound<'_, PyAny>>,
        turned_to: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        use search::Decision::{Extra, Laser, Place, Reroll, Stop, Sum};
        Ok(Self(match (DECIDE.index(what)?, pile, dice, turned_from, turned_to) {
            (0, Some(pile), None, None, None) => Place(self::pile(pile)?),
            (1, Some(pile), Some(dice), None, None) => Sum(self::pile(pile)?, self::dice(dice)?),
            (2, None, None, None, None) => Reroll,
            (3, None, None, Some(from), Some(to)) => Laser(face(from)?, face(to)?),
            (4, None, None, None, None) => Extra,
            (5, None, None, None, None) => Stop,
            _ => {
                let message =
                    "a placement has a pile, a sum a pile and dice, a laser two faces, others nothing"
                        .to_owned();
                return Err(Error::input("what", "S10", "wrong_parts", message).into());
            }
        }))
    }

    /// What is done.
    #[getter]
    fn what<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        DECIDE.member(
            py,
            match self.0 {
                search::Decision::Place(_) => 0,
                search::Decision::Sum(..) => 1,
                search::Decision::Reroll => 2,
                search::Decision::Laser(..) => 3,
                search::Decision::Extra => 4,
                search::Decision::Stop => 5,
            },
        )
    }

    /// The pile on which dice are placed.
    #[getter]
    fn pile(&self) -> Option<u8> {
        match self.0 {
            search::Decision::Place(pile) | search::Decision::Sum(pile, _) => Some(pile.number()),
            _ => None,
        }
    }

    /// The dice of a sum.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        if let search::Decision::Sum(_, dice) = self.0 { dice_tuple(py, dice).map(Some) } else { Ok(None) }
    }

    /// The face that a laser turns.
    #[getter]
    fn turned_from(&self) -> Option<u8> {
        if let search::Decision::Laser(from, _) = self.0 { Some(from.pips()) } else { None }
    }

    /// The face that it becomes.
    #[getter]
    fn turned_to(&self) -> Option<u8> {
        if let search::Decision::Laser(_, to) = self.0 { Some(to.pips()) } else { None }
    }

    /// The decision as a text: that of the move, without the card that is used.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<{}>", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let fields = (own.what(py)?, own.pile(), own.dice(py)?, own.turned_from(), own.turned_to());
        Ok((slf.get_type().into_any(), fields.into_pyobject(py)?))
    }
}

copied_as_itself!(Decision);
