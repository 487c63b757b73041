//! The test vectors of Qwirkle through the answering function.

mod common;

use common::{call, lines, qwirkle_game, qwirkle_hand, qwirkle_laid, qwirkle_layout, reasons};
use serde_json::{Value, json};
use spielwerk::common::Word;
use spielwerk::qwirkle::{Grid, actions};
use spielwerk_wire::messages::spielwerk::v1::{
    ActionWord, Phase, QwirkleHolding, QwirkleLayout, QwirkleMove, QwirkleOptions, QwirklePendingDraw,
    QwirklePosition, QwirkleRecord, QwirkleServiceCheckMoveRequest, QwirkleServiceCheckMoveResponse,
    QwirkleServiceCheckMovesRequest, QwirkleServiceCheckMovesResponse, QwirkleServiceListMovesRequest,
    QwirkleServiceListMovesResponse, QwirkleServicePlayMoveRequest, QwirkleServicePlayMoveResponse,
    QwirkleServiceReplayGameRequest, QwirkleServiceReplayGameResponse, QwirkleServiceViewPositionRequest,
    QwirkleServiceViewPositionResponse, QwirkleSharedPlacements, QwirkleSkip, QwirkleStep, QwirkleTable,
    QwirkleTrade, QwirkleViolation, qwirkle_checked_item::Outcome, qwirkle_move::Choice,
    qwirkle_service_check_move_request, qwirkle_service_list_moves_request, qwirkle_shared_placements,
    qwirkle_step::Step,
};

fn placement(tiles: &Value) -> QwirkleMove {
    QwirkleMove { choice: Some(Choice::Place(qwirkle_layout(tiles))) }
}

fn table(case: &Value) -> QwirkleTable {
    let hand = (!case["hand"].is_null()).then(|| qwirkle_hand(&case["hand"]));
    QwirkleTable { tiles: Some(qwirkle_layout(&case["tiles"])), hand }
}

fn question(case: &Value) -> QwirkleServiceCheckMoveRequest {
    QwirkleServiceCheckMoveRequest {
        subject: Some(qwirkle_service_check_move_request::Subject::Table(table(case))),
        r#move: Some(placement(&case["move"])),
        ..Default::default()
    }
}

#[test]
fn verdicts_and_scores_are_those_of_the_vectors() {
    let cases = lines("qwirkle/check.jsonl");
    for case in &cases {
        let id = &case["id"];
        let response: QwirkleServiceCheckMoveResponse = call("QwirkleService/CheckMove", &question(case))
            .unwrap_or_else(|status| panic!("{id}: {status}"));
        let verdict = response.verdict.expect("a verdict");
        assert_eq!(verdict.legal, case["legal"], "{id}");
        let mut slugs: Vec<&str> = verdict.violations.iter().map(|broken| broken.slug.as_str()).collect();
        slugs.sort_unstable();
        assert_eq!(Value::from(slugs), case["violations"], "{id}");
        assert_eq!(response.score.as_ref().map(|score| score.points.into()), case["score"].as_u64(), "{id}");
        if let Some(score) = response.score {
            let mut lines: Vec<(i64, usize)> =
                score.lines.iter().map(|line| (line.points.into(), line.length as usize)).collect();
            let mut expected: Vec<(i64, usize)> = case["lines"]
                .as_array()
                .expect("lines")
                .iter()
                .map(|line| {
                    (line["points"].as_i64().expect("points"), line["cells"].as_array().expect("cells").len())
                })
                .collect();
            lines.sort_unstable();
            expected.sort_unstable();
            assert_eq!(lines, expected, "{id}");
        }
    }
}

