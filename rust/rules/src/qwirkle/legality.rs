//! What is legal: the judgement of a placement (Q4, Q9 to Q12).

use super::cell::{Axis, Cell, Laid};
use super::grid::Grid;
use super::illegal::Illegal;
use super::layout::{Bounds, Layout};
use super::line::LONGEST;
use super::opening::opening_size;
use super::placement::Placement;
use super::score::Score;
use super::torus::{Run, Torus};
use super::{Tile, TileSet};

/// Judges a placement by Q4 and Q9 to Q12 and scores it by Q14, Q15 and Q5, without a game around it.
///
/// The hand may be unknown: then neither the tiles in it (Q12) nor the opening group (Q4) are judged. On an empty grid the
/// placement is the opening move.
///
/// # Errors
///
/// Every rule that it breaks, at least one.
///
/// ```
/// use spielwerk::common::Violation;
/// use spielwerk::qwirkle::{Grid, Laid, check_placement};
///
/// let grid = Grid::new(&[Laid::new(0, 0, "r0".parse()?), Laid::new(1, 0, "r8".parse()?)])?;
/// let (placement, score) = check_placement(&grid, None, &[Laid::new(2, 0, "r4".parse()?)]).expect("legal");
/// assert_eq!((placement.to_string().as_str(), score.points()), ("2,0>r4", 3));
///
/// let broken = check_placement(&grid, Some("r4".parse()?), &[Laid::new(3, 0, "g8".parse()?)]).unwrap_err();
/// assert_eq!(broken.iter().map(|b| b.slug()).collect::<Vec<_>>(), ["tile_not_in_hand", "not_connected"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_placement(
    grid: &Grid,
    hand: Option<TileSet>,
    laid: &[Laid],
) -> Result<(Placement, Score), Vec<Illegal>> {
    judge_placement(grid.layout(), hand, laid)
}

/// [`check_placement`] on tiles without a frontier.
#[inline]
pub(super) fn judge_placement(
    layout: &Layout,
    hand: Option<TileSet>,
    laid: &[Laid],
) -> Result<(Placement, Score), Vec<Illegal>> {
    judge(layout, hand, laid).ok_or_else(|| broken_rules(layout, hand, laid))
}

/// The quick answer: the placement and its score when it is legal.
#[inline]
fn judge(layout: &Layout, hand: Option<TileSet>, laid: &[Laid]) -> Option<(Placement, Score)> {
    let placement = Placement::new(laid)?;
    // Q12: a valid line holds each kind once, so copies don't matter.
    if hand.is_some_and(|hand| !hand.kinds().contains_all(placement.kinds())) {
        return None;
    }
    // Q4.
    if layout.is_empty() && hand.is_some_and(|hand| placement.len() < opening_size(hand)) {
        return None;
    }
    Some((placement, score_of(layout, placement)?))
}

/// What a placement scores, or `None` when it breaks one of Q9 to Q12 whoever lays it.
#[inline]
pub(super) fn score_of(layout: &Layout, placement: Placement) -> Option<Score> {
    let torus = &layout.torus;
    // Whatever touches a tile lies within a line's length of the tiles, so that no two cells share a spot.
    if !layout.bounds.is_none_or(|bounds| bounds.reaches(placement.first(), LONGEST as i64)) {
        return None;
    }
    let (axis, start, laid) = (placement.axis(), torus.spot(placement.first()), placement.row());
    let mut run = torus.run_before(start, axis);
    let before = run.length;
    let mut sides = [(0, 0); LONGEST];
    // Along the line as long as there are tiles, laid now or before (Q9).
    let mut offset = 0;
    loop {
        let here = torus.forward(start, axis, offset);
        let lies = torus.tile(here);
        let tile = match laid.get(offset).copied().flatten() {
            // Q12: an empty cell. Q11: the line across is valid.
            Some(tile) if lies.is_none() => {
                sides[offset] = across(torus, here, axis.other(), tile)?;
                tile
            }
            Some(_) => return None,
            None => match lies {
                Some(tile) => tile,
                None => break,
            },
        };
        // Q11: the line along is valid.
        if !run.fitting.contains(tile) {
            return None;
        }
        run = run.with(tile);
        offset += 1;
    }
    // Q9: no laid tile comes after an empty cell.
    if offset < placement.span() as usize {
        return None;
    }
    let mut score = Score::NONE;
    score.add(placement.first().wrapping_step(axis, -(before as i32)), axis, run.length);
    let mut touches = run.length > placement.len() as usize;
    for (offset, (up, down)) in (0..).zip(sides) {
        if up + down > 0 {
            let cell =
                placement.first().wrapping_step(axis, offset).wrapping_step(axis.other(), -(up as i32));
            score.add(cell, axis.other(), up + 1 + down);
            touches = true;
        }
    }
    if layout.is_empty() {
        if run.length == 1 {
            score.add_lone_tile();
        }
    } else if !touches {
        // Q10.
        return None;
    }
    Some(score)
}

