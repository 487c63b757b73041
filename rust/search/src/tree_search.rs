//! [`TreeSearch`]: every Monte Carlo tree search here, told apart by its parameters.

use std::fmt;
use std::str::FromStr;

use spielwerk::common::{Uniform, View};

use crate::agent::{Agent, Choice, MoveStatistics};
use crate::named::named;
use crate::policy::{Policy, best_by};
use crate::tree::Tree;
use crate::{Judgement, Observer, Random, Reward};

/// A Monte Carlo tree search: UCT, PIMC, ISMCTS and decoupled UCT are this one search with other [`Observer`]s and
/// [`Worlds`].
///
/// An iteration takes a world that agrees with the view, walks down by UCB1 until it leaves the tree by a new edge, plays
/// on by the rollout policy, and adds to every edge on its way the reward of the seat that chose it (max^n).
///
/// | search | observer | worlds |
/// |---|---|---|
/// | UCT with explicit chance nodes (Kocsis and Szepesvári 2006) | [`Observer::World`] | one |
/// | open-loop UCT | [`Observer::Moves`] | one |
/// | PIMC (Long, Sturtevant, Buro and Furtak 2010) | [`Observer::World`] | several, a tree each |
/// | SO-ISMCTS with partially observable moves (Cowling, Powley and Whitehouse 2012) | [`Observer::One`] | a new one each iteration |
/// | MO-ISMCTS | [`Observer::Each`] | a new one each iteration |
/// | decoupled UCT (Tak, Lanctot and Winands 2014) | [`Observer::Decoupled`] | a new one each iteration |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSearch {
    /// How many iterations a decision gets, all worlds together; at least 1.
    pub iterations: u32,
    /// The exploration constant c of UCB1, for rewards in the range 0 to 1; not negative.
    pub c: f64,
    /// What an untried move counts as.
    pub first_play: FirstPlay,
    /// How a rollout moves.
    pub rollout: Policy,
    /// How many rollouts an iteration averages over; at least 1.
    pub rollouts: u32,
    /// After how many decisions a rollout ends and is valued as it stands.
    pub cutoff: u32,
    /// What an end is worth.
    pub reward: Reward,
    /// How the move is chosen in the end.
    pub final_choice: FinalChoice,
    /// Which worlds are searched.
    pub worlds: Worlds,
    /// Which histories the tree tells apart.
    pub observer: Observer,
}

/// What an untried move counts as when moves are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstPlay {
    /// `inf`: better than any tried one, so every move is tried once, in random order.
    Unvisited,
    /// `parent`: as good as the mean of the node so far.
    Parent,
    /// A number, the mean reward it is taken to have.
    Value(f64),
}

/// How the move is chosen when the budget is used up. Ties are broken by the mean reward, then at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FinalChoice {
    /// `visits`: the most visited move ("robust child").
    Visits,
    /// `value`: the highest mean reward ("max child").
    Value,
    /// `sample`: a move drawn in proportion to its visits.
    Sample,
    /// `vote`: the most visited move of most worlds. With a single tree the same as `visits`.
    Vote,
}

/// Which worlds, completions of the view, are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worlds {
    /// So many worlds, each with a tree of its own; the iterations go round. At least 1.
    Apart(u32),
    /// One tree, grown in a new world each iteration.
    Fresh,
    /// One tree, grown in one of so many worlds each iteration, drawn uniformly. At least 1.
    Pool(u32),
}

