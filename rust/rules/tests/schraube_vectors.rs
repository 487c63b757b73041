//! Whole games, refusals and scores of Schraube locker against the vectors in `tests/data/schraube`.

use std::collections::BTreeSet;

use serde_json::Value;
use spielwerk::common::{Position as _, Probability, Seat, StepOf, Turn, Violation};
use spielwerk::schraube::{
    Card, CardSet, Deck, Dice, Event, Face, Hand, HandSetup, Happening, Move, Options, Phase, Pile,
    PileSetup, Points, Position, Setup, set_of,
};

fn lines(name: &str) -> Vec<Value> {
    let path = format!("{}/../../tests/data/schraube/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn byte(value: &Value) -> u8 {
    value.as_u64().unwrap() as u8
}

fn card(value: &Value) -> Card {
    let id = value.as_u64().unwrap() as u32;
    Deck::standard().by_id(id).unwrap()
}

fn pile(value: &Value) -> Pile {
    Pile::new(byte(value)).unwrap()
}

fn seat(value: &Value) -> Seat {
    Seat::new(byte(value))
}

fn face(value: &Value) -> Face {
    Face::new(byte(value)).unwrap()
}

fn dice(value: &Value) -> Dice {
    list(value).map(face).collect()
}

fn cards(value: &Value) -> CardSet {
    list(value).map(card).collect()
}

fn decision(value: &Value) -> Move {
    match value["t"].as_str().unwrap() {
        "start" => Move::Start(pile(&value["pile"])),
        "place" => Move::Place(pile(&value["pile"])),
        "sum" => Move::Sum(pile(&value["pile"]), dice(&value["dice"])),
        "reroll" => Move::Reroll,
        "laser" => Move::Laser(card(&value["card"]), face(&value["from"]), face(&value["to"])),
        "extra" => Move::Extra(card(&value["card"])),
        "stop" => Move::Stop,
        "swap" => Move::Swap(seat(&value["opponent"]), card(&value["give"]), card(&value["take"])),
        "gift" => Move::Gift(seat(&value["opponent"]), card(&value["give"])),
        "end_visit" => Move::EndVisit,
        "combine" => Move::Combine(cards(&value["cards"])),
        "end_turn" => Move::EndTurn,
        other => panic!("{other}"),
    }
}

fn chance(value: &Value) -> Event {
    match value["t"].as_str().unwrap() {
        "roll" => Event::Roll(dice(&value["dice"])),
        "reveal" => Event::Reveal(pile(&value["pile"]), card(&value["card"])),
        other => panic!("{other}"),
    }
}

fn happening(value: &Value) -> Happening {
    match value["t"].as_str().unwrap() {
        "place" => Happening::Place(pile(&value["pile"])),
        "move" => {
            Happening::Move { from: pile(&value["from"]), to: pile(&value["to"]), run: byte(&value["run"]) }
        }
        "empty_run" => Happening::EmptyRun,
        "bonus" => Happening::Bonus,
        "take" => Happening::Take(pile(&value["pile"]), card(&value["card"])),
        "turn_end" => Happening::TurnEnd,
        "game_end" => Happening::GameEnd,
        other => panic!("{other}"),
    }
}

fn fraction(text: &str) -> Probability {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    Probability::new(numerator.parse().unwrap(), denominator.parse().unwrap())
}

fn points_are(points: Points, expected: &Value, id: &Value) {
    assert_eq!(Some(points.values), expected["values"].as_i64(), "{id}");
    assert_eq!(points.covered_pairs, byte(&expected["covered_pairs"]), "{id}");
    assert_eq!(points.final_pairs, byte(&expected["final_pairs"]), "{id}");
    assert_eq!(points.bonus, byte(&expected["bonus"]), "{id}");
    assert_eq!(Some(points.total()), expected["total"].as_i64(), "{id}");
}

#[test]
fn scores_are_those_of_the_vectors() {
    let cases = lines("score.jsonl");
    assert_eq!(cases.len(), 62);
    for case in cases {
        let deck = Deck::standard();
        for (hand, expected) in list(&case["hands"]).zip(list(&case["players"])) {
            let sets: Vec<CardSet> = list(&hand["covered"]).map(cards).collect();
            let hand = Hand {
                open: cards(&hand["open"]),
                covered: sets.iter().copied().fold(CardSet::NONE, CardSet::union),
                pairs: sets.iter().map(|&set| set_of(set, &deck).unwrap().pairs()).sum(),
                bonus: byte(&hand["bonus"]),
            };
            points_are(Points::of(&hand, &deck), expected, &case["id"]);
        }
    }
}

/// The state at the end of a turn.
fn turn_is(game: &Position, expected: &Value, context: &str) {
    let seats = || (0..game.players()).map(Seat::new);
    let figures: Vec<u8> = seats().map(|seat| game.figure_of(seat).unwrap().number()).collect();
    assert_eq!(figures, list(&expected["figures"]).map(byte).collect::<Vec<_>>(), "{context}");
    for (pile, (open, down)) in
        Pile::ALL.into_iter().zip(list(&expected["open_cards"]).zip(list(&expected["down"])))
    {
        assert_eq!(game.open_card(pile), (!open.is_null()).then(|| card(open)), "{context}");
        assert_eq!(game.face_down(pile), byte(down), "{context}");
    }
    assert_eq!(game.bonus_left(), byte(&expected["bonus_left"]), "{context}");
    for (seat, hand) in seats().zip(list(&expected["hands"])) {
        assert_eq!(game.hand(seat).open, cards(&hand["open"]), "{context}");
        assert_eq!(
            game.covered_sets(seat),
            list(&hand["covered"]).map(cards).collect::<Vec<_>>(),
            "{context}"
        );
        assert_eq!(game.hand(seat).bonus, byte(&hand["bonus"]), "{context}");
    }
    assert_eq!(game.removed(), cards(&expected["removed"]), "{context}");
}

fn end_is(game: &Position, case: &Value) {
    assert_eq!(game.turn(), Turn::Over);
    let outcome = game.outcome().unwrap();
    for (seat, expected) in (0..).map(Seat::new).zip(list(&case["score"]["players"])) {
        points_are(game.points(seat), expected, &case["id"]);
        assert_eq!(outcome.points()[seat.index()], i128::from(expected["total"].as_i64().unwrap()));
    }
    let winners: Vec<Seat> = list(&case["score"]["winners"]).map(seat).collect();
    assert_eq!(outcome.winners(), winners, "{}", case["id"]);
    let empty: Vec<u8> = game.empty_piles().iter().map(Pile::number).collect();
    assert_eq!(empty, list(&case["end"]["piles"]).map(byte).collect::<Vec<_>>());
    assert_eq!(game.bonus_left() == 0, case["end"]["bonus"].as_bool().unwrap());
}

#[test]
fn games_play_as_the_vectors_say() {
    let cases = lines("game.jsonl");
    assert_eq!(cases.len(), 18);
    for case in cases {
        let piles: Vec<Vec<Card>> = list(&case["piles"]).map(|pile| list(pile).map(card).collect()).collect();
        let open = Options {
            players: byte(&case["players"]),
            max_rolls: byte(&case["max_rolls"]),
            pro: case["pro"].as_bool().unwrap(),
            ..Options::new(2)
        };
        let piles = std::array::from_fn(|pile| piles[pile].clone().try_into().unwrap());
        let known = Options { piles: Some(piles), ..open.clone() };
        // One game in which nobody knows the order of the piles, one in which the caller does.
        let (mut game, mut ordered) = (Position::start(&open).unwrap(), Position::start(&known).unwrap());
        for (index, step) in list(&case["steps"]).enumerate() {
            let context = format!("{} step {index}", case["id"]);
            let taken = if step["chance"].is_null() {
                let chosen = decision(&step["do"]);
                assert_eq!(game.turn(), Turn::Seat(seat(&step["seat"])), "{context}");
                let expected: BTreeSet<Move> = list(&step["legal"]).map(decision).collect();
                let legal = game.legal_moves();
                assert_eq!(legal.iter().copied().collect::<BTreeSet<_>>(), expected, "{context}");
                assert_eq!(legal.len(), expected.len(), "{context}");
                assert_eq!(ordered.legal_moves(), legal, "{context}");
                StepOf::Move(chosen)
            } else {
                let event = chance(&step["chance"]);
                assert_eq!(game.turn(), Turn::Chance, "{context}");
                assert_eq!(game.probability(&event), fraction(step["p"].as_str().unwrap()), "{context}");
                if let Event::Reveal(..) = event {
                    assert_eq!(
                        (ordered.chance_count(), ordered.probability(&event)),
                        (1, Probability::ONE),
                        "{context}"
                    );
                }
                StepOf::Event(event)
            };
            let then: Vec<Happening> = list(&step["then"]).map(happening).collect();
            assert_eq!(game.consequences(&taken), then, "{context}");
            for game in [&mut game, &mut ordered] {
                match taken {
                    StepOf::Move(chosen) => game.try_play(&chosen).map(drop).unwrap(),
                    StepOf::Event(event) => game.try_apply(&event).map(drop).unwrap(),
                }
            }
            assert_eq!(ordered.without_order(), game, "{context}");
            if !step["after_turn"].is_null() {
                turn_is(&game, &step["after_turn"], &context);
            }
        }
        end_is(&game, &case);
    }
}

/// The position of a vector.
fn position(value: &Value) -> Position {
    let piles = list(&value["piles"]).map(|pile| PileSetup {
        open: (!pile["open"].is_null()).then(|| card(&pile["open"])),
        down: byte(&pile["down"]).into(),
        order: None,
        dice: list(&pile["dice"]).map(face).collect(),
    });
    let hands = list(&value["hands"]).map(|hand| HandSetup {
        open: list(&hand["open"]).map(card).collect(),
        covered: list(&hand["covered"]).map(|set| list(set).map(card).collect()).collect(),
        bonus: byte(&hand["bonus"]).into(),
    });
    let phase = value["phase"].as_str().unwrap();
    let setup = Setup {
        players: byte(&value["players"]).into(),
        max_rolls: byte(&value["max_rolls"]).into(),
        pro: value["pro"].as_bool().unwrap(),
        deck: Deck::standard(),
        phase: Phase::ALL.into_iter().find(|known| known.name() == phase).unwrap(),
        seat: seat(&value["seat"]),
        figures: list(&value["figures"]).map(|at| Some(pile(at))).collect(),
        piles: piles.collect(),
        hands: hands.collect(),
        removed: list(&value["removed"]).map(card).collect(),
        bonus_left: byte(&value["bonus_left"]).into(),
        rerolls_left: value["rerolls_left"].as_i64().unwrap_or(0),
        to_roll: 0,
        unplaced: list(&value["unplaced"]).map(face).collect(),
        fresh: list(&value["fresh"]).map(card).collect(),
        visited: list(&value["visited"]).map(seat).collect(),
    };
    Position::from_setup(&setup).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn refusals_name_every_broken_rule() {
    let cases = lines("illegal.jsonl");
    assert_eq!(cases.len(), 90);
    for case in cases {
        let game = position(&case["position"]);
        let before = game.clone();
        let attempt = decision(&case["attempt"]);
        let broken = game.check(&attempt).expect_err("an illegal move");
        assert!(!game.legal_moves().contains(&attempt));
        let mut found: Vec<&str> = broken.iter().map(Violation::slug).collect();
        let mut expected: Vec<&str> =
            list(&case["reasons"]).map(|reason| reason["slug"].as_str().unwrap()).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}", case["id"]);
        for reason in list(&case["reasons"]) {
            let one = broken.iter().find(|one| Some(one.slug()) == reason["slug"].as_str()).unwrap();
            let accepted = list(&reason["accept"]).any(|rule| rule.as_str() == Some(one.rule()));
            assert!(accepted, "{}: {} {}", case["id"], one.rule(), one.slug());
        }
        assert_eq!(game, before);
    }
}
