//! [`Position`]: a state of the game, and what a move and a draw change in it.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::TileSet;
use super::draw::Pending;
use super::grid::Grid;
use super::holding::Holding;
use super::options::{Ended, Options};
use super::setup::{HAND, Setup, SetupDraw};
use super::state::{State, Table};
use crate::common::{Faults, Seat, Turn, hash};

/// A state of the game: the grid and everything around it.
///
/// Hands may be hidden ([`Holding::Hidden`]): their sizes are known, their tiles are not. What one seat may know is such a
/// position, so that it is written, sent and drawn like any other; [`View`](super::View) keeps it apart from the truth.
///
/// ```
/// use spielwerk::common::Turn;
/// use spielwerk::qwirkle::{Draw, Options, Position};
///
/// let mut position = Position::start(&Options::new(2))?;
/// assert_eq!(position.turn(), Turn::Chance);
/// for hand in ["r0r4r8g0y4bs", "g8g4y0bdpcoc"] {
///     position.try_apply(&format!("draw:{hand}").parse()?)?;
/// }
/// assert_eq!(position.turn().seat(), Some(spielwerk::common::Seat::new(0)), "three reds begin");
/// let (chosen, score) = position.check(&"0,0>r4r0r8".parse()?).expect("legal");
/// position.play(chosen);
/// assert_eq!(score.points(), 3);
/// assert_eq!(position.scores(), [3, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) grid: Box<Grid>,
    pub(super) state: State,
}

impl Position {
    /// Before the deal: seat 0 is to draw six tiles (Q2).
    ///
    /// # Errors
    ///
    /// Every fault of the options.
    pub fn start(options: &Options) -> Result<Self, Faults> {
        options.faults().into_result()?;
        Self::from_setup(&Setup::before_the_deal(*options))
    }

    /// The position that the data describes.
    ///
    /// # Errors
    ///
    /// Every fault (Q23).
    pub fn from_setup(setup: &Setup) -> Result<Self, Faults> {
        let mut grid = Box::new(Grid::empty());
        let state = setup.lay_out(grid.layout_mut())?;
        grid.complete(&setup.tiles);
        let mut position = Self { grid, state };
        position.look_for_the_end();
        Ok(position)
    }

    /// Everything at once, for questions.
    pub(super) const fn table(&self) -> Table<'_> {
        Table { layout: self.grid.layout(), frontier: Some(self.grid.frontier()), state: &self.state }
    }

    /// The data that describes this position.
    pub fn setup(&self) -> Setup {
        let players = usize::from(self.state.options.players);
        Setup {
            options: self.state.options,
            tiles: self.grid.tiles().collect(),
            hands: self.hands().iter().map(|&hand| hand.into()).collect(),
            bag: self.bag().into(),
            scores: self.state.scores[..players].iter().map(|&points| points.into()).collect(),
            to_move: self.state.to_move.index() as i64,
            idle: self.state.idle.into(),
            draw: self
                .state
                .pending
                .map(|pending| SetupDraw { count: pending.count.into(), aside: pending.aside.into() }),
        }
    }

    /// The options of this game.
    pub const fn options(&self) -> Options {
        self.state.options
    }

    /// The number of players, 2 to 4.
    pub const fn players(&self) -> u8 {
        self.state.options.players
    }

    /// The tiles that lie.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The hands by seat.
    pub fn hands(&self) -> &[Holding] {
        self.state.hands()
    }

    /// The hand of a seat.
    ///
    /// # Panics
    ///
    /// When there is no such seat at this table.
    pub fn hand(&self, seat: Seat) -> Holding {
        self.hands()[seat.index()]
    }

    /// How many tiles the bag holds; tiles that are put aside are not in it.
    pub const fn bag(&self) -> u32 {
        self.state.bag as u32
    }

    /// The tiles that are neither on the grid nor in a known hand nor known to be put aside: the bag, and whatever hidden
    /// hands hold.
    pub const fn unseen(&self) -> TileSet {
        self.state.unseen
    }

    /// The points by seat.
    pub fn scores(&self) -> Vec<u32> {
        let players = usize::from(self.players());
        self.state.scores[..players].iter().map(|&points| points.into()).collect()
    }

    /// The seat to act or to draw; after the end, the seat that would be next, or that went out (Q16).
    pub const fn to_move(&self) -> Seat {
        self.state.to_move
    }

    /// How many turns in a row there was no placement.
    pub const fn idle(&self) -> u32 {
        self.state.idle as u32
    }

    /// The draw that comes next, if one does. [`Position::to_move`] draws.
    pub const fn pending(&self) -> Option<Pending> {
        self.state.pending
    }

    /// Why the game is over, if it is.
    pub const fn ended(&self) -> Option<Ended> {
        self.state.ended
    }

    /// Whether the tiles of every hand are known.
    pub fn is_fully_known(&self) -> bool {
        let aside = self.state.pending.map_or(Holding::NOTHING, |pending| pending.aside);
        self.hands().iter().chain([&aside]).all(|holding| holding.known().is_some())
    }

    /// Who acts next.
    pub const fn turn(&self) -> Turn {
        self.state.turn()
    }

    /// Conservation of tiles, held after every step of a debug build.
    pub(super) fn assert_sound(&self) {
        let aside = self.state.pending.map_or(Holding::NOTHING, |pending| pending.aside);
        let hidden: u32 = self
            .hands()
            .iter()
            .chain([&aside])
            .filter(|held| held.known().is_none())
            .map(|held| held.len())
            .sum();
        debug_assert_eq!(
            self.state.unseen.len(),
            self.bag() + hidden,
            "the unseen are the bag and what is hidden"
        );
        debug_assert!(self.hands().iter().all(|hand| hand.len() <= HAND), "a hand holds at most six (Q2)");
        debug_assert!(
            self.bag() == 0
                || self.turn().seat().is_none()
                || self.hands().iter().all(|hand| hand.len() == HAND),
            "hands are full while there are tiles in the bag (Q6)"
        );
    }

    /// A 64-bit hash, equal on every machine. The grid's part is kept as tiles are laid; the rest is a few words.
    pub fn key(&self) -> u64 {
        let State { options, hands, scores, to_move, idle, pending, .. } = &self.state;
        let flags = u64::from(options.players)
            | u64::from(options.free_pass) << 8
            | options.starter.map_or(0, |seat| seat.index() as u64 + 1) << 16
            | u64::from(options.idle_limit.unwrap_or(0)) << 32
            | (to_move.index() as u64) << 48;
        let counters = u64::from(*idle) | pending.map_or(0, |pending| u64::from(pending.count)) << 32;
        let points = scores.iter().fold(0, |word, &points| word << 16 | u64::from(points));
        let aside = pending.map_or(Holding::NOTHING, |pending| pending.aside);
        let holdings = hands.iter().chain([&aside]).flat_map(|holding| holding.words());
        // What is unseen, the bag and the end follow from these.
        hash::of_words([self.grid.layout().key, flags, counters, points].into_iter().chain(holdings))
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
