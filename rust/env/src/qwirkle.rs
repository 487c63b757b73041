//! Qwirkle one number at a time. An outcome is a kind of tile, with the number that it has as an action.

use spielwerk::common::{Actions, Faults, Seat, Uniform, Word};
use spielwerk::qwirkle::actions::{DONE, SKIP, SPAN, TRADE};
use spielwerk::qwirkle::{
    Draw, HAND, Holding, MOST_IDLE_TURNS, Position, SetupHand, Tile, TileSet, View, most_points,
};
use spielwerk_search::Random;

use crate::entry::only;
use crate::{Entry, Piece, Sees, Stepwise, Tensor};

/// Colours, and shapes (Q1).
const ATTRIBUTES: u32 = 6;
/// Tiles of a kind (Q1).
const COPIES: u32 = 3;

impl Stepwise for Position {
    const OUTCOMES: u16 = Tile::KINDS as u16;
    const MOST_OUTCOMES: u16 = Self::OUTCOMES;
    const MOST_MOVES: u32 = 500;
    const PERFECT_INFORMATION: bool = false;

    fn faults(&self) -> Faults {
        let mut faults = Faults::default();
        if !self.is_fully_known() {
            faults.add("hands", "Q19", "hand_hidden", "an episode begins where all hands are known".into());
        }
        if self.pending().is_some_and(|pending| !pending.aside.is_empty()) {
            let message = "an episode does not begin in the middle of a trade".into();
            faults.add("draw", "Q7", "trade_under_way", message);
        }
        faults
    }

    fn outcomes(&self, parts: &[u16]) -> Vec<(u16, u32)> {
        if self.pending().is_none() {
            return Vec::new();
        }
        let mut counts = [0; Tile::KINDS];
        // With all hands known, what nobody has seen is the bag.
        self.unseen().iter().for_each(|tile| counts[tile.index()] += 1);
        for &part in parts {
            counts[usize::from(part)] -= 1;
        }
        (0..).zip(counts).filter(|&(_, count)| count > 0).collect()
    }

    fn may_come(&self, parts: &[u16], outcome: u16) -> bool {
        let Some(tile) = Tile::from_index(outcome.into()) else { return false };
        let drawn = parts.iter().filter(|&&part| part == outcome).count() as u32;
        self.pending().is_some() && self.unseen().count(tile) > drawn
    }

    fn event(&self, parts: &[u16]) -> Option<Draw> {
        let pending = self.pending()?;
        (parts.len() == pending.count as usize).then(|| {
            Draw(Holding::Known(
                TileSet::try_from_tiles(parts.iter().map(|&part| known(part))).unwrap_or_default(),
            ))
        })
    }

    fn outcome_name(outcome: u16) -> Option<String> {
        Tile::from_index(outcome.into()).map(|tile| tile.to_string())
    }

    fn receiver(&self) -> Option<Seat> {
        Some(self.to_move())
    }

    fn outcome_seen(&self) -> u8 {
        only(self.to_move())
    }

    fn action_seen(spelled: Word, action: u16) -> Sees {
        let traded = spelled.get(0) == Some(TRADE) && Tile::from_index(action.into()).is_some();
        if traded { Sees::Own } else { Sees::All }
    }

    fn is_joint(&self) -> bool {
        false
    }

    fn points(&self) -> Vec<f64> {
        self.scores().into_iter().map(f64::from).collect()
    }

    /// The most that a position can note when all tiles lie.
    fn point_bounds(&self) -> (f64, f64) {
        (0.0, most_points(Tile::COUNT).into())
    }

    fn most_steps(&self, moves: u32) -> u64 {
        let word_and_draw = Self::LONGEST_WORD as u64 + u64::from(HAND);
        u64::from(HAND) * u64::from(self.players()) + u64::from(moves) * word_and_draw
    }