/// The lengths of the runs on both sides of `tile`, or `None` when the line is invalid (Q11).
#[inline]
fn across(torus: &Torus, here: usize, axis: Axis, tile: Tile) -> Option<(usize, usize)> {
    let (up, down) = (torus.run_before(here, axis), torus.run_after(here, axis));
    let valid =
        up.fitting.contains(tile) && down.fitting.contains(tile) && up.fitting.contains_all(down.kinds);
    valid.then_some((up.length, down.length))
}

/// The thorough answer for a placement that is not legal: every rule that it breaks.
#[cold]
fn broken_rules(layout: &Layout, hand: Option<TileSet>, laid: &[Laid]) -> Vec<Illegal> {
    if laid.is_empty() {
        return vec![Illegal::EmptyMove];
    }
    let mut broken = Vec::new();
    let (mut few, mut many);
    let added = if laid.len() <= FEW {
        few = [laid[0]; FEW];
        few[..laid.len()].copy_from_slice(laid);
        &mut few[..laid.len()]
    } else {
        many = laid.to_vec();
        &mut many[..]
    };
    // What would lie there, in order: on a cell named twice the first tile, on an occupied cell the old one.
    added.sort_by_key(|laid| laid.cell);
    let mut twice = Vec::new();
    let mut count = 0;
    for index in 0..added.len() {
        let cell = added[index].cell;
        if count == 0 || added[count - 1].cell != cell {
            added[count] = added[index];
            count += 1;
        } else if twice.last() != Some(&cell) {
            twice.push(cell);
        }
    }
    let added = &added[..count];
    if !twice.is_empty() {
        broken.push(Illegal::CellTwice(twice));
    }
    let cells = || added.iter().map(|laid| laid.cell);
    let is_occupied = |cell: Cell| layout.tile(cell).is_some();
    let occupied: Vec<Cell> = cells().filter(|&cell| is_occupied(cell)).collect();
    if !occupied.is_empty() {
        broken.push(Illegal::CellOccupied(occupied));
    }
    broken.extend(hand.and_then(|hand| not_in_hand(hand, laid.iter().map(|laid| laid.tile))));
    let bounds = cells().fold(Bounds::of(added[0].cell), Bounds::with);
    let there = Added { layout, others: added, bounds };
    broken.extend(there.out_of_line());
    if !layout.is_empty() && !cells().any(|cell| cell.neighbours().any(is_occupied)) {
        broken.push(Illegal::NotConnected);
    }
    let lines = there.invalid_lines();
    if !lines.is_empty() {
        broken.push(Illegal::LineInvalid(lines));
    }
    if let Some(group) = hand.map(opening_size)
        && layout.is_empty()
        && laid.len() < group as usize
    {
        broken.push(Illegal::OpeningGroupTooSmall { laid: laid.len(), group });
    }
    broken
}

/// Tiles that need no memory from the heap to be sorted: a little more than a hand holds.
const FEW: usize = 8;

/// What would lie there after an attempt: the tiles of the layout, and others.
struct Added<'a> {
    layout: &'a Layout,
    /// The others by their cells, each cell once. Where a tile of the layout lies, it stays.
    others: &'a [Laid],
    /// The rectangle around the others.
    bounds: Bounds,
}

