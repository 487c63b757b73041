//! [`Desk`]: verdicts for positions that come from outside one after the other.

use super::TileSet;
use super::cell::Laid;
use super::illegal::Illegal;
use super::layout::Layout;
use super::legality::judge_placement;
use super::moves::{Attempt, Move};
use super::placement::Placement;
use super::score::Score;
use super::setup::{Setup, grid_faults_with_copies};
use super::state::Table;
use crate::common::Faults;

/// A place to lay out one position after the other, for one verdict each.
///
/// Gives the same answers as [`Position::from_setup`](super::Position::from_setup) and
/// [`Position::check`](super::Position::check), without what only a position needs that is played on: its memory is used
/// again, and no list of open cells is made.
///
/// ```
/// use spielwerk::qwirkle::{Desk, Setup};
///
/// let setup: Setup = "qwirkle/1 -2,7:r0r4/.r8 g8g4y0bdpcoc/r0r4r8g0y4bs 93 5/2 1 0 -".parse()?;
/// let mut desk = Desk::new();
/// let (chosen, score) = desk.check(&setup, &"-1,9>r0".parse()?)?.expect("legal");
/// assert_eq!((chosen.to_string().as_str(), score.points()), ("-1,9>r0", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Desk {
    layout: Box<Layout>,
}

/// A legal move with its score, or every rule that an attempt breaks.
pub type Verdict<Chosen = Move> = Result<(Chosen, Score), Vec<Illegal>>;

impl Desk {
    /// An empty desk.
    pub fn new() -> Self {
        Self { layout: Box::new(Layout::empty()) }
    }

    /// Judges an attempt in the position that the data describes.
    ///
    /// # Errors
    ///
    /// Every reason why there is no such position (Q23).
    pub fn check(&mut self, setup: &Setup, attempt: &Attempt) -> Result<Verdict, Faults> {
        let mut state = setup.lay_out(&mut self.layout)?;
        let table = Table { layout: &self.layout, frontier: None, state: &state };
        state.ended = table.end();
        let verdict = Table { layout: &self.layout, frontier: None, state: &state }.check(attempt);
        self.layout.clear(&setup.tiles);
        Ok(verdict)
    }

    /// Judges a placement on these tiles: [`check_placement`](super::check_placement) without a grid that was made before.
    ///
    /// # Errors
    ///
    /// Every reason why there is no such grid (Q23).
    pub fn check_placement(
        &mut self,
        tiles: &[Laid],
        hand: Option<TileSet>,
        laid: &[Laid],
    ) -> Result<Verdict<Placement>, Faults> {
        if !self.layout.lay_all(tiles) {
            return Err(grid_faults_with_copies(tiles));
        }
        let verdict = judge_placement(&self.layout, hand, laid);
        self.layout.clear(tiles);
        Ok(verdict)
    }
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}
