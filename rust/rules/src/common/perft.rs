//! Counting the game tree.

use super::{Position, Step, StepOf, Turn};

/// How many nodes a tree has, decisions and chance counted apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions at the wanted depth, and finished positions above it, each once.
    pub leaves: u64,
    /// Inner positions at which a seat decides.
    pub decisions: u64,
    /// Inner positions at which chance decides.
    pub chances: u64,
}

/// What chance does while a tree is counted. It follows one line of the tree and is cloned at each branch.
pub trait Fate<P: Position>: Clone {
    /// The events to follow at a chance node, each with the fate of its branch.
    fn branches(&self, position: &P) -> Vec<(P::Event, Self)>;
}

/// Every event that can happen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Every;

impl<P: Position> Fate<P> for Every {
    fn branches(&self, position: &P) -> Vec<(P::Event, Self)> {
        position.chances().map(|chance| (chance.event, Self)).collect()
    }
}

/// Counts the tree below `position` to `depth` decisions. Events do not count as depth. A finished position is a leaf
/// at its own depth and counts once (Q22).
///
/// `fate` says what chance does: a fixed order of the bag, the pile or the dice makes one event a node,
/// [`Every`] follows all of them.
pub fn perft<P: Position, F: Fate<P>>(position: &P, depth: u32, fate: &F) -> Census {
    let mut census = Census::default();
    let mut position = position.clone();
    count(&mut position, depth, fate, &mut census);
    census
}

/// [`perft`] of every move of a position, to find where two engines part.
pub fn divide<P: Position, F: Fate<P>>(position: &P, depth: u32, fate: &F) -> Vec<(Step<P>, Census)> {
    let mut position = position.clone();
    match position.turn() {
        Turn::Over => Vec::new(),
        Turn::Chance => fate
            .branches(&position)
            .into_iter()
            .map(|(event, fate)| {
                let undo = position.apply(&event);
                let census = perft(&position, depth, &fate);
                position.undo(undo);
                (StepOf::Event(event), census)
            })
            .collect(),
        Turn::Seat(_) => position
            .legal_moves()
            .into_iter()
            .map(|chosen| {
                let undo = position.play(chosen);
                let census = perft(&position, depth.saturating_sub(1), fate);
                position.undo(undo);
                (StepOf::Move(chosen), census)
            })
            .collect(),
    }
}

fn count<P: Position, F: Fate<P>>(position: &mut P, depth: u32, fate: &F, census: &mut Census) {
    match position.turn() {
        Turn::Over => census.leaves += 1,
        // Depth is looked at first: what chance would do after the last decision does not change the count.
        _ if depth == 0 => census.leaves += 1,
        Turn::Chance => {
            census.chances += 1;
            for (event, fate) in fate.branches(position) {
                let undo = position.apply(&event);
                count(position, depth, &fate, census);
                position.undo(undo);
            }
        }
        Turn::Seat(_) if depth == 1 => {
            census.decisions += 1;
            census.leaves += position.legal_count() as u64;
        }
        Turn::Seat(_) => {
            census.decisions += 1;
            for chosen in position.legal_moves() {
                let undo = position.play(chosen);
                count(position, depth - 1, fate, census);
                position.undo(undo);
            }
        }
    }
}
