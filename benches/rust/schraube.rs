//! Speed of Schraube locker: `cargo bench -p spielwerk-search --bench schraube`. Items a second are chains, turns, games, solutions.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use spielwerk::common::{Position as _, Turn, Uniform};
use spielwerk::schraube::{Dice, Face, Options, Phase, Pile, PileSet, Position, resolve_chain};
use spielwerk_search::Random;
use spielwerk_search::schraube::{Objective, TurnDice, TurnSolver, TurnState, odds};

fn main() {
    divan::main();
}

/// Takes one random step.
#[inline]
fn step(position: &mut Position, random: &mut Random) {
    match position.turn() {
        Turn::Chance => {
            position.apply(&position.sample(random));
        }
        Turn::Seat(_) => {
            position.play(position.sample_move(random));
        }
        Turn::Over => unreachable!("a bench stops when a game is over"),
    }
}

/// Positions of random two-player games in this phase.
fn positions(phase: Phase, count: usize) -> Vec<Position> {
    let mut random = Random::seeded(11);
    let start = Position::start(&Options::new(2)).unwrap();
    let mut position = start.clone();
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        if position.turn() == Turn::Over {
            position = start.clone();
        }
        step(&mut position, &mut random);
        if position.phase() == phase {
            found.push(position.clone());
        }
    }
    found
}

/// Random figures, faces, covered piles and dice.
fn chains(count: usize) -> Vec<(Pile, [Face; 6], PileSet, Dice)> {
    let mut random = Random::seeded(3);
    (0..count)
        .map(|_| {
            let figure = Pile::ALL[random.below(6) as usize];
            let covered = PileSet::from_bits(random.below(64) as u8);
            let faces = std::array::from_fn(|_| Face::ALL[random.below(6) as usize]);
            let dice = (covered.len()..6).map(|_| Face::ALL[random.below(6) as usize]).collect();
            (figure, faces, covered, dice)
        })
        .collect()
}

#[divan::bench]
fn chain(bencher: Bencher<'_, '_>) {
    let chains = chains(4_096);
    bencher.counter(ItemsCount::new(chains.len())).bench_local(|| {
        for (figure, faces, covered, dice) in &chains {
            black_box(resolve_chain(*figure, faces, *covered, *dice));
        }
    });
}

/// Turns of random games, from the first roll to the end of the turn.
#[divan::bench]
fn random_turn(bencher: Bencher<'_, '_>) {
    let starts: Vec<_> =
        positions(Phase::Roll, 4_096).into_iter().filter(|position| position.to_roll() == 6).collect();
    let mut random = Random::seeded(7);
    let mut position = starts[0].clone();
    bencher.counter(ItemsCount::new(starts.len())).bench_local(|| {
        for start in &starts {
            position.clone_from(start);
            let seat = position.mover();
            while position.mover() == seat && position.turn() != Turn::Over {
                step(&mut position, &mut random);
            }
            black_box(&position);
        }
    });
}

/// Whole random games, from the figures to the score.
#[divan::bench(args = [2, 3, 4])]
fn random_game(bencher: Bencher<'_, '_>, players: u8) {
    const GAMES: usize = 256;
    let start = Position::start(&Options::new(players)).unwrap();
    let mut random = Random::seeded(7);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for _ in 0..GAMES {
            let mut position = start.clone();
            while position.turn() != Turn::Over {
                step(&mut position, &mut random);
            }
            black_box(position.outcome());
        }
    });
}

#[divan::bench]
fn legal_moves(bencher: Bencher<'_, '_>) {
    let positions = positions(Phase::Place, 1_024);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            black_box(position.legal_moves());
        }
    });
}

#[divan::bench]
fn check(bencher: Bencher<'_, '_>) {
    let positions = positions(Phase::Place, 1_024);
    let moves: Vec<_> = positions.iter().map(|position| position.legal_moves()[0]).collect();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for (position, chosen) in positions.iter().zip(&moves) {
            black_box(position.check(chosen).unwrap());
        }
    });
}

#[divan::bench]
fn key(bencher: Bencher<'_, '_>) {
    let positions = positions(Phase::Place, 1_024);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            black_box(position.key());
        }
    });
}

#[divan::bench]
fn text_and_back(bencher: Bencher<'_, '_>) {
    let positions = positions(Phase::Place, 256);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            black_box(position.to_string().parse::<Position>().unwrap());
        }
    });
}

#[divan::bench]
fn bytes_and_back(bencher: Bencher<'_, '_>) {
    let positions = positions(Phase::Place, 256);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            black_box(Position::from_bytes(&position.to_bytes()).unwrap());
        }
    });
}

/// The layout that costs most: six different faces, three rolls.
fn start() -> TurnState {
    TurnState::start(Pile::ALL[5], Face::ALL, 3)
}

/// Only the expected worth, from nothing.
#[divan::bench]
fn solve_worth(bencher: Bencher<'_, '_>) {
    let start = start();
    bencher.bench_local(|| TurnSolver::new(black_box(start)).unwrap().worth(&Objective::run()));
}

/// Worth and probabilities of the ends, from nothing.
#[divan::bench]
fn solve(bencher: Bencher<'_, '_>) {
    let start = start();
    bencher.bench_local(|| TurnSolver::new(black_box(start)).unwrap().solve(&Objective::run()));
}

/// A decision in the middle of the turn, with all alternatives.
#[divan::bench]
fn solve_decision(bencher: Bencher<'_, '_>) {
    let dice = TurnDice::Unplaced(Dice::from_pips(&[3, 4, 5, 6, 6, 6]).unwrap());
    let state = TurnState { dice, ..start() };
    bencher.bench_local(|| TurnSolver::new(black_box(state)).unwrap().solve(&Objective::run()));
}

/// In exact fractions.
#[divan::bench]
fn solve_exact(bencher: Bencher<'_, '_>) {
    let start = start();
    bencher.bench_local(|| TurnSolver::new(black_box(start)).unwrap().solve_exact(&Objective::run()));
}

/// With a laser, two lasers and an extra roll, and in the pro variant.
#[divan::bench(args = [(1, 0, false), (0, 1, false), (2, 1, false), (0, 0, true)])]
fn solve_with_cards(bencher: Bencher<'_, '_>, (lasers, extra_rolls, pro): (u8, u8, bool)) {
    let state = TurnState { lasers, extra_rolls, pro, ..start() };
    bencher.bench_local(|| TurnSolver::new(black_box(state)).unwrap().worth(&Objective::run()));
}

/// All 203 classes, both objectives, none to three rerolls.
#[divan::bench]
fn odds_of_all_classes() -> Vec<odds::Odds<f64>> {
    odds::table(black_box(3))
}
