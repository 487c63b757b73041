//! Agents and exact solvers over the Spielwerk rules.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Random`] | the one source of random numbers: seeded, named, the same on every machine |
//! | [`Agent`] | decides for a seat from its view; a [`Choice`] comes back, with [`MoveStatistics`] |
//! | [`Policy`] | agents that do not search: random, uniform, greedy |
//! | [`FlatMonteCarlo`] | rollouts without a tree |
//! | [`TreeSearch`] | UCT, PIMC, ISMCTS and decoupled UCT as one search with other parameters |
//! | [`TurnOptimal`] | Schraube locker, each turn played exactly as well as it can be |
//! | [`Spec`] | an agent as text, such as `ismcts:iterations=1000,c=0.7` |
//! | [`Judgement`] | what agents know of a game beyond its rules |
//! | [`Arena`] | games between agents: seats rotated over the same deals, every game repeatable alone |
//! | [`Reward`] | what an end is worth to a search, 0 to 1 |
//! | [`schraube::TurnSolver`] | a turn of Schraube locker, solved exactly |
//!
//! # What this does not do
//!
//! No clock (a caller may stop a search by a closure), no I/O, no game rule.
#![forbid(unsafe_code)]

mod agent;
pub mod arena;
mod flat;
mod judgement;
mod named;
mod observer;
mod policy;
pub mod random;
mod reward;
pub mod schraube;
pub mod spec;
mod tree;
mod tree_search;
mod turn_optimal;

pub use agent::{Agent, Choice, MoveStatistics, never};
pub use arena::{Arena, Played, Progress};
pub use flat::FlatMonteCarlo;
pub use judgement::{Judgement, agrees_with_rules, margins_of};
pub use observer::Observer;
pub use policy::Policy;
pub use random::Random;
pub use reward::Reward;
pub use spec::{SharedAgent, Spec};
pub use tree_search::{FinalChoice, FirstPlay, TreeSearch, Worlds};
pub use turn_optimal::TurnOptimal;
