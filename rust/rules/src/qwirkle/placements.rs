//! [`Placements`]: the list of legal placements, unpacked only when asked.

use super::TileSet;
use super::generator::{generate, placement_of, score_of};
use super::grid::Grid;
use super::line::points;
use super::opening::openings;
use super::placement::Placement;
use super::torus::Frame;
use crate::common::Uniform;

/// A placement and the points its lines bring (Q14, Q15, Q5), without the end bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The tiles and cells.
    pub placement: Placement,
    /// 1 to 84 points.
    pub points: u32,
}

/// Legal placements, each once (Q21), in the order of [`Placement`]: one word each, unpacked when asked for.
///
/// ```
/// use spielwerk::qwirkle::{Grid, Laid, placements};
///
/// let grid = Grid::new(&[Laid::new(0, 0, "r0".parse()?)])?;
/// let all = placements(&grid, "r8r4".parse()?);
/// assert_eq!(all.len(), 36, "one tile on four sides, two in line with the red circle, two across it");
/// assert_eq!(all.get(0).map(|scored| scored.points), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Placements {
    words: Vec<u64>,
    frame: Frame,
    opening: Vec<Placement>,
}

impl Placements {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.len() + self.opening.len()
    }

    /// Whether nothing can be laid.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The one with this number in order.
    pub fn get(&self, index: usize) -> Option<Scored> {
        if let Some(&word) = self.words.get(index) {
            return Some(self.unpack(word));
        }
        self.opening.get(index).copied().map(opening)
    }

    fn unpack(&self, word: u64) -> Scored {
        Scored { placement: placement_of(word, self.frame), points: score_of(word) }
    }

    /// All in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Scored> + '_ {
        let found = self.words.iter().map(|&word| self.unpack(word));
        found.chain(self.opening.iter().copied().map(opening))
    }

    /// Fills the list anew, keeping its memory, in the order of the search instead of the order of [`Placement`]: for
    /// play-outs that pick one at random. The order depends on the grid and the kinds of the hand alone.
    pub fn refill(&mut self, grid: &Grid, hand: TileSet) {
        self.words.clear();
        self.opening.clear();
        self.frame = grid.frame();
        if grid.is_empty() {
            self.opening = openings(hand);
        } else {
            generate(grid, hand.kinds(), |fan| self.words.extend(fan.words()));
        }
    }
}

/// An opening move with its points (Q14, Q15, Q5).
fn opening(placement: Placement) -> Scored {
    Scored { placement, points: points(placement.len() as usize).max(1) }
}

/// Every legal placement of a hand (Q4, Q8 to Q12). On an empty grid the opening moves, with their first cell at 0, 0.
pub fn placements(grid: &Grid, hand: TileSet) -> Placements {
    let mut all = Placements::default();
    all.refill(grid, hand);
    all.words.sort_unstable();
    all
}

/// How many placements [`placements`] would list, without making the list.
pub fn count_placements(grid: &Grid, hand: TileSet) -> usize {
    if grid.is_empty() {
        return openings(hand).len();
    }
    let mut count = 0;
    generate(grid, hand.kinds(), |fan| count += fan.len() as usize);
    count
}

/// The placements that bring the most points, without the end bonus; empty when nothing can be laid.
///
/// ```
/// use spielwerk::qwirkle::{Grid, Laid, best_placements};
///
/// let grid = Grid::new(&[Laid::new(0, 0, "r0".parse()?)])?;
/// let best = best_placements(&grid, "r8r4y8".parse()?);
/// assert!(best.iter().all(|scored| scored.points == 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_placements(grid: &Grid, hand: TileSet) -> Placements {
    let mut best = Placements { frame: grid.frame(), ..Placements::default() };
    if grid.is_empty() {
        best.opening = openings(hand);
        return best;
    }
    let mut most = 0;
    generate(grid, hand.kinds(), |fan| {
        if fan.score() > most {
            most = fan.score();
            best.words.clear();
        }
        if fan.score() == most {
            best.words.extend(fan.words());
        }
    });
    best.words.sort_unstable();
    best
}

/// Room for the fans of most positions, so that their list seldom grows.
const FANS: usize = 128;

/// A legal placement, each with equal probability, without making the list; `None` when nothing can be laid.
///
/// ```
/// use spielwerk::common::Uniform;
/// use spielwerk::qwirkle::{Grid, Laid, sample_placement};
///
/// struct Last;
/// impl Uniform for Last {
///     fn below(&mut self, bound: u64) -> u64 {
///         bound - 1
///     }
/// }
/// let grid = Grid::new(&[Laid::new(0, 0, "r0".parse()?)])?;
/// assert!(sample_placement(&grid, "r8r4".parse()?, &mut Last).is_some());
/// assert_eq!(sample_placement(&grid, "g8".parse()?, &mut Last), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sample_placement(grid: &Grid, hand: TileSet, uniform: &mut impl Uniform) -> Option<Scored> {
    if grid.is_empty() {
        let mut all = Placements::default();
        all.refill(grid, hand);
        return (!all.is_empty()).then(|| all.get(uniform.below(all.len() as u64) as usize)).flatten();
    }
    let mut fans = Vec::with_capacity(FANS);
    let mut count = 0;
    generate(grid, hand.kinds(), |fan| {
        count += u64::from(fan.len());
        fans.push(fan);
    });
    let mut place = if count > 0 { uniform.below(count) } else { return None };
    let kept = fans.into_iter().find_map(|fan| {
        let size = u64::from(fan.len());
        if place < size {
            return fan.words().nth(place as usize);
        }
        place -= size;
        None
    });
    kept.map(|word| Scored { placement: placement_of(word, grid.frame()), points: score_of(word) })
}
