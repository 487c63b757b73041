//! Every way to be wrong in Schraube locker: broken rules, impossible positions, impossible events, bad text and bytes.

use std::collections::BTreeSet;

use spielwerk::common::{ParseError, Position as _, View as _, Violation};
use spielwerk::schraube::{Event, Illegal, Move, Position, Setup, View, notation};

/// Seat 0 has a laser and an extra roll, its run is one, the next pile wants a two.
const PLACE: &str = "schraube/1 players=2 phase=place seat=0 figures=0/0 piles=1:6/2:6:3/3:6/4:5/8:5/10:5 bonus=6 \
                     hands=29,33/11 removed=- rerolls=1 dice=11466";
/// Seat 0 stands with seat 1; seat 2 is elsewhere.
const VISIT: &str = "schraube/1 players=3 phase=visit seat=0 figures=2/2/4 piles=1:5/2:5/3:5/4:5/8:5/10:5 bonus=6 \
                     hands=37,38,40/11,12/13";
/// Seat 1 can combine.
const COMBINE: &str = "schraube/1 players=2 phase=combine seat=1 figures=2/3 piles=1:6/2:6/3:6/4:5/8:5/10:5 bonus=6 \
                       hands=-/5,15,40 fresh=15";
const ROLL: &str = "schraube/1 players=2 phase=roll seat=0 figures=0/3 piles=1:6/2:6/3:6/4:6/8:6/10:6 bonus=6 hands=-/- \
                    rerolls=2 roll=6";
