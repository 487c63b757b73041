//! Everything that can be wrong with a move, an event, a sight, a deal or a setup of Lokus is named.

use std::collections::BTreeSet;

use spielwerk::common::{Faults, Position as _, Refusal, Seat, Turn, View as _, Violation};
use spielwerk::lokus::{
    Attempt, Card, CardSet, Colour, Deal, Event, Illegal, Move, Options, PlayedCard, PlayedRound, Position,
    Row, RowIndex, SecondRoll, Setup, Sight, Stage, View, check_row,
};
use spielwerk_search::Random;

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn slugs(faults: &Faults) -> Vec<(&str, &'static str)> {
    faults.as_slice().iter().map(|fault| (fault.path.as_str(), fault.slug)).collect()
}

/// The first position of the random game with this seed for which `wanted` holds.
fn reach(options: &Options, seed: u64, wanted: impl Fn(&Position) -> bool) -> Position {
    let mut random = Random::seeded(seed);
    loop {
        let mut position = Position::start(options).unwrap();
        loop {
            if wanted(&position) {
                return position;
            }
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => drop(position.apply(&position.sample(&mut random))),
                Turn::Seat(_) => drop(position.play(position.sample_move(&mut random))),
            }
        }
    }
}

fn broken(position: &Position, attempt: &str) -> Vec<&'static str> {
    let attempt: Attempt = attempt.parse().unwrap();
    let mut after = position.clone();
    let refusal: Refusal<Position> = after.try_play(&attempt).expect_err("refused");
    assert_eq!(&after, position, "a refusal changes nothing");
    assert!(
        refusal.to_string().contains(&position.to_string()),
        "a refusal can be replayed from its message"
    );
    for one in &refusal.broken {
        let listed = Illegal::catalogue().contains(&(one.slug(), one.rule()));
        assert!(listed && !one.to_string().is_empty(), "{one:?} is in the catalogue");
        assert!(one.places().iter().all(|place| !place.is_empty()));
    }
    refusal.broken.iter().map(Violation::slug).collect()
}

