//! Speed of Lokus: `cargo bench -p spielwerk --bench lokus`. Items a second are rounds, games, completions and so on.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use spielwerk::common::{Position as _, Seat, Turn, View};
use spielwerk::lokus::{Card, Options, Position, Row, RowIndex, Stage, resolve_round};
use spielwerk_search::Random;

fn main() {
    divan::main();
}

/// Takes one random step.
fn step(position: &mut Position, random: &mut Random) {
    match position.turn() {
        Turn::Chance => drop(position.apply(&position.sample(random))),
        Turn::Seat(_) => drop(position.play(position.sample_move(random))),
        Turn::Over => unreachable!("a bench stops when a game is over"),
    }
}

/// Positions of random games in which everybody chooses a card, at least `rounds` rounds into a deal.
fn positions(players: u8, rounds: u8, count: usize) -> Vec<Position> {
    let mut random = Random::seeded(u64::from(players));
    let mut found = Vec::with_capacity(count);
    let mut position = Position::start(&Options::new(players)).unwrap();
    while found.len() < count {
        if position.turn() == Turn::Over {
            position = Position::start(&Options::new(players)).unwrap();
        }
        step(&mut position, &mut random);
        let choosing =
            position.public().stage() == Stage::Choose && position.turn() == Turn::Seat(Seat::new(0));
        if choosing && position.public().round() >= rounds {
            found.push(position.clone());
        }
    }
    found
}

/// A round as [`resolve_round`] takes it.
type Question = ([Row; 2], Vec<Card>, [Option<RowIndex>; 2]);

/// Rounds of random games with the row choices that they ask for.
fn rounds(players: u8) -> Vec<Question> {
    let mut random = Random::seeded(5);
    positions(players, 0, 4096)
        .into_iter()
        .map(|mut position| {
            let rows = *position.public().rows();
            let round = position.public().round();
            let mut choices = [None; 2];
            while position.public().round() == round {
                if let (Turn::Seat(_), Some((_, which, _))) = (position.turn(), position.public().decision())
                {
                    choices[which.index()] =
                        RowIndex::try_new(spielwerk::common::Uniform::below(&mut random, 2));
                    let row = choices[which.index()].unwrap();
                    let moves = position.legal_moves();
                    position.play(moves[row.index()]);
                } else {
                    step(&mut position, &mut random);
                }
            }
            (rows, position.public().revealed(round).collect(), choices)
        })
        .collect()
}

#[divan::bench(args = [2, 4, 6])]
fn resolve(bencher: Bencher<'_, '_>, players: u8) {
    let rounds = rounds(players);
    bencher.counter(ItemsCount::new(rounds.len())).bench_local(|| {
        for (rows, cards, choices) in &rounds {
            black_box(&resolve_round(black_box(rows), cards, *choices));
        }
    });
}

/// Rounds of random games: choices, placements, row choices and draws, without the deals.
#[divan::bench(args = [2, 4, 6])]
fn random_round(bencher: Bencher<'_, '_>, players: u8) {
    let positions = positions(players, 0, 1024);
    let mut random = Random::seeded(7);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            let mut position = position.clone();
            let round = position.public().round();
            while position.public().round() == round {
                step(&mut position, &mut random);
            }
            black_box(&position);
        }
    });
}

/// Whole random games of three deals, dealing included.
#[divan::bench(args = [2, 3, 4, 5, 6])]
fn random_game(bencher: Bencher<'_, '_>, players: u8) {
    let start = Position::start(&Options::new(players)).unwrap();
    let mut random = Random::seeded(7);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut position = start.clone();
        while position.turn() != Turn::Over {
            step(&mut position, &mut random);
        }
        position
    });
}

#[divan::bench(args = [2, 4, 6])]
fn completion(bencher: Bencher<'_, '_>, players: u8) {
    let views: Vec<_> =
        positions(players, 0, 1024).iter().map(|position| position.view(Seat::new(1))).collect();
    let mut random = Random::seeded(7);
    bencher.counter(ItemsCount::new(views.len())).bench_local(|| {
        for view in &views {
            black_box(view.complete(&mut random));
        }
    });
}

#[divan::bench]
fn view(bencher: Bencher<'_, '_>) {
    let positions = positions(4, 0, 1024);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            black_box(position.view(Seat::new(1)));
        }
    });
}

#[divan::bench]
fn key(bencher: Bencher<'_, '_>) {
    let positions = positions(4, 0, 1024);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            black_box(position.key());
        }
    });
}

#[divan::bench]
fn check(bencher: Bencher<'_, '_>) {
    let positions = positions(4, 0, 1024);
    let attempts: Vec<_> = positions.iter().map(|position| position.legal_moves()[0].into()).collect();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for (position, attempt) in positions.iter().zip(&attempts) {
            black_box(position.check(attempt).unwrap());
        }
    });
}

#[divan::bench]
fn text_and_back(bencher: Bencher<'_, '_>) {
    let positions = positions(4, 5, 256);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            black_box(position.to_string().parse::<Position>().unwrap());
        }
    });
}

#[divan::bench]
fn bytes_and_back(bencher: Bencher<'_, '_>) {
    let positions = positions(4, 5, 256);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            black_box(Position::from_bytes(&position.to_bytes()).unwrap());
        }
    });
}
