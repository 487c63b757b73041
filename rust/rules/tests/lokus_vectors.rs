//! Deals, games, illegal attempts and views of the Lokus vectors, through the contract.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};
use spielwerk::common::{Position as _, Record, Seat, Seats, Step, StepOf, Turn, Violation};
use spielwerk::lokus::{
    Attempt, Card, CardSet, Colour, Deal, FixedDeal, Options, Position, ScoringTable, Settled, Stage, View,
    check_row, rows_of,
};

fn vectors(name: &str) -> Vec<Value> {
    let path = format!("{}/../../tests/data/lokus/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("a vector is JSON")).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is a list"))
}

fn number(value: &Value) -> u32 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is a number")) as u32
}

/// The card, or the slug of what is wrong with it.
fn card(value: &Value) -> Result<Card, &'static str> {
    let colour = Colour::from_name(value[0].as_str().unwrap()).ok_or("unknown_card")?;
    Card::new(colour, number(&value[1]) as u8).ok_or("unknown_card")
}

fn cards(value: &Value) -> Result<Vec<Card>, &'static str> {
    list(value).iter().map(card).collect()
}

fn options(value: &Value) -> Result<Options, Vec<&'static str>> {
    let table = match &value["table"] {
        Value::String(name) => ScoringTable::named(name),
        entries => {
            ScoringTable::given(&list(entries).iter().map(|n| n.as_i64().unwrap()).collect::<Vec<_>>())
        }
    };
    let table = table.map_err(|_| vec!["bad_table"])?;
    let (players, deals) = (number(&value["players"]) as u8, number(&value["deals"]));
    Ok(Options { players, starters: value["starters"].as_bool().unwrap(), deals, table })
}

/// A deal of a vector, or every slug of what is wrong with it.
fn deal(options: &Options, value: &Value) -> Result<FixedDeal, Vec<&'static str>> {
    let read = || {
        let hands = list(&value["hands"]).iter().map(cards).collect::<Result<_, _>>()?;
        Ok(Deal { hands, starters: cards(&value["starters"])?, draw_pile: cards(&value["draw_pile"])? })
    };
    let deal = read().map_err(|slug: &str| vec![slug])?;
    deal.fix(options).map_err(|faults| faults.as_slice().iter().map(|fault| fault.slug).collect())
}

/// A game whose chance is fixed by the deals of a vector, with a record of it.
struct Table {
    deals: Vec<FixedDeal>,
    position: Position,
    record: Record<Position>,
}

impl Table {
    fn new(options: &Value, deals: &Value) -> Self {
        let options = self::options(options).unwrap();
        let deals = list(deals).iter().map(|value| deal(&options, value).unwrap()).collect();
        let position = Position::start(&options).unwrap();
        let mut table = Self { deals, record: Record::new(position.clone()), position };
        table.follow_chance();
        table
    }

    fn deal(&self) -> &FixedDeal {
        let fresh = usize::from(self.position.public().round() == 11);
        &self.deals[self.position.public().deal() as usize + fresh]
    }

    /// Lets the deals act until a seat decides.
    fn follow_chance(&mut self) {
        while self.position.turn() == Turn::Chance {
            self.follow_event();
        }
    }

    fn follow_event(&mut self) {
        let event = self.deal().event(&self.position).unwrap();
        self.position.try_apply(&event).unwrap();
        self.record.steps.push(StepOf::Event(event));
    }

    /// Makes an attempt; chance follows by itself.
    fn attempt(&mut self, attempt: Attempt) -> Result<(), Vec<&'static str>> {
        let before = self.position.clone();
        match self.position.try_play(&attempt) {
            Ok((approved, _)) => {
                self.record.steps.push(StepOf::Move(approved.chosen));
                self.follow_draws();
                Ok(())
            }
            Err(refusal) => {
                assert_eq!(self.position, before, "a refusal changes nothing");
                assert!(!refusal.broken.is_empty(), "a refusal has a reason");
                Err(refusal.broken.iter().map(Violation::slug).collect())
            }
        }
    }

    /// Draws second rolls, but leaves the next deal open so that the finished one can be looked at.
    fn follow_draws(&mut self) {
        while matches!(self.position.public().stage(), Stage::Draw(_)) {
            self.follow_event();
        }
    }

    fn act_all(&mut self, actions: &Value) {
        for action in list(actions) {
            self.follow_chance();
            let attempt = attempt(action).unwrap();
            self.attempt(attempt).unwrap_or_else(|slugs| panic!("{action} is legal: {slugs:?}"));
        }
    }

    fn choose(&mut self, seat: usize, card: Card) {
        let (seat, number) = (seat as u32, card.number().into());
        self.follow_chance();
        self.attempt(Attempt::Choose { seat, colour: card.colour(), number }).unwrap();
    }
}

