//! A row at a toilet: what it takes and what happens at its fifth card (L3, L8, L12).

use std::fmt;

use super::{CARDS, Card};
use crate::common::Faults;

/// The most cards that a row holds between placements; the next one clears it (L12).
pub const ROW_CARDS: usize = 4;

/// Which of the two rows (L3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowIndex {
    /// Row 0.
    First,
    /// Row 1.
    Second,
}

impl RowIndex {
    /// Both rows in order.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The row with this number, or `None` when `number` is neither 0 nor 1.
    pub const fn try_new(number: u64) -> Option<Self> {
        match number {
            0 => Some(Self::First),
            1 => Some(Self::Second),
            _ => None,
        }
    }

    /// 0 or 1, for indexing.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for RowIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}

/// A row of zero to four cards, oldest first, no colour and no number twice (L8).
///
/// ```
/// use spielwerk::lokus::Row;
///
/// let row: Row = "r3 b7 y12".parse()?;
/// assert!(row.takes("g1".parse()?));
/// assert!(row.has_colour("r1".parse()?) && !row.has_number("r1".parse()?));
/// # Ok::<(), spielwerk::common::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Row(
    /// One word, so that a row lives in a register. Bytes 0 to 3: the cards, oldest first, as rank plus one. Bits 32 to 37: the
    /// colours in the row. Bits 38 to 49: the numbers. Byte 7: how many cards there are.
    u64,
);

const COLORS: u64 = 0x3f << 32;
const NUMBERS: u64 = 0xfff << 38;
const COUNT_SHIFT: u32 = 56;

/// What each card adds to a row besides its byte, by rank. As long as a byte can count, so that no access needs a check.
const MARKS: [u64; 256] = {
    let mut marks = [0; 256];
    let mut rank = 0;
    while rank < CARDS as usize {
        marks[rank] = 1 << (32 + rank % 6) | 1 << (38 + rank / 6) | 1 << COUNT_SHIFT;
        rank += 1;
    }
    marks
};

/// One in every byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// Whether some byte is zero.
const fn has_zero_byte(word: u64) -> bool {
    word.wrapping_sub(BYTES) & !word & (0x80 * BYTES) != 0
}

/// Whether the cards of the two rows and of `cards`, at most six, are all different (L1). Eight cards are compared at a time.
pub(super) fn all_different(rows: [Row; 2], cards: &[Card]) -> bool {
    /// Places that hold no card differ from every card and from each other.
    const NO_CARDS: u64 = 0xf7f6_f5f4_f3f2_f1f0;
    let (first, second) = (rows[0].0 as u32, rows[1].0 as u32);
    let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let both = pair(first, second);
    let empty = !both.wrapping_add(0x7f * BYTES) & (0x80 * BYTES);
    let lying = both | NO_CARDS & ((empty >> 7) * 0xff);
    // Each card of the first row against each of the second, two turns of the second at a time.
    let (first, second) = (pair(lying as u32, lying as u32), (lying >> 32) as u32);
    let mut same = has_zero_byte(first ^ pair(second, second.rotate_left(8)));
    same |= has_zero_byte(first ^ pair(second.rotate_left(16), second.rotate_left(24)));
    let mut shown = NO_CARDS;
    for card in cards {
        let place = u64::from(card.rank()) + 1;
        same |= has_zero_byte(lying ^ (BYTES * place)) | has_zero_byte(shown ^ (BYTES * place));
        shown = shown << 8 | place;
    }
    !same
}

impl Row {
    /// The row without a card.
    pub const EMPTY: Self = Self(0);

    /// The row of these cards, oldest first.
    ///
    /// # Errors
    ///
    /// `too_many_cards` (L12) for more than four, `row_color_taken` and `row_number_taken` (L8) for one of the first four
    /// that the cards before it exclude, with its place in `cards`.
    pub fn new(cards: &[Card]) -> Result<Self, Faults> {
        let (mut row, mut before, mut faults) = (Self::EMPTY, Self::EMPTY, Faults::default());
        if cards.len() > ROW_CARDS {
            let message = format!("{} cards; a row holds at most four, the fifth clears it", cards.len());
            faults.add("", "L12", "too_many_cards", message);
        }
        for (i, &card) in cards.iter().enumerate().take(ROW_CARDS) {
            let path = format!("[{i}]");
            if before.has_colour(card) {
                faults.add(&path, "L8", "row_color_taken", format!("the row has {} already", card.colour()));
            }
            if before.has_number(card) {
                faults.add(
                    &path,
                    "L8",
                    "row_number_taken",
                    format!("the row has a {} already", card.number()),
                );
            }
            before.0 |= MARKS[card.rank() as usize];
            if faults.is_empty() {
                row.place(card);
            }
        }
        faults.into_result().map(|()| row)
    }

    /// Whether a placement of this card is legal (L8).
    pub const fn takes(self, card: Card) -> bool {
        self.0 & MARKS[card.rank() as usize] & (COLORS | NUMBERS) == 0
    }

    /// Whether the row holds the card's colour (L8).
    pub const fn has_colour(self, card: Card) -> bool {
        self.0 & MARKS[card.rank() as usize] & COLORS != 0
    }

    /// Whether the row holds the card's number (L8).
    pub const fn has_number(self, card: Card) -> bool {
        self.0 & MARKS[card.rank() as usize] & NUMBERS != 0
    }

    /// Whether the card lies in the row.
    pub const fn contains(self, card: Card) -> bool {
        has_zero_byte((self.0 as u32 as u64 | 0xffff_ffff << 32) ^ (BYTES * (card.rank() as u64 + 1)))
    }

