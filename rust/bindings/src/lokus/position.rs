//! `Position`, `View`, `Sight`, `Game` and `Seen` of Lokus.

use pyo3::exceptions::PyIndexError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};
use spielwerk::common as contract;
use spielwerk::common::{Position as _, Seats};
use spielwerk::lokus as rules;

use super::card::{Card, CardSet, Row, card, cards};
use super::options::{FixedDeal, Options};
use super::round::{Placement, WHICH};
use crate::common::{Census, Outcome, Reduced, text_repr};
use crate::contract::{Bridge, Chances, Moves, Verdict, classes, draw};
use crate::enums::NativeEnum;
use crate::error::{Error, Kind, parse};
use crate::gil::unlocked_with_heartbeat;
use crate::random::Random;
use crate::reading::{Few, Number, Text};

pub(crate) static STAGE: NativeEnum = NativeEnum::new(
    "Stage",
    "spielwerk.lokus",
    "How far a deal has come: a hand is dealt or a first card turned up (L4), everybody chooses (L6), a row is chosen (L18), the \
     second roll of a miss is drawn (L9), or the game is over (L5).",
    &[
        ("HAND", "hand"),
        ("STARTER", "starter"),
        ("CHOOSE", "choose"),
        ("ROW", "row"),
        ("DRAW", "draw"),
        ("OVER", "over"),
    ],
);

const fn stage_index(stage: rules::Stage) -> usize {
    match stage {
        rules::Stage::Hand(_) => 0,
        rules::Stage::Starter(_) => 1,
        rules::Stage::Choose => 2,
        rules::Stage::Row(_) => 3,
        rules::Stage::Draw(_) => 4,
        rules::Stage::Over => 5,
    }
}

classes! {
    rules::Position, "spielwerk.lokus", options = Options;

    /// A state of the game with everything hidden in it. Immutable; ``play`` and ``apply`` give new ones.
    ///
    /// Selection is simultaneous: seats are asked one after the other, but no view shows what another has chosen (L17).
    ///
    /// >>> random = Random(1)
    /// >>> position = Position.start(Options(3, deals=1)).settle(random)
    /// >>> position.to_move, len(position.legal_moves), position.stage
    /// (0, 11, Stage.CHOOSE)
    /// >>> while not position.is_over:
    /// ...     position = position.play(position.sample_move(random)).settle(random)
    /// >>> position.outcome.fewest_win, len(position.scores)
    /// (True, 3)
    position;

    /// What one seat may know of a position, and nothing else (L16).
    ///
    /// >>> position = Position.start(Options(3)).settle(Random(1))
    /// >>> view = position.view(2)
    /// >>> view.hand == position.hands[2], view.consistent_hands
    /// (True, 6323758697788634990160)
    /// >>> view.complete(Random(7)).view(2) == view
    /// True
    view;

    /// What one seat sees of a step.
    ///
    /// >>> position = Position.start(Options(3))
    /// >>> position.sight(position.sample(Random(1)), 1).text
    /// '0=?'
    sight;

    /// A game as its start and its steps: the full truth, which replays exactly on every machine.
    ///
    /// >>> game = Game(Position.start(Options(3, deals=1)))
    /// >>> random = Random(1)
    /// >>> while not game.is_over:
    /// ...     game.settle(random)
    /// ...     if not game.is_over:
    /// ...         game.push(game.legal_moves[0])
    /// >>> Game.parse(game.text).position == game.position
    /// True
    game;

    /// A game as one seat saw it: its first view and its sights, in order.
    ///
    /// ``key`` is the information-state key with perfect recall that methods such as counterfactual regret minimisation need.
    seen;
}

