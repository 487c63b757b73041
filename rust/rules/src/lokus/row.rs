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
/// assert!(row.has_color("r1".parse()?) && !row.has_number("r1".parse()?));
/// # Ok::<(), spielwerk::common::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Row {
    cards: [Option<Card>; ROW_CARDS],
    /// Bits 0 to 5: the colours in the row. Bits 6 to 17: the numbers.
    taken: u32,
}

/// Bits 0 to 5 of [`Row::taken`].
const COLORS: u32 = 0b11_1111;

/// The colour and number bits of each card, by rank.
const MARKS: [u32; CARDS as usize] = {
    let mut marks = [0; CARDS as usize];
    let mut rank = 0;
    while rank < CARDS as usize {
        marks[rank] = 1 << (rank % 6) | 1 << (6 + rank / 6);
        rank += 1;
    }
    marks
};

const fn marks(card: Card) -> u32 {
    MARKS[card.rank() as usize]
}

impl Row {
    /// The row without a card.
    pub const EMPTY: Self = Self { cards: [None; ROW_CARDS], taken: 0 };

    /// The row of these cards, oldest first.
    ///
    /// # Errors
    ///
    /// `too_many_cards` (L12) for more than four, `row_color_taken` and `row_number_taken` (L8) for one of the first four
    /// that the cards before it exclude, with its place in `cards`.
    pub fn new(cards: &[Card]) -> Result<Self, Faults> {
        let (mut row, mut faults) = (Self::EMPTY, Faults::default());
        if cards.len() > ROW_CARDS {
            let message = format!("{} cards; a row holds at most four, the fifth clears it", cards.len());
            faults.add("", "L12", "too_many_cards", message);
        }
        for (i, (&card, place)) in cards.iter().zip(&mut row.cards).enumerate() {
            let path = format!("[{i}]");
            if row.taken & marks(card) & COLORS != 0 {
                faults.add(&path, "L8", "row_color_taken", format!("the row has {} already", card.color()));
            }
            if row.taken & marks(card) & !COLORS != 0 {
                faults.add(
                    &path,
                    "L8",
                    "row_number_taken",
                    format!("the row has a {} already", card.number()),
                );
            }
            *place = Some(card);
            row.taken |= marks(card);
        }
        faults.into_result().map(|()| row)
    }

    /// Whether a placement of this card is legal (L8).
    pub const fn takes(&self, card: Card) -> bool {
        self.taken & marks(card) == 0
    }

    /// Whether the row holds the card's colour (L8).
    pub const fn has_color(&self, card: Card) -> bool {
        self.taken & marks(card) & COLORS != 0
    }

    /// Whether the row holds the card's number (L8).
    pub const fn has_number(&self, card: Card) -> bool {
        self.taken & marks(card) & !COLORS != 0
    }

    /// The number of cards, 0 to 4.
    pub const fn len(&self) -> usize {
        (self.taken & COLORS).count_ones() as usize
    }

    /// Whether the row has no card (only with `starters` off).
    pub const fn is_empty(&self) -> bool {
        self.taken == 0
    }

    /// The cards, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards.iter().map_while(|card| *card)
    }

    /// Places a card that the row [takes](Row::takes). A fifth card clears the row (L12): it becomes the first, and the four
    /// before it are given back, oldest first.
    pub fn place(&mut self, card: Card) -> Option<[Card; ROW_CARDS]> {
        debug_assert!(self.takes(card), "L8: {self:?} does not take {card}");
        if let [Some(a), Some(b), Some(c), Some(d)] = self.cards {
            *self = Self { cards: [Some(card), None, None, None], taken: marks(card) };
            return Some([a, b, c, d]);
        }
        self.cards[self.len()] = Some(card);
        self.taken |= marks(card);
        None
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

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn a_fifth_card_clears_the_row() {
        let mut row = Row::new(&cards("r1 y2 g3 b4")).unwrap();
        let fifth = cards("o5")[0];
        assert_eq!(row.place(fifth).map(Vec::from), Some(cards("r1 y2 g3 b4")));
        assert_eq!(row, Row::new(&[fifth]).unwrap());
        assert_eq!(size_of::<Row>(), 8);
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
