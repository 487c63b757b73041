//! What cards and moves are worth, and what happens by itself.

use pyo3::prelude::*;
use spielwerk::schraube as rules;

use super::deck::Deck;
use super::fields::{all, card_set};
use crate::common::Reduced;
use crate::enums::NativeEnum;
use crate::error::Error;
use crate::reading::Number;
use crate::values::copied_as_itself;

pub(crate) static REASON: NativeEnum = NativeEnum::new(
    "Reason",
    "spielwerk.schraube",
    "Why a game ended (S20): a pile of point cards became empty, the bonus pile did, or both in one turn. \
     ``Position.empty_piles`` tells which.",
    &[("PILE_EMPTY", "pile_empty"), ("BONUS_EMPTY", "bonus_empty"), ("BOTH_EMPTY", "both_empty")],
);

pub(super) const fn reason_index(reason: rules::Reason) -> usize {
    match reason {
        rules::Reason::PileEmpty(_) => 0,
        rules::Reason::BonusEmpty => 1,
        rules::Reason::BothEmpty(_) => 2,
    }
}

/// What a move is worth at once to who makes it, with all that happens by itself before somebody or chance decides again.
///
/// Args:
///     values: Change of the printed values owned.
///     pairs: Pairs covered (S18).
///     bonus: Bonus cards taken (S15).
///
/// >>> Score(5, 1, 1).points
/// 14
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Score(pub(super) rules::Score);

#[pymethods]
impl Score {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("values", "pairs", "bonus")
    }

    #[new]
    #[pyo3(signature = (values, pairs = Number::of(0), bonus = Number::of(0)), text_signature = "(values, pairs=0, bonus=0)")]
    fn new(values: Number, pairs: Number, bonus: Number) -> PyResult<Self> {
        let values: i32 = values.fit("values", "S22")?;
        let (pairs, bonus) = (pairs.fit("pairs", "S18")?, bonus.fit("bonus", "S15")?);
        Ok(Self(rules::Score { values: values.into(), pairs, bonus }))
    }

    /// All of it together, in points.
    #[getter]
    fn points(&self) -> i64 {
        self.0.total()
    }

    /// Change of the printed values owned.
    #[getter]
    fn values(&self) -> i64 {
        self.0.values
    }

    /// Pairs covered (S18), 3 points each.
    #[getter]
    fn pairs(&self) -> u8 {
        self.0.pairs
    }

    /// Bonus cards taken (S15), 6 points each.
    #[getter]
    fn bonus(&self) -> u8 {
        self.0.bonus
    }

    fn __repr__(&self) -> String {
        format!("Score({}, {}, {})", self.0.values, self.0.pairs, self.0.bonus)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let rules::Score { values, pairs, bonus } = slf.get().0;
        Ok((slf.get_type().into_any(), (values, pairs, bonus).into_pyobject(slf.py())?))
    }
}

/// What a player's cards are worth, and what it comes from (S21, S22).
///
/// Args:
///     values: Printed values of all cards owned, open and covered.
///     covered_pairs: Pairs of the sets covered during the game.
///     final_pairs: Pairs of the best remaining sets of the open cards (S21).
///     bonus: Bonus cards.
///
/// >>> Points(18, 0, 1, 0).total
/// 21
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Points(pub(super) rules::Points);

