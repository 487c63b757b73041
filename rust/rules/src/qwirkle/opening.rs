//! The opening group: who begins, and what he must lay (Q3 to Q5).

use super::cell::{Axis, Cell};
use super::placement::{Bits, Placement};
use super::{Kinds, TileSet};
use crate::common::Seat;

/// The size of the opening group (Q3): the most kinds of the hand that share a colour or a shape, copies counted once.
///
/// 0 for an empty hand, otherwise 1 to 6.
#[inline]
pub fn opening_size(hand: TileSet) -> u32 {
    let kinds = hand.kinds();
    Kinds::families().map(|family| (family & kinds).len()).max().unwrap_or(0)
}

/// All groups of the size of the opening group (Q3, Q4): the starter lays one of them whole.
///
/// ```
/// use spielwerk::qwirkle::{opening_groups, opening_size};
///
/// let hand = "r0r8g0y4p4y4".parse()?;
/// assert_eq!(opening_size(hand), 2);
/// assert_eq!(opening_groups(hand).len(), 3, "two reds, two circles, two fours; y4 counts once");
/// # Ok::<(), spielwerk::common::ParseError>(())
/// ```
pub fn opening_groups(hand: TileSet) -> Vec<Kinds> {
    let (kinds, size) = (hand.kinds(), opening_size(hand));
    if size <= 1 {
        // Every tile is a group of its own, by colour and by shape alike (Q5).
        return kinds.iter().map(Kinds::only).collect();
    }
    Kinds::families().map(|family| family & kinds).filter(|group| group.len() == size).collect()
}

/// Who begins (Q3): the seat with the largest opening group, on a tie the lowest. `None` without hands.
pub fn starter(hands: &[TileSet]) -> Option<Seat> {
    let best = hands.iter().map(|&hand| opening_size(hand)).max()?;
    let seat = hands.iter().position(|&hand| opening_size(hand) == best)?;
    Seat::try_new(seat as u64)
}

/// The opening moves, each in both directions and every order of tiles, with the first cell at 0, 0 (Q4).
pub(super) fn openings(hand: TileSet) -> Vec<Placement> {
    let mut found = Vec::new();
    for group in opening_groups(hand) {
        for axis in Axis::BOTH {
            // A single tile has no direction (Q21).
            if group.len() > 1 || axis == Axis::Across {
                let cells = (1 << group.len()) - 1;
                arrange(group, 0, Bits::new(axis, cells, 0).word(), &mut found);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Puts the kinds of `left` in every order after the first `place` tiles.
fn arrange(left: Kinds, place: u32, word: u64, found: &mut Vec<Placement>) {
    if left.is_empty() {
        found.push(Placement::from_bits(Cell::new(0, 0), Bits::from_word(word)));
    }
    for tile in left {
        arrange(left & !Kinds::only(tile), place + 1, word | Bits::kind(tile, place), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_of_six_has_twice_720_openings() {
        let hand = TileSet::one_of_each(Kinds::of_shape(super::super::Shape::Star8));
        assert_eq!(openings(hand).len(), 1440);
        assert_eq!(openings(TileSet::NONE), []);
    }
}
