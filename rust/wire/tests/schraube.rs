//! The test vectors of Schraube locker through the answering function.

mod common;

use std::time::Instant;

use common::{call, lines, list, number, numbers};
use prost::Message;
use serde_json::Value;
use spielwerk_wire::messages::spielwerk::v1::{
    SchraubeBonus, SchraubeEmptyRun, SchraubeEndTurn, SchraubeEndVisit, SchraubeEvent, SchraubeFigureMove,
    SchraubeGameEnd, SchraubeGift, SchraubeHand, SchraubeHappening, SchraubeLaser, SchraubeMove,
    SchraubeOptions, SchraubePhase, SchraubePile, SchraubePosition, SchraubeRecord, SchraubeReroll,
    SchraubeReveal, SchraubeRoll, SchraubeServiceCheckMoveRequest, SchraubeServiceCheckMoveResponse,
    SchraubeServiceCheckMovesRequest, SchraubeServiceCheckMovesResponse, SchraubeServiceListMovesRequest,
    SchraubeServiceListMovesResponse, SchraubeServicePlayMoveRequest, SchraubeServicePlayMoveResponse,
    SchraubeServiceReplayGameRequest, SchraubeServiceReplayGameResponse, SchraubeServiceResolveChainRequest,
    SchraubeServiceResolveChainResponse, SchraubeServiceSolveTurnRequest, SchraubeServiceViewPositionRequest,
    SchraubeServiceViewPositionResponse, SchraubeSet, SchraubeSharedMoves, SchraubeState, SchraubeStep,
    SchraubeStop, SchraubeSum, SchraubeSwap, SchraubeTake, SchraubeTurn, SchraubeTurnEnd, SchraubeViolation,
    schraube_checked_item::Outcome, schraube_event::Event, schraube_happening::Happening,
    schraube_move::Choice, schraube_step::Step, schraube_turn,
};
use spielwerk_wire::{Budget, Code, answer};

fn decision(value: &Value) -> SchraubeMove {
    let field = |name: &str| number(&value[name]);
    let choice = match value["t"].as_str().expect("a type") {
        "start" => Choice::Start(field("pile")),
        "place" => Choice::Place(field("pile")),
        "sum" => Choice::Sum(SchraubeSum { pile: field("pile"), dice: numbers(&value["dice"]) }),
        "reroll" => Choice::Reroll(SchraubeReroll {}),
        "laser" => Choice::Laser(SchraubeLaser { card: field("card"), from: field("from"), to: field("to") }),
        "extra" => Choice::Extra(field("card")),
        "stop" => Choice::Stop(SchraubeStop {}),
        "swap" => {
            Choice::Swap(SchraubeSwap { seat: field("opponent"), give: field("give"), take: field("take") })
        }
        "gift" => Choice::Gift(SchraubeGift { seat: field("opponent"), card: field("give") }),
        "end_visit" => Choice::EndVisit(SchraubeEndVisit {}),
        "combine" => Choice::Combine(SchraubeSet { cards: numbers(&value["cards"]) }),
        "end_turn" => Choice::EndTurn(SchraubeEndTurn {}),
        other => panic!("{other}"),
    };
    SchraubeMove { choice: Some(choice) }
}

fn event(value: &Value) -> SchraubeEvent {
    let event = match value["t"].as_str().expect("a type") {
        "roll" => Event::Roll(SchraubeRoll { dice: numbers(&value["dice"]) }),
        _ => Event::Reveal(SchraubeReveal { pile: number(&value["pile"]), card: number(&value["card"]) }),
    };
    SchraubeEvent { event: Some(event) }
}

