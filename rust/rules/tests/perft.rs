//! The perft suite: positions of every game with the size of the tree below them, depth by depth, in `tests/data/perft`.
//!
//! A case with an `order` has its chance fixed: the tiles of the bag from the front (Qwirkle, Q22), the cards of the draw pile,
//! next one first (Lokus), the fresh piles and the dice as they are rolled (Schraube locker, see [`Dealt`]). Without an order
//! every event is followed. `leaves`, `decisions` and `chances` count by depth, from 1 on, as [`Census`] does.
//!
//! `cargo test -p spielwerk --test perft -- --ignored write_the_suite` makes the files anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Value, json};
use spielwerk::common::{Census, Every, Fate, Position, Seat, Turn, Uniform, divide, perft};
use spielwerk::lokus::PileOrder;
use spielwerk::qwirkle::BagOrder;
use spielwerk::schraube::{CARDS, Dealt, Face};
use spielwerk::{lokus, qwirkle, schraube};
use spielwerk_search::Random;

/// What the suite needs of a game.
trait Suite: Position {
    /// Chance that is fixed.
    type Order: Fate<Self>;

    /// Reads an order from its text in the suite.
    fn fixed(text: &str) -> Self::Order;

    /// Everything that anybody might say in this position, legal or not, as far as it is finite.
    fn conceivable(&self) -> Vec<Self::Attempt>;

    /// The position after this many random decisions and its order, or no order when every event is to be followed. `None`
    /// when the game was over before.
    fn grown(number: usize, random: &mut Random) -> Option<(Self, Option<String>)>;
}

fn decide<P: Position>(position: &mut P, random: &mut Random) {
    let chosen = position.sample_move(random);
    position.play(chosen);
}

/// Plays random decisions, chance as `fate` says.
fn wander<P: Position>(
    mut position: P,
    decisions: usize,
    random: &mut Random,
    mut fate: impl FnMut(&P, &mut Random) -> P::Event,
) -> Option<P> {
    let mut left = decisions;
    loop {
        match position.turn() {
            Turn::Over => return None,
            Turn::Chance => {
                let event = fate(&position, random);
                position.apply(&event);
            }
            Turn::Seat(_) if left == 0 => return Some(position),
            Turn::Seat(_) => {
                left -= 1;
                decide(&mut position, random);
            }
        }
    }
}

impl Suite for qwirkle::Position {
    type Order = BagOrder;

    fn fixed(text: &str) -> BagOrder {
        let tiles = text.as_bytes().chunks(2).map(|tile| std::str::from_utf8(tile).expect("ASCII"));
        BagOrder::new(tiles.map(|tile| tile.parse::<qwirkle::Tile>().expect("a tile")))
    }

    /// Placements are not finite; a slow generator of its own tests them.
    fn conceivable(&self) -> Vec<qwirkle::Attempt> {
        Vec::new()
    }

    fn grown(number: usize, random: &mut Random) -> Option<(Self, Option<String>)> {
        let players = 2 + (number % 3) as u8;
        let options = qwirkle::Options { free_pass: number % 7 == 3, ..qwirkle::Options::new(players) };
        let mut start = Self::start(&options).expect("options");
        // Tiles are laid, traded only where nothing else is left: random trades would never empty the bag.
        let mut left = number * 3;
        loop {
            match start.turn() {
                Turn::Over => return None,
                Turn::Chance => {
                    let event = start.sample(random);
                    start.apply(event);
                }
                Turn::Seat(_) if left == 0 => break,
                Turn::Seat(_) => {
                    left -= 1;
                    let hand = start.hand(start.to_move()).known().expect("a full position");
                    match qwirkle::sample_placement(start.grid(), hand, random) {
                        Some(scored) => drop(start.play(qwirkle::Move::Place(scored.placement))),
                        None => decide(&mut start, random),
                    }
                }
            }
        }
        let mut bag: Vec<qwirkle::Tile> = start.unseen().iter().collect();
        random.shuffle(&mut bag);
        let order = bag.iter().map(ToString::to_string).collect();
        // With many tiles to draw from, the events after a trade alone are millions.
        let follows_all = start.bag() <= 2 && number.is_multiple_of(2);
        Some((start, (!follows_all).then_some(order)))
    }
}