#[pymethods]
impl Points {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("values", "covered_pairs", "final_pairs", "bonus")
    }

    #[new]
    fn new(values: Number, covered_pairs: Number, final_pairs: Number, bonus: Number) -> PyResult<Self> {
        let values: i32 = values.fit("values", "S22")?;
        Ok(Self(rules::Points {
            values: values.into(),
            covered_pairs: covered_pairs.fit("covered_pairs", "S18")?,
            final_pairs: final_pairs.fit("final_pairs", "S21")?,
            bonus: bonus.fit("bonus", "S15")?,
        }))
    }

    /// All of it together.
    #[getter]
    fn total(&self) -> i64 {
        self.0.total()
    }

    /// Printed values of all cards owned, open and covered.
    #[getter]
    fn values(&self) -> i64 {
        self.0.values
    }

    /// Pairs of the sets covered during the game.
    #[getter]
    fn covered_pairs(&self) -> u8 {
        self.0.covered_pairs
    }

    /// Pairs of the best remaining sets of the open cards (S21).
    #[getter]
    fn final_pairs(&self) -> u8 {
        self.0.final_pairs
    }

    /// Bonus cards.
    #[getter]
    fn bonus(&self) -> u8 {
        self.0.bonus
    }

    fn __repr__(&self) -> String {
        let rules::Points { values, covered_pairs, final_pairs, bonus } = self.0;
        format!("Points({values}, {covered_pairs}, {final_pairs}, {bonus})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let rules::Points { values, covered_pairs, final_pairs, bonus } = slf.get().0;
        let arguments = (values, covered_pairs, final_pairs, bonus).into_pyobject(slf.py())?;
        Ok((slf.get_type().into_any(), arguments))
    }
}

/// What cards are worth if the game ends now (S21, S22).
///
/// Args:
///     open: The open point cards, by number.
///     covered: The covered sets (S18).
///     bonus: How many bonus cards.
///     deck: The deck; that of the rule book by default.
///
/// Raises:
///     InvalidInputError: If a covered set is none (S18) or a card comes twice.
///
/// >>> points_of([10, 16, 19, 23, 28, 36, 37, 40])
/// Points(18, 0, 1, 0)
#[pyfunction]
#[pyo3(signature = (open, covered = None, bonus = Number::of(0), deck = None), text_signature = "(open, covered=None, bonus=0, deck=None)")]
pub(crate) fn points_of(
    open: &Bound<'_, PyAny>,
    covered: Option<&Bound<'_, PyAny>>,
    bonus: Number,
    deck: Option<&Deck>,
) -> PyResult<Points> {
    let deck = deck.map_or_else(rules::Deck::standard, |deck| deck.0.clone());
    let sets = covered.map_or_else(|| Ok(Vec::new()), |covered| all(covered, card_set))?;
    let bonus = bonus.to::<u8>().filter(|&bonus| bonus <= rules::BONUS_CARDS).ok_or_else(|| {
        Error::input("bonus", "S1", "bonus_out_of_range", format!("{bonus} bonus cards; there are six"))
    })?;
    let mut hand = rules::Hand { open: card_set(open)?, bonus, ..rules::Hand::default() };
    for set in sets {
        let Some(kind) = rules::set_of(set, &deck) else {
            let message = "these cards are no set".to_owned();
            return Err(Error::input("covered", "S18", "not_a_set", message).into());
        };
        if !set.and(hand.open.union(hand.covered)).is_empty() {
            let message = "a card is in two places".to_owned();
            return Err(Error::input("covered", "S1", "card_twice", message).into());
        }
        hand.covered = hand.covered.union(set);
        hand.pairs += kind.pairs();
    }
    Ok(Points(rules::Points::of(&hand, &deck)))
}

/// Every exact set that open cards contain (S18).
///
/// Args:
///     open: The open point cards, by number.
///     deck: The deck; that of the rule book by default.
///
/// Returns:
///     Tuples of card numbers.
///
/// >>> sets_of([1, 15, 16])
/// ((1, 15), (1, 16))
#[pyfunction]
#[pyo3(signature = (open, deck = None))]
pub(crate) fn sets_of<'py>(
    open: &Bound<'py, PyAny>,
    deck: Option<&Deck>,
) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
    let deck = deck.map_or_else(rules::Deck::standard, |deck| deck.0.clone());
    let mut found = Vec::new();
    rules::each_set(card_set(open)?, &deck, |set| found.push(set));
    let py = open.py();
    let sets = found.into_iter().map(|set| super::fields::card_tuple(py, set));
    pyo3::types::PyTuple::new(py, sets.collect::<PyResult<Vec<_>>>()?)
}

pub(crate) static HAPPENS: NativeEnum = NativeEnum::new(
    "Happens",
    "spielwerk.schraube",
    "What may happen by itself after a step: a forced placement (S7), the figure moves or an empty run leaves it (S15), a bonus \
     card (S15), a card is taken (S17), the turn or the game is over (S20).",
    &[
        ("PLACE", "place"),
        ("MOVE", "move"),
        ("EMPTY_RUN", "empty_run"),
        ("BONUS", "bonus"),
        ("TAKE", "take"),
        ("TURN_END", "turn_end"),
        ("GAME_END", "game_end"),
    ],
);