#[test]
fn a_word_gets_the_verdict_of_what_it_says() {
    let (mut legal, mut illegal) = (0, 0);
    for case in lines("qwirkle/check.jsonl") {
        let (tiles, mut laid) = (qwirkle_laid(&case["tiles"]), qwirkle_laid(&case["move"]));
        laid.sort_unstable_by_key(|laid| laid.cell);
        let ([first, .., last] | [first @ last]) = laid.as_slice() else { continue };
        let axis =
            if first.cell.x == last.cell.x && laid.len() > 1 { actions::DOWN } else { actions::ACROSS };
        let kinds = laid.iter().take(6).map(|laid| laid.tile.index() as u16);
        let ids = [axis, actions::CELL + first.cell.place() as u16].into_iter().chain(kinds);
        let word: Word = ids.chain([actions::DONE]).collect();
        let attempt = Grid::new(&tiles).expect("a grid").attempt_of(word).expect("a word");

        let told = [
            Choice::Text(attempt.to_string()),
            Choice::Actions(ActionWord { ids: word.iter().map(u32::from).collect() }),
        ];
        let table = qwirkle_service_check_move_request::Subject::Table(table(&case));
        let game = qwirkle_game(&case).map(qwirkle_service_check_move_request::Subject::Position);
        for subject in [Some(table), game].into_iter().flatten() {
            let [said, spelled] = told.clone().map(|choice| {
                let request = QwirkleServiceCheckMoveRequest {
                    subject: Some(subject.clone()),
                    r#move: Some(QwirkleMove { choice: Some(choice) }),
                    ..Default::default()
                };
                call::<QwirkleServiceCheckMoveResponse>("QwirkleService/CheckMove", &request)
            });
            assert_eq!(said, spelled, "{}: {attempt}", case["id"]);
            let verdict = spelled.expect("answered").verdict.expect("a verdict");
            *(if verdict.legal { &mut legal } else { &mut illegal }) += 1;
        }
    }
    assert!(legal > 200 && illegal > 200, "{legal} legal, {illegal} not");
}

#[test]
fn a_word_finds_the_faults_of_its_ground_and_no_trade_at_a_table() {
    let ask = |tiles: Value, ids: &[u16]| {
        let table = table(&json!({ "tiles": tiles, "hand": null }));
        let request = QwirkleServiceCheckMoveRequest {
            subject: Some(qwirkle_service_check_move_request::Subject::Table(table)),
            r#move: Some(QwirkleMove {
                choice: Some(Choice::Actions(ActionWord {
                    ids: ids.iter().copied().map(u32::from).collect(),
                })),
            }),
            ..Default::default()
        };
        reasons(&call::<QwirkleServiceCheckMoveResponse>("QwirkleService/CheckMove", &request).unwrap_err())
    };
    let apart = json!([[0, 0, "circle", "red"], [5, 0, "clover", "red"]]);
    let lay = [actions::ACROSS, actions::CELL, 0, actions::DONE];
    assert_eq!(ask(apart.clone(), &lay), ["not_connected"]);
    assert_eq!(ask(json!([]), &[actions::TRADE, 0, actions::DONE]), ["needs_position"]);
    assert_eq!(ask(apart, &[actions::SKIP]), ["needs_position", "not_connected"]);
}

#[test]
fn a_batch_says_what_single_calls_say() {
    let cases = lines("qwirkle/check.jsonl");
    let items: Vec<_> = cases.iter().map(question).collect();
    let request = QwirkleServiceCheckMovesRequest { items: items.clone(), shared: None };
    let response: QwirkleServiceCheckMovesResponse =
        call("QwirkleService/CheckMoves", &request).expect("answered");
    assert_eq!(response.items.len(), items.len());
    for (item, answered) in items.iter().zip(response.items) {
        let single = call("QwirkleService/CheckMove", item).expect("answered");
        assert_eq!(answered.outcome, Some(Outcome::Result(single)));
    }
}

#[test]
fn packed_placements_get_the_verdicts_of_single_calls() {
    for case in lines("qwirkle/check.jsonl") {
        let moves = [&case["move"], &case["move"]];
        let mut tiles = QwirkleLayout::default();
        for laid in moves.map(qwirkle_layout) {
            tiles.x.extend(laid.x);
            tiles.y.extend(laid.y);
            tiles.tile.extend(laid.tile);
        }
        let shared = QwirkleSharedPlacements {
            subject: Some(qwirkle_shared_placements::Subject::Table(table(&case))),
            sizes: moves.map(|tiles| tiles.as_array().expect("tiles").len() as u32).to_vec(),
            tiles: Some(tiles),
        };
        let request = QwirkleServiceCheckMovesRequest { items: Vec::new(), shared: Some(shared) };
        let response: QwirkleServiceCheckMovesResponse =
            call("QwirkleService/CheckMoves", &request).expect("answered");
        let verdicts = response.shared.expect("verdicts");
        let bits = case["violations"].as_array().expect("slugs").iter().map(|slug| {
            let name = format!("QWIRKLE_VIOLATION_{}", slug.as_str().expect("a slug").to_ascii_uppercase());
            1 << QwirkleViolation::from_str_name(&name).expect("named in the enum") as u32
        });
        let bits: u32 = bits.sum();
        assert_eq!(verdicts.violations, [bits, bits], "{}", case["id"]);
        assert_eq!(verdicts.legal, [case["legal"].as_bool().expect("legal"); 2], "{}", case["id"]);
        assert_eq!(verdicts.points, [case["score"].as_u64().unwrap_or(0) as u32; 2], "{}", case["id"]);
    }
}

