//! `Position`, `View`, `Sight`, `Game` and `Seen` of Schraube locker.

use pyo3::exceptions::PyIndexError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use spielwerk::common as contract;
use spielwerk::common::{Position as _, Seat, Seats};
use spielwerk::schraube as rules;

use super::deck::{Deck, Options};
use super::fields::{all, card, card_set, card_tuple, dice_tuple, face, pile, pile_tuple, seat};
use super::score::{Happening, Points};
use crate::common::{Census, Outcome, Reduced, text_repr, tuple_repr};
use crate::contract::{Bridge, Chances, Moves, Verdict, classes, draw};
use crate::enums::NativeEnum;
use crate::error::{Error, Kind, parse};
use crate::gil::unlocked_with_heartbeat;
use crate::random::Random;
use crate::reading::{Few, Number, Text};

pub(crate) static PHASE: NativeEnum = NativeEnum::new(
    "Phase",
    "spielwerk.schraube",
    "What is to be decided next: a seat puts its figure down (S5), chance turns up a card (S5, S17) or rolls (S6), the seat on turn \
     places dice (S7 to S14), visits (S16) or combines (S18), or nothing because the game is over (S20).",
    &[
        ("START", "start"),
        ("REVEAL", "reveal"),
        ("ROLL", "roll"),
        ("PLACE", "place"),
        ("VISIT", "visit"),
        ("COMBINE", "combine"),
        ("OVER", "over"),
    ],
);

classes! {
    rules::Position, "spielwerk.schraube", options = Options;

    /// A state of the game. Immutable; ``play`` and ``apply`` give new ones.
    ///
    /// Piles are 0 to 5 clockwise, faces 1 to 6; a card is named by its number in the deck, 1 to 42.
    ///
    /// >>> random = Random(1)
    /// >>> position = Position.start(Options(2))
    /// >>> len(position.legal_moves), position.phase
    /// (6, Phase.START)
    /// >>> while not position.is_over:
    /// ...     position = position.play(position.sample_move(random)).settle(random)
    /// >>> [points.total for points in position.points] == list(position.outcome.points)
    /// True
    position;

    /// What one seat may know: everything but the order of the cards face down (S23).
    view;

    /// What one seat sees of a step: the step itself (S23).
    sight;

    /// A game as its start and its steps, which replays exactly on every machine.
    ///
    /// >>> game = Game(Position.start())
    /// >>> random = Random(1)
    /// >>> while not game.is_over:
    /// ...     game.push(game.position.sample_move(random))
    /// ...     game.settle(random)
    /// >>> Game.parse(game.text).position == game.position
    /// True
    game;

    /// A game as one seat saw it: its first view and its sights, in order.
    seen;
}

/// What lies in front of one player; all of it is public (S23).
///
/// Args:
///     open: Open point cards, by number.
///     covered: The covered sets (S18), each a tuple of card numbers.
///     bonus: Bonus cards.
///
/// >>> Hand([26, 4], bonus=1)
/// Hand((4, 26), (), 1)
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Hand {
    open: rules::CardSet,
    covered: Vec<rules::CardSet>,
    bonus: u8,
}

#[pymethods]
impl Hand {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("open", "covered", "bonus")
    }

    #[new]
    #[pyo3(signature = (open, covered = None, bonus = Number::of(0)), text_signature = "(open, covered=None, bonus=0)")]
    fn new(open: &Bound<'_, PyAny>, covered: Option<&Bound<'_, PyAny>>, bonus: Number) -> PyResult<Self> {
        let covered = covered.map_or_else(|| Ok(Vec::new()), |covered| all(covered, card_set))?;
        Ok(Self { open: card_set(open)?, covered, bonus: bonus.fit("bonus", "S1")? })
    }

    /// Open point cards, by number.
    #[getter]
    fn open<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card_tuple(py, self.open)
    }

    /// The covered sets (S18).
    #[getter]
    fn covered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sets = self.covered.iter().map(|&set| card_tuple(py, set));
        PyTuple::new(py, sets.collect::<PyResult<Vec<_>>>()?)
    }

    /// Bonus cards.
    #[getter]
    fn bonus(&self) -> u8 {
        self.bonus
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Hand({}, {}, {})", self.open(py)?.repr()?, self.covered(py)?.repr()?, self.bonus))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let arguments = (own.open(py)?, own.covered(py)?, own.bonus);
        Ok((slf.get_type().into_any(), arguments.into_pyobject(py)?))
    }
}