fn attempt(action: &Value) -> Result<Attempt, &'static str> {
    let seat = number(&action["seat"]);
    Ok(match action["type"].as_str().unwrap() {
        "choose" => {
            let colour = Colour::from_name(action["card"][0].as_str().unwrap()).ok_or("unknown_card")?;
            Attempt::Choose { seat, colour, number: number(&action["card"][1]) }
        }
        "row" => Attempt::Row { seat, row: number(&action["row"]) },
        "pass" => Attempt::Decline { seat },
        other => panic!("unknown action {other}"),
    })
}

fn json_card(card: Card) -> Value {
    json!([card.colour().name(), card.number()])
}

fn json_cards(cards: impl IntoIterator<Item = Card>) -> Value {
    cards.into_iter().map(json_card).collect()
}

fn json_rows(position: &Position) -> Value {
    position.public().rows().iter().map(|row| json_cards(row.iter())).collect()
}

/// Plays the rounds of one deal and compares everything that the vector expects of it.
fn play_deal(table: &mut Table, expected: &Value, at: &str) {
    table.follow_chance();
    let players = usize::from(table.position.players());
    let scores_before: Vec<i128> = table.position.public().scores().to_vec();
    let mut set_aside = 0;
    for (i, (round, outcome)) in list(&expected["rounds"]).iter().zip(list(&expected["outcomes"])).enumerate()
    {
        let at = format!("{at} round {i}");
        for (seat, value) in list(&round["cards"]).iter().enumerate() {
            table.choose(seat, card(value).unwrap());
        }
        for name in ["low", "high"] {
            let asked = table.position.public().decision();
            let asks_this = asked.is_some_and(|(_, which, _)| which.name() == name);
            assert_eq!(asks_this, outcome[name]["decision"].as_bool().unwrap(), "{at} {name}");
            let chosen = &round[format!("{name}_row")];
            assert_eq!(asks_this, !chosen.is_null(), "{at} {name}");
            if asks_this {
                let (seat, _, card) = asked.unwrap();
                assert_eq!(
                    (seat.index() as u32, json_card(card)),
                    (number(&outcome[name]["seat"]), outcome[name]["card"].clone())
                );
                assert!(table.position.public().rows().iter().all(|row| row.takes(card)), "{at}");
                table.attempt(Attempt::Row { seat: seat.index() as u32, row: number(chosen) }).unwrap();
            }
        }
        let public = table.position.public();
        for ((name, placement), drawn) in
            ["low", "high"].into_iter().zip(public.placements(i as u8)).zip(table.position.drawn(i as u8))
        {
            let expected = &outcome[name];
            assert_eq!(placement.seat.index() as u32, number(&expected["seat"]), "{at}");
            assert_eq!(json_card(placement.card), expected["card"], "{at}");
            assert_eq!(drawn.map_or(Value::Null, json_card), expected["drawn"], "{at}");
            let (row, cleared, gained) = match placement.settled {
                Settled::Row { row, cleared } => (json!(row.index()), cleared, 0),
                Settled::Miss { drawn: is_card } => {
                    assert_eq!(is_card, drawn.is_some(), "{at}");
                    (Value::Null, false, 2)
                }
            };
            assert_eq!((&row, cleared), (&expected["row"], expected["cleared"].as_bool().unwrap()), "{at}");
            assert_eq!(gained, number(&expected["rolls_gained"]), "{at}");
            set_aside += if cleared { 4 } else { 0 };
        }
        assert_eq!(public.placements(i as u8).count(), 2, "{at}");
        assert_eq!(json_rows(&table.position), outcome["rows"], "{at}");
        assert_eq!(json!(public.rolls()), outcome["rolls"], "{at}");
        assert_eq!(json!(public.cleaning()), outcome["cleaning"], "{at}");
        assert_eq!(u32::from(public.draw_pile()), number(&outcome["draw_pile"]), "{at}");
        assert_eq!(set_aside, number(&outcome["set_aside"]), "{at}");
    }
    let public = table.position.public();
    assert_eq!(json!(public.rolls()), expected["rolls"], "{at}");
    assert_eq!(json!(public.cleaning()), expected["cleaning"], "{at}");
    let minus: Vec<i64> = Seats::new(players as u8).map(|seat| public.minus(seat)).collect();
    assert_eq!(json!(minus), expected["minus"], "{at}");
    for seat in 0..players {
        assert_eq!(public.scores()[seat], scores_before[seat] + i128::from(minus[seat]), "{at}");
    }
}

