//! How fast the Qwirkle rules are: `cargo bench -p spielwerk --bench qwirkle`.
//!
//! Prints rates by CPU time of one core (best of several passes, so that other work on the machine does not count) beside
//! what is known from elsewhere: the fastest public engine and a throw-away C++ study.

use std::hint::black_box;
use std::time::Instant;

use spielwerk::common::{Turn, Uniform};
use spielwerk::qwirkle::{
    Attempt, Desk, Laid, Move, Options, Placements, Position, Scored, best_placements, check_placement,
    count_placements, placements,
};
use spielwerk_search::Random;

/// What is measured elsewhere, in units a second.
struct Known {
    public: Option<f64>,
    study: Option<f64>,
}

const GENERATION: Known = Known { public: Some(25_000.0), study: Some(1_190_000.0) };
const GAMES: Known = Known { public: Some(340.0), study: Some(21_000.0) };
const CHECKS: Known = Known { public: Some(3_900_000.0), study: Some(25_500_000.0) };
const PLIES: Known = Known { public: None, study: Some(11_000_000.0) };
const OURS: Known = Known { public: None, study: None };

fn main() {
    // `cargo test --benches` only wants to see that it runs.
    let quick = std::env::args().any(|argument| argument == "--test");
    let games = if quick { 2 } else { 60 };
    let corpus = Corpus::random(games);
    println!("{} unrelated positions of random two-player games", corpus.positions.len());
    println!("{:<44} {:>12}/s {:>9} {:>9}", "", "rate", "x public", "x study");
    let passes = if quick { 1 } else { 5 };
    corpus.generation(passes);
    corpus.judging(passes);
    corpus.playing(passes);
    random_games(passes, if quick { 2 } else { 400 });
}

/// Seconds of CPU that this thread has used; wall time where the system does not tell.
fn seconds(started: Instant) -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split_ascii_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| started.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

/// Runs `pass` again and again and prints the best rate. `pass` tells how many units it did.
fn rate(name: &str, known: &Known, passes: u32, mut pass: impl FnMut() -> usize) {
    // The clock of the system ticks in milliseconds.
    const LONG_ENOUGH: f64 = 0.1;
    let started = Instant::now();
    let best = (0..passes)
        .map(|_| {
            let (before, mut units) = (seconds(started), 0);
            loop {
                units += pass();
                let spent = seconds(started) - before;
                if spent > LONG_ENOUGH || passes == 1 {
                    return units as f64 / spent;
                }
            }
        })
        .fold(0.0, f64::max);
    let beside = |other: Option<f64>| other.map_or("-".to_owned(), |other| format!("{:.2}", best / other));
    println!("{name:<44} {best:>12.0}/s {:>9} {:>9}", beside(known.public), beside(known.study));
}

/// Positions in which a seat is to act, in random order, with an attempt for each.
struct Corpus {
    positions: Vec<Position>,
    attempts: Vec<(usize, Vec<Laid>)>,
    plies: Vec<(usize, Scored)>,
}

impl Corpus {
    fn random(games: u64) -> Self {
        let mut random = Random::seeded(20_101);
        let mut positions = Vec::new();
        for _ in 0..games {
            play(&mut random, |position| {
                if !position.grid().is_empty() {
                    positions.push(position.clone());
                }
            });
        }
        random.shuffle(&mut positions);
        let (mut attempts, mut plies) = (Vec::new(), Vec::new());
        for (index, position) in positions.iter().enumerate() {
            if let Move::Place(placement) = position.sample_move(&mut random) {
                let mut laid: Vec<Laid> = placement.tiles().collect();
                let all =
                    placements(position.grid(), position.hand(position.to_move()).known().expect("known"));
                plies.extend(all.iter().find(|scored| scored.placement == placement).map(|ply| (index, ply)));
                // Every other attempt goes one cell astray, which makes most of these illegal.
                if index % 2 == 1 {
                    laid[0].cell.x += 1;
                }
                attempts.push((index, laid));
            }
        }
        Self { positions, attempts, plies }
    }

    fn hands(&self) -> impl Iterator<Item = (&Position, spielwerk::qwirkle::TileSet)> {
        self.positions
            .iter()
            .map(|position| (position, position.hand(position.to_move()).known().expect("known")))
    }

    fn generation(&self, passes: u32) {
        let mut list = Placements::default();
        rate("all placements, scored", &GENERATION, passes, || {
            self.hands().for_each(|(position, hand)| {
                list.refill(position.grid(), hand);
                black_box(&list);
            });
            self.positions.len()
        });
        let near: Vec<_> = self.hands().take(16).collect();
        rate("all placements, scored, 16 positions in turn", &GENERATION, passes, || {
            for _ in 0..100 {
                for &(position, hand) in &near {
                    list.refill(position.grid(), hand);
                    black_box(&list);
                }
            }
            100 * near.len()
        });
        rate("all placements, scored, in order", &GENERATION, passes, || {
            self.hands().for_each(|(position, hand)| _ = black_box(placements(position.grid(), hand)));
            self.positions.len()
        });
        rate("placements counted", &GENERATION, passes, || {
            self.hands().for_each(|(position, hand)| _ = black_box(count_placements(position.grid(), hand)));
            self.positions.len()
        });
        rate("best placements", &GENERATION, passes, || {
            self.hands().for_each(|(position, hand)| _ = black_box(best_placements(position.grid(), hand)));
            self.positions.len()
        });
        let total: usize = self.hands().map(|(position, hand)| count_placements(position.grid(), hand)).sum();
        println!("  {:.1} placements a position", total as f64 / self.positions.len() as f64);
    }

