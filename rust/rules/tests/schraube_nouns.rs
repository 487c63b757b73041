//! Schraube locker's nouns against the vectors in `tests/data/schraube`: chain, combine, deck.

use serde_json::Value;
use spielwerk::schraube::{
    ChainInput, Column, Deck, DeckFaultKind, Face, MAX_DECK_BYTES, Parts, Pile, PointCard, SetKind,
    matching_piles,
};

/// The lines of a vector file.
fn lines(name: &str) -> Vec<Value> {
    let path = format!("{}/../../tests/data/schraube/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn numbers(value: &Value) -> Vec<u8> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as u8).collect()
}

#[test]
fn chains_resolve_as_the_vectors_say() {
    let cases = lines("chain.jsonl");
    assert_eq!(cases.len(), 260);
    for case in cases {
        let whole = |name| numbers(&case[name]).into_iter().map(i64::from).collect::<Vec<_>>();
        let [faces, covered, dice] = ["faces", "covered", "dice"].map(whole);
        let figure = case["figure"].as_i64().unwrap();
        let input = ChainInput::read(figure, &faces, &covered, &dice, false).unwrap();
        let chain = input.resolve();
        let id = &case["id"];
        let forced: Vec<u8> = chain.forced.iter_from(input.figure).map(Pile::number).collect();
        assert_eq!(forced, numbers(&case["forced"]), "{id}");
        assert_eq!(
            chain.dice_left.iter().map(Face::pips).collect::<Vec<_>>(),
            numbers(&case["dice_left"]),
            "{id}"
        );
        assert_eq!(u64::from(chain.run), case["run"].as_u64().unwrap(), "{id}");
        assert_eq!(chain.free.iter().map(Pile::number).collect::<Vec<_>>(), numbers(&case["free"]), "{id}");
        assert_eq!(chain.free, matching_piles(&input.faces, chain.covered, chain.dice_left), "{id}");
    }
}

#[test]
fn every_fault_of_a_chain_is_named() {
    type Case<'a> = (i64, &'a [i64], &'a [i64], &'a [i64], &'a [(&'a str, &'a str)]);
    let cases: [Case; 8] = [
        (6, &[1; 6], &[], &[1; 6], &[("figure", "no_such_pile")]),
        (0, &[1; 5], &[], &[1; 6], &[("faces", "wrong_face_count")]),
        (0, &[1, 2, 3, 0, 5, 7], &[], &[1; 6], &[("faces[3]", "bad_face"), ("faces[5]", "bad_face")]),
        (0, &[1; 6], &[6], &[1; 5], &[("covered[0]", "no_such_pile")]),
        (0, &[1; 6], &[2, 2], &[1; 4], &[("covered[1]", "covered_twice")]),
        (0, &[1; 6], &[], &[1; 7], &[("dice", "too_many_dice")]),
        (
            0,
            &[1; 6],
            &[1, 2],
            &[0, 7, 1, 1, 1],
            &[("dice[0]", "bad_face"), ("dice[1]", "bad_face"), ("dice", "too_many_dice")],
        ),
        (0, &[1; 6], &[1, 2], &[1, 1, 1], &[("dice", "dice_missing")]),
    ];
    for (figure, faces, covered, dice, expected) in cases {
        let faults = ChainInput::read(figure, faces, covered, dice, false).unwrap_err();
        let found: Vec<_> = faults.as_slice().iter().map(|fault| (fault.path.as_str(), fault.slug)).collect();
        assert_eq!(found, expected);
    }
    assert!(
        ChainInput::read(0, &[1; 6], &[1, 2], &[1, 1], true).is_ok(),
        "with pro two dice may share a pile"
    );
}

#[test]
fn sets_and_pairings_are_those_of_the_vectors() {
    let name = |set: SetKind| match set {
        SetKind::ScrewNut => "screw+nut",
        SetKind::DoubleScrewTwoNuts => "double_screw+nut+nut",
        SetKind::DoubleNutTwoScrews => "double_nut+screw+screw",
        SetKind::DoubleScrewDoubleNut => "double_screw+double_nut",
    };
    let cases = lines("combine.jsonl");
    assert_eq!(cases.len(), 120);
    for case in cases {
        let count = |kind: &str| case["open"][kind].as_u64().unwrap() as u8;
        let parts = Parts {
            screws: count("screw"),
            double_screws: count("double_screw"),
            nuts: count("nut"),
            double_nuts: count("double_nut"),
        };
        let sets: Vec<_> = parts.sets().map(name).collect();
        let expected: Vec<_> =
            case["sets"].as_array().unwrap().iter().map(|set| set.as_str().unwrap()).collect();
        assert_eq!(sets, expected, "{}", case["id"]);
        assert_eq!(u64::from(parts.most_pairs()), case["most_pairs"].as_u64().unwrap(), "{}", case["id"]);
    }
}

#[test]
fn decks_load_or_name_every_fault() {
    let cases = lines("deck.jsonl");
    assert_eq!(cases.len(), 20);
    for case in cases {
        let read = Deck::from_csv(case["csv"].as_str().unwrap());
        assert_eq!(read.is_ok(), case["ok"].as_bool().unwrap(), "{}", case["id"]);
        if let Ok(deck) = &read {
            assert_eq!(Deck::from_csv(&deck.to_csv()).as_ref(), Ok(deck));
            assert_eq!(Deck::new(deck.cards()).as_ref(), Ok(deck));
        }
        let found: Vec<_> = read
            .err()
            .map_or(Vec::new(), |faults| faults.0)
            .iter()
            .map(|fault| {
                (
                    fault.kind.slug().to_owned(),
                    fault.line.map(|line| line as u64),
                    fault.column.map(Column::name),
                )
            })
            .collect();
        let expected: Vec<_> = case["faults"].as_array().unwrap().iter().collect();
        assert_eq!(found.len(), expected.len(), "{}: {found:?}", case["id"]);
        for ((slug, line, column), expected) in found.iter().zip(expected) {
            assert_eq!(expected["fault"].as_str(), Some(slug.as_str()), "{}", case["id"]);
            assert_eq!(
                (expected["line"].as_u64(), expected["column"].as_str()),
                (*line, *column),
                "{}",
                case["id"]
            );
        }
    }
}

#[test]
fn the_deck_of_the_rule_book_is_the_one_in_the_vectors() {
    let path = format!("{}/../../tests/data/schraube/deck_default.csv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(Deck::from_csv(&text).as_ref(), Ok(&*Deck::standard()));
    assert!(Deck::standard().is_standard());
}

#[test]
fn decks_are_read_with_tolerance_and_within_bounds() {
    let standard = Deck::standard();
    let text = standard.to_csv();
    let relaxed = format!("\u{feff}{}", text.replace(',', " , ").replace('\n', "\r\n\r\n"));
    assert_eq!(Deck::from_csv(&relaxed).as_ref(), Ok(&*standard));
    let kinds =
        |text: &str| Deck::from_csv(text).unwrap_err().0.iter().map(|fault| fault.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&" ".repeat(MAX_DECK_BYTES + 1)), [DeckFaultKind::TooLong]);
    assert_eq!(
        kinds(&text.replace("value", "points")),
        [DeckFaultKind::MissingColumn, DeckFaultKind::UnknownColumn]
    );
    assert_eq!(
        kinds(&text.replace("value", "kind")),
        [DeckFaultKind::MissingColumn, DeckFaultKind::DuplicateColumn]
    );
    assert_eq!(kinds(&text.replace(",screw,5,5", ",screw,1000001,5")), [DeckFaultKind::BadValue]);

    let mut cards = standard.cards().to_vec();
    let fault = |cards: &[PointCard]| Deck::new(cards).unwrap_err().0;
    cards[3].id = cards[0].id;
    assert_eq!((fault(&cards)[0].kind, fault(&cards)[0].line), (DeckFaultKind::DuplicateId, Some(5)));
    cards[3].id = 0;
    assert_eq!(fault(&cards)[0].kind, DeckFaultKind::BadId);
    cards[3].id = 4;
    cards[7].value = -1_000_001;
    assert_eq!(
        (fault(&cards)[0].kind, fault(&cards)[0].column),
        (DeckFaultKind::BadValue, Some(Column::Value))
    );
    assert_eq!(fault(&cards[..7])[0].kind, DeckFaultKind::WrongCount);
    assert_eq!(fault(&[]).len(), 1);
}
