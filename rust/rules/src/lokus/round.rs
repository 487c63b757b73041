//! A round after the reveal: who places what where, and who gets what (L7 to L12).
//!
//! [`place`] is one placement. The game takes its two placements of a round one by one, as a row choice or a draw may come
//! between them; [`resolve_round`] answers for a whole round without a game around it.

use std::hint::select_unpredictable;

use super::row::all_different;
use super::{Card, CardSet, PLAYERS, Row, RowIndex, rows_of};
use crate::common::{Faults, MAX_SEATS, Seat};

/// Which of the two placements of a round (L7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Which {
    /// The player with the lowest card, who places first.
    Low,
    /// The player with the highest card, who places second.
    High,
}

impl Which {
    /// Both in the order in which they place (L7).
    pub const ALL: [Self; 2] = [Self::Low, Self::High];

    /// 0 or 1, for indexing.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `low` or `high`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::High => "high",
        }
    }
}

/// What became of a card that had to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placed {
    /// It went to a row (L8).
    Row {
        /// The row, chosen or forced.
        row: RowIndex,
        /// Whether it was the fifth, so that the four before it left the deal (L12).
        cleared: bool,
    },
    /// Neither row takes it: two rolls (L9).
    Miss,
}

/// Places a card in the rows as they are (L8, L9, L12). Gives `None`, and changes nothing, when both rows take the card
/// and `choice` does not say which (L18). A choice is not looked at where there is none.
#[inline]
pub fn place(rows: &mut [Row; 2], card: Card, choice: Option<RowIndex>) -> Option<Placed> {
    let trial = Trial::of(rows, card, choice)?;
    *rows = trial.rows_after;
    Some(trial.placed())
}

/// One placement, tried out. No branch depends on the cards: nobody could foresee it, a processor least of all.
struct Trial {
    takes: [bool; 2],
    row: RowIndex,
    /// Whether that row takes the card.
    fits: bool,
    /// Whether the card is the fifth of that row.
    cleared: bool,
    before: Row,
    rows_after: [Row; 2],
}

impl Trial {
    #[inline]
    fn of(rows: &[Row; 2], card: Card, choice: Option<RowIndex>) -> Option<Self> {
        let takes = [rows[0].takes(card), rows[1].takes(card)];
        let (either, both) = (takes != [false; 2], takes == [true; 2]);
        if select_unpredictable(both, choice.is_none(), false) {
            return None;
        }
        // Picking by condition keeps the rows in registers; an index would send them through memory.
        let is_second = select_unpredictable(both, choice == Some(RowIndex::Second), takes[1]);
        let [first, second] = *rows;
        let before = select_unpredictable(is_second, second, first);
        let after = select_unpredictable(either, before.grown(card), before);
        let rows_after =
            [select_unpredictable(is_second, first, after), select_unpredictable(is_second, after, second)];
        let row = if is_second { RowIndex::Second } else { RowIndex::First };
        let cleared = select_unpredictable(either, before.is_full(), false);
        Some(Self { takes, row, fits: either, cleared, before, rows_after })
    }

    #[inline]
    fn placement(&self, (seat, card): (Seat, Card)) -> Placement {
        let set_aside = if self.cleared { self.before } else { Row::EMPTY };
        let (takes, rows_after) = (self.takes, self.rows_after);
        Placement { seat, card, takes, placed: self.placed(), set_aside, rows_after }
    }

    /// The rolls of the player (L9).
    const fn rolls(&self) -> u8 {
        if self.fits { 0 } else { 2 }
    }

    #[inline]
    fn placed(&self) -> Placed {
        if self.fits { Placed::Row { row: self.row, cleared: self.cleared } } else { Placed::Miss }
    }
}

/// The seats with the lowest and with the highest card (L2, L7).
///
/// # Panics
///
/// If `cards` is empty or longer than six.
pub fn extremes(cards: impl IntoIterator<Item = Card>) -> [(Seat, Card); 2] {
    // Rank and seat in one number: the least and the greatest are found without a branch.
    let (mut lowest, mut highest, mut seats) = (u16::MAX, 0, 0);
    for card in cards {
        let both = u16::from(card.rank()) << 8 | seats;
        (lowest, highest, seats) = (lowest.min(both), highest.max(both), seats + 1);
    }
    assert!(seats > 0, "a round has cards");
    [lowest, highest].map(|both| {
        let card = Card::from_rank((both >> 8) as u8).expect("a rank was put in");
        (Seat::new(both as u8), card)
    })
}