#[test]
fn lists_are_those_of_the_vectors() {
    for case in lines("qwirkle/moves.jsonl") {
        let id = &case["id"];
        let request = QwirkleServiceListMovesRequest {
            subject: Some(qwirkle_service_list_moves_request::Subject::Table(table(&case))),
            limit: 20_000,
            want_text: true,
            ..Default::default()
        };
        let response: QwirkleServiceListMovesResponse =
            call("QwirkleService/ListMoves", &request).unwrap_or_else(|status| panic!("{id}: {status}"));
        let count = case["placements"].as_u64().expect("a count");
        assert_eq!(
            (response.total, response.truncated, response.sizes.len() as u64),
            (count, false, count),
            "{id}"
        );
        assert_eq!(response.points.iter().max().copied().map(u64::from), case["best"].as_u64(), "{id}");
        assert_eq!(response.text.len() as u64, count);

        let best = QwirkleServiceListMovesRequest { best_only: true, limit: 1, ..request };
        let best: QwirkleServiceListMovesResponse =
            call("QwirkleService/ListMoves", &best).expect("answered");
        assert!(best.points.iter().all(|&points| Some(u64::from(points)) == case["best"].as_u64()), "{id}");
        assert_eq!(best.truncated, best.total > 1, "{id}");
    }
}

/// The start of a game for so many players, nothing dealt.
fn before_the_deal(players: usize, starter: u32) -> QwirklePosition {
    QwirklePosition {
        options: Some(QwirkleOptions { starter: Some(starter), ..Default::default() }),
        hands: vec![QwirkleHolding::default(); players],
        bag: 108,
        draw: Some(QwirklePendingDraw { count: 6, aside: None }),
        ..Default::default()
    }
}

fn move_of(turn: &Value) -> QwirkleMove {
    let said = &turn["move"];
    let choice = if let Some(tiles) = said.get("place") {
        Choice::Place(qwirkle_layout(tiles))
    } else if let Some(tiles) = said.get("trade") {
        Choice::Trade(QwirkleTrade { tiles: qwirkle_hand(tiles).tiles })
    } else {
        Choice::Skip(QwirkleSkip {})
    };
    QwirkleMove { choice: Some(choice) }
}

/// A game of the vectors as a record.
fn record(game: &Value) -> QwirkleRecord {
    let players = game["players"].as_u64().expect("players") as usize;
    let starter = game["starter"].as_u64().expect("a seat") as u32;
    let deal = game["bag_order"].as_array().expect("tiles").chunks(6).take(players);
    let mut steps: Vec<Step> = deal.map(|hand| Step::Draw(qwirkle_hand(&Value::from(hand)))).collect();
    for turn in game["turns"].as_array().expect("turns") {
        steps.push(Step::Move(move_of(turn)));
        let drawn = qwirkle_hand(&turn["drawn"]);
        if !drawn.tiles.is_empty() {
            steps.push(Step::Draw(drawn));
        }
    }
    QwirkleRecord {
        start: Some(before_the_deal(players, starter)),
        steps: steps.into_iter().map(|step| QwirkleStep { step: Some(step) }).collect(),
        text: String::new(),
    }
}

#[test]
fn games_replay_to_their_end() {
    for game in lines("qwirkle/game.jsonl") {
        let id = &game["id"];
        let record = record(&game);
        let count = record.steps.len() as u32;
        let request = QwirkleServiceReplayGameRequest { record: Some(record.clone()) };
        let response: QwirkleServiceReplayGameResponse =
            call("QwirkleService/ReplayGame", &request).unwrap_or_else(|status| panic!("{id}: {status}"));
        assert_eq!((response.wrong_step, response.steps_played), (None, count), "{id}");
        let end = response.end.expect("an end");
        assert_eq!(end.turn.expect("a turn").phase(), Phase::Over, "{id}");
        let outcome = end.outcome.expect("an outcome");
        assert_eq!(Value::from(outcome.points), game["scores"], "{id}");
        assert_eq!(Value::from(outcome.winners), game["winners"], "{id}");
        assert_eq!(outcome.reason, game["reason"], "{id}");

        // A step left out is found where it is missing.
        let mut cut = record;
        let missing = cut.steps.iter().rposition(|step| matches!(step.step, Some(Step::Draw(_))));
        cut.steps.remove(missing.expect("draws"));
        let request = QwirkleServiceReplayGameRequest { record: Some(cut) };
        let response: QwirkleServiceReplayGameResponse =
            call("QwirkleService/ReplayGame", &request).expect("answered");
        let wrong = response.wrong_step.expect("a wrong step");
        assert_eq!((Some(wrong.index as usize), wrong.index), (missing, response.steps_played), "{id}");
        assert_eq!(wrong.violations[0].slug, "draw_pending", "{id}");
    }
}

