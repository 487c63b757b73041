//! [`Foresight`]: what worlds that go back in time will meet there.

use spielwerk::common::{Seat, Seats};
use spielwerk::qwirkle::{Tile, TileSet, View};
use spielwerk_search::Random;

use super::known;
use super::past::{Turn, World, by_weight, some_of, told};
use crate::Entry;

/// What worlds that go back in time will meet there: the trades of the seat itself, each of which needs tiles of certain kinds in the bag.
///
/// For each such kind, and wherever its tiles are hidden at some time, a value says in how many ways the trades before can be met if tiles of
/// different kinds did not take each other's places. Turns of others are then taken back with a probability proportional to the value of what
/// comes out; weights make up for it (a twisted particle filter; Whiteley and Lee 2014).
pub(super) struct Foresight {
    /// Whose hands are hidden.
    others: Vec<Seat>,
    /// The kinds that the seat traded away.
    kinds: Vec<Tile>,
    /// All [`Spread`]s of up to three tiles.
    spreads: Vec<Spread>,
    /// By spread, its place among them.
    ranks: Vec<u8>,
    /// By turn from the end, kind and spread, the value before the turn is taken back.
    values: Vec<f64>,
    /// So many turns from the end have values.
    reach: usize,
    /// The room in the hidden hands at the end.
    room: Room,
    /// By kind and by the room left in each hand, in how many ways the kinds from there on and all other tiles can be dealt at the end, each as
    /// often as it is worth.
    deals: Vec<Vec<f64>>,
}

/// Where the tiles of a kind are hidden: two bits for how many are in the bag, then two for the hand of each other seat.
type Spread = u8;

/// What another seat did with the bag in a turn.
pub(super) struct Swap {
    /// What it put there.
    pub(super) taken: TileSet,
    /// What it drew.
    pub(super) returned: TileSet,
    /// How likely this world has become beside others.
    pub(super) weight: f64,
}

/// Tiles of a kind (Q1).
const COPIES: u32 = 3;
/// Tiles in a hand (Q5).
const HAND: usize = 6;
/// Other seats, at most.
const OTHERS: usize = 3;
/// By how many of all tiles are marked, and how many of these are drawn, how likely that is.
type Chances = [[f64; COPIES as usize + 1]; COPIES as usize + 1];
/// How many more tiles each hidden hand takes.
type Room = [u32; OTHERS];
/// By how many tiles were taken and returned already, in how many ways the rest can be, each as often as it is worth.
type Ways = [[f64; HAND + 1]; HAND + 1];

impl Foresight {
    /// Looks back from the view; `turns` begin with the last.
    pub(super) fn new(view: &View, turns: &[Turn], history: &[Entry]) -> Self {
        let seat = view.seat();
        let is_own_trade = |turn: &&Turn| turn.is_trade && turn.mover == Some(seat);
        let reach = turns.iter().rposition(|turn| is_own_trade(&turn)).map_or(0, |last| last + 1);
        let mut kinds: Vec<Tile> = turns
            .iter()
            .filter(is_own_trade)
            .flat_map(|turn| history[turn.tiles.clone()].iter().map(|entry| known(entry.id)))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let others: Vec<Seat> = Seats::new(view.known().players()).filter(|&other| other != seat).collect();
        let spreads: Vec<Spread> = (0..1_u32 << (2 * (1 + others.len())))
            .map(|spread| spread as Spread)
            .filter(|&spread| (0..=others.len()).map(|place| count(spread, place)).sum::<u32>() <= COPIES)
            .collect();
        let mut ranks = vec![u8::MAX; 1 << (2 * (1 + others.len()))];
        for (rank, &spread) in spreads.iter().enumerate() {
            ranks[usize::from(spread)] = rank as u8;
        }
        let mut room = [0; OTHERS];
        for (room, other) in room.iter_mut().zip(&others) {
            *room = view.known().hands()[other.index()].len();
        }
        let (values, deals) = (Vec::new(), Vec::new());
        let mut foresight = Self { others, kinds, spreads, ranks, values, reach, room, deals };
        foresight.look_back(view, &turns[..reach], history);
        foresight.look_round(view.known().unseen());
        foresight
    }

