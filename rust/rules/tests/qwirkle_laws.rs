//! The laws of `common::laws` over random games of Qwirkle.

use spielwerk::common::laws::{Effort, random_game};
use spielwerk::common::{Seat, Turn};
use spielwerk::qwirkle::{Options, Position};
use spielwerk_search::Random;

fn play(options: Options, seed: u64, effort: Effort) {
    let start = Position::start(&options).expect("good options");
    let record = random_game(&start, &mut Random::seeded(seed), effort);
    let last = record.replay().expect("a played game replays");
    assert_eq!(last.turn(), Turn::Over, "a game ends");
}

#[test]
fn random_games_hold_every_law() {
    for players in 2..=4 {
        play(Options::new(players), u64::from(players), Effort { samples: 2, ..Effort::default() });
    }
}

#[test]
fn options_hold_every_law() {
    let effort = Effort { samples: 1, ..Effort::default() };
    play(Options { starter: Some(Seat::new(1)), ..Options::new(3) }, 5, effort);
    play(Options { free_pass: true, idle_limit: Some(4), ..Options::new(2) }, 6, effort);
}