#[test]
fn every_illegal_variant_is_hit() {
    let options = Options { deals: 1, ..Options::new(3) };
    let mut hit = BTreeSet::new();
    let mut expect = |position: &Position, attempt: &str, expected: &[&'static str]| {
        assert_eq!(broken(position, attempt), expected, "{attempt} in {position}");
        hit.extend(expected.iter().copied());
    };
    let start = Position::start(&options).unwrap();
    expect(&start, "0:r1", &["chance_pending"]);
    expect(&start, "0>0", &["chance_pending"]);

    let choosing = reach(&options, 1, |position| position.public().stage() == Stage::Choose);
    let own = choosing.hand(Seat::new(0)).nth(0).unwrap();
    let other = choosing.hand(Seat::new(1)).nth(0).unwrap();
    expect(&choosing, &format!("0:{other}"), &["card_not_in_hand"]);
    expect(&choosing, "0:r13", &["unknown_card"]);
    expect(&choosing, "0:r0", &["unknown_card"]);
    expect(&choosing, &format!("1:{other}"), &["wrong_seat"]);
    expect(&choosing, &format!("1:{own}"), &["wrong_seat", "card_not_in_hand"]);
    expect(&choosing, &format!("3:{own}"), &["wrong_seat"]);
    expect(&choosing, "4000000000:r1", &["wrong_seat"]);
    expect(&choosing, "0>1", &["not_a_decision"]);
    expect(&choosing, "1>1", &["not_a_decision", "wrong_seat"]);
    expect(&choosing, "0>-", &["cannot_decline"]);
    let mut chosen = choosing.clone();
    chosen.play(Move::Choose { seat: Seat::new(0), card: own });
    expect(&chosen, &format!("0:{own}"), &["wrong_seat", "already_chosen", "card_not_in_hand"]);
    let next = chosen.hand(Seat::new(0)).nth(0).unwrap();
    expect(&chosen, &format!("0:{next}"), &["wrong_seat", "already_chosen"]);
    expect(&chosen, "0:r99", &["wrong_seat", "already_chosen", "unknown_card"]);

    let row = reach(&options, 2, |position| matches!(position.public().stage(), Stage::Row(_)));
    let (seat, ..) = row.public().decision().unwrap();
    let another = seat.next(3);
    expect(&row, &format!("{another}>0"), &["wrong_decider"]);
    expect(&row, &format!("{another}>2"), &["wrong_decider", "row_out_of_range"]);
    expect(&row, &format!("{seat}>2"), &["row_out_of_range"]);
    expect(&row, &format!("{seat}>-"), &["cannot_decline"]);
    expect(&row, "9>-", &["cannot_decline", "wrong_decider"]);
    expect(&row, "0:r1", &["row_choice_pending"]);

    let over = reach(&options, 3, |position| position.turn() == Turn::Over);
    expect(&over, "0:r1", &["game_over"]);
    expect(&over, "0>0", &["game_over"]);

    // The row rules alone: no game comes here, as it asks only where both rows take the card.
    let rows = ["r3b7".parse().unwrap(), "y5".parse().unwrap()];
    let alone = [
        check_row(&rows, card("r1"), 0).unwrap_err(),
        check_row(&rows, card("y7"), 0).unwrap_err(),
        check_row(&rows, card("y5"), 1).unwrap_err(),
        check_row(&rows, card("y6"), 7).unwrap_err(),
    ];
    assert_eq!(alone[0], [Illegal::RowColorTaken { card: card("r1"), row: RowIndex::First }]);
    assert_eq!(alone[1], [Illegal::RowNumberTaken { card: card("y7"), row: RowIndex::First }]);
    assert_eq!(alone[2].len(), 2);
    assert_eq!(alone[3], [Illegal::RowOutOfRange { row: 7 }]);
    hit.extend(alone.iter().flatten().map(Violation::slug));

    let catalogue: Vec<_> = Illegal::catalogue().iter().map(|entry| entry.0).collect();
    assert!(catalogue.is_sorted());
    assert_eq!(hit.into_iter().collect::<Vec<_>>(), catalogue);
}

#[test]
fn illegal_attempts_say_what_a_player_understands() {
    let position = reach(&Options::new(3), 1, |position| position.public().stage() == Stage::Choose);
    let said = position.check(&Attempt::Choose { seat: 1, colour: Colour::Grey, number: 13 }).unwrap_err();
    let said: Vec<String> = said.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["seat 1 is not asked now; seat 0 is", "there is no card s13; numbers go from 1 to 12"]);
}

