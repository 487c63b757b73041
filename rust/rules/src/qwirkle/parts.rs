//! The parts of a [`TileSet`]: every draw from a bag (Q20), every trade of a hand (Q7, Q21).

use super::{Tile, TileSet};
use crate::common::{Probability, Uniform};

/// All parts of `whole` with exactly `size` tiles, in the order of [`TileSet`], made one by one.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// How many copies of each kind there are to take.
    most: [u8; Tile::KINDS],
    /// The next part, unless there is none.
    next: Option<[u8; Tile::KINDS]>,
}

impl Parts {
    pub(super) fn new(whole: TileSet, size: u32) -> Self {
        let most = std::array::from_fn(|index| whole.count(Tile::known(index as u8)) as u8);
        // The first part in order takes its tiles from the last kinds.
        let mut first = [0; Tile::KINDS];
        let next = (size <= whole.len()).then(|| {
            fill_from_the_end(&mut first, &most, size as u8);
            first
        });
        Self { most, next }
    }
}

/// Puts `left` tiles into the last places that have room for them.
fn fill_from_the_end(counts: &mut [u8], most: &[u8], mut left: u8) {
    for (count, &most) in counts.iter_mut().zip(most).rev() {
        *count = left.min(most);
        left -= *count;
    }
}

impl Iterator for Parts {
    type Item = TileSet;

    fn next(&mut self) -> Option<TileSet> {
        let counts = self.next?;
        // The successor takes one more of the last kind that can, with the fewest changes before it.
        let mut after = 0;
        let bump = (0..Tile::KINDS).rev().find(|&kind| {
            let possible = after > 0 && counts[kind] < self.most[kind];
            if !possible {
                after += counts[kind];
            }
            possible
        });
        self.next = bump.map(|kind| {
            let mut successor = counts;
            successor[kind] += 1;
            fill_from_the_end(&mut successor[kind + 1..], &self.most[kind + 1..], after - 1);
            successor
        });
        let tiles = Tile::all().zip(counts).map(|(tile, count)| TileSet::copies(tile, count.into()));
        Some(tiles.fold(TileSet::NONE, |part, more| part.plus(more).expect("different kinds")))
    }
}

/// How many parts of `size` tiles there are.
pub(super) fn count(whole: TileSet, size: u32) -> u128 {
    if size > whole.len() {
        return 0;
    }
    let mut ways = vec![0u128; size as usize + 1];
    ways[0] = 1;
    for kind in whole.kinds() {
        for total in (1..ways.len()).rev() {
            for taken in 1..=(whole.count(kind) as usize).min(total) {
                ways[total] += ways[total - taken];
            }
        }
    }
    ways[size as usize]
}

/// The probability that a draw of as many tiles as `part` has, from `whole`, brings just these (Q20).
pub(super) fn probability(whole: TileSet, part: TileSet) -> Probability {
    if !whole.contains_all(part) {
        return Probability::ZERO;
    }
    let ways = part.kinds().iter().map(|kind| choose(whole.count(kind), part.count(kind))).product();
    Probability::new(ways, choose(whole.len(), part.len()))
}

/// The number of ways to choose `k` of `n`.
fn choose(n: u32, k: u32) -> u128 {
    (0..u128::from(k)).fold(1, |ways, i| ways * (u128::from(n) - i) / (i + 1))
}

/// `size` tiles drawn from `whole`, each set of tiles with equal probability (Q20).
pub(super) fn sample(whole: TileSet, size: u32, uniform: &mut impl Uniform) -> TileSet {
    let mut left = whole;
    for _ in 0..size {
        let tile = left.nth(uniform.below(left.len().into()) as u32);
        left = left.minus(tile.into()).expect("a tile that is there");
    }
    whole.minus(left).expect("what is left is a part")
}

/// All parts of 1 to `most` tiles, in the order of [`TileSet`].
pub(super) fn up_to(whole: TileSet, most: u32) -> Vec<TileSet> {
    let mut parts = vec![TileSet::NONE];
    // From the last kind to the first: each kind is more important for the order than those after it.
    let kinds: Vec<Tile> = whole.kinds().iter().collect();
    for &kind in kinds.iter().rev() {
        let with = |copies| {
            let more = TileSet::copies(kind, copies);
            parts.iter().filter_map(move |part| part.plus(more)).filter(|part| part.len() <= most)
        };
        parts = (0..=whole.count(kind)).flat_map(with).collect();
    }
    parts.remove(0);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(text: &str) -> TileSet {
        text.parse().expect("tiles")
    }

    #[test]
    fn draws_are_listed_in_order_and_sum_to_one() {
        let bag = tiles("r0r0r0g4g4b8ycp4p4");
        for size in 0..=9 {
            let parts: Vec<TileSet> = Parts::new(bag, size).collect();
            assert!(parts.is_sorted_by(|a, b| a < b), "in order without doubles");
            assert!(parts.iter().all(|part| part.len() == size && bag.contains_all(*part)));
            assert_eq!(parts.len() as u128, count(bag, size));
            let common = choose(bag.len(), size);
            let total: u128 = parts
                .iter()
                .map(|&part| {
                    let probability = probability(bag, part);
                    probability.numerator() * (common / probability.denominator())
                })
                .sum();
            assert_eq!(total, common, "the probabilities of draws of {size} sum to exactly one");
        }
        assert_eq!((Parts::new(bag, 10).count(), count(bag, 10)), (0, 0));
    }

    #[test]
    fn trades_are_all_parts() {
        let hand = tiles("r0r0g4b8");
        let trades = up_to(hand, 6);
        assert_eq!(trades.len(), 3 * 2 * 2 - 1);
        assert!(trades.is_sorted_by(|a, b| a < b));
        assert_eq!(up_to(hand, 1).len(), 3);
        assert_eq!(up_to(hand, 0), []);
    }
}
