//! [`Pasts`]: pasts that look the same to a seat.
//!
//! Backwards, from hands and a bag that agree with the view. Taken one by one, all ways to spread the 108 tiles over the draws are equally
//! likely; so whichever tiles of a hand were drawn last are equally likely, and so are whichever tiles of the bag were traded away. A trade of
//! one's own says which kinds those were, so it makes pasts more likely the more tiles of these kinds the bag held. A world that does not know
//! this when it goes back gets there without such tiles; so [`Foresight`] leads several of them, and the weights that are left choose among these.

use std::ops::Range;

use spielwerk::common::{Seat, Uniform};
use spielwerk::qwirkle::actions::{DONE, SKIP, TRADE};
use spielwerk::qwirkle::{Holding, Position, SetupHand, Tile, TileSet, View};
use spielwerk_search::Random;

use super::foresight::{Foresight, Swap};
use super::known;
use crate::Entry;

/// So many worlds go back together.
const WORLDS: usize = 16;

/// Pasts that look the same to a seat.
pub(super) struct Pasts<'a> {
    start: &'a Position,
    view: &'a View,
    history: &'a [Entry],
    /// The last first.
    turns: Vec<Turn>,
    /// `None` where the seat has traded nothing.
    foresight: Option<Foresight>,
}

/// Hands and bag at some time, the ids of the history from there on, and how likely that is beside other worlds.
#[derive(Clone)]
pub(super) struct World {
    /// By seat.
    pub(super) hands: Vec<TileSet>,
    pub(super) bag: TileSet,
    ids: Vec<u16>,
    weight: f64,
}

impl<'a> Pasts<'a> {
    pub(super) fn new(start: &'a Position, view: &'a View, history: &'a [Entry]) -> Self {
        let mut turns = turns(history);
        turns.reverse();
        let has_traded = turns.iter().any(|turn| turn.is_trade && turn.mover == Some(view.seat()));
        let foresight = has_traded.then(|| Foresight::new(view, &turns, history));
        Self { start, view, history, turns, foresight }
    }

    /// A start and the ids of a history; `None` where no world is left.
    pub(super) fn draw(&self, random: &mut Random) -> Option<(Position, Vec<u16>)> {
        let ids: Vec<u16> = self.history.iter().map(|entry| entry.id).collect();
        let mut worlds = Vec::new();
        for _ in 0..if self.foresight.is_some() { WORLDS } else { 1 } {
            let (hands, bag) = match &self.foresight {
                None => completed(self.view, random),
                Some(foresight) => foresight.spread(self.view, random)?,
            };
            worlds.push(World { hands, bag, ids: ids.clone(), weight: 1.0 });
        }
        for (at, turn) in self.turns.iter().enumerate() {
            for world in &mut worlds {
                world.weight *= self.take_back(world, turn, at, random).unwrap_or(0.0);
            }
            worlds = balanced(worlds, random)?;
        }
        let world = drawn(&worlds, random)?;
        let mut setup = self.start.setup();
        setup.hands = world.hands.iter().map(|&hand| SetupHand::from(Holding::Known(hand))).collect();
        Some((Position::from_setup(&setup).ok()?, world.ids.clone()))
    }

    /// Goes back over a turn, the `at`-th from the end. Returns by what to multiply the weight; `None` if the turn can't have happened.
    fn take_back(&self, world: &mut World, turn: &Turn, at: usize, random: &mut Random) -> Option<f64> {
        let Some(mover) = turn.mover else {
            self.take_back_deal(world, turn, random)?;
            return Some(1.0);
        };
        let tiles = if turn.is_trade && mover != self.view.seat() {
            TileSet::NONE
        } else {
            told(self.history, &turn.tiles)?
        };
        if mover == self.view.seat() {
            // Everything about it is known, and how many ways there were is in the values.
            let draws = told(self.history, &turn.draws)?;
            let put = if turn.is_trade { tiles } else { TileSet::NONE };
            world.bag = world.bag.minus(put)?.plus(draws)?;
            let hand = &mut world.hands[mover.index()];
            *hand = hand.minus(draws)?.plus(tiles)?;
            return Some(1.0);
        }
        let hand = world.hands[mover.index()];
        let swap = match self.foresight.as_ref().filter(|foresight| foresight.reaches(at)) {
            Some(foresight) => foresight.swap(world, turn, at, tiles, random)?,
            None => Swap {
                taken: some_of(world.bag, turn.taken(), random)?,
                returned: some_of(hand, turn.returned(), random)?,
                weight: 1.0,
            },
        };
        world.bag = world.bag.minus(swap.taken)?.plus(swap.returned)?;
        world.hands[mover.index()] = hand.minus(swap.returned)?.plus(tiles)?.plus(swap.taken)?;
        let id = |tile: Tile| tile.index() as u16;
        // A word lists what is traded in order; draws come in any.
        if turn.is_trade {
            for (place, tile) in turn.tiles.clone().zip(swap.taken.iter()) {
                world.ids[place] = id(tile);
            }
        }
        let mut draws: Vec<u16> = swap.returned.iter().map(id).collect();
        random.shuffle(&mut draws);
        world.ids[turn.draws.clone()].copy_from_slice(&draws);
        Some(swap.weight)
    }