/// A pile of the ring (S4).
///
/// Args:
///     open: The open card, by number; ``None`` when the pile is empty or its next card is not turned up yet.
///     down: How many cards are face down.
///     dice: The faces of the dice on it.
///
/// >>> Pile(23, 6)
/// Pile(23, 6, ())
#[pyclass(frozen, eq, hash, module = "spielwerk.schraube")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Pile {
    open: Option<rules::Card>,
    down: u8,
    dice: rules::Dice,
}

#[pymethods]
impl Pile {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("open", "down", "dice")
    }

    #[new]
    #[pyo3(signature = (open, down, dice = None))]
    fn new(open: Option<&Bound<'_, PyAny>>, down: Number, dice: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let dice = dice.map_or(Ok(rules::Dice::NONE), super::fields::dice)?;
        Ok(Self { open: open.map(card).transpose()?, down: down.fit("down", "S4")?, dice })
    }

    /// The open card, by number.
    #[getter]
    fn open(&self) -> Option<u8> {
        self.open.map(rules::Card::number)
    }

    /// How many cards are face down.
    #[getter]
    fn down(&self) -> u8 {
        self.down
    }

    /// The faces of the dice on it.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        dice_tuple(py, self.dice)
    }

    fn __repr__(&self) -> String {
        let open = self.open.map_or_else(|| "None".to_owned(), |card| card.number().to_string());
        format!("Pile({open}, {}, {})", self.down, tuple_repr(self.dice.iter()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        Ok((slf.get_type().into_any(), (own.open(), own.down, own.dice(py)?).into_pyobject(py)?))
    }
}

/// The numbers of something that may be left out.
fn listed<T>(
    said: Option<&Bound<'_, PyAny>>,
    read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    said.map_or_else(|| Ok(Vec::new()), |said| all(said, read))
}

#[pymethods]
impl Position {
    /// The position that plain data describes.
    ///
    /// Args:
    ///     options: The options of the game; ``piles`` in them are not looked at.
    ///     phase: What is to be decided.
    ///     mover: The seat on turn; the one that moved last if the game is over.
    ///     figures: By seat the pile where its figure stands, ``None`` for one not put down yet.
    ///     piles: The six piles.
    ///     hands: By seat its cards.
    ///     removed: Cards out of the game (S12, S13).
    ///     bonus_left: Bonus cards in the middle.
    ///     rerolls_left: Rolls still allowed after the one made or about to be made (S6).
    ///     to_roll: Dice about to be rolled.
    ///     unplaced: The faces of the dice rolled and not placed.
    ///     fresh: Cards that the seat on turn got in this turn (S19).
    ///     visited: Opponents already visited in this turn (S16).
    ///
    /// Raises:
    ///     InvalidPositionError: If there is no such position; it names every fault.
    #[staticmethod]
    #[pyo3(signature = (options = None, *, phase, mover, figures, piles, hands, removed = None, bonus_left = Number::of(6), rerolls_left = Number::of(0), to_roll = Number::of(0), unplaced = None, fresh = None, visited = None), text_signature = "(options=None, *, phase, mover, figures, piles, hands, removed=None, bonus_left=6, rerolls_left=0, to_roll=0, unplaced=None, fresh=None, visited=None)")]
    fn build(
        options: Option<&Options>,
        phase: &Bound<'_, PyAny>,
        mover: Number,
        figures: &Bound<'_, PyAny>,
        piles: Few<Py<Pile>>,
        hands: Few<Py<Hand>>,
        removed: Option<&Bound<'_, PyAny>>,
        bonus_left: Number,
        rerolls_left: Number,
        to_roll: Number,
        unplaced: Option<&Bound<'_, PyAny>>,
        fresh: Option<&Bound<'_, PyAny>>,
        visited: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let options = options.map_or_else(
            || rules::Options { players: hands.0.len() as u8, ..rules::Options::new(2) },
            |options| options.0.clone(),
        );
        let figure = |said: &Bound<'_, PyAny>| if said.is_none() { Ok(None) } else { pile(said).map(Some) };
        let setup = rules::Setup {
            players: options.players.into(),
            max_rolls: options.max_rolls.into(),
            pro: options.pro,
            deck: options.deck,
            phase: rules::Phase::ALL[PHASE.index(phase)?],
            seat: crate::common::seat(mover, *rules::PLAYERS.end())?,
            figures: all(figures, figure)?,
            piles: piles
                .0
                .iter()
                .map(Py::get)
                .map(|pile| rules::PileSetup {
                    open: pile.open,
                    down: pile.down.into(),
                    order: None,
                    dice: pile.dice.iter().collect(),
                })
                .collect(),
            hands: hands
                .0
                .iter()
                .map(Py::get)
                .map(|hand| rules::HandSetup {
                    open: hand.open.iter().collect(),
                    covered: hand.covered.iter().map(|set| set.iter().collect()).collect(),
                    bonus: hand.bonus.into(),
                })
                .collect(),
            removed: listed(removed, card)?,
            bonus_left: bonus_left.fit_into(Kind::Position, "bonus_left", "S1")?,
            rerolls_left: rerolls_left.fit_into(Kind::Position, "rerolls_left", "S6")?,
            to_roll: to_roll.fit_into(Kind::Position, "to_roll", "S6")?,
            unplaced: listed(unplaced, face)?,
            fresh: listed(fresh, card)?,
            visited: listed(visited, seat)?,
        };
        rules::Position::from_setup(&setup)
            .map(Self)
            .map_err(|faults| Error::Invalid { what: Kind::Position, faults }.into())
    }

    /// What is to be decided next.
    #[getter]
    fn phase<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        PHASE.member(py, self.0.phase() as usize)
    }

    /// The seat on turn; after the end, the one that moved last.
    #[getter]
    fn mover(&self) -> usize {
        self.0.mover().index()
    }

    /// By seat the pile where its figure stands, ``None`` for one not put down yet.
    #[getter]
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let figures = self.seats().map(|seat| self.0.figure_of(seat).map(rules::Pile::number));
        PyTuple::new(py, figures.collect::<Vec<_>>())
    }

    /// The six piles.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let piles = rules::Pile::ALL.map(|pile| Pile {
            open: self.0.open_card(pile),
            down: self.0.face_down(pile),
            dice: self.0.dice_on(pile),
        });
        PyTuple::new(py, piles)
    }

    /// The faces of the six open cards, ``None`` while one of them is missing.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.0.faces().map(|faces| PyTuple::new(py, faces.map(rules::Face::pips))).transpose()
    }

    /// The piles that carry dice.
    #[getter]
    fn covered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pile_tuple(py, self.0.covered().iter())
    }

    /// The piles without any card.
    #[getter]
    fn empty_piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pile_tuple(py, self.0.empty_piles().iter())
    }

    /// The cards face down, all together (S23).
    #[getter]
    fn unseen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card_tuple(py, self.0.unseen())
    }

    /// By seat what lies in front of it.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = self.seats().map(|seat| Hand {
            open: self.0.hand(seat).open,
            covered: self.0.covered_sets(seat),
            bonus: self.0.hand(seat).bonus,
        });
        PyTuple::new(py, hands.collect::<Vec<_>>())
    }

    /// By seat what its cards are worth if the game ends now (S21, S22).
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.seats().map(|seat| Points(self.0.points(seat))).collect::<Vec<_>>())
    }

    /// Cards out of the game (S12, S13).
    #[getter]
    fn removed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card_tuple(py, self.0.removed())
    }

    /// Bonus cards in the middle.
    #[getter]
    fn bonus_left(&self) -> u8 {
        self.0.bonus_left()
    }

    /// Rolls still allowed after the one made or about to be made (S6).
    #[getter]
    fn rerolls_left(&self) -> u8 {
        self.0.rerolls_left()
    }

    /// Dice about to be rolled, 0 unless chance is to roll.
    #[getter]
    fn to_roll(&self) -> u8 {
        self.0.to_roll()
    }

    /// The faces of the dice rolled and not placed.
    #[getter]
    fn unplaced<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        dice_tuple(py, self.0.unplaced())
    }

    /// Cards that the seat on turn got in this turn (S19).
    #[getter]
    fn fresh<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card_tuple(py, self.0.fresh())
    }

    /// Opponents already visited in this turn (S16).
    #[getter]
    fn visited<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.visited().map(Seat::index).collect::<Vec<_>>())
    }

    /// The point cards (S3).
    #[getter]
    fn deck(&self) -> Deck {
        Options::from(self.0.options()).deck_object()
    }

    /// What happens by itself after a step that can be taken now, in order, until somebody or chance decides again.
    ///
    /// Args:
    ///     step: A move or an event that can come next.
    fn consequences<'py>(&self, step: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let taken = crate::contract::step(&self.0, step)?;
        PyTuple::new(step.py(), self.0.consequences(&taken).into_iter().map(Happening).collect::<Vec<_>>())
    }

    /// Counts the game tree to a depth in decisions. A finished position is a leaf and counts once.
    ///
    /// Args:
    ///     depth: How many decisions deep, 0 to 64.
    ///     order: A text that answers for chance: the 42 cards of the fresh piles, pile 0 first and each from its top, then ``/``
    ///         and the dice as they are rolled, of which the first follows the last. Without it every event is followed.
    ///
    /// Raises:
    ///     ParseError: If the text is not in the grammar.
    ///     InvalidInputError: If these cards do not lie face down in the position.
    ///
    /// >>> order = " ".join(map(str, range(1, 43))) + " / 526314"
    /// >>> Position.start().perft(3, order)
    /// Census(leaves=114, decisions=43, chances=252)
    #[pyo3(signature = (depth, order = None))]
    fn perft(&self, py: Python<'_>, depth: Number, order: Option<Text<'_>>) -> PyResult<Census> {
        let (depth, order) = (crate::contract::depth(depth)?, self.order(order)?);
        let counted = unlocked_with_heartbeat(py, |heartbeat| {
            let goes_on = || heartbeat.goes_on();
            match &order {
                Some(order) => contract::perft_while(&self.0, depth, order, &goes_on),
                None => contract::perft_while(&self.0, depth, &contract::Every, &goes_on),
            }
        })?;
        Ok(counted.unwrap_or_default().into())
    }

    /// ``perft`` of every step from here, to find where two engines part: pairs of a move or event and its counts.
    ///
    /// Raises:
    ///     InvalidInputError: As ``perft`` does, and if chance may do more than a million things here.
    #[pyo3(signature = (depth, order = None))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: Number,
        order: Option<Text<'_>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (depth, order) = (crate::contract::depth(depth)?, self.order(order)?);
        if order.is_none() {
            crate::contract::few_parts(&self.0)?;
        }
        let parts = unlocked_with_heartbeat(py, |heartbeat| {
            let goes_on = || heartbeat.goes_on();
            match &order {
                Some(order) => contract::divide_while(&self.0, depth, order, &goes_on),
                None => contract::divide_while(&self.0, depth, &contract::Every, &goes_on),
            }
        })?;
        crate::contract::parts::<rules::Position>(py, parts.unwrap_or_default())
    }

    /// The position as an SVG document.
    ///
    /// Args:
    ///     viewer: The seat that looks; everything but the order of the cards face down is public (S23), so that only the seat that is
    ///         marked differs.
    #[pyo3(signature = (*, viewer = None))]
    fn to_svg<'py>(slf: &Bound<'py, Self>, viewer: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "schraube_position", viewer)
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "schraube_position", None)
    }
}

impl Position {
    fn seats(&self) -> Seats {
        Seats::new(self.0.players())
    }
}

impl Position {
    /// An order that fixes chance in this position.
    fn order(&self, said: Option<Text<'_>>) -> Result<Option<rules::Dealt>, Error> {
        let Some(text) = said else { return Ok(None) };
        let order: rules::Dealt = parse(Kind::Other, &text)?;
        order.check(&self.0).map_err(|faults| Error::Invalid { what: Kind::Other, faults })?;
        Ok(Some(order))
    }
}

#[pymethods]
impl View {
    /// The position as the seat sees it: the order of the cards face down is not known.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position().clone())
    }

    /// The view as an SVG document.
    fn to_svg<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "schraube_view", None)
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "schraube_view", None)
    }
}
