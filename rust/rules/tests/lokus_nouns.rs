//! The row rules, round resolution and scoring of Lokus against the vectors and against every fault.

use std::fs;

use serde_json::Value;
use spielwerk::common::Faults;
use spielwerk::lokus::{
    Card, Colour, Placed, RoundSetup, Row, RowIndex, ScoringTable, Which, minus_points, place, resolve_round,
    rows_of,
};

fn vectors(name: &str) -> Vec<Value> {
    let path = format!("{}/../../tests/data/lokus/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("a vector is JSON")).collect()
}

fn card(value: &Value) -> Card {
    let colour = Colour::from_name(value[0].as_str().unwrap()).unwrap();
    Card::new(colour, value[1].as_u64().unwrap() as u8).unwrap()
}

fn cards(value: &Value) -> Vec<Card> {
    value.as_array().unwrap().iter().map(card).collect()
}

fn rows(value: &Value) -> [Row; 2] {
    rows_of(&value.as_array().unwrap().iter().map(cards).collect::<Vec<_>>()).unwrap()
}

fn slugs(faults: &Faults) -> Vec<(&str, &'static str)> {
    faults.as_slice().iter().map(|fault| (fault.path.as_str(), fault.slug)).collect()
}

#[test]
fn place_vectors() {
    let vectors = vectors("place");
    assert_eq!(vectors.len(), 400);
    for case in vectors {
        let (id, rows, card) = (&case["id"], rows(&case["rows"]), card(&case["card"]));
        for (i, expected) in case["results"].as_array().unwrap().iter().enumerate() {
            let row = rows[i];
            assert_eq!(row.takes(card), expected["legal"].as_bool().unwrap(), "{id}");
            let found: Vec<_> = [(row.has_colour(card), "same_color"), (row.has_number(card), "same_number")]
                .into_iter()
                .filter_map(|(broken, slug)| broken.then_some(slug))
                .collect();
            assert_eq!(serde_json::to_value(found).unwrap(), expected["violations"], "{id}");
            if row.takes(card) {
                let mut after = rows;
                let set_aside = after[i].place(card);
                assert_eq!(after, self::rows(&expected["rows_after"]), "{id}");
                assert_eq!(set_aside.is_some(), expected["cleared"].as_bool().unwrap(), "{id}");
                assert_eq!(
                    set_aside.unwrap_or_default().iter().collect::<Vec<_>>(),
                    cards(&expected["set_aside"]),
                    "{id}"
                );
            }
        }
        let mut after = rows;
        let outcome = match place(&mut after, card, None) {
            None => "decision",
            Some(Placed::Miss) => "miss",
            Some(Placed::Row { .. }) => "forced",
        };
        assert_eq!(outcome, case["outcome"].as_str().unwrap(), "{id}");
        assert_eq!(outcome == "forced", after != rows, "{id}");
    }
}

#[test]
fn score_vectors() {
    let vectors = vectors("score");
    assert_eq!(vectors.len(), 700);
    for case in vectors {
        let id = &case["id"];
        let table = match &case["table"] {
            Value::String(name) => ScoringTable::named(name),
            list => {
                let entries: Vec<i64> =
                    list.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect();
                ScoringTable::given(&entries)
            }
        };
        if let Some(minus) = case.get("minus") {
            let count = |name: &str| case[name].as_u64().unwrap() as u8;
            let found = minus_points(&table.unwrap(), count("rolls"), count("cleaning"));
            assert_eq!(found, minus.as_i64().unwrap(), "{id}");
        } else {
            assert_eq!(table.is_err(), case["refused"].as_bool().unwrap(), "{id}");
            let found = table.err().unwrap_or_default();
            let found: Vec<_> = found.as_slice().iter().map(|fault| fault.slug).collect();
            assert_eq!(serde_json::to_value(found).unwrap(), case["faults"], "{id}");
        }
    }
}

/// Every round of every deal vector, resolved without a game around it.
#[test]
fn rounds_of_the_deal_vectors_resolve() {
    for case in vectors("deal") {
        let mut before: Vec<Vec<Card>> =
            cards(&case["starters"]).into_iter().map(|card| vec![card]).collect();
        before.resize(2, vec![]);
        let mut before = rows_of(&before).unwrap();
        let (mut rolls, mut cleaning) = ([0; 6], [0; 6]);
        let rounds = case["rounds"].as_array().unwrap().iter().zip(case["outcomes"].as_array().unwrap());
        for (i, (round, outcome)) in rounds.enumerate() {
            let at = format!("{} round {i}", case["id"]);
            let chosen = |name: &str| round[name].as_u64().and_then(RowIndex::try_new);
            let choices = [chosen("low_row"), chosen("high_row")];
            let cards = cards(&round["cards"]);
            let found = resolve_round(&before, &cards, choices).unwrap();
            assert_eq!(found.missing, None, "{at}");
            for (which, name) in Which::ALL.into_iter().zip(["low", "high"]) {
                let expected = &outcome[name];
                let placement = found.placements[which.index()].unwrap();
                assert_eq!(placement.seat.index() as u64, expected["seat"].as_u64().unwrap(), "{at}");
                assert_eq!(placement.card, card(&expected["card"]), "{at}");
                assert_eq!(serde_json::to_value(placement.takes).unwrap(), expected["takes"], "{at}");
                assert_eq!(placement.rows_after, rows(&expected["rows_after"]), "{at}");
                let (row, cleared) = match placement.placed {
                    Placed::Row { row, cleared } => (Some(row.index() as u64), cleared),
                    Placed::Miss => (None, false),
                };
                assert_eq!(row, expected["row"].as_u64(), "{at}");
                assert_eq!(cleared, expected["cleared"].as_bool().unwrap(), "{at}");
            }
            // Leaving out a choice that is asked for must be noticed, and only then.
            let asked = choices.iter().position(Option::is_some);
            let open = resolve_round(&before, &cards, [None, None]).unwrap();
            assert_eq!(open.missing.map(Which::index), asked, "{at}");
            for seat in 0..cards.len() {
                rolls[seat] += found.rolls[seat];
                cleaning[seat] += found.cleaning[seat];
            }
            before = found.rows;
            assert_eq!(before, rows(&outcome["rows"]), "{at}");
            assert_eq!(serde_json::to_value(&rolls[..cards.len()]).unwrap(), outcome["rolls"], "{at}");
            assert_eq!(serde_json::to_value(&cleaning[..cards.len()]).unwrap(), outcome["cleaning"], "{at}");
        }
    }
}

#[test]
fn a_round_names_every_fault() {
    let card = |text: &str| text.parse::<Card>().unwrap();
    let all = RoundSetup {
        rows: vec![vec![card("r1"), card("r2")], vec![card("r1")], vec![]],
        cards: vec![card("g4"), card("g4"), card("r1")],
        row_choices: [Some(2), Some(0)],
    };
    let faults = all.resolve().unwrap_err();
    assert_eq!(
        slugs(&faults),
        [
            ("rows", "wrong_row_count"),
            ("rows[0][1]", "row_color_taken"),
            ("rows[1][0]", "duplicate_card"),
            ("row_choices[0]", "row_out_of_range"),
            ("cards[1]", "duplicate_card"),
        ]
    );
    let sound = RoundSetup { rows: vec![vec![card("r1")], vec![card("y2")]], ..RoundSetup::default() };
    assert_eq!(slugs(&sound.resolve().unwrap_err()), [("cards", "players_out_of_range")]);
    let in_a_row = RoundSetup { cards: vec![card("y2"), card("b5")], ..sound.clone() };
    assert_eq!(slugs(&in_a_row.resolve().unwrap_err()), [("cards[0]", "duplicate_card")]);
    // y1 goes to neither row, r4 only to the second: nobody has a choice.
    let forced =
        RoundSetup { cards: vec![card("y1"), card("r4")], row_choices: [Some(0), Some(1)], ..sound.clone() };
    let expected = [("row_choices[0]", "not_a_decision"), ("row_choices[1]", "not_a_decision")];
    assert_eq!(slugs(&forced.resolve().unwrap_err()), expected);
    // A choice for the second placement while the first still waits is not asked for either.
    let early =
        RoundSetup { cards: vec![card("b3"), card("g4")], row_choices: [None, Some(1)], ..sound.clone() };
    assert_eq!(slugs(&early.resolve().unwrap_err()), [("row_choices[1]", "not_a_decision")]);
    let seven = RoundSetup { cards: Card::all().rev().take(7).collect(), ..sound };
    assert_eq!(slugs(&seven.resolve().unwrap_err()), [("cards", "players_out_of_range")]);
}

#[test]
fn a_single_card_reads_back_and_has_a_golden_text() {
    for card in Card::all() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    for (text, colour, number) in [
        ("r1", Colour::Red, 1),
        ("s12", Colour::Grey, 12),
        ("g10", Colour::Green, 10),
        ("o5", Colour::Orange, 5),
    ] {
        assert_eq!(Card::new(colour, number).unwrap().to_string(), text);
    }
    for (tolerated, strict) in [(" Grey 7", "s7"), ("GRAY07", "s7"), ("blue3", "b3"), ("Y12", "y12")] {
        assert_eq!(tolerated.parse::<Card>().unwrap().to_string(), strict);
    }
    for refused in ["", "r", "r0", "r13", "7", "x7", "r7 ", "r7x", "r-1", "r99999999999", "röt7"] {
        assert_eq!(refused.parse::<Card>().is_ok(), refused == "r7 ", "{refused:?}");
    }
}
