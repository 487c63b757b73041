//! Action ids, and how moves are spelled in them.
//!
//! | ids | meaning |
//! |---|---|
//! | 0 to 35 | the kind of tile with this number |
//! | 36, 37 | `across`, `down`: a placement along this axis; then its first cell, its tiles along the line, `done` |
//! | 38 | `trade`; then the tiles in the order of their numbers, `done` |
//! | 39, 40 | `skip`, `done` |
//! | 41 + 97 (y + 48) + x + 48 | the cell in column x and row y, both from −48 to 48 and going round at the ends |
//!
//! The tiles of a placement go to the first empty cells from its first cell on. A single tile lies across.
//!
//! # Why 97?
//!
//! A layout is at most 91 cells wide (Q2). What a move covers reaches at most six cells beyond the layout, and not so far that
//! it would be wider than 91; so the columns that one position's moves can begin in are at most 91 + 6 in a row, and no two of
//! them have the same id.

use super::cell::{Axis, Cell, Laid};
use super::moves::{Attempt, Move};
use super::position::Position;
use super::{Bounds, Grid, HAND, Tile};
use crate::common::actions::Reader;
use crate::common::{Actions, Faults, Word};

/// Columns, and rows, that have ids of their own.
pub const SPAN: u16 = 97;

/// A placement across; its first cell follows.
pub const ACROSS: u16 = 36;
/// A placement down; its first cell follows.
pub const DOWN: u16 = 37;
/// A trade; its tiles follow.
pub const TRADE: u16 = 38;
/// The skip; nothing follows.
pub const SKIP: u16 = 39;
/// The end of a placement or a trade.
pub const DONE: u16 = 40;
/// The first cell; see the [module](self) for the others.
pub const CELL: u16 = 41;
const ACTIONS: u16 = CELL + SPAN * SPAN;

/// How far a move can reach beyond the layout (Q8).
const REACH: i64 = 6;
/// How wide a layout can be (Q2).
const WIDEST: i64 = 91;

impl Cell {
    /// The place of this cell among [`SPAN`]² cells, row by row, with 0, 0 in the middle. Cells a multiple of [`SPAN`] apart
    /// share it; within a layout and around it no two do.
    pub const fn place(self) -> usize {
        fold(self.y) as usize * SPAN as usize + fold(self.x) as usize
    }

    /// The cell with this place that a move can begin with. Beyond the end of the world it goes round, where no move is legal.
    fn at_place(place: u16, bounds: Option<Bounds>) -> Self {
        let bounds = bounds.unwrap_or(Bounds::of(Self::default()));
        let unfold = |folded: u16, first: i32, last: i32| {
            let lowest = (i64::from(first) - REACH).max(i64::from(last) - WIDEST + 1);
            let steps = (i64::from(folded) - i64::from(SPAN / 2) - lowest).rem_euclid(SPAN.into());
            (lowest + steps) as i32
        };
        Self {
            x: unfold(place % SPAN, bounds.left, bounds.right),
            y: unfold(place / SPAN, bounds.top, bounds.bottom),
        }
    }
}

/// 0 to 96, 48 for 0.
const fn fold(coordinate: i32) -> i64 {
    (coordinate as i64 + SPAN as i64 / 2).rem_euclid(SPAN as i64)
}

fn tile(tile: Tile) -> u16 {
    tile.index() as u16
}

fn read_tile(action: u16) -> Option<Tile> {
    Tile::from_index(action.into())
}

impl Actions for Position {
    const ACTIONS: u16 = ACTIONS;
    const LONGEST_WORD: usize = 9;

    fn spell(chosen: Move) -> Option<Word> {
        Some(match chosen {
            Move::Place(placement) => {
                let axis = if placement.axis() == Axis::Across { ACROSS } else { DOWN };
                let head = Word::EMPTY.with(axis).with(CELL + placement.first().place() as u16);
                placement.tiles().fold(head, |word, laid| word.with(tile(laid.tile))).with(DONE)
            }
            Move::Trade(tiles) => {
                if !(1..=HAND).contains(&tiles.len()) {
                    return None;
                }
                tiles.iter().fold(Word::EMPTY.with(TRADE), |word, traded| word.with(tile(traded))).with(DONE)
            }
            Move::Skip => Word::EMPTY.with(SKIP),
        })
    }

