//! The game tree of Schraube locker: every conceivable move against the list, and counts of nodes.

use std::collections::BTreeSet;

use spielwerk::common::{Census, Every, Fate, Position as _, Seat, StepOf, Turn, Uniform, divide, perft};
use spielwerk::schraube::{
    CARDS, Card, CardSet, Dealt, Dice, Face, Move, Options, Phase, Pile, Piles, Position, each_set,
};
use spielwerk_search::Random;

fn cards() -> impl Iterator<Item = Card> + Clone {
    (0..CARDS as u8).filter_map(Card::new)
}

/// Every move that can be said, sets of two and three cards included.
fn conceivable() -> Vec<Move> {
    let seats = (0..6).map(Seat::new);
    let mut moves =
        vec![Move::Reroll, Move::Stop, Move::EndVisit, Move::EndTurn, Move::Combine(CardSet::NONE)];
    for pile in Pile::ALL {
        moves.extend([Move::Start(pile), Move::Place(pile)]);
        moves.extend((0..=6).flat_map(Dice::all).map(|&dice| Move::Sum(pile, dice)));
    }
    for card in cards() {
        moves.push(Move::Extra(card));
        moves.extend(Face::ALL.iter().flat_map(|&from| Face::ALL.map(|to| Move::Laser(card, from, to))));
        moves.extend(seats.clone().map(|seat| Move::Gift(seat, card)));
        moves.extend(seats.clone().flat_map(|seat| cards().map(move |take| Move::Swap(seat, card, take))));
        moves.push(Move::Combine(CardSet::NONE.with(card)));
        for second in cards().filter(|&second| second > card) {
            let pair = CardSet::NONE.with(card).with(second);
            moves.push(Move::Combine(pair));
            moves
                .extend(cards().filter(|&third| third > second).map(|third| Move::Combine(pair.with(third))));
        }
    }
    moves
}

#[test]
fn a_move_is_legal_exactly_if_it_is_listed() {
    let conceivable = conceivable();
    let mut random = Random::seeded(17);
    let mut seen = [0; 7];
    for (players, pro) in [(2, false), (4, true), (3, false), (4, false), (2, true)] {
        let mut game = Position::start(&Options { pro, ..Options::new(players) }).unwrap();
        while game.turn() != Turn::Over {
            let phase = game.phase() as usize;
            // Rolls are many, visits are few.
            if seen[phase] < 25 || (seen[phase] < 120 && game.phase() == Phase::Visit) {
                seen[phase] += 1;
                let legal: BTreeSet<Move> = game.legal_moves().into_iter().collect();
                let checked: BTreeSet<Move> =
                    conceivable.iter().copied().filter(|attempt| game.check(attempt).is_ok()).collect();
                assert_eq!(checked, legal, "{game}");
            }
            if game.turn() == Turn::Chance {
                game.apply(&game.sample(&mut random));
            } else {
                game.play(game.sample_move(&mut random));
            }
        }
        assert!(
            conceivable.iter().all(|attempt| game.check(attempt).is_err()),
            "nothing is legal when it is over"
        );
    }
    let asked = [Phase::Start, Phase::Place, Phase::Visit, Phase::Combine].map(|phase| seen[phase as usize]);
    assert!(asked.iter().all(|&count| count >= 10), "{asked:?}");
}

#[test]
fn sets_are_found_once_each() {
    let game = Position::start(&Options::new(2)).unwrap();
    let mut found = Vec::new();
    each_set(CardSet::ALL, game.deck(), |set| found.push(set));
    // 10 screws, 4 double screws, 10 nuts, 4 double nuts.
    assert_eq!(found.len(), 10 * 10 + 4 * 45 + 4 * 45 + 4 * 4);
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len());
}

fn shuffled(seed: u64) -> Dealt {
    let mut random = Random::seeded(seed);
    let mut order: Vec<Card> = cards().collect();
    random.shuffle(&mut order);
    let piles: Piles = std::array::from_fn(|pile| std::array::from_fn(|place| order[7 * pile + place]));
    let dice: Vec<Face> = (0..600).map(|_| Face::ALL[random.below(6) as usize]).collect();
    Dealt::new(piles, dice)
}