/// Writes what a class shows of the open part of a position (L16).
macro_rules! open_part {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// How far the deal has come.
            #[getter]
            fn stage<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                STAGE.member(py, stage_index(self.0.public().stage()))
            }

            /// The deal in progress, counted from 0; the finished one until the next hand is dealt.
            #[getter]
            fn deal(&self) -> u32 {
                self.0.public().deal()
            }

            /// How many rounds of this deal are finished, 0 to 11.
            #[getter]
            fn round(&self) -> u8 {
                self.0.public().round()
            }

            /// The two rows (L3).
            #[getter]
            fn rows(&self) -> (Row, Row) {
                let [first, second] = *self.0.public().rows();
                (Row(first), Row(second))
            }

            /// The cards turned up at the toilets of this deal (L4), row 0 first.
            #[getter]
            fn starters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.public().starters().map(Card).collect::<Vec<_>>())
            }

            /// The roll counts by seat, 0 to 22.
            #[getter]
            fn rolls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.public().rolls())
            }

            /// The cleaning cards by seat (L12).
            #[getter]
            fn cleaning<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.public().cleaning())
            }

            /// The minus points by seat of the finished deals (L15).
            #[getter]
            fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.public().scores())
            }

            /// The minus points by seat that this deal would cost as the rolls stand (L13, L14).
            #[getter]
            fn minus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let public = self.0.public();
                PyTuple::new(
                    py,
                    Seats::new(public.players()).map(|seat| public.minus(seat)).collect::<Vec<_>>(),
                )
            }

            /// How many cards the draw pile has.
            #[getter]
            fn draw_pile(&self) -> u8 {
                self.0.public().draw_pile()
            }

            /// How many cards each hand has; a card chosen and not yet revealed counts (L16).
            #[getter]
            fn hand_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let public = self.0.public();
                let counts = Seats::new(public.players()).map(|seat| public.hand_count(seat));
                PyTuple::new(py, counts.collect::<Vec<_>>())
            }

            /// The revealed cards of each round of this deal, by seat.
            #[getter]
            fn revealed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let public = self.0.public();
                let rounds = (0..public.revealed_rounds())
                    .map(|round| PyTuple::new(py, public.revealed(round).map(Card).collect::<Vec<_>>()));
                PyTuple::new(py, rounds.collect::<PyResult<Vec<_>>>()?)
            }

            /// What became of the lowest and the highest card of each revealed round, as far as it is resolved.
            #[getter]
            fn placements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let public = self.0.public();
                let rounds = (0..public.revealed_rounds()).map(|round| {
                    PyTuple::new(py, public.placements(round).map(Placement::from).collect::<Vec<_>>())
                });
                PyTuple::new(py, rounds.collect::<PyResult<Vec<_>>>()?)
            }

            /// The open row choice (L18): who, whether the lowest or the highest places, and which card; else ``None``.
            #[getter]
            fn decision<'py>(&self, py: Python<'py>) -> PyResult<Option<(usize, Bound<'py, PyAny>, Card)>> {
                self.0
                    .public()
                    .decision()
                    .map(|(seat, which, card)| {
                        Ok((seat.index(), WHICH.member(py, which.index())?, Card(card)))
                    })
                    .transpose()
            }
        }
    };
}

open_part!(Position);
open_part!(View);

#[pymethods]
impl Position {
    /// The position that plain data describes. Rows, rolls, cleaning cards and the draw pile follow from it by the rules.
    ///
    /// Args:
    ///     options: The options of the game; the usual ones for so many hands by default.
    ///     hands: The hands dealt so far by seat, without chosen and revealed cards.
    ///     starters: The cards turned up at the toilets of this deal (L4), row 0 first.
    ///     rounds: The rounds of this deal whose cards were revealed, in order. A round is a pair: its cards by seat, and what
    ///         became of the lowest and then of the highest card, as far as it is resolved: the row where it went, or for a
    ///         miss (L9) the second roll that was drawn, ``None`` where the draw pile is empty (L10) or it is still to be drawn.
    ///     chosen: By seat the card that is chosen and not yet revealed (L6), else ``None``; empty when nobody has chosen.
    ///     deal: The deal in progress, counted from 0; after its eleventh round still that one.
    ///     carried: The minus points by seat from the deals before this one (L15); 0 by default.
    ///     asks_first: The seat that is asked first in this round; it means nothing for the game (L17).
    ///
    /// Raises:
    ///     InvalidPositionError: If there is no such position; it names every fault.
    ///
    /// >>> position = Position.build(
    /// ...     Options(2, deals=1),
    /// ...     hands=["r2g3b4o5s6r7y8g9b10o11", "y2b3o4s5r6y7g8b9o10s11"],
    /// ...     starters="r5b5",
    /// ...     rounds=[(["y5", "s12"], ["g1", 1])],
    /// ... )
    /// >>> position.round, position.rolls, position.rows[1].text
    /// (1, (2, 0), 'b5s12')
    #[staticmethod]
    #[pyo3(signature = (options = None, *, hands, starters = None, rounds = None, chosen = None, deal = Number::of(0), carried = None, asks_first = Number::of(0)), text_signature = "(options=None, *, hands, starters=None, rounds=None, chosen=None, deal=0, carried=None, asks_first=0)")]
    fn build(
        options: Option<&Options>,
        hands: Few<Bound<'_, PyAny>>,
        starters: Option<&Bound<'_, PyAny>>,
        rounds: Option<Few<Bound<'_, PyAny>>>,
        chosen: Option<Few<Option<Bound<'_, PyAny>>>>,
        deal: Number,
        carried: Option<Few<Number>>,
        asks_first: Number,
    ) -> PyResult<Self> {
        let options = match options {
            Some(options) => options.0.clone(),
            None => rules::Options::new(hands.0.len() as u8),
        };
        let hands = hands.0.iter().map(|hand| cards(hand).map(Some)).collect::<PyResult<_>>()?;
        let rounds = rounds.iter().flat_map(|rounds| &rounds.0).map(played_round).collect::<PyResult<_>>()?;
        let chosen = chosen.iter().flat_map(|chosen| &chosen.0);
        let setup = rules::Setup {
            deal: deal.fit_into(Kind::Position, "deal", "L5")?,
            hands,
            starters: starters.map_or(Ok(Vec::new()), cards)?,
            rounds,
            chosen: chosen.map(|chosen| chosen.as_ref().map(card).transpose()).collect::<PyResult<_>>()?,
            asks_first: asks_first.fit_into(Kind::Position, "asks_first", "L17")?,
            carried: match carried {
                Some(carried) => {
                    let points =
                        carried.0.iter().map(|points| points.fit_into(Kind::Position, "carried", "L14"));
                    points.collect::<Result<_, _>>()?
                }
                None => vec![0; options.players.into()],
            },
            ..rules::Setup::new(options)
        };
        rules::Position::from_setup(&setup)
            .map(Self)
            .map_err(|faults| Error::Invalid { what: Kind::Position, faults }.into())
    }

