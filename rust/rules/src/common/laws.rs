//! What must hold for every position of every game. Property tests, fuzz targets and the tests of each game call these.

use std::collections::HashSet;

use super::position::StepOf;
use super::record::Record;
use super::{Actions, Position, Probability, Seats, Step, Turn, Uniform, View, Word};

/// How much of a game [`random_game`] looks at.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Stop after this many steps.
    pub steps: usize,
    /// Check at most this many legal moves and events of a position one by one.
    pub samples: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { steps: 10_000, samples: 8 }
    }
}

/// Plays one random game from `start`, holds every law at every position, and returns its record.
///
/// # Panics
///
/// When a law does not hold; the message names the law and the position.
pub fn random_game<P: Actions>(start: &P, uniform: &mut impl Uniform, effort: Effort) -> Record<P> {
    let mut record = Record::new(start.clone());
    let mut position = start.clone();
    let mut views: Vec<P::View> = Seats::new(position.players()).map(|seat| position.view(seat)).collect();
    while record.steps.len() < effort.steps {
        every_position(&position, uniform, effort);
        let step = match position.turn() {
            Turn::Over => break,
            Turn::Chance => StepOf::Event(position.sample(uniform)),
            Turn::Seat(_) => {
                let moves = position.legal_moves();
                StepOf::Move(moves[uniform.below(moves.len() as u64) as usize])
            }
        };
        for seat in Seats::new(position.players()) {
            let Some(sight) = position.sight(&step, seat) else { continue };
            let again = sight.to_string().parse();
            assert_eq!(again.as_ref(), Ok(&sight), "a sight reads back from its text {sight}");
            let followed = views[seat.index()].follow(&sight);
            assert_eq!(followed, Ok(()), "seat {seat} can follow {sight} from {}", views[seat.index()]);
        }
        take(&mut position, &step);
        for seat in Seats::new(position.players()) {
            let (followed, direct) = (&views[seat.index()], position.view(seat));
            assert_eq!(followed, &direct, "following its sights gives seat {seat} the view of {position}");
            assert_eq!(followed.key(), direct.key(), "equal views have equal keys");
        }
        record.steps.push(step);
    }
    replays(&record, &position);
    record
}

/// Everything that must hold for one position, whatever came before it.
///
/// # Panics
///
/// When a law does not hold.
pub fn every_position<P: Actions>(position: &P, uniform: &mut impl Uniform, effort: Effort) {
    round_trips(position);
    moves_are_listed_once_in_order(position);
    sampled_moves_are_listed(position, uniform, effort.samples);
    words_spell_moves(position);
    moves_undo(position, uniform, effort.samples);
    events_undo(position, uniform, effort.samples);
    outcome_is_there_when_over(position);
    views_hide(position, uniform);
}

/// Text, bytes and plain data give the position back, with its hash.
///
/// # Panics
///
/// When they do not.
pub fn round_trips<P: Position>(position: &P) {
    let text = position.to_string();
    assert!(!text.contains('\n'), "a position is one line: {text:?}");
    let from_text: P = text.parse().unwrap_or_else(|error| panic!("{text} reads back: {error}"));
    assert_eq!(&from_text, position, "text gives the position back");
    assert_eq!(from_text.key(), position.key(), "and its hash, reckoned from scratch: {text}");
    assert_eq!(from_text.to_string(), text, "the writer is strict");
    let bytes = position.to_bytes();
    assert!(bytes.len() <= P::INFO.max_position_bytes, "{} bytes are within the bound: {text}", bytes.len());
    assert_eq!(P::from_bytes(&bytes).as_ref(), Ok(position), "bytes give the position back");
    assert_eq!(P::from_setup(&position.setup()).as_ref(), Ok(position), "plain data gives the position back");
}

/// Legal moves come without doubles, in order, with the right count, and at least one when a seat is to act.
///
/// # Panics
///
/// When they do not.
pub fn moves_are_listed_once_in_order<P: Position>(position: &P) {
    let moves = position.legal_moves();
    assert!(moves.is_sorted(), "moves are in order in {position}");
    assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "no move twice in {position}");
    assert_eq!(position.legal_count(), moves.len(), "the count is the length of the list in {position}");
    assert_eq!(!moves.is_empty(), position.turn().seat().is_some(), "a seat to act has a move in {position}");
}