/// The same count without undo, by reading every position from its text again and trying every conceivable move.
fn slowly<F: Fate<Position>>(text: &str, depth: u32, fate: &F, conceivable: &[Move]) -> Census {
    let game: Position = text.parse().unwrap();
    let mut census = Census::default();
    let add = |census: &mut Census, other: Census| {
        census.leaves += other.leaves;
        census.decisions += other.decisions;
        census.chances += other.chances;
    };
    match game.turn() {
        Turn::Over => census.leaves = 1,
        _ if depth == 0 => census.leaves = 1,
        Turn::Chance => {
            census.chances = 1;
            for (event, fate) in fate.branches(&game) {
                let mut after = game.clone();
                after.try_apply(&event).unwrap();
                add(&mut census, slowly(&after.to_string(), depth, &fate, conceivable));
            }
        }
        Turn::Seat(_) => {
            census.decisions = 1;
            for attempt in conceivable.iter().filter(|attempt| game.check(attempt).is_ok()) {
                let mut after = game.clone();
                after.play(*attempt);
                add(&mut census, slowly(&after.to_string(), depth - 1, fate, conceivable));
            }
        }
    }
    census
}

/// Depth, leaves, decisions, chances.
type Row = (u32, u64, u64, u64);

fn counts<F: Fate<Position>>(game: &Position, depths: &[u32], fate: &F) -> Vec<Row> {
    let row = |&depth: &u32| {
        let Census { leaves, decisions, chances } = perft(game, depth, fate);
        (depth, leaves, decisions, chances)
    };
    depths.iter().map(row).collect()
}

#[test]
fn trees_over_fixed_cards_and_dice_have_their_size() {
    let golden: [(u64, bool, [Row; 4]); 3] = [
        (
            1,
            false,
            [(2, 36, 7, 0), (4, 606, 199, 342), (6, 7_229, 2_971, 2_253), (8, 74_380, 33_525, 25_130)],
        ),
        (
            2,
            false,
            [(2, 36, 7, 0), (4, 708, 217, 348), (6, 8_896, 3_496, 2_642), (8, 113_347, 43_552, 31_485)],
        ),
        (
            3,
            true,
            [(2, 36, 7, 0), (4, 1_056, 247, 348), (6, 26_597, 6_624, 3_355), (7, 132_654, 33_221, 16_211)],
        ),
    ];
    let found = golden.map(|(seed, pro, rows)| {
        let start = Position::start(&Options { pro, ..Options::new(2) }).unwrap();
        let depths: Vec<u32> = rows.iter().map(|row| row.0).collect();
        (seed, pro, counts(&start, &depths, &shuffled(seed)).try_into().unwrap())
    });
    assert_eq!(found, golden);
}

#[test]
fn trees_with_all_events_have_their_size() {
    // One bonus card is left, so that full circles, which ask nobody, end the game instead of going on and on.
    let texts = [
        "schraube/1 players=2 phase=place seat=0 figures=3/0 piles=1:6:1/2:6/3:6/4:6/8:6:4/10:6:5 bonus=1 hands=-*5/- rerolls=1 dice=114",
        "schraube/1 players=2 phase=place seat=0 figures=0/3 piles=1:6/2:6:3/3:6:2/4:6:6/8:5/10:5 bonus=1 hands=29,33*5/- rerolls=1 dice=116",
        "schraube/1 players=2 pro=on phase=roll seat=1 figures=0/3 piles=1:6/2:6:3/3:6:2/4:6:6/8:6/10:6 bonus=1 hands=-*5/- rerolls=1 roll=3",
    ];
    let golden: [[Row; 2]; 3] = [
        [(1, 2, 1, 0), (2, 70_872, 16_652, 75)],
        [(1, 14, 1, 0), (2, 68_278, 15_798, 71)],
        [(1, 201, 55, 2), (2, 2_246_327, 350_415, 1_642)],
    ];
    let found: Vec<_> = texts.iter().map(|text| counts(&text.parse().unwrap(), &[1, 2], &Every)).collect();
    assert_eq!(found, golden);
}

#[test]
fn the_fast_count_is_the_slow_count() {
    let conceivable = conceivable();
    for pro in [false, true] {
        let (start, dealt) = (Position::start(&Options { pro, ..Options::new(2) }).unwrap(), shuffled(1));
        assert_eq!(perft(&start, 4, &dealt), slowly(&start.to_string(), 4, &dealt, &conceivable));
    }
    let text = "schraube/1 players=2 phase=place seat=0 figures=0/3 piles=1:6/2:6:3/3:6:2/4:6:6/8:5:4/10:5 bonus=6 hands=29,33/- \
                rerolls=1 dice=11";
    let game: Position = text.parse().unwrap();
    assert_eq!(perft(&game, 1, &Every), slowly(text, 1, &Every, &conceivable));
    let parts = divide(&game, 1, &Every);
    assert_eq!(parts.len(), game.legal_moves().len());
    assert!(parts.iter().all(|(step, _)| matches!(step, StepOf::Move(_))));
    assert_eq!(parts.iter().map(|(_, census)| census.leaves).sum::<u64>(), perft(&game, 1, &Every).leaves);
}
