//! Histories are drawn with the right weights, against enumeration.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use spielwerk::common::{Actions as _, Position as _, Seat, Turn, Uniform};
use spielwerk::lokus;
use spielwerk::qwirkle::actions::{DONE, TRADE};
use spielwerk::qwirkle::{Move, Options, Position, Tile, TileSet};
use spielwerk_env::{Actor, Episode};
use spielwerk_search::Random;

const DRAWS: usize = 40_000;

/// A position of a random game in which seat 0 is to act and the bag holds three tiles.
fn late_position() -> Position {
    for seed in 0.. {
        let mut random = Random::seeded(seed);
        let mut position = Position::start(&Options::new(2)).unwrap();
        while position.turn() != Turn::Over {
            if position.turn() == Turn::Seat(Seat::new(0)) && position.bag() == 3 {
                return position;
            }
            match position.turn() {
                Turn::Chance => position.apply(position.sample(&mut random)),
                _ => position.play(position.moves().get(0).unwrap()),
            };
        }
    }
    unreachable!("some game gets there")
}

/// Both seats trade a tile; what seat 0 then thinks of it: the first hand of seat 1, what it traded, what it drew.
#[test]
fn hidden_trades_have_the_weights_of_enumeration() {
    let start = late_position();
    let own = start.hand(Seat::new(0)).known().unwrap().iter().next().unwrap().index() as u16;
    let mut episode = Episode::new(start.clone(), None).unwrap();
    let mut take = |ids: &[u16]| ids.iter().for_each(|&id| episode.step(id).unwrap());
    take(&[TRADE, own, DONE]);
    let drawn = start.unseen().iter().next().unwrap().index() as u16;
    take(&[drawn]);
    let theirs = start.hand(Seat::new(1)).known().unwrap().iter().last().unwrap().index() as u16;
    take(&[TRADE, theirs, DONE]);
    take(&[own]);
    assert_eq!(episode.actor(), Actor::Seat(Seat::new(0)));

    // All that seat 0 does not see at the start, tile by tile: six of them are the hand of seat 1, three the bag.
    let bag = start.unseen().iter();
    let unseen: Vec<u16> =
        start.hand(Seat::new(1)).known().unwrap().iter().chain(bag).map(|tile| tile.index() as u16).collect();
    let mut ways: HashMap<(Vec<u16>, u16, u16), f64> = HashMap::new();
    for held in 0u32..1 << unseen.len() {
        if held.count_ones() != 6 {
            continue;
        }
        let (hand, bag): (Vec<usize>, Vec<usize>) =
            (0..unseen.len()).partition(|&tile| held >> tile & 1 == 1);
        let mut kinds: Vec<u16> = hand.iter().map(|&tile| unseen[tile]).collect();
        kinds.sort_unstable();
        for &first in bag.iter().filter(|&&tile| unseen[tile] == drawn) {
            for &traded in &hand {
                let left = bag.iter().filter(|&&tile| tile != first).map(|&tile| unseen[tile]);
                for second in left.chain([own]) {
                    *ways.entry((kinds.clone(), unseen[traded], second)).or_default() += 1.0;
                }
            }
        }
    }

    let (seat, mut random) = (Seat::new(0), Random::seeded(11));
    let mut counts: HashMap<(Vec<u16>, u16, u16), f64> = HashMap::new();
    for _ in 0..DRAWS {
        let other = episode.resample(seat, &mut random).unwrap();
        let hand = other.start().hand(Seat::new(1)).known().unwrap();
        let kinds: Vec<u16> = hand.iter().map(|tile: Tile| tile.index() as u16).collect();
        let ids: Vec<u16> = other.history().iter().map(|entry| entry.id).collect();
        *counts.entry((kinds, ids[5], ids[7])).or_default() += 1.0;
    }
    assert!(ways.len() > 50);
    agree(&ways, &counts);
}