/// A drawn move is one of the list.
///
/// # Panics
///
/// When it is not.
pub fn sampled_moves_are_listed<P: Position>(position: &P, uniform: &mut impl Uniform, samples: usize) {
    if position.turn().seat().is_none() {
        return;
    }
    let moves = position.legal_moves();
    for _ in 0..samples {
        let drawn = position.sample_move(uniform);
        assert!(moves.binary_search(&drawn).is_ok(), "drawn {drawn} is listed in {position}");
    }
}

/// Words of action ids and legal moves stand for each other, and no word begins another.
///
/// # Panics
///
/// When they do not.
pub fn words_spell_moves<P: Actions>(position: &P) {
    let moves = position.legal_moves();
    let mut words: Vec<Word> = moves.iter().map(|&chosen| P::word(chosen)).collect();
    for (&chosen, word) in moves.iter().zip(&words) {
        let actions: Vec<u16> = word.iter().collect();
        assert!(!actions.is_empty() && actions.len() <= P::LONGEST_WORD, "{chosen} takes {word:?}");
        for &action in &actions {
            assert!(action < P::ACTIONS && P::action_name(action).is_some(), "{action} of {chosen} is an id");
        }
        assert_eq!(P::read_word(word.iter().map(i64::from)), Ok(*word), "the word of {chosen} reads");
        let attempt = position.attempt_of(*word).expect("what reads says something");
        let approved = position.check(&attempt);
        let approved = approved.unwrap_or_else(|broken| panic!("{attempt} in {position}: {broken:?}"));
        assert_eq!(approved.chosen, chosen, "{word:?} says {attempt} in {position}");
    }
    words.sort_unstable();
    let begins = words.windows(2).find(|pair| pair[1].begins_with(pair[0]));
    assert_eq!(begins, None, "no word begins another in {position}");
}

/// A listed move is legal, plays, and is taken back without a trace.
///
/// # Panics
///
/// When it is not.
pub fn moves_undo<P: Position>(position: &P, uniform: &mut impl Uniform, samples: usize) {
    let moves = position.legal_moves();
    for chosen in some(&moves, samples, uniform) {
        let text = chosen.to_string();
        let attempt: P::Attempt =
            text.parse().unwrap_or_else(|error| panic!("move {text} reads back: {error}"));
        let approved = position.check(&attempt);
        let approved =
            approved.unwrap_or_else(|broken| panic!("listed {text} is legal in {position}: {broken:?}"));
        assert_eq!(approved.chosen, chosen, "reading {text} gives the move back");
        let mut after = position.clone();
        let undo = after.play(chosen);
        assert_ne!(&after, position, "a move changes the position: {text} in {position}");
        round_trips(&after);
        after.undo(undo);
        assert_eq!((&after, after.key()), (position, position.key()), "undoing {text} leaves no trace");
        assert_eq!(after.legal_moves(), moves, "undoing {text} restores the moves");
    }
}

