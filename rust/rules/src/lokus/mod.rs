//! Lokus: the rule book, each number with the code that enforces it.
mod card;
mod card_set;
mod color;
mod notation;
mod round;
mod row;
mod score;
mod setup;

pub use card::{CARDS, Card, NUMBERS};
pub use card_set::{CardSet, CardSetIter};
pub use color::Color;
pub use round::{Placed, Placement, Resolution, RoundSetup, Which, extremes, place, resolve_round};
pub use row::{ROW_CARDS, Row, RowIndex, rows_of};
pub use score::{MAX_ROLLS, ScoringTable, TABLE_ENTRIES, minus_points, rolls_left};
pub use setup::PLAYERS;
