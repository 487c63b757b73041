//! Golden rows of the notation, what it tolerates, what it refuses; the byte form; faults of data from outside.

use spielwerk::common::{Fault, ParseError, Position as _, laws};
use spielwerk::qwirkle::{
    Attempt, Cell, Draw, Holding, Laid, Options, Placement, Position, Setup, SetupDraw, SetupHand, Sight,
    Tile, TileSet, View,
};

const POSITION: &str = "qwirkle/1 -2,7:r0r4/.r8 y0bdocpcg4g8/r0g0bsr4y4r8 93 5/2 1 0 -";

/// Positions as the writer writes them.
const GOLDEN: &[&str] = &[
    POSITION,
    "qwirkle/1 - -/- 108 0/0 0+6 0 -",
    "qwirkle/1 - r0g0b0r4g4b4/-/-/- 102 0/0/0/0 1+6 0 starter=2,free_pass,idle_limit=8",
    "qwirkle/1 0,0:r0r8 o4y4b4p4/g0ysbdocpcg8 94 0/0 0+2~r4g4 1 -",
    "qwirkle/1 0,0:r0r8 ?4/g0ysbdocpcg8 94 0/0 0+2~?2 1 -",
    "qwirkle/1 2147483646,-2147483648:r0r8 ?6/?6/?6 88 0/0/0 2 7 idle_limit=1000",
    "qwirkle/1 0,0:r0r8rsr4rdrc/.2os r4g4b4y4p4o4/g8g0bdpcocys 89 20/0 1 0 -",
];

#[test]
fn positions_are_written_as_they_were_read() {
    for text in GOLDEN {
        let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        // Tiles of a hand are in order; that alone may differ.
        let again: Position = position.to_string().parse().expect("what is written reads back");
        assert_eq!(again, position);
        assert_eq!(position.to_string().len(), text.len(), "{position}");
        laws::round_trips(&position);
    }
    assert_eq!(POSITION.parse::<Position>().expect("a position").to_string(), POSITION);
}

#[test]
fn reading_is_tolerant() {
    let loose = [
        "  QWIRKLE/1   -2,7:R0R4./.1R8   G8g4yObdpcoc/r0r4r8g0y4bs   93  5/2 1 0  -  ",
        "qwirkle/1 -2,7:r0r4/.r8. g8g4y0bdpcoc/0r4rr8g0y4bs 93 5/2 1",
        "qwirkle/1 -2,7:ror4/.r8 y0bdocpcg4g8/r0g0bsr4y4r8 93 5/2 1 0",
    ];
    for text in loose {
        assert_eq!(
            text.parse::<Position>().map(|position| position.to_string()),
            Ok(POSITION.to_owned()),
            "{text}"
        );
    }
    let short: Position = "qwirkle/1 0,0:r0 ?6/?6".parse().expect("a position");
    assert_eq!(short.to_string(), "qwirkle/1 0,0:r0 ?6/?6 95 0/0 0 0 -");
    assert_eq!("r0, G8 4y".parse::<TileSet>().map(|tiles| tiles.to_string()), Ok("r0y4g8".to_owned()));
}

#[test]
fn attempts_have_golden_rows() {
    // Text, and what is written back.
    let rows = [
        ("1,0>r8-r0", "1,0>r8-r0"),
        ("-1,-2147483648Vr8", "-1,-2147483648>r8"),
        ("0,0vr8--r0-", "0,0vr8--r0"),
        ("0,0>-r8", "1,0>r8"),
        ("lay:r8@1,0+r0@3,0", "1,0>r8-r0"),
        ("r0@3,0 r8@1,0", "1,0>r8-r0"),
        ("lay:r0@3,0+r8@4,1", "lay:r0@3,0+r8@4,1"),
        ("0,0>r0r8r4rsrdrcr0", "lay:r0@0,0+r8@1,0+r4@2,0+rs@3,0+rd@4,0+rc@5,0+r0@6,0"),
        ("lay:", "lay:"),
        ("lay:r0@3,0+r0@3,0", "lay:r0@3,0+r0@3,0"),
        ("trade:r0,r8", "trade:r0r8"),
        ("Trade r8 r0 r0 r0 r0", "trade:r8r0r0r0r0"),
        ("trade:-", "trade:-"),
        ("skip", "skip"),
        (" pass ", "skip"),
    ];
    for (text, written) in rows {
        let attempt: Attempt = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(attempt.to_string(), written, "{text}");
        let again: Attempt = written.parse().expect("what is written reads back");
        assert_eq!(again.to_string(), written);
    }
}