impl Suite for lokus::Position {
    type Order = PileOrder;

    fn fixed(text: &str) -> PileOrder {
        text.parse().expect("cards")
    }

    fn conceivable(&self) -> Vec<lokus::Attempt> {
        let mut all = Vec::new();
        for seat in 0..8 {
            for card in lokus::Card::all() {
                all.push(lokus::Attempt::Choose {
                    seat,
                    colour: card.colour(),
                    number: card.number().into(),
                });
            }
            all.extend((0..3).map(|row| lokus::Attempt::Row { seat, row }));
            all.push(lokus::Attempt::Decline { seat });
        }
        all
    }

    fn grown(number: usize, random: &mut Random) -> Option<(Self, Option<String>)> {
        let players = 2 + (number % 5) as u8;
        let options = lokus::Options { deals: 1, starters: number % 4 != 1, ..lokus::Options::new(players) };
        let start = Self::start(&options).expect("options");
        let decisions = usize::from(players) * 14 * number / 30;
        let position = wander(start, decisions, random, Self::sample)?;
        let mut pile: Vec<lokus::Card> = position.pile().iter().collect();
        random.shuffle(&mut pile);
        let order: Vec<String> = pile.iter().map(ToString::to_string).collect();
        Some((position, (number.is_multiple_of(2)).then(|| order.join(" "))))
    }
}

impl Suite for schraube::Position {
    type Order = Dealt;

    fn fixed(text: &str) -> Dealt {
        text.parse().expect("piles / dice")
    }

