//! [`Agent`]: whoever decides for a seat, and what he can tell about his decision.

use spielwerk::common::Position;

use crate::Random;

/// Decides for a seat from what that seat may know.
///
/// An agent gets a [`View`](Position::View), never a position: it cannot look at hidden facts because it never holds
/// them. It keeps nothing between two decisions, so any decision of any game can be repeated alone.
///
/// # The same again
///
/// The same agent, view and generator give the same choice, as long as `stop` says the same. A `stop` that looks at a
/// clock gives that up.
pub trait Agent<P: Position> {
    /// Chooses one of the legal moves of `view`.
    ///
    /// `stop` is asked before each iteration after the first; when it says `true`, the search ends early with what it
    /// knows by then. Pass [`never()`] to use the full budget.
    ///
    /// # Panics
    ///
    /// If `view` is not that of the seat to act, that is, when it has no legal moves.
    fn choose(&self, view: &P::View, random: &mut Random, stop: &dyn Fn() -> bool) -> Choice<P::Move>;
}

/// A `stop` for [`Agent::choose`] that never stops it.
pub fn never() -> bool {
    false
}

/// What an agent decided, and what it found out about each move.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<Move> {
    /// The move it takes.
    pub chosen: Move,
    /// How many iterations it did: playouts from the root, each through the tree and a rollout. 0 without a search.
    pub iterations: u64,
    /// The root statistics: one entry a legal move, in the order of the legal moves. Empty without a search.
    pub statistics: Vec<MoveStatistics<Move>>,
}

impl<Move> Choice<Move> {
    /// A choice that no search stands behind.
    pub const fn unsearched(chosen: Move) -> Self {
        Self { chosen, iterations: 0, statistics: Vec::new() }
    }
}

/// What a search found out about one move at its root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStatistics<Move> {
    /// The move.
    pub chosen: Move,
    /// How many iterations went through it.
    pub visits: u64,
    /// The mean reward of those iterations for the deciding seat, 0 to 1 (see [`Reward`](crate::Reward)); `None` for a
    /// move that was never tried.
    pub value: Option<f64>,
}