    /// Fills in the values, from the earliest turn on.
    fn look_back(&mut self, view: &View, turns: &[Turn], history: &[Entry]) {
        let width = self.spreads.len();
        let mut bag = view.known().bag();
        let mut hands: Vec<u32> = view.known().hands().iter().map(|hand| hand.len()).collect();
        let mut held: Vec<u32> = self.kinds.iter().map(|&kind| view.known().unseen().count(kind)).collect();
        // How many tiles lie in the bag and in the hand of the mover after each turn, and how many of each kind are hidden then.
        let mut after = Vec::with_capacity(turns.len());
        for turn in turns {
            let Some(mover) = turn.mover else { break };
            let hand = &mut hands[mover.index()];
            after.push((bag, *hand, held.clone()));
            bag = (bag + turn.returned()).saturating_sub(turn.taken());
            *hand = (*hand + turn.tiles.len() as u32).saturating_sub(turn.returned());
            let (gone, come) = self.revealed(turn, mover, history);
            for (held, kind) in held.iter_mut().zip(&self.kinds) {
                *held = (*held + come.count(*kind)).saturating_sub(gone.count(*kind));
            }
        }
        self.values = vec![1.0; (turns.len() + 1) * self.kinds.len() * width];
        for (at, (turn, (bag, hand, held))) in turns.iter().zip(after).enumerate().rev() {
            let Some(mover) = turn.mover else { continue };
            let chances = [chances(bag, turn.taken()), chances(hand, turn.returned())];
            let (gone, come) = self.revealed(turn, mover, history);
            for (index, (&kind, held)) in self.kinds.iter().zip(held).enumerate() {
                let (gone, come) = (gone.count(kind), come.count(kind));
                let value = |spread: Spread| match self.place(mover) {
                    None => moved(spread, 0, gone, come).map_or(0.0, |after| {
                        choose(count(spread, 0), gone) * self.value(at + 1, index, after)
                    }),
                    Some(place) => self.mean(at + 1, index, spread, place, come, &chances),
                };
                let fits = |&&spread: &&Spread| total(spread) == held;
                let values: Vec<_> =
                    self.spreads.iter().filter(fits).map(|&spread| (spread, value(spread))).collect();
                // Only their proportions mean something.
                let most = values.iter().map(|&(_, value)| value).fold(f64::MIN_POSITIVE, f64::max);
                let here = (at * self.kinds.len() + index) * width;
                for (spread, value) in values {
                    self.values[here + usize::from(self.ranks[usize::from(spread)])] = value / most;
                }
            }
        }
    }

    /// The tiles that come out of hiding when a turn is taken back, and those that go into it.
    fn revealed(&self, turn: &Turn, mover: Seat, history: &[Entry]) -> (TileSet, TileSet) {
        let [tiles, draws] =
            [&turn.tiles, &turn.draws].map(|places| told(history, places).unwrap_or_default());
        match self.place(mover) {
            None => (if turn.is_trade { tiles } else { TileSet::NONE }, draws),
            Some(_) => (TileSet::NONE, if turn.is_trade { TileSet::NONE } else { tiles }),
        }
    }

    /// The mean value after another seat's turn is taken back with any tiles of the bag and of its hand.
    fn mean(
        &self,
        at: usize,
        kind: usize,
        spread: Spread,
        place: usize,
        laid: u32,
        chances: &[Chances; 2],
    ) -> f64 {
        let bag = chances[0][count(spread, 0) as usize];
        let hand = chances[1][count(spread, place) as usize];
        let mut mean = 0.0;
        for (taken, bag) in (0..).zip(bag).filter(|&(_, chance)| chance > 0.0) {
            for (returned, hand) in (0..).zip(hand).filter(|&(_, chance)| chance > 0.0) {
                if let Some(after) = swapped(spread, place, taken, returned, laid) {
                    mean += bag * hand * self.value(at, kind, after);
                }
            }
        }
        mean
    }

    /// Whether there are values for taking back this turn.
    pub(super) fn reaches(&self, at: usize) -> bool {
        at < self.reach
    }

    /// 0 for a spread of more tiles than there are.
    fn value(&self, at: usize, kind: usize, spread: Spread) -> f64 {
        let rank = self.ranks[usize::from(spread)];
        if rank == u8::MAX {
            return 0.0;
        }
        self.values[(at * self.kinds.len() + kind) * self.spreads.len() + usize::from(rank)]
    }

    /// The place of a hidden hand in a spread.
    fn place(&self, seat: Seat) -> Option<usize> {
        self.others.iter().position(|&other| other == seat).map(|place| place + 1)
    }

    /// Where the tiles of a kind are hidden in a world.
    fn spread_of(&self, world: &World, kind: Tile) -> Spread {
        let hands = self.others.iter().map(|other| world.hands[other.index()].count(kind));
        hands.enumerate().fold(world.bag.count(kind) as Spread, |spread, (place, held)| {
            spread | (held as Spread) << (2 * (place + 1))
        })
    }

