//! From rolls and cleaning cards to minus points (L13, L14), and what one move brings about.

use std::fmt;
use std::sync::Arc;

use super::{Move, Position, PublicPlacement, ROUNDS};
use crate::common::{Faults, MAX_SEATS, Seats};

/// The most rolls that one player can hold: two in each of eleven rounds (L14).
pub const MAX_ROLLS: u8 = 22;

/// The number of entries that a table needs, for 0 to [`MAX_ROLLS`] rolls (L14).
pub const TABLE_ENTRIES: usize = MAX_ROLLS as usize + 1;

/// How rolls become minus points (L14). No source gives official figures, so none of these is official.
///
/// ```
/// use spielwerk::lokus::ScoringTable;
///
/// assert_eq!(ScoringTable::LINEAR.minus(7), 7);
/// assert_eq!(ScoringTable::PROGRESSIVE.minus(7), 28);
/// let faults = ScoringTable::given(&[3, 2]).unwrap_err();
/// let slugs: Vec<_> = faults.as_slice().iter().map(|fault| fault.slug).collect();
/// assert_eq!(slugs, ["too_short", "first_not_zero", "decreasing"]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ScoringTable(Kind);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Kind {
    Linear,
    Progressive,
    /// Shared, so that copying a position never copies the table.
    Given(Arc<[i64; TABLE_ENTRIES]>),
}

impl ScoringTable {
    /// One minus point a roll; the default.
    pub const LINEAR: Self = Self(Kind::Linear);
    /// `n (n + 1) / 2` minus points for n rolls.
    pub const PROGRESSIVE: Self = Self(Kind::Progressive);

    /// A table by the caller: entry i for i rolls, each 0 to 2^63 - 1. All entries are checked; those after the 23rd are not
    /// kept, as nobody can hold more than 22 rolls.
    ///
    /// # Errors
    ///
    /// `too_short` (fewer than 23 entries), `first_not_zero` (no entry, or the first is not 0), `decreasing` (the first
    /// entry smaller than the one before it); paths `table` and `table[i]`.
    pub fn given(entries: &[i64]) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        if entries.len() < TABLE_ENTRIES {
            let message = format!("{} entries; a player can hold 0 to {MAX_ROLLS} rolls", entries.len());
            faults.add("table", "L14", "too_short", message);
        }
        if entries.first() != Some(&0) {
            faults.add("table[0]", "L14", "first_not_zero", "no roll is worth 0 minus points".into());
        }
        if let Some(i) = entries.windows(2).position(|pair| pair[1] < pair[0]) {
            let message = format!("{} rolls cost {}, but {i} cost {}", i + 1, entries[i + 1], entries[i]);
            faults.add(format!("table[{}]", i + 1), "L14", "decreasing", message);
        }
        faults.into_result()?;
        let mut kept = [0; TABLE_ENTRIES];
        kept.copy_from_slice(&entries[..TABLE_ENTRIES]);
        Ok(Self(Kind::Given(Arc::new(kept))))
    }

    /// The table with this name, `linear` or `progressive`.
    ///
    /// # Errors
    ///
    /// `unknown_table` for any other name.
    pub fn named(name: &str) -> Result<Self, Faults> {
        match name {
            "linear" => Ok(Self::LINEAR),
            "progressive" => Ok(Self::PROGRESSIVE),
            _ => {
                let mut faults = Faults::default();
                let cut: String = name.chars().take(40).collect();
                let message = format!("no table {cut:?}; there are \"linear\" and \"progressive\"");
                faults.add("table", "L14", "unknown_table", message);
                Err(faults)
            }
        }
    }

    /// The entries of a table given by the caller, `None` for one with a name.
    pub fn entries(&self) -> Option<&[i64; TABLE_ENTRIES]> {
        if let Kind::Given(entries) = &self.0 { Some(entries) } else { None }
    }

    /// The minus points for `rolls` rolls (L14), 0 to 2^63 - 1.
    ///
    /// # Panics
    ///
    /// If `rolls` is above [`MAX_ROLLS`].
    pub fn minus(&self, rolls: u8) -> i64 {
        assert!(rolls <= MAX_ROLLS, "L14: a player holds at most {MAX_ROLLS} rolls, not {rolls}");
        let n = i64::from(rolls);
        match &self.0 {
            Kind::Linear => n,
            Kind::Progressive => n * (n + 1) / 2,
            Kind::Given(entries) => entries[usize::from(rolls)],
        }
    }
}