    fn read_word(numbers: impl IntoIterator<Item = i64>) -> Result<Word, Faults> {
        Reader::read::<Self, _>(numbers, "Q21", read)
    }

    fn attempt_of(&self, word: Word) -> Option<Attempt> {
        self.grid().attempt_of(word)
    }

    fn action_name(action: u16) -> Option<String> {
        Some(match action {
            ACROSS..CELL => {
                ["across", "down", "trade", "skip", "done"][usize::from(action - ACROSS)].to_owned()
            }
            CELL..ACTIONS => {
                let middle = i32::from(SPAN / 2);
                let place = i32::from(action - CELL);
                Cell::new(place % i32::from(SPAN) - middle, place / i32::from(SPAN) - middle).to_string()
            }
            _ => read_tile(action)?.to_string(),
        })
    }
}

/// A word, before anybody asks where its cells are.
enum Said {
    Skip,
    Trade(Vec<Tile>),
    Place { axis: Axis, first: u16, tiles: Vec<Tile> },
}

fn read(reader: &mut Reader) -> Option<Said> {
    let verb = reader.next("a verb", |action| Some(action).filter(|verb| (ACROSS..DONE).contains(verb)))?;
    match verb {
        SKIP => Some(Said::Skip),
        TRADE => {
            let mut tiles = vec![reader.next("a tile", read_tile)?];
            while reader.peek() != Some(DONE) {
                // In order: one trade has one word.
                let last = tiles[tiles.len() - 1];
                let next = |action| read_tile(action).filter(|&next| next >= last);
                tiles.push(reader.next("done, or a tile with the same or a higher number", next)?);
            }
            reader.next("done", Some)?;
            Some(Said::Trade(tiles))
        }
        _ => {
            let axis = if verb == ACROSS { Axis::Across } else { Axis::Down };
            let first = reader.next("a cell", |action| action.checked_sub(CELL))?;
            let mut tiles = vec![reader.next("a tile", read_tile)?];
            if axis == Axis::Down {
                // A single tile lies across: one placement has one word.
                tiles.push(reader.next("a second tile", read_tile)?);
            }
            while reader.peek() != Some(DONE) {
                tiles.push(reader.next("done, or a tile", read_tile)?);
            }
            reader.next("done", Some)?;
            Some(Said::Place { axis, first, tiles })
        }
    }
}

impl Grid {
    /// What a word says on this grid, legal or not; `None` for ids that are no whole word.
    pub fn attempt_of(&self, word: Word) -> Option<Attempt> {
        attempt_of(word, self.bounds(), |cell| self.tile(cell).is_some())
    }
}

impl Attempt {
    /// [`Grid::attempt_of`] for these tiles, of which no grid was made.
    ///
    /// ```
    /// use spielwerk::common::Actions;
    /// use spielwerk::qwirkle::{Attempt, Laid, Position};
    ///
    /// let tiles = [Laid::new(0, 0, "r0".parse()?), Laid::new(1, 0, "r8".parse()?)];
    /// // Down from 1,-1: a tile there, and the next one beyond the tile that lies on 1,0.
    /// let word = Position::read_word([37, 4649, 0, 1, 40])?;
    /// assert_eq!(Attempt::of_word(word, &tiles), Some("lay:r0@1,-1+o0@1,1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_word(word: Word, tiles: &[Laid]) -> Option<Self> {
        let (first, others) = tiles.split_first().unzip();
        let bounds = first.map(|first| {
            others.into_iter().flatten().fold(Bounds::of(first.cell), |bounds, laid| bounds.with(laid.cell))
        });
        attempt_of(word, bounds, |cell| tiles.iter().any(|laid| laid.cell == cell))
    }
}

