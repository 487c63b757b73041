//! [`State`]: everything in a position but the tiles that lie; [`Table`]: both together, for questions.

use super::Kinds;
use super::TileSet;
use super::draw::Pending;
use super::frontier::Frontier;
use super::holding::Holding;
use super::layout::Layout;
use super::options::{Ended, Options};
use crate::common::{Seat, Turn};

/// Everything but the tiles that lie: small enough to be copied for undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) options: Options,
    /// By seat; nothing where nobody sits.
    pub(super) hands: [Holding; 4],
    /// The tiles that are neither on the grid nor in a known hand nor known to be put aside.
    pub(super) unseen: TileSet,
    pub(super) bag: u8,
    pub(super) scores: [u16; 4],
    pub(super) to_move: Seat,
    pub(super) idle: u16,
    pub(super) pending: Option<Pending>,
    pub(super) ended: Option<Ended>,
}

impl State {
    /// The hands by seat.
    pub(super) fn hands(&self) -> &[Holding] {
        &self.hands[..usize::from(self.options.players)]
    }

    /// How many tiles the bag holds.
    pub(super) const fn bag_count(&self) -> u32 {
        self.bag as u32
    }

    /// Who acts next.
    pub(super) const fn turn(&self) -> Turn {
        match (self.ended, self.pending) {
            (Some(_), _) => Turn::Over,
            (None, Some(_)) => Turn::Chance,
            (None, None) => Turn::Seat(self.to_move),
        }
    }

    /// The hand of the seat to act, when one is to act.
    pub(super) fn acting_hand(&self) -> Option<Holding> {
        self.turn().seat().map(|seat| self.hands[seat.index()])
    }
}

/// The tiles that lie and all that stands around them.
#[derive(Clone, Copy)]
pub(super) struct Table<'position> {
    pub(super) layout: &'position Layout,
    /// The open cells, where they are kept: a single question is answered without.
    pub(super) frontier: Option<&'position Frontier>,
    pub(super) state: &'position State,
}

impl Table<'_> {
    /// Whether a tile of these kinds can be laid somewhere (Q13, Q17); on an empty grid any tile can.
    pub(super) fn can_lay(self, kinds: Kinds) -> bool {
        match self.frontier {
            _ if self.layout.is_empty() => !kinds.is_empty(),
            Some(frontier) => frontier.takes_any(kinds),
            None => self.layout.takes_any(kinds),
        }
    }

    /// Why the game is over before the next turn, if it is: Q16, Q17, Q24, looked at after the draw.
    pub(super) fn end(self) -> Option<Ended> {
        let state = self.state;
        if state.pending.is_some() || self.layout.is_empty() {
            return None;
        }
        // With an empty bag all tiles outside the grid are in the hands, and Q17 and Q24 are one.
        let outside = !self.layout.used.complete_kinds();
        if state.bag == 0 && state.hands().iter().any(|hand| hand.is_empty()) {
            // Only who went out has no tile when the bag is empty.
            Some(Ended::WentOut)
        } else if !self.can_lay(outside) {
            Some(if state.bag == 0 { Ended::Stuck } else { Ended::DeadGrid })
        } else {
            state.options.idle_limit.is_some_and(|limit| state.idle >= limit).then_some(Ended::IdleLimit)
        }
    }
}