const REVEAL: &str = "schraube/1 players=2 phase=reveal seat=0 figures=0/3 piles=-:6/2:6/3:6/4:6/8:6/10:6 bonus=6 \
                      hands=1/- fresh=1";

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_number_of_any_size_is_refused_and_told() {
    type Place = (&'static str, fn(&mut Setup, i64));
    let places: [Place; 7] = [
        ("players", |setup, number| setup.players = number),
        ("max_rolls", |setup, number| setup.max_rolls = number),
        ("piles[2].down", |setup, number| setup.piles[2].down = number),
        ("bonus_left", |setup, number| setup.bonus_left = number),
        ("bonus_left", |setup, number| setup.hands[1].bonus = number),
        ("rerolls_left", |setup, number| setup.rerolls_left = number),
        ("unplaced", |setup, number| setup.to_roll = number),
    ];
    let good = position(ROLL).setup();
    for (path, say) in places {
        for number in [-1, i64::MIN, 300, 1 << 32, i64::MAX] {
            let mut setup = good.clone();
            say(&mut setup, number);
            let refused = Position::from_setup(&setup).expect_err(path);
            let fault = refused.as_slice().iter().find(|fault| fault.path == path).expect(path);
            // Dice are counted together; there are none besides those to roll.
            assert!(fault.message.contains(&number.to_string()), "{path} {number}: {refused}");
        }
    }
    // What one place has too few another may not have too many.
    let mut owed = good.clone();
    (owed.bonus_left, owed.hands[1].bonus) = (-1, 7);
    let refused = Position::from_setup(&owed).unwrap_err();
    assert_eq!(refused.as_slice()[0].slug, "bonus_not_conserved");
    let text = ROLL.replace("players=2", "players=300");
    let refused = text.parse::<Position>().unwrap_err().to_string();
    assert!(refused.starts_with("players: 300 players; the game is for 2 to 4 (S1"), "{refused}");
}

#[test]
fn every_rule_can_be_broken_and_is_named() {
    /// Position, attempt, rules and slugs.
    type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);
    let pro = PLACE.replace("phase", "pro=on phase");
    let forced = PLACE.replace("11466", "12466");
    let no_rolls = PLACE.replace("rerolls=1", "rerolls=0");
    let no_dice = pro.replace("4:5/8:5/10:5", "4:5:114/8:5:4/10:5:5").replace("11466", "-");
    let fresh = format!("{VISIT} fresh=38");
    let visited = VISIT.replace("2/2/4", "2/2/2") + " visited=1";
    let start = "schraube/1 players=2";
    let rows: &[Row] = &[
        (start, "place 2", &[("S8", "wrong_phase")]),
        (start, "sum 2 11", &[("S25", "wrong_phase")]),
        (start, "reroll", &[("S9", "wrong_phase")]),
        (start, "laser 29 1 2", &[("S12", "wrong_phase")]),
        (start, "extra 33", &[("S13", "wrong_phase")]),
        (start, "stop", &[("S10", "wrong_phase")]),
        (start, "swap 1 37 5", &[("S16", "wrong_phase")]),
        (start, "gift 1 40", &[("S16", "wrong_phase")]),
        (start, "end_visit", &[("S16", "wrong_phase")]),
        (start, "combine 5 15", &[("S18", "wrong_phase")]),
        (start, "end_turn", &[("S18", "wrong_phase")]),
        (PLACE, "start 2", &[("S5", "wrong_phase")]),
        (ROLL, "stop", &[("S10", "wrong_phase")]),
        (PLACE, "place 1", &[("S7", "pile_covered"), ("S8", "no_matching_die")]),
        (PLACE, "place 2", &[("S8", "no_matching_die")]),
        (PLACE, "sum 2 11", &[("S25", "not_pro")]),
        (PLACE, "laser 29 2 3", &[("S12", "die_not_unplaced")]),
        (PLACE, "laser 29 1 1", &[("S12", "same_face")]),
        (PLACE, "laser 33 1 2", &[("S12", "wrong_kind")]),
        (PLACE, "laser 30 1 2", &[("S12", "card_not_open")]),
        (PLACE, "extra 34", &[("S13", "card_not_open")]),
        (PLACE, "extra 29", &[("S13", "wrong_kind")]),
        (&no_rolls, "reroll", &[("S6", "no_rolls_left")]),
        (&forced, "reroll", &[("S7", "forced_placement_pending")]),
        (&forced, "stop", &[("S7", "forced_placement_pending")]),
        (&forced, "place 3", &[("S7", "forced_placement_pending")]),
        (&pro, "sum 2 1", &[("S25", "too_few_dice"), ("S25", "wrong_sum")]),
        (&pro, "sum 3 33", &[("S25", "dice_not_unplaced")]),
        (&pro, "sum 1 12", &[("S7", "pile_covered"), ("S25", "dice_not_unplaced")]),
        (&no_dice, "reroll", &[("S9", "no_dice_left")]),
        (&no_dice, "extra 33", &[("S13", "no_dice_left")]),
        (VISIT, "swap 0 37 11", &[("S16", "own_seat")]),
        (VISIT, "swap 2 37 13", &[("S16", "not_on_pile")]),
        (VISIT, "gift 3 40", &[("S16", "no_such_seat")]),
        (VISIT, "swap 1 37 13", &[("S16", "wanted_card_not_open")]),
        (VISIT, "swap 1 40 11", &[("S16", "wrong_kind")]),
        (VISIT, "gift 1 41", &[("S16", "card_not_open")]),
        (&fresh, "swap 1 38 11", &[("S19", "fresh_card")]),
        (&visited, "swap 1 37 11", &[("S16", "already_visited")]),
        (COMBINE, "combine 5 16", &[("S18", "card_not_open")]),
        (COMBINE, "combine 5 40", &[("S18", "not_a_set")]),
        (COMBINE, "combine", &[("S18", "not_a_set")]),
        (COMBINE, "combine 16 17", &[("S18", "card_not_open"), ("S18", "not_a_set")]),
    ];
    let mut hit = BTreeSet::new();
    for (text, attempt, expected) in rows {
        let game = position(text);
        let attempt: Move = attempt.parse().unwrap();
        let broken = game.check(&attempt).expect_err("an illegal move");
        let found: Vec<_> = broken.iter().map(|one| (one.rule(), one.slug())).collect();
        assert_eq!(found, *expected, "{attempt} in {text}");
        for one in &broken {
            assert!(one.to_string().len() > 10, "a sentence: {one}");
            assert!(one.places().iter().all(|place| !place.is_empty()));
        }
        let refusal = game.clone().try_play(&attempt).expect_err("refused");
        assert!(refusal.to_string().contains(&game.to_string()), "the message has the position");
        hit.extend(found.iter().map(|&(rule, slug)| (slug, rule)));
    }
    assert!(Illegal::catalogue().is_sorted());
    let all: BTreeSet<_> = Illegal::catalogue().iter().copied().collect();
    assert_eq!(hit, all, "every entry of the catalogue has a row");
}

fn slugs(error: &ParseError) -> Vec<&'static str> {
    match error {
        ParseError::Invalid(faults) => faults.as_slice().iter().map(|fault| fault.slug).collect(),
        ParseError::Syntax { .. } => panic!("{error}"),
    }
}

