//! Writing parts of replies that all games have.

use std::fmt::Write;

use spielwerk::common::{Faults, Turn, Violation, Word};

use crate::game::Game;
use crate::messages::spielwerk::v1::{self, Phase};

/// A verdict.
pub(crate) fn write_verdict<T, I: Violation>(verdict: &Result<T, Vec<I>>) -> v1::Verdict {
    match verdict {
        Ok(_) => v1::Verdict { legal: true, violations: Vec::new() },
        Err(broken) => v1::Verdict { legal: false, violations: write_violations(broken) },
    }
}

/// Room for nearly every sentence about a broken rule, so that it does not have to be moved while it is written.
const SENTENCE_BYTES: usize = 160;

/// Broken rules.
pub(crate) fn write_violations<I: Violation>(broken: &[I]) -> Vec<v1::Violation> {
    let write = |broken: &I| {
        let mut message = String::with_capacity(SENTENCE_BYTES);
        write!(message, "{broken}").expect("a string takes everything");
        let (rule, slug) = (broken.rule().to_owned(), broken.slug().to_owned());
        v1::Violation { rule, slug, message, places: broken.places() }
    };
    broken.iter().map(write).collect()
}

/// What is impossible about an event, told like broken rules.
pub(crate) fn write_impossible(faults: &Faults) -> Vec<v1::Violation> {
    let faults = faults.as_slice().iter().map(|fault| v1::Violation {
        rule: fault.rule.to_owned(),
        slug: fault.slug.to_owned(),
        message: fault.message.clone(),
        places: Vec::new(),
    });
    faults.collect()
}

/// Words in columns.
pub(crate) fn write_words(words: impl Iterator<Item = Word>) -> v1::ActionWords {
    let mut columns = v1::ActionWords::default();
    for word in words {
        columns.sizes.push(word.len() as u32);
        columns.ids.extend(word.iter().map(u32::from));
    }
    columns
}

/// Who acts next.
pub(crate) fn write_turn(turn: Turn) -> v1::Turn {
    let phase = match turn {
        Turn::Seat(_) => Phase::Seat,
        Turn::Chance => Phase::Chance,
        Turn::Over => Phase::Over,
    };
    v1::Turn { phase: phase.into(), seat: turn.seat().map(|seat| seat.index() as u32) }
}

/// The result of a finished game.
pub(crate) fn write_outcome<G: Game>(position: &G) -> Option<v1::Outcome> {
    let outcome = position.outcome()?;
    Some(v1::Outcome {
        points: outcome.points().iter().copied().map(write_points).collect(),
        ranks: outcome.ranking().into_iter().map(u32::from).collect(),
        winners: outcome.winners().into_iter().map(|seat| seat.index() as u32).collect(),
        reason: G::end(outcome.reason()).to_owned(),
    })
}

/// Points. What is read from a request never leads to more than fits: see the limit on deals.
pub(crate) fn write_points(points: i128) -> i64 {
    i64::try_from(points).unwrap_or(if points > 0 { i64::MAX } else { i64::MIN })
}