#[test]
fn impossible_events_name_every_fault() {
    let options = Options { deals: 1, ..Options::new(2) };
    let refused = |position: &Position, event: Event| {
        let mut after = position.clone();
        let faults = after.try_apply(&event).expect_err("refused");
        assert_eq!(&after, position);
        assert_eq!(position.probability(&event).numerator(), 0);
        let named =
            slugs(&faults).into_iter().map(|(path, slug)| format!("{path} {slug}")).collect::<Vec<_>>();
        named.join(", ")
    };
    let hand = |cards: &str| {
        let set: CardSet = cards.split(' ').map(card).collect();
        set
    };
    let start = Position::start(&options).unwrap();
    let ten = hand("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10");
    let (first, second) = (Seat::new(0), Seat::new(1));
    assert_eq!(
        refused(&start, Event::Hand { seat: second, cards: ten }),
        "seat wrong_seat, cards wrong_hand_size"
    );
    assert_eq!(refused(&start, Event::Draw { seat: first, card: card("r1") }), " wrong_event");
    let mut dealt = start.clone();
    let eleven = ten.union(CardSet::one(card("r11")));
    dealt.apply(&Event::Hand { seat: first, cards: eleven });
    assert_eq!(refused(&dealt, Event::Hand { seat: second, cards: eleven }), "cards card_not_in_pile");
    dealt.apply(&Event::Hand { seat: second, cards: hand("y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11") });
    assert_eq!(
        refused(&dealt, Event::Starter { row: RowIndex::Second, card: card("r1") }),
        "row wrong_row, cards card_not_in_pile"
    );
    assert_eq!(refused(&dealt, Event::Hand { seat: first, cards: eleven }), " wrong_event");
    dealt.apply(&Event::Starter { row: RowIndex::First, card: card("g1") });
    dealt.apply(&Event::Starter { row: RowIndex::Second, card: card("g2") });
    assert_eq!(refused(&dealt, Event::Draw { seat: first, card: card("g3") }), " not_a_chance");

    let drawing = reach(&options, 5, |position| matches!(position.public().stage(), Stage::Draw(_)));
    let due = drawing.chances().next().unwrap().event;
    let Event::Draw { seat, card } = due else { panic!("a draw is due") };
    assert_eq!(refused(&drawing, Event::Draw { seat: seat.next(2), card }), "seat wrong_seat");
    let lying = drawing.public().seen().nth(0).unwrap();
    assert_eq!(refused(&drawing, Event::Draw { seat, card: lying }), "cards card_not_in_pile");
    assert_eq!(refused(&drawing, Event::Starter { row: RowIndex::First, card }), " wrong_event");
}

#[test]
fn impossible_sights_name_every_fault() {
    let options = Options { deals: 1, ..Options::new(3) };
    let viewer = Seat::new(1);
    let refused = |position: &Position, sight: &str| {
        let sight: Sight = sight.parse().unwrap();
        let mut view = position.view(viewer);
        let faults = view.follow(&sight).expect_err("refused");
        assert_eq!(view, position.view(viewer), "a view that can't follow is unchanged");
        let named =
            slugs(&faults).into_iter().map(|(path, slug)| format!("{path} {slug}")).collect::<Vec<_>>();
        named.join(", ")
    };
    let start = Position::start(&options).unwrap();
    assert_eq!(refused(&start, "1=?"), "seat wrong_seat, cards hidden_card");
    assert_eq!(refused(&start, "0=r1r2"), "cards hidden_card, cards wrong_hand_size");
    assert_eq!(refused(&start, "!r1r2r3"), " unexpected_sight");

    let turning = reach(&options, 1, |position| position.public().stage() == Stage::Starter(RowIndex::First));
    let own = turning.hand(viewer).nth(0).unwrap();
    assert_eq!(refused(&turning, &format!(">1={own}")), "row wrong_row, card duplicate_card");

    let choosing = reach(&options, 1, |position| {
        position.public().round() == 2 && position.public().stage() == Stage::Choose
    });
    let hand: Vec<Card> = choosing.hand(viewer).iter().collect();
    let others: Vec<Card> = choosing.view(viewer).unseen().iter().collect();
    let lying = choosing.public().seen().nth(0).unwrap();
    assert_eq!(refused(&choosing, &format!("0:{}", others[0])), "seat wrong_seat, card card_not_in_hand");
    assert_eq!(refused(&choosing, &format!("!{}{}", others[0], hand[0])), "cards wrong_card_count");
    assert_eq!(
        refused(&choosing, &format!("!{}{}{}", others[0], others[1], others[2])),
        "cards[1] card_not_in_hand"
    );
    assert_eq!(
        refused(&choosing, &format!("!{lying}{}{}", hand[0], hand[1])),
        "cards[0] duplicate_card, cards[2] duplicate_card"
    );
    let twice = format!("!{}{}{}", others[0], hand[0], others[0]);
    assert_eq!(refused(&choosing, &twice), "cards[2] duplicate_card");
    let mut after = choosing.clone();
    while after.chosen(viewer).is_none() {
        after.play(after.legal_moves()[0]);
    }
    let not_chosen = after.hand(viewer).nth(0).unwrap();
    assert_eq!(refused(&after, &format!("1:{not_chosen}")), " unexpected_sight");
    assert_eq!(
        refused(&after, &format!("!{}{not_chosen}{}", others[0], others[1])),
        "cards[1] card_not_in_hand"
    );

    let row = reach(&options, 2, |position| matches!(position.public().stage(), Stage::Row(_)));
    let (seat, ..) = row.public().decision().unwrap();
    assert_eq!(refused(&row, &format!("{}>0", seat.next(3))), "seat wrong_seat");
    let drawing = reach(&options, 5, |position| matches!(position.public().stage(), Stage::Draw(_)));
    let missed = drawing.chances().next().unwrap().event;
    let Event::Draw { seat, .. } = missed else { panic!("a draw is due") };
    assert_eq!(refused(&drawing, &format!("{}x=?", seat.next(3))), "seat wrong_seat");
}