#[test]
fn deal_vectors() {
    let vectors = vectors("deal");
    assert_eq!(vectors.len(), 60);
    for case in vectors {
        let mut table = Table::new(&case["options"], &json!([case]));
        play_deal(&mut table, &case, case["id"].as_str().unwrap());
        assert_eq!(table.position.turn(), Turn::Over);
        replays(&table);
    }
}

#[test]
fn game_vectors() {
    let vectors = vectors("game");
    assert_eq!(vectors.len(), 12);
    for case in vectors {
        let mut table = Table::new(&case["options"], &case["deals"]);
        for (i, expected) in list(&case["deals"]).iter().enumerate() {
            let at = format!("{} deal {i}", case["id"]);
            table.follow_chance();
            for (r, round) in list(&expected["rounds"]).iter().enumerate() {
                for (seat, value) in list(&round["cards"]).iter().enumerate() {
                    table.choose(seat, card(value).unwrap());
                }
                for name in ["low_row", "high_row"] {
                    let asked = table.position.public().decision();
                    if let (Some((seat, ..)), Some(row)) = (asked, round[name].as_u64()) {
                        table.attempt(Attempt::Row { seat: seat.index() as u32, row: row as u32 }).unwrap();
                    }
                }
                assert_eq!(
                    usize::from(table.position.public().round()),
                    r + 1,
                    "{at}: round {r} is finished"
                );
            }
            let public = table.position.public();
            assert_eq!(json!(public.rolls()), expected["rolls"], "{at}");
            assert_eq!(json!(public.cleaning()), expected["cleaning"], "{at}");
            let minus: Vec<i64> = Seats::new(public.players()).map(|seat| public.minus(seat)).collect();
            assert_eq!(json!(minus), expected["minus"], "{at}");
            assert_eq!(json!(public.scores()), expected["totals_after"], "{at}");
        }
        let outcome = table.position.outcome().expect("the game is over");
        assert_eq!(json!(outcome.points()), case["totals"], "{}", case["id"]);
        let winners: Vec<usize> = outcome.winners().into_iter().map(Seat::index).collect();
        assert_eq!(json!(winners), case["winners"], "{}", case["id"]);
        replays(&table);
    }
}

fn replays(table: &Table) {
    let text = table.record.to_string();
    let read: Record<Position> = text.parse().unwrap();
    assert_eq!(read.replay().unwrap(), table.position);
    let steps: Vec<Step<Position>> = read.steps;
    assert_eq!(steps, table.record.steps);
}

/// The vectors call both of these `wrong_seat`; here a choice and a row choice are told apart, as they break different rules.
fn as_in_vectors(slug: &str) -> &str {
    if slug == "wrong_decider" { "wrong_seat" } else { slug }
}

