//! Every way to break a rule, on drawn grids: the table of refusals.

use std::collections::BTreeSet;

use spielwerk::common::{Position as _, Seat, Violation};
use spielwerk::qwirkle::{Attempt, Illegal, Position};

/// Two reds in a row; seat 0 holds a red, seat 1 is to move in `AT_SEAT_1`.
const MIDDLE: &str = "qwirkle/1 0,0:r0r8 r4g4b4y4p4o4/g8g0bdpcocys 94";
/// Before the opening move; the largest group of seat 0 is three reds.
const OPENING: &str = "qwirkle/1 - r0r4r8g0y4bs/g8g4y0bdpcoc 96";
fn slugs(broken: &[Illegal]) -> Vec<&'static str> {
    let mut slugs: Vec<&str> = broken.iter().map(Violation::slug).collect();
    slugs.sort_unstable();
    slugs
}

/// The broken rules of an attempt, by slug.
fn refusal(position: &str, attempt: &str) -> Vec<Illegal> {
    let position: Position = position.parse().unwrap_or_else(|error| panic!("{position}: {error}"));
    let attempt: Attempt = attempt.parse().unwrap_or_else(|error| panic!("{attempt}: {error}"));
    let before = position.clone();
    let refused = position.check(&attempt).expect_err("the attempt breaks a rule");
    let mut again = position.clone();
    let refusal = again.try_play(&attempt).expect_err("and is refused in play");
    assert_eq!(refusal.broken, refused, "for the same reasons");
    assert_eq!((&again, again.key()), (&before, before.key()), "a refusal changes nothing");
    assert!(refusal.to_string().contains(&position.to_string()), "a refusal tells the position");
    refused
}

#[test]
fn every_rule_can_be_broken() {
    let table: &[(&str, &str, &[&str])] = &[
        (MIDDLE, "lay:", &["empty_move"]),
        (MIDDLE, "trade:-", &["empty_move"]),
        (MIDDLE, "lay:r4@2,0+g4@2,0", &["cell_twice"]),
        (MIDDLE, "lay:r4@2,0+g4@2,0+b4@2,0", &["cell_twice"]),
        (MIDDLE, "1,0>r4", &["cell_occupied"]),
        (MIDDLE, "2,0>rs", &["tile_not_in_hand"]),
        (MIDDLE, "lay:r4@2,0+r4@-1,0", &["line_invalid", "tile_not_in_hand"]),
        (MIDDLE, "lay:r4@2,0+g4@3,1", &["not_one_line"]),
        (MIDDLE, "lay:r4@2,0+b4@2,2", &["gap"]),
        (MIDDLE, "lay:r4@2,0+b4@2,2147483647", &["gap"]),
        (MIDDLE, "lay:r4@5,5", &["not_connected"]),
        (MIDDLE, "lay:r4@-2147483648,2147483647", &["not_connected"]),
        (MIDDLE, "2,0>g4", &["line_invalid"]),
        (MIDDLE, "2,0>g4-b4", &["gap", "line_invalid"]),
        (MIDDLE, "9,9>rs-g8", &["gap", "not_connected", "tile_not_in_hand"]),
        (OPENING, "0,0>r0r4", &["opening_group_too_small"]),
        (OPENING, "5,5>g0", &["opening_group_too_small"]),
        (OPENING, "0,0>r0r4g0", &["line_invalid"]),
        (OPENING, "trade:r0", &["trade_in_opening"]),
        (OPENING, "skip", &["skip_not_allowed"]),
        (MIDDLE, "trade:rs", &["tile_not_in_hand"]),
        (MIDDLE, "trade:r4g4b4y4p4o4r0", &["tile_not_in_hand", "trade_too_many"]),
        (MIDDLE, "skip", &["skip_not_allowed"]),
        ("qwirkle/1 - -/- 108 0/0 0+6", "skip", &["draw_pending"]),
    ];
    let mut seen = BTreeSet::new();
    for (position, attempt, wanted) in table {
        let broken = refusal(position, attempt);
        assert_eq!(slugs(&broken), *wanted, "{attempt} in {position}");
        for broken in broken {
            let found = Illegal::catalogue().iter().find(|(slug, _)| *slug == broken.slug());
            assert_eq!(found.map(|(_, rule)| *rule), Some(broken.rule()), "the catalogue knows {broken:?}");
            assert!(broken.to_string().len() > 15, "{broken:?} has a sentence");
            seen.insert(broken.slug());
        }
    }
    let middle: Position = MIDDLE.parse().expect("a position");
    let broken = middle.check_by(Seat::new(1), &Attempt::Skip).expect_err("seat 0 is to act");
    assert_eq!(broken, [Illegal::NotYourTurn { to_move: Seat::new(0) }]);
    seen.insert(broken[0].slug());
    for (name, broken) in [short_bag(), over()] {
        assert_eq!(slugs(&broken), [name]);
        seen.insert(name);
    }
    let all: BTreeSet<&str> = Illegal::catalogue().iter().map(|(slug, _)| *slug).collect();
    assert_eq!(seen, all, "every slug of the catalogue is in the table");
    assert!(Illegal::catalogue().is_sorted());
}