/// One placement of a resolved round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Who placed.
    pub seat: Seat,
    /// What.
    pub card: Card,
    /// Which rows took the card at that moment; both: it was a decision (L18), neither: a miss (L9).
    pub takes: [bool; 2],
    /// What became of it.
    pub placed: Placed,
    /// The row of the four cards that left the deal (L12), empty unless the placement cleared a row.
    pub set_aside: Row,
    /// Both rows right after it.
    pub rows_after: [Row; 2],
}

/// A round as far as it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// Who had the lowest card, and which.
    pub lowest: (Seat, Card),
    /// Who had the highest card, and which.
    pub highest: (Seat, Card),
    /// The placements in their order, `None` for those that wait for a row choice.
    pub placements: [Option<Placement>; 2],
    /// Whose row choice is missing (L18), if one is.
    pub missing: Option<Which>,
    /// The rows now.
    pub rows: [Row; 2],
    /// Rolls gained by seat: two for a miss (L9), and one for everybody else once both placements are done (L11).
    /// Entries past the last player are 0.
    pub rolls: [u8; MAX_SEATS],
    /// Cleaning cards gained by seat (L12). Entries past the last player are 0.
    pub cleaning: [u8; MAX_SEATS],
}

/// Resolves a round: `cards` by seat, and the row choices of the lowest and the highest player where they have one.
///
/// ```
/// use spielwerk::lokus::{Row, RowIndex, Which, resolve_round};
///
/// let rows: [Row; 2] = ["r3 b7".parse()?, "y5".parse()?];
/// let cards = ["g4".parse()?, "b9".parse()?, "r2".parse()?];
/// let done = resolve_round(&rows, &cards, [None, None])?;
/// assert_eq!(done.placements.map(|p| p.unwrap().seat.index()), [2, 1]); // r2 to row 1 (forced), b9 to row 1 (forced)
/// assert_eq!(done.rolls[..3], [1, 0, 0]);
///
/// let open = resolve_round(&rows, &["g4".parse()?, "s12".parse()?], [Some(RowIndex::First), None])?;
/// assert_eq!(open.missing, Some(Which::High));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `players_out_of_range` (preamble) for fewer than two or more than six cards, `duplicate_card` (L1) for a card that is revealed twice or
/// lies in a row, `not_a_decision` (L18) for a row choice that the rows do not ask for.
pub fn resolve_round(
    rows: &[Row; 2],
    cards: &[Card],
    choices: [Option<RowIndex>; 2],
) -> Result<Resolution, Faults> {
    if !PLAYERS.contains(&cards.len()) || !all_different(*rows, cards) {
        return Err(faults_of_cards(rows, cards));
    }
    let [lowest, highest] = extremes(cards.iter().copied());
    let mut open = Resolution {
        lowest,
        highest,
        placements: [None; 2],
        missing: Some(Which::Low),
        rows: *rows,
        rolls: [0; MAX_SEATS],
        cleaning: [0; MAX_SEATS],
    };
    let surplus = |choice: Option<RowIndex>, trial: &Trial| choice.is_some() && trial.takes != [true; 2];
    let Some(low) = Trial::of(rows, lowest.1, choices[0]) else {
        let early = choices[1].is_some();
        return if early { Err(faults_of_choices([false, true])) } else { Ok(open) };
    };
    let (low_seat, high_seat) = (lowest.0.index(), highest.0.index());
    let Some(high) = Trial::of(&low.rows_after, highest.1, choices[1]) else {
        if surplus(choices[0], &low) {
            return Err(faults_of_choices([true, false]));
        }
        open.placements[0] = Some(low.placement(lowest));
        open.missing = Some(Which::High);
        open.rows = low.rows_after;
        open.rolls[low_seat] = low.rolls();
        open.cleaning[low_seat] = u8::from(low.cleared);
        return Ok(open);
    };
    let surplus = [surplus(choices[0], &low), surplus(choices[1], &high)];
    if surplus != [false; 2] {
        return Err(faults_of_choices(surplus));
    }
    let (mut rolls, mut cleaning) = (ONE_EACH[cards.len()], [0; MAX_SEATS]);
    (rolls[high_seat], cleaning[high_seat]) = (high.rolls(), u8::from(high.cleared));
    (rolls[low_seat], cleaning[low_seat]) = (low.rolls(), u8::from(low.cleared));
    Ok(Resolution {
        lowest,
        highest,
        placements: [Some(low.placement(lowest)), Some(high.placement(highest))],
        missing: None,
        rows: high.rows_after,
        rolls,
        cleaning,
    })
}

