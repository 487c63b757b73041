//! The laws of the contract and the invariants of the rule book on random games of Lokus.

use spielwerk::common::laws::{Effort, random_game};
use spielwerk::common::{Position as _, Turn, Uniform};
use spielwerk::lokus::{Card, CardSet, Options, Position, ScoringTable, Settled, Stage};
use spielwerk_search::Random;

/// Options of all kinds: every number of players, starters on and off, one to three deals, three kinds of tables.
fn some_options(seed: u64) -> Options {
    let mut random = Random::stream(0x10_0C5, seed);
    let steep: Vec<i64> = (0..24).map(|n| i64::MAX / 23 * n).collect();
    let tables = [ScoringTable::LINEAR, ScoringTable::PROGRESSIVE, ScoringTable::given(&steep).unwrap()];
    Options {
        players: 2 + (seed % 5) as u8,
        starters: random.below(4) > 0,
        deals: 1 + random.below(3) as u32,
        table: tables[random.below(3) as usize].clone(),
    }
}

#[test]
fn laws_hold_in_random_games() {
    for seed in 0..40 {
        let start = Position::start(&some_options(seed)).unwrap();
        random_game(&start, &mut Random::seeded(seed), Effort { samples: 3, ..Effort::default() });
    }
}

/// Section "Always true" of the rule book, and incremental against from scratch.
#[test]
fn invariants_hold_in_random_games() {
    for seed in 0..400 {
        let options = some_options(seed);
        let mut random = Random::seeded(seed);
        let mut position = Position::start(&options).unwrap();
        let mut rounds = 0;
        loop {
            always_true(&position);
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => drop(position.apply(&position.sample(&mut random))),
                Turn::Seat(_) => {
                    let before = position.public().round();
                    let chosen = position.sample_move(&mut random);
                    position.play(chosen);
                    rounds += u32::from(position.public().round() > before);
                }
            }
        }
        assert!(rounds <= 11 * options.deals);
        assert_eq!(position.public().deal() + 1, options.deals);
    }
}

fn always_true(position: &Position) {
    let public = position.public();
    let players = public.players();
    for row in public.rows() {
        let cards: Vec<Card> = row.iter().collect();
        assert!(cards.len() <= 4 && (!public.options().starters || !cards.is_empty() || public.round() == 0));
        for (i, a) in cards.iter().enumerate() {
            assert!(cards[..i].iter().all(|b| a.colour() != b.colour() && a.number() != b.number()));
        }
    }
    let settled: Vec<Settled> = (0..public.revealed_rounds())
        .flat_map(|round| public.placements(round))
        .map(|placement| placement.settled)
        .collect();
    let count = |wanted: fn(&Settled) -> bool| settled.iter().filter(|one| wanted(one)).count() as u32;
    let misses = count(|one| matches!(one, Settled::Miss { .. }));
    let clears = count(|one| matches!(one, Settled::Row { cleared: true, .. }));
    let rolls: u32 = public.rolls().iter().map(|rolls| u32::from(*rolls)).sum();
    assert_eq!(rolls, u32::from(public.round()) * (u32::from(players) - 2) + 2 * misses);
    let cleaning: u32 = public.cleaning().iter().map(|cards| u32::from(*cards)).sum();
    assert!(cleaning == clears && cleaning <= 5);
    assert!(public.rolls().iter().all(|rolls| *rolls <= 22));
    // L1: each card is in one place, and no place is forgotten.
    let drawn: Vec<Card> =
        (0..public.revealed_rounds()).flat_map(|round| position.drawn(round)).flatten().collect();
    let pending = usize::from(matches!(public.stage(), Stage::Draw(_)));
    let are_cards = count(|one| matches!(one, Settled::Miss { drawn: true })) as usize;
    assert_eq!(drawn.len() + pending, are_cards);
    let seats = spielwerk::common::Seats::new(players);
    let held: Vec<CardSet> = seats.clone().map(|seat| position.hand(seat)).collect();
    let chosen: Vec<Card> = seats.filter_map(|seat| position.chosen(seat)).collect();
    let places = [public.seen(), position.pile(), drawn.into_iter().collect(), chosen.into_iter().collect()];
    let places = places.into_iter().chain(held);
    let (total, all) =
        places.fold((0, CardSet::EMPTY), |(total, all), set| (total + set.len(), all.union(set)));
    assert_eq!((total, all), (72, CardSet::ALL));
    assert_eq!(position.pile().len(), public.draw_pile());
    let cleared = 4 * clears as usize;
    let ever_placed = count(|one| matches!(one, Settled::Row { .. })) as usize + public.starters().count();
    assert_eq!(public.rows().iter().map(|row| row.len()).sum::<usize>() + cleared, ever_placed);
}

#[test]
fn bytes_of_any_kind_are_refused_without_harm() {
    let mut random = Random::seeded(9);
    let mut position = Position::start(&some_options(3)).unwrap();
    for _ in 0..60 {
        match position.turn() {
            Turn::Over => break,
            Turn::Chance => drop(position.apply(&position.sample(&mut random))),
            Turn::Seat(_) => drop(position.play(position.sample_move(&mut random))),
        }
    }
    let bytes = position.to_bytes();
    for len in 0..bytes.len() {
        assert!(Position::from_bytes(&bytes[..len]).is_err(), "cut to {len} bytes");
    }
    assert!(Position::from_bytes(&[bytes.clone(), vec![0]].concat()).is_err());
    assert!(Position::from_bytes(&vec![0; 100_000]).is_err());
    let text = position.to_string();
    for _ in 0..20_000 {
        let mut broken = bytes.clone();
        let at = random.below(broken.len() as u64) as usize;
        broken[at] ^= 1 << random.below(8);
        // Whatever is read is a valid position: it writes itself again.
        if let Ok(read) = Position::from_bytes(&broken) {
            assert_eq!(read.to_bytes(), broken);
            always_true(&read);
        }
        let mut broken = text.clone().into_bytes();
        let at = random.below(broken.len() as u64) as usize;
        broken[at] = b' ' + random.below(95) as u8;
        if let Ok(read) = String::from_utf8(broken).unwrap().parse::<Position>() {
            assert_eq!(read.to_string().parse(), Ok(read.clone()));
            always_true(&read);
        }
    }
}
