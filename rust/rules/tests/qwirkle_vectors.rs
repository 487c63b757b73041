//! Every line of `tests/data/qwirkle`, made by an independent reference implementation.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;
use sha2::{Digest, Sha256};
use spielwerk::common::{Seat, Seats, Turn, Violation, perft};
use spielwerk::qwirkle::{
    Attempt, BagOrder, Cell, Draw, Grid, Holding, Laid, Options, Placement, Position, Setup, SetupHand, Tile,
    TileSet, View, check_placement, opening_groups, opening_size, placements, starter, trades,
};

/// The cases of one file; `run` names the case in its panics by itself.
fn cases(file: &str, run: impl Fn(&Value)) {
    let path = format!("{}/../../tests/data/qwirkle/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the vectors are in the repository");
    let mut count = 0;
    for line in text.lines() {
        run(&serde_json::from_str(line).expect("a line of JSON"));
        count += 1;
    }
    assert!(count >= 16, "{file} has cases");
}

fn tile(value: &Value) -> Tile {
    let [shape, colour] = [0, 1].map(|i| value[i].as_str().expect("a name"));
    Tile::new(shape.parse().expect("a shape"), colour.parse().expect("a colour"))
}

fn list(value: &Value) -> Vec<Tile> {
    value.as_array().expect("tiles").iter().map(tile).collect()
}

fn set(value: &Value) -> TileSet {
    TileSet::try_from_tiles(list(value)).expect("at most three of a kind")
}

fn laid(value: &Value) -> Vec<Laid> {
    let one = |value: &Value| {
        let [x, y] = [0, 1].map(|i| value[i].as_i64().expect("a coordinate") as i32);
        let names = [2, 3].map(|i| value[i].clone());
        Laid::new(x, y, tile(&Value::from(names.to_vec())))
    };
    value.as_array().expect("laid tiles").iter().map(one).collect()
}

fn grid(case: &Value) -> Grid {
    Grid::new(&laid(&case["tiles"])).unwrap_or_else(|faults| panic!("{}: {faults}", case["id"]))
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().expect("strings").iter().map(|text| text.as_str().expect("a string")).collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn name(tile: Tile) -> String {
    format!("{},{}", tile.shape(), tile.colour())
}

#[test]
fn check() {
    cases("check", |case| {
        let id = &case["id"];
        let grid = grid(case);
        assert_eq!(grid.is_empty(), case["opening"].as_bool().expect("a flag"), "{id}");
        let hand = (!case["hand"].is_null()).then(|| set(&case["hand"]));
        match check_placement(&grid, hand, &laid(&case["move"])) {
            Ok((_, score)) => {
                assert!(case["legal"] == true, "{id} is not legal");
                assert_eq!(u64::from(score.points()), number(&case["score"]), "{id}: points");
                let cells = |cells: Vec<Cell>| cells.iter().map(|cell| (cell.x, cell.y)).collect::<Vec<_>>();
                let mut lines: Vec<_> =
                    score.lines().iter().map(|line| (cells(line.cells().collect()), line.points())).collect();
                lines.sort();
                let cell = |value: &Value| {
                    let [x, y] = [0, 1].map(|i| value[i].as_i64().expect("a coordinate") as i32);
                    (x, y)
                };
                let mut wanted: Vec<_> = case["lines"]
                    .as_array()
                    .expect("lines")
                    .iter()
                    .map(|line| {
                        let cells = line["cells"].as_array().expect("cells").iter().map(cell).collect();
                        (cells, number(&line["points"]) as u32)
                    })
                    .collect();
                wanted.sort();
                assert_eq!(lines, wanted, "{id}: lines");
            }
            Err(broken) => {
                let mut slugs: Vec<&str> = broken.iter().map(Violation::slug).collect();
                slugs.sort_unstable();
                assert_eq!(slugs, strings(&case["violations"]), "{id}");
            }
        }
    });
}

/// A placement as the vectors write it.
fn written(placement: Placement) -> String {
    let mut tiles: Vec<Laid> = placement.tiles().collect();
    tiles.sort_by_key(|laid| (laid.cell.x, laid.cell.y));
    tiles.iter().map(|laid| format!("{},{}", laid.cell, name(laid.tile))).collect::<Vec<_>>().join(";")
}

#[test]
fn moves() {
    cases("moves", |case| {
        let id = &case["id"];
        let (grid, hand) = (grid(case), set(&case["hand"]));
        let all = placements(&grid, hand);
        assert_eq!(all.len() as u64, number(&case["placements"]), "{id}: placements");
        assert_eq!(
            trades(hand, number(&case["bag"]) as u32).len() as u64,
            number(&case["trades"]),
            "{id}: trades"
        );
        let mut scores = BTreeMap::new();
        all.iter().for_each(|scored| *scores.entry(scored.points.to_string()).or_insert(0u64) += 1);
        let wanted: BTreeMap<String, u64> =
            case["scores"].as_object().expect("scores").iter().map(|(k, v)| (k.clone(), number(v))).collect();
        assert_eq!(scores, wanted, "{id}: scores");
        let best = all.iter().map(|scored| scored.points).max();
        assert_eq!(best.map(u64::from), case["best"].as_u64(), "{id}: best");
        let mut texts: Vec<String> = all.iter().map(|scored| written(scored.placement)).collect();
        texts.sort();
        if let Some(list) = case["list"].as_array() {
            assert_eq!(
                texts.iter().collect::<Vec<_>>(),
                list.iter().map(|t| t.as_str().expect("text")).collect::<Vec<_>>(),
                "{id}"
            );
        }
        let digest = Sha256::digest(texts.join("\n")).iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("a string takes everything");
            hex
        });
        assert_eq!(digest, case["sha256"].as_str().expect("a digest"), "{id}: digest");
    });
}

