//! `Position`, `View`, `Sight`, `Game` and `Seen` of Lokus.

use pyo3::exceptions::PyIndexError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};
use spielwerk::common as contract;
use spielwerk::common::{Position as _, Seats};
use spielwerk::lokus as rules;

use super::card::{Card, CardSet, Row};
use super::options::{FixedDeal, Options};
use super::round::{Placement, WHICH};
use crate::common::{Census, Outcome, Reduced, text_repr};
use crate::contract::{Bridge, Chances, Moves, Verdict, classes, draw};
use crate::enums::NativeEnum;
use crate::error::{Error, Kind, parse};
use crate::gil::unlocked;
use crate::random::Random;

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
    ///     depth: How many decisions deep.
    ///     order: A deal that answers for chance. Without it every event is followed, which is possible only late in a deal.
    #[pyo3(signature = (depth, order = None))]
    fn perft(&self, py: Python<'_>, depth: u32, order: Option<&FixedDeal>) -> Census {
        let counted = unlocked(py, || match order {
            Some(deal) => contract::perft(&self.0, depth, &deal.fixed),
            None => contract::perft(&self.0, depth, &contract::Every),
        });
        counted.into()
    }

    /// ``perft`` of every step from here, to find where two engines part: pairs of a move or event and its counts.
    #[pyo3(signature = (depth, order = None))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        order: Option<&FixedDeal>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let parts = unlocked(py, || match order {
            Some(deal) => contract::divide(&self.0, depth, &deal.fixed),
            None => contract::divide(&self.0, depth, &contract::Every),
        });
        crate::contract::parts::<rules::Position>(py, parts)
    }

    /// The position as an SVG document.
    ///
    /// Args:
    ///     viewer: The seat that looks: what it can't know is not in the drawing. ``None`` shows everything.
    #[pyo3(signature = (*, viewer = None))]
    fn to_svg<'py>(slf: &Bound<'py, Self>, viewer: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "lokus_position", viewer)
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "lokus_position", None)
    }
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