    /// The number of cards, 0 to 4.
    pub const fn len(self) -> usize {
        (self.0 >> COUNT_SHIFT) as usize
    }

    /// Whether the row has no card (only with `starters` off).
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards, oldest first.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        self.0
            .to_le_bytes()
            .into_iter()
            .take(self.len())
            .filter_map(|place| Card::from_rank(place.wrapping_sub(1)))
    }

    /// Places a card that the row [takes](Row::takes). A fifth card clears the row (L12): it becomes the first, and the four
    /// before it are given back as the row that they were.
    pub const fn place(&mut self, card: Card) -> Option<Self> {
        debug_assert!(self.takes(card), "L8: the row does not take the card");
        let before = *self;
        *self = before.grown(card);
        if before.is_full() { Some(before) } else { None }
    }

    /// Whether the next card clears the row (L12).
    pub(super) const fn is_full(self) -> bool {
        self.len() == ROW_CARDS
    }

    /// The row after a placement (L12); of no use when the row does not take the card.
    pub(super) const fn grown(self, card: Card) -> Self {
        let kept = if self.is_full() { 0 } else { self.0 };
        let shift = 8 * (kept >> COUNT_SHIFT);
        Self(kept.wrapping_add(MARKS[card.rank() as usize]).wrapping_add((card.rank() as u64 + 1) << shift))
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Row({self})")
    }
}

/// Reads two rows from plain data, with the paths `rows`, `rows[0]` and so on.
///
/// # Errors
///
/// `wrong_row_count` (L3) unless there are two; the faults of each [`Row::new`]; `duplicate_card` (L1) for a card of both rows.
pub fn rows_of(rows: &[Vec<Card>]) -> Result<[Row; 2], Faults> {
    let mut faults = Faults::default();
    if rows.len() != 2 {
        faults.add("rows", "L3", "wrong_row_count", format!("{} rows; there are two", rows.len()));
    }
    let mut both = [Row::EMPTY; 2];
    for (i, (cards, place)) in rows.iter().zip(&mut both).enumerate() {
        match Row::new(cards) {
            Ok(row) => *place = row,
            Err(inner) => faults.extend(inner.inside(&format!("rows[{i}]"))),
        }
    }
    if let [first, second, ..] = rows {
        for (i, card) in second.iter().take(ROW_CARDS).enumerate() {
            if first.iter().take(ROW_CARDS).any(|other| other == card) {
                faults.add(
                    format!("rows[1][{i}]"),
                    "L1",
                    "duplicate_card",
                    format!("{card} is in both rows"),
                );
            }
        }
    }
    faults.into_result().map(|()| both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lokus::CardSet;

    #[test]
    fn comparing_eight_cards_at_a_time_agrees_with_a_set() {
        // Every pair of equal cards in every pair of places, and none.
        let ranks = [3u8, 10, 17, 24, 31, 38, 45, 53, 60, 67, 0, 7, 14, 71];
        let table = ranks.map(|rank| Card::from_rank(rank).unwrap());
        for first in 0..=4 {
            for second in 0..=4 {
                for shown in 2..=6 {
                    for (a, b) in (0..14).flat_map(|a| (0..14).map(move |b| (a, b))) {
                        if a != b && a / 4 == b / 4 && a < 8 {
                            continue; // no row has a card twice
                        }
                        let mut cards = table;
                        cards[a] = cards[b];
                        let row =
                            |cards: &[Card]| cards.iter().fold(Row::EMPTY, |row, card| row.grown(*card));
                        let (rows, shown) =
                            ([row(&cards[..first]), row(&cards[4..4 + second])], &cards[8..8 + shown]);
                        let all: Vec<Card> =
                            rows[0].iter().chain(rows[1].iter()).chain(shown.iter().copied()).collect();
                        let set: CardSet = all.iter().copied().collect();
                        assert_eq!(
                            all_different(rows, shown),
                            usize::from(set.len()) == all.len(),
                            "{rows:?} {shown:?}"
                        );
                        assert!(rows[0].iter().all(|card| rows[0].contains(card)));
                        assert_eq!(rows[1].contains(table[0]), rows[1].iter().any(|card| card == table[0]));
                    }
                }
            }
        }
    }

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn a_fifth_card_clears_the_row() {
        let mut row = Row::new(&cards("r1 y2 g3 b4")).unwrap();
        let fifth = cards("o5")[0];
        let set_aside = row.place(fifth).unwrap();
        assert_eq!(set_aside.iter().collect::<Vec<_>>(), cards("r1 y2 g3 b4"));
        assert_eq!(row, Row::new(&[fifth]).unwrap());
    }

    #[test]
    fn every_fault_of_a_row_is_named_with_its_place() {
        let faults = Row::new(&cards("r1 r2 y1 r1 b5")).unwrap_err();
        let named: Vec<_> = faults.as_slice().iter().map(|f| (f.path.as_str(), f.slug)).collect();
        assert_eq!(
            named,
            [
                ("", "too_many_cards"),
                ("[1]", "row_color_taken"),
                ("[2]", "row_number_taken"),
                ("[3]", "row_color_taken"),
                ("[3]", "row_number_taken"),
            ]
        );
        let faults = rows_of(&[cards("r1"), cards("y2 r1"), vec![]]).unwrap_err();
        let named: Vec<_> = faults.as_slice().iter().map(|f| (f.path.as_str(), f.slug)).collect();
        assert_eq!(named, [("rows", "wrong_row_count"), ("rows[1][1]", "duplicate_card")]);
    }
}
