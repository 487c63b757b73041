//! Golden texts of Lokus, what the reader tolerates, and what it refuses and where.

use spielwerk::common::{ParseError, Position as _, Seat, Turn, View as _};
use spielwerk::lokus::{Attempt, Card, Colour, Event, Position, Row, RowIndex, Sight, View};

/// A deal of three players, two rounds played, the third one waiting for a row choice.
const WAITING: &str = "lokus/1 players=3 starters=on deals=2 table=linear deal=1 carried=5,0,9 \
    hands=r6r7r8r9r10r11r12s12/y9g9y10g10y11g11y12g12/o6o7o8o9o10o11s11o12 toilets=b1o2 \
    rounds=r3y4s5>0>1;r2g4b5xb7xb8;g6y7y8 chosen=- asks=0";

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

#[test]
fn a_position_has_one_strict_text() {
    let golden = [
        "lokus/1 players=4 starters=on deals=3 table=linear deal=0 carried=0,0,0,0 hands=- toilets=- rounds=- \
         chosen=- asks=0",
        "lokus/1 players=2 starters=off deals=1 table=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,9223372036854775807 \
         deal=0 carried=0,0 hands=r1y1g1b1o1s1r2y2g2b2o2 toilets=- rounds=- chosen=- asks=0",
        "lokus/1 players=2 starters=on deals=1 table=progressive deal=0 carried=0,0 \
         hands=r1y1g1b1o1s1r2y2g2b2/s2r3y3g3b3o3s3r4y4g4b4 toilets=r12y12 rounds=- chosen=o2/- asks=0",
        WAITING,
    ];
    for text in golden {
        let position: Position = text.parse().unwrap();
        assert_eq!(position.to_string(), text);
    }
}

/// What a text does not say follows by the rules: r3 and s5 lie in the rows, y4 and g4 are rolls (L11), r2 and b5 went nowhere
/// (L9), and both rows take g6 (L18).
#[test]
fn what_a_text_leaves_out_follows_from_the_rules() {
    let position: Position = WAITING.parse().unwrap();
    let public = position.public();
    assert_eq!(public.rows().map(|row| row.to_string()), ["b1r3", "o2s5"]);
    assert_eq!((public.rolls(), public.cleaning(), public.draw_pile()), (&[2, 2, 2][..], &[0, 0, 0][..], 35));
    assert_eq!(position.turn(), Turn::Seat(Seat::new(0)));
    assert_eq!(
        public.decision().map(|(seat, which, card)| (seat.index(), which.name(), card)),
        Some((0, "low", card("g6")))
    );
    assert_eq!(
        position.drawing(),
        "\
Lokus, deal 2 of 2, 2 of 11 rounds played, 35 cards to draw
row 0   b1  r3
row 1   o2  s5
open   g6 y7 y8
seat 0 (low) chooses a row for g6
seat 0 rolls  2  cleaning 0  minus   5  r6r7r8r9r10r11r12s12
seat 1 rolls  2  cleaning 0  minus   0  y9g9y10g10y11g11y12g12
seat 2 rolls  2  cleaning 0  minus   9  o6o7o8o9o10o11s11o12
"
    );
}

#[test]
fn a_view_has_one_strict_text() {
    let view = WAITING.parse::<Position>().unwrap().view(Seat::new(2));
    let text = "lokus/1 view=2 players=3 starters=on deals=2 table=linear deal=1 carried=5,0,9 \
        hands=?/?/o6o7o8o9o10o11s11o12 toilets=b1o2 rounds=r3y4s5>0>1;r2g4b5x?x?;g6y7y8 chosen=- asks=0";
    assert_eq!(view.to_string(), text);
    assert_eq!(text.parse(), Ok(view.clone()));
    assert!(view.drawing().ends_with(
        "\
seat 0 rolls  2  cleaning 0  minus   5  8 cards
seat 1 rolls  2  cleaning 0  minus   0  8 cards
seat 2 rolls  2  cleaning 0  minus   9  o6o7o8o9o10o11s11o12
"
    ));
    assert!(text.parse::<Position>().is_err(), "a view is no position");
    assert!(WAITING.parse::<View>().is_err(), "a position is no view");
}

#[test]
fn steps_and_sights_have_golden_texts() {
    let (first, second) = (Seat::new(0), Seat::new(2));
    let attempts = [
        ("2:r7", Attempt::Choose { seat: 2, colour: Colour::Red, number: 7 }),
        ("9:s13", Attempt::Choose { seat: 9, colour: Colour::Grey, number: 13 }),
        ("0>1", Attempt::Row { seat: 0, row: 1 }),
        ("0>7", Attempt::Row { seat: 0, row: 7 }),
        ("2>-", Attempt::Decline { seat: 2 }),
    ];
    for (text, attempt) in attempts {
        assert_eq!((attempt.to_string().as_str(), text.parse()), (text, Ok(attempt)));
    }
    let pair = [card("r1"), card("s12")].into_iter().collect();
    let events = [
        ("0=r1s12", Event::Hand { seat: first, cards: pair }),
        (">1=b5", Event::Starter { row: RowIndex::Second, card: card("b5") }),
        ("2x=o9", Event::Draw { seat: second, card: card("o9") }),
    ];
    for (text, event) in events {
        assert_eq!((event.to_string().as_str(), text.parse()), (text, Ok(event)));
    }
    let mut cards = [None; 6];
    (cards[0], cards[1]) = (Some(card("y7")), Some(card("b4")));
    let sights = [
        ("0=r1s12", Sight::Hand { seat: first, cards: Some(pair) }),
        ("2=?", Sight::Hand { seat: second, cards: None }),
        (">0=b5", Sight::Starter { row: RowIndex::First, card: card("b5") }),
        ("2:o9", Sight::Choice { seat: second, card: card("o9") }),
        ("!y7b4", Sight::Reveal { cards }),
        ("2>0", Sight::Row { seat: second, row: RowIndex::First }),
        ("0x=?", Sight::Draw { seat: first }),
    ];
    for (text, sight) in sights {
        assert_eq!((sight.to_string().as_str(), text.parse()), (text, Ok(sight)));
    }
}