/// What a seat does not know of a start from the middle of a game is drawn too, whether or not anything happened since.
#[test]
fn hands_of_the_start_have_the_weights_of_enumeration() {
    let start = late_position();
    let mut episode = Episode::new(start.clone(), None).unwrap();
    let bag = start.unseen().iter();
    let unseen: Vec<Tile> = start.hand(Seat::new(1)).known().unwrap().iter().chain(bag).collect();
    let mut ways: HashMap<TileSet, f64> = HashMap::new();
    for held in (0u32..1 << unseen.len()).filter(|held| held.count_ones() == 6) {
        let hand = (0..unseen.len()).filter(|&tile| held >> tile & 1 == 1).map(|tile| unseen[tile]);
        *ways.entry(TileSet::try_from_tiles(hand).unwrap()).or_default() += 1.0;
    }
    let (seat, mut random) = (Seat::new(0), Random::seeded(12));
    for _ in 0..2 {
        let mut counts: HashMap<TileSet, f64> = HashMap::new();
        for _ in 0..DRAWS {
            let other = episode.resample(seat, &mut random).unwrap();
            *counts.entry(other.start().hand(Seat::new(1)).known().unwrap()).or_default() += 1.0;
        }
        agree(&ways, &counts);
        // Then in the middle of a word, which says nothing about others.
        let action = episode.legal_actions()[0];
        episode.step(action).unwrap();
        assert_eq!(episode.actor(), Actor::Seat(Seat::new(0)));
    }
}

/// A deal of Lokus that is taken up in its middle: every card that seat 0 has not seen is anywhere as often.
#[test]
fn cards_of_the_start_are_drawn_anew() {
    let mut random = Random::seeded(5);
    let mut before = Episode::new(lokus::Position::start(&lokus::Options::new(6)).unwrap(), None).unwrap();
    while before.position().public().round() < 9 {
        before.settle(&mut random);
        let legal = before.legal_actions();
        before.step(legal[random.below(legal.len() as u64) as usize]).unwrap();
    }
    let start = before.position().clone();
    let own = start.hand(Seat::new(0));
    let unseen = start.public().seen().union(own).complement();
    let mut episode = Episode::new(start, None).unwrap();
    episode.settle(&mut random);
    let Actor::Seat(seat) = episode.actor() else { panic!("a seat is to act") };
    let mut counts: HashMap<u8, f64> = HashMap::new();
    for _ in 0..DRAWS {
        let other = episode.resample(seat, &mut random).unwrap();
        for card in other.start().hand(Seat::new(5)) {
            *counts.entry(card.rank()).or_default() += 1.0;
        }
    }
    assert_eq!(seat, Seat::new(0));
    agree(&unseen.iter().map(|card| (card.rank(), 1.0)).collect(), &counts);
}

/// Trades of every seat in turn, some tiles each, with what came for them.
struct Trades {
    episode: Episode<Position>,
    /// By trade: who, what it put into the bag, what it drew.
    told: Vec<(Seat, TileSet, TileSet)>,
}

impl Trades {
    /// Everybody trades so many tiles so often, from a position in which seat 0 is to act and so many tiles are in the bag.
    fn new(players: u8, bag: u32, tiles: u32, rounds: usize, random: &mut Random) -> Self {
        let start = start_of_trades(players, bag, random);
        let mut episode = Episode::new(start, None).unwrap();
        let mut told = Vec::new();
        for _ in 0..rounds * usize::from(players) {
            let Actor::Seat(seat) = episode.actor() else { panic!("a seat is to act") };
            let mut trades = episode.position().legal_moves();
            trades.retain(|chosen| matches!(chosen, Move::Trade(put) if put.len() == tiles));
            let chosen = trades[random.below(trades.len() as u64) as usize];
            Position::word(chosen).iter().for_each(|id| episode.step(id).unwrap());
            let begun = episode.history().len();
            episode.settle(random);
            let Move::Trade(put) = chosen else { panic!("all but trades are left out") };
            told.push((seat, put, tiles_of(episode.history()[begun..].iter().map(|entry| entry.id))));
        }
        Self { episode, told }
    }

    /// What others put into the bag, trade by trade, in an episode that looks the same to seat 0.
    fn hidden(&self, other: &Episode<Position>) -> Vec<TileSet> {
        let ids: Vec<u16> = other.history().iter().map(|entry| entry.id).collect();
        let tiles = self.told[0].1.len() as usize;
        let words = ids.chunks(2 * tiles + 2).zip(&self.told);
        let hidden = words.filter(|(_, (seat, ..))| *seat != Seat::new(0));
        hidden.map(|(word, _)| tiles_of(word[1..=tiles].iter().copied())).collect()
    }

