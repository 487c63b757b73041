//! [`Frontier`]: the empty cells next to a tile, and which kinds fit there (Q8, Q11).

use super::Kinds;
use super::cell::Axis;
use super::torus::{Run, Spot};

/// The most frontier cells that 108 tiles can have: a connected layout of n cells has at most 2n + 2 empty neighbours
/// (a straight or stepped chain), and laying a placement tile by tile passes at most once through two parts with 107
/// tiles together, which have at most 2 · 107 + 4.
pub(super) const MOST: usize = 218;

/// One axis of a frontier cell packed in a word: the 36 kinds that fit the runs on both sides, the length of the run
/// before it in bits 40 to 43, the length of the run after it in bits 44 to 47.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Side(u64);

impl Side {
    /// No run on either side: everything fits.
    pub(super) const FREE: Self = Self(Kinds::ALL.bits());

    /// A cell between two runs, each possibly empty. When the runs can't be in one line, nothing fits between them.
    #[inline]
    pub(super) fn between(before: Run, after: Run) -> Self {
        // Each tile that fits all tiles of both runs fits in, if all tiles of one run fit all of the other.
        let together = before.fitting.contains_all(after.kinds);
        let kinds = if together { before.fitting & after.fitting } else { Kinds::NONE };
        Self(kinds.bits() | (before.length as u64) << 40 | (after.length as u64) << 44)
    }

    /// A cell beside one run: before it when `after` is false.
    #[inline]
    pub(super) const fn beside(run: Run, after: bool) -> Self {
        Self(run.fitting.bits() | (run.length as u64) << if after { 44 } else { 40 })
    }

    /// The kinds that fit.
    #[inline]
    pub(super) const fn kinds(self) -> Kinds {
        Kinds::from_bits(self.0)
    }

    /// The kinds that fit here and by the other axis.
    #[inline]
    pub(super) const fn kinds_with(self, other: Self) -> Kinds {
        Kinds::from_bits(self.0 & other.0)
    }

    /// How many tiles are right before the cell.
    #[inline]
    pub(super) const fn before(self) -> usize {
        (self.0 >> 40 & 15) as usize
    }

    /// How many tiles are right after the cell.
    #[inline]
    pub(super) const fn after(self) -> usize {
        (self.0 >> 44 & 15) as usize
    }

    /// Whether there is a tile on either side.
    #[inline]
    pub(super) const fn touches(self) -> bool {
        self.0 >> 40 != 0
    }
}

/// The frontier cells in slots `0..len`, in no order.
///
/// A slot has both sides of its cell together, so that looking through all of them reads memory from front to back.
#[derive(Clone)]
pub(super) struct Frontier {
    sides: [[Side; 2]; MOST],
    spots: [u16; MOST],
    len: usize,
}

impl Frontier {
    pub(super) const fn new() -> Self {
        Self { sides: [[Side::FREE; 2]; MOST], spots: [0; MOST], len: 0 }
    }

    /// Both sides and the spot of every cell, by slot.
    #[inline]
    pub(super) fn cells(&self) -> impl ExactSizeIterator<Item = ([Side; 2], Spot)> + '_ {
        self.sides[..self.len].iter().zip(&self.spots[..self.len]).map(|(&sides, &at)| (sides, at.into()))
    }

    /// Forgets all cells.
    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Takes up a cell with free sides and returns its slot.
    #[inline]
    pub(super) fn insert(&mut self, at: Spot) -> usize {
        let slot = self.len;
        self.len += 1;
        self.spots[slot] = at as u16;
        self.sides[slot] = [Side::FREE; 2];
        slot
    }

    /// Drops a cell. The cell of the last slot moves into the slot that becomes free; its spot is returned.
    #[inline]
    pub(super) fn remove(&mut self, slot: usize) -> Option<Spot> {
        self.len -= 1;
        let last = self.len;
        if slot == last {
            return None;
        }
        self.spots[slot] = self.spots[last];
        self.sides[slot] = self.sides[last];
        Some(usize::from(self.spots[slot]))
    }

    /// Both sides of a cell, across and down.
    #[inline]
    pub(super) fn sides(&self, slot: usize) -> [Side; 2] {
        self.sides[slot]
    }

    #[inline]
    pub(super) fn set_side(&mut self, slot: usize, axis: Axis, side: Side) {
        self.sides[slot][axis as usize] = side;
    }

    /// Whether one of the kinds fits somewhere.
    #[inline]
    pub(super) fn takes_any(&self, kinds: Kinds) -> bool {
        self.sides[..self.len].iter().any(|[across, down]| across.0 & down.0 & kinds.bits() != 0)
    }
}