#[test]
fn draws_and_sights_have_golden_rows() {
    for text in ["draw:r0g8", "draw:?3", "draw:-"] {
        assert_eq!(text.parse::<Draw>().map(|draw| draw.to_string()), Ok(text.to_owned()));
    }
    for text in ["1,0>r8-r0", "trade:r0", "trade:?2", "skip", "draw:r0", "draw:?6,starter=1"] {
        assert_eq!(text.parse::<Sight>().map(|sight| sight.to_string()), Ok(text.to_owned()));
    }
    assert_eq!("draw ?3".parse::<Draw>(), Ok(Draw(Holding::Hidden(3))));
    let view = "seat=1 qwirkle/1 0,0:r0r8 ?6/g0ysbdocpcg8 94 0/0 0 0 -";
    assert_eq!(view.parse::<View>().map(|view| view.to_string()), Ok(view.to_owned()));
}

#[test]
fn what_is_no_text_says_where() {
    fn offset<T: std::str::FromStr<Err = ParseError> + std::fmt::Debug>(text: &str) -> usize {
        match text.parse::<T>() {
            Err(ParseError::Syntax { offset, .. }) => offset,
            other => panic!("{text:?} is no syntax: {other:?}"),
        }
    }
    assert_eq!(offset::<Tile>("r"), 0);
    assert_eq!(offset::<Tile>("r0r"), 2);
    assert_eq!(offset::<Tile>("rg"), 0);
    assert_eq!(offset::<TileSet>("r0r0r0r0"), 0);
    assert_eq!(offset::<Cell>("1;2"), 1);
    assert_eq!(offset::<Cell>("1,99999999999"), 2);
    assert_eq!(offset::<Attempt>(""), 0);
    assert_eq!(offset::<Attempt>("1,0"), 3);
    assert_eq!(offset::<Attempt>("1,0>"), 4);
    assert_eq!(offset::<Attempt>("2147483647,0>r0r8"), 17);
    assert_eq!(offset::<Attempt>("lay:r0@1"), 8);
    assert_eq!(offset::<Attempt>("skip now"), 5);
    assert_eq!(offset::<Placement>("skip"), 0);
    assert_eq!(offset::<Draw>("draw:?109"), 5);
    assert_eq!(offset::<Draw>("r0"), 0);
    assert_eq!(offset::<Position>(""), 0);
    assert_eq!(offset::<Position>("qwirkle/2 - -/- 108"), 0);
    assert_eq!(offset::<Position>("qwirkle/1"), 9);
    assert_eq!(offset::<Position>("qwirkle/1 x"), 10);
    assert_eq!(offset::<Position>("qwirkle/1 0,0:r0 r0x/-"), 19);
    assert_eq!(offset::<Position>("qwirkle/1 - -/- 108 0/0 0 0 starter=7"), 36);
    assert_eq!(offset::<Position>("qwirkle/1 - -/- 108 0/0 0 0 - more"), 30);
    assert_eq!(offset::<View>(POSITION), 0);
    assert_eq!(offset::<Sight>("0,0>r0------r8"), 0);
    assert_eq!(offset::<Position>(&"qwirkle/1 ".repeat(5_000)), 20_000);
    // Text of any sort is refused, never a panic.
    for odd in [
        "é",
        "r\u{301}0",
        "\0",
        "-",
        "?",
        "seat=",
        "1,0>é",
        "qwirkle/1 -1",
        "qwirkle/1 0,0:.99999999999r0 -/-",
    ] {
        assert!(
            odd.parse::<Position>().is_err()
                && odd.parse::<View>().is_err()
                && odd.parse::<Attempt>().is_err()
        );
        assert!(odd.parse::<Tile>().is_err() && odd.parse::<Sight>().is_err());
    }
}

