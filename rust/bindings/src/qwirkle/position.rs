//! `Position`, `View`, `Sight`, `Game` and `Seen` of Qwirkle.

use numpy::PyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use spielwerk::common as contract;
use spielwerk::qwirkle as rules;

use super::grid::{Grid, laid};
use super::options::Options;
use super::tile::{TileSet, tiles};
use crate::common::{Census, Outcome, Reduced, text_repr};
use crate::contract::{Bridge, Chances, Listed, Moves, Verdict, classes, draw};
use crate::error::{Error, Kind, parse};
use crate::gil::unlocked_with_heartbeat;
use crate::random::Random;
use crate::reading::{Bounded, Few, Number};

classes! {
    rules::Position, "spielwerk.qwirkle", options = Options;

    /// A state of the game: the grid and everything around it. Immutable; ``play`` and ``apply`` give new ones.
    ///
    /// >>> position = Position.start(Options(2)).settle(Random(1))
    /// >>> verdict = position.check(position.legal_moves[0])
    /// >>> verdict.legal, verdict.score.points
    /// (True, 2)
    /// >>> after = position.play(position.legal_moves[0])
    /// >>> after.turn, after.scores
    /// (Turn.CHANCE, (2, 0))
    /// >>> print(len(after.settle(Random(2)).legal_moves), "moves")
    /// 75 moves
    position;

    /// What one seat may know of a position: all hands but its own are hidden, and so are tiles that others put aside (Q19).
    ///
    /// >>> position = Position.start().settle(Random(1))
    /// >>> view = position.view(1)
    /// >>> view.hand == position.hands[1], view.position.hands[0] is None
    /// (True, True)
    /// >>> view.complete(Random(5)).view(1) == view
    /// True
    view;

    /// What one seat sees of a step: a move, or a draw in full when it is one's own.
    ///
    /// >>> position = Position.start()
    /// >>> position.sight("draw:r0r4r8g0y4bs", 1).text
    /// 'draw:?6'
    sight;

    /// A game as its start and its steps: the full truth, which replays exactly on every machine.
    ///
    /// >>> game = Game(Position.start())
    /// >>> random = Random(1)
    /// >>> while not game.is_over:
    /// ...     game.settle(random)
    /// ...     if not game.is_over:
    /// ...         game.push(game.position.sample_move(random))
    /// >>> Game.parse(game.text).position == game.position
    /// True
    /// >>> game.seen_by(0).replay() == game.position.view(0)
    /// True
    game;

    /// A game as one seat saw it: its first view and its sights, in order.
    seen;
}

/// Whose tiles are known and how many the others have.
type Told<'py> = Option<Bound<'py, PyAny>>;

fn told(path: &str, said: &Bound<'_, PyAny>) -> PyResult<rules::SetupHand> {
    if let Ok(count) = said.extract::<Number>() {
        return Ok(rules::SetupHand::Hidden(count.fit_into(Kind::Position, path, "Q23")?));
    }
    Ok(rules::SetupHand::Known(tiles(said)?))
}

