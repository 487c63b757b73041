//! [`Setup`]: plain data from outside, and every reason why it may be no position (Q23).

use std::collections::{BTreeMap, BTreeSet};

use super::cell::{Axis, Cell, Laid};
use super::draw::Pending;
use super::grid::Grid;
use super::holding::Holding;
use super::layout::Layout;
use super::legality::is_valid_line;
use super::options::Options;
use super::state::State;
use super::{Tile, TileSet};
use crate::common::{Faults, Seat};

/// The most tiles that a hand holds (Q2).
pub const HAND: u32 = 6;

/// The most points that a seat can have when `laid` tiles are on the grid.
///
/// Generous, and so that play never leaves the range: a turn lays at least one tile and brings at most 84 points (Q15), and
/// 6 at the end (Q16).
pub const fn most_points(laid: usize) -> u32 {
    10_000 + 90 * laid as u32
}

/// The most turns without a placement that can be told from outside.
pub const MOST_IDLE_TURNS: u32 = 9_999;

/// At most this many faults of one sort are named one by one.
const NAMED: usize = 20;

/// What may or may not be a position: anything can be written here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The options of the game.
    pub options: Options,
    /// The tiles on the grid, in any order.
    pub tiles: Vec<Laid>,
    /// The hands by seat.
    pub hands: Vec<SetupHand>,
    /// How many tiles the bag holds; tiles put aside are not in it.
    pub bag: i64,
    /// The points by seat.
    pub scores: Vec<i64>,
    /// The seat to act, or to draw when a draw is pending.
    pub to_move: i64,
    /// How many turns in a row there was no placement.
    pub idle: i64,
    /// The draw that comes before anything else, if one does.
    pub draw: Option<SetupDraw>,
}

/// A hand, or tiles put aside, as anyone may tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupHand {
    /// These tiles, in any order.
    Known(Vec<Tile>),
    /// So many tiles, nobody says which.
    Hidden(i64),
}

/// A pending draw as anyone may tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupDraw {
    /// How many tiles are to be drawn.
    pub count: i64,
    /// The tiles of a trade, put aside.
    pub aside: SetupHand,
}

impl SetupHand {
    /// How many tiles.
    pub fn count(&self) -> i64 {
        match self {
            Self::Known(tiles) => tiles.len() as i64,
            Self::Hidden(count) => *count,
        }
    }

    fn known(&self) -> &[Tile] {
        if let Self::Known(tiles) = self { tiles } else { &[] }
    }

    /// The value, for a hand that was found good.
    fn holding(&self) -> Holding {
        match self {
            Self::Known(tiles) => {
                Holding::Known(TileSet::try_from_tiles(tiles.iter().copied()).expect("at most three copies"))
            }
            Self::Hidden(count) => Holding::Hidden(*count as u8),
        }
    }
}

impl From<Holding> for SetupHand {
    fn from(holding: Holding) -> Self {
        match holding {
            Holding::Known(tiles) => Self::Known(tiles.iter().collect()),
            Holding::Hidden(count) => Self::Hidden(count.into()),
        }
    }
}

impl Default for Setup {
    /// Two players before the deal.
    fn default() -> Self {
        Self::before_the_deal(Options::new(2))
    }
}

impl Setup {
    /// The start: nothing is dealt, and seat 0 is to draw six tiles.
    pub fn before_the_deal(options: Options) -> Self {
        let players = usize::from(options.players);
        Self {
            options,
            tiles: Vec::new(),
            hands: vec![SetupHand::Known(Vec::new()); players],
            bag: Tile::COUNT as i64,
            scores: vec![0; players],
            to_move: 0,
            idle: 0,
            draw: Some(SetupDraw { count: HAND.into(), aside: SetupHand::Known(Vec::new()) }),
        }
    }

    /// Lays the tiles on an empty layout and gives the rest of the position, but for the end of the game.
    ///
    /// # Errors
    ///
    /// Every fault (Q23); the layout stays empty.
    pub(super) fn lay_out(&self, layout: &mut Layout) -> Result<State, Faults> {
        let good_grid = layout.lay_all(&self.tiles);
        let mut faults = self.options.faults();
        if !faults.is_empty() {
            faults = faults.inside("options");
        }
        if !good_grid {
            faults.extend(grid_faults(&self.tiles));
        }
        self.table_faults(&mut faults);
        self.draw_faults(&mut faults);
        self.hand_faults(&mut faults);
        let told = || self.tiles.iter().map(|laid| laid.tile).chain(self.held().copied());
        let seen = TileSet::try_from_tiles(self.held().copied()).and_then(|held| held.plus(layout.used));
        if seen.is_none() || !good_grid {
            faults.extend(copies_faults(told()));
        }
        let Some(seen) = seen.filter(|_| good_grid && faults.is_empty()) else {
            layout.clear(&self.tiles);
            return Err(faults);
        };
        let mut scores = [0; 4];
        for (score, &points) in scores.iter_mut().zip(&self.scores) {
            *score = points as u16;
        }
        let mut hands = [Holding::NOTHING; 4];
        for (holding, hand) in hands.iter_mut().zip(&self.hands) {
            *holding = hand.holding();
        }
        Ok(State {
            options: self.options,
            hands,
            unseen: TileSet::ALL.minus(seen).expect("at most three copies"),
            bag: self.bag as u8,
            scores,
            to_move: Seat::new(self.to_move as u8),
            idle: self.idle as u16,
            pending: self
                .draw
                .as_ref()
                .map(|draw| Pending { count: draw.count as u32, aside: draw.aside.holding() }),
            ended: None,
        })
    }