impl Default for ScoringTable {
    fn default() -> Self {
        Self::LINEAR
    }
}

/// `linear`, `progressive`, or the entries with commas between them.
impl fmt::Display for ScoringTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Linear => f.write_str("linear"),
            Kind::Progressive => f.write_str("progressive"),
            Kind::Given(entries) => entries.iter().enumerate().try_for_each(|(i, entry)| {
                let comma = if i > 0 { "," } else { "" };
                write!(f, "{comma}{entry}")
            }),
        }
    }
}

impl fmt::Debug for ScoringTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ScoringTable({self})")
    }
}

/// The rolls that are left after cleaning (L13): one or two cleaning cards take off as many rolls, three or more take off all.
///
/// ```
/// use spielwerk::lokus::rolls_left;
///
/// assert_eq!([rolls_left(7, 0), rolls_left(7, 2), rolls_left(1, 2), rolls_left(7, 3)], [7, 5, 0, 0]);
/// ```
pub const fn rolls_left(rolls: u8, cleaning: u8) -> u8 {
    if cleaning >= 3 { 0 } else { rolls.saturating_sub(cleaning) }
}

/// The minus points of one player for one deal (L13, L14): 0 to 2^63 - 1.
///
/// # Panics
///
/// If more than [`MAX_ROLLS`] rolls are left.
pub fn minus_points(table: &ScoringTable, rolls: u8, cleaning: u8) -> i64 {
    table.minus(rolls_left(rolls, cleaning))
}

/// What a legal move brings about at once: nothing for a card chosen in secret, and everything up to the next decision or draw
/// for the choice that reveals the cards and for a row choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The placements that are resolved, the lowest player's before the highest's.
    pub placements: [Option<PublicPlacement>; 2],
    /// The rolls gained by seat (L9, L11).
    pub rolls: [u8; MAX_SEATS],
    /// The cleaning cards gained by seat (L12).
    pub cleaning: [u8; MAX_SEATS],
    /// The minus points of the deal by seat, when the move ends it (L13, L14).
    pub minus: Option<[i64; MAX_SEATS]>,
}

impl Position {
    /// What a legal move brings about at once.
    pub(super) fn worth(&self, chosen: Move) -> Score {
        let mut score = Score::default();
        if matches!(chosen, Move::Choose { seat, .. } if !self.all_chosen_but(seat)) {
            return score;
        }
        let mut after = self.clone();
        after.step(chosen);
        let (round, before, after) = (self.public().round(), self.public(), after.public());
        let resolved = before.placements(round).count();
        for (place, placement) in score.placements.iter_mut().zip(after.placements(round)).skip(resolved) {
            *place = Some(placement);
        }
        for (seat, gained) in score.rolls.iter_mut().zip(gains(before.rolls(), after.rolls())) {
            *seat = gained;
        }
        for (seat, gained) in score.cleaning.iter_mut().zip(gains(before.cleaning(), after.cleaning())) {
            *seat = gained;
        }
        if after.round() == ROUNDS {
            let mut minus = [0; MAX_SEATS];
            for seat in Seats::new(after.players()) {
                minus[seat.index()] = after.minus(seat);
            }
            score.minus = Some(minus);
        }
        score
    }
}

fn gains<'a>(before: &'a [u8], after: &'a [u8]) -> impl Iterator<Item = u8> + 'a {
    before.iter().zip(after).map(|(before, after)| after - before)
}
