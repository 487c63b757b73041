//! The test vectors of Lokus through the answering function.

mod common;

use common::{call, lines, list, number, numbers, reasons};
use serde_json::Value;
use spielwerk_wire::messages::spielwerk::v1::{
    LokusCard, LokusDealtHand, LokusDecline, LokusDraw, LokusEvent, LokusMove, LokusOptions, LokusPosition,
    LokusRecord, LokusRow, LokusScoring, LokusServiceCheckMoveRequest, LokusServiceCheckMoveResponse,
    LokusServiceCheckMovesRequest, LokusServiceCheckMovesResponse, LokusServiceListMovesRequest,
    LokusServiceListMovesResponse, LokusServicePlayMoveRequest, LokusServicePlayMoveResponse,
    LokusServiceReplayGameRequest, LokusServiceReplayGameResponse, LokusServiceResolveRoundRequest,
    LokusServiceResolveRoundResponse, LokusServiceViewPositionRequest, LokusServiceViewPositionResponse,
    LokusSharedMoves, LokusStage, LokusStarter, LokusState, LokusStep, LokusViolation, Phase,
    lokus_checked_item::Outcome, lokus_event::Event, lokus_move::Choice, lokus_step::Step,
};

fn card(value: &Value) -> i32 {
    let name = value[0].as_str().expect("a colour").to_ascii_uppercase();
    LokusCard::from_str_name(&format!("LOKUS_CARD_{name}_{}", value[1])).expect("a card").into()
}

fn cards(value: &Value) -> Vec<i32> {
    list(value).map(card).collect()
}

fn options(value: &Value) -> LokusOptions {
    let (scoring, table) = match &value["table"] {
        Value::String(name) if name == "linear" => (LokusScoring::Linear, Vec::new()),
        Value::String(name) if name == "progressive" => (LokusScoring::Progressive, Vec::new()),
        entries => (
            LokusScoring::Unspecified,
            list(entries).map(|entry| entry.as_i64().unwrap_or(i64::MAX)).collect(),
        ),
    };
    LokusOptions {
        players: value["players"].as_u64().unwrap_or(0) as u32,
        starters: value["starters"].as_bool(),
        deals: value["deals"].as_u64().map(|deals| deals as u32),
        scoring: scoring.into(),
        table,
    }
}

/// A game that follows the deals of a vector, and what happened in it.
struct Table<'a> {
    state: LokusState,
    deals: &'a Value,
    steps: Vec<LokusStep>,
}

impl<'a> Table<'a> {
    fn new(case: &'a Value) -> Self {
        let position = LokusPosition { options: Some(options(&case["options"])), ..Default::default() };
        let state = LokusState {
            position: Some(position),
            table: Some(spielwerk_wire::messages::spielwerk::v1::LokusTable {
                stage: LokusStage::Hand.into(),
                stage_seat: Some(0),
                ..Default::default()
            }),
            ..Default::default()
        };
        let mut table = Self { state, deals: &case["deals"], steps: Vec::new() };
        table.deal();
        table
    }

    /// Does what chance has to do.
    fn deal(&mut self) {
        while let Some(event) = self.due() {
            let event = LokusEvent { event: Some(event) };
            self.steps.push(LokusStep { step: Some(Step::Event(event.clone())) });
            self.play(None, vec![event]);
        }
    }

    fn due(&self) -> Option<Event> {
        let table = self.state.table.as_ref().expect("a table");
        let position = self.state.position.as_ref().expect("a position");
        let finished = table.stage() == LokusStage::Hand && table.stage_seat == Some(0) && table.round == 11;
        let deal = &self.deals[position.deal as usize + usize::from(finished)];
        match table.stage() {
            LokusStage::Hand => {
                let seat = table.stage_seat.expect("a seat");
                Some(Event::Hand(LokusDealtHand { seat, cards: cards(&deal["hands"][seat as usize]) }))
            }
            LokusStage::Starter => {
                let row = table.stage_row.expect("a row");
                Some(Event::Starter(LokusStarter { row, card: card(&deal["starters"][row as usize]) }))
            }
            LokusStage::Draw => {
                let pile = deal["draw_pile"].as_array().expect("cards");
                let next = &pile[pile.len() - table.draw_pile as usize];
                Some(Event::Draw(LokusDraw { seat: table.stage_seat.expect("a seat"), card: card(next) }))
            }
            _ => None,
        }
    }