    /// The hands by seat, without the cards that are chosen.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = Seats::new(self.0.players()).map(|seat| CardSet(self.0.hand(seat)));
        PyTuple::new(py, hands.collect::<Vec<_>>())
    }

    /// By seat the card that is chosen and not yet revealed (L6), else ``None``.
    #[getter]
    fn chosen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let chosen = Seats::new(self.0.players()).map(|seat| self.0.chosen(seat).map(Card));
        PyTuple::new(py, chosen.collect::<Vec<_>>())
    }

    /// The cards of the draw pile; while hands are dealt, all cards not yet dealt. Their order is not known.
    #[getter]
    fn pile(&self) -> CardSet {
        CardSet(self.0.pile())
    }

    /// For each revealed round the second rolls drawn for the lowest and the highest card (L9), else ``None``.
    #[getter]
    fn drawn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rounds = (0..self.0.public().revealed_rounds())
            .map(|round| self.0.drawn(round).map(|card| card.map(Card)));
        PyTuple::new(py, rounds.map(|[low, high]| (low, high)).collect::<Vec<_>>())
    }

    /// The seat that is asked first in this round; it means nothing for the game (L17).
    #[getter]
    fn asks_first(&self) -> usize {
        self.0.asks_first().index()
    }

    /// Counts the game tree to a depth in decisions. A finished position is a leaf and counts once.
    ///
    /// Args:
    ///     depth: How many decisions deep, 0 to 64.
    ///     order: What answers for chance: a ``FixedDeal``, or the cards of the draw pile, next one first, or their text. Without
    ///         it every event is followed, which takes long except late in a deal.
    ///
    /// Raises:
    ///     InvalidInputError: If the position is not one of this deal, or the cards are not those of its draw pile.
    ///
    /// >>> position = Position.start(Options(2, deals=1)).settle(Random(1))
    /// >>> position.perft(3, position.pile)
    /// Census(leaves=338, decisions=133, chances=11)
    #[pyo3(signature = (depth, order = None))]
    fn perft(&self, py: Python<'_>, depth: Number, order: Option<&Bound<'_, PyAny>>) -> PyResult<Census> {
        let (depth, order) = (crate::contract::depth(depth)?, self.order(order)?);
        let counted = unlocked_with_heartbeat(py, |heartbeat| {
            let goes_on = || heartbeat.goes_on();
            match &order {
                Order::Every => contract::perft_while(&self.0, depth, &contract::Every, &goes_on),
                Order::Deal(deal) => contract::perft_while(&self.0, depth, deal, &goes_on),
                Order::Pile(pile) => contract::perft_while(&self.0, depth, pile, &goes_on),
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
        order: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (depth, order) = (crate::contract::depth(depth)?, self.order(order)?);
        if matches!(order, Order::Every) {
            crate::contract::few_parts(&self.0)?;
        }
        let parts = unlocked_with_heartbeat(py, |heartbeat| {
            let goes_on = || heartbeat.goes_on();
            match &order {
                Order::Every => contract::divide_while(&self.0, depth, &contract::Every, &goes_on),
                Order::Deal(deal) => contract::divide_while(&self.0, depth, deal, &goes_on),
                Order::Pile(pile) => contract::divide_while(&self.0, depth, pile, &goes_on),
            }
        })?;
        crate::contract::parts::<rules::Position>(py, parts.unwrap_or_default())
    }

    /// The position as an SVG document.
    ///
    /// Args:
    ///     viewer: The seat that looks: what it can't know is not in the drawing. ``None`` shows everything.
    #[pyo3(signature = (*, viewer = None))]
    fn to_svg<'py>(slf: &Bound<'py, Self>, viewer: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "lokus_position", viewer)
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "lokus_position", None)
    }
}