#[test]
fn every_fault_of_a_position_is_named() {
    let open: &str = "schraube/1 players=2 phase=place seat=0 figures=0/3 piles=1:6/2:6/3:6/4:6/8:6/10:6 bonus=6 hands=-/- rerolls=2 dice=144556";
    let in_order = "schraube/1 players=2 phase=combine seat=0 figures=0/3 piles=1:[6]/2:[7,9]/3:0/4:0/8:0/10:0 bonus=6 \
                    hands=5,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28/37,38,39,40,41,42 \
                    removed=29,30,31,32,33,34,35,36";
    let over = "schraube/1 players=2 phase=over seat=0 figures=1/3 piles=1:6/-:0/3:6/4:6/8:6/10:6 bonus=6 \
                hands=2,5,6,7,9,11/12";
    position(open);
    position(in_order);
    position(over);
    let with = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        text.replacen(from, to, 1)
    };
    let rows: Vec<(String, &[&str])> = vec![
        ("schraube/1 players=5".into(), &["players_out_of_range", "wrong_seat_count", "wrong_seat_count"]),
        ("schraube/1 players=2 rolls=10".into(), &["rolls_out_of_range"]),
        ("schraube/1 players=2 seat=2".into(), &["no_such_seat"]),
        ("schraube/1 players=2 figures=-/-/-".into(), &["wrong_seat_count"]),
        (with(open, "/10:6", ""), &["wrong_pile_count"]),
        (with(open, "2:6/", "1:6/"), &["card_twice", "cards_not_conserved"]),
        (with(open, "2:6/3:6", "2:7/3:5"), &["pile_too_high"]),
        (with(PLACE, "removed=-", "removed=5"), &["not_spendable", "cards_not_conserved"]),
        (with(open, "10:6", "10:5"), &["cards_not_conserved"]),
        (with(open, "bonus=6", "bonus=5"), &["bonus_not_conserved"]),
        (with(COMBINE, "hands=-/5,15,40", "hands=-/5,15(16+40)").replace("10:5", "10:4"), &["not_a_set"]),
        (with(in_order, "1:[6]", "1:1"), &["order_incomplete"]),
        (with(in_order, "2:[7,9]", "2:[7,5]"), &["card_twice"]),
        (with(in_order, "2:[7,9]", "2:[7,6]"), &["card_twice"]),
        (with(open, "144556", "14455"), &["dice_not_conserved"]),
        (with(COMBINE, "piles=1:6", "piles=1:6:1"), &["dice_not_conserved"]),
        (with(PLACE, "2:6:3/", "2:6:12/").replace("11466", "1466"), &["two_dice_on_pile"]),
        (with(PLACE, "2:6:3/", "2:6:4/"), &["dice_do_not_match"]),
        (with(ROLL, "roll=6", "dice=123456"), &["wrong_dice_count"]),
        (with(open, "dice=144556", "roll=6"), &["wrong_dice_count"]),
        (with(open, "rerolls=2", "rerolls=3"), &["too_many_rolls"]),
        (format!("{COMBINE} rerolls=1"), &["too_many_rolls"]),
        (with(open, "figures=0/3", "figures=0/-"), &["wrong_figures"]),
        ("schraube/1 players=2 figures=3/-".into(), &["wrong_figures"]),
        (
            with(&with(open, "place", "start"), " rerolls=2 dice=144556", "").replace("0/3", "-/-"),
            &["too_early"],
        ),
        ("schraube/1 players=2 visited=1".into(), &["turn_not_begun"]),
        (with(REVEAL, " fresh=1", ""), &["wrong_opening"]),
        (
            with(REVEAL, "-:6/2:6", "1:6/-:6").replace("hands=1", "hands=2").replace("fresh=1", "fresh=2"),
            &["no_open_card"],
        ),
        (with(REVEAL, "-:6", "5:6").replace("10:6", "10:5"), &["nothing_to_decide"]),
        (with(open, "2:6/", "-:6/").replace("hands=-", "hands=2"), &["no_open_card"]),
        (with(VISIT, "37,38,40", "34,35,36"), &["nothing_to_decide"]),
        (with(COMBINE, "5,15,40", "5,14,40").replace("fresh=15", "fresh=14"), &["nothing_to_decide"]),
        (with(open, "bonus=6 hands=-", "bonus=0 hands=-*6"), &["game_is_over"]),
        (with(over, "-:0", "2:0").replace("hands=2,", "hands="), &["game_goes_on"]),
        (with(&with(over, "over", "combine"), "11/12", "15/12"), &["taken_card_not_fresh"]),
        (format!("{open} fresh=1"), &["not_fresh"]),
        (with(COMBINE, "fresh=15", "fresh=16"), &["not_fresh"]),
        (format!("{VISIT} visited=2"), &["not_visited"]),
        (format!("{VISIT} visited=0,1,1"), &["not_visited", "not_visited", "nothing_to_decide"]),
        (
            with(open, "piles=1:6/2:6/3:6/4:6/8:6/10:6", "piles=1:6:1/2:6:3/3:6:2/4:6:6/8:6:4/10:6:5")
                .replace("144556", "-"),
            &["turn_moved_on"],
        ),
        (with(open, "144556", "134556"), &["placement_not_made"]),
    ];
    for (text, expected) in rows {
        let error = text.parse::<Position>().expect_err(&text);
        assert_eq!(slugs(&error), expected, "{error} in {text}");
    }
    let view: ParseError = with(in_order, "players", "view=0 players").parse::<View>().unwrap_err();
    assert_eq!(slugs(&view), ["order_in_view"]);
    let view = with(open, "players", "view=3 players").parse::<View>().unwrap_err();
    assert_eq!(slugs(&view), ["no_such_seat"]);
}

