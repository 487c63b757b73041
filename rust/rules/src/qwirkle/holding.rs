//! [`Holding`]: tiles that one may know, or of which one only knows how many there are (Q19).

use super::{Kinds, TileSet};

/// The tiles of a hand, a draw or a trade: known, or hidden with their number known (Q19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holding {
    /// These tiles.
    Known(TileSet),
    /// So many tiles, nobody says which.
    Hidden(u8),
}

impl Holding {
    /// Nothing, known to be nothing.
    pub const NOTHING: Self = Self::Known(TileSet::NONE);

    /// How many tiles.
    pub const fn len(self) -> u32 {
        match self {
            Self::Known(tiles) => tiles.len(),
            Self::Hidden(count) => count as u32,
        }
    }

    /// Whether there is no tile.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The tiles, if they are known.
    pub const fn known(self) -> Option<TileSet> {
        if let Self::Known(tiles) = self { Some(tiles) } else { None }
    }

    /// The same number of tiles, hidden.
    #[must_use]
    pub const fn hidden(self) -> Self {
        Self::Hidden(self.len() as u8)
    }

    /// The kinds that are known to be there.
    pub(super) fn known_kinds(self) -> Kinds {
        self.known().map_or(Kinds::NONE, TileSet::kinds)
    }

    /// With more tiles of the same sort.
    ///
    /// # Panics
    ///
    /// When one is known and the other is not, or a kind comes more than three times.
    pub(super) fn plus(self, more: Self) -> Self {
        match (self, more) {
            (Self::Known(held), Self::Known(more)) => {
                Self::Known(held.plus(more).expect("at most three copies of a kind (Q1)"))
            }
            (Self::Hidden(held), Self::Hidden(more)) => Self::Hidden(held + more),
            _ => panic!("a hand is known or hidden as a whole"),
        }
    }

    /// Without these tiles.
    ///
    /// # Panics
    ///
    /// When they are not there.
    pub(super) fn minus(self, tiles: TileSet) -> Self {
        match self {
            Self::Known(held) => Self::Known(held.minus(tiles).expect("the tiles are in the hand (Q12)")),
            Self::Hidden(held) => Self::Hidden(held - tiles.len() as u8),
        }
    }

    /// Two words for hashing.
    pub(super) const fn words(self) -> [u64; 2] {
        match self {
            Self::Known(tiles) => tiles.words(),
            // Known tiles use 36 bits a word.
            Self::Hidden(count) => [u64::MAX, count as u64],
        }
    }
}

impl From<TileSet> for Holding {
    fn from(tiles: TileSet) -> Self {
        Self::Known(tiles)
    }
}
