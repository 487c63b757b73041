//! [`Episode::resample`]: another history of which a seat has seen the same.

use std::sync::Arc;

use spielwerk::common::{Faults, Seat, Word};
use spielwerk_search::Random;

use super::{Actor, Episode, fault};
use crate::Stepwise;

/// So often a completed history that breaks a rule is drawn anew.
const TRIES: u32 = 20_000;

impl<P: Stepwise> Episode<P> {
    /// An episode in which a seat has seen the same, everything else drawn at random: each history that could have happened with equal weight,
    /// whatever the others' reasons to choose as they did. Tiles of one kind count one by one, in choices too.
    ///
    /// # Errors
    ///
    /// Fault `not_to_act` unless the seat is to act, or all seats together; `no_such_history` when 20,000 draws broke a rule.
    pub fn resample(&self, seat: Seat, random: &mut Random) -> Result<Self, Faults> {
        let is_asked =
            self.actor() == Actor::Seat(seat) || self.is_joint() && seat.index() < self.players().into();
        if !is_asked {
            return Err(fault("", "not_to_act", format!("seat {seat} is not to act")));
        }
        if P::PERFECT_INFORMATION {
            return Ok(self.clone());
        }
        let (view, known) = (self.position.view(seat), self.start.view(seat));
        let imagined = P::imagine(&self.start, &view, &self.history);
        for _ in 0..TRIES {
            if let Some((start, ids)) = imagined(random)
                && start.view(seat) == known
                && let Some(episode) = self.again(start, &ids)
                // Hidden hands may decide who begins (Q3): then others than this seat would be asked.
                && episode.actor() == self.actor()
                && episode.position.view(seat) == view
                && episode.history.len() == self.history.len()
                && episode.history.iter().zip(&self.history).all(|(new, old)| {
                    new.seen == old.seen
                        && new.seat == old.seat
                        && (!old.is_seen_by(seat) || new.id == old.id)
                })
            {
                return Ok(episode);
            }
        }
        Err(fault("", "no_such_history", format!("{TRIES} histories drawn for seat {seat} broke a rule")))
    }

    /// [`Episode::replay`] from another start that judges moves one by one instead of listing all.
    fn again(&self, start: P, ids: &[u16]) -> Option<Self> {
        let mut episode = self.fresh(Arc::new(start));
        let mut spelled = Word::EMPTY;
        let mut ids = ids.iter();
        let whole = self.history.len() - self.word.len();
        while episode.history.len() + spelled.len() < whole {
            let &id = ids.next()?;
            match episode.actor() {
                Actor::Over => return None,
                Actor::Chance => {
                    episode.position.may_come(&episode.parts, id).then(|| episode.happen(id))?;
                }
                Actor::Seat(seat) => {
                    if spelled.len() == P::LONGEST_WORD {
                        return None;
                    }
                    spelled = spelled.with(id);
                    let attempt = episode.position.attempt_of(spelled);
                    let approved = attempt.and_then(|attempt| episode.position.check(&attempt).ok());
                    // No legal word begins another: whatever is legal is complete.
                    let Some(chosen) = approved.map(|approved| approved.chosen) else { continue };
                    for id in std::mem::take(&mut spelled).iter() {
                        episode.note(seat, id);
                        episode.word = episode.word.with(id);
                    }
                    episode.finish(chosen);
                }
            }
        }
        for &id in ids {
            episode.step(id).ok()?;
        }
        Some(episode)
    }
}
