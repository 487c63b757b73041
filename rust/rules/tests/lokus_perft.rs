//! The tree of Lokus against a second, slow way to count it.

use std::cell::Cell;

use spielwerk::common::{Every, Position as _, Seats, Turn, divide, divide_while, perft, perft_while};
use spielwerk::lokus::{
    Card, Deal, FixedDeal, Options, PileOrder, Position, Row, RowIndex, Stage, resolve_round,
};
use spielwerk_search::Random;

fn random_deal(options: &Options, seed: u64) -> FixedDeal {
    let mut cards: Vec<Card> = Card::all().collect();
    Random::seeded(seed).shuffle(&mut cards);
    let mut cards = cards.into_iter();
    let hands = (0..options.players).map(|_| cards.by_ref().take(11).collect()).collect();
    let starters = cards.by_ref().take(options.starter_count().into()).collect();
    Deal { hands, starters, draw_pile: cards.collect() }.fix(options).unwrap()
}

/// A random game whose chance is a fixed deal, `left` rounds before its end.
fn endgame(options: &Options, seed: u64, left: u8) -> (Position, FixedDeal) {
    let deal = random_deal(options, seed);
    let mut random = Random::seeded(seed);
    let mut position = Position::start(options).unwrap();
    while position.public().stage() != Stage::Choose || position.public().round() < 11 - left {
        match position.turn() {
            Turn::Chance => drop(position.apply(&deal.event(&position).unwrap())),
            _ => drop(position.play(position.sample_move(&mut random))),
        }
    }
    (position, deal)
}

/// The number of ways in which the rounds that are left can go: every choice of cards by all seats at once, and every row
/// where there is a choice. It knows no game, only [`resolve_round`].
fn lines(rows: &[Row; 2], hands: &[Vec<Card>]) -> u64 {
    if hands[0].is_empty() {
        return 1;
    }
    let joint = hands.iter().fold(vec![vec![]], |joint: Vec<Vec<Card>>, hand| {
        joint.iter().flat_map(|chosen| hand.iter().map(|card| [&chosen[..], &[*card]].concat())).collect()
    });
    joint
        .iter()
        .map(|cards| {
            let left: Vec<Vec<Card>> = hands
                .iter()
                .zip(cards)
                .map(|(hand, chosen)| hand.iter().copied().filter(|card| card != chosen).collect())
                .collect();
            rows_after(rows, cards, [None; 2]).iter().map(|rows| lines(rows, &left)).sum::<u64>()
        })
        .sum()
}

fn rows_after(rows: &[Row; 2], cards: &[Card], choices: [Option<RowIndex>; 2]) -> Vec<[Row; 2]> {
    let resolution = resolve_round(rows, cards, choices).unwrap();
    let Some(which) = resolution.missing else { return vec![resolution.rows] };
    RowIndex::ALL
        .into_iter()
        .flat_map(|row| {
            let mut choices = choices;
            choices[which.index()] = Some(row);
            rows_after(rows, cards, choices)
        })
        .collect()
}

#[test]
fn perft_agrees_with_a_count_without_a_game() {
    for (players, left, seeds) in [(2, 3, 40), (3, 2, 40), (4, 2, 10), (5, 1, 40), (6, 1, 40)] {
        for seed in 0..seeds {
            let options = Options { deals: 1, starters: seed % 3 > 0, ..Options::new(players) };
            let (position, deal) = endgame(&options, seed, left);
            let hands: Vec<Vec<Card>> =
                Seats::new(players).map(|seat| position.hand(seat).iter().collect()).collect();
            let expected = lines(position.public().rows(), &hands);
            let census = perft(&position, u32::MAX, &deal);
            assert_eq!(census.leaves, expected, "{position}");
            let divided: u64 =
                divide(&position, u32::MAX, &deal).iter().map(|(_, census)| census.leaves).sum();
            assert_eq!(divided, expected);
        }
    }
}

/// Without a fixed deal every card of the draw pile makes a branch (L19).
#[test]
fn chance_counts_every_card_that_may_be_drawn() {
    let options = Options { deals: 1, ..Options::new(2) };
    let mut misses = 0;
    for seed in 0..60 {
        let (position, deal) = endgame(&options, seed, 1);
        let fixed = perft(&position, u32::MAX, &deal);
        let every = perft(&position, u32::MAX, &Every);
        let pile = u64::from(position.pile().len());
        // One round: no miss, one, or two of them.
        let branches = [1, pile, pile * (pile - 1)];
        if fixed.decisions == 2 {
            assert_eq!(fixed.leaves, 1, "nobody had a row to choose: {position}");
            assert_eq!(every.leaves, branches[fixed.chances as usize], "{position}");
        }
        misses += if fixed.decisions == 2 { fixed.chances } else { 0 };
    }
    assert!(misses > 10);
}