/// Events sum to one, agree with their probability, apply, and are taken back without a trace.
///
/// # Panics
///
/// When they do not.
pub fn events_undo<P: Position>(position: &P, uniform: &mut impl Uniform, samples: usize) {
    const LISTED: u128 = 2_000;
    let count = position.chance_count();
    assert_eq!(
        count > 0,
        position.turn() == Turn::Chance,
        "chance has an event exactly when it is to act: {position}"
    );
    if count == 0 {
        return;
    }
    let mut events: Vec<P::Event> = (0..samples).map(|_| position.sample(uniform)).collect();
    if count <= LISTED {
        let all: Vec<_> = position.chances().collect();
        assert_eq!(all.len() as u128, count, "the count is the length of the list in {position}");
        assert!(
            all.is_sorted_by(|a, b| a.event < b.event),
            "events are in order without doubles in {position}"
        );
        let total: f64 = all.iter().map(|chance| chance.probability.to_f64()).sum();
        assert!((total - 1.0).abs() < 1e-9, "probabilities sum to {total} in {position}");
        for chance in &all {
            assert_eq!(
                position.probability(&chance.event),
                chance.probability,
                "one probability in {position}"
            );
        }
        assert!(
            events.iter().all(|event| all.iter().any(|chance| &chance.event == event)),
            "samples are listed"
        );
    }
    events.truncate(samples);
    for event in events {
        assert_ne!(
            position.probability(&event),
            Probability::ZERO,
            "sampled {event} can happen in {position}"
        );
        assert_eq!(
            event.to_string().parse::<P::Event>().as_ref(),
            Ok(&event),
            "an event reads back from {event}"
        );
        let mut after = position.clone();
        let undo = after
            .try_apply(&event)
            .unwrap_or_else(|faults| panic!("{event} applies in {position}: {faults}"));
        round_trips(&after);
        after.undo(undo);
        assert_eq!((&after, after.key()), (position, position.key()), "undoing {event} leaves no trace");
    }
}

/// A finished game has an outcome with winners, an open one has none.
///
/// # Panics
///
/// When that is not so.
pub fn outcome_is_there_when_over<P: Position>(position: &P) {
    let outcome = position.outcome();
    assert_eq!(outcome.is_some(), position.turn() == Turn::Over, "an outcome exactly when over: {position}");
    if let Some(outcome) = outcome {
        assert_eq!(outcome.points().len(), usize::from(position.players()), "points for every seat");
        assert!(!outcome.winners().is_empty(), "somebody wins");
    }
}

/// A view reads back, knows its own moves, and its completions look the same from its seat.
///
/// # Panics
///
/// When that is not so.
pub fn views_hide<P: Position>(position: &P, uniform: &mut impl Uniform) {
    for seat in Seats::new(position.players()) {
        let view = position.view(seat);
        assert_eq!(view.seat(), seat, "a view knows its seat");
        assert_eq!(view.to_string().parse().as_ref(), Ok(&view), "a view reads back from {view}");
        let completed = view.complete(uniform);
        assert_eq!(completed.view(seat), view, "a completion looks the same: {completed} from {view}");
        assert_eq!(completed.view(seat).key(), view.key(), "and has the same key");
        round_trips(&completed);
        if position.turn().seat() == Some(seat) {
            assert_eq!(view.legal_moves(), position.legal_moves(), "a seat knows its moves in {position}");
            assert_eq!(
                completed.turn(),
                position.turn(),
                "a completion asks the seat that is asked: {completed}"
            );
        }
    }
}

/// A record replays to the same position, from memory and from its text, for everyone and for each seat.
///
/// # Panics
///
/// When it does not.
pub fn replays<P: Position>(record: &Record<P>, last: &P) {
    assert_eq!(record.replay().expect("a played game replays"), *last, "a record replays exactly");
    let text = record.to_string();
    assert_eq!(text.parse::<Record<P>>().expect("a record reads back"), *record, "a record reads back");
    for seat in Seats::new(last.players()) {
        let seen = record.seen_by(seat).expect("a played game can be seen");
        assert_eq!(
            seen.replay().expect("a seen game replays"),
            last.view(seat),
            "seat {seat} replays what it saw"
        );
        assert_eq!(seen.to_string().parse().as_ref(), Ok(&seen), "a seen game reads back");
    }
}

fn take<P: Position>(position: &mut P, step: &Step<P>) {
    match step {
        StepOf::Move(chosen) => position.play(*chosen),
        StepOf::Event(event) => position.apply(event),
    };
}

/// At most `count` of the items, the first and the last among them.
fn some<T: Copy>(items: &[T], count: usize, uniform: &mut impl Uniform) -> Vec<T> {
    if items.len() <= count {
        return items.to_vec();
    }
    let mut picked = vec![items[0], items[items.len() - 1]];
    picked.extend((0..count).map(|_| items[uniform.below(items.len() as u64) as usize]));
    picked
}