/// The attempt of a turn of a game.
fn attempt(turn: &Value) -> Attempt {
    match &turn["move"] {
        Value::Object(chosen) if chosen.contains_key("place") => Attempt::Place(laid(&chosen["place"])),
        Value::Object(chosen) if chosen.contains_key("trade") => Attempt::Trade(list(&chosen["trade"])),
        Value::Object(chosen) if chosen.contains_key("skip") => Attempt::Skip,
        other => panic!("a move is place, trade or skip, not {other}"),
    }
}

/// Deals from the front of the bag and returns the first position with a seat to act.
fn dealt(case: &Value, bag: &mut BagOrder) -> Position {
    let mut position = Position::start(&Options::new(number(&case["players"]) as u8)).expect("good options");
    while position.turn() == Turn::Chance {
        let draw = bag.event(&position).expect("a draw is pending");
        position.try_apply(&draw).expect("the bag brings what it holds");
    }
    position
}

/// Plays the turns of a game and hands every position before a turn, and the last one, to `look`.
fn play(case: &Value, mut look: impl FnMut(usize, &Position)) -> Position {
    let id = &case["id"];
    let mut bag = BagOrder::new(list(&case["bag_order"]));
    let mut position = dealt(case, &mut bag);
    assert_eq!(position.to_move().index() as u64, number(&case["starter"]), "{id}: starter");
    for (index, turn) in case["turns"].as_array().expect("turns").iter().enumerate() {
        look(index, &position);
        assert_eq!(position.turn(), Turn::Seat(Seat::new(number(&turn["seat"]) as u8)), "{id} turn {index}");
        let (chosen, score) =
            position.check(&attempt(turn)).unwrap_or_else(|broken| panic!("{id} {index}: {broken:?}"));
        assert_eq!(
            u64::from(score.placement_points()),
            turn["score"].as_u64().unwrap_or(0),
            "{id} turn {index}: score"
        );
        assert_eq!(u64::from(score.end_bonus()), number(&turn["end_bonus"]), "{id} turn {index}: bonus");
        position.play(chosen);
        let drawn = set(&turn["drawn"]);
        if position.turn() == Turn::Chance {
            let draw = bag.event(&position).expect("a draw is pending");
            assert_eq!(draw, Draw(Holding::Known(drawn)), "{id} turn {index}: drawn");
            position.try_apply(&draw).expect("the bag brings what it holds");
        } else {
            assert!(drawn.is_empty(), "{id} turn {index}: nothing is drawn");
        }
    }
    look(case["turns"].as_array().expect("turns").len(), &position);
    position
}

#[test]
fn game() {
    cases("game", |case| {
        let id = &case["id"];
        let last = play(case, |_, _| {});
        let outcome = last.outcome().unwrap_or_else(|| panic!("{id} is over"));
        let scores: Vec<i128> =
            case["scores"].as_array().expect("scores").iter().map(|n| number(n).into()).collect();
        assert_eq!(outcome.points(), scores, "{id}: scores");
        let winners: Vec<u64> = outcome.winners().iter().map(|seat| seat.index() as u64).collect();
        let wanted: Vec<u64> = case["winners"].as_array().expect("winners").iter().map(number).collect();
        assert_eq!(winners, wanted, "{id}: winners");
        assert_eq!(outcome.reason().to_string(), case["reason"].as_str().expect("a reason"), "{id}: reason");
    });
}