    /// The tiles that are told to be in hands or put aside.
    fn held(&self) -> impl Iterator<Item = &Tile> {
        let aside = self.draw.iter().flat_map(|draw| draw.aside.known());
        self.hands.iter().flat_map(SetupHand::known).chain(aside)
    }

    /// Whether hands are still being dealt: only before the deal is over can somebody draw on an empty grid, because
    /// the starter may not trade (Q4).
    pub(super) fn is_deal(&self) -> bool {
        self.tiles.is_empty() && self.draw.is_some()
    }

    /// Whether this seat is the one to act, or to draw.
    const fn is_mover(&self, seat: usize) -> bool {
        seat as i64 == self.to_move
    }

    /// Seats, scores and counters.
    fn table_faults(&self, faults: &mut Faults) {
        let players = usize::from(self.options.players);
        if self.hands.len() != players {
            let message = format!("{} hands for {players} players", self.hands.len());
            faults.add("hands", "Q2", "hands_count_wrong", message);
        }
        if self.scores.len() != players {
            let message = format!("{} scores for {players} players", self.scores.len());
            faults.add("scores", "Q2", "scores_count_wrong", message);
        }
        let most = i64::from(most_points(self.tiles.len().min(Tile::COUNT)));
        for (seat, &points) in self.scores.iter().enumerate().take(NAMED) {
            if !(0..=most).contains(&points) {
                let message = format!("{points} points; at most {most} are possible here");
                faults.add(format!("scores[{seat}]"), "Q14", "score_out_of_range", message);
            }
        }
        if !(0..players as i64).contains(&self.to_move) {
            let message = format!("seat {} is to move; there are {players} players", self.to_move);
            faults.add("to_move", "Q6", "to_move_out_of_range", message);
        }
        if !(0..=MOST_IDLE_TURNS.into()).contains(&self.idle) {
            let message = format!("{} idle turns; at most {MOST_IDLE_TURNS} can be told", self.idle);
            faults.add("idle", "Q24", "idle_out_of_range", message);
        }
    }

    /// A draw must be the one that follows from a placement, a trade or the deal.
    fn draw_faults(&self, faults: &mut Faults) {
        let Some(draw) = &self.draw else { return };
        let most = i64::from(HAND);
        let mover = usize::try_from(self.to_move).ok().and_then(|seat| self.hands.get(seat));
        let held = mover.map_or(0, SetupHand::count);
        let aside = draw.aside.count();
        let expected =
            if aside > 0 { aside } else { most.saturating_sub(held).clamp(0, most).min(self.bag.max(0)) };
        if draw.count != expected || draw.count == 0 {
            let message = format!("{} tiles are to be drawn where {expected} should be", draw.count);
            faults.add("draw.count", "Q6", "draw_count_wrong", message);
        }
        if !(0..=most).contains(&aside) {
            let message = format!("{aside} tiles put aside; a trade has at most {HAND}");
            faults.add("draw.aside", "Q7", "trade_too_many", message);
        }
        if aside > 0 && self.tiles.is_empty() {
            faults.add("draw.aside", "Q4", "trade_in_opening", "the starter may not trade".into());
        }
        if aside > self.bag {
            let message = format!("{aside} tiles are traded for the {} in the bag", self.bag);
            faults.add("draw.aside", "Q7", "trade_bag_short", message);
        }
    }

    /// The sizes of hands and bag (Q23).
    fn hand_faults(&self, faults: &mut Faults) {
        let most = i64::from(HAND);
        for (seat, hand) in self.hands.iter().enumerate().take(NAMED) {
            let path = || format!("hands[{seat}]");
            let count = hand.count();
            if count < 0 {
                let message = format!("{count} tiles; a hand holds 0 to 6");
                faults.add(path(), "Q23", "hand_too_small", message);
                continue;
            }
            if count > most {
                let message = format!("{count} tiles; a hand holds at most six");
                faults.add(path(), "Q23", "hand_too_big", message);
            }
            let to_come = match &self.draw {
                // The deal goes round by seats.
                Some(_) if self.is_deal() && seat as i64 >= self.to_move => {
                    if count > 0 {
                        let message = "tiles before their deal".to_owned();
                        faults.add(path(), "Q2", "dealt_too_soon", message);
                    }
                    most
                }
                Some(draw) if self.is_mover(seat) => draw.count,
                _ => 0,
            };
            if self.bag > 0 && count.saturating_add(to_come) < most && !self.drains_the_bag(seat) {
                let message = format!("{count} tiles; with tiles in the bag a hand holds six");
                faults.add(path(), "Q23", "hand_too_small", message);
            }
        }
        let aside = self.draw.as_ref().map_or(0, |draw| draw.aside.count());
        let elsewhere = self.hands.iter().map(SetupHand::count).chain([aside]);
        let out = elsewhere.fold(self.tiles.len() as i64, i64::saturating_add);
        if self.bag < 0 || out.checked_add(self.bag) != Some(Tile::COUNT as i64) {
            let message = format!("{} tiles in the bag; 108 less {out} should be", self.bag);
            faults.add("bag", "Q23", "bag_count_wrong", message);
        }
    }