#[test]
fn illegal_vectors() {
    let vectors = vectors("illegal");
    assert_eq!(vectors.len(), 78);
    let mut seen = BTreeSet::new();
    for case in vectors {
        let (id, attempted) = (&case["id"], &case["attempt"]);
        let reason = case["reason"].as_str().unwrap();
        let found: Vec<&str> = match attempted["type"].as_str().unwrap() {
            "setup" => {
                let options = options(&case["options"]);
                options
                    .and_then(|options| {
                        options.check().map_err(|faults| {
                            faults.as_slice().iter().map(|fault| fault.slug).collect::<Vec<_>>()
                        })?;
                        deal(&options, &case["deals"][0])
                    })
                    .err()
                    .unwrap_or_default()
            }
            "place" => {
                let rows: Vec<Vec<Card>> =
                    list(&attempted["rows"]).iter().map(|row| cards(row).unwrap()).collect();
                let rows = rows_of(&rows).unwrap();
                let broken =
                    check_row(&rows, card(&attempted["card"]).unwrap(), number(&attempted["row"]).into());
                let broken = broken.err().unwrap_or_default();
                assert!(broken.iter().all(|one| one.rule() == case["rule"]), "{id}");
                broken.iter().map(Violation::slug).collect()
            }
            _ => {
                let mut table = Table::new(&case["options"], &case["deals"]);
                table.act_all(&case["actions"]);
                table.follow_chance();
                let found = table.attempt(attempt(attempted).unwrap()).err().unwrap_or_default();
                table.act_all(&case["then"]["actions"]);
                table.follow_chance();
                let expected = &case["then"]["state"];
                let state = public_json(&table.position);
                for (name, value) in expected.as_object().unwrap() {
                    assert_eq!(&state[name], value, "{id} {name}");
                }
                found
            }
        };
        let found: Vec<&str> = found.into_iter().map(as_in_vectors).collect();
        assert!(found.contains(&reason), "{id}: {reason} is among {found:?}");
        seen.insert(reason.to_owned());
    }
    let expected = [
        "already_chosen",
        "bad_table",
        "cannot_decline",
        "card_not_in_hand",
        "deals_out_of_range",
        "duplicate_card",
        "game_over",
        "not_a_decision",
        "players_out_of_range",
        "row_choice_pending",
        "row_color_taken",
        "row_number_taken",
        "row_out_of_range",
        "unknown_card",
        "wrong_draw_pile_size",
        "wrong_hand_count",
        "wrong_hand_size",
        "wrong_seat",
        "wrong_starter_count",
    ];
    assert_eq!(seen.iter().collect::<Vec<_>>(), expected);
}

fn phase(position: &Position) -> &'static str {
    match position.public().stage() {
        Stage::Choose => "choose",
        Stage::Row(_) => "row",
        Stage::Over => "over",
        stage => panic!("vectors never stop at {stage:?}"),
    }
}

/// What everybody sees, in the words of the vectors.
fn public_json(position: &Position) -> Value {
    let public = position.public();
    let decision = public.decision().map_or(
        Value::Null,
        |(seat, which, card)| json!({"seat": seat.index(), "which": which.name(), "card": json_card(card)}),
    );
    json!({
        "deal": public.deal(),
        "round": public.round(),
        "phase": phase(position),
        "decision": decision,
        "rows": json_rows(position),
        "roll_counts": public.rolls(),
        "cleaning": public.cleaning(),
        "scores": public.scores(),
        "draw_pile_count": public.draw_pile(),
    })
}

/// A view in the words of the vectors.
fn view_json(view: &View, position: &Position) -> Value {
    let public = view.public();
    let mut json = public_json(position);
    let rounds = 0..public.revealed_rounds();
    let revealed: Value = rounds.clone().map(|round| json_cards(public.revealed(round))).collect();
    let placements: Value = rounds
        .map(|round| {
            let placements = public.placements(round).map(|placement| {
                let (row, cleared) = match placement.settled {
                    Settled::Row { row, cleared } => (json!(row.index()), cleared),
                    Settled::Miss { .. } => (Value::Null, false),
                };
                let (seat, card) = (placement.seat.index(), json_card(placement.card));
                json!({"seat": seat, "card": card, "row": row, "cleared": cleared})
            });
            placements.collect::<Value>()
        })
        .collect();
    let hand_counts: Vec<u8> = Seats::new(public.players()).map(|seat| public.hand_count(seat)).collect();
    let private = json!({
        "seat": view.viewer().index(),
        "hand_counts": hand_counts,
        "starters": json_cards(public.starters()),
        "revealed": revealed,
        "placements": placements,
        "own_hand": json_cards(view.hand()),
        "own_chosen": view.chosen().map_or(Value::Null, json_card),
    });
    json.as_object_mut().unwrap().extend(private.as_object().unwrap().clone());
    json
}

