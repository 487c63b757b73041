//! A round after the reveal: who places what where, and who gets what (L7 to L12).
//!
//! [`place`] is one placement. The game takes its two placements of a round one by one, as a row choice or a draw may come
//! between them; [`resolve_round`] answers for a whole round without a game around it.

use super::{Card, CardSet, PLAYERS, ROW_CARDS, Row, RowIndex, rows_of};
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
        /// The four cards that left the deal, oldest first, when this card was the fifth (L12).
        set_aside: Option<[Card; ROW_CARDS]>,
    },
    /// Neither row takes it: two rolls (L9).
    Miss,
}

/// Places a card in the rows as they are (L8, L9, L12). Gives `None`, and changes nothing, when both rows take the card
/// and `choice` does not say which (L18). A choice is not looked at where there is none.
pub fn place(rows: &mut [Row; 2], card: Card, choice: Option<RowIndex>) -> Option<Placed> {
    let row = match (rows[0].takes(card), rows[1].takes(card)) {
        (true, true) => choice?,
        (true, false) => RowIndex::First,
        (false, true) => RowIndex::Second,
        (false, false) => return Some(Placed::Miss),
    };
    let set_aside = rows[row.index()].place(card);
    Some(Placed::Row { row, set_aside })
}

/// The seats with the lowest and with the highest card (L2, L7).
///
/// # Panics
///
/// If `cards` is empty or longer than six.
pub fn extremes(cards: impl IntoIterator<Item = Card>) -> [(Seat, Card); 2] {
    let mut seats = cards.into_iter().enumerate().map(|(i, card)| (Seat::new(i as u8), card));
    let first = seats.next().expect("a round has cards");
    seats.fold([first; 2], |[low, high], next| {
        [if next.1 < low.1 { next } else { low }, if next.1 > high.1 { next } else { high }]
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
    check_cards(rows, cards)?;
    let resolution = resolve(rows, cards, choices);
    // Nearly every caller gives exactly the choices that are asked for: only then look closer.
    if choices != [None, None] {
        check_choices(&resolution, choices)?;
    }
    Ok(resolution)
}

fn resolve(rows: &[Row; 2], cards: &[Card], choices: [Option<RowIndex>; 2]) -> Resolution {
    let [lowest, highest] = extremes(cards.iter().copied());
    let mut resolution = Resolution {
        lowest,
        highest,
        placements: [None; 2],
        missing: None,
        rows: *rows,
        rolls: [0; MAX_SEATS],
        cleaning: [0; MAX_SEATS],
    };
    for (which, (seat, card)) in Which::ALL.into_iter().zip([lowest, highest]) {
        let takes = [resolution.rows[0].takes(card), resolution.rows[1].takes(card)];
        let Some(placed) = place(&mut resolution.rows, card, choices[which.index()]) else {
            resolution.missing = Some(which);
            return resolution;
        };
        match placed {
            Placed::Miss => resolution.rolls[seat.index()] = 2,
            Placed::Row { set_aside, .. } => {
                resolution.cleaning[seat.index()] = u8::from(set_aside.is_some());
            }
        }
        let rows_after = resolution.rows;
        resolution.placements[which.index()] = Some(Placement { seat, card, takes, placed, rows_after });
    }
    for (seat, rolls) in resolution.rolls.iter_mut().enumerate().take(cards.len()) {
        if seat != lowest.0.index() && seat != highest.0.index() {
            *rolls = 1;
        }
    }
    resolution
}

fn check_cards(rows: &[Row; 2], cards: &[Card]) -> Result<(), Faults> {
    let mut faults = Faults::default();
    if !PLAYERS.contains(&cards.len()) {
        let message = format!("{} cards; two to six players reveal one each", cards.len());
        faults.add("cards", "preamble", "players_out_of_range", message);
    }
    let mut seen: CardSet = rows.iter().flat_map(Row::iter).collect();
    for (i, &card) in cards.iter().enumerate().take(*PLAYERS.end()) {
        if !seen.insert(card) {
            faults.add(
                format!("cards[{i}]"),
                "L1",
                "duplicate_card",
                format!("{card} lies there already; each card exists once"),
            );
        }
    }
    faults.into_result()
}

fn check_choices(resolution: &Resolution, choices: [Option<RowIndex>; 2]) -> Result<(), Faults> {
    let mut faults = Faults::default();
    for which in Which::ALL {
        let asked =
            resolution.placements[which.index()].is_some_and(|placement| placement.takes == [true; 2]);
        if choices[which.index()].is_some() && !asked {
            let message = format!("the {}est player has no row to choose here", which.name());
            faults.add(format!("row_choices[{}]", which.index()), "L18", "not_a_decision", message);
        }
    }
    faults.into_result()
}

/// A round to resolve, as plain data that may or may not make sense.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundSetup {
    /// The two rows, oldest card first.
    pub rows: Vec<Vec<Card>>,
    /// The revealed cards by seat.
    pub cards: Vec<Card>,
    /// The row chosen by the lowest and by the highest player, where there was a decision.
    pub row_choices: [Option<u32>; 2],
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
            choices[i] = RowIndex::try_new((*row).into());
            if choices[i].is_none() {
                let message = format!("row {row}; there are row 0 and row 1");
                faults.add(format!("row_choices[{i}]"), "L8", "row_out_of_range", message);
            }
        }
        if faults.is_empty() {
            return resolve_round(&rows, &self.cards, choices);
        }
        if let Err(inner) = check_cards(&rows, &self.cards) {
            faults.extend(inner);
        }
        Err(faults)
    }
}