#[pymethods]
impl Position {
    /// The position that plain data describes.
    ///
    /// Args:
    ///     options: The options of the game.
    ///     tiles: The laid tiles, in any order.
    ///     hands: By seat the tiles of the hand, or only their number when they are hidden.
    ///     bag: How many tiles the bag holds; by default all that are left.
    ///     scores: The points by seat; 0 by default.
    ///     to_move: The seat to act, or to draw.
    ///     idle: How many turns in a row there was no placement.
    ///     draw: How many tiles that seat is to draw before anything else.
    ///     aside: The tiles of a trade that is not drawn for yet, or their number when they are hidden.
    ///
    /// Raises:
    ///     InvalidPositionError: If there is no such position (Q23); it names every fault.
    ///
    /// >>> position = Position.build(
    /// ...     tiles=[Laid(0, 0, Tile.parse("r0"))],
    /// ...     hands=[TileSet.parse("r4r8g0y4bspc"), 6],
    /// ... )
    /// >>> position.bag, position.text
    /// (95, 'qwirkle/1 0,0:r0 g0bspcr4y4r8/?6 95 0/0 0 0 -')
    #[staticmethod]
    #[pyo3(signature = (options = None, *, tiles = None, hands, bag = None, scores = None, to_move = Number::of(0), idle = Number::of(0), draw = Number::of(0), aside = None), text_signature = "(options=None, *, tiles=None, hands, bag=None, scores=None, to_move=0, idle=0, draw=0, aside=None)")]
    fn build(
        options: Option<&Options>,
        tiles: Told<'_>,
        hands: &Bound<'_, PyAny>,
        bag: Option<Number>,
        scores: Option<Few<Number>>,
        to_move: Number,
        idle: Number,
        draw: Number,
        aside: Told<'_>,
    ) -> PyResult<Self> {
        let bound = Bounded { what: "hands", rule: "Q2", slug: "too_many_hands", most: 64 };
        let hands = bound.read(hands, |hand| told("hands", hand))?;
        let options = match options {
            Some(options) => options.0,
            None => rules::Options::new(hands.len() as u8),
        };
        let tiles = tiles.map_or_else(|| Ok(Vec::new()), |tiles| laid(&tiles))?;
        let whole = |said: &Number, path, rule| said.fit_into::<i64>(Kind::Position, path, rule);
        let draw = whole(&draw, "draw.count", "Q6")?;
        let aside =
            aside.map_or(Ok(rules::SetupHand::Known(Vec::new())), |aside| told("draw.aside", &aside))?;
        if draw == 0 && aside.count() != 0 {
            let message =
                "tiles are put aside only until as many are drawn for them, and none are to be drawn"
                    .to_owned();
            return Err(Error::input("aside", "Q7", "aside_without_draw", message).into());
        }
        let elsewhere = hands.iter().chain([&aside]).map(rules::SetupHand::count);
        let left = elsewhere
            .fold((rules::Tile::COUNT - tiles.len().min(rules::Tile::COUNT)) as i64, i64::saturating_sub);
        let scores = match scores {
            Some(scores) => {
                scores.0.iter().map(|points| whole(points, "scores", "Q14")).collect::<Result<_, _>>()?
            }
            None => vec![0; hands.len()],
        };
        let setup = rules::Setup {
            options,
            tiles,
            hands,
            bag: bag.map_or(Ok(left.max(0)), |bag| whole(&bag, "bag", "Q23"))?,
            scores,
            to_move: whole(&to_move, "to_move", "Q6")?,
            idle: whole(&idle, "idle", "Q24")?,
            draw: (draw != 0).then_some(rules::SetupDraw { count: draw, aside }),
        };
        rules::Position::from_setup(&setup)
            .map(Self)
            .map_err(|faults| Error::Invalid { what: Kind::Position, faults }.into())
    }

    /// The tiles that lie.
    #[getter]
    fn grid(&self) -> Grid {
        Grid::of(self.0.grid())
    }

