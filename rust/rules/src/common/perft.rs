//! Counting the game tree.

use std::ops::ControlFlow;

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
    fn branches(&self, position: &P) -> impl Iterator<Item = (P::Event, Self)>;
}

/// Every event that can happen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Every;

impl<P: Position> Fate<P> for Every {
    fn branches(&self, position: &P) -> impl Iterator<Item = (P::Event, Self)> {
        position.chances().map(|chance| (chance.event, Self))
    }
}

/// Counts the tree below `position` to `depth` decisions. Events do not count as depth. A finished position is a leaf
/// at its own depth and counts once (Q22).
///
/// `fate` says what chance does: a fixed order of the bag, the pile or the dice makes one event a node,
/// [`Every`] follows all of them. The stack grows with the depth: a game of Schraube locker may go on without end, so its whole
/// tree can't be asked for.
pub fn perft<P: Position, F: Fate<P>>(position: &P, depth: u32, fate: &F) -> Census {
    // Nothing stops it.
    perft_while(position, depth, fate, &|| true).unwrap_or_default()
}

/// [`perft`] that can be stopped: `goes_on` is asked at every inner node, and there is no count once it says no.
pub fn perft_while<P: Position, F: Fate<P>>(
    position: &P,
    depth: u32,
    fate: &F,
    goes_on: &impl Fn() -> bool,
) -> Option<Census> {
    let mut counter = Counter { census: Census::default(), goes_on };
    counter.count(&mut position.clone(), depth, fate).is_continue().then_some(counter.census)
}

/// [`perft`] of every move of a position, to find where two engines part.
pub fn divide<P: Position, F: Fate<P>>(position: &P, depth: u32, fate: &F) -> Vec<(Step<P>, Census)> {
    // Nothing stops it.
    divide_while(position, depth, fate, &|| true).unwrap_or_default()
}

/// [`divide`] that can be stopped: `goes_on` is asked before each step, too.
pub fn divide_while<P: Position, F: Fate<P>>(
    position: &P,
    depth: u32,
    fate: &F,
    goes_on: &impl Fn() -> bool,
) -> Option<Vec<(Step<P>, Census)>> {
    let mut after = position.clone();
    match position.turn() {
        Turn::Over => Some(Vec::new()),
        Turn::Chance => fate
            .branches(position)
            .map(|(event, fate)| {
                let undo = goes_on().then(|| after.apply(&event))?;
                let census = perft_while(&after, depth, &fate, goes_on);
                after.undo(undo);
                Some((StepOf::Event(event), census?))
            })
            .collect(),
        Turn::Seat(_) => position
            .legal_moves()
            .into_iter()
            .map(|chosen| {
                let undo = goes_on().then(|| after.play(chosen))?;
                let census = perft_while(&after, depth.saturating_sub(1), fate, goes_on);
                after.undo(undo);
                Some((StepOf::Move(chosen), census?))
            })
            .collect(),
    }
}

/// So many events are kept at once. Where there are more, they are made one by one from a copy of the position: the first
/// hand of a deal alone has more than any memory holds.
const FEW_EVENTS: usize = 64;

struct Counter<'a, GoesOn> {
    census: Census,
    goes_on: &'a GoesOn,
}

impl<GoesOn: Fn() -> bool> Counter<'_, GoesOn> {
    /// Counts the tree below a position, which is as before in the end, unless the count was stopped.
    fn count<P: Position, F: Fate<P>>(&mut self, position: &mut P, depth: u32, fate: &F) -> ControlFlow<()> {
        match position.turn() {
            Turn::Over => self.census.leaves += 1,
            // Depth is looked at first: what chance would do after the last decision does not change the count.
            _ if depth == 0 => self.census.leaves += 1,
            _ if !(self.goes_on)() => return ControlFlow::Break(()),
            Turn::Chance => {
                self.census.chances += 1;
                let few: Vec<_> = fate.branches(position).take(FEW_EVENTS).collect();
                if few.len() < FEW_EVENTS {
                    self.follow(position, depth, few.into_iter())?;
                } else {
                    let here = position.clone();
                    self.follow(position, depth, fate.branches(&here))?;
                }
            }
            Turn::Seat(_) if depth == 1 => {
                self.census.decisions += 1;
                self.census.leaves += position.legal_count() as u64;
            }
            Turn::Seat(_) => {
                self.census.decisions += 1;
                for chosen in position.legal_moves() {
                    let undo = position.play(chosen);
                    self.count(position, depth - 1, fate)?;
                    position.undo(undo);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn follow<P: Position, F: Fate<P>>(
        &mut self,
        position: &mut P,
        depth: u32,
        branches: impl Iterator<Item = (P::Event, F)>,
    ) -> ControlFlow<()> {
        for (event, fate) in branches {
            let undo = position.apply(&event);
            self.count(position, depth, &fate)?;
            position.undo(undo);
        }
        ControlFlow::Continue(())
    }
}
