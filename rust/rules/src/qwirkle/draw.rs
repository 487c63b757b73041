//! [`Draw`]: what chance does (Q20), and [`Pending`]: the draw that is to come.

use super::holding::Holding;

/// Tiles come from the bag into a hand (Q6, Q7, Q2). Written `draw:r0g8`, or `draw:?2` when they are hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Draw(pub Holding);

/// A draw that comes next: the seat to move draws before anything else happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    /// How many tiles are drawn, 1 to 6.
    pub count: u32,
    /// The tiles of a trade; they go into the bag after the draw (Q7).
    pub aside: Holding,
}