    /// Hands and a bag that agree with the view, drawn by the number of ways to deal them times their value.
    pub(super) fn spread(&self, view: &View, random: &mut Random) -> Option<(Vec<TileSet>, TileSet)> {
        let known = view.known();
        let mut hands = vec![TileSet::NONE; known.hands().len()];
        hands[view.seat().index()] = view.hand();
        let mut bag = TileSet::NONE;
        let mut room = self.room;
        let mut free: Vec<Tile> = known.unseen().iter().filter(|tile| !self.kinds.contains(tile)).collect();
        for (index, &kind) in self.kinds.iter().enumerate() {
            let deals = self.dealt(index, known.unseen().count(kind), room, &self.deals[index + 1]);
            let (spread, _) = deals.clone().nth(by_weight(deals.map(|(_, worth)| worth), random)?)?;
            room = left(room, spread)?;
            bag = bag.plus(copies(kind, count(spread, 0))?)?;
            for (place, other) in self.others.iter().enumerate() {
                let hand = &mut hands[other.index()];
                *hand = hand.plus(copies(kind, count(spread, place + 1))?)?;
            }
        }
        random.shuffle(&mut free);
        for (other, room) in self.others.iter().zip(room) {
            let hand = &mut hands[other.index()];
            let dealt = free.split_off(free.len().checked_sub(room as usize)?);
            *hand = hand.plus(TileSet::try_from_tiles(dealt)?)?;
        }
        Some((hands, bag.plus(TileSet::try_from_tiles(free)?)?))
    }

    /// Fills in the deals, from the last kind on.
    fn look_round(&mut self, unseen: TileSet) {
        let fits = |rest: &Room| rest.iter().zip(&self.room).all(|(rest, room)| rest <= room);
        let rooms: Vec<Room> = (0..SLOTS).map(room_of).filter(fits).collect();
        let free = unseen.iter().filter(|tile| !self.kinds.contains(tile)).count() as u32;
        let mut deals = vec![vec![0.0; SLOTS]; self.kinds.len() + 1];
        for &rest in &rooms {
            let mut tiles = free;
            let ways = rest.iter().map(|&room| {
                let ways = choose(tiles, room);
                tiles = tiles.saturating_sub(room);
                ways
            });
            deals[self.kinds.len()][slot(rest)] = ways.product();
        }
        for (index, &kind) in self.kinds.iter().enumerate().rev() {
            for &rest in &rooms {
                let worth = self.dealt(index, unseen.count(kind), rest, &deals[index + 1]);
                deals[index][slot(rest)] = worth.map(|(_, worth)| worth).sum();
            }
        }
        self.deals = deals;
    }

    /// How the tiles of a kind can be dealt where there is so much room, with what that is worth if the tiles after them are worth that much.
    fn dealt<'a>(
        &'a self,
        kind: usize,
        held: u32,
        room: Room,
        after: &'a [f64],
    ) -> impl Iterator<Item = (Spread, f64)> + Clone + 'a {
        self.spreads.iter().filter(move |&&spread| total(spread) == held).filter_map(move |&spread| {
            let rest = after[slot(left(room, spread)?)];
            Some((spread, rest * arrangements(spread) * self.value(0, kind, spread)))
        })
    }

    /// Draws what another seat did in a turn; `None` if it can't have happened.
    pub(super) fn swap(
        &self,
        world: &World,
        turn: &Turn,
        at: usize,
        laid: TileSet,
        random: &mut Random,
    ) -> Option<Swap> {
        let mover = turn.mover?;
        let place = self.place(mover)?;
        let (mut bag, mut hand) = (world.bag, world.hands[mover.index()]);
        let all = choose(bag.len(), turn.taken()) * choose(hand.len(), turn.returned());
        // By kind, how many of its tiles may be taken and returned, and what that is worth beside what it was worth before.
        let mut odds: Vec<Vec<(usize, usize, f64)>> = Vec::with_capacity(self.kinds.len());
        for (index, &kind) in self.kinds.iter().enumerate() {
            let spread = self.spread_of(world, kind);
            let (in_bag, in_hand) = (count(spread, 0), count(spread, place));
            let before = self.value(at, index, spread);
            let both = (0..=in_bag.min(turn.taken()))
                .flat_map(|taken| (0..=in_hand.min(turn.returned())).map(move |returned| (taken, returned)));
            let worth = both.filter_map(|(taken, returned)| {
                let after = swapped(spread, place, taken, returned, laid.count(kind))?;
                let ways = choose(in_bag, taken) * choose(in_hand, returned);
                Some((taken as usize, returned as usize, ways * self.value(at + 1, index, after) / before))
            });
            odds.push(worth.collect());
            bag = bag.minus(copies(kind, in_bag)?)?;
            hand = hand.minus(copies(kind, in_hand)?)?;
        }
        let [most_taken, most_returned] = [turn.taken(), turn.returned()].map(|most| most as usize);
        let mut ways: Vec<Ways> = vec![[[0.0; HAND + 1]; HAND + 1]; odds.len() + 1];
        for taken in 0..=turn.taken() {
            for returned in 0..=turn.returned() {
                ways[odds.len()][taken as usize][returned as usize] =
                    choose(bag.len(), turn.taken() - taken) * choose(hand.len(), turn.returned() - returned);
            }
        }
        for (index, odds) in odds.iter().enumerate().rev() {
            for &(taken, returned, worth) in odds {
                for before in 0..=most_taken - taken {
                    for after in 0..=most_returned - returned {
                        ways[index][before][after] +=
                            worth * ways[index + 1][before + taken][after + returned];
                    }
                }
            }
        }
        let weight = ways[0][0][0] / all;
        let (mut taken, mut returned) = (TileSet::NONE, TileSet::NONE);
        for ((&kind, odds), then) in self.kinds.iter().zip(&odds).zip(&ways[1..]) {
            let (before, after) = (taken.len() as usize, returned.len() as usize);
            let worth = odds.iter().map(|&(taken, returned, worth)| {
                then.get(before + taken)
                    .and_then(|ways| ways.get(after + returned))
                    .map_or(0.0, |ways| worth * ways)
            });
            let (more_taken, more_returned, _) = odds[by_weight(worth, random)?];
            taken = taken.plus(copies(kind, more_taken as u32)?)?;
            returned = returned.plus(copies(kind, more_returned as u32)?)?;
        }
        taken = taken.plus(some_of(bag, turn.taken() - taken.len(), random)?)?;
        returned = returned.plus(some_of(hand, turn.returned() - returned.len(), random)?)?;
        Some(Swap { taken, returned, weight })
    }
}

