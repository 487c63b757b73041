//! What the tables reckon with: doubles or scaled integers, alone or with the probability of each end.

/// Ends of a turn by the length of the run, 0 (empty) to 6 (full circle) (S15).
pub(super) const ENDS: usize = 7;

/// An expected worth while it is reckoned.
///
/// A double is the worth itself. An integer is its numerator: over `6^(d·r)` for a decision with `d` unplaced dice and up to `r` rolls
/// to come, so that every step of the reckoning multiplies and none divides. [`Number::lift`] goes to a finer denominator,
/// [`Number::mean`] closes a sum over all rolls.
pub(super) trait Number: Copy {
    /// A worth without anything beside it.
    type Worth: Copy;

    /// No worth at all: where a sum begins.
    const ZERO: Self;

    /// The worth of a turn that ends with this run.
    fn end(worth: Self::Worth, run: usize) -> Self;

    /// The same over a denominator that is `6^power` times finer.
    fn lift(self, power: u32) -> Self;

    /// Adds `weight` times another.
    fn add(&mut self, weight: u32, other: Self);

    /// The mean of a sum over all `6^dice` rolls.
    fn mean(self, dice: u32) -> Self;

    /// Less the price of a card, given for the denominator 1.
    fn minus(self, price: Self::Worth, power: u32) -> Self;

    /// Whether it is the better choice; of equals the first one stands.
    fn beats(self, other: Self) -> bool;

    /// Becomes the other one if that is the better choice.
    #[inline]
    fn improve(&mut self, other: Self) {
        if other.beats(*self) {
            *self = other;
        }
    }
}

impl Number for f64 {
    type Worth = Self;
    const ZERO: Self = 0.0;

    #[inline]
    fn end(worth: Self, _: usize) -> Self {
        worth
    }

    #[inline]
    fn lift(self, _: u32) -> Self {
        self
    }

    #[inline]
    fn add(&mut self, weight: u32, other: Self) {
        *self += f64::from(weight) * other;
    }

    #[inline]
    fn mean(self, dice: u32) -> Self {
        const ROLLS: [f64; 7] = [1.0, 6.0, 36.0, 216.0, 1_296.0, 7_776.0, 46_656.0];
        self / ROLLS[dice as usize]
    }

    #[inline]
    fn minus(self, price: Self, _: u32) -> Self {
        self - price
    }

    #[inline]
    fn beats(self, other: Self) -> bool {
        self > other
    }

    #[inline]
    fn improve(&mut self, other: Self) {
        *self = self.max(other);
    }
}

/// 6 to this power; it must be at most 48.
pub(super) const fn six_to(power: u32) -> i128 {
    6_i128.pow(power)
}

impl Number for i128 {
    type Worth = Self;
    const ZERO: Self = 0;

    fn end(worth: Self, _: usize) -> Self {
        worth
    }

    fn lift(self, power: u32) -> Self {
        self * six_to(power)
    }

    fn add(&mut self, weight: u32, other: Self) {
        *self += i128::from(weight) * other;
    }

    fn mean(self, _: u32) -> Self {
        self
    }

    fn minus(self, price: Self, power: u32) -> Self {
        self - price * six_to(power)
    }

    fn beats(self, other: Self) -> bool {
        self > other
    }
}

/// A number that can say "one of this thing", to count probability with.
pub(super) trait Unit: Number<Worth = Self> {
    /// Certainty.
    const ONE: Self;
    /// Whether it is better by more than rounding can explain.
    fn clearly_beats(self, other: Self) -> bool;
}

impl Unit for f64 {
    const ONE: Self = 1.0;

    /// Rounding of a few thousand sums stays far below a part in 10^12. Without this margin the choice between equal decisions, and
    /// so the probabilities of the ends, would hang on the last bit.
    fn clearly_beats(self, other: Self) -> bool {
        self - other > 1e-12 * (self.abs() + other.abs())
    }
}

impl Unit for i128 {
    const ONE: Self = 1;

    fn clearly_beats(self, other: Self) -> bool {
        self > other
    }
}

/// A worth and the probability of each end on the way to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct WithEnds<N> {
    pub(super) worth: N,
    pub(super) ends: [N; ENDS],
}

impl<N: Unit> Number for WithEnds<N> {
    type Worth = N;
    const ZERO: Self = Self { worth: N::ZERO, ends: [N::ZERO; ENDS] };

    fn end(worth: N, run: usize) -> Self {
        let mut ends = [N::ZERO; ENDS];
        ends[run] = N::ONE;
        Self { worth, ends }
    }

    fn lift(self, power: u32) -> Self {
        Self { worth: self.worth.lift(power), ends: self.ends.map(|end| end.lift(power)) }
    }

    fn add(&mut self, weight: u32, other: Self) {
        self.worth.add(weight, other.worth);
        for (end, other) in self.ends.iter_mut().zip(other.ends) {
            end.add(weight, other);
        }
    }

    fn mean(self, dice: u32) -> Self {
        Self { worth: self.worth.mean(dice), ends: self.ends.map(|end| end.mean(dice)) }
    }

    fn minus(self, price: N, power: u32) -> Self {
        Self { worth: self.worth.minus(price, power), ..self }
    }

    fn beats(self, other: Self) -> bool {
        self.worth.clearly_beats(other.worth)
    }
}