#[test]
fn view() {
    let mut games = BTreeMap::new();
    let path = format!("{}/../../tests/data/qwirkle/game.jsonl", env!("CARGO_MANIFEST_DIR"));
    for line in std::fs::read_to_string(path).expect("the vectors are in the repository").lines() {
        let game: Value = serde_json::from_str(line).expect("a line of JSON");
        games.insert(game["id"].as_str().expect("an id").to_owned(), game);
    }
    cases("view", |case| {
        let id = &case["id"];
        let game = &games[case["game"].as_str().expect("a game")];
        let mut at = None;
        play(game, |index, position| {
            if index as u64 == number(&case["after_turns"]) {
                at = Some(position.clone());
            }
        });
        let position = at.expect("the game is long enough");
        for wanted in case["views"].as_array().expect("views") {
            let seat = Seat::new(number(&wanted["seat"]) as u8);
            let view = View::of(&position, seat);
            let known = view.known();
            let mut tiles: Vec<Laid> = known.grid().tiles().collect();
            tiles.sort_by_key(|laid| (laid.cell.x, laid.cell.y));
            assert_eq!(tiles, laid(&wanted["tiles"]), "{id} seat {seat}: tiles");
            assert_eq!(view.hand(), set(&wanted["hand"]), "{id} seat {seat}: hand");
            let sizes: Vec<u64> = known.hands().iter().map(|hand| hand.len().into()).collect();
            assert_eq!(Value::from(sizes), wanted["hand_sizes"], "{id} seat {seat}: sizes");
            for other in Seats::new(known.players()).filter(|&other| other != seat) {
                assert_eq!(known.hand(other).known(), None, "{id} seat {seat}: seat {other} is hidden");
            }
            assert_eq!(u64::from(known.bag()), number(&wanted["bag"]), "{id} seat {seat}: bag");
            assert_eq!(Value::from(known.scores()), wanted["scores"], "{id} seat {seat}: scores");
            assert_eq!(
                known.to_move().index() as u64,
                number(&wanted["to_move"]),
                "{id} seat {seat}: to move"
            );
            let mut unseen: Vec<(String, u64)> = known
                .unseen()
                .kinds()
                .iter()
                .map(|kind| (name(kind), known.unseen().count(kind).into()))
                .collect();
            unseen.sort();
            let mut told: Vec<(String, u64)> = wanted["unseen"]
                .as_array()
                .expect("unseen")
                .iter()
                .map(|value| (name(tile(value)), number(&value[2])))
                .collect();
            told.sort();
            assert_eq!(unseen, told, "{id} seat {seat}: unseen");
        }
    });
}

#[test]
fn position() {
    cases("position", |case| {
        let hands: Vec<SetupHand> = case["hands"]
            .as_array()
            .expect("hands")
            .iter()
            .map(|hand| SetupHand::Known(list(hand)))
            .collect();
        let setup = Setup {
            options: Options::new(hands.len() as u8),
            tiles: laid(&case["tiles"]),
            bag: number(&case["bag"]) as i64,
            scores: vec![0; hands.len()],
            draw: None,
            hands,
            ..Setup::default()
        };
        let mut slugs: Vec<&str> = match Position::from_setup(&setup) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.as_slice().iter().map(|fault| fault.slug).collect(),
        };
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs, strings(&case["faults"]), "{}", case["id"]);
    });
}

#[test]
fn opening() {
    cases("opening", |case| {
        let id = &case["id"];
        let hands: Vec<TileSet> = case["hands"].as_array().expect("hands").iter().map(set).collect();
        for (hand, wanted) in hands.iter().zip(case["groups"].as_array().expect("groups")) {
            assert_eq!(u64::from(opening_size(*hand)), number(&wanted["size"]), "{id}: size");
            let sorted = |tiles: Vec<Tile>| {
                let mut names: Vec<String> = tiles.into_iter().map(name).collect();
                names.sort();
                names
            };
            let mut groups: Vec<_> =
                opening_groups(*hand).into_iter().map(|group| sorted(group.iter().collect())).collect();
            groups.sort();
            let mut told: Vec<_> = wanted["groups"]
                .as_array()
                .expect("groups")
                .iter()
                .map(|group| sorted(list(group)))
                .collect();
            told.sort();
            assert_eq!(groups, told, "{id}: groups");
        }
        let seat = starter(&hands).expect("there are hands");
        assert_eq!(seat.index() as u64, number(&case["starter"]), "{id}: starter");
        let openings = placements(&Grid::empty(), hands[seat.index()]);
        assert_eq!(openings.len() as u64, number(&case["openings"]), "{id}: openings");
        assert!(openings.iter().all(|scored| scored.placement.first() == Cell::new(0, 0)), "{id}: at home");
    });
}

#[test]
fn dead() {
    cases("dead", |case| assert_eq!(grid(case).is_dead(), case["dead"] == true, "{}", case["id"]));
}

#[test]
fn perft_counts() {
    cases("perft", |case| {
        let hands: Vec<SetupHand> = case["hands"]
            .as_array()
            .expect("hands")
            .iter()
            .map(|hand| SetupHand::Known(list(hand)))
            .collect();
        let bag = list(&case["bag_order"]);
        let setup = Setup {
            options: Options::new(hands.len() as u8),
            tiles: laid(&case["tiles"]),
            bag: bag.len() as i64,
            scores: vec![0; hands.len()],
            to_move: number(&case["to_move"]) as i64,
            draw: None,
            hands,
            ..Setup::default()
        };
        let position =
            Position::from_setup(&setup).unwrap_or_else(|faults| panic!("{}: {faults}", case["id"]));
        for (depth, wanted) in (1..).zip(case["counts"].as_array().expect("counts")) {
            let census = perft(&position, depth, &BagOrder::new(bag.clone()));
            assert_eq!(census.leaves, number(wanted), "{} at depth {depth}", case["id"]);
        }
    });
}