    fn conceivable(&self) -> Vec<schraube::Move> {
        use schraube::{Card, CardSet, Dice, Move, Pile};
        let cards: Vec<Card> = CardSet::ALL.iter().collect();
        let mut all = vec![Move::Reroll, Move::Stop, Move::EndVisit, Move::EndTurn];
        for pile in Pile::ALL {
            all.extend([Move::Start(pile), Move::Place(pile)]);
            all.extend((0..=6).flat_map(Dice::all).map(|&dice| Move::Sum(pile, dice)));
        }
        for &card in &cards {
            all.push(Move::Extra(card));
            for from in Face::ALL {
                all.extend(Face::ALL.map(|to| Move::Laser(card, from, to)));
            }
            for seat in (0..4).map(Seat::new) {
                all.push(Move::Gift(seat, card));
                all.extend(cards.iter().map(|&other| Move::Swap(seat, card, other)));
            }
            for &second in &cards {
                let pair = CardSet::NONE.with(card).with(second);
                all.push(Move::Combine(pair));
                all.extend(cards.iter().map(|&third| Move::Combine(pair.with(third))));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn grown(number: usize, random: &mut Random) -> Option<(Self, Option<String>)> {
        let players = 2 + (number % 3) as u8;
        let options = schraube::Options { pro: number % 6 == 4, ..schraube::Options::new(players) };
        let mut cards: Vec<u8> = (1..=CARDS as u8).collect();
        random.shuffle(&mut cards);
        let dice: String = (0..61).map(|_| char::from(b'1' + random.below(6) as u8)).collect();
        let numbers: Vec<String> = cards.iter().map(u8::to_string).collect();
        let text = format!("{} / {dice}", numbers.join(" "));
        let mut dealt = Self::fixed(&text);
        let start = Self::start(&options).expect("options");
        let position = wander(start, number * 5, random, |position, random| {
            // The dice on the way are random; the suite's order begins with the position.
            if position.to_roll() > 0 {
                return position.sample(random);
            }
            dealt.next_event(position).expect("a card is turned up")
        })?;
        Some((position, (number.is_multiple_of(2)).then_some(text)))
    }
}

/// One position of the suite.
struct Case {
    id: String,
    position: String,
    order: Option<String>,
    counts: Vec<Census>,
}

impl Case {
    fn read(line: &str) -> Self {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        let numbers = |key: &str| -> Vec<u64> {
            value[key].as_array().expect(key).iter().map(|number| number.as_u64().expect(key)).collect()
        };
        let (leaves, decisions, chances) = (numbers("leaves"), numbers("decisions"), numbers("chances"));
        let counts = leaves.iter().zip(decisions).zip(chances);
        Self {
            id: text("id").expect("id"),
            position: text("position").expect("position"),
            order: text("order"),
            counts: counts
                .map(|((&leaves, decisions), chances)| Census { leaves, decisions, chances })
                .collect(),
        }
    }

    fn write(&self) -> String {
        let numbers = |count: fn(&Census) -> u64| self.counts.iter().map(count).collect::<Vec<_>>();
        let (leaves, decisions, chances) =
            (numbers(|count| count.leaves), numbers(|count| count.decisions), numbers(|count| count.chances));
        json!({
            "id": self.id, "position": self.position, "order": self.order,
            "leaves": leaves, "decisions": decisions, "chances": chances,
        })
        .to_string()
    }
}

fn file<P: Position>() -> PathBuf {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/perft");
    data.join(format!("{}.jsonl", P::INFO.name))
}

fn suite<P: Position>() -> Vec<Case> {
    let text = std::fs::read_to_string(file::<P>()).expect("the suite is there");
    text.lines().map(Case::read).collect()
}

fn nodes(census: &Census) -> u64 {
    census.leaves + census.decisions + census.chances
}

fn count<P: Suite>(position: &P, order: Option<&str>, depth: u32) -> Census {
    match order {
        Some(order) => perft(position, depth, &P::fixed(order)),
        None => perft(position, depth, &Every),
    }
}

/// Holds the counts of every case whose tree has at most `limit` nodes, and that `divide` adds up to them.
fn counts_hold<P: Suite>(limit: u64) {
    let cases = suite::<P>();
    assert!(cases.len() >= 20, "{} positions of {}", cases.len(), P::INFO.name);
    let ids: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids.len(), cases.len(), "every id is used once");
    for case in &cases {
        let position: P = case.position.parse().unwrap_or_else(|error| panic!("{}: {error}", case.id));
        for (depth, wanted) in (1..).zip(&case.counts).take_while(|(_, wanted)| nodes(wanted) <= limit) {
            let order = case.order.as_deref();
            assert_eq!(count(&position, order, depth), *wanted, "{} at depth {depth}", case.id);
            let parts = match order {
                Some(order) => divide(&position, depth, &P::fixed(order)),
                None => divide(&position, depth, &Every),
            };
            let leaves: u64 = parts.iter().map(|(_, census)| census.leaves).sum();
            assert_eq!(leaves, wanted.leaves, "{} divided at depth {depth}", case.id);
        }
    }
}

#[test]
fn qwirkle() {
    counts_hold::<qwirkle::Position>(60_000);
}

#[test]
fn lokus() {
    counts_hold::<lokus::Position>(60_000);
}

#[test]
fn schraube() {
    counts_hold::<schraube::Position>(60_000);
}

#[test]
#[ignore = "a minute: the deepest counts of all cases"]
fn every_count() {
    counts_hold::<qwirkle::Position>(u64::MAX);
    counts_hold::<lokus::Position>(u64::MAX);
    counts_hold::<schraube::Position>(u64::MAX);
}

/// The leaves at `depth`, found the slow way: whatever anybody could say is tried, on a copy, with full checks.
fn slow_count<P: Suite, F: Fate<P>>(position: &P, depth: u32, fate: &F) -> u64 {
    match position.turn() {
        Turn::Over => 1,
        _ if depth == 0 => 1,
        Turn::Chance => fate
            .branches(position)
            .map(|(event, fate)| {
                let mut after = position.clone();
                after.try_apply(&event).expect("it can happen");
                slow_count(&after, depth, &fate)
            })
            .sum(),
        Turn::Seat(_) => position
            .conceivable()
            .iter()
            .filter_map(|attempt| {
                let mut after = position.clone();
                after.try_play(attempt).ok().map(|_| slow_count(&after, depth - 1, fate))
            })
            .sum(),
    }
}

fn slow_counts_agree<P: Suite>(limit: u64) {
    let mut compared = 0;
    for case in suite::<P>() {
        let position: P = case.position.parse().expect("a position");
        // Every inner decision is a few milliseconds here.
        for (depth, wanted) in (1..).zip(&case.counts).take_while(|(_, wanted)| wanted.decisions <= limit) {
            let slow = match &case.order {
                Some(order) => slow_count(&position, depth, &P::fixed(order)),
                None => slow_count(&position, depth, &Every),
            };
            assert_eq!(slow, wanted.leaves, "{} at depth {depth}", case.id);
            compared += 1;
        }
    }
    assert!(compared >= 20, "{compared} counts of {}", P::INFO.name);
}

#[test]
fn slow_counts_of_lokus_agree() {
    slow_counts_agree::<lokus::Position>(300);
}

#[test]
fn slow_counts_of_schraube_agree() {
    slow_counts_agree::<schraube::Position>(4);
}

/// Where a position of the vectors, which an independent implementation counted, is in the suite, the counts are the same.
#[test]
fn the_suite_holds_the_positions_of_the_qwirkle_vectors() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/qwirkle/perft.jsonl");
    let cases = suite::<qwirkle::Position>();
    for line in std::fs::read_to_string(path).expect("the vectors are there").lines() {
        let (id, _, _, counts) = vector(line);
        let case = cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("{id} is in the suite"));
        let leaves: Vec<u64> = case.counts.iter().map(|census| census.leaves).collect();
        let both = counts.len().min(leaves.len());
        assert_eq!(leaves[..both], counts[..both], "{id}");
        // The suite stops where a tree grows no further, the vectors repeat its leaves.
        assert!(counts[both..].iter().all(|count| Some(count) == leaves.last()), "{id}: {counts:?}");
    }
}

