//! Lokus: the seven methods of its service.

mod convert;
mod service;

use std::convert::Infallible;

use spielwerk::common::Position as _;
use spielwerk::lokus::{Attempt, Event, Illegal, Move, Position, Reason, Score};

pub(crate) use service::{
    check_move, check_moves, list_moves, play_move, replay_game, resolve_round, view_position,
};

use crate::catalog::OptionInfo;
use crate::game::Game;
use crate::messages::spielwerk::v1::{LokusEvent, LokusMove, LokusPosition, LokusScore, LokusState};
use crate::problem::{Path, Problems};
use crate::reading::{Spoken, read_text, text_alone};
use crate::writing::{write_outcome, write_turn};

impl Game for Position {
    type PositionMessage = LokusPosition;
    type MoveMessage = LokusMove;
    type EventMessage = LokusEvent;
    type ScoreMessage = LokusScore;
    type StateMessage = LokusState;
    type HappeningMessage = Infallible;

    const SERVICE: &'static str = "spielwerk.v1.LokusService";

    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo {
            name: "players",
            rule: "preamble",
            description: "the number of players: 3 to 5, or 2 and 6 as variants",
            default_value: "none; it has to be set",
        },
        OptionInfo {
            name: "starters",
            rule: "L4",
            description: "a card is turned up at each toilet before the first round",
            default_value: "true",
        },
        OptionInfo {
            name: "deals",
            rule: "L5",
            description: "the number of deals, at least 1; times the highest entry of the table at most 2^63 - 1",
            default_value: "3",
        },
        OptionInfo {
            name: "scoring",
            rule: "L14",
            description: "how rolls become minus points: linear or progressive",
            default_value: "linear",
        },
        OptionInfo {
            name: "table",
            rule: "L14",
            description: "the minus points for 0 to 22 rolls, instead of a scoring",
            default_value: "none",
        },
    ];

    const FAULTS: &'static [&'static [(&'static str, &'static str)]] = &[
        spielwerk::lokus::FAULTS,
        &[
            ("duplicate_card", "L1"),
            ("row_out_of_range", "L3"),
            ("scoring_and_table", "L14"),
            ("unknown_card", "L1"),
            ("unknown_table", "L14"),
        ],
    ];

    const ENDS: &'static [(&'static str, &'static str)] = &[("all_deals_played", "L5")];

    fn end(reason: Reason) -> &'static str {
        match reason {
            Reason::AllDealsPlayed => "all_deals_played",
        }
    }

    fn read_position(position: &LokusPosition, path: &Path<'_>, problems: &mut Problems) -> Option<Self> {
        if position.text.is_empty() {
            return convert::read_position(position, path, problems);
        }
        let alone = LokusPosition { text: position.text.clone(), ..LokusPosition::default() };
        text_alone(*position == alone, path, problems)?;
        let path = path.field("text");
        let read: Self = read_text(&position.text, &path, problems)?;
        convert::check_deals(read.public().options(), &path, problems)?;
        Some(read)
    }

    fn read_move(chosen: &LokusMove, path: &Path<'_>, problems: &mut Problems) -> Option<Spoken<Attempt>> {
        convert::read_move(chosen, path, problems)
    }

    fn write_move(chosen: Move) -> LokusMove {
        convert::write_move(chosen)
    }

    fn read_event(event: &LokusEvent, path: &Path<'_>, problems: &mut Problems) -> Option<Event> {
        convert::read_event(event, path, problems)
    }

    fn write_score(&self, score: &Score) -> LokusScore {
        convert::write_score(score, self.players())
    }

    fn write_state(&self) -> LokusState {
        LokusState {
            position: Some(convert::write_setup(self.setup())),
            text: self.to_string(),
            turn: Some(write_turn(self.turn())),
            outcome: write_outcome(self),
            table: Some(convert::write_table(self.public())),
        }
    }

    fn violation_bit(broken: &Illegal) -> u32 {
        convert::violation_bit(broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_is_listed() {
        let ends = [Position::end(Reason::AllDealsPlayed)];
        assert_eq!(Position::ENDS.iter().map(|&(slug, _)| slug).collect::<Vec<_>>(), ends);
    }
}
