//! Chance as an input: exact probabilities, and where random numbers come from.

use std::fmt;

/// The exact probability of an event, as a reduced fraction in the range 0 to 1.
///
/// ```
/// # use spielwerk::common::Probability;
/// let p = Probability::new(720, 46_656);
/// assert_eq!(p.to_string(), "5/324");
/// assert_eq!(p, Probability::new(5, 324));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probability {
    numerator: u128,
    denominator: u128,
}

impl Probability {
    /// The certain event.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };
    /// The impossible event.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// `numerator / denominator`, reduced.
    ///
    /// # Panics
    ///
    /// If the denominator is 0 or smaller than the numerator.
    pub const fn new(numerator: u128, denominator: u128) -> Self {
        assert!(denominator > 0 && numerator <= denominator, "a probability is 0 to 1");
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { numerator: numerator / a, denominator: denominator / a }
    }

    /// The numerator of the reduced fraction.
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// The denominator of the reduced fraction, at least 1.
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    /// The nearest double.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// One thing that chance may do, and how likely it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance<Event> {
    /// What would happen; apply it with [`Position::apply`](super::Position::apply).
    pub event: Event,
    /// How likely it is. The probabilities of all events of a position sum to 1.
    pub probability: Probability,
}

/// A source of uniformly distributed integers. The rules own none: a caller brings it, and it lives outside every
/// position, so that a search that copies a position cannot foresee its own luck.
///
/// `spielwerk-search` has a seeded, portable one.
pub trait Uniform {
    /// A number in `0..bound`, each with equal probability. `bound` is at least 1.
    fn below(&mut self, bound: u64) -> u64;
}

impl<U: Uniform + ?Sized> Uniform for &mut U {
    fn below(&mut self, bound: u64) -> u64 {
        (**self).below(bound)
    }
}