fn set(value: &Value) -> CardSet {
    cards(value).unwrap().into_iter().collect()
}

/// Compares everything that a vector says of the full state.
fn compare_state(position: &Position, expected: &Value, id: &Value) {
    let public = position.public();
    let state = public_json(position);
    for name in ["deal", "round", "phase", "decision", "rows", "roll_counts", "cleaning", "scores"] {
        assert_eq!(state[name], expected[name], "{id} {name}");
    }
    assert_eq!(position.pile(), set(&expected["draw_pile"]), "{id}");
    let revealed = |seat: Seat| {
        let rounds =
            (0..public.revealed_rounds()).map(|round| public.revealed(round).nth(seat.index()).unwrap());
        rounds.collect::<Vec<_>>()
    };
    for seat in Seats::new(public.players()) {
        let at = |name: &str| expected[name][seat.index()].clone();
        assert_eq!(json_cards(position.hand(seat)), at("hands"), "{id}");
        let unresolved = (phase(position) == "row")
            .then(|| revealed(seat)[usize::from(public.round())])
            .filter(|card| public.placements(public.round()).all(|placement| placement.card != *card));
        let chosen = position.chosen(seat).or(unresolved);
        assert_eq!(chosen.map_or(Value::Null, json_card), at("chosen"), "{id} seat {seat}");
        let (mut own, mut drawn, mut without_card) = (vec![], vec![], 0);
        for round in 0..public.revealed_rounds() {
            let card = revealed(seat)[usize::from(round)];
            let placement =
                public.placements(round).zip(position.drawn(round)).find(|(one, _)| one.seat == seat);
            match placement {
                Some((one, second)) if matches!(one.settled, Settled::Miss { .. }) => {
                    own.push(card);
                    drawn.extend(second);
                    without_card += u32::from(second.is_none());
                }
                None if round < public.round() => own.push(card),
                _ => {}
            }
        }
        assert_eq!(own.into_iter().collect::<CardSet>(), set(&at("own_rolls")), "{id}");
        assert_eq!(drawn.into_iter().collect::<CardSet>(), set(&at("drawn_rolls")), "{id}");
        assert_eq!(without_card, number(&at("virtual_rolls")), "{id}");
    }
}

#[test]
fn view_vectors() {
    let vectors = vectors("view");
    assert_eq!(vectors.len(), 40);
    for case in vectors {
        let id = &case["id"];
        let reach = |deals: &Value, actions: &Value| {
            let mut table = Table::new(&case["options"], deals);
            table.act_all(actions);
            table.follow_chance();
            table.position
        };
        let position = reach(&case["deals"], &case["actions"]);
        compare_state(&position, &case["state"], id);
        for (seat, expected) in Seats::new(position.players()).zip(list(&case["views"])) {
            assert_eq!(&view_json(&position.view(seat), &position), expected, "{id} seat {seat}");
        }
        let twin = &case["twin"];
        let other = reach(&twin["deals"], &twin["actions"]);
        compare_state(&other, &twin["state"], id);
        for seat in list(&twin["equal_for"]).iter().map(|seat| Seat::new(number(seat) as u8)) {
            assert_eq!(position.view(seat), other.view(seat), "{id} seat {seat} can't tell the twin apart");
        }
        for (seat, expected) in list(&twin["differs_for"]).iter().zip(list(&twin["views"])) {
            let seat = Seat::new(number(seat) as u8);
            assert_ne!(position.view(seat), other.view(seat), "{id} seat {seat} sees a difference");
            assert_eq!(&view_json(&other.view(seat), &other), expected, "{id} twin seat {seat}");
        }
    }
}