    fn judging(&self, passes: u32) {
        let legal: Vec<&(usize, Vec<Laid>)> =
            self.attempts.iter().filter(|(index, _)| index % 2 == 0).collect();
        let judge = |(index, laid): &(usize, Vec<Laid>)| {
            let position = &self.positions[*index];
            let hand = position.hand(position.to_move()).known();
            black_box(check_placement(position.grid(), hand, laid)).is_ok()
        };
        rate("check and score, legal", &CHECKS, passes, || {
            legal.iter().filter(|attempt| judge(attempt)).count()
        });
        rate("check and score, half illegal (all reasons)", &CHECKS, passes, || {
            self.attempts.iter().for_each(|attempt| _ = black_box(judge(attempt)));
            self.attempts.len()
        });
        let near: Vec<&(usize, Vec<Laid>)> = legal.iter().copied().take(64).collect();
        rate("check and score, 64 positions over and over", &CHECKS, passes, || {
            (0..200).map(|_| near.iter().filter(|attempt| judge(attempt)).count()).sum()
        });
        let attempt = |(index, laid): &(usize, Vec<Laid>)| (*index, Attempt::Place(laid.clone()));
        let attempts: Vec<(usize, Attempt)> = legal.iter().map(|both| attempt(both)).collect();
        rate("check of an attempt in a position", &OURS, passes, || {
            attempts
                .iter()
                .filter(|(index, attempt)| black_box(self.positions[*index].check(attempt)).is_ok())
                .count()
        });
        let setups: Vec<_> = self.positions.iter().map(Position::setup).collect();
        rate("positions from plain data", &OURS, passes, || {
            setups.iter().filter(|setup| black_box(Position::from_setup(setup)).is_ok()).count()
        });
        let mut desk = Desk::new();
        let items: Vec<_> = attempts.iter().map(|(index, attempt)| (&setups[*index], attempt)).collect();
        rate("check in a position from plain data (desk)", &OURS, passes, || {
            items.iter().filter(|(setup, attempt)| black_box(desk.check(setup, attempt)).is_ok()).count()
        });
        let bytes: Vec<_> = self.positions.iter().map(spielwerk::common::Position::to_bytes).collect();
        rate("positions from bytes", &OURS, passes, || {
            bytes
                .iter()
                .filter(|bytes| {
                    black_box(<Position as spielwerk::common::Position>::from_bytes(bytes)).is_ok()
                })
                .count()
        });
    }

    fn playing(&self, passes: u32) {
        let mut positions = self.positions.clone();
        rate("play and undo a scored placement", &PLIES, passes, || {
            for &(index, scored) in &self.plies {
                let position = &mut positions[index];
                let undo = position.play_scored(scored);
                position.undo(undo);
            }
            self.plies.len()
        });
        rate("copy a position", &OURS, passes, || {
            self.positions.iter().for_each(|position| _ = black_box(position.clone()));
            self.positions.len()
        });
    }
}

/// Plays a random game and shows every position in which a seat is to act.
fn play(random: &mut Random, mut look: impl FnMut(&Position)) -> usize {
    let mut position = Position::start(&Options::new(2)).expect("good options");
    let mut turns = 0;
    loop {
        match position.turn() {
            Turn::Over => return turns,
            Turn::Chance => _ = position.apply(position.sample(random)),
            Turn::Seat(_) => {
                look(&position);
                // Trades only when nothing can be laid: the protocol of the study.
                let chosen = placement(&position, random).unwrap_or_else(|| position.sample_move(random));
                position.play(chosen);
                turns += 1;
            }
        }
    }
}

fn placement(position: &Position, random: &mut Random) -> Option<Move> {
    let mut list = Placements::default();
    list.refill(position.grid(), position.hand(position.to_move()).known()?);
    let index = random.below(list.len().max(1) as u64) as usize;
    list.get(index).map(|scored| Move::Place(scored.placement))
}

fn random_games(passes: u32, games: usize) {
    rate("random two-player games", &GAMES, passes, || {
        let mut random = Random::seeded(3);
        let mut list = Placements::default();
        for _ in 0..games {
            let mut position = Position::start(&Options::new(2)).expect("good options");
            while position.turn() != Turn::Over {
                if position.turn() == Turn::Chance {
                    position.apply(position.sample(&mut random));
                    continue;
                }
                list.refill(position.grid(), position.hand(position.to_move()).known().expect("known"));
                let index = random.below(list.len().max(1) as u64) as usize;
                match list.get(index) {
                    Some(scored) => _ = position.play_scored(scored),
                    None => _ = position.play(position.sample_move(&mut random)),
                }
            }
            black_box(&position);
        }
        games
    });
}
