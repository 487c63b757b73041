//! Histories are drawn with the right weights, against enumeration.

use std::collections::HashMap;
use std::hash::Hash;

use spielwerk::common::{Position as _, Seat, Turn, Uniform};
use spielwerk::lokus;
use spielwerk::qwirkle::actions::{DONE, TRADE};
use spielwerk::qwirkle::{Options, Position, Tile, TileSet};
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

    let mut random = Random::seeded(11);
    let mut counts: HashMap<(Vec<u16>, u16, u16), f64> = HashMap::new();
    for _ in 0..DRAWS {
        let other = episode.resample(&mut random).unwrap();
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
    let mut random = Random::seeded(12);
    for _ in 0..2 {
        let mut counts: HashMap<TileSet, f64> = HashMap::new();
        for _ in 0..DRAWS {
            let other = episode.resample(&mut random).unwrap();
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
        let other = episode.resample(&mut random).unwrap();
        for card in other.start().hand(Seat::new(5)) {
            *counts.entry(card.rank()).or_default() += 1.0;
        }
    }
    assert_eq!(seat, Seat::new(0));
    agree(&unseen.iter().map(|card| (card.rank(), 1.0)).collect(), &counts);
}

/// Four players who trade most of the time: few histories agree with what one of them put back, none of those that go back with
/// the first few worlds.
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
            let other = episode.resample(&mut random).unwrap();
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