    fn pieces(&self) -> Vec<Piece> {
        let (span, players) = (usize::from(SPAN), usize::from(self.players()));
        let tiles = Tile::COUNT as u32;
        vec![
            Piece::public("colour", [span, span]).up_to(ATTRIBUTES),
            Piece::public("shape", [span, span]).up_to(ATTRIBUTES),
            Piece::public("scores", [players]).within(self.point_bounds()),
            Piece::public("hand_sizes", [players]).up_to(HAND),
            Piece::public("to_move", [players]),
            Piece::public("bag", [1]).up_to(tiles),
            Piece::public("to_draw", [1]).up_to(HAND),
            Piece::public("idle", [1]).up_to(MOST_IDLE_TURNS),
            Piece::private("seat", [players]),
            Piece::private("hand", [Tile::KINDS]).up_to(COPIES),
            Piece::private("unseen", [Tile::KINDS]).up_to(COPIES),
        ]
    }

    fn observe(view: &View, tensor: &mut Tensor<'_>) {
        let known = view.known();
        let players = usize::from(known.players());
        let cells = usize::from(SPAN) * usize::from(SPAN);
        let (colours, shapes) = (tensor.take(cells), tensor.take(cells));
        for laid in known.grid().tiles() {
            let place = laid.cell.place();
            colours[place] = f32::from(laid.tile.colour() as u8) + 1.0;
            shapes[place] = f32::from(laid.tile.shape() as u8) + 1.0;
        }
        tensor.numbers(known.scores().into_iter().map(f64::from));
        tensor.numbers(known.hands().iter().map(|hand| hand.len().into()));
        tensor.ones(players, [known.to_move().index()]);
        tensor.number(known.bag());
        tensor.number(known.pending().map_or(0, |pending| pending.count));
        tensor.number(known.idle());
        tensor.ones(players, [view.seat().index()]);
        for tiles in [view.hand(), known.unseen()] {
            tensor
                .numbers((0..Tile::KINDS).map(|kind| {
                    f64::from(Tile::from_index(kind as u64).map_or(0, |kind| tiles.count(kind)))
                }));
        }
    }

    fn public_text(&self) -> String {
        let mut setup = self.setup();
        for (hand, held) in setup.hands.iter_mut().zip(self.hands()) {
            *hand = SetupHand::from(held.hidden());
        }
        if let Some(draw) = &mut setup.draw {
            let aside = self.pending().map_or(Holding::NOTHING, |pending| pending.aside);
            draw.aside = if aside.is_empty() { aside } else { aside.hidden() }.into();
        }
        Self::from_setup(&setup).map_or_else(|faults| faults.to_string(), |open| open.to_string())
    }

    fn private_text(view: &View) -> String {
        format!("hand={}", view.hand())
    }

    /// Backwards, from hands and a bag that agree with the view. Taken one by one, all ways to spread the 108 tiles over the draws
    /// are equally likely; so whichever tile of a hand was drawn last is equally likely, and so is whichever tile of the bag was
    /// traded away. A trade of one's own says which kind that was, so it makes worlds more likely the more tiles of that kind their
    /// bag holds: several worlds go back together, and after each such trade as many are drawn from them by that weight (a particle
    /// filter; Gordon, Salmond and Smith 1993).
    fn imagine(
        start: &Self,
        view: &View,
        history: &[Entry],
        failures: u32,
        random: &mut Random,
    ) -> Option<(Self, Vec<u16>)> {
        let seat = view.seat();
        let turns = turns(history);
        let has_traded = turns.iter().any(|turn| turn.is_trade && turn.mover == Some(seat));
        if has_traded && failures >= FILTERS {
            return None;
        }
        // Trades of many tiles late in a game leave few worlds alive.
        let most = WORLDS << (failures / FILTERS_ALIKE).min(DOUBLINGS);
        let mut worlds: Vec<World> = (0..if has_traded { most } else { 1 })
            .map(|_| World::new(&view.complete(random), history))
            .collect();
        for turn in turns.iter().rev() {
            let weights: Vec<u64> =
                worlds.iter_mut().map(|world| world.take_back(turn, history, seat, random)).collect();
            if weights.iter().any(|&weight| weight != 1) {
                worlds = drawn_by_weight(&worlds, &weights, random)?;
            }
        }
        let world = worlds.swap_remove(random.below(worlds.len() as u64) as usize);
        let mut setup = start.setup();
        setup.hands = world.hands.into_iter().map(|hand| SetupHand::from(Holding::Known(hand))).collect();
        Some((Self::from_setup(&setup).ok()?, world.ids))
    }
}