fn happening(value: &Value) -> SchraubeHappening {
    let field = |name: &str| number(&value[name]);
    let happening = match value["t"].as_str().expect("a type") {
        "place" => Happening::Place(field("pile")),
        "move" => {
            Happening::Move(SchraubeFigureMove { from: field("from"), to: field("to"), run: field("run") })
        }
        "empty_run" => Happening::EmptyRun(SchraubeEmptyRun {}),
        "bonus" => Happening::Bonus(SchraubeBonus {}),
        "take" => Happening::Take(SchraubeTake { pile: field("pile"), card: field("card") }),
        "turn_end" => Happening::TurnEnd(SchraubeTurnEnd {}),
        "game_end" => Happening::GameEnd(SchraubeGameEnd {}),
        other => panic!("{other}"),
    };
    SchraubeHappening { happening: Some(happening) }
}

/// The start of a game in which nobody knows the order of the piles.
fn start(case: &Value) -> SchraubePosition {
    SchraubePosition {
        options: Some(SchraubeOptions {
            players: number(&case["players"]),
            max_rolls: Some(number(&case["max_rolls"])),
            pro: case["pro"].as_bool().expect("pro"),
            deck: None,
        }),
        phase: SchraubePhase::Start.into(),
        piles: vec![SchraubePile { down: 7, ..Default::default() }; 6],
        bonus_left: 6,
        ..Default::default()
    }
}