/// Something that happens by itself after a step, for a table that shows it.
///
/// Args:
///     what: What happens.
///     pile: Where a die is placed or a card is taken, or the pile where the figure stands after a move.
///     moved_from: For a move the pile where the figure stood.
///     run: For a move the length of the run, 1 to 6.
///     card: The card that is taken.
///
/// Raises:
///     InvalidInputError: If something is missing, or there is something that is not a part of this happening.
///
/// >>> Happening(Happens.MOVE, 1, moved_from=4, run=3).text
/// 'move 4 1 3'
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Happening(pub(super) rules::Happening);

#[pymethods]
impl Happening {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str, &'static str) {
        ("what", "pile", "moved_from", "run", "card")
    }

    #[new]
    #[pyo3(signature = (what, pile = None, moved_from = None, run = None, card = None))]
    fn new(
        what: &Bound<'_, PyAny>,
        pile: Option<&Bound<'_, PyAny>>,
        moved_from: Option<&Bound<'_, PyAny>>,
        run: Option<Number>,
        card: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        use rules::Happening::{Bonus, EmptyRun, GameEnd, Move, Place, Take, TurnEnd};
        let pile_of = super::fields::pile;
        let run = run.map(|run| run.to::<u8>());
        Ok(Self(match (HAPPENS.index(what)?, pile, moved_from, run, card) {
            (0, Some(pile), None, None, None) => Place(pile_of(pile)?),
            (1, Some(to), Some(from), Some(Some(run @ 1..=6)), None) => {
                Move { from: pile_of(from)?, to: pile_of(to)?, run }
            }
            (2, None, None, None, None) => EmptyRun,
            (3, None, None, None, None) => Bonus,
            (4, Some(pile), None, None, Some(card)) => Take(pile_of(pile)?, super::fields::card(card)?),
            (5, None, None, None, None) => TurnEnd,
            (6, None, None, None, None) => GameEnd,
            _ => {
                let message = "a placement has a pile, a move two piles and a run of 1 to 6, a card taken its pile, others nothing";
                return Err(Error::input("what", "S15", "wrong_parts", message.to_owned()).into());
            }
        }))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let fields = (own.what(py)?, own.pile(), own.moved_from(), own.run(), own.card());
        Ok((slf.get_type().into_any(), fields.into_pyobject(py)?))
    }

    /// What happens.
    #[getter]
    fn what<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        HAPPENS.member(
            py,
            match self.0 {
                rules::Happening::Place(_) => 0,
                rules::Happening::Move { .. } => 1,
                rules::Happening::EmptyRun => 2,
                rules::Happening::Bonus => 3,
                rules::Happening::Take(..) => 4,
                rules::Happening::TurnEnd => 5,
                rules::Happening::GameEnd => 6,
            },
        )
    }

    /// The pile where it happens; for a move the pile where the figure stands now.
    #[getter]
    fn pile(&self) -> Option<u8> {
        match self.0 {
            rules::Happening::Place(pile) | rules::Happening::Take(pile, _) => Some(pile.number()),
            rules::Happening::Move { to, .. } => Some(to.number()),
            _ => None,
        }
    }

    /// For a move the pile where the figure stood.
    #[getter]
    fn moved_from(&self) -> Option<u8> {
        if let rules::Happening::Move { from, .. } = self.0 { Some(from.number()) } else { None }
    }

    /// For a move the length of the run, 1 to 6.
    #[getter]
    fn run(&self) -> Option<u8> {
        if let rules::Happening::Move { run, .. } = self.0 { Some(run) } else { None }
    }

    /// The card that is taken.
    #[getter]
    fn card(&self) -> Option<u8> {
        if let rules::Happening::Take(_, card) = self.0 { Some(card.number()) } else { None }
    }

    /// The happening as a text, such as ``move 4 1 3``.
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
}

copied_as_itself!(Happening);
