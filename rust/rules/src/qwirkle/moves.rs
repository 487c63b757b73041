//! [`Move`]: a decision of a player (Q6), [`Attempt`]: a decision as anyone may say it, and [`Moves`]: all legal ones.

use super::cell::Laid;
use super::parts;
use super::placement::Placement;
use super::placements::Placements;
use super::{Tile, TileSet};

/// A legal decision. Ordered: placements, then trades, then the skip.
///
/// ```
/// use spielwerk::qwirkle::Attempt;
///
/// for text in ["1,0>r8-r0", "trade:r0r8", "skip"] {
///     assert_eq!(text.parse::<Attempt>()?.to_string(), text);
/// }
/// # Ok::<(), spielwerk::common::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Tiles are laid (Q9 to Q12). Written `1,0>r8-r0`: the first cell, `>` across or `v` down, the tiles along the line,
    /// `-` for a tile that lies there already.
    Place(Placement),
    /// Tiles are put aside and as many drawn (Q7). Written `trade:r0r8`.
    Trade(TileSet),
    /// The turn is given up (Q13). Written `skip`.
    Skip,
}

/// A decision as anyone may say it, legal or not, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attempt {
    /// To lay these tiles. Written like a [`Move`] where that is possible, otherwise `lay:r0@1,0+r8@5,7`.
    Place(Vec<Laid>),
    /// To trade these tiles.
    Trade(Vec<Tile>),
    /// To give up the turn.
    Skip,
}

impl From<Move> for Attempt {
    fn from(chosen: Move) -> Self {
        match chosen {
            Move::Place(placement) => Self::Place(placement.tiles().collect()),
            Move::Trade(tiles) => Self::Trade(tiles.iter().collect()),
            Move::Skip => Self::Skip,
        }
    }
}

/// The legal moves of a position, each once, in the order of [`Move`]. Placements are unpacked only when asked for.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    pub(super) placements: Placements,
    pub(super) trades: Vec<TileSet>,
    pub(super) skip: bool,
}

impl Moves {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.placements.len() + self.trades.len() + usize::from(self.skip)
    }

    /// Whether there is none: no seat is to act, or its hand is hidden.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The placements among them with their points.
    pub const fn placements(&self) -> &Placements {
        &self.placements
    }

    /// The trades among them.
    pub fn trades(&self) -> &[TileSet] {
        &self.trades
    }

    /// Whether the turn may be skipped.
    pub const fn skip(&self) -> bool {
        self.skip
    }

    /// The move with this number in order.
    pub fn get(&self, index: usize) -> Option<Move> {
        let Some(index) = index.checked_sub(self.placements.len()) else {
            return self.placements.get(index).map(|scored| Move::Place(scored.placement));
        };
        let Some(index) = index.checked_sub(self.trades.len()) else {
            return self.trades.get(index).copied().map(Move::Trade);
        };
        (index == 0 && self.skip).then_some(Move::Skip)
    }

    /// All in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        let placements = self.placements.iter().map(|scored| Move::Place(scored.placement));
        let trades = self.trades.iter().copied().map(Move::Trade);
        placements.chain(trades).chain(self.skip.then_some(Move::Skip))
    }
}

/// Every trade of a hand while the bag holds `bag` tiles (Q7, Q21), in the order of [`TileSet`].
///
/// ```
/// use spielwerk::qwirkle::trades;
///
/// assert_eq!(trades("r0r0g8".parse()?, 90).len(), 5);
/// assert_eq!(trades("r0r0g8".parse()?, 1).len(), 2);
/// # Ok::<(), spielwerk::common::ParseError>(())
/// ```
pub fn trades(hand: TileSet, bag: u32) -> Vec<TileSet> {
    parts::up_to(hand, bag.min(6))
}

/// How many trades [`trades`] would list.
pub(super) fn count_trades(hand: TileSet, bag: u32) -> usize {
    let most = bag.min(6);
    if most >= hand.len() {
        return hand.kinds().iter().map(|kind| hand.count(kind) as usize + 1).product::<usize>() - 1;
    }
    (1..=most).map(|size| parts::count(hand, size) as usize).sum()
}
