//! The one source of random numbers: named, seeded, and the same on every machine.
//!
//! | part | method |
//! |---|---|
//! | generator | xoshiro256++ 1.0 (Blackman and Vigna 2019), 64 bits a step |
//! | seeding | the four words of state are the first four outputs of `SplitMix64` started at the seed |
//! | bounded integer | [`Random::below`]: Lemire 2019, the high word of a 128-bit product, biased low words drawn again |
//! | shuffle | [`Random::shuffle`]: Fisher-Yates from the last index down to 1, partner = `below(index + 1)` |
//! | streams | [`Random::stream`]: a generator seeded by one `SplitMix64` step over `seed + (index + 1) * 0x9e3779b97f4a7c15` |
//!
//! A seed therefore means the same game on every platform and in every release with the same major version.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use spielwerk::common::Uniform;

/// A seeded generator. See the [module](self) for the exact methods.
///
/// ```
/// use spielwerk::common::Uniform;
/// use spielwerk_search::Random;
///
/// let mut random = Random::seeded(1);
/// assert_eq!([random.below(6), random.below(6), random.below(6)], [4, 4, 0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The generator that this seed names.
    pub fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// One of many generators under one seed, for example one a game of a match. Streams do not depend on each other.
    pub fn stream(seed: u64, index: u64) -> Self {
        Self::seeded(split_mix(seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))))
    }

    /// Its state, from which [`Random::resumed`] goes on: the four words, each with its lowest byte first.
    pub fn state(&self) -> [u8; 32] {
        self.0.state()
    }

    /// The generator with this [state](Random::state). All zeros, which no generator ever has, stand for the seed 0.
    pub fn resumed(state: [u8; 32]) -> Self {
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A double in the range 0 (included) to 1 (excluded), from the upper 53 bits of a step.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Brings the items into a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            let partner = self.below(index as u64 + 1) as usize;
            items.swap(index, partner);
        }
    }
}

impl Uniform for Random {
    fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0, "a bound is at least 1");
        let mut product = u128::from(self.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let biased = bound.wrapping_neg() % bound;
            while (product as u64) < biased {
                product = u128::from(self.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }
}

/// The output function of `SplitMix64` (Steele, Lea and Flood 2014).
fn split_mix(mut state: u64) -> u64 {
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_everywhere() {
        let mut random = Random::seeded(0);
        // The published xoshiro256++ stream for a state filled by `SplitMix64` from 0.
        assert_eq!([random.next_u64(), random.next_u64()], [0x5317_5d61_490b_23df, 0x61da_6f3d_c380_d507]);
        let mut items: Vec<u8> = (0..8).collect();
        Random::seeded(7).shuffle(&mut items);
        assert_eq!(items, SHUFFLED_BY_SEED_7);
        assert_ne!(Random::stream(0, 0), Random::stream(0, 1));
    }

    const SHUFFLED_BY_SEED_7: [u8; 8] = [7, 5, 6, 3, 2, 4, 1, 0];

    #[test]
    fn a_state_goes_on() {
        let mut random = Random::seeded(5);
        random.next_u64();
        let mut other = Random::resumed(random.state());
        assert_eq!(other, random);
        assert_eq!(other.next_u64(), random.next_u64());
        // The words that `SplitMix64` gives for the seed 0.
        let words =
            [0xe220_a839_7b1d_cdaf_u64, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f, 0xf88b_b8a8_724c_81ec];
        assert_eq!(Random::seeded(0).state().as_slice(), words.map(u64::to_le_bytes).concat());
    }

    #[test]
    fn bounded_integers_are_uniform() {
        let mut random = Random::seeded(3);
        let mut counts = [0u32; 6];
        (0..60_000).for_each(|_| counts[random.below(6) as usize] += 1);
        let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 20.5, "0.1 % of uniform sources exceed 20.5, got {chi_square}");
    }
}
