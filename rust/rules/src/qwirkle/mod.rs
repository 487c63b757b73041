//! Qwirkle: the rule book, and where each rule is enforced.
//!
//! The full text is `docs/rules/qwirkle.md`; the numbers here are its numbers.
//!
//! | rule | in short | enforced by |
//! |---|---|---|
//! | Q1 | 108 tiles: six shapes in six colours, three copies | [`Tile`], [`TileSet`] |
//! | Q2 | six tiles a hand; the grid has no edge | [`Position::start`], [`Grid`] |
//! | Q3 | the largest opening group begins | [`opening_size`], [`starter`] |
//! | Q4 | the starter lays a whole opening group and may not trade | [`opening_groups`], [`check_placement`], [`Position::check`] |
//! | Q5 | a lone opening tile scores 1 | [`Score`] |
//! | Q6 | lay and draw back to six, or trade | [`Position::play`] |
//! | Q7 | trade at most what the bag holds | [`trades`], [`Position::check`], [`Position::apply`] |
//! | Q8 | a line: one colour and different shapes, or one shape and different colours | [`is_valid_line`], [`Kinds::fitting`] |
//! | Q9 | all tiles of a turn in one unbroken line | [`Placement::new`], [`Illegal::NotOneLine`], [`Illegal::Gap`] |
//! | Q10 | one of them touches a tile | [`Illegal::NotConnected`] |
//! | Q11 | every line they are in is valid | [`Illegal::LineInvalid`] |
//! | Q12 | from the hand, to empty cells, no cell twice | [`Illegal::TileNotInHand`], [`Illegal::CellOccupied`], [`Illegal::CellTwice`] |
//! | Q13 | skip only when forced | [`Illegal::SkipNotAllowed`], [`Position::check`] |
//! | Q14 | a point a tile in every line | [`Line::points`] |
//! | Q15 | six more for a line of six | [`Line::points`] |
//! | Q16 | six more for going out, which ends the game | [`Position::play_scored`], [`END_BONUS`] |
//! | Q17 | empty bag and nobody can lay: over | [`Ended::Stuck`], [`Position::apply`] |
//! | Q18 | most points win | [`Position::outcome`] |
//! | Q19 | what each player knows | [`View`], [`Sight`] |
//! | Q20 | draws and their probabilities | [`Position::chances`], [`Position::probability`], [`Position::sample`] |
//! | Q21 | moves as sets | [`Placement`], [`placements`] |
//! | Q22 | perft with a fixed bag | [`BagOrder`] |
//! | Q23 | positions from outside | [`Setup`], [`Position::from_setup`] |
//! | Q24 | dead grid, idle limit | [`Grid::is_dead`], [`Ended`] |
//!
//! # Without a game around it
//!
//! ```
//! use spielwerk::qwirkle::{Grid, Laid, best_placements, check_placement, placements};
//!
//! let grid = Grid::new(&[Laid::new(0, 0, "r0".parse()?), Laid::new(1, 0, "r8".parse()?)])?;
//! let hand = "r4g8bcy0y0ps".parse()?;
//!
//! let (placement, score) = check_placement(&grid, Some(hand), &[Laid::new(2, 0, "r4".parse()?)]).expect("legal");
//! assert_eq!((placement.to_string().as_str(), score.points()), ("2,0>r4", 3));
//! assert_eq!(placements(&grid, hand).len(), 10);
//! assert_eq!(best_placements(&grid, hand).get(0).map(|best| best.points), Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Desk`] judges positions from outside one after the other, without building each [`Position`].
//!
//! # What this does not do
//!
//! No choice of moves (see `spielwerk-search`), no random numbers, no names of players, no time.

pub mod actions;
mod bag;
mod bytes;
mod cell;
mod desk;
mod draw;
mod drawing;
mod faults;
mod frontier;
mod game;
mod generator;
mod grid;
mod holding;
mod illegal;
mod judging;
mod kinds;
mod layout;
mod legality;
mod line;
mod moves;
pub mod notation;
mod opening;
mod options;
mod parts;
mod placement;
mod placements;
mod playing;
mod position;
mod score;
mod setup;
mod state;
mod tile;
mod tile_set;
mod torus;
mod view;

pub use bag::BagOrder;
pub use cell::{Axis, Cell, Laid};
pub use desk::{Desk, Verdict};
pub use draw::{Draw, Pending};
pub use faults::FAULTS;
pub use grid::Grid;
pub use holding::Holding;
pub use illegal::Illegal;
pub use kinds::{Kinds, KindsIter};
pub use layout::Bounds;
pub use legality::{check_placement, is_valid_line};
pub use line::{LONGEST, Line};
pub use moves::{Attempt, Move, Moves, trades};
pub use opening::{opening_groups, opening_size, starter};
pub use options::{Ended, Options};
pub use placement::Placement;
pub use placements::{Placements, Scored, best_placements, count_placements, placements, sample_placement};
pub use playing::Undo;
pub use position::Position;
pub use score::{END_BONUS, Score};
pub use setup::{HAND, MOST_IDLE_TURNS, Setup, SetupDraw, SetupHand, most_points};
pub use tile::{Colour, Shape, Tile, UnknownName};
pub use tile_set::TileSet;
pub use view::{Sight, View};

/// The version of the rule book. It moves only when a verdict, a score or an end changes.
pub const RULES_VERSION: u16 = 1;
