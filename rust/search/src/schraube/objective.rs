//! What a turn is played for.

use spielwerk::common::Faults;
use spielwerk::schraube::{PILES, Pile};

use super::number::ENDS;

/// What each end of a turn is worth, and what a card spent on the way costs.
///
/// `N` is `f64`, or [`Ratio`](super::Ratio) for exact answers.
///
/// ```
/// use spielwerk_search::schraube::Objective;
/// let run: Objective<f64> = Objective::run();
/// assert_eq!(run.ends, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objective<N> {
    /// Worth of a turn that ends with an empty run, with a run of one, two, … five, and with the full circle (S15).
    pub ends: [N; ENDS],
    /// What using a laser costs; the card's value, for example, because it leaves the game (S12).
    pub laser_price: N,
    /// What using an extra roll costs (S13).
    pub extra_price: N,
}

impl<N: From<i32> + Copy> Objective<N> {
    /// These worths of the ends; cards cost nothing.
    pub fn ends(ends: [N; ENDS]) -> Self {
        Self { ends, laser_price: N::from(0), extra_price: N::from(0) }
    }

    /// The chance of a full circle.
    pub fn full_circle() -> Self {
        Self::stop_at(PILES as u8)
    }

    /// The expected length of the run.
    pub fn run() -> Self {
        Self::ends([0, 1, 2, 3, 4, 5, 6].map(N::from))
    }

    /// The chance that the run has exactly this length, 0 (empty) to 6 (full circle).
    ///
    /// # Panics
    ///
    /// If `run` is above 6.
    pub fn stop_at(run: u8) -> Self {
        let mut ends = [N::from(0); ENDS];
        ends[usize::from(run)] = N::from(1);
        Self::ends(ends)
    }

    /// The chance that the figure stops exactly at this pile; its own means a full circle.
    pub fn stop_at_pile(figure: Pile, pile: Pile) -> Self {
        Self::stop_at(figure.steps_to(pile))
    }

    /// The expected value of the card taken, `values` being those of the open cards by pile; a full circle earns `bonus` besides
    /// (S15, S17; a bonus card is worth 6 points), an empty run nothing.
    pub fn card_taken(figure: Pile, values: [i32; PILES], bonus: i32) -> Self {
        let mut ends = [N::from(0); ENDS];
        for pile in Pile::ALL {
            let steps = figure.steps_to(pile);
            let extra = if usize::from(steps) == PILES { bonus } else { 0 };
            ends[usize::from(steps)] = N::from(values[pile.index()] + extra);
        }
        Self::ends(ends)
    }

    /// The same with prices for the cards used.
    #[must_use]
    pub fn with_prices(self, laser_price: N, extra_price: N) -> Self {
        Self { laser_price, extra_price, ..self }
    }
}

impl Objective<f64> {
    /// Everything that can't be reckoned with.
    ///
    /// # Errors
    ///
    /// Fault `not_finite` for every worth or price that is infinite or no number, `worth_too_large` for one beyond 10^300: sums of
    /// larger ones need not be finite.
    pub fn check(&self) -> Result<(), Faults> {
        const MOST: f64 = 1e300;
        let mut faults = Faults::default();
        let ends = self.ends.iter().enumerate().map(|(run, &worth)| (format!("ends[{run}]"), "S15", worth));
        let prices = [("laser_price", "S12", self.laser_price), ("extra_price", "S13", self.extra_price)];
        let prices = prices.into_iter().map(|(path, rule, price)| (path.to_owned(), rule, price));
        for (path, rule, worth) in ends.chain(prices) {
            if !worth.is_finite() {
                faults.add(
                    path,
                    rule,
                    "not_finite",
                    format!("{worth} is no worth that can be reckoned with"),
                );
            } else if worth.abs() > MOST {
                let message = format!("{worth:e}; worths are {:e} to {MOST:e}", -MOST);
                faults.add(path, rule, "worth_too_large", message);
            }
        }
        faults.into_result()
    }
}
