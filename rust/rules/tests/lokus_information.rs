//! What a seat may know: nothing leaks, completions agree with the view and are uniform.

use std::collections::HashMap;

use spielwerk::common::{Position as _, Record, Seat, Seats, StepOf, Turn, Uniform, View as _};
use spielwerk::lokus::{Card, CardSet, Options, Position, Settled, Setup, Stage};
use spielwerk_search::Random;

/// A random game with this seed, stopped after a random number of steps, with its record.
fn random_state(seed: u64) -> (Position, Record<Position>, Random) {
    let mut random = Random::stream(0x1F0, seed);
    let options = Options {
        players: 2 + (seed % 5) as u8,
        starters: random.below(4) > 0,
        deals: 1 + random.below(2) as u32,
        ..Options::new(3)
    };
    let mut position = Position::start(&options).unwrap();
    let mut record = Record::new(position.clone());
    for _ in 0..=random.below(110) {
        let step = match position.turn() {
            Turn::Over => break,
            Turn::Chance => StepOf::Event(position.sample(&mut random)),
            Turn::Seat(_) => StepOf::Move(position.sample_move(&mut random)),
        };
        match &step {
            StepOf::Event(event) => drop(position.apply(event)),
            StepOf::Move(chosen) => drop(position.play(*chosen)),
        }
        record.steps.push(step);
    }
    (position, record, random)
}

/// Puts every card that `seat` can't place somewhere else, by an own shuffle that knows nothing of completions, and lets other
/// choosers choose again.
fn change_what_is_hidden(position: &Position, seat: Seat, random: &mut Random) -> Position {
    let mut setup: Setup = position.setup();
    let mut unseen: Vec<Card> = position.view(seat).unseen().iter().collect();
    random.shuffle(&mut unseen);
    let mut next = || unseen.pop().unwrap();
    for (other, hand) in setup.hands.iter_mut().enumerate().filter(|(other, _)| *other != seat.index()) {
        hand.iter_mut().flatten().for_each(|card| *card = next());
        if let Some(chosen) = setup.chosen.get_mut(other).and_then(Option::as_mut) {
            *chosen = next();
        }
    }
    for placement in setup.rounds.iter_mut().flat_map(|round| &mut round.placements) {
        use spielwerk::lokus::{PlayedCard, SecondRoll};
        if let PlayedCard::Miss(SecondRoll::Card(card)) = placement {
            *card = next();
        }
    }
    Position::from_setup(&setup).expect("hidden cards may be anywhere")
}

/// 12,000 states and a twin of each that differs only in what a seat can't see.
#[test]
fn what_a_seat_cannot_see_changes_nothing_for_it() {
    let mut different = 0;
    for seed in 0..12_000 {
        let (position, record, mut random) = random_state(seed);
        let seat = Seat::new(random.below(position.players().into()) as u8);
        let twin = change_what_is_hidden(&position, seat, &mut random);
        different += u32::from(twin != position);
        let (view, other) = (position.view(seat), twin.view(seat));
        assert_eq!(view, other);
        assert_eq!(
            (view.key(), view.to_string(), view.drawing()),
            (other.key(), other.to_string(), other.drawing())
        );
        assert_eq!(view.legal_moves(), other.legal_moves());
        assert_eq!(view.hand_count(), other.hand_count());
        let stream = random.next_u64();
        let completed = view.complete(&mut Random::seeded(stream));
        assert_eq!(completed, other.complete(&mut Random::seeded(stream)), "equal luck, equal completion");
        assert_eq!(completed.view(seat), view);
        assert_eq!(view.to_string().parse(), Ok(view.clone()));
        if seed % 20 == 0 {
            // The key over the whole game: a twin of the whole history.
            let seen = record.seen_by(seat).unwrap();
            assert_eq!(seen.replay().unwrap(), view);
            assert_eq!(seen.key(), record.seen_by(seat).unwrap().key());
        }
    }
    assert!(different > 11_000, "only {different} twins differ");
}

/// Who has already chosen, and what, is no part of what another seat sees (L16, L17).
#[test]
fn no_seat_sees_an_earlier_choice() {
    let (mut compared, mut games) = (0, 0);
    while compared < 2_000 {
        let (position, record, _) = random_state(100_000 + games);
        games += 1;
        if position.public().stage() != Stage::Choose || position.turn() != Turn::Seat(Seat::new(0)) {
            continue;
        }
        let viewer = Seat::new(position.players() - 1);
        let (view, seen) = (position.view(viewer), record.seen_by(viewer).unwrap().key());
        for first in position.legal_moves() {
            let mut after = position.clone();
            let mut record = record.clone();
            assert!(position.players() == 2 || position.sight(&StepOf::Move(first), Seat::new(1)).is_none());
            after.play(first);
            record.steps.push(StepOf::Move(first));
            assert_eq!((after.view(viewer), after.view(viewer).key()), (view.clone(), view.key()));
            assert_eq!(record.seen_by(viewer).unwrap().key(), seen);
            compared += 1;
        }
    }
}