fn faults(setup: &Setup) -> Vec<(String, &'static str)> {
    let Err(faults) = Position::from_setup(setup) else { panic!("{setup:?} is sound") };
    faults.as_slice().iter().map(|fault| (fault.path.clone(), fault.slug)).collect()
}

#[test]
fn a_number_of_any_size_is_refused_and_told() {
    type Place = (&'static str, fn(&mut Setup, i64));
    let places: [Place; 7] = [
        ("bag", |setup, number| setup.bag = number),
        ("scores[1]", |setup, number| setup.scores[1] = number),
        ("to_move", |setup, number| setup.to_move = number),
        ("idle", |setup, number| setup.idle = number),
        ("hands[1]", |setup, number| setup.hands[1] = SetupHand::Hidden(number)),
        ("draw.count", |setup, count| setup.draw = Some(SetupDraw { count, aside: SetupHand::Hidden(2) })),
        ("draw.aside", |setup, aside| {
            setup.draw = Some(SetupDraw { count: 2, aside: SetupHand::Hidden(aside) });
        }),
    ];
    let good: Setup = POSITION.parse().expect("a setup");
    for (path, say) in places {
        for number in [-1, i64::MIN, 30_000, 1 << 32, i64::MAX] {
            let mut setup = good.clone();
            say(&mut setup, number);
            let faults = Position::from_setup(&setup).expect_err(path);
            let told = |fault: &Fault| fault.path == path && fault.message.contains(&number.to_string());
            assert!(faults.as_slice().iter().any(told), "{path} {number}: {faults}");
        }
    }
    // What one place has too few another may not have too many.
    let mut owed = good.clone();
    (owed.bag, owed.hands[1]) = (-1, SetupHand::Hidden(100));
    assert_eq!(
        faults(&owed),
        [("hands[1]".to_owned(), "hand_too_big"), ("bag".to_owned(), "bag_count_wrong")]
    );
    // More hands than any options can count.
    let many = format!("qwirkle/1 - {} 108", vec!["-"; 300].join("/"));
    let refused = many.parse::<Position>().expect_err("300 players").to_string();
    assert_eq!(refused, "options.players: 300 players; Qwirkle is for 2 to 4 (Q2 players_out_of_range)");
}

#[test]
fn every_fault_is_named_with_its_path() {
    let good: Setup = POSITION.parse().expect("a setup");
    assert!(Position::from_setup(&good).is_ok());
    let spoiled = |spoil: fn(&mut Setup)| {
        let mut setup = good.clone();
        spoil(&mut setup);
        faults(&setup)
    };
    let named = |path: &str, slug| vec![(path.to_owned(), slug)];
    assert_eq!(spoiled(|s| s.scores[1] = 99_999), named("scores[1]", "score_out_of_range"));
    assert_eq!(spoiled(|s| s.scores.truncate(1)), named("scores", "scores_count_wrong"));
    assert_eq!(spoiled(|s| s.to_move = 2), named("to_move", "to_move_out_of_range"));
    assert_eq!(spoiled(|s| s.idle = 10_000), named("idle", "idle_out_of_range"));
    assert_eq!(spoiled(|s| s.bag = 92), named("bag", "bag_count_wrong"));
    assert_eq!(
        spoiled(|s| s.options.idle_limit = Some(0)),
        named("options.idle_limit", "idle_limit_out_of_range")
    );
    assert_eq!(
        spoiled(|s| s.options.starter = Some(spielwerk::common::Seat::new(2))),
        named("options.starter", "starter_out_of_range")
    );
    assert_eq!(
        spoiled(|s| s.options.players = 5),
        [
            ("options.players".to_owned(), "players_out_of_range"),
            ("hands".to_owned(), "hands_count_wrong"),
            ("scores".to_owned(), "scores_count_wrong")
        ]
    );
    let draw = |count, aside: &str| {
        Some(SetupDraw {
            count,
            aside: SetupHand::Known(aside.parse::<TileSet>().expect("tiles").iter().collect()),
        })
    };
    let mut drawing = good.clone();
    drawing.draw = draw(1, "-");
    assert_eq!(faults(&drawing), named("draw.count", "draw_count_wrong"));
    let mut dealing: Setup = "qwirkle/1 - -/r0 107 0/0 0+6".parse().expect("a setup");
    assert_eq!(faults(&dealing), named("hands[1]", "dealt_too_soon"));
    dealing.draw = draw(1, "r8");
    dealing.bag = 106;
    assert!(faults(&dealing).contains(&("draw.aside".to_owned(), "trade_in_opening")));
}

#[test]
fn huge_and_far_input_is_answered_quickly() {
    let tile: Tile = "r0".parse().expect("a tile");
    let many: Vec<Laid> = (0..200_000).map(|x| Laid::new(x, x % 7, tile)).collect();
    let setup = Setup { tiles: many, ..Setup::before_the_deal(Options::new(2)) };
    let slugs: Vec<&str> = faults(&setup).into_iter().map(|(_, slug)| slug).collect();
    assert!(
        slugs.contains(&"too_many_tiles")
            && slugs.contains(&"too_many_copies")
            && slugs.contains(&"not_connected")
    );
    assert!(slugs.len() < 100, "not every one of them is named");
    let ends = [i32::MIN, i32::MAX].map(|x| Laid::new(x, x, tile));
    assert_eq!(spielwerk::qwirkle::Grid::new(&ends).unwrap_err().as_slice()[0].slug, "not_connected");
    let grid: Position = POSITION.parse().expect("a position");
    let far: Vec<Laid> = (0..200_000).map(|x| Laid::new(x * 10_000, -x, tile)).collect();
    assert!(grid.check(&Attempt::Place(far)).is_err());
    let line: Vec<Laid> = (0..200_000).map(|x| Laid::new(x, 8, tile)).collect();
    assert!(grid.check(&Attempt::Place(line)).is_err());
    assert!(grid.check(&Attempt::Trade(vec![tile; 200_000])).is_err());
}

#[test]
fn bytes_are_checked() {
    for text in GOLDEN {
        let position: Position = text.parse().expect("a position");
        let bytes = position.to_bytes();
        for cut in 0..bytes.len() {
            assert!(Position::from_bytes(&bytes[..cut]).is_err(), "{text} cut at {cut}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(Position::from_bytes(&longer).is_err());
        for index in 0..bytes.len() {
            for value in 0..=255 {
                let mut changed = bytes.clone();
                changed[index] = value;
                // Whatever is read is a position with just these bytes.
                if let Ok(read) = Position::from_bytes(&changed) {
                    assert_eq!(read.to_bytes(), changed);
                }
            }
        }
    }
    let position: Position = POSITION.parse().expect("a position");
    let golden = "51010200ff00000100000006021013171b210600030a181a1e\
                  0500020003feffffff0700000000000001001801011e";
    let golden: Vec<u8> = (0..golden.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&golden[at..at + 2], 16).expect("hexadecimal"))
        .collect();
    assert_eq!(position.to_bytes(), golden, "the byte form does not change");
}

#[test]
fn a_drawing_shows_grid_hands_and_turn() {
    let position: Position = POSITION.parse().expect("a position");
    assert_eq!(
        position.drawing(),
        "  -3 -2 -1  0
6  .  .  .  .
7  . r0 r4  .
8  .  . r8  .
9  .  .  .  .
  seat 0: y0bdocpcg4g8 (5 points)
> seat 1: r0g0bsr4y4r8 (2 points)
bag: 93
"
    );
}
