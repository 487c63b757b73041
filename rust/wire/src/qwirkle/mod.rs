//! Qwirkle: the six methods of its service.

mod check;
mod convert;
mod list;
mod play;
mod shared;

use std::convert::Infallible;

use spielwerk::qwirkle::{Attempt, Draw, Ended, Grid, Illegal, Move, Position, Score, TileSet};

pub(crate) use check::{check_move, check_moves};
pub(crate) use list::list_moves;
pub(crate) use play::{play_move, replay_game, view_position};

use crate::catalog::OptionInfo;
use crate::game::Game;
use crate::messages::spielwerk::v1::{
    QwirkleHolding, QwirkleMove, QwirklePosition, QwirkleScore, QwirkleState, QwirkleTable,
    qwirkle_service_list_moves_request, qwirkle_shared_placements,
};
use crate::problem::{Path, Problems};
use crate::reading::{Spoken, read_text, text_alone};
use crate::writing::{write_outcome, write_turn};

impl Game for Position {
    type PositionMessage = QwirklePosition;
    type MoveMessage = QwirkleMove;
    type EventMessage = QwirkleHolding;
    type ScoreMessage = QwirkleScore;
    type StateMessage = QwirkleState;
    type HappeningMessage = Infallible;

    const SERVICE: &'static str = "spielwerk.v1.QwirkleService";

    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo {
            name: "players",
            rule: "Q2",
            description: "the number of players, 2 to 4",
            default_value: "as many as there are hands",
        },
        OptionInfo {
            name: "starter",
            rule: "Q3",
            description: "the seat that begins",
            default_value: "the one with the largest opening group",
        },
        OptionInfo {
            name: "free_pass",
            rule: "Q13",
            description: "a seat may pass at any time once the bag is empty",
            default_value: "false",
        },
        OptionInfo {
            name: "idle_limit",
            rule: "Q24",
            description: "the game also ends after this many turns in a row without a placement, 1 to 1000",
            default_value: "never",
        },
    ];

    const FAULTS: &'static [&'static [(&'static str, &'static str)]] = &[
        spielwerk::qwirkle::FAULTS,
        &[
            ("hand_hidden", ""),
            ("hand_too_big", "Q2"),
            ("needs_position", ""),
            ("starter_out_of_range", "Q3"),
            ("too_many_copies", "Q1"),
            ("unknown_tile", "Q1"),
        ],
    ];

    const ENDS: &'static [(&'static str, &'static str)] = &[
        (Ended::DeadGrid.slug(), Ended::DeadGrid.rule()),
        (Ended::IdleLimit.slug(), Ended::IdleLimit.rule()),
        (Ended::Stuck.slug(), Ended::Stuck.rule()),
        (Ended::WentOut.slug(), Ended::WentOut.rule()),
    ];

    fn end(reason: Ended) -> &'static str {
        reason.slug()
    }

    fn read_position(position: &QwirklePosition, path: &Path<'_>, problems: &mut Problems) -> Option<Self> {
        if position.text.is_empty() {
            return convert::read_position(position, path, problems);
        }
        let alone = QwirklePosition { text: position.text.clone(), ..QwirklePosition::default() };
        text_alone(*position == alone, path, problems)?;
        read_text(&position.text, &path.field("text"), problems)
    }

    fn read_move(chosen: &QwirkleMove, path: &Path<'_>, problems: &mut Problems) -> Option<Spoken<Attempt>> {
        convert::read_move(chosen, path, problems)
    }

    fn write_move(chosen: Move) -> QwirkleMove {
        convert::write_move(chosen)
    }

    fn read_event(draw: &QwirkleHolding, path: &Path<'_>, problems: &mut Problems) -> Option<Draw> {
        convert::read_holding(draw, path, problems).map(Draw)
    }

    fn write_score(&self, score: &Score) -> QwirkleScore {
        convert::write_score(score)
    }

    fn write_state(&self) -> QwirkleState {
        QwirkleState {
            position: Some(convert::write_position(self)),
            text: self.to_string(),
            turn: Some(write_turn(self.turn())),
            outcome: write_outcome(self),
        }
    }

    fn violation_bit(broken: &Illegal) -> u32 {
        convert::violation_bit(broken)
    }
}

/// Where a placement is to be laid.
enum Subject {
    Position(Position),
    Table(Box<Grid>, Option<TileSet>),
}

/// A subject as a request tells it.
#[derive(Clone, Copy)]
enum Told<'a> {
    Position(&'a QwirklePosition),
    Table(&'a QwirkleTable),
}

/// The same choice stands in two messages, each with a type of its own.
macro_rules! told {
    ($($module:ident),*) => {$(
        impl<'a> From<&'a $module::Subject> for Told<'a> {
            fn from(subject: &'a $module::Subject) -> Self {
                match subject {
                    $module::Subject::Position(position) => Self::Position(position),
                    $module::Subject::Table(table) => Self::Table(table),
                }
            }
        }
    )*};
}
told!(qwirkle_service_list_moves_request, qwirkle_shared_placements);

fn read_subject<'a>(
    told: Option<impl Into<Told<'a>>>,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Subject> {
    match told.map(Into::into) {
        Some(Told::Position(position)) => {
            Position::read_position(position, &path.field("position"), problems).map(Subject::Position)
        }
        Some(Told::Table(table)) => {
            let path = path.field("table");
            let hand = convert::read_table_hand(table.hand.as_ref(), &path.field("hand"), problems);
            let grid = convert::read_grid(table.tiles.as_ref(), &path.field("tiles"), problems);
            Some(Subject::Table(Box::new(grid?), hand?))
        }
        None => {
            problems.add(path, "required", "either a position or a table has to be set");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_is_listed() {
        let mut ends = Ended::ALL.map(|end| (end.slug(), end.rule()));
        ends.sort_unstable();
        assert_eq!(<Position as Game>::ENDS, ends);
    }
}
