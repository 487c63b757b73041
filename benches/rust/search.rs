//! How fast the agents are: `cargo bench -p spielwerk-search --bench search`.
//!
//! Prints rates by CPU time of one core, the best of several passes, so that other work on the machine does not count. Seeds
//! are fixed: every run searches the same trees.

use std::time::Instant;

use spielwerk::common::{Position, Turn, View};
use spielwerk::{lokus, qwirkle, schraube};
use spielwerk_search::{Arena, Judgement, Policy, Random, Spec, never};

/// How thoroughly it is measured.
#[derive(Clone, Copy)]
struct Effort {
    passes: u32,
    /// Positions a line, from as many games.
    positions: u64,
    iterations: u32,
    games: u64,
}

fn main() {
    // `cargo test --benches` only wants to see that it runs.
    let quick = std::env::args().any(|argument| argument == "--test");
    let effort = if quick {
        Effort { passes: 1, positions: 1, iterations: 20, games: 2 }
    } else {
        Effort { passes: 3, positions: 10, iterations: 2_000, games: 200 }
    };
    println!("iterations a second, random rollouts to the end of the game");
    let qwirkle = qwirkle::Position::start(&qwirkle::Options::new(2)).expect("options");
    for (stage, decisions) in
        [("after 12 turns", 12), ("mid-game, after 26 turns", 26), ("after 40 turns", 40)]
    {
        searches(
            &qwirkle,
            &format!("qwirkle, 2 players, {stage}"),
            decisions,
            &["ismcts", "pimc", "flat"],
            effort,
        );
    }
    for (deals, stage) in [(3, "first deal of three"), (1, "one deal")] {
        let options = lokus::Options { deals, ..lokus::Options::new(4) };
        let lokus = lokus::Position::start(&options).expect("options");
        searches(
            &lokus,
            &format!("lokus, 4 players, {stage}, after 24 decisions"),
            24,
            &["ismcts", "duct", "flat"],
            effort,
        );
    }
    let schraube = schraube::Position::start(&schraube::Options::new(2)).expect("options");
    searches(&schraube, "schraube, 2 players, after 40 decisions", 40, &["uct", "ismcts", "flat"], effort);

    println!("\ngames a second, everything included (views, completions, records)");
    games(&qwirkle, "qwirkle", &["greedy", "random"], effort);
    games(&qwirkle, "qwirkle", &["greedy", "greedy"], effort);
    let lokus = lokus::Position::start(&lokus::Options::new(4)).expect("options");
    games(&lokus, "lokus", &["greedy", "random", "random", "random"], effort);
    games(&schraube, "schraube", &["greedy", "random"], effort);
    games(&schraube, "schraube", &["turn", "greedy"], effort);
}

/// The view of a seat that has more than one move, after so many greedy decisions.
fn view_after<P: Judgement>(start: &P, decisions: u32, seed: u64) -> P::View {
    let mut random = Random::seeded(seed);
    let mut position = start.clone();
    let mut made = 0;
    loop {
        match position.turn() {
            Turn::Over => panic!("seed {seed} is over after {made} decisions"),
            Turn::Chance => {
                let event = position.sample(&mut random);
                position.apply(&event);
            }
            Turn::Seat(seat) if made >= decisions && position.legal_count() > 1 => {
                return position.view(seat);
            }
            Turn::Seat(_) => {
                made += 1;
                let chosen = Policy::Greedy.pick(&position, &mut random);
                position.play(chosen);
            }
        }
    }
}

fn searches<P: Judgement>(start: &P, stage: &str, decisions: u32, names: &[&str], effort: Effort) {
    println!("{stage}");
    let views: Vec<_> = (0..effort.positions).map(|seed| view_after(start, decisions, seed)).collect();
    let moves: usize = views.iter().map(|view| view.legal_moves().len()).sum();
    println!("    {:.0} legal moves on average", moves as f64 / views.len() as f64);
    for name in names {
        let spec: Spec = format!("{name}:iterations={}", effort.iterations).parse().expect("an agent");
        let agent = spec.agent::<P>().expect("an agent of this game");
        rate(name, effort.passes, || {
            let searched = views
                .iter()
                .enumerate()
                .map(|(seed, view)| agent.choose(view, &mut Random::seeded(seed as u64), &never).iterations);
            searched.sum()
        });
    }
}

fn games<P: Judgement>(start: &P, game: &str, names: &[&str], effort: Effort) {
    let agent = |name: &&str| name.parse::<Spec>().expect("an agent").agent().expect("of this game");
    let arena = Arena { start: start.clone(), agents: names.iter().map(agent).collect(), seed: 0 };
    rate(&format!("{game}: {}", names.join(" - ")), effort.passes, || {
        for index in 0..effort.games {
            arena.play(index, &|| never);
        }
        effort.games
    });
}

/// Runs `pass` some times and prints the best rate. `pass` tells how many units it did.
fn rate(name: &str, passes: u32, mut pass: impl FnMut() -> u64) {
    let started = Instant::now();
    let best = (0..passes)
        .map(|_| {
            let before = seconds(started);
            let units = pass();
            units as f64 / (seconds(started) - before)
        })
        .fold(0.0, f64::max);
    println!("    {name:<44} {best:>12.0}/s");
}

/// Seconds of CPU that this thread has used; wall time where the system does not tell.
fn seconds(started: Instant) -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split_ascii_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| started.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}
