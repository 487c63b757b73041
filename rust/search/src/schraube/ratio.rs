//! Exact fractions.

use std::cmp::Ordering;
use std::fmt;

/// An exact fraction in lowest terms; the denominator is at least 1.
///
/// ```
/// use spielwerk_search::schraube::Ratio;
/// assert_eq!(Ratio::new(-6, 4).to_string(), "-3/2");
/// assert_eq!(Ratio::from(3).to_string(), "3");
/// assert!(Ratio::new(1, 3) < Ratio::new(1, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: i128,
    denominator: i128,
}

impl Ratio {
    /// `numerator / denominator`, reduced.
    ///
    /// # Panics
    ///
    /// If the denominator is not positive.
    pub const fn new(numerator: i128, denominator: i128) -> Self {
        assert!(denominator > 0, "a denominator is positive");
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The numerator in lowest terms.
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator in lowest terms, at least 1.
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// The double next to it, or one of the two next to it.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The smallest positive number that all denominators divide, if it fits.
pub(super) fn common_denominator(ratios: impl IntoIterator<Item = Ratio>) -> Option<i128> {
    ratios.into_iter().try_fold(1_i128, |common, ratio| {
        let divisor = gcd(common.unsigned_abs(), ratio.denominator.unsigned_abs()) as i128;
        common.checked_mul(ratio.denominator / divisor)
    })
}

impl From<i32> for Ratio {
    fn from(integer: i32) -> Self {
        Self { numerator: i128::from(integer), denominator: 1 }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    /// By value, also where cross products would not fit: by continued fractions.
    fn cmp(&self, other: &Self) -> Ordering {
        let whole = |ratio: &Self| ratio.numerator.div_euclid(ratio.denominator);
        let rest = |ratio: &Self| ratio.numerator.rem_euclid(ratio.denominator);
        whole(self).cmp(&whole(other)).then_with(|| match (rest(self), rest(other)) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Less,
            (_, 0) => Ordering::Greater,
            (own, others) => {
                let own = Self { numerator: self.denominator, denominator: own };
                let others = Self { numerator: other.denominator, denominator: others };
                others.cmp(&own)
            }
        })
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// An exact answer would need more than 128 bits. Doubles have no such limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Rolls that the turn may still make, extra rolls included. Up to eight fit when no worth is above 6; up to seven when none is
    /// above 300,000.
    pub rolls: u32,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an exact answer over {} rolls with these worths needs more than 128 bits", self.rolls)
    }
}

impl std::error::Error for TooLarge {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_compare_by_value_at_any_size() {
        let huge = i128::MAX / 3;
        assert!(Ratio::new(huge - 1, huge) > Ratio::new(huge - 2, huge - 1));
        assert!(Ratio::new(-huge, huge - 1) < Ratio::new(-huge, huge + 1));
        for (a, b) in [(-7, -5), (-5, 0), (0, 3), (3, 7)] {
            assert!(Ratio::new(a, 6) < Ratio::new(b, 6));
            assert!(Ratio::new(b, 6) > Ratio::new(a, 6));
            assert_eq!(Ratio::new(a, 6).cmp(&Ratio::new(2 * a, 12)), Ordering::Equal);
        }
    }
}