/// One roll for each of so many players (L11).
const ONE_EACH: [[u8; MAX_SEATS]; MAX_SEATS + 1] = [
    [0; 6],
    [1, 0, 0, 0, 0, 0],
    [1, 1, 0, 0, 0, 0],
    [1, 1, 1, 0, 0, 0],
    [1, 1, 1, 1, 0, 0],
    [1, 1, 1, 1, 1, 0],
    [1; 6],
];

fn faults_of_cards(rows: &[Row; 2], cards: &[Card]) -> Faults {
    let mut faults = Faults::default();
    if !PLAYERS.contains(&cards.len()) {
        let message = format!("{} cards; two to six players reveal one each", cards.len());
        faults.add("cards", "preamble", "players_out_of_range", message);
    }
    let mut seen = CardSet::EMPTY;
    for (i, row) in rows.iter().enumerate() {
        for (j, card) in row.iter().enumerate() {
            if !seen.insert(card) {
                let message = format!("{card} is in both rows");
                faults.add(format!("rows[{i}][{j}]"), "L1", "duplicate_card", message);
            }
        }
    }
    for (i, &card) in cards.iter().enumerate().take(*PLAYERS.end()) {
        if !seen.insert(card) {
            let message = format!("{card} lies there already; each card exists once");
            faults.add(format!("cards[{i}]"), "L1", "duplicate_card", message);
        }
    }
    faults
}

fn faults_of_choices(surplus: [bool; 2]) -> Faults {
    let mut faults = Faults::default();
    for which in Which::ALL.into_iter().filter(|which| surplus[which.index()]) {
        let message = format!("the {}est player has no row to choose here", which.name());
        faults.add(format!("row_choices[{}]", which.index()), "L18", "not_a_decision", message);
    }
    faults
}

/// A round to resolve, as plain data that may or may not make sense.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundSetup {
    /// The two rows, oldest card first.
    pub rows: Vec<Vec<Card>>,
    /// The revealed cards by seat.
    pub cards: Vec<Card>,
    /// The row chosen by the lowest and by the highest player, where there was a decision.
    pub row_choices: [Option<i64>; 2],
}

impl RoundSetup {
    /// [`resolve_round`] of this data.
    ///
    /// # Errors
    ///
    /// Every fault: those of [`rows_of`] and of [`resolve_round`], and `row_out_of_range` (L8).
    pub fn resolve(&self) -> Result<Resolution, Faults> {
        let mut faults = Faults::default();
        let rows = rows_of(&self.rows).unwrap_or_else(|inner| {
            faults.extend(inner);
            [Row::EMPTY; 2]
        });
        let mut choices = [None; 2];
        for (i, row) in self.row_choices.iter().enumerate() {
            let Some(row) = row else { continue };
            choices[i] = u64::try_from(*row).ok().and_then(RowIndex::try_new);
            if choices[i].is_none() {
                let message = format!("row {row}; there are row 0 and row 1");
                faults.add(format!("row_choices[{i}]"), "L8", "row_out_of_range", message);
            }
        }
        if faults.is_empty() {
            return resolve_round(&rows, &self.cards, choices);
        }
        faults.extend(faults_of_cards(&rows, &self.cards));
        Err(faults)
    }
}