/// A perft vector of Qwirkle: id, position, order, leaves by depth.
fn vector(line: &str) -> (String, qwirkle::Position, String, Vec<u64>) {
    let value: Value = serde_json::from_str(line).expect("JSON");
    let tile = |tile: &Value| -> qwirkle::Tile {
        let part = |index: usize| tile[index].as_str().expect("a name");
        let shape = *qwirkle::Shape::ALL.iter().find(|shape| shape.name() == part(0)).expect("a shape");
        let colour = *qwirkle::Colour::ALL.iter().find(|colour| colour.name() == part(1)).expect("a colour");
        qwirkle::Tile::new(shape, colour)
    };
    let list = |tiles: &Value| tiles.as_array().expect("tiles").iter().map(tile).collect::<Vec<_>>();
    let laid = value["tiles"].as_array().expect("tiles").iter().map(|laid| {
        let coordinate = |index: usize| laid[index].as_i64().expect("a coordinate") as i32;
        qwirkle::Laid::new(coordinate(0), coordinate(1), tile(&json!([laid[2], laid[3]])))
    });
    let hands = value["hands"].as_array().expect("hands");
    let bag = list(&value["bag_order"]);
    let setup = qwirkle::Setup {
        options: qwirkle::Options::new(hands.len() as u8),
        tiles: laid.collect(),
        hands: hands.iter().map(|hand| qwirkle::SetupHand::Known(list(hand))).collect(),
        bag: bag.len() as i64,
        scores: vec![0; hands.len()],
        to_move: value["to_move"].as_i64().expect("a seat"),
        draw: None,
        ..qwirkle::Setup::default()
    };
    let counts =
        value["counts"].as_array().expect("counts").iter().map(|count| count.as_u64().expect("a count"));
    (
        value["id"].as_str().expect("an id").to_owned(),
        qwirkle::Position::from_setup(&setup).expect("a position"),
        bag.iter().map(ToString::to_string).collect(),
        counts.collect(),
    )
}

/// Every event, unless there are too many to list.
#[derive(Clone)]
struct Listed;