/// The upper tail of the chi-square distribution that one uniform source in a million exceeds (Wilson and Hilferty).
fn limit(cells: usize) -> f64 {
    let freedom = cells as f64 - 1.0;
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + 4.753 * spread.sqrt()).powi(3)
}

/// What a completion fills in: the other hands and the drawn second rolls.
type Filled = (Vec<CardSet>, Vec<Option<Card>>);

fn filled(position: &Position) -> Filled {
    let hands = Seats::new(position.players()).map(|seat| position.hand(seat)).collect();
    let drawn = (0..position.public().revealed_rounds()).flat_map(|round| position.drawn(round)).collect();
    (hands, drawn)
}

/// Completions of small endgames fall on every possible filling equally often, and there are as many fillings as counted.
#[test]
fn completions_are_uniform_over_small_endgames() {
    let mut tested = 0;
    for seed in 0..20_000 {
        let (position, _, mut random) = random_state(200_000 + seed);
        let public = position.public();
        let seat = Seat::new(random.below(position.players().into()) as u8);
        let view = position.view(seat);
        let drawn: u32 =
            (0..public.revealed_rounds()).flat_map(|round| position.drawn(round)).flatten().count() as u32;
        let left = u32::from(position.view(seat).unseen().len());
        let Some(hands) = view.hand_count().to_u128().filter(|hands| *hands <= 400) else { continue };
        let held: u32 = Seats::new(position.players())
            .filter(|other| *other != seat)
            .map(|other| u32::from(public.hand_count(other)))
            .sum();
        // Each second roll may be any of the cards that are left after the hands.
        let fillings = (0..drawn).fold(hands, |product, i| product * u128::from(left - held - i));
        if !(2..=400).contains(&fillings) {
            continue;
        }
        let fillings = fillings as usize;
        let samples = 200 * fillings;
        let mut counts: HashMap<Filled, u32> = HashMap::new();
        for _ in 0..samples {
            *counts.entry(filled(&view.complete(&mut random))).or_default() += 1;
        }
        assert_eq!(counts.len(), fillings, "every filling is met, and no other: {view}");
        let chi_square: f64 = counts.values().map(|&count| (f64::from(count) - 200.0).powi(2) / 200.0).sum();
        assert!(chi_square < limit(fillings), "{chi_square} over {fillings} fillings of {view}");
        tested += 1;
        if tested == 60 {
            break;
        }
    }
    assert_eq!(tested, 60, "enough small endgames");
}

/// A completion of a view in which a second roll waits, one after a miss without a card (L10), and one between deals.
#[test]
fn completions_know_every_stage() {
    let mut met = [0; 5];
    for seed in 0..4_000 {
        let (position, _, mut random) = random_state(300_000 + seed);
        let public = position.public();
        let without_card = (0..public.revealed_rounds())
            .flat_map(|round| public.placements(round))
            .any(|placement| placement.settled == Settled::Miss { drawn: false });
        let cases = [
            matches!(public.stage(), Stage::Draw(_)),
            matches!(public.stage(), Stage::Row(_)),
            without_card,
            public.stage() == Stage::Hand(Seat::new(0)) && public.round() == 11,
            matches!(public.stage(), Stage::Hand(seat) if seat.index() > 0),
        ];
        for seat in Seats::new(position.players()) {
            let completed = position.view(seat).complete(&mut random);
            assert_eq!(completed.view(seat), position.view(seat));
            assert_eq!(completed.pile().len(), position.pile().len());
            if public.stage() == Stage::Choose && position.chosen(seat).is_none() {
                assert_eq!(completed.turn(), Turn::Seat(seat), "the viewer is asked first");
            } else if !matches!(position.turn(), Turn::Seat(_)) || public.stage() != Stage::Choose {
                assert_eq!(completed.turn(), position.turn());
            }
        }
        met.iter_mut().zip(cases).for_each(|(count, case)| *count += u32::from(case));
    }
    assert!(met.iter().all(|count| *count >= 10), "{met:?}");
}