impl Added<'_> {
    /// The added tile on a cell.
    fn new_tile(&self, cell: Cell) -> Option<Tile> {
        let index = || self.others.binary_search_by_key(&cell, |laid| laid.cell).ok();
        // Most cells that are asked for lie beside the rectangle.
        self.bounds.reaches(cell, 0).then(index)?.map(|index| self.others[index].tile)
    }

    /// The tile on a cell.
    fn tile(&self, cell: Cell) -> Option<Tile> {
        self.layout.tile(cell).or_else(|| self.new_tile(cell))
    }

    /// Q9: the cells are not in one row or column, or an empty cell is between them.
    fn out_of_line(&self) -> Option<Illegal> {
        let (first, last) = (self.others.first()?.cell, self.others.last()?.cell);
        let axis = Axis::BOTH.into_iter().find(|axis| {
            self.others.iter().all(|laid| laid.cell.along(axis.other()) == first.along(axis.other()))
        });
        let Some(axis) = axis else {
            return Some(Illegal::NotOneLine(self.others.iter().map(|laid| laid.cell).collect()));
        };
        // A line far longer than what is laid has its first empty cell soon.
        let between = std::iter::successors(Some(first), |cell| cell.step(axis, 1));
        between.take_while(|&cell| cell != last).find(|&cell| self.tile(cell).is_none()).map(Illegal::Gap)
    }

    /// Q11: the invalid lines through the added cells, each once.
    fn invalid_lines(&self) -> Vec<Vec<Cell>> {
        let mut invalid = Vec::new();
        for &laid in self.others {
            for axis in Axis::BOTH {
                invalid.extend(self.invalid_line(laid, axis));
            }
        }
        invalid
    }

    /// The cells of the line through an added one if it is invalid; `None` too if it was looked at from an earlier one.
    fn invalid_line(&self, laid: Laid, axis: Axis) -> Option<Vec<Cell>> {
        let (mut run, mut fits) = (Run::NONE.with(self.layout.tile(laid.cell).unwrap_or(laid.tile)), true);
        // Whether all fit each other doesn't depend on their order.
        let mut take = |tile| {
            fits &= run.fitting.contains(tile);
            run = run.with(tile);
        };
        let mut first = laid.cell;
        while let Some(before) = first.step(axis, -1) {
            if self.new_tile(before).is_some() {
                return None;
            }
            let Some(tile) = self.layout.tile(before) else { break };
            take(tile);
            first = before;
        }
        let mut last = laid.cell;
        while let Some(after) = last.step(axis, 1)
            && let Some(tile) = self.tile(after)
        {
            take(tile);
            last = after;
        }
        let cells = || (0..run.length).map(|steps| first.wrapping_step(axis, steps as i32)).collect();
        (!fits).then(cells)
    }
}

/// Q12, Q7: the tiles that the hand lacks.
pub(super) fn not_in_hand(hand: TileSet, tiles: impl Iterator<Item = Tile>) -> Option<Illegal> {
    let mut left = hand;
    let mut missing: Vec<Tile> = tiles
        .filter(|&tile| match left.minus(tile.into()) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })
        .collect();
    missing.sort_unstable();
    (!missing.is_empty()).then_some(Illegal::TileNotInHand(missing))
}

/// Q8: whether these tiles may stand in one line, or are a single tile.
///
/// ```
/// use spielwerk::qwirkle::{Tile, is_valid_line};
///
/// let valid = |tiles: [&str; 3]| is_valid_line(tiles.map(|text| text.parse().expect("a tile")));
/// assert!(valid(["r0", "r8", "r4"]) && valid(["r0", "g0", "b0"]));
/// assert!(!valid(["r0", "r8", "r0"]) && !valid(["r0", "g0", "g8"]));
/// ```
pub fn is_valid_line(tiles: impl IntoIterator<Item = Tile>) -> bool {
    let mut run = Run::NONE;
    tiles.into_iter().all(|tile| {
        let fits = run.fitting.contains(tile);
        run = run.with(tile);
        fits
    })
}