    /// In how many ways the trades from `at` on can have come about, tile by tile, by what others put into the bag.
    fn enumerate(
        &self,
        at: usize,
        hands: &[TileSet],
        bag: TileSet,
        hidden: &[TileSet],
        ways: f64,
        sum: &mut HashMap<Vec<TileSet>, f64>,
    ) {
        let Some(&(seat, put, drawn)) = self.told.get(at) else {
            *sum.entry(hidden.to_vec()).or_default() += ways;
            return;
        };
        let hand = hands[seat.index()];
        let is_own = seat == Seat::new(0);
        for put in if is_own { vec![put] } else { parts(hand, put.len()) } {
            for drawn in if is_own { vec![drawn] } else { parts(bag, drawn.len()) } {
                let Some(rest) = bag.minus(drawn) else { continue };
                let mut ways = ways * choices(bag, drawn);
                let (mut hands, mut hidden) = (hands.to_vec(), hidden.to_vec());
                if !is_own {
                    ways *= choices(hand, put);
                    hidden.push(put);
                }
                hands[seat.index()] = hand.minus(put).unwrap().plus(drawn).unwrap();
                self.enumerate(at + 1, &hands, rest.plus(put).unwrap(), &hidden, ways, sum);
            }
        }
    }
}

/// A position of a random game in which seat 0 is to act and so many tiles are in the bag.
fn start_of_trades(players: u8, bag: u32, random: &mut Random) -> Position {
    loop {
        let mut position = Position::start(&Options::new(players)).unwrap();
        while position.turn() != Turn::Over {
            if position.turn() == Turn::Seat(Seat::new(0)) && position.bag() == bag {
                return position;
            }
            match position.turn() {
                Turn::Chance => position.apply(position.sample(random)),
                _ => position.play(position.moves().get(0).unwrap()),
            };
        }
    }
}

fn tiles_of(ids: impl Iterator<Item = u16>) -> TileSet {
    TileSet::try_from_tiles(ids.map(|id| Tile::from_index(id.into()).unwrap())).unwrap()
}

/// All different parts of so many tiles.
fn parts(tiles: TileSet, count: u32) -> Vec<TileSet> {
    let mut parts = vec![TileSet::NONE];
    for _ in 0..count {
        let longer = parts.iter().flat_map(|&part| {
            let rest = tiles.minus(part).unwrap();
            rest.iter().map(move |tile| part.plus(tile.into()).unwrap()).collect::<Vec<_>>()
        });
        parts = longer.collect::<HashSet<_>>().into_iter().collect();
    }
    parts
}

/// In how many ways a part can be chosen, tile by tile.
fn choices(tiles: TileSet, part: TileSet) -> f64 {
    let kinds = (0..Tile::KINDS as u64).filter_map(Tile::from_index);
    kinds
        .map(|kind| {
            let (all, chosen) = (tiles.count(kind), part.count(kind));
            (0..chosen).map(|place| f64::from(all - place) / f64::from(place + 1)).product::<f64>()
        })
        .product()
}

