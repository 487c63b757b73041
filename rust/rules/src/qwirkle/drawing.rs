//! Positions drawn over several lines for people.

use std::fmt::Write;

use super::cell::Cell;
use super::grid::Grid;
use super::position::Position;
use crate::common::{Seats, Turn};

/// The grid with column numbers on top and row numbers on the left; a dot for an empty cell. One empty cell all around
/// shows where one may go on.
pub(super) fn grid(grid: &Grid) -> String {
    let Some(bounds) = grid.bounds() else { return "an empty grid\n".to_owned() };
    let columns = i64::from(bounds.left) - 1..=i64::from(bounds.right) + 1;
    let rows = i64::from(bounds.top) - 1..=i64::from(bounds.bottom) + 1;
    let wide = |numbers: &std::ops::RangeInclusive<i64>| {
        numbers.start().to_string().len().max(numbers.end().to_string().len())
    };
    let (margin, width) = (wide(&rows), wide(&columns).max(2) + 1);
    let mut text = " ".repeat(margin);
    for x in columns.clone() {
        let _ = write!(text, "{x:>width$}");
    }
    for y in rows {
        let _ = write!(text, "\n{y:>margin$}");
        for x in columns.clone() {
            // One beyond the ends of `i32` there is no cell.
            let cell = i32::try_from(x).ok().zip(i32::try_from(y).ok()).map(|(x, y)| Cell::new(x, y));
            let tile = cell.and_then(|cell| grid.tile(cell));
            let shown = match (cell, tile) {
                (_, Some(tile)) => tile.to_string(),
                (Some(_), None) => ".".to_owned(),
                (None, None) => String::new(),
            };
            let _ = write!(text, "{shown:>width$}");
        }
    }
    text.push('\n');
    text
}

/// The grid, the hands with the points, and who is to act.
pub(super) fn position(position: &Position) -> String {
    let mut text = grid(position.grid());
    let scores = position.scores();
    for seat in Seats::new(position.players()) {
        let mark = if position.turn().seat() == Some(seat) { '>' } else { ' ' };
        let points = scores[seat.index()];
        let _ = writeln!(text, "{mark} seat {seat}: {} ({points} points)", position.hand(seat));
    }
    let _ = match (position.turn(), position.ended(), position.pending()) {
        (Turn::Over, Some(ended), _) => {
            writeln!(text, "bag: {}; over: {ended} ({})", position.bag(), ended.rule())
        }
        (_, _, Some(pending)) => {
            writeln!(text, "bag: {}; seat {} draws {}", position.bag(), position.to_move(), pending.count)
        }
        _ => writeln!(text, "bag: {}", position.bag()),
    };
    text
}
