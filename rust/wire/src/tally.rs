//! [`Tally`]: what was judged, counted for the metrics.

/// How often each verdict was given in one answer.
///
/// ```
/// use spielwerk_wire::Tally;
///
/// let mut tally = Tally::default();
/// tally.count("qwirkle", "legal");
/// tally.count("qwirkle", "gap");
/// tally.count("qwirkle", "gap");
/// assert_eq!(tally.verdicts().collect::<Vec<_>>(), [("qwirkle", "legal", 1), ("qwirkle", "gap", 2)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of moves that were judged.
    pub items: u64,
    // A request knows one game and few slugs: a list is searched faster than a map.
    verdicts: Vec<(&'static str, &'static str, u64)>,
}

impl Tally {
    /// The slug of a legal move.
    pub const LEGAL: &'static str = "legal";

    /// Counts one verdict: the slug of a broken rule, or [`Tally::LEGAL`].
    pub fn count(&mut self, game: &'static str, slug: &'static str) {
        // The same slug comes from the same place, so comparing addresses finds it in nearly all cases.
        let found =
            self.verdicts.iter_mut().find(|(_, known, _)| std::ptr::eq(*known, slug) || *known == slug);
        match found {
            Some((_, _, count)) => *count += 1,
            None => self.verdicts.push((game, slug, 1)),
        }
    }

    /// Game, slug and how often, in the order in which they came up.
    pub fn verdicts(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> {
        self.verdicts.iter().copied()
    }
}