impl<P: Position> Fate<P> for Listed {
    fn branches(&self, position: &P) -> impl Iterator<Item = (P::Event, Self)> {
        let all = position.chances().map(|chance| (chance.event, Self));
        // One more than the budget, so that a list that is cut short exhausts it.
        all.take(BUDGET as usize + 1)
    }
}

/// A case is counted as deep as its tree has at most so many nodes.
const BUDGET: u64 = 400_000;

/// The size of a tree, unless it has more nodes than `left`.
fn bounded<P: Position, F: Fate<P>>(position: &P, depth: u32, fate: &F, left: &mut u64) -> Option<Census> {
    *left = left.checked_sub(1)?;
    let mut census = Census::default();
    let mut add = |below: Census| {
        census.leaves += below.leaves;
        census.decisions += below.decisions;
        census.chances += below.chances;
    };
    match position.turn() {
        Turn::Over => add(Census { leaves: 1, ..Census::default() }),
        _ if depth == 0 => add(Census { leaves: 1, ..Census::default() }),
        Turn::Chance => {
            add(Census { chances: 1, ..Census::default() });
            for (event, fate) in fate.branches(position) {
                let mut after = position.clone();
                after.apply(&event);
                add(bounded(&after, depth, &fate, left)?);
            }
        }
        Turn::Seat(_) => {
            add(Census { decisions: 1, ..Census::default() });
            for chosen in position.legal_moves() {
                let mut after = position.clone();
                after.play(chosen);
                add(bounded(&after, depth - 1, fate, left)?);
            }
        }
    }
    Some(census)
}

/// Counts by depth, as deep as the budget goes.
fn counted<P: Suite>(position: &P, order: Option<&str>) -> Vec<Census> {
    let mut counts: Vec<Census> = Vec::new();
    for depth in 1..=6 {
        let mut left = BUDGET;
        let census = match order {
            Some(order) => bounded(position, depth, &P::fixed(order), &mut left),
            None => bounded(position, depth, &Listed, &mut left),
        };
        let Some(census) = census.filter(|census| counts.last() != Some(census)) else { break };
        counts.push(census);
    }
    counts
}

fn write<P: Suite>(mut text: String) {
    let mut number = 0;
    let mut written = 0;
    while written < 24 {
        let mut random = Random::stream(6, number as u64);
        if let Some((position, order)) = P::grown(number % 30, &mut random) {
            let counts = counted(&position, order.as_deref());
            number += 1;
            if counts.is_empty() {
                continue;
            }
            let id = format!("{}-{written:02}", P::INFO.name);
            let case = Case { id, position: position.to_string(), order, counts };
            let _ = writeln!(text, "{}", case.write());
            written += 1;
        } else {
            number += 1;
        }
    }
    std::fs::write(file::<P>(), text).expect("the suite can be written");
}

#[test]
#[ignore = "writes tests/data/perft"]
fn write_the_suite() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/qwirkle/perft.jsonl");
    let mut vectors = String::new();
    for line in std::fs::read_to_string(path).expect("the vectors are there").lines() {
        let (id, position, order, _) = vector(line);
        let counts = counted(&position, Some(&order));
        let _ = writeln!(
            vectors,
            "{}",
            Case { id, position: position.to_string(), order: Some(order), counts }.write()
        );
    }
    write::<qwirkle::Position>(vectors);
    write::<lokus::Position>(String::new());
    write::<schraube::Position>(String::new());
    // The files hold what the engine counts; the other tests hold that it counts the same ever after.
    counts_hold::<lokus::Position>(1_000);
}

/// A deal of Schraube locker has as many cards as its piles.
#[test]
fn an_order_of_schraube_is_a_whole_deck() {
    for case in suite::<schraube::Position>().iter().filter_map(|case| case.order.as_deref()) {
        let cards = case.split(" / ").next().expect("piles").split(' ').collect::<BTreeSet<_>>();
        assert_eq!(cards.len(), CARDS);
        assert_eq!(case.parse::<Dealt>().expect(case).to_string(), case);
    }
}
