//! [`Entry`]: one step of a history, and who saw it.

use spielwerk::common::Seat;

/// One step of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The seat that took the action, or that the outcome is for.
    pub seat: Option<Seat>,
    /// Whether chance decided.
    pub by_chance: bool,
    /// The action id, or the outcome id.
    pub id: u16,
    /// The seats that know the id, as bits.
    pub(crate) seen: u8,
    /// Whether others will know it after the next move that they see.
    pub(crate) secret: bool,
}

impl Entry {
    /// Whether this seat knows the id.
    pub const fn is_seen_by(self, seat: Seat) -> bool {
        self.seen >> seat.index() & 1 != 0
    }

    /// Whether everybody knows the id.
    pub const fn is_public(self) -> bool {
        self.seen == EVERYBODY
    }
}

/// The bits of all seats.
pub(crate) const EVERYBODY: u8 = u8::MAX;

/// The bit of one seat.
pub(crate) const fn only(seat: Seat) -> u8 {
    1 << seat.index()
}
