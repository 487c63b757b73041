//! [`Game`]: a game that can be spoken of in messages.

use spielwerk::common::{Actions, Step};

use crate::catalog::OptionInfo;
use crate::problem::{Path, Problems};
use crate::reading::Spoken;

/// A game that can be spoken of in messages: one pair of conversions a type.
///
/// Reading a message notes everything that is wrong in `problems`, with paths that begin with `path`, and gives `None` then.
pub(crate) trait Game: Actions {
    /// The message of a position.
    type PositionMessage;
    /// The message of a decision.
    type MoveMessage;
    /// The message of a decision of chance.
    type EventMessage;
    /// The message of what a move brings.
    type ScoreMessage;
    /// The message of where a game stands.
    type StateMessage;
    /// The message of what happens by itself after a step.
    type HappeningMessage;

    /// The full name of the service.
    const SERVICE: &'static str;
    /// The choices made before a game begins, in the order of the fields of the options message.
    const OPTIONS: &'static [OptionInfo];
    /// Every reason why data of this game is refused, with its rule, in several lists: what the rules say, and what only messages
    /// can get wrong. No rule stands where none says so.
    const FAULTS: &'static [&'static [(&'static str, &'static str)]];
    /// Every reason why a game ends, with its rule, sorted.
    const ENDS: &'static [(&'static str, &'static str)];

    /// The stable name of a reason why a game ends.
    fn end(reason: Self::Reason) -> &'static str;

    /// Reads a position, given as fields or as text.
    fn read_position(
        message: &Self::PositionMessage,
        path: &Path<'_>,
        problems: &mut Problems,
    ) -> Option<Self>;

    /// Reads a decision as anyone may say it.
    fn read_move(
        message: &Self::MoveMessage,
        path: &Path<'_>,
        problems: &mut Problems,
    ) -> Option<Spoken<Self::Attempt>>;

    /// Writes a decision.
    fn write_move(chosen: Self::Move) -> Self::MoveMessage;

    /// Reads a decision of chance.
    fn read_event(
        message: &Self::EventMessage,
        path: &Path<'_>,
        problems: &mut Problems,
    ) -> Option<Self::Event>;

    /// Writes what a legal move in this position brings.
    fn write_score(&self, score: &Self::Score) -> Self::ScoreMessage;

    /// Writes where the game stands.
    fn write_state(&self) -> Self::StateMessage;

    /// Writes what happens by itself after a step that can be taken in this position, where there is more to tell than the next
    /// position does.
    fn write_happenings(&self, _step: &Step<Self>) -> Vec<Self::HappeningMessage> {
        Vec::new()
    }

    /// The bit of a broken rule in the packed verdicts: 1 shifted by its number in the enum of violations.
    fn violation_bit(broken: &Self::Illegal) -> u32;
}