#[test]
fn every_fault_of_an_event_is_named() {
    let in_order = "schraube/1 players=2 phase=reveal seat=0 figures=0/1 \
                    piles=-:[1,5,6,7,9,11,12]/-:[2,13,14,15,16,17,18]/-:[3,19,20,21,22,23,24]/-:[4,25,26,27,28,29,30]/\
                    -:[8,31,32,33,34,35,36]/-:[10,37,38,39,40,41,42] bonus=6 hands=-/-";
    let rows: &[(&str, &str, &[&str])] = &[
        (PLACE, "roll 123456", &["no_roll_due"]),
        (ROLL, "roll 12345", &["wrong_dice_count"]),
        (ROLL, "roll -", &["wrong_dice_count"]),
        (ROLL, "reveal 0 5", &["no_reveal_due"]),
        (ROLL, "reveal 0 1", &["no_reveal_due", "card_not_unseen"]),
        (REVEAL, "reveal 1 5", &["wrong_pile"]),
        (REVEAL, "reveal 0 1", &["card_not_unseen"]),
        (in_order, "reveal 0 5", &["not_the_next_card"]),
        (in_order, "roll 123456", &["no_roll_due"]),
    ];
    for (text, event, expected) in rows {
        let mut game = position(text);
        let before = game.clone();
        let faults = game.try_apply(&event.parse::<Event>().unwrap()).expect_err(event);
        let found: Vec<_> = faults.as_slice().iter().map(|fault| fault.slug).collect();
        assert_eq!(found, *expected, "{event} in {text}");
        assert_eq!(game, before, "nothing is changed");
    }
    assert!(position(in_order).clone().try_apply(&"reveal 0 1".parse().unwrap()).is_ok());
}

#[test]
fn texts_are_read_with_tolerance_and_written_strictly() {
    let rows = [
        ("START 4", "start 4"),
        ("place,2", "place 2"),
        ("sum 3 1 2 2", "sum 3 122"),
        ("Laser  32, 6 , 4", "laser 32 6 4"),
        ("swap 1 39 4", "swap 1 39 4"),
        ("combine 28, 11", "combine 11 28"),
        (" end_turn ", "end_turn"),
    ];
    for (text, written) in rows {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), written);
    }
    assert_eq!("ROLL 652122".parse::<Event>().unwrap().to_string(), "roll 122256");
    let written = "schraube/1 players=2 rolls=3 pro=off deck=standard phase=place seat=0 figures=0/0 \
                   piles=1:6/2:6:3/3:6/4:5/8:5/10:5 bonus=6 hands=29,33/11 removed=- rerolls=1 dice=11466";
    assert_eq!(position(PLACE).to_string(), written);
    assert_eq!(position(&PLACE.to_uppercase().replace(' ', "  ")).to_string(), written);
    let view = position(VISIT).view(spielwerk::common::Seat::new(2));
    assert_eq!(
        view.to_string(),
        "schraube/1 view=2 players=3 rolls=3 pro=off deck=standard phase=visit seat=0 figures=2/2/4 \
         piles=1:5/2:5/3:5/4:5/8:5/10:5 bonus=6 hands=37,38,40/11,12/13 removed=-"
    );
    assert!(view.legal_moves().is_empty());
    assert_eq!(
        position(&written.replace("standard", &own_deck())).to_string().len(),
        written.len() + own_deck().len() - 8
    );
}

