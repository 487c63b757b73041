//! [`FlatMonteCarlo`]: rollouts after each move, without a tree.

use spielwerk::common::View;

use crate::agent::{Agent, Choice, MoveStatistics};
use crate::policy::{Policy, best_by};
use crate::{Judgement, Random, Reward};

/// Flat Monte Carlo: every legal move gets the same number of rollouts (give or take one), and the highest mean reward is
/// played. All moves are tried in the same worlds, which takes the luck of the worlds out of their comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlatMonteCarlo {
    /// How many rollouts a decision gets, all moves together; at least 1. A budget smaller than the number of moves
    /// tries as many of them, drawn at random.
    pub iterations: u32,
    /// How a rollout moves.
    pub rollout: Policy,
    /// After how many decisions a rollout ends and is valued as it stands.
    pub cutoff: u32,
    /// What an end is worth.
    pub reward: Reward,
}

impl<P: Judgement> Agent<P> for FlatMonteCarlo {
    fn choose(&self, view: &P::View, random: &mut Random, stop: &dyn Fn() -> bool) -> Choice<P::Move> {
        let moves = view.legal_moves();
        assert!(!moves.is_empty(), "an agent is asked when its seat is to act");
        if let [only] = moves[..] {
            return Choice::unsearched(only);
        }
        let mut totals = vec![(0_u64, 0.0); moves.len()];
        let mut order: Vec<usize> = (0..moves.len()).collect();
        random.shuffle(&mut order);
        let mut world = view.complete(random);
        let mut done = 0;
        while done < self.iterations && (done == 0 || !stop()) {
            let place = done as usize % moves.len();
            if place == 0 && done > 0 {
                world = view.complete(random);
            }
            let index = order[place];
            let mut position = world.clone();
            position.play(moves[index]);
            let rewards = self.rollout.roll_out(&mut position, self.cutoff, self.reward, random);
            totals[index].0 += 1;
            totals[index].1 += rewards[view.seat().index()];
            done += 1;
        }
        let statistics: Vec<_> = moves
            .iter()
            .zip(totals)
            .map(|(&chosen, (visits, total))| MoveStatistics {
                chosen,
                visits,
                value: (visits > 0).then(|| total / visits as f64),
            })
            .collect();
        let best =
            best_by(&statistics, |entry| entry.value.unwrap_or(-1.0), random).expect("there are moves");
        Choice { chosen: best.chosen, iterations: u64::from(done), statistics }
    }
}