#[test]
fn games_are_played_and_replayed_to_their_end() {
    for case in lines("schraube/game.jsonl") {
        let id = &case["id"];
        let mut steps = Vec::new();
        let mut state = SchraubeState { position: Some(start(&case)), ..Default::default() };
        for (index, step) in list(&case["steps"]).enumerate() {
            let position = state.position.clone();
            let (chosen, events, step_of) = if step["chance"].is_null() {
                let request = SchraubeServiceListMovesRequest {
                    position: position.clone(),
                    want_text: true,
                    ..Default::default()
                };
                let listed: SchraubeServiceListMovesResponse =
                    call("SchraubeService/ListMoves", &request).expect("answered");
                let mut legal: Vec<String> =
                    listed.moves.iter().map(|chosen| format!("{chosen:?}")).collect();
                let mut expected: Vec<String> =
                    list(&step["legal"]).map(|chosen| format!("{:?}", decision(chosen))).collect();
                legal.sort_unstable();
                expected.sort_unstable();
                assert_eq!(legal, expected, "{id} step {index}");
                assert_eq!(listed.text.len(), listed.moves.len());
                (Some(decision(&step["do"])), vec![], Step::Move(decision(&step["do"])))
            } else {
                (None, vec![event(&step["chance"])], Step::Event(event(&step["chance"])))
            };
            let request = SchraubeServicePlayMoveRequest { position, r#move: chosen, events };
            let response: SchraubeServicePlayMoveResponse = call("SchraubeService/PlayMove", &request)
                .unwrap_or_else(|status| panic!("{id} {index}: {status}"));
            let then: Vec<SchraubeHappening> = list(&step["then"]).map(happening).collect();
            assert_eq!(response.happenings, then, "{id} step {index}");
            state = response.next.expect("a legal step");
            steps.push(SchraubeStep { step: Some(step_of) });
            if !step["after_turn"].is_null() {
                turn_is(state.position.as_ref().expect("a position"), &step["after_turn"], id);
            }
        }
        let outcome = state.outcome.as_ref().expect("an outcome");
        let table = state.table.as_ref().expect("a table");
        for (seat, expected) in list(&case["score"]["players"]).enumerate() {
            let points = &table.points[seat];
            assert_eq!(Some(points.total), expected["total"].as_i64(), "{id}");
            assert_eq!(Some(points.values), expected["values"].as_i64(), "{id}");
            assert_eq!(outcome.points[seat], points.total, "{id}");
        }
        assert_eq!(outcome.winners, numbers(&case["score"]["winners"]), "{id}");
        let reason = match (list(&case["end"]["piles"]).count(), case["end"]["bonus"].as_bool()) {
            (0, _) => "bonus_empty",
            (_, Some(true)) => "both_empty",
            _ => "pile_empty",
        };
        assert_eq!(outcome.reason, reason, "{id}");

        let count = steps.len() as u32;
        let record = SchraubeRecord { start: Some(start(&case)), steps, text: String::new() };
        let request = SchraubeServiceReplayGameRequest { record: Some(record) };
        let replayed: SchraubeServiceReplayGameResponse =
            call("SchraubeService/ReplayGame", &request).expect("answered");
        assert_eq!((replayed.wrong_step, replayed.steps_played), (None, count), "{id}");
        assert_eq!(replayed.end, Some(state), "{id}");
    }
}

fn turn_is(position: &SchraubePosition, expected: &Value, id: &Value) {
    assert_eq!(position.figures, numbers(&expected["figures"]), "{id}");
    for (pile, (open, down)) in
        position.piles.iter().zip(list(&expected["open_cards"]).zip(list(&expected["down"])))
    {
        assert_eq!(pile.open, (!open.is_null()).then(|| number(open)), "{id}");
        assert_eq!(pile.down, number(down), "{id}");
    }
    assert_eq!(position.bonus_left, number(&expected["bonus_left"]), "{id}");
    for (hand, expected) in position.hands.iter().zip(list(&expected["hands"])) {
        assert_eq!(hand.open, numbers(&expected["open"]), "{id}");
        let covered: Vec<Vec<u32>> = hand.covered.iter().map(|set| set.cards.clone()).collect();
        assert_eq!(covered, list(&expected["covered"]).map(numbers).collect::<Vec<_>>(), "{id}");
        assert_eq!(hand.bonus, number(&expected["bonus"]), "{id}");
    }
    assert_eq!(position.removed, numbers(&expected["removed"]), "{id}");
}

/// The position of a refusal.
fn position(value: &Value) -> SchraubePosition {
    let piles = list(&value["piles"]).map(|pile| SchraubePile {
        open: (!pile["open"].is_null()).then(|| number(&pile["open"])),
        down: number(&pile["down"]),
        order: Vec::new(),
        dice: numbers(&pile["dice"]),
    });
    let hands = list(&value["hands"]).map(|hand| SchraubeHand {
        open: numbers(&hand["open"]),
        covered: list(&hand["covered"]).map(|set| SchraubeSet { cards: numbers(set) }).collect(),
        bonus: number(&hand["bonus"]),
    });
    let phase = format!("SCHRAUBE_PHASE_{}", value["phase"].as_str().expect("a phase").to_ascii_uppercase());
    SchraubePosition {
        phase: SchraubePhase::from_str_name(&phase).expect("a phase").into(),
        seat: number(&value["seat"]),
        figures: numbers(&value["figures"]),
        piles: piles.collect(),
        hands: hands.collect(),
        removed: numbers(&value["removed"]),
        bonus_left: number(&value["bonus_left"]),
        rerolls_left: value["rerolls_left"].as_u64().unwrap_or(0) as u32,
        unplaced: numbers(&value["unplaced"]),
        fresh: numbers(&value["fresh"]),
        visited: numbers(&value["visited"]),
        ..start(value)
    }
}

#[test]
fn refusals_name_every_broken_rule() {
    for case in lines("schraube/illegal.jsonl") {
        let id = &case["id"];
        let (position, chosen) = (Some(position(&case["position"])), decision(&case["attempt"]));
        let request = SchraubeServiceCheckMoveRequest {
            position: position.clone(),
            r#move: Some(chosen.clone()),
            want_next: true,
        };
        let response: SchraubeServiceCheckMoveResponse =
            call("SchraubeService/CheckMove", &request).unwrap_or_else(|status| panic!("{id}: {status}"));
        let verdict = response.verdict.clone().expect("a verdict");
        let mut found: Vec<&str> = verdict.violations.iter().map(|broken| broken.slug.as_str()).collect();
        let mut expected: Vec<&str> =
            list(&case["reasons"]).filter_map(|reason| reason["slug"].as_str()).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{id}");

        let batch = SchraubeServiceCheckMovesRequest {
            items: vec![request],
            shared: Some(SchraubeSharedMoves { position, moves: vec![chosen] }),
        };
        let answered: SchraubeServiceCheckMovesResponse =
            call("SchraubeService/CheckMoves", &batch).expect("answered");
        assert_eq!(answered.items[0].outcome, Some(Outcome::Result(response)), "{id}");
        let bits = found.iter().map(|slug| {
            let name = format!("SCHRAUBE_VIOLATION_{}", slug.to_ascii_uppercase());
            1 << SchraubeViolation::from_str_name(&name).expect("named in the enum") as u32
        });
        let columns = answered.shared.expect("columns");
        assert_eq!(columns.violations, [bits.fold(0, |bits, bit| bits | bit)], "{id}");
    }
}

#[test]
fn chains_are_resolved_as_the_vectors_say() {
    for case in lines("schraube/chain.jsonl") {
        let request = SchraubeServiceResolveChainRequest {
            figure: number(&case["figure"]),
            faces: numbers(&case["faces"]),
            covered: numbers(&case["covered"]),
            dice: numbers(&case["dice"]),
            pro: false,
        };
        let response: SchraubeServiceResolveChainResponse =
            call("SchraubeService/ResolveChain", &request).expect("answered");
        assert_eq!(response.forced, numbers(&case["forced"]), "{}", case["id"]);
        assert_eq!(response.dice_left, numbers(&case["dice_left"]), "{}", case["id"]);
        assert_eq!(response.run, number(&case["run"]), "{}", case["id"]);
        assert_eq!(response.free, numbers(&case["free"]), "{}", case["id"]);
    }
}

#[test]
fn a_view_forgets_the_order_of_the_piles() {
    let mut known = start(&lines("schraube/game.jsonl")[0]);
    for (index, pile) in known.piles.iter_mut().enumerate() {
        pile.order = (1..=7).map(|card| index as u32 * 7 + card).collect();
    }
    let request = SchraubeServiceViewPositionRequest { position: Some(known.clone()), seat: 1 };
    let response: SchraubeServiceViewPositionResponse =
        call("SchraubeService/ViewPosition", &request).expect("answered");
    let seen = response.view.and_then(|view| view.position).expect("a position");
    assert!(seen.piles.iter().all(|pile| pile.order.is_empty()));
    assert_ne!(seen.piles, known.piles);
}

/// The dearest turn that is answered.
fn dearest_turn() -> Vec<u8> {
    let turn = SchraubeTurn {
        faces: vec![1, 2, 3, 4, 5, 6],
        dice: Some(schraube_turn::Dice::ToRoll(6)),
        rerolls_left: 8,
        lasers: 4,
        extra_rolls: 8,
        pro: true,
        ..Default::default()
    };
    SchraubeServiceSolveTurnRequest { turn: Some(turn), ..Default::default() }.encode_to_vec()
}

#[test]
fn a_deadline_ends_the_solution_of_a_turn() {
    const SOLVE_TURN: &str = "/spielwerk.v1.SchraubeService/SolveTurn";
    let request = dearest_turn();
    let begun = Instant::now();
    assert!(answer(SOLVE_TURN, &request, &Budget::default()).is_ok());
    let whole = begun.elapsed();
    // On a busy machine any one of them may be held up.
    let late = (0..5).map(|_| {
        let deadline = Instant::now() + whole / 10;
        let status = answer(SOLVE_TURN, &request, &Budget { deadline: Some(deadline), ..Budget::default() });
        assert_eq!(status.unwrap_err().code, Code::DeadlineExceeded);
        deadline.elapsed()
    });
    let late = late.min().expect("five of them");
    assert!(late < whole / 20, "{late:?} after the deadline, of {whole:?} that the turn takes");
}
