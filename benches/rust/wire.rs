//! How fast requests are answered, from bytes to bytes: `cargo bench -p spielwerk-wire`.
//!
//! The middle game of `tests/data/qwirkle` serves as a supply of positions. Read the fastest sample: on a shared machine the
//! others measure the neighbours.

#[path = "../../rust/wire/tests/common/mod.rs"]
mod common;

use common::{lines, qwirkle_game, qwirkle_hand, qwirkle_laid, qwirkle_layout};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use prost::Message;
use serde_json::Value;
use spielwerk::common::Actions;
use spielwerk::qwirkle::{Attempt, Grid, Move, Position, check_placement};
use spielwerk_wire::messages::spielwerk::v1::{
    ActionWord, LokusRow, LokusServiceResolveRoundRequest, QwirkleLayout, QwirkleMove,
    QwirkleServiceCheckMoveRequest, QwirkleServiceCheckMovesRequest, QwirkleSharedPlacements, QwirkleTable,
    SchraubeServiceSolveTurnRequest, SchraubeTurn, qwirkle_move::Choice,
    qwirkle_service_check_move_request::Subject, qwirkle_shared_placements, schraube_turn,
};
use spielwerk_wire::{Budget, answer};

fn main() {
    divan::main();
}

const CHECK_MOVE: &str = "/spielwerk.v1.QwirkleService/CheckMove";
const CHECK_MOVES: &str = "/spielwerk.v1.QwirkleService/CheckMoves";

/// Cases with a known hand, legal or not.
fn cases(legal: bool) -> Vec<Value> {
    let mut cases = lines("qwirkle/check.jsonl");
    cases.retain(|case| case["legal"] == legal && !case["hand"].is_null());
    cases
}

fn table(case: &Value) -> QwirkleTable {
    QwirkleTable { tiles: Some(qwirkle_layout(&case["tiles"])), hand: Some(qwirkle_hand(&case["hand"])) }
}

fn question(case: &Value) -> QwirkleServiceCheckMoveRequest {
    QwirkleServiceCheckMoveRequest {
        subject: Some(Subject::Table(table(case))),
        r#move: Some(QwirkleMove { choice: Some(Choice::Place(qwirkle_layout(&case["move"]))) }),
        ..Default::default()
    }
}

fn measure(bencher: Bencher, method: &str, requests: &[Vec<u8>], items: usize) {
    bencher.counter(ItemsCount::new(items)).bench(|| {
        for request in requests {
            black_box(answer(method, black_box(request), &Budget::default()).expect("answered"));
        }
    });
}

/// Single calls, each with its own position of 30 to 100 tiles.
#[divan::bench(args = [true, false])]
fn qwirkle_check_move(bencher: Bencher, legal: bool) {
    let requests: Vec<_> = cases(legal).iter().map(|case| question(case).encode_to_vec()).collect();
    measure(bencher, CHECK_MOVE, &requests, requests.len());
}

/// Legal placements of the seat to act in a game, told in each way that a move can be told.
#[divan::bench(args = ["place", "text", "actions"])]
fn qwirkle_check_move_in_game(bencher: Bencher, told: &str) {
    let requests: Vec<_> = cases(true)
        .iter()
        .filter_map(|case| {
            let request = QwirkleServiceCheckMoveRequest {
                subject: Some(Subject::Position(qwirkle_game(case)?)),
                r#move: Some(QwirkleMove { choice: Some(choice(case, told)) }),
                ..Default::default()
            };
            Some(request.encode_to_vec())
        })
        .collect();
    measure(bencher, CHECK_MOVE, &requests, requests.len());
}

/// The move of a case.
fn choice(case: &Value, told: &str) -> Choice {
    match told {
        "place" => Choice::Place(qwirkle_layout(&case["move"])),
        "text" => Choice::Text(Attempt::Place(qwirkle_laid(&case["move"])).to_string()),
        _ => {
            let grid = Grid::new(&qwirkle_laid(&case["tiles"])).expect("a grid");
            let (placement, _) = check_placement(&grid, None, &qwirkle_laid(&case["move"])).expect("legal");
            let ids = Position::word(Move::Place(placement)).iter().map(u32::from).collect();
            Choice::Actions(ActionWord { ids })
        }
    }
}

/// Batches of 1,000 self-contained items.
#[divan::bench(args = [true, false])]
fn qwirkle_check_items(bencher: Bencher, legal: bool) {
    let items: Vec<_> = cases(legal).iter().map(question).cycle().take(1000).collect();
    let request = QwirkleServiceCheckMovesRequest { items, shared: None }.encode_to_vec();
    measure(bencher, CHECK_MOVES, &[request], 1000);
}

/// 10,000 placements on one shared position, in packed columns.
#[divan::bench(args = [true, false])]
fn qwirkle_check_shared(bencher: Bencher, legal: bool) {
    const MOVES: usize = 10_000;
    let case =
        cases(legal).into_iter().max_by_key(|case| case["tiles"].as_array().map(Vec::len)).expect("a case");
    let mut tiles = QwirkleLayout::default();
    let laid = qwirkle_layout(&case["move"]);
    for _ in 0..MOVES {
        tiles.x.extend(&laid.x);
        tiles.y.extend(&laid.y);
        tiles.tile.extend(&laid.tile);
    }
    let shared = QwirkleSharedPlacements {
        subject: Some(qwirkle_shared_placements::Subject::Table(table(&case))),
        sizes: vec![laid.x.len() as u32; MOVES],
        tiles: Some(tiles),
    };
    let request = QwirkleServiceCheckMovesRequest { items: Vec::new(), shared: Some(shared) }.encode_to_vec();
    measure(bencher, CHECK_MOVES, &[request], MOVES);
}

/// One round after the reveal.
#[divan::bench]
fn lokus_resolve_round(bencher: Bencher) {
    let request = LokusServiceResolveRoundRequest {
        rows: vec![LokusRow { cards: vec![1, 12] }, LokusRow { cards: vec![20] }],
        cards: vec![30, 41, 52, 63],
        ..Default::default()
    };
    measure(bencher, "/spielwerk.v1.LokusService/ResolveRound", &[request.encode_to_vec()], 1);
}

/// The best way to play a whole turn: an ordinary one, and the dearest that is answered.
#[divan::bench(args = [false, true])]
fn schraube_solve_turn(bencher: Bencher, dearest: bool) {
    let (lasers, extra_rolls) = if dearest { (4, 8) } else { (0, 0) };
    let turn = SchraubeTurn {
        faces: vec![1, 2, 3, 4, 5, 6],
        dice: Some(schraube_turn::Dice::ToRoll(6)),
        rerolls_left: if dearest { 8 } else { 2 },
        lasers,
        extra_rolls,
        pro: dearest,
        ..Default::default()
    };
    let request = SchraubeServiceSolveTurnRequest { turn: Some(turn), ..Default::default() };
    measure(bencher, "/spielwerk.v1.SchraubeService/SolveTurn", &[request.encode_to_vec()], 1);
}