    /// The hands by seat, ``None`` for one that is hidden.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.hands().iter().map(|hand| hand.known().map(TileSet)))
    }

    /// How many tiles each hand has.
    #[getter]
    fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.hands().iter().map(|hand| hand.len()))
    }

    /// How many tiles the bag holds; tiles that are put aside are not in it.
    #[getter]
    fn bag(&self) -> u32 {
        self.0.bag()
    }

    /// The tiles of the bag and of hidden hands: neither on the grid nor in a known hand nor known to be put aside.
    #[getter]
    fn unseen(&self) -> TileSet {
        TileSet(self.0.unseen())
    }

    /// The points by seat.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.scores())
    }

    /// The seat to act or to draw; after the end, the seat that would be next, or that went out (Q16).
    #[getter]
    fn mover(&self) -> usize {
        self.0.to_move().index()
    }

    /// How many tiles are to be drawn now, 0 unless chance is to act.
    #[getter]
    fn draw_count(&self) -> u32 {
        self.0.pending().map_or(0, |pending| pending.count)
    }

    /// The traded tiles that go into the bag after the draw, ``None`` when they are hidden.
    #[getter]
    fn aside(&self) -> Option<TileSet> {
        self.0.pending().map_or(Some(rules::TileSet::NONE), |pending| pending.aside.known()).map(TileSet)
    }

    /// How many turns in a row there was no placement.
    #[getter]
    fn idle(&self) -> u32 {
        self.0.idle()
    }

    /// The points of each legal move, end bonus included, as an array of ``int16`` in the order of ``legal_moves``.
    ///
    /// >>> position = Position.start().settle(Random(1))
    /// >>> points = position.move_points()
    /// >>> points.dtype, len(points) == len(position.legal_moves)
    /// (dtype('int16'), True)
    fn move_points<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i16>> {
        PyArray1::from_vec(py, points(&self.0))
    }

    /// The legal moves that bring the most points, end bonus included; trades and skip bring none.
    fn best_moves(&self) -> Moves {
        let (moves, points) = (self.0.moves(), points(&self.0));
        let most = points.iter().copied().max();
        let best = moves.iter().zip(points).filter(|&(_, points)| Some(points) == most);
        Moves::over(Listed::<rules::Position, _>::new(best.map(|(chosen, _)| chosen).collect::<Vec<_>>()))
    }

    /// The position as an SVG document.
    ///
    /// Args:
    ///     viewer: The seat that looks: what it can't know is not in the drawing. ``None`` shows everything.
    ///
    /// >>> Position.start().to_svg(viewer=1)[:4]
    /// '<svg'
    #[pyo3(signature = (*, viewer = None))]
    fn to_svg<'py>(slf: &Bound<'py, Self>, viewer: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "qwirkle_position", viewer)
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "qwirkle_position", None)
    }

    /// Counts the game tree to a depth in decisions (Q22). A finished position is a leaf and counts once.
    ///
    /// Args:
    ///     depth: How many decisions deep, 0 to 64.
    ///     bag_order: The tiles of the bag from the front, or their text: draws take them in this order, traded tiles go
    ///         to the back. Without it every draw is followed, which takes long except for small bags.
    ///
    /// Raises:
    ///     InvalidInputError: If the order does not hold the tiles of the bag.
    #[pyo3(signature = (depth, bag_order = None))]
    fn perft(&self, py: Python<'_>, depth: Number, bag_order: Told<'_>) -> PyResult<Census> {
        let (depth, order) = (crate::contract::depth(depth)?, self.bag_order(bag_order)?);
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
    #[pyo3(signature = (depth, bag_order = None))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: Number,
        bag_order: Told<'_>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (depth, order) = (crate::contract::depth(depth)?, self.bag_order(bag_order)?);
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
}

impl Position {
    fn bag_order(&self, said: Told<'_>) -> PyResult<Option<rules::BagOrder>> {
        let Some(said) = said else { return Ok(None) };
        let order = tiles(&said)?;
        let set = rules::TileSet::try_from_tiles(order.iter().copied());
        if set != Some(self.0.unseen()) || !self.0.is_fully_known() {
            let message =
                format!("{} tiles that are not those of the bag ({})", order.len(), self.0.unseen());
            return Err(Error::input("bag_order", "Q22", "bag_order_wrong", message).into());
        }
        Ok(Some(rules::BagOrder::new(order)))
    }
}

/// The points of each legal move in order, end bonus included (Q16).
pub(super) fn points(position: &rules::Position) -> Vec<i16> {
    let moves = position.moves();
    let held = position.turn().seat().map_or(0, |seat| position.hand(seat).len());
    let goes_out = |placement: rules::Placement| position.bag() == 0 && placement.len() == held;
    let placed = moves.placements().iter().map(|scored| {
        let bonus = if goes_out(scored.placement) { rules::END_BONUS } else { 0 };
        (scored.points + bonus) as i16
    });
    let others = moves.len() - moves.placements().len();
    placed.chain(std::iter::repeat_n(0, others)).collect()
}

#[pymethods]
impl View {
    /// The view as an SVG document.
    fn to_svg<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "qwirkle_view", None)
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        draw(slf, "qwirkle_view", None)
    }

    /// What is known, as a position with hidden hands.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.known().clone())
    }

    /// The own hand.
    #[getter]
    fn hand(&self) -> TileSet {
        TileSet(self.0.hand())
    }

    /// The tiles that the seat sees nowhere: in the bag or in the hands of others.
    #[getter]
    fn unseen(&self) -> TileSet {
        TileSet(self.0.known().unseen())
    }
}