impl<P: Judgement> Agent<P> for TreeSearch {
    fn choose(&self, view: &P::View, random: &mut Random, stop: &dyn Fn() -> bool) -> Choice<P::Move> {
        let moves = view.legal_moves();
        assert!(!moves.is_empty(), "an agent is asked when its seat is to act");
        if let [only] = moves[..] {
            return Choice::unsearched(only);
        }
        let trees = if let Worlds::Apart(count) = self.worlds { count } else { 1 };
        let mut trees: Vec<Tree<'_, P>> = (0..trees).map(|_| Tree::new(self, view.seat())).collect();
        let pool = match self.worlds {
            Worlds::Apart(count) | Worlds::Pool(count) => count as usize,
            Worlds::Fresh => 0,
        };
        let mut worlds: Vec<P> = Vec::new();
        let mut done = 0;
        while done < self.iterations && (done == 0 || !stop()) {
            let (tree, world) = match self.worlds {
                Worlds::Fresh => (0, view.complete(random)),
                Worlds::Apart(_) | Worlds::Pool(_) if worlds.len() < pool => {
                    worlds.push(view.complete(random));
                    (worlds.len() - 1, worlds[worlds.len() - 1].clone())
                }
                Worlds::Apart(count) => {
                    let index = (done % count) as usize;
                    (index, worlds[index].clone())
                }
                Worlds::Pool(count) => (0, worlds[random.below(u64::from(count)) as usize].clone()),
            };
            let tree = tree.min(trees.len() - 1);
            trees[tree].grow(world, random);
            done += 1;
        }
        let by_tree: Vec<_> = trees.iter().map(|tree| tree.root_statistics(&moves)).collect();
        let statistics = together(&by_tree);
        let chosen = self.decide(&statistics, &by_tree, random);
        Choice { chosen, iterations: u64::from(done), statistics }
    }
}

impl TreeSearch {
    fn decide<Move: Copy + PartialEq>(
        &self,
        statistics: &[MoveStatistics<Move>],
        by_tree: &[Vec<MoveStatistics<Move>>],
        random: &mut Random,
    ) -> Move {
        let value = |entry: &MoveStatistics<Move>| entry.value.unwrap_or(-1.0);
        // Rewards are at most 1, so half of one tells moves with as many visits apart and no others.
        let visits = |entry: &MoveStatistics<Move>| entry.visits as f64 + value(entry) / 2.0;
        let best = match self.final_choice {
            FinalChoice::Visits => best_by(statistics, |entry| visits(entry), random),
            FinalChoice::Value => best_by(statistics, |entry| value(entry), random),
            FinalChoice::Sample => {
                let total: u64 = statistics.iter().map(|entry| entry.visits).sum();
                let mut drawn = random.below(total);
                statistics.iter().find(|entry| {
                    let is_drawn = drawn < entry.visits;
                    drawn = drawn.wrapping_sub(entry.visits);
                    is_drawn
                })
            }
            FinalChoice::Vote => {
                let favourites: Vec<Move> = by_tree
                    .iter()
                    .filter(|tree| tree.iter().any(|entry| entry.visits > 0))
                    .filter_map(|tree| best_by(tree, |entry| visits(entry), random))
                    .map(|entry| entry.chosen)
                    .collect();
                let votes = |entry: &MoveStatistics<Move>| {
                    favourites.iter().filter(|&&favourite| favourite == entry.chosen).count() as f64
                };
                best_by(statistics, |entry| votes(entry) + value(entry) / 2.0, random)
            }
        };
        best.expect("there are moves").chosen
    }
}

/// The statistics of all trees together: visits summed, rewards averaged over all visits.
fn together<Move: Copy>(by_tree: &[Vec<MoveStatistics<Move>>]) -> Vec<MoveStatistics<Move>> {
    let (first, rest) = by_tree.split_first().expect("there is a tree");
    let mut all = first.clone();
    for tree in rest {
        for (sum, entry) in all.iter_mut().zip(tree) {
            let visits = sum.visits + entry.visits;
            let total =
                |entry: &MoveStatistics<Move>| entry.value.map_or(0.0, |value| value * entry.visits as f64);
            sum.value = (visits > 0).then(|| (total(sum) + total(entry)) / visits as f64);
            sum.visits = visits;
        }
    }
    all
}

impl fmt::Display for FirstPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unvisited => f.write_str("inf"),
            Self::Parent => f.write_str("parent"),
            Self::Value(value) => value.fmt(f),
        }
    }
}

impl FromStr for FirstPlay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text, text.parse::<f64>()) {
            ("inf", _) => Ok(Self::Unvisited),
            ("parent", _) => Ok(Self::Parent),
            (_, Ok(value)) if value.is_finite() => Ok(Self::Value(value)),
            _ => Err("inf, parent or a finite number".into()),
        }
    }
}

named!(FinalChoice { Visits = "visits", Value = "value", Sample = "sample", Vote = "vote" });