#[test]
fn the_reader_is_tolerant_where_it_says_so() {
    let strict: Position = WAITING.parse().unwrap();
    let tolerated = [
        // Any order of fields, any spaces, names and case of colours, hands in any order, defaults left out.
        "  lokus/1   toilets=blue1Orange2 players=3 deals=2 deal=1 carried=5,0,9 \
         rounds=R3Y4grey5>0>1;r2g4b5Xb7xB8;g6y7y8 \
         hands=s12r6r7r8r9r10r11r12/y9g9y10g10y11g11y12g12/o6o7o8o9o10o11gray11o12 ",
        "lokus/01 players=03 deals=2 deal=1 carried=5,0,9 chosen=-/-/- asks=0 toilets=b1o2 starters=on \
         rounds=r3y4s5>0>1;r2g4b5xb7xb8;g6y7y8 table=linear \
         hands=r6r7r8r9r10r11r12s12/y9g9y10g10y11g11y12g12/o6o7o8o9o10o11s11o12",
    ];
    for text in tolerated {
        assert_eq!(text.parse().as_ref(), Ok(&strict), "{text}");
    }
    let start: Position = "lokus/1 players=5".parse().unwrap();
    assert_eq!(Ok(start), Position::start(&spielwerk::lokus::Options::new(5)));
    assert_eq!("r3, b7  y12".parse::<Row>(), "r3b7y12".parse());
    assert_eq!(" 2:Green 7 ".parse::<Attempt>().unwrap().to_string(), "2:g7");
    assert_eq!("1X=grey9".parse::<Event>().unwrap().to_string(), "1x=s9");
}

fn refusal(text: &str) -> (usize, &'static str) {
    match text.parse::<Position>() {
        Err(ParseError::Syntax { offset, expected, .. }) => (offset, expected),
        Err(ParseError::Invalid(faults)) => (0, faults.as_slice()[0].slug),
        Ok(position) => panic!("{text} is read as {position}"),
    }
}

#[test]
fn the_reader_says_where_it_stopped() {
    let cases = [
        ("", (0, "\"lokus/\" and the version of the rules")),
        ("qwirkle/1 players=4", (0, "\"lokus/\" and the version of the rules")),
        ("lokus/2 players=4", (6, "version 1 of the rules")),
        ("lokus/x", (6, "a version of the rules")),
        ("lokus/1", (7, "the field \"players=\"")),
        ("lokus/1players=4", (7, "a space or the end")),
        ("lokus/1 players=4 players=4", (17, "each field once")),
        ("lokus/1 players=4 colour=red", (18, "the name of a field and \"=\"")),
        ("lokus/1 players=300", (16, "a number of players")),
        ("lokus/1 players=-4", (16, "a number of players")),
        ("lokus/1 players=4 starters=maybe", (27, "\"on\" or \"off\"")),
        ("lokus/1 players=4 deals=99999999999", (24, "a number of deals")),
        ("lokus/1 players=4 table=1,2,x", (28, "minus points from 0 to 2^63 - 1")),
        ("lokus/1 players=4 table=9223372036854775808", (24, "minus points from 0 to 2^63 - 1")),
        ("lokus/1 players=4 table=official", (0, "unknown_table")),
        ("lokus/1 players=4 table=0,1,2", (0, "too_short")),
        ("lokus/1 players=4 hands=r1x2", (26, "a space or the end")),
        ("lokus/1 players=4 hands=r13", (24, "a number from 1 to 12")),
        ("lokus/1 players=4 hands=r", (25, "a number")),
        ("lokus/1 players=4 hands=violet3", (24, "a colour: r, y, g, b, o or s")),
        ("lokus/1 players=4 toilets=?", (26, "cards")),
        ("lokus/1 players=4 rounds=>0", (25, "cards")),
        ("lokus/1 players=4 rounds=r1>", (28, "a row")),
        ("lokus/1 players=4 asks=x", (23, "a seat")),
        ("lokus/1 players=4 view=1", (0, "hidden_card")),
        ("lokus/1 players=1", (0, "players_out_of_range")),
        ("lokus/1 players=4 deals=0", (0, "deals_out_of_range")),
    ];
    for (text, expected) in cases {
        assert_eq!(refusal(text), expected, "{text}");
    }
    let long = format!("lokus/1 players=4 hands={}", "r1".repeat(100_000));
    assert_eq!(refusal(&long), (4096, "the end: the text is too long"));
    for text in ["", "2", "2:", "2>", "x>1", "2:r7 ", "2:7r", "2>1>0", "-1>0", "99999999999>0", "2=r7", "ß"]
    {
        assert_eq!(text.parse::<Attempt>().is_ok(), text == "2:r7 ", "{text:?}");
    }
    for text in ["", "0", "6=r1", "0=", "0=r1r1", ">2=r1", ">0", "0x", "0x=", "0x=?", "0=?", "0:r1"] {
        assert!(text.parse::<Event>().is_err(), "{text:?}");
    }
    for text in ["", "!", "!r1y1g1b1o1s1r2", "0", "7:r1", "0x=r1", ">0=?", "0=r1r1", "0>2"] {
        assert!(text.parse::<Sight>().is_err(), "{text:?}");
    }
}