    /// Goes back over all draws before the first move.
    fn take_back_deal(&self, world: &mut World, turn: &Turn, random: &mut Random) -> Option<()> {
        for place in turn.draws.clone().rev() {
            let hand = &mut world.hands[self.history[place].seat?.index()];
            let is_seen = self.history[place].is_seen_by(self.view.seat());
            let tile = if is_seen { known(self.history[place].id) } else { one_of(*hand, random)? };
            *hand = hand.minus(tile.into())?;
            world.bag = world.bag.plus(tile.into())?;
            world.ids[place] = tile.index() as u16;
        }
        Some(())
    }
}

/// Hands and a bag that agree with the view.
fn completed(view: &View, random: &mut Random) -> (Vec<TileSet>, TileSet) {
    let position = view.complete(random);
    (position.hands().iter().filter_map(|hand| hand.known()).collect(), position.unseen())
}

/// The worlds, drawn anew by their weights once few of them have most of it; `None` when none is left.
fn balanced(worlds: Vec<World>, random: &mut Random) -> Option<Vec<World>> {
    let total: f64 = worlds.iter().map(|world| world.weight).sum();
    let squares: f64 = worlds.iter().map(|world| world.weight * world.weight).sum();
    if total <= 0.0 {
        return None;
    }
    // The effective sample size (Kong, Liu and Wong 1994).
    if total * total >= squares * worlds.len() as f64 / 2.0 {
        return Some(worlds);
    }
    let again = |_: &World| drawn(&worlds, random).map(|world| World { weight: 1.0, ..world.clone() });
    worlds.iter().map(again).collect()
}

/// One of the worlds, by weight; `None` when none has any.
fn drawn<'a>(worlds: &'a [World], random: &mut Random) -> Option<&'a World> {
    by_weight(worlds.iter().map(|world| world.weight), random).map(|index| &worlds[index])
}

/// An index, drawn in proportion to the weights; `None` when there is no weight.
pub(super) fn by_weight(weights: impl Iterator<Item = f64> + Clone, random: &mut Random) -> Option<usize> {
    let mut left = random.unit() * weights.clone().sum::<f64>();
    let mut last = None;
    for (index, weight) in weights.enumerate().filter(|&(_, weight)| weight > 0.0) {
        last = Some(index);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}

/// A move with the draws after it; the deal has no mover.
pub(super) struct Turn {
    pub(super) mover: Option<Seat>,
    /// Where in the history its tiles are spelled.
    pub(super) tiles: Range<usize>,
    pub(super) is_trade: bool,
    /// Where in the history its draws are.
    pub(super) draws: Range<usize>,
}

impl Turn {
    /// How many tiles leave the bag when the turn is taken back.
    pub(super) fn taken(&self) -> u32 {
        if self.is_trade { self.tiles.len() as u32 } else { 0 }
    }

    /// How many tiles return to the bag when the turn is taken back.
    pub(super) fn returned(&self) -> u32 {
        self.draws.len() as u32
    }
}

/// The complete moves of a history.
fn turns(history: &[Entry]) -> Vec<Turn> {
    let is_tile = |entry: &Entry| Tile::from_index(entry.id.into()).is_some();
    let mut turns = Vec::new();
    let mut at = 0;
    while at < history.len() {
        let mut turn = Turn { mover: None, tiles: at..at, is_trade: false, draws: at..at };
        if !history[at].by_chance {
            turn.mover = history[at].seat;
            turn.is_trade = history[at].id == TRADE;
            let spelled = history[at..].iter().take_while(|entry| !entry.by_chance).count();
            // The words of several seats may follow one another without a draw between them.
            let word = history[at..at + spelled].iter().position(|entry| [DONE, SKIP].contains(&entry.id));
            let Some(last) = word else { break };
            let first = at + history[at..=at + last].iter().position(is_tile).unwrap_or(last);
            turn.tiles = first..first.max(at + last);
            at += last + 1;
        }
        let drawn = history[at..].iter().take_while(|entry| entry.by_chance).count();
        turn.draws = at..at + drawn;
        at += drawn;
        turns.push(turn);
    }
    turns
}

/// The tiles that stand there in the history; `None` for more of a kind than there are.
pub(super) fn told(history: &[Entry], places: &Range<usize>) -> Option<TileSet> {
    TileSet::try_from_tiles(history[places.clone()].iter().map(|entry| known(entry.id)))
}

/// So many of the tiles, all choices equally likely; `None` when there are not so many.
pub(super) fn some_of(mut tiles: TileSet, count: u32, random: &mut Random) -> Option<TileSet> {
    let mut chosen = TileSet::NONE;
    for _ in 0..count {
        let tile = one_of(tiles, random)?;
        tiles = tiles.minus(tile.into())?;
        chosen = chosen.plus(tile.into())?;
    }
    Some(chosen)
}

/// One of the tiles, each equally likely; `None` when there is none.
fn one_of(tiles: TileSet, random: &mut Random) -> Option<Tile> {
    let drawn = random.below(u64::from(tiles.len()).max(1)) as usize;
    tiles.iter().nth(drawn)
}