/// The deck of the rule book with one value changed, as text.
fn own_deck() -> String {
    let csv = spielwerk::schraube::Deck::standard().to_csv().replace("42,gift,-3,4", "42,gift,5,4");
    csv.lines().skip(1).map(|line| line.replace(',', ".")).collect::<Vec<_>>().join(";")
}

#[test]
fn bad_text_says_where() {
    let rows = [
        ("", 0),
        ("fly 3", 0),
        ("place 6", 6),
        ("place x", 6),
        ("place 1 2", 7),
        ("laser 43 1 2", 6),
        ("laser 1 0 2", 8),
        ("swap 6 1 2", 5),
        ("sum 1 7", 6),
        ("sum 1 1111111", 6),
        ("combine 0", 8),
    ];
    for (text, at) in rows {
        match text.parse::<Move>() {
            Err(ParseError::Syntax { offset, .. }) => assert_eq!(offset, at, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!("roll 123".parse::<Move>().is_err() && "stop".parse::<Event>().is_err());
    let long = " ".repeat(4) + &"9".repeat(notation::MAX_TEXT + 1);
    let own = |text: &str| format!("schraube/1 players=2 deck={text}");
    let positions = [
        "chess/1 players=2".to_owned(),
        "schraube/2 players=2".into(),
        "schraube/1".into(),
        "schraube/1 players=2 players=2".into(),
        "schraube/1 players=2 colour=red".into(),
        "schraube/1 players=2 pro=maybe".into(),
        "schraube/1 players=2 phase=lunch".into(),
        "schraube/1 players".into(),
        "schraube/1,players=2".into(),
        "schraube/1 players=2 piles=1".into(),
        "schraube/1 players=2 piles=1:[2,3".into(),
        "schraube/1 players=2 hands=1(2+3".into(),
        "schraube/1 view=0 players=2".into(),
        own("1.screw"),
        own("1.bolt.1.1"),
        own("1.screw.x.1"),
        own("1.screw.1.7"),
        long,
    ];
    for text in positions {
        assert!(matches!(text.parse::<Position>(), Err(ParseError::Syntax { .. })), "{text}");
    }
    let short = own("1.screw.1.1").parse::<Position>().unwrap_err();
    assert_eq!(slugs(&short), ["wrong_count"]);
    assert!("schraube/1 players=2".parse::<View>().is_err(), "a view says whose it is");
}

#[test]
fn bad_bytes_are_refused() {
    let texts = [
        PLACE.to_owned(),
        VISIT.into(),
        COMBINE.into(),
        REVEAL.into(),
        format!("{} fresh=5", COMBINE.replace(" fresh=15", "")),
        PLACE.replace("phase", &format!("deck={} phase", own_deck())),
    ];
    for text in texts {
        let game = position(&text);
        let bytes = game.to_bytes();
        assert!(bytes.len() <= Position::INFO.max_position_bytes);
        assert_eq!(Position::from_bytes(&bytes).as_ref(), Ok(&game));
        for length in 0..bytes.len() {
            assert!(Position::from_bytes(&bytes[..length]).is_err(), "cut to {length}");
        }
        assert!(Position::from_bytes(&[bytes.as_slice(), &[0]].concat()).is_err(), "one byte more");
        // Any byte changed gives another position or an error, never a panic.
        for index in 0..bytes.len() {
            for change in [1, 0x10, 0x80, 0xFF] {
                let mut other = bytes.clone();
                other[index] ^= change;
                assert_ne!(Position::from_bytes(&other).as_ref(), Ok(&game), "byte {index} of {text}");
            }
        }
    }
}

#[test]
fn a_drawing_shows_the_table() {
    let drawn = position(PLACE).drawing();
    let expected = "seat 0 has dice 11466, 1 rolls left
pile  open card            wants  face down  dice    figures
0     1 screw +1           1      6          -       0 1
1     2 screw +1           3      6          3
2     3 screw +2           2      6          -
3     4 screw +2           6      5          -
4     8 screw +4           4      5          -
5     10 screw +5          5      5          -
seat 0: 29 laser, 33 extra_roll; 0 pairs, 0 bonus cards
seat 1: 11 double_screw; 0 pairs, 0 bonus cards
bonus pile: 6";
    assert_eq!(drawn, expected);
}