#[test]
fn counts_near_the_root_agree_with_the_rounds() {
    for (seed, players) in (0..10).flat_map(|seed| [(seed, 2), (seed, 3)]) {
        let options = Options { deals: 1, ..Options::new(players) };
        let deal = random_deal(&options, seed);
        let root = Position::start(&options).unwrap();
        let decided = u32::from(players);
        let census = perft(&root, decided, &deal);
        // The deal, then eleven cards a seat.
        let joint = 11u64.pow(decided);
        assert_eq!((census.leaves, census.chances), (joint, u64::from(players) + 2));
        let mut position = root;
        while position.turn() == Turn::Chance {
            position.apply(&deal.event(&position).unwrap());
        }
        let rows = position.public().rows();
        let hands = Seats::new(players).map(|seat| position.hand(seat));
        let joint = hands.fold(vec![vec![]], |joint: Vec<Vec<Card>>, hand| {
            joint.iter().flat_map(|chosen| hand.iter().map(|card| [&chosen[..], &[card]].concat())).collect()
        });
        // After the reveal comes a row choice, or the first of ten cards that are left.
        let next = |cards: &Vec<Card>, choices| match resolve_round(rows, cards, choices).unwrap().missing {
            Some(which) => (2, Some(which)),
            None => (10, None),
        };
        let one_more: u64 = joint.iter().map(|cards| next(cards, [None; 2]).0).sum();
        assert_eq!(perft(&position, decided + 1, &deal).leaves, one_more);
        let two_more: u64 = joint
            .iter()
            .map(|cards| match next(cards, [None; 2]).1 {
                None => 10 * 10,
                Some(which) => RowIndex::ALL
                    .map(|row| {
                        let mut choices = [None; 2];
                        choices[which.index()] = Some(row);
                        next(cards, choices).0
                    })
                    .iter()
                    .sum(),
            })
            .sum();
        assert_eq!(perft(&position, decided + 2, &deal).leaves, two_more);
    }
}

#[test]
fn a_count_over_any_number_of_events_can_be_stopped() {
    // C(72, 11) first hands: no list of them fits into memory.
    let start = Position::start(&Options::new(3)).unwrap();
    let left = Cell::new(1_000_u32);
    let goes_on = || left.replace(left.get().saturating_sub(1)) > 0;
    assert_eq!(perft_while(&start, 1, &Every, &goes_on), None);
    left.set(1_000);
    assert!(divide_while(&start, 0, &Every, &goes_on).is_none());
}

#[test]
fn an_order_that_is_not_that_of_the_position_is_refused() {
    let options = Options { deals: 1, ..Options::new(2) };
    let cards: Vec<Card> = Card::all().collect();
    let hands = vec![cards[..11].to_vec(), cards[11..22].to_vec()];
    let deal = Deal { hands, starters: cards[22..24].to_vec(), draw_pile: cards[24..].to_vec() };
    let fixed = deal.fix(&options).unwrap();
    let pile = PileOrder::new(cards[24..].iter().copied());
    let mut position = Position::start(&options).unwrap();
    while let Some(event) = fixed.event(&position) {
        assert_eq!(fixed.check(&position), Ok(()), "{position}");
        assert!(pile.check(&position).is_err(), "there is no draw pile yet: {position}");
        position.try_apply(&event).unwrap();
    }
    assert_eq!(fixed.check(&position), Ok(()));
    assert_eq!(pile.check(&position), Ok(()));
    assert_eq!(pile.to_string().parse(), Ok(pile.clone()));
    let short = PileOrder::new(cards[25..].iter().copied());
    let twice = PileOrder::new(cards[24..].iter().chain(&cards[24..25]).copied());
    let other = PileOrder::new(cards[23..71].iter().copied());
    for wrong in [short, twice, other] {
        assert_eq!(wrong.check(&position).unwrap_err().as_slice()[0].slug, "pile_order_wrong");
    }
    let mut swapped = deal.clone();
    let (first, last) = (swapped.draw_pile[0], swapped.starters[1]);
    (swapped.draw_pile[0], swapped.starters[1]) = (last, first);
    let swapped = swapped.fix(&options).unwrap();
    assert_eq!(swapped.check(&position).unwrap_err().as_slice()[0].slug, "another_deal");
    let three = Position::start(&Options::new(3)).unwrap();
    assert_eq!(fixed.check(&three).unwrap_err().as_slice()[0].slug, "another_deal");
}