/// A change of a setup, and the faults that it brings.
type Case = (fn(&mut Setup), &'static [(&'static str, &'static str)]);

/// Three rounds into the second deal, the third one waiting for a row choice.
const WAITING: &str = "lokus/1 players=3 starters=on deals=2 table=linear deal=1 carried=5,0,9 \
    hands=r6r7r8r9r10r11r12s12/y9g9y10g10y11g11y12g12/o6o7o8o9o10o11s11o12 toilets=b1o2 \
    rounds=r3y4s5>0>1;r2g4b5xb7xb8;g6y7y8 chosen=- asks=0";

fn setup() -> Setup {
    WAITING.parse().unwrap()
}

#[test]
fn a_setup_names_every_fault() {
    assert_eq!(Position::from_setup(&setup()).map(|position| position.turn()), Ok(Turn::Seat(Seat::new(0))));
    let cases: &[Case] = &[
        (|s| s.options.players = 1, &[("options.players", "players_out_of_range")]),
        (
            |s| (s.options.players, s.options.deals) = (9, 0),
            &[("options.players", "players_out_of_range"), ("options.deals", "deals_out_of_range")],
        ),
        (
            |s| s.options.players = 4,
            &[
                ("carried", "wrong_score_count"),
                ("hands", "wrong_hand_count"),
                ("rounds[0].cards", "wrong_card_count"),
                ("rounds[1].cards", "wrong_card_count"),
                ("rounds[2].cards", "wrong_card_count"),
            ],
        ),
        (|s| s.options.starters = false, &[("starters", "wrong_starter_count")]),
        (|s| s.starters.truncate(1), &[("starters", "wrong_starter_count")]),
        (|s| s.deal = 2, &[("deal", "deal_out_of_range")]),
        (|s| s.carried[2] = 23, &[("carried[2]", "score_out_of_range")]),
        (|s| s.carried[0] = -1, &[("carried[0]", "score_out_of_range")]),
        (|s| s.carried.truncate(2), &[("carried", "wrong_score_count")]),
        (|s| s.deal = 0, &[("carried[0]", "score_out_of_range"), ("carried[2]", "score_out_of_range")]),
        (|s| s.hands.truncate(2), &[("hands", "wrong_hand_count")]),
        (|s| s.hands.push(Some(vec![])), &[("hands", "wrong_hand_count")]),
        (|s| s.hands[1] = Some(vec![card("y9")]), &[("hands[1]", "wrong_hand_size")]),
        (|s| s.hands[1] = None, &[("hands[1]", "hidden_card")]),
        (|s| s.viewer = Some(0), &[("viewer", "hidden_card")]),
        (|s| s.hands[0].as_mut().unwrap()[0] = card("y9"), &[("hands[1][0]", "duplicate_card")]),
        (|s| s.starters[1] = card("b1"), &[("starters[1]", "duplicate_card")]),
        (|s| s.rounds[1].cards[0] = card("r3"), &[("rounds[1].cards[0]", "duplicate_card")]),
        (
            |s| s.rounds[1].placements[1] = PlayedCard::Miss(SecondRoll::Card(card("b7"))),
            &[("rounds[1].placements[1]", "duplicate_card")],
        ),
        (
            |s| s.rounds[1].placements[1] = PlayedCard::Miss(SecondRoll::Hidden),
            &[("rounds[1].placements[1]", "hidden_card")],
        ),
        (
            |s| s.rounds[0].placements[0] = PlayedCard::Row(2),
            &[("rounds[0].placements[0]", "wrong_placement")],
        ),
        (
            |s| s.rounds[1].placements[0] = PlayedCard::Row(0),
            &[("rounds[1].placements[0]", "wrong_placement")],
        ),
        (
            |s| s.rounds[0].placements[0] = PlayedCard::Miss(SecondRoll::NoCard),
            &[("rounds[0].placements[0]", "wrong_placement")],
        ),
        (|s| s.rounds[1].placements.truncate(0), &[("rounds[1].placements[0]", "wrong_placement")]),
        (|s| s.rounds[1].placements.truncate(1), &[("rounds[1].placements[1]", "wrong_placement")]),
        (
            |s| s.rounds[1].placements[0] = PlayedCard::Miss(SecondRoll::NoCard),
            &[("rounds[1].placements[1]", "wrong_placement")],
        ),
        (|s| s.rounds[0].placements.truncate(1), &[("rounds[0]", "unfinished_round")]),
        (
            |s| s.rounds[2].placements = vec![PlayedCard::Row(0); 3],
            &[("rounds[2].placements", "too_many_placements")],
        ),
        (
            |s| s.chosen = vec![Some(card("s6")), None, None],
            &[("chosen[0]", "unfinished_round"), ("hands[0]", "wrong_hand_size")],
        ),
        (
            |s| s.chosen = vec![Some(card("s6")), None],
            &[
                ("chosen", "wrong_choice_count"),
                ("chosen[0]", "unfinished_round"),
                ("hands[0]", "wrong_hand_size"),
            ],
        ),
        (|s| s.asks_first = 3, &[("asks_first", "wrong_seat")]),
        (
            |s| s.chosen = vec![None, Some(card("s6")), None],
            &[
                ("chosen", "wrong_asking_order"),
                ("chosen[1]", "unfinished_round"),
                ("hands[1]", "wrong_hand_size"),
            ],
        ),
    ];
    for (i, (change, expected)) in cases.iter().enumerate() {
        let mut changed = setup();
        change(&mut changed);
        let faults = Position::from_setup(&changed).expect_err("refused");
        assert_eq!(slugs(&faults), *expected, "case {i}: {changed}");
        // The text says the same as the data.
        let from_text = changed.to_string().parse::<Position>().unwrap_err();
        assert_eq!(from_text, faults.into(), "case {i}: {changed}");
    }
}

#[test]
fn more_than_a_deal_or_a_draw_pile_holds_is_refused() {
    let finished =
        reach(&Options { deals: 1, ..Options::new(6) }, 4, |position| position.turn() == Turn::Over);
    let mut setup = finished.setup();
    let extra = PlayedRound { cards: setup.rounds[0].cards.clone(), placements: vec![] };
    setup.rounds.push(extra);
    let faults = Position::from_setup(&setup).unwrap_err();
    assert!(slugs(&faults).contains(&("rounds", "too_many_rounds")));
    // Everybody has chosen: then the cards lie open, which is another setup.
    let choosing = reach(&Options::new(2), 4, |position| {
        position.public().stage() == Stage::Choose && position.chosen(Seat::new(0)).is_some()
    });
    let mut setup = choosing.setup();
    setup.chosen[1] = setup.hands[1].as_mut().unwrap().pop();
    assert_eq!(slugs(&Position::from_setup(&setup).unwrap_err()), [("chosen", "all_chosen")]);
    // L10: with six players the draw pile holds four cards; a second roll after that is no card.
    let empty = reach(&Options::new(6), 4, |position| {
        position.setup().rounds.iter().flat_map(|round| &round.placements).any(|placement| {
            *placement == PlayedCard::Miss(SecondRoll::NoCard) && position.public().draw_pile() == 0
        })
    });
    let mut view = empty.view(Seat::new(0)).setup();
    let (path, placement) = no_cards(&mut view).remove(0);
    *placement = PlayedCard::Miss(SecondRoll::Hidden);
    assert_eq!(slugs(&view.view().unwrap_err()), [(path.as_str(), "wrong_placement")], "{view}");
    // In a position the card would have to come from somewhere else, as all 72 have a place.
    let mut setup = empty.setup();
    let lying = setup.rounds[0].cards[0];
    let (path, placement) = no_cards(&mut setup).remove(0);
    *placement = PlayedCard::Miss(SecondRoll::Card(lying));
    assert_eq!(
        slugs(&Position::from_setup(&setup).unwrap_err()),
        [(path.as_str(), "duplicate_card")],
        "{setup}"
    );
}

/// The misses whose second roll is no card, with their paths.
fn no_cards(setup: &mut Setup) -> Vec<(String, &mut PlayedCard)> {
    let rounds = setup.rounds.iter_mut().enumerate();
    let placements = rounds.flat_map(|(i, round)| {
        let placements = round.placements.iter_mut().enumerate();
        placements.map(move |(j, placement)| (format!("rounds[{i}].placements[{j}]"), placement))
    });
    placements.filter(|(_, placement)| **placement == PlayedCard::Miss(SecondRoll::NoCard)).collect()
}

#[test]
fn a_view_names_every_fault() {
    let view = Position::from_setup(&setup()).unwrap().view(Seat::new(1));
    let cases: &[Case] = &[
        (|s| s.viewer = Some(3), &[("viewer", "wrong_seat"), ("hands[1]", "hidden_card")]),
        (|s| s.hands[0] = Some(vec![]), &[("hands[0]", "hidden_card"), ("hands[0]", "wrong_hand_size")]),
        (|s| s.hands[1] = None, &[("hands[1]", "hidden_card")]),
        (
            |s| s.rounds[1].placements[0] = PlayedCard::Miss(SecondRoll::Card(card("b7"))),
            &[("rounds[1].placements[0]", "hidden_card")],
        ),
        (|s| s.asks_first = 1, &[("asks_first", "wrong_asking_order")]),
        (
            |s| s.chosen = vec![Some(card("s6")), None, None],
            &[("chosen[0]", "hidden_card"), ("chosen[0]", "unfinished_round")],
        ),
    ];
    assert_eq!(view.setup().view().as_ref(), Ok(&view));
    for (i, (change, expected)) in cases.iter().enumerate() {
        let mut changed = view.setup();
        change(&mut changed);
        let faults = changed.view().expect_err("refused");
        assert_eq!(slugs(&faults), *expected, "case {i}: {changed}");
        assert_eq!(changed.to_string().parse::<View>(), Err(faults.into()), "case {i}");
    }
}

#[test]
fn a_deal_names_every_fault() {
    let options = Options::new(3);
    let whole = || {
        let mut cards = Card::all();
        let hands = (0..3).map(|_| cards.by_ref().take(11).collect()).collect();
        Deal { hands, starters: cards.by_ref().take(2).collect(), draw_pile: cards.collect() }
    };
    assert!(whole().fix(&options).is_ok());
    let refused = |change: fn(&mut Deal)| {
        let mut deal = whole();
        change(&mut deal);
        let faults = deal.fix(&options).expect_err("refused");
        slugs(&faults).into_iter().map(|(path, slug)| format!("{path} {slug}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(refused(|deal| deal.hands.truncate(2)), "hands wrong_hand_count");
    assert_eq!(refused(|deal| deal.hands[1].truncate(10)), "hands[1] wrong_hand_size");
    assert_eq!(refused(|deal| deal.starters.truncate(1)), "starters wrong_starter_count");
    assert_eq!(refused(|deal| deal.draw_pile.truncate(36)), "draw_pile wrong_draw_pile_size");
    assert_eq!(refused(|deal| deal.draw_pile[3] = card("r1")), "draw_pile[3] duplicate_card");
    assert_eq!(
        whole().fix(&Options { deals: 0, ..options.clone() }).map_err(|faults| faults.to_string()),
        Err("options.deals: 0 deals; 1 to 4294967295 are possible (L5 deals_out_of_range)".into())
    );
    let fixed = whole().fix(&options).unwrap();
    let choosing = reach(&options, 1, |position| position.public().stage() == Stage::Choose);
    assert_eq!(fixed.event(&choosing), None, "a deal has nothing to say where a seat decides");
}

#[test]
fn a_number_of_any_size_is_refused_and_told() {
    type Place = (&'static str, fn(&mut Setup, i64));
    let places: [Place; 5] = [
        ("deal", |setup, number| setup.deal = number),
        ("carried[1]", |setup, number| setup.carried[1] = number.into()),
        ("asks_first", |setup, number| setup.asks_first = number),
        ("rounds[0].placements[0]", |setup, row| setup.rounds[0].placements[0] = PlayedCard::Row(row)),
        ("viewer", |setup, number| setup.viewer = Some(number)),
    ];
    let position = reach(&Options::new(3), 1, |position| position.public().round() == 1);
    let good = position.setup();
    assert_eq!(Position::from_setup(&good), Ok(position));
    for (path, say) in places {
        for number in [-1, i64::MIN, 300, 1 << 32, i64::MAX] {
            let mut setup = good.clone();
            say(&mut setup, number);
            let refused = Position::from_setup(&setup).expect_err(path);
            let fault = refused.as_slice().iter().find(|fault| fault.path == path).expect(path);
            let is_told = fault.message.contains(&number.to_string());
            assert!(is_told || path == "viewer", "{path} {number}: {refused}");
            setup.viewer = Some(number);
            assert!(setup.view().is_err());
        }
    }
    for number in [-1, 2, i64::MIN, i64::MAX] {
        let broken = check_row(&[Row::EMPTY; 2], card("r1"), number).unwrap_err();
        assert_eq!(broken[0].to_string(), format!("there is no row {number}; there are row 0 and row 1"));
    }
}

/// Points at the upper end do not overflow: 2^63 - 1 a deal, in as many deals as there can be.
#[test]
fn the_largest_points_add_up() {
    let mut entries = vec![i64::MAX; 23];
    entries[0] = 0;
    let table = spielwerk::lokus::ScoringTable::given(&entries).unwrap();
    let options = Options { deals: u32::MAX, table, ..Options::new(3) };
    let most = i128::from(u32::MAX - 1) * i128::from(i64::MAX);
    let last = Setup { deal: i64::from(u32::MAX) - 1, carried: vec![most; 3], ..Setup::new(options) };
    let mut position = Position::from_setup(&last).unwrap();
    let mut random = Random::seeded(1);
    while position.turn() != Turn::Over {
        match position.turn() {
            Turn::Seat(_) => drop(position.play(position.sample_move(&mut random))),
            _ => drop(position.apply(&position.sample(&mut random))),
        }
    }
    let outcome = position.outcome().unwrap();
    assert!(outcome.points().iter().all(|points| [most, most + i128::from(i64::MAX)].contains(points)));
    assert_eq!(position.to_string().parse(), Ok(position.clone()));
    assert_eq!(Position::from_bytes(&position.to_bytes()), Ok(position));
}