    /// Whether this seat is about to draw the last tiles of the bag, and so may stay below six.
    fn drains_the_bag(&self, seat: usize) -> bool {
        self.is_mover(seat)
            && self.draw.as_ref().is_some_and(|draw| draw.aside.count() == 0 && draw.count == self.bag)
    }
}

impl Grid {
    /// The grid of these tiles, in any order.
    ///
    /// # Errors
    ///
    /// Every fault (Q23): a cell twice, more than three copies, not connected, an invalid line.
    pub fn new(tiles: &[Laid]) -> Result<Self, Faults> {
        let mut grid = Self::empty();
        if !grid.layout_mut().lay_all(tiles) {
            return Err(grid_faults_with_copies(tiles));
        }
        grid.complete(tiles);
        Ok(grid)
    }
}

/// Everything that is wrong with the tiles of a grid.
#[cold]
pub(super) fn grid_faults_with_copies(tiles: &[Laid]) -> Faults {
    let mut faults = grid_faults(tiles);
    faults.extend(copies_faults(tiles.iter().map(|laid| laid.tile)));
    faults
}

/// Kinds that come more than three times (Q23).
#[cold]
fn copies_faults(tiles: impl Iterator<Item = Tile>) -> Faults {
    let mut faults = Faults::default();
    let mut counts = [0usize; Tile::KINDS];
    for tile in tiles {
        counts[tile.index()] += 1;
    }
    for tile in Tile::all().filter(|tile| counts[tile.index()] > Tile::COPIES as usize) {
        let message = format!("{} copies of {tile}; there are three", counts[tile.index()]);
        faults.add("", "Q23", "too_many_copies", message);
    }
    faults
}

/// Everything that is wrong with the tiles of a grid, but for the copies: slow, for any number of tiles anywhere.
#[cold]
fn grid_faults(tiles: &[Laid]) -> Faults {
    let mut faults = Faults::default();
    if tiles.len() > Tile::COUNT {
        let message = format!("{} tiles; there are 108", tiles.len());
        faults.add("tiles", "Q1", "too_many_tiles", message);
    }
    let mut grid = BTreeMap::new();
    let mut doubles = 0;
    for (index, &Laid { cell, tile }) in tiles.iter().enumerate() {
        // On a cell named twice the later tile counts.
        if grid.insert(cell, tile).is_some() {
            doubles += 1;
            if doubles <= NAMED {
                let message = format!("a second tile on the cell ({cell})");
                faults.add(format!("tiles[{index}]"), "Q23", "cell_twice", message);
            }
        }
    }
    let reached = reach(&grid);
    if reached < grid.len() {
        let message =
            format!("{} of {} tiles don't hang together with the first", grid.len() - reached, grid.len());
        faults.add("tiles", "Q23", "not_connected", message);
    }
    for line in invalid_lines(&grid).into_iter().take(NAMED) {
        let (first, last) = line;
        let message = format!("the line from ({first}) to ({last}) is invalid");
        faults.add("tiles", "Q23", "line_invalid", message);
    }
    faults
}

/// How many tiles hang together with the first.
fn reach(grid: &BTreeMap<Cell, Tile>) -> usize {
    let mut found: Vec<Cell> = grid.keys().next().copied().into_iter().collect();
    let mut seen: BTreeSet<Cell> = found.iter().copied().collect();
    while let Some(cell) = found.pop() {
        found.extend(cell.neighbours().filter(|beside| grid.contains_key(beside) && seen.insert(*beside)));
    }
    seen.len()
}

/// The first and last cells of all invalid lines.
fn invalid_lines(grid: &BTreeMap<Cell, Tile>) -> Vec<(Cell, Cell)> {
    let is_tile = |cell: &Cell| grid.contains_key(cell);
    let mut invalid = Vec::new();
    for &first in grid.keys() {
        for axis in Axis::BOTH {
            if first.step(axis, -1).as_ref().is_some_and(is_tile) {
                continue;
            }
            let cells =
                std::iter::successors(Some(first), move |cell: &Cell| cell.step(axis, 1)).take_while(is_tile);
            if !is_valid_line(cells.clone().map(|cell| grid[&cell])) {
                invalid.push((first, cells.last().unwrap_or(first)));
            }
        }
    }
    invalid
}
