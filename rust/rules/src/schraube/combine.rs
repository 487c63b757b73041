//! Screws and nuts: the sets a player may cover, and the most pairs his cards can make (S18, S21).

use super::card::{Card, CardSet, Kind};
use super::deck::Deck;

/// One of the four exact sets (S18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetKind {
    /// A screw and a nut: 1 pair.
    ScrewNut,
    /// A double screw and two nuts: 2 pairs.
    DoubleScrewTwoNuts,
    /// A double nut and two screws: 2 pairs.
    DoubleNutTwoScrews,
    /// A double screw and a double nut: 2 pairs.
    DoubleScrewDoubleNut,
}

impl SetKind {
    /// All four.
    pub const ALL: [Self; 4] =
        [Self::ScrewNut, Self::DoubleScrewTwoNuts, Self::DoubleNutTwoScrews, Self::DoubleScrewDoubleNut];

    /// Pairs it is worth (S22: 3 points each).
    pub const fn pairs(self) -> u8 {
        match self {
            Self::ScrewNut => 1,
            _ => 2,
        }
    }

    /// What it takes.
    pub const fn needs(self) -> Parts {
        match self {
            Self::ScrewNut => Parts { screws: 1, double_screws: 0, nuts: 1, double_nuts: 0 },
            Self::DoubleScrewTwoNuts => Parts { screws: 0, double_screws: 1, nuts: 2, double_nuts: 0 },
            Self::DoubleNutTwoScrews => Parts { screws: 2, double_screws: 0, nuts: 0, double_nuts: 1 },
            Self::DoubleScrewDoubleNut => Parts { screws: 0, double_screws: 1, nuts: 0, double_nuts: 1 },
        }
    }
}

/// How many cards of each combinable kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts {
    /// Screws.
    pub screws: u8,
    /// Double screws.
    pub double_screws: u8,
    /// Nuts.
    pub nuts: u8,
    /// Double nuts.
    pub double_nuts: u8,
}

impl Parts {
    /// The parts among these cards.
    #[inline]
    pub fn of(cards: CardSet, deck: &Deck) -> Self {
        let count = |kind| cards.and(deck.of_kind(kind)).len();
        Self {
            screws: count(Kind::Screw),
            double_screws: count(Kind::DoubleScrew),
            nuts: count(Kind::Nut),
            double_nuts: count(Kind::DoubleNut),
        }
    }

    /// Whether these parts contain the others.
    pub const fn contain(self, others: Self) -> bool {
        self.screws >= others.screws
            && self.double_screws >= others.double_screws
            && self.nuts >= others.nuts
            && self.double_nuts >= others.double_nuts
    }

    /// The sets that can be covered now (S18).
    pub fn sets(self) -> impl Iterator<Item = SetKind> {
        SetKind::ALL.into_iter().filter(move |set| self.contain(set.needs()))
    }

    /// The most pairs that disjoint sets of these parts reach (S21). Taking the first set that fits can lose a pair.
    ///
    /// ```
    /// use spielwerk::schraube::Parts;
    /// // The double screw belongs to the double nut; two nuts for it would leave the double nut alone.
    /// let parts = Parts { screws: 0, double_screws: 2, nuts: 2, double_nuts: 1 };
    /// assert_eq!(parts.most_pairs(), 4);
    /// // One screw for the nut, or two for the double nut? Three screws do for either.
    /// assert_eq!(Parts { screws: 3, double_screws: 0, nuts: 1, double_nuts: 1 }.most_pairs(), 3);
    /// ```
    #[inline]
    pub fn most_pairs(self) -> u8 {
        // How many doubles of each sort go to two singles is free; given that, the rest is best taken as it comes:
        // doubles with doubles (nothing else wants them), then singles with singles.
        let mut best = 0;
        for with_nuts in 0..=self.double_screws.min(self.nuts / 2) {
            for with_screws in 0..=self.double_nuts.min(self.screws / 2) {
                let doubles = (self.double_screws - with_nuts).min(self.double_nuts - with_screws);
                let singles = (self.screws - 2 * with_screws).min(self.nuts - 2 * with_nuts);
                best = best.max(2 * (with_nuts + with_screws + doubles) + singles);
            }
        }
        best
    }
}

/// The set that these cards make exactly, if they make one (S18).
pub fn set_of(cards: CardSet, deck: &Deck) -> Option<SetKind> {
    let parts = Parts::of(cards, deck);
    let all = parts.screws + parts.double_screws + parts.nuts + parts.double_nuts;
    (all == cards.len()).then(|| SetKind::ALL.into_iter().find(|set| set.needs() == parts)).flatten()
}

/// Calls `found` with every set that these open cards hold (S18): single and single, double and two singles, double and double.
pub fn each_set(open: CardSet, deck: &Deck, mut found: impl FnMut(CardSet)) {
    let [screws, double_screws, nuts, double_nuts] =
        [Kind::Screw, Kind::DoubleScrew, Kind::Nut, Kind::DoubleNut].map(|kind| open.and(deck.of_kind(kind)));
    let pair = |a: Card, b: Card| CardSet::NONE.with(a).with(b);
    for screw in screws {
        nuts.iter().for_each(|nut| found(pair(screw, nut)));
    }
    for (doubles, singles) in [(double_screws, nuts), (double_nuts, screws)] {
        for double in doubles {
            for (place, first) in singles.iter().enumerate() {
                singles.iter().skip(place + 1).for_each(|second| found(pair(first, second).with(double)));
            }
        }
    }
    for double in double_screws {
        double_nuts.iter().for_each(|nut| found(pair(double, nut)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: try every set, again and again.
    fn by_trying(parts: Parts) -> u8 {
        parts
            .sets()
            .map(|set| {
                let needs = set.needs();
                let rest = Parts {
                    screws: parts.screws - needs.screws,
                    double_screws: parts.double_screws - needs.double_screws,
                    nuts: parts.nuts - needs.nuts,
                    double_nuts: parts.double_nuts - needs.double_nuts,
                };
                set.pairs() + by_trying(rest)
            })
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn the_best_pairing_is_found_without_trying_all() {
        for code in 0..5_u32.pow(4) {
            let digit = |place: u32| (code / 5_u32.pow(place) % 5) as u8;
            let parts =
                Parts { screws: digit(0), double_screws: digit(1), nuts: digit(2), double_nuts: digit(3) };
            assert_eq!(parts.most_pairs(), by_trying(parts), "{parts:?}");
        }
    }
}