/// So many worlds go back together at first.
const WORLDS: usize = 32;
/// After so many failures they are doubled,
const FILTERS_ALIKE: u32 = 8;
/// and at most so often.
const DOUBLINGS: u32 = 8;
/// After so many failures no more are tried.
const FILTERS: u32 = 128;

/// Hands and bag at some time, and the ids of the history from there on.
#[derive(Clone)]
struct World {
    hands: Vec<TileSet>,
    bag: TileSet,
    ids: Vec<u16>,
}

impl World {
    fn new(completed: &Position, history: &[Entry]) -> Self {
        Self {
            hands: completed.hands().iter().filter_map(|hand| hand.known()).collect(),
            bag: completed.unseen(),
            ids: history.iter().map(|entry| entry.id).collect(),
        }
    }

    /// Goes back over a turn. Returns in how many ways `seat` could have put back the tiles that it traded, 0 if the turn can't have
    /// happened, and 1 where there is nothing to tell worlds apart.
    fn take_back(&mut self, turn: &Turn, history: &[Entry], seat: Seat, random: &mut Random) -> u64 {
        self.try_take_back(turn, history, seat, random).unwrap_or(0)
    }

    fn try_take_back(
        &mut self,
        turn: &Turn,
        history: &[Entry],
        seat: Seat,
        random: &mut Random,
    ) -> Option<u64> {
        let mut ways = 1;
        let mut laid = TileSet::NONE;
        if turn.is_trade {
            for place in turn.tiles.clone() {
                let tile = if history[place].is_seen_by(seat) {
                    let tile = known(history[place].id);
                    ways *= u64::from(self.bag.count(tile));
                    tile
                } else {
                    one_of(self.bag, random)?
                };
                self.bag = self.bag.minus(tile.into())?;
                laid = laid.plus(tile.into())?;
                self.ids[place] = tile.index() as u16;
            }
            self.ids[turn.tiles.clone()].sort_unstable();
        } else {
            for place in turn.tiles.clone() {
                laid = laid.plus(known(history[place].id).into())?;
            }
        }
        for place in turn.draws.clone().rev() {
            let hand = &mut self.hands[history[place].seat?.index()];
            let is_seen = history[place].is_seen_by(seat);
            let tile = if is_seen { known(history[place].id) } else { one_of(*hand, random)? };
            *hand = hand.minus(tile.into())?;
            self.bag = self.bag.plus(tile.into())?;
            self.ids[place] = tile.index() as u16;
        }
        if let Some(mover) = turn.mover {
            let hand = &mut self.hands[mover.index()];
            *hand = hand.plus(laid)?;
        }
        Some(ways)
    }
}

/// As many worlds, each drawn with a probability proportional to its weight; `None` when no world has any.
fn drawn_by_weight(worlds: &[World], weights: &[u64], random: &mut Random) -> Option<Vec<World>> {
    let total: u64 = weights.iter().sum();
    if total == 0 {
        return None;
    }
    let drawn = worlds.iter().map(|_| {
        let mut left = random.below(total);
        let chosen = weights.iter().position(|&weight| {
            let found = left < weight;
            left = left.wrapping_sub(weight);
            found
        });
        worlds[chosen.unwrap_or(0)].clone()
    });
    Some(drawn.collect())
}

/// A move with the draws after it; the deal has no mover.
struct Turn {
    mover: Option<Seat>,
    /// Where in the history its tiles are spelled.
    tiles: std::ops::Range<usize>,
    is_trade: bool,
    /// Where in the history its draws are.
    draws: std::ops::Range<usize>,
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

fn known(id: u16) -> Tile {
    Tile::from_index(id.into()).expect("a tile is spelled or drawn here")
}

/// One of the tiles, each equally likely; `None` when there is none.
fn one_of(tiles: TileSet, random: &mut Random) -> Option<Tile> {
    let drawn = random.below(u64::from(tiles.len()).max(1)) as usize;
    tiles.iter().nth(drawn)
}
