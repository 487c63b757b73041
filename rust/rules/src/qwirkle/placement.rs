//! [`Placement`]: tiles laid in one turn, in one line (Q9), packed in two words.

use std::fmt;

use super::cell::{Axis, Cell, Laid};
use super::{Kinds, Tile};

/// One to six tiles laid in one line within six cells (Q9, Q8): a value of two words.
///
/// Placements that put the same kinds on the same cells are equal (Q21). Ordered by the first cell in reading order, then
/// across before down, then by the pattern of cells, then by the kinds along the line. A single tile lies across.
///
/// ```
/// use spielwerk::qwirkle::{Laid, Placement};
///
/// let [a, b] = [Laid::new(3, 0, "r0".parse()?), Laid::new(1, 0, "r8".parse()?)];
/// let placement = Placement::new(&[a, b]).expect("two cells of one row");
/// assert_eq!(Placement::new(&[b, a]), Some(placement));
/// assert_eq!(placement.tiles().collect::<Vec<_>>(), [b, a]);
/// assert_eq!(placement.to_string(), "1,0>r8-r0");
/// # Ok::<(), spielwerk::common::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    first: Cell,
    bits: Bits,
}

/// What a placement is, apart from its first cell: from the top, the axis in bit 42, which of the six cells from the first
/// on are covered in bits 36 to 41 (the lowest for the first), and six bits for each kind from bit 30 downwards.
///
/// The same layout, shifted left by 7, stands in the words of the move generator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bits(u64);

impl Bits {
    /// How many bits there are.
    pub(super) const WIDTH: u32 = 43;

    pub(super) const fn new(axis: Axis, cells: u64, kinds: u64) -> Self {
        Self((axis as u64) << 42 | cells << 36 | kinds)
    }

    /// The word, below 2 to the power of [`Bits::WIDTH`].
    pub(super) const fn word(self) -> u64 {
        self.0
    }

    /// The lowest bits of a word of the generator.
    pub(super) const fn from_word(word: u64) -> Self {
        Self(word & ((1 << Self::WIDTH) - 1))
    }

    /// The bits for `tile` as the `place`-th along the line.
    pub(super) const fn kind(tile: Tile, place: u32) -> u64 {
        (tile.index() as u64) << (30 - 6 * place)
    }

    const fn cells(self) -> u64 {
        self.0 >> 36 & 0b11_1111
    }

    const fn axis(self) -> Axis {
        if self.0 >> 42 == 0 { Axis::Across } else { Axis::Down }
    }

    const fn tile(self, place: u32) -> Tile {
        Tile::known((self.0 >> (30 - 6 * place) & 63) as u8)
    }
}

impl Placement {
    /// The placement of these tiles, in whatever order they come; `None` unless they are 1 to 6 tiles on different cells
    /// of one row or column, at most five steps apart.
    #[inline]
    pub fn new(laid: &[Laid]) -> Option<Self> {
        let (&head, rest) = laid.split_first()?;
        let axis = match rest.first() {
            Some(second) if second.cell.x == head.cell.x => Axis::Down,
            _ => Axis::Across,
        };
        let across = axis.other();
        let (mut first, mut last) = (head.cell.along(axis), head.cell.along(axis));
        for other in rest {
            if other.cell.along(across) != head.cell.along(across) {
                return None;
            }
            first = first.min(other.cell.along(axis));
            last = last.max(other.cell.along(axis));
        }
        if last.checked_sub(first)? >= 6 {
            return None;
        }
        let mut row = [u8::MAX; 6];
        for other in laid {
            let place = &mut row[(other.cell.along(axis) - first) as usize];
            if *place != u8::MAX {
                return None;
            }
            *place = other.tile.index() as u8;
        }
        let (mut cells, mut kinds, mut count) = (0, 0, 0);
        for (offset, &kind) in row.iter().enumerate() {
            if kind != u8::MAX {
                cells |= 1 << offset;
                kinds |= Bits::kind(Tile::known(kind), count);
                count += 1;
            }
        }
        let first = match axis {
            Axis::Across => Cell::new(first, head.cell.y),
            Axis::Down => Cell::new(head.cell.x, first),
        };
        Some(Self { first, bits: Bits::new(axis, cells, kinds) })
    }

    pub(super) const fn from_bits(first: Cell, bits: Bits) -> Self {
        Self { first, bits }
    }

    /// The first cell in reading order.
    pub const fn first(self) -> Cell {
        self.first
    }

    /// The direction of the line; across for a single tile.
    pub const fn axis(self) -> Axis {
        self.bits.axis()
    }

    /// How many tiles are laid, 1 to 6.
    #[expect(clippy::len_without_is_empty, reason = "a placement is never empty")]
    pub const fn len(self) -> u32 {
        self.bits.cells().count_ones()
    }

    /// The tiles with their cells, along the line.
    pub fn tiles(self) -> impl DoubleEndedIterator<Item = Laid> {
        (0..6).zip(self.row()).filter_map(move |(step, tile)| {
            tile.map(|tile| Laid { cell: self.first.wrapping_step(self.axis(), step), tile })
        })
    }

    /// The laid tiles by their steps from the first cell along the line.
    #[inline]
    pub(super) const fn row(self) -> [Option<Tile>; 6] {
        let mut row = [None; 6];
        let (mut cells, mut place) = (self.bits.cells(), 0);
        while cells != 0 {
            row[cells.trailing_zeros() as usize] = Some(self.bits.tile(place));
            cells &= cells - 1;
            place += 1;
        }
        row
    }

    /// The kinds that are laid: each once, as in any valid line.
    #[inline]
    pub fn kinds(self) -> Kinds {
        (0..self.len()).map(|place| self.bits.tile(place)).collect()
    }

    /// The first and the last cell.
    pub(super) const fn ends(self) -> [Cell; 2] {
        [self.first, self.first.wrapping_step(self.axis(), self.span() as i32 - 1)]
    }

    /// How many cells there are from the first to the last laid tile, both included.
    pub(super) const fn span(self) -> u32 {
        u64::BITS - self.bits.cells().leading_zeros()
    }

    /// The placement with its first cell at 0, 0. The opening moves are listed like this.
    #[must_use]
    pub const fn at_home(self) -> Self {
        Self { first: Cell::new(0, 0), ..self }
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