#[test]
fn games_are_played_move_by_move_and_seen_by_every_seat() {
    let views = lines("qwirkle/view.jsonl");
    for game in lines("qwirkle/game.jsonl").into_iter().take(6) {
        let players = game["players"].as_u64().expect("players") as usize;
        let deal = game["bag_order"].as_array().expect("tiles").chunks(6).take(players);
        let start = before_the_deal(players, game["starter"].as_u64().expect("a seat") as u32);
        let play = |position, chosen, draws| {
            let request =
                QwirkleServicePlayMoveRequest { position: Some(position), r#move: chosen, draws, seat: None };
            call::<QwirkleServicePlayMoveResponse>("QwirkleService/PlayMove", &request).expect("answered")
        };
        let hands = deal.map(|hand| qwirkle_hand(&Value::from(hand))).collect();
        let mut state = play(start, None, hands).next.expect("dealt");
        for (index, turn) in game["turns"].as_array().expect("turns").iter().enumerate() {
            for view in views.iter().filter(|view| view["game"] == game["id"] && view["after_turns"] == index)
            {
                view["views"]
                    .as_array()
                    .expect("views")
                    .iter()
                    .for_each(|view| check_view(state.position.as_ref(), view));
            }
            let draws = Some(qwirkle_hand(&turn["drawn"])).filter(|drawn| !drawn.tiles.is_empty());
            let draws: Vec<QwirkleHolding> = draws.into_iter().collect();
            // Once as fields, once as text.
            let text = QwirklePosition { text: state.text.clone(), ..Default::default() };
            let by_text = play(text, Some(move_of(turn)), draws.clone());
            let response = play(state.position.expect("a position"), Some(move_of(turn)), draws);
            assert_eq!(response, by_text);
            let score = response.score.expect("a legal move");
            let bonus = turn["end_bonus"].as_u64().expect("a bonus");
            assert_eq!(u64::from(score.points), turn["score"].as_u64().expect("points") + bonus);
            assert_eq!(u64::from(score.end_bonus), bonus);
            state = response.next.expect("a next position");
        }
        assert_eq!(Value::from(state.outcome.expect("over").points), game["scores"]);
    }
}

fn check_view(position: Option<&QwirklePosition>, view: &Value) {
    let seat = view["seat"].as_u64().expect("a seat") as usize;
    let request = QwirkleServiceViewPositionRequest { position: position.cloned(), seat: seat as u32 };
    let response: QwirkleServiceViewPositionResponse =
        call("QwirkleService/ViewPosition", &request).expect("answered");
    let seen = response.view.expect("a view").position.expect("a position");
    for (other, hand) in seen.hands.iter().enumerate() {
        assert_eq!(hand.hidden.is_some(), other != seat, "only the own hand is seen");
        let size = hand.hidden.map_or(hand.tiles.len() as u64, u64::from);
        assert_eq!(size, view["hand_sizes"][other].as_u64().expect("a size"));
    }
    let mut own = seen.hands[seat].tiles.clone();
    let mut expected = qwirkle_hand(&view["hand"]).tiles;
    own.sort_unstable();
    expected.sort_unstable();
    assert_eq!(own, expected);
    let mut unseen: Vec<(i32, u32)> = response.unseen.into_iter().zip(response.copies).collect();
    let mut expected: Vec<(i32, u32)> = view["unseen"]
        .as_array()
        .expect("kinds")
        .iter()
        .map(|kind| (common::qwirkle_tile(&kind[0], &kind[1]), kind[2].as_u64().expect("copies") as u32))
        .collect();
    unseen.sort_unstable();
    expected.sort_unstable();
    assert_eq!(unseen, expected);
}

#[test]
fn faults_of_positions_are_all_named() {
    for case in lines("qwirkle/position.jsonl") {
        let id = &case["id"];
        let hands: Vec<QwirkleHolding> =
            case["hands"].as_array().expect("hands").iter().map(qwirkle_hand).collect();
        let position = QwirklePosition {
            tiles: Some(qwirkle_layout(&case["tiles"])),
            hands,
            bag: case["bag"].as_u64().expect("a number") as u32,
            ..Default::default()
        };
        let request = QwirkleServiceViewPositionRequest { position: Some(position), seat: 0 };
        let answered = call::<QwirkleServiceViewPositionResponse>("QwirkleService/ViewPosition", &request);
        let mut slugs = answered.err().map_or(Vec::new(), |status| reasons(&status));
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(Value::from(slugs), case["faults"], "{id}");
    }
}