#[cfg(test)]
mod tests {
    use std::collections::btree_map::Entry;
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// The slow definition of [`broken_rules`].
    fn all_broken_rules(layout: &Layout, hand: Option<TileSet>, laid: &[Laid]) -> Vec<Illegal> {
        if laid.is_empty() {
            return vec![Illegal::EmptyMove];
        }
        let mut broken = Vec::new();
        // What would lie there: on a cell named twice the first tile, on an occupied cell the old one.
        let mut added = BTreeMap::new();
        let mut twice = BTreeSet::new();
        for &Laid { cell, tile } in laid {
            match added.entry(cell) {
                Entry::Vacant(vacant) => _ = vacant.insert(tile),
                Entry::Occupied(_) => _ = twice.insert(cell),
            }
        }
        let cells: Vec<Cell> = added.keys().copied().collect();
        if !twice.is_empty() {
            broken.push(Illegal::CellTwice(twice.into_iter().collect()));
        }
        let occupied: Vec<Cell> = cells.iter().copied().filter(|&cell| layout.tile(cell).is_some()).collect();
        if !occupied.is_empty() {
            broken.push(Illegal::CellOccupied(occupied));
        }
        broken.extend(hand.and_then(|hand| not_in_hand(hand, laid.iter().map(|laid| laid.tile))));
        let at = |cell: Cell| layout.tile(cell).or_else(|| added.get(&cell).copied());
        broken.extend(out_of_line(&cells, at));
        let touches = |&cell: &Cell| cell.neighbours().any(|beside| layout.tile(beside).is_some());
        if !layout.is_empty() && !cells.iter().any(touches) {
            broken.push(Illegal::NotConnected);
        }
        let lines = invalid_lines(&cells, at);
        if !lines.is_empty() {
            broken.push(Illegal::LineInvalid(lines));
        }
        if let Some(group) = hand.map(opening_size)
            && layout.is_empty()
            && laid.len() < group as usize
        {
            broken.push(Illegal::OpeningGroupTooSmall { laid: laid.len(), group });
        }
        broken
    }

    /// Q9: the cells, sorted, are not in one row or column, or an empty cell is between them.
    fn out_of_line(cells: &[Cell], at: impl Fn(Cell) -> Option<Tile>) -> Option<Illegal> {
        let (&first, &last) = (cells.first()?, cells.last()?);
        let axis = Axis::BOTH
            .into_iter()
            .find(|axis| cells.iter().all(|cell| cell.along(axis.other()) == first.along(axis.other())));
        let Some(axis) = axis else { return Some(Illegal::NotOneLine(cells.to_vec())) };
        // A line far longer than what is laid has its first empty cell soon.
        let between = std::iter::successors(Some(first), |cell| cell.step(axis, 1));
        between.take_while(|&cell| cell != last).find(|&cell| at(cell).is_none()).map(Illegal::Gap)
    }

    /// Q11: the invalid lines through the cells, each once.
    fn invalid_lines(cells: &[Cell], at: impl Fn(Cell) -> Option<Tile>) -> Vec<Vec<Cell>> {
        let mut seen = BTreeSet::new();
        let mut invalid = Vec::new();
        for &cell in cells {
            for axis in Axis::BOTH {
                if seen.contains(&(axis, cell)) {
                    continue;
                }
                let walk = |step| {
                    std::iter::successors(Some(cell), move |cell: &Cell| cell.step(axis, step))
                        .take_while(|&cell| at(cell).is_some())
                };
                let mut line: Vec<Cell> = walk(-1).skip(1).collect();
                line.reverse();
                line.extend(walk(1));
                // Lines through several of the cells are looked at once.
                seen.extend(line.iter().map(|&cell| (axis, cell)));
                if !is_valid_line(line.iter().filter_map(|&cell| at(cell))) {
                    invalid.push(line);
                }
            }
        }
        invalid
    }

    /// Numbers below a bound, one after the other.
    fn numbers(mut state: u64) -> impl FnMut(u64) -> u64 {
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        }
    }

    #[test]
    fn refusals_name_what_the_slow_definition_names() {
        let mut below = numbers(1);
        let rows = ["r0", "r8", "r4", "rs", "g8", "b8", "bc"].map(|text| text.parse().expect("a tile"));
        let grids: [&[Laid]; 2] = [
            &[],
            &[
                Laid::new(0, 0, rows[0]),
                Laid::new(1, 0, rows[1]),
                Laid::new(2, 0, rows[2]),
                Laid::new(1, 1, rows[4]),
                Laid::new(1, 2, rows[5]),
                Laid::new(2, 2, rows[6]),
            ],
        ];
        let mut refused = 0;
        for grid in grids {
            let grid = Grid::new(grid).expect("a grid");
            for _ in 0..20_000 {
                let laid: Vec<Laid> = (0..below(12))
                    .map(|_| {
                        let tile = rows[below(7) as usize];
                        Laid::new(below(6) as i32 - 1, below(5) as i32 - 1, tile)
                    })
                    .collect();
                let hand = TileSet::try_from_tiles(rows[..6].iter().copied()).filter(|_| below(2) == 0);
                if let Err(broken) = judge_placement(grid.layout(), hand, &laid) {
                    assert_eq!(broken, all_broken_rules(grid.layout(), hand, &laid), "{laid:?}");
                    refused += 1;
                }
            }
        }
        assert!(refused > 30_000);
    }
}