/// A random game played until the bag has fewer tiles than the hand.
fn short_bag() -> (&'static str, Vec<Illegal>) {
    let position = played_until(|position| (1..6).contains(&position.bag()));
    let hand = position.hand(position.to_move()).known().expect("known");
    let attempt = Attempt::Trade(hand.iter().collect());
    ("trade_bag_short", position.check(&attempt).expect_err("the bag is short"))
}

fn over() -> (&'static str, Vec<Illegal>) {
    let position = played_until(|position| position.ended().is_some());
    ("game_over", position.check(&Attempt::Skip).expect_err("the game is over"))
}

fn played_until(found: impl Fn(&Position) -> bool) -> Position {
    use spielwerk::common::Turn;
    let mut random = spielwerk_search::Random::seeded(8);
    loop {
        let mut position = Position::start(&spielwerk::qwirkle::Options::new(2)).expect("good options");
        loop {
            if position.turn() != Turn::Chance && found(&position) {
                return position;
            }
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => _ = position.apply(position.sample(&mut random)),
                Turn::Seat(_) => _ = position.play(position.sample_move(&mut random)),
            }
        }
    }
}

#[test]
fn places_are_named() {
    let broken = refusal(MIDDLE, "lay:r4@2,0+b4@2,2");
    assert_eq!(broken, [Illegal::Gap(spielwerk::qwirkle::Cell::new(2, 1))]);
    assert_eq!(broken[0].places(), ["2,1"]);
    let broken = refusal(MIDDLE, "2,0>g4");
    assert_eq!(broken[0].places(), ["0,0", "1,0", "2,0"]);
    assert_eq!(
        broken[0].to_string(),
        "a line needs one colour and different shapes, or one shape and different colours: (0,0) to (2,0)"
    );
    let broken = refusal(MIDDLE, "2,0>rs");
    assert_eq!(broken[0].places(), ["rs"]);
}

/// Q13 with a hidden hand, and Q12 for tiles that a hidden hand can't hold.
#[test]
fn a_hidden_hand_gets_the_benefit_of_the_doubt() {
    let hidden = "qwirkle/1 0,0:r0r8 ?6/g8g0bdpcocys 94";
    let position: Position = hidden.parse().expect("a position");
    assert!(position.moves().is_empty(), "what a hidden hand may do is not known");
    assert!(position.check(&"2,0>r4".parse().expect("an attempt")).is_ok());
    assert!(position.check(&"trade:r4r4r4".parse().expect("an attempt")).is_ok());
    assert_eq!(slugs(&refusal(hidden, "trade:r8r8r8")), ["tile_not_in_hand"], "only two are unseen");
    assert_eq!(slugs(&refusal(hidden, "trade:r4r4r4rsrsrsrd")), ["tile_not_in_hand", "trade_too_many"]);
}