    fn play(&mut self, chosen: Option<LokusMove>, events: Vec<LokusEvent>) -> LokusServicePlayMoveResponse {
        let request =
            LokusServicePlayMoveRequest { position: self.state.position.clone(), r#move: chosen, events };
        let response: LokusServicePlayMoveResponse =
            call("LokusService/PlayMove", &request).expect("answered");
        self.state = response.next.clone().expect("a legal move");
        response
    }

    fn act(&mut self, chosen: LokusMove) {
        self.steps.push(LokusStep { step: Some(Step::Move(chosen.clone())) });
        self.play(Some(chosen), Vec::new());
        self.deal();
    }

    fn choose(&mut self, seat: u32, card: i32) {
        self.act(LokusMove { seat, choice: Some(Choice::Card(card)) });
    }

    fn choose_row(&mut self, row: &Value) {
        let seat = self.state.table.as_ref().and_then(|table| table.stage_seat).expect("a row choice");
        self.act(LokusMove { seat, choice: Some(Choice::Row(number(row))) });
    }

    /// Plays the rounds of a deal.
    fn play_rounds(&mut self, rounds: &Value) {
        for round in list(rounds) {
            for (seat, card) in cards(&round["cards"]).into_iter().enumerate() {
                self.choose(seat as u32, card);
            }
            for row in [&round["low_row"], &round["high_row"]] {
                if !row.is_null() {
                    self.choose_row(row);
                }
            }
        }
    }

    /// Follows the actions of a vector.
    fn follow(&mut self, actions: &Value) {
        for action in list(actions) {
            self.act(attempt(action));
        }
    }
}

fn attempt(action: &Value) -> LokusMove {
    let choice = match action["type"].as_str().expect("a type") {
        "choose" => Choice::Card(card(&action["card"])),
        "row" => Choice::Row(number(&action["row"])),
        _ => Choice::Decline(LokusDecline {}),
    };
    LokusMove { seat: number(&action["seat"]), choice: Some(choice) }
}

#[test]
fn games_are_played_and_replayed_to_their_end() {
    for case in lines("lokus/game.jsonl").into_iter().take(20) {
        let id = &case["id"];
        let mut table = Table::new(&case);
        let start = LokusPosition { options: Some(options(&case["options"])), ..Default::default() };
        for deal in list(&case["deals"]) {
            table.play_rounds(&deal["rounds"]);
        }
        let outcome = table.state.outcome.as_ref().expect("an outcome");
        let totals: Vec<i64> = list(&case["totals"]).map(|total| total.as_i64().expect("points")).collect();
        assert_eq!(outcome.points, totals, "{id}");
        assert_eq!(outcome.winners, numbers(&case["winners"]), "{id}");
        assert_eq!(outcome.reason, "all_deals_played");

        let count = table.steps.len() as u32;
        let record = LokusRecord { start: Some(start), steps: table.steps, text: String::new() };
        let request = LokusServiceReplayGameRequest { record: Some(record) };
        let replayed: LokusServiceReplayGameResponse =
            call("LokusService/ReplayGame", &request).expect("answered");
        assert_eq!((replayed.wrong_step, replayed.steps_played), (None, count), "{id}");
        assert_eq!(replayed.end.as_ref(), Some(&table.state), "{id}");

        // The text alone says the same.
        let text = LokusPosition { text: table.state.text.clone(), ..Default::default() };
        let request = LokusServiceListMovesRequest { position: Some(text), ..Default::default() };
        let listed: LokusServiceListMovesResponse =
            call("LokusService/ListMoves", &request).expect("answered");
        assert_eq!(listed.total, 0);
    }
}

#[test]
fn refusals_name_the_rule() {
    for case in lines("lokus/illegal.jsonl") {
        let id = &case["id"];
        let kind = case["attempt"]["type"].as_str().expect("a type");
        if matches!(kind, "place" | "setup") {
            continue;
        }
        let mut table = Table::new(&case);
        table.follow(&case["actions"]);
        let chosen = attempt(&case["attempt"]);
        let position = table.state.position.clone();
        let request = LokusServiceCheckMoveRequest {
            position: position.clone(),
            r#move: Some(chosen.clone()),
            want_next: true,
        };
        let response: LokusServiceCheckMoveResponse =
            call("LokusService/CheckMove", &request).expect("answered");
        let verdict = response.verdict.clone().expect("a verdict");
        let expected: Vec<&str> =
            [&case["reason"]].into_iter().chain(list(&case["also"])).filter_map(Value::as_str).collect();
        assert!(!verdict.legal && response.next.is_none(), "{id}");
        // The vectors have one name for both ways to speak out of turn.
        let name = |slug: &str| if slug == "wrong_decider" { "wrong_seat" } else { slug }.to_owned();
        let named: Vec<String> = verdict.violations.iter().map(|broken| name(&broken.slug)).collect();
        assert!(named.iter().any(|slug| expected.contains(&slug.as_str())), "{id} {named:?}");

        // The batch says the same, as an item and in columns.
        let batch = LokusServiceCheckMovesRequest {
            items: vec![LokusServiceCheckMoveRequest { want_next: false, ..request }],
            shared: Some(LokusSharedMoves { position, moves: vec![chosen] }),
        };
        let answered: LokusServiceCheckMovesResponse =
            call("LokusService/CheckMoves", &batch).expect("answered");
        assert_eq!(answered.items[0].outcome, Some(Outcome::Result(response)), "{id}");
        let bits = verdict.violations.iter().map(|broken| {
            let name = format!("LOKUS_VIOLATION_{}", broken.slug.to_ascii_uppercase());
            1 << LokusViolation::from_str_name(&name).expect("named in the enum") as u32
        });
        let columns = answered.shared.expect("columns");
        assert_eq!((columns.legal, columns.violations), (vec![false], vec![bits.sum::<u32>()]), "{id}");
    }
}

#[test]
fn options_that_make_no_game_are_refused() {
    for case in lines("lokus/illegal.jsonl") {
        let reason = case["reason"].as_str().expect("a reason");
        let is_about_options = matches!(reason, "players_out_of_range" | "deals_out_of_range" | "bad_table");
        let told = &case["options"];
        if !is_about_options || told["deals"].as_i64() < Some(0) || told["players"].as_i64() < Some(0) {
            continue;
        }
        if told["table"].is_string() && !matches!(told["table"].as_str(), Some("linear" | "progressive")) {
            continue; // an enum can't say it
        }
        let position = LokusPosition { options: Some(options(told)), ..Default::default() };
        let request = LokusServiceListMovesRequest { position: Some(position), ..Default::default() };
        let refused = call::<LokusServiceListMovesResponse>("LokusService/ListMoves", &request).unwrap_err();
        let expected: &[&str] = match reason {
            "bad_table" => &["too_short", "first_not_zero", "decreasing", "unknown_table"],
            reason => &[reason],
        };
        let named = reasons(&refused);
        assert!(named.iter().any(|named| expected.contains(&named.as_str())), "{} {named:?}", case["id"]);
    }
}

#[test]
fn rounds_are_resolved_as_in_the_deals() {
    for case in lines("lokus/deal.jsonl").into_iter().take(60) {
        let id = &case["id"];
        let mut rows: Vec<LokusRow> = (0..2).map(|_| LokusRow::default()).collect();
        for (row, starter) in rows.iter_mut().zip(list(&case["starters"])) {
            row.cards = vec![card(starter)];
        }
        let (mut rolls, mut cleaning) =
            (vec![0; numbers(&case["rolls"]).len()], vec![0; numbers(&case["rolls"]).len()]);
        for (round, outcome) in list(&case["rounds"]).zip(list(&case["outcomes"])) {
            let choice = |row: &Value| (!row.is_null()).then(|| number(row));
            let request = LokusServiceResolveRoundRequest {
                rows: rows.clone(),
                cards: cards(&round["cards"]),
                lowest_row: choice(&round["low_row"]),
                highest_row: choice(&round["high_row"]),
            };
            let done: LokusServiceResolveRoundResponse =
                call("LokusService/ResolveRound", &request).unwrap_or_else(|status| panic!("{id}: {status}"));
            for (placement, expected) in done.placements.iter().zip([&outcome["low"], &outcome["high"]]) {
                assert_eq!(placement.seat, number(&expected["seat"]), "{id}");
                assert_eq!(placement.card, card(&expected["card"]), "{id}");
                assert_eq!(placement.row, choice(&expected["row"]), "{id}");
                assert_eq!(
                    !placement.set_aside.is_empty(),
                    expected["cleared"].as_bool().expect("cleared"),
                    "{id}"
                );
                let after: Vec<Vec<i32>> = list(&expected["rows_after"]).map(cards).collect();
                assert_eq!(
                    placement.rows_after.iter().map(|row| row.cards.clone()).collect::<Vec<_>>(),
                    after,
                    "{id}"
                );
            }
            assert_eq!(done.missing_seat, None);
            for seat in 0..rolls.len() {
                rolls[seat] += done.rolls[seat];
                cleaning[seat] += done.cleaning[seat];
            }
            assert_eq!(rolls, numbers(&outcome["rolls"]), "{id}");
            assert_eq!(cleaning, numbers(&outcome["cleaning"]), "{id}");
            rows = done.rows;

            // Without the choices the round waits for the first of them.
            if request.lowest_row.or(request.highest_row).is_some() {
                let open = LokusServiceResolveRoundRequest { lowest_row: None, highest_row: None, ..request };
                let open: LokusServiceResolveRoundResponse =
                    call("LokusService/ResolveRound", &open).expect("answered");
                assert!(open.missing_seat.is_some(), "{id}");
            }
        }
    }
}

#[test]
fn views_show_what_a_seat_may_know() {
    for case in lines("lokus/view.jsonl") {
        let id = &case["id"];
        let mut table = Table::new(&case);
        table.follow(&case["actions"]);
        let view_of = |state: &LokusState, seat: u32| {
            let request = LokusServiceViewPositionRequest { position: state.position.clone(), seat };
            call::<LokusServiceViewPositionResponse>("LokusService/ViewPosition", &request).expect("answered")
        };
        for expected in list(&case["views"]) {
            let seat = number(&expected["seat"]);
            let shown = view_of(&table.state, seat);
            let view = shown.view.expect("a view");
            assert_eq!(view.viewer, Some(seat));
            for (other, hand) in view.hands.iter().enumerate() {
                assert_eq!(hand.hidden, other != seat as usize, "{id}");
            }
            assert_eq!(view.hands[seat as usize].cards, cards(&expected["own_hand"]), "{id}");
            let public = shown.table.expect("a table");
            let rows: Vec<Vec<i32>> = public.rows.into_iter().map(|row| row.cards).collect();
            assert_eq!(rows, list(&expected["rows"]).map(cards).collect::<Vec<_>>(), "{id}");
            assert_eq!(public.rolls, numbers(&expected["roll_counts"]), "{id}");
            assert_eq!(public.cleaning, numbers(&expected["cleaning"]), "{id}");
            assert_eq!(public.hand_counts, numbers(&expected["hand_counts"]), "{id}");
            assert_eq!(public.draw_pile, number(&expected["draw_pile_count"]), "{id}");
        }
        // A twin differs only in what some seats can't see.
        if !case["twin"].is_null() {
            let twin_case = serde_json::json!({"options": case["options"], "deals": case["twin"]["deals"]});
            let mut twin = Table::new(&twin_case);
            twin.follow(&case["twin"]["actions"]);
            for seat in numbers(&case["twin"]["equal_for"]) {
                assert_eq!(view_of(&table.state, seat), view_of(&twin.state, seat), "{id} seat {seat}");
            }
            for seat in numbers(&case["twin"]["differs_for"]) {
                assert_ne!(view_of(&table.state, seat), view_of(&twin.state, seat), "{id} seat {seat}");
            }
        }
    }
}

#[test]
fn scores_that_would_not_fit_are_refused() {
    let table: Vec<i64> = (0..23).map(|rolls| if rolls == 22 { i64::MAX } else { 0 }).collect();
    let ask = |deals| {
        let options =
            LokusOptions { players: 3, deals: Some(deals), table: table.clone(), ..Default::default() };
        let position = LokusPosition { options: Some(options), ..Default::default() };
        let request = LokusServiceListMovesRequest { position: Some(position), ..Default::default() };
        call::<LokusServiceListMovesResponse>("LokusService/ListMoves", &request)
    };
    assert_eq!(ask(1).expect("answered").total, 0);
    assert_eq!(reasons(&ask(2).unwrap_err()), ["too_many_deals"]);
    assert_eq!(Phase::try_from(1), Ok(Phase::Seat));
}
