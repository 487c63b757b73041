//! What apps want to know without a game around it.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::common::{Approved, Seat};
use spielwerk::qwirkle as rules;

use super::grid::{Grid, Score};
use super::moves::attempt;
use super::tile::{Tile, tile_set};
use crate::common::Violation;
use crate::contract::{Listed, Moves, Verdict};
use crate::error::Error;
use crate::reading::{Bounded, Number};

/// What Python may say for a placement: a `Place`, its text, or laid tiles.
fn placement(said: &Bound<'_, PyAny>) -> PyResult<Vec<rules::Laid>> {
    match attempt(said)? {
        rules::Attempt::Place(laid) => Ok(laid),
        other => {
            let message = format!("{other} lays no tiles");
            Err(Error::input("placement", "Q6", "no_placement", message).into())
        }
    }
}

/// Judges a placement on a grid and scores it, without a game around it (Q4, Q9 to Q12, Q14, Q15).
///
/// On an empty grid the placement is the opening move.
///
/// Args:
///     grid: The tiles that lie.
///     placement: A ``Place``, its text, or the laid tiles.
///     hand: The tiles to lay from. Without it neither the tiles in the hand (Q12) nor the opening group (Q4) are judged.
///
/// >>> grid = Grid([Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))])
/// >>> check_placement(grid, "2,0>r4").score.points
/// 3
/// >>> verdict = check_placement(grid, "3,0>g8", TileSet.parse("r4"))
/// >>> [violation.slug for violation in verdict.violations]
/// ['tile_not_in_hand', 'not_connected']
#[pyfunction]
#[pyo3(signature = (grid, placement, hand = None))]
pub(crate) fn check_placement(
    grid: &Grid,
    placement: &Bound<'_, PyAny>,
    hand: Option<&Bound<'_, PyAny>>,
) -> PyResult<Verdict> {
    let hand = hand.map(tile_set).transpose()?;
    let answer = rules::check_placement(&grid.0, hand, &self::placement(placement)?);
    let answer = answer.map(|(placement, score)| Approved { chosen: rules::Move::Place(placement), score });
    // What a placement scores does not depend on the players.
    Ok(Verdict::of::<rules::Position>(answer, 2))
}

/// What a placement scores on a grid, with the breakdown (Q14, Q15).
///
/// Args:
///     grid: The tiles that lie.
///     placement: A ``Place``, its text, or the laid tiles.
///
/// Raises:
///     IllegalMoveError: If the placement breaks rules, whatever the hand.
///
/// >>> grid = Grid([Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))])
/// >>> score_placement(grid, "2,0>r4")
/// Score((Line(0, 0, Axis.ACROSS, 3),), 3, 0)
#[pyfunction]
pub(crate) fn score_placement(grid: &Grid, placement: &Bound<'_, PyAny>) -> PyResult<Score> {
    let laid = self::placement(placement)?;
    match rules::check_placement(&grid.0, None, &laid) {
        Ok((_, score)) => Ok(Score::from(&score)),
        Err(broken) => {
            let violations: Vec<Violation> = broken.iter().map(Violation::from).collect();
            let chosen = rules::Attempt::Place(laid).to_string();
            let reasons: Vec<String> = broken.iter().map(ToString::to_string).collect();
            let message = format!("illegal placement {chosen}: {} on {}", reasons.join("; "), grid.0);
            Err(Error::Illegal { chosen, position: grid.0.to_string(), violations, message }.into())
        }
    }
}

/// Every legal placement of a hand on a grid (Q4, Q8 to Q12); on an empty grid the opening moves from the cell 0, 0.
///
/// >>> grid = Grid([Laid(0, 0, Tile.parse("r0"))])
/// >>> len(placements(grid, TileSet.parse("r8r4")))
/// 36
#[pyfunction]
pub(crate) fn placements(grid: &Grid, hand: &Bound<'_, PyAny>) -> PyResult<Moves> {
    let all = rules::placements(&grid.0, tile_set(hand)?);
    Ok(Moves::over(Listed::<rules::Position, _>::new(all)))
}

/// The placements that bring the most points; empty when nothing can be laid.
///
/// >>> grid = Grid([Laid(0, 0, Tile.parse("r0"))])
/// >>> best_placements(grid, TileSet.parse("r8g4y4"))
/// <4 moves: 0,-1>r8, -1,0>r8, 1,0>r8, 0,1>r8>
#[pyfunction]
pub(crate) fn best_placements(grid: &Grid, hand: &Bound<'_, PyAny>) -> PyResult<Moves> {
    let best = rules::best_placements(&grid.0, tile_set(hand)?);
    Ok(Moves::over(Listed::<rules::Position, _>::new(best)))
}

/// How many placements ``placements`` would list, without listing them.
#[pyfunction]
pub(crate) fn count_placements(grid: &Grid, hand: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(rules::count_placements(&grid.0, tile_set(hand)?))
}

/// Every trade of a hand (Q7, Q21).
///
/// Args:
///     hand: The tiles of the hand.
///     bag: How many tiles the bag holds: no more can be traded.
///
/// >>> len(trades(TileSet.parse("r0r0g8"), 90)), len(trades(TileSet.parse("r0r0g8"), 1))
/// (5, 2)
#[pyfunction]
pub(crate) fn trades(hand: &Bound<'_, PyAny>, bag: Number) -> PyResult<Moves> {
    let all: Vec<rules::Move> =
        rules::trades(tile_set(hand)?, bag.fit("bag", "Q7")?).into_iter().map(rules::Move::Trade).collect();
    Ok(Moves::over(Listed::<rules::Position, _>::new(all)))
}

/// How many tiles the largest opening group of a hand has (Q3).
///
/// >>> opening_size(TileSet.parse("r0r8g0y4p4b4"))
/// 3
#[pyfunction]
pub(crate) fn opening_size(hand: &Bound<'_, PyAny>) -> PyResult<u32> {
    Ok(rules::opening_size(tile_set(hand)?))
}

/// The largest opening groups of a hand (Q3): those of equal size are a free choice (Q4).
///
/// >>> [len(group) for group in opening_groups(TileSet.parse("r0r8g0y4p4b4"))]
/// [3]
#[pyfunction]
pub(crate) fn opening_groups<'py>(hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let py = hand.py();
    let groups = rules::opening_groups(tile_set(hand)?);
    let groups = groups.into_iter().map(|group| PyTuple::new(py, group.iter().map(Tile)));
    PyTuple::new(py, groups.collect::<PyResult<Vec<_>>>()?)
}

/// Who begins (Q3): the seat with the largest opening group, on a tie the lowest.
///
/// Args:
///     hands: The hands by seat.
///
/// Raises:
///     InvalidInputError: If there is no hand.
///
/// >>> starter([TileSet.parse("r0g8"), TileSet.parse("r0r8")])
/// 1
#[pyfunction]
pub(crate) fn starter(hands: &Bound<'_, PyAny>) -> PyResult<usize> {
    let bound = Bounded { what: "hands", rule: "Q2", slug: "too_many_hands", most: 64 };
    let hands = bound.read(hands, tile_set)?;
    rules::starter(&hands).map(Seat::index).ok_or_else(|| {
        let message = format!("{} hands; Qwirkle is for 2 to 4", hands.len());
        Error::input("hands", "Q2", "hands_count_wrong", message).into()
    })
}