/// Own trades say what the bag held, the more so the fewer tiles it has; each says something about all trades before it.
#[test]
fn many_own_trades_have_the_weights_of_enumeration() {
    let mut random = Random::seeded(21);
    for (players, bag, tiles, rounds) in
        [(2, 3, 1, 3), (2, 2, 2, 2), (2, 4, 3, 2), (3, 1, 1, 2), (2, 6, 1, 2)]
    {
        let trades = Trades::new(players, bag, tiles, rounds, &mut random);
        let start = trades.episode.start();
        let own = start.hand(Seat::new(0)).known().unwrap();
        let others: Vec<usize> = (1..players.into()).collect();
        // Every way to deal what seat 0 does not see.
        let hidden = others.iter().map(|&other| start.hands()[other].known().unwrap());
        let unseen = hidden.fold(start.unseen(), |all, hand| all.plus(hand).unwrap());
        let mut deals = vec![(vec![own], unseen, 1.0)];
        for &other in &others {
            let held = start.hands()[other].len();
            let longer = deals.iter().flat_map(|(hands, rest, ways)| {
                parts(*rest, held).into_iter().map(move |hand| {
                    ([&hands[..], &[hand]].concat(), rest.minus(hand).unwrap(), ways * choices(*rest, hand))
                })
            });
            deals = longer.collect();
        }
        let mut ways = HashMap::new();
        for (hands, bag, dealt) in deals {
            trades.enumerate(0, &hands, bag, &[], dealt, &mut ways);
        }
        let mut counts: HashMap<Vec<TileSet>, f64> = HashMap::new();
        for _ in 0..DRAWS / 4 {
            let other = trades.episode.resample(Seat::new(0), &mut random).unwrap();
            *counts.entry(trades.hidden(&other)).or_default() += 1.0;
        }
        assert!(counts.keys().all(|hidden| ways.contains_key(hidden)), "only what can have happened");
        // Trade by trade, as all together are too many.
        let mut compared = 0;
        for trade in 0..ways.keys().next().unwrap().len() {
            let [ways, counts] = [&ways, &counts].map(|weights| {
                let mut alone: HashMap<TileSet, f64> = HashMap::new();
                for (hidden, weight) in weights {
                    *alone.entry(hidden[trade]).or_default() += weight;
                }
                alone
            });
            if ways.len() > 1 {
                agree(&ways, &counts);
                compared += 1;
            }
        }
        assert!(compared > 0);
    }
}

/// Others who trade all they can when the bag is nearly empty: what it holds goes from hand to hand, and hardly any past agrees with what
/// seat 0 put there.
#[test]
fn a_history_is_found_where_all_trade_all_they_can() {
    let mut differing = 0;
    for (players, bag, rounds) in
        [(2, 10, 120), (3, 4, 12), (3, 6, 12), (3, 10, 12), (4, 4, 12), (4, 6, 40), (4, 10, 12)]
    {
        let mut random = Random::seeded(u64::from(bag));
        let trades = Trades::new(players, bag, bag.min(6), rounds, &mut random);
        let other = trades.episode.resample(Seat::new(0), &mut random).unwrap();
        let [seen, same] = [&trades.episode, &other].map(|episode| episode.information_state(Seat::new(0)));
        assert_eq!(seen, same, "{players} players, {bag} tiles in the bag");
        differing += u32::from(trades.hidden(&trades.episode) != trades.hidden(&other));
    }
    assert!(differing > 3, "what others did is not always known");
}

/// Four players who trade most of the time, some of them before the episode begins.
#[test]
fn a_history_is_found_after_many_trades() {
    let start = Position::start(&Options { idle_limit: Some(40), ..Options::new(4) }).unwrap();
    let mut random = Random::seeded(93);
    let mut episode = Episode::new(start, None).unwrap();
    let mut begun = 0;
    loop {
        episode.settle(&mut random);
        let Actor::Seat(seat) = episode.actor() else { panic!("it goes on") };
        if random.below(6) == 0 && episode.history().len() >= 994 {
            let other = episode.resample(seat, &mut random).unwrap();
            assert_eq!(other.information_state(seat), episode.information_state(seat));
            break;
        }
        if begun < 3 && episode.word().is_empty() && random.below(60) == 0 {
            episode = Episode::new(episode.position().clone(), None).unwrap();
            begun += 1;
        }
        let legal = episode.legal_actions();
        let action = if legal.contains(&TRADE) && random.below(3) > 0 {
            TRADE
        } else {
            legal[random.below(legal.len() as u64) as usize]
        };
        episode.step(action).unwrap();
    }
}

/// Holds counts against the weights that they should have.
fn agree<Drawn: Eq + Hash>(ways: &HashMap<Drawn, f64>, counts: &HashMap<Drawn, f64>) {
    assert!(counts.keys().all(|drawn| ways.contains_key(drawn)), "only what can have happened");
    let (all, drawn): (f64, f64) = (ways.values().sum(), counts.values().sum());
    let chi_square: f64 = ways
        .iter()
        .map(|(what, ways)| {
            let expected = ways / all * drawn;
            (counts.get(what).copied().unwrap_or(0.0) - expected).powi(2) / expected
        })
        .sum();
    let cells = ways.len() as f64;
    let most = cells + 5.0 * f64::sqrt(2.0 * cells);
    assert!(cells > 1.0 && chi_square < most, "chi-square {chi_square} of {cells} cells, at most {most}");
}
