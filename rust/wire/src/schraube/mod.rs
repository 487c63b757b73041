//! Schraube locker: the eight methods of its service.

mod convert;
mod service;
mod setup;
mod solve;

use spielwerk::common::{Position as _, Step};
use spielwerk::schraube::{Event, Illegal, Move, Position, Reason, Score};

pub(crate) use service::{
    check_move, check_moves, list_moves, play_move, replay_game, resolve_chain, view_position,
};
pub(crate) use solve::solve_turn;

use crate::catalog::OptionInfo;
use crate::game::Game;
use crate::messages::spielwerk::v1::{
    SchraubeEvent, SchraubeHappening, SchraubeMove, SchraubePosition, SchraubeScore, SchraubeState,
};
use crate::problem::{Path, Problems};
use crate::reading::{Spoken, read_text, text_alone};
use crate::writing::{write_outcome, write_turn};

impl Game for Position {
    type PositionMessage = SchraubePosition;
    type MoveMessage = SchraubeMove;
    type EventMessage = SchraubeEvent;
    type ScoreMessage = SchraubeScore;
    type StateMessage = SchraubeState;
    type HappeningMessage = SchraubeHappening;

    const SERVICE: &'static str = "spielwerk.v1.SchraubeService";

    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo {
            name: "players",
            rule: "S1",
            description: "the number of players, 2 to 4",
            default_value: "none; it has to be set",
        },
        OptionInfo {
            name: "max_rolls",
            rule: "S6",
            description: "rolls of a turn, 1 to 9",
            default_value: "3",
        },
        OptionInfo { name: "pro", rule: "S25", description: "pips may be added up", default_value: "false" },
        OptionInfo {
            name: "deck",
            rule: "S3",
            description: "the 42 point cards",
            default_value: "the deck of the rule book",
        },
    ];

    const FAULTS: &'static [&'static [(&'static str, &'static str)]] = &[
        spielwerk::schraube::FAULTS,
        spielwerk_search::schraube::FAULTS,
        &[
            ("bad_face", "S1"),
            ("card_twice", "S1"),
            ("covered_twice", "S7"),
            ("no_such_pile", "S4"),
            ("no_such_seat", "S1"),
            ("not_whole", ""),
            ("too_large", ""),
            ("too_many_dice", "S1"),
            ("unknown_card", "S1"),
            ("unknown_kind", "S2"),
            ("unknown_phase", ""),
            ("wrong_end_count", "S15"),
            ("wrong_face_count", "S4"),
        ],
    ];

    const ENDS: &'static [(&'static str, &'static str)] =
        &[("bonus_empty", "S20"), ("both_empty", "S20"), ("pile_empty", "S20")];

    fn end(reason: Reason) -> &'static str {
        match reason {
            Reason::PileEmpty(_) => "pile_empty",
            Reason::BonusEmpty => "bonus_empty",
            Reason::BothEmpty(_) => "both_empty",
        }
    }

    fn read_position(position: &SchraubePosition, path: &Path<'_>, problems: &mut Problems) -> Option<Self> {
        if position.text.is_empty() {
            return setup::read_position(position, path, problems);
        }
        let alone = SchraubePosition { text: position.text.clone(), ..SchraubePosition::default() };
        text_alone(*position == alone, path, problems)?;
        read_text(&position.text, &path.field("text"), problems)
    }

    fn read_move(chosen: &SchraubeMove, path: &Path<'_>, problems: &mut Problems) -> Option<Spoken<Move>> {
        convert::read_move(chosen, path, problems)
    }

    fn write_move(chosen: Move) -> SchraubeMove {
        convert::write_move(chosen)
    }

    fn read_event(event: &SchraubeEvent, path: &Path<'_>, problems: &mut Problems) -> Option<Event> {
        convert::read_event(event, path, problems)
    }

    fn write_score(&self, score: &Score) -> SchraubeScore {
        convert::write_score(score)
    }

    fn write_state(&self) -> SchraubeState {
        SchraubeState {
            position: Some(setup::write_position(self)),
            text: self.to_string(),
            turn: Some(write_turn(self.turn())),
            outcome: write_outcome(self),
            table: Some(convert::write_table(self)),
        }
    }

    fn write_happenings(&self, step: &Step<Self>) -> Vec<SchraubeHappening> {
        self.consequences(step).into_iter().map(convert::write_happening).collect()
    }

    fn violation_bit(broken: &Illegal) -> u32 {
        convert::violation_bit(broken)
    }
}

#[cfg(test)]
mod tests {
    use spielwerk::schraube::Pile;

    use super::*;

    #[test]
    fn every_end_is_listed() {
        let pile = Pile::ALL[0];
        let mut ends =
            [Reason::PileEmpty(pile), Reason::BonusEmpty, Reason::BothEmpty(pile)].map(Position::end);
        ends.sort_unstable();
        assert_eq!(Position::ENDS.iter().map(|&(slug, _)| slug).collect::<Vec<_>>(), ends);
    }
}