fn attempt_of(word: Word, bounds: Option<Bounds>, lies: impl Fn(Cell) -> bool) -> Option<Attempt> {
    Some(match Reader::whole(word, read)? {
        Said::Skip => Attempt::Skip,
        Said::Trade(tiles) => Attempt::Trade(tiles),
        Said::Place { axis, first, tiles } => {
            // At the end of the world it goes round, where no move is legal.
            let next = |cell: &Cell| Some(cell.wrapping_step(axis, 1));
            let first = Cell::at_place(first, bounds);
            let after = std::iter::successors(next(&first), next).filter(|&cell| !lies(cell));
            let cells = std::iter::once(first).chain(after);
            Attempt::Place(tiles.into_iter().zip(cells).map(|(tile, cell)| Laid { cell, tile }).collect())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_wide_layouts_have_ids_of_their_own() {
        for width in 1..=91 {
            for left in [-1_000_000_007, -90, -45, 0, 12, 2_000_000_000] {
                let bounds = Bounds { left, right: left + width - 1, top: -left, bottom: -left };
                let reach = (91 - width).min(6);
                let columns = left - reach..=left + width - 1 + reach;
                let places: Vec<usize> = columns.clone().map(|x| Cell::new(x, -left).place()).collect();
                for (x, &place) in columns.zip(&places) {
                    assert_eq!(Cell::at_place(place as u16, Some(bounds)), Cell::new(x, -left));
                }
            }
        }
    }

    #[test]
    fn a_word_that_says_nothing_names_its_fault() {
        let fault = |word: &[u16]| {
            let faults = Position::read_word(word.iter().copied().map(i64::from)).unwrap_err();
            (faults.as_slice()[0].slug, faults.as_slice()[0].path.clone())
        };
        assert_eq!(fault(&[]), ("word_incomplete", "actions[0]".to_owned()));
        assert_eq!(fault(&[TRADE, 5, 4, DONE]), ("unexpected_action", "actions[2]".to_owned()));
        assert_eq!(fault(&[TRADE, DONE]), ("unexpected_action", "actions[1]".to_owned()));
        assert_eq!(fault(&[ACROSS, 41, 3]), ("word_incomplete", "actions[3]".to_owned()));
        assert_eq!(fault(&[ACROSS, 3]), ("unexpected_action", "actions[1]".to_owned()));
        assert_eq!(fault(&[DOWN, 41, 3, DONE]), ("unexpected_action", "actions[3]".to_owned()));
        assert_eq!(fault(&[DONE]), ("unexpected_action", "actions[0]".to_owned()));
        assert_eq!(fault(&[SKIP, DONE]), ("unexpected_action", "actions[1]".to_owned()));
        assert_eq!(fault(&[60_000]), ("unknown_action", "actions[0]".to_owned()));
    }

    #[test]
    fn a_word_says_the_same_of_tiles_as_of_their_grid() {
        let position: Position = "qwirkle/1 -1,2:r0r8/.g8b8 r4g8bcy0y0ps/g0g4gdb8p8y8".parse().unwrap();
        for grid in [&Grid::empty(), position.grid()] {
            let tiles: Vec<Laid> = grid.tiles().collect();
            let verbs = [ACROSS, DOWN].map(|axis| (CELL..ACTIONS).map(move |cell| (axis, cell)));
            for (axis, cell) in verbs.into_iter().flatten() {
                let word = [axis, cell, 0, 7, 14, DONE].into_iter().collect();
                assert_eq!(Attempt::of_word(word, &tiles), grid.attempt_of(word));
            }
        }
    }

    #[test]
    fn a_word_may_say_what_is_illegal() {
        let position: Position = "qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8".parse().unwrap();
        let here = CELL + Cell::new(0, 0).place() as u16;
        let attempt = position.attempt_of([ACROSS, here, 0, 1, DONE].into_iter().collect()).unwrap();
        assert_eq!(attempt, "lay:r0@0,0+o0@2,0".parse().unwrap());
        assert!(position.check(&attempt).is_err());
    }
}