/// How many tiles of a spread are at a place.
const fn count(spread: Spread, place: usize) -> u32 {
    (spread >> (2 * place) & 3) as u32
}

/// How many tiles a spread has.
fn total(spread: Spread) -> u32 {
    (0..=OTHERS).map(|place| count(spread, place)).sum()
}

/// In how many ways the tiles of a spread, taken one by one, can be at their places.
fn arrangements(spread: Spread) -> f64 {
    let mut tiles = total(spread);
    let ways = (0..=OTHERS).map(|place| {
        let ways = choose(tiles, count(spread, place));
        tiles -= count(spread, place);
        ways
    });
    ways.product()
}

/// A spread after some tiles left a place and others came; `None` where there are too few or too many.
fn moved(spread: Spread, place: usize, gone: u32, come: u32) -> Option<Spread> {
    let there = count(spread, place).checked_sub(gone)? + come;
    (there <= COPIES).then_some(spread & !(3 << (2 * place)) | (there as Spread) << (2 * place))
}

/// A spread after tiles were taken from the bag to a hand, returned from there to the bag, and laid tiles were taken up.
fn swapped(spread: Spread, place: usize, taken: u32, returned: u32, laid: u32) -> Option<Spread> {
    let bag = moved(spread, 0, taken, returned)?;
    moved(bag, place, returned, taken + laid)
}

/// The room that is left in the hands beside these tiles; `None` where they don't fit.
fn left(mut room: Room, spread: Spread) -> Option<Room> {
    for (place, room) in room.iter_mut().enumerate() {
        *room = room.checked_sub(count(spread, place + 1))?;
    }
    Some(room)
}

/// How many rooms there are.
const SLOTS: usize = (HAND + 1).pow(OTHERS as u32);

/// The number of a room.
fn slot(room: Room) -> usize {
    room.iter().fold(0, |slot, &room| slot * (HAND + 1) + room as usize)
}

/// The room with a number.
fn room_of(slot: usize) -> Room {
    std::array::from_fn(|place| (slot / (HAND + 1).pow((OTHERS - 1 - place) as u32) % (HAND + 1)) as u32)
}

/// So many tiles of a kind.
fn copies(kind: Tile, count: u32) -> Option<TileSet> {
    TileSet::try_from_tiles((0..count).map(|_| kind))
}

/// In how many ways some of the tiles can be chosen.
fn choose(tiles: u32, chosen: u32) -> f64 {
    if chosen > tiles {
        return 0.0;
    }
    (0..chosen).map(|place| f64::from(tiles - place) / f64::from(place + 1)).product()
}

/// By how many of all tiles are marked, the chance that so many of them are among those drawn.
fn chances(all: u32, drawn: u32) -> Chances {
    let chance = |marked: u32, found: u32| {
        let (Some(others), Some(more)) = (all.checked_sub(marked), drawn.checked_sub(found)) else {
            return 0.0;
        };
        choose(marked, found) * choose(others, more) / choose(all, drawn)
    };
    std::array::from_fn(|marked| std::array::from_fn(|found| chance(marked as u32, found as u32)))
}
