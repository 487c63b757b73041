//! [`Policy`]: agents that do not search. A rollout plays by one.

use std::cmp::Ordering;

use spielwerk::common::{Turn, Uniform, View};

use crate::agent::{Agent, Choice};
use crate::named::named;
use crate::reward::{Reward, Rewards};
use crate::{Judgement, Random};

/// A way to move without a search. It is an agent by itself, and rollouts play by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// `random`: [`Judgement::rollout_move`]; uniform over the legal moves that bring the game forward.
    #[default]
    Random,
    /// `uniform`: every legal move with equal probability.
    Uniform,
    /// `greedy`: a move with the most [`Judgement::gain`], each of them with equal probability.
    Greedy,
}

impl Policy {
    /// A legal move of the seat to act. Looks at nothing that this seat can't see.
    ///
    /// # Panics
    ///
    /// Unless a seat is to act.
    pub fn pick<P: Judgement>(self, position: &P, random: &mut Random) -> P::Move {
        match self {
            Self::Random => position.rollout_move(random),
            Self::Uniform => position.sample_move(random),
            Self::Greedy => position.best_move(random),
        }
    }

    /// Plays to the end, or until `cutoff` decisions are made, and returns the rewards there.
    pub(crate) fn roll_out<P: Judgement>(
        self,
        position: &mut P,
        cutoff: u32,
        reward: Reward,
        random: &mut Random,
    ) -> Rewards {
        let mut decisions = 0;
        loop {
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let event = position.sample(random);
                    position.apply(&event);
                }
                Turn::Seat(_) if decisions == cutoff => break,
                Turn::Seat(_) if self == Self::Random => {
                    decisions += 1;
                    position.play_rollout_move(random);
                }
                Turn::Seat(_) => {
                    decisions += 1;
                    let chosen = self.pick(position, random);
                    position.play(chosen);
                }
            }
        }
        reward.of(position)
    }
}

/// An item with the highest value, each of them with equal probability; `None` when there is no item.
pub(crate) fn best_by<T>(
    items: impl IntoIterator<Item = T>,
    mut value: impl FnMut(&T) -> f64,
    random: &mut Random,
) -> Option<T> {
    let mut best: Option<(T, f64)> = None;
    let mut ties: u64 = 0;
    for item in items {
        let own = value(&item);
        let order = best.as_ref().map_or(Ordering::Greater, |(_, highest)| own.total_cmp(highest));
        ties = if order.is_gt() { 1 } else { ties + u64::from(order.is_eq()) };
        if order.is_gt() || order.is_eq() && random.below(ties) == 0 {
            best = Some((item, own));
        }
    }
    best.map(|(item, _)| item)
}

impl<P: Judgement> Agent<P> for Policy {
    fn choose(&self, view: &P::View, random: &mut Random, _stop: &dyn Fn() -> bool) -> Choice<P::Move> {
        let position = view.complete(random);
        Choice::unsearched(self.pick(&position, random))
    }
}

named!(Policy { Random = "random", Uniform = "uniform", Greedy = "greedy" });
