//! [`Frontier`]: the empty cells next to a tile, and which kinds fit there (Q8, Q11).

use super::Kinds;
use super::cell::Axis;
use super::torus::{SPOTS, Spot};

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
    pub(super) fn between(before: super::torus::Run, after: super::torus::Run) -> Self {
        // Each tile that fits all tiles of both runs fits in, if all tiles of one run fit all of the other.
        let together = before.fitting.contains_all(after.kinds);
        let kinds = if together { before.fitting & after.fitting } else { Kinds::NONE };
        Self(kinds.bits() | (before.length as u64) << 40 | (after.length as u64) << 44)
    }

    /// The word with the lengths in its upper bits; the lower 36 are the kinds.
    #[inline]
    pub(super) const fn word(self) -> u64 {
        self.0
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

/// The frontier cells in slots `0..len`, in no order, with a bit map over the torus that gives them in reading order.
#[derive(Clone)]
pub(super) struct Frontier {
    sides: [[Side; MOST]; 2],
    spots: [u16; MOST],
    len: usize,
    map: [u64; SPOTS / 64],
}

impl Frontier {
    pub(super) const fn new() -> Self {
        Self { sides: [[Side::FREE; MOST]; 2], spots: [0; MOST], len: 0, map: [0; SPOTS / 64] }
    }

    /// Takes up a cell with free sides and returns its slot.
    #[inline]
    pub(super) fn insert(&mut self, at: Spot) -> usize {
        let slot = self.len;
        self.len += 1;
        self.spots[slot] = at as u16;
        for sides in &mut self.sides {
            sides[slot] = Side::FREE;
        }
        self.map[at >> 6 & (SPOTS / 64 - 1)] |= 1 << (at & 63);
        slot
    }

    /// Drops a cell. The cell of the last slot moves into the slot that becomes free; its spot is returned.
    #[inline]
    pub(super) fn remove(&mut self, slot: usize) -> Option<Spot> {
        let at = usize::from(self.spots[slot]);
        self.map[at >> 6 & (SPOTS / 64 - 1)] &= !(1 << (at & 63));
        self.len -= 1;
        let last = self.len;
        if slot == last {
            return None;
        }
        self.spots[slot] = self.spots[last];
        for sides in &mut self.sides {
            sides[slot] = sides[last];
        }
        Some(usize::from(self.spots[slot]))
    }

    #[inline]
    pub(super) fn side(&self, slot: usize, axis: Axis) -> Side {
        self.sides[axis as usize][slot]
    }

    #[inline]
    pub(super) fn set_side(&mut self, slot: usize, axis: Axis, side: Side) {
        self.sides[axis as usize][slot] = side;
    }

    /// Whether one of the kinds fits somewhere.
    #[inline]
    pub(super) fn takes_any(&self, kinds: Kinds) -> bool {
        let [across, down] = &self.sides;
        across[..self.len].iter().zip(&down[..self.len]).any(|(a, d)| a.0 & d.0 & kinds.bits() != 0)
    }

    /// The frontier spots in reading order, for a layout whose frontier lies in `rows` rows below and including the row
    /// of `start`, at most 127 columns to its right.
    #[inline]
    pub(super) fn in_order(&self, start: Spot, rows: usize) -> impl Iterator<Item = Spot> + '_ {
        // Before `start` in its word there is nothing: such spots are a whole turn of the torus away.
        let first = start >> 6;
        (first..=first + 2 * rows).flat_map(move |word| {
            let word = word & (SPOTS / 64 - 1);
            let mut bits = self.map[word];
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let bit = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    word << 6 | bit
                })
            })
        })
    }
}