/// What answers for chance while a tree is counted.
enum Order {
    Every,
    Deal(rules::FixedDeal),
    Pile(rules::PileOrder),
}

impl Position {
    /// What Python says for an order, if it is one for this position.
    fn order(&self, said: Option<&Bound<'_, PyAny>>) -> PyResult<Order> {
        let refused = |faults| Error::Invalid { what: Kind::Other, faults };
        let Some(said) = said else { return Ok(Order::Every) };
        if let Ok(deal) = said.cast::<FixedDeal>() {
            let deal = deal.get().fixed.clone();
            deal.check(&self.0).map_err(refused)?;
            return Ok(Order::Deal(deal));
        }
        let pile = match said.extract::<Text<'_>>() {
            Ok(text) => parse(Kind::Other, &text)?,
            Err(_) => rules::PileOrder::new(cards(said)?),
        };
        pile.check(&self.0).map_err(refused)?;
        Ok(Order::Pile(pile))
    }
}

/// What became of the lowest or the highest card of a round: a row, the card drawn for a miss, or a miss without one.
fn placed(said: &Bound<'_, PyAny>) -> PyResult<rules::PlayedCard> {
    if said.is_none() {
        return Ok(rules::PlayedCard::Miss(rules::SecondRoll::NoCard));
    }
    if let Ok(row) = said.extract::<Number>() {
        return Ok(rules::PlayedCard::Row(row.fit_into(Kind::Position, "rounds", "L8")?));
    }
    Ok(rules::PlayedCard::Miss(rules::SecondRoll::Card(card(said)?)))
}

/// A round: the revealed cards, and what became of the lowest and the highest.
fn played_round(said: &Bound<'_, PyAny>) -> PyResult<rules::PlayedRound> {
    let Ok([revealed, placements]) = <[Bound<'_, PyAny>; 2]>::try_from(said.extract::<Few<_>>()?.0) else {
        let message = "a round is its cards by seat and what became of the lowest and the highest".to_owned();
        return Err(Error::input("rounds", "L7", "wrong_round", message).into());
    };
    let placements: Few<Bound<'_, PyAny>> = placements.extract()?;
    Ok(rules::PlayedRound {
        cards: cards(&revealed)?,
        placements: placements.0.iter().map(placed).collect::<PyResult<_>>()?,
    })
}

#[pymethods]
impl View {
    /// The own hand, without the card that is chosen.
    #[getter]
    fn hand(&self) -> CardSet {
        CardSet(self.0.hand())
    }

    /// The own card that is chosen and not yet revealed, else ``None``.
    #[getter]
    fn chosen(&self) -> Option<Card> {
        self.0.chosen().map(Card)
    }

    /// The cards that the seat can't place: in other hands, in the draw pile, or drawn as second rolls.
    #[getter]
    fn unseen(&self) -> CardSet {
        CardSet(self.0.unseen())
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.0.public().players()
    }

    /// The options of this game.
    #[getter]
    fn options(&self) -> Options {
        self.0.public().options().clone().into()
    }

    /// In how many ways the unseen cards can lie in the hands of the other seats, exactly.
    ///
    /// ``complete`` meets each with equal probability.
    #[getter]
    fn consistent_hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.get_type::<PyInt>().call1((self.0.hand_count().to_string(),))
    }

    /// The view as an SVG document.
    fn to_svg<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "lokus_view", None)
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "lokus_view", None)
    }
}
