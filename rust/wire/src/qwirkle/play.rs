//! `PlayMove`, `ViewPosition` and `ReplayGame`.

use spielwerk::common::{Approved, StepOf};
use spielwerk::qwirkle::{Attempt, Position};

use super::{check::judge, convert};
use crate::answer::Call;
use crate::game::Game as _;
use crate::messages::spielwerk::v1::{
    QwirkleRecord, QwirkleServicePlayMoveRequest, QwirkleServicePlayMoveResponse,
    QwirkleServiceReplayGameRequest, QwirkleServiceReplayGameResponse, QwirkleServiceViewPositionRequest,
    QwirkleServiceViewPositionResponse, qwirkle_step,
};
use crate::problem::{Path, Problems};
use crate::reading::{Said, read_all, read_position, read_record_text, read_seat, required, text_alone};
use crate::{Status, limits, verbs};

/// Answers `PlayMove`.
pub(crate) fn play_move(
    request: &QwirkleServicePlayMoveRequest,
    call: &mut Call<'_>,
) -> Result<QwirkleServicePlayMoveResponse, Status> {
    let judge = |position: &Position, attempt: &Attempt, problems: &mut Problems| {
        let seat = match request.seat {
            Some(seat) => Some(read_seat(seat, position, &Path::Root.field("seat"), problems)?),
            None => None,
        };
        Some(judge(position, seat, attempt).map(|(chosen, score)| Approved { chosen, score }))
    };
    let (position, chosen) = (request.position.as_ref(), request.r#move.as_ref());
    let played = verbs::play::<Position>(position, chosen, &request.draws, "draws", judge, call)?;
    Ok(QwirkleServicePlayMoveResponse { verdict: played.verdict, score: played.score, next: played.next })
}

/// Answers `ViewPosition`.
pub(crate) fn view_position(
    request: &QwirkleServiceViewPositionRequest,
    _: &mut Call<'_>,
) -> Result<QwirkleServiceViewPositionResponse, Status> {
    let view = verbs::read_view::<Position>(request.position.as_ref(), request.seat)?;
    let unseen = view.known().unseen();
    Ok(QwirkleServiceViewPositionResponse {
        view: Some(view.known().write_state()),
        unseen: unseen.kinds().iter().map(convert::write_tile).collect(),
        copies: unseen.kinds().iter().map(|kind| unseen.count(kind)).collect(),
        text: view.to_string(),
    })
}

/// Answers `ReplayGame`.
pub(crate) fn replay_game(
    request: &QwirkleServiceReplayGameRequest,
    call: &mut Call<'_>,
) -> Result<QwirkleServiceReplayGameResponse, Status> {
    let read = |path: &Path<'_>, problems: &mut Problems| {
        read_record(required(request.record.as_ref(), path, problems)?, path, problems)
    };
    let verbs::Replayed { played, wrong, end } = verbs::replay::<Position>(read, call)?;
    Ok(QwirkleServiceReplayGameResponse { steps_played: played, wrong_step: wrong, end: Some(end) })
}

fn read_record(
    record: &QwirkleRecord,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<(Position, Vec<Said<Position>>)> {
    if !record.text.is_empty() {
        text_alone(record.start.is_none() && record.steps.is_empty(), path, problems)?;
        return read_record_text(&record.text, &path.field("text"), problems);
    }
    let start = read_position::<Position>(record.start.as_ref(), &path.field("start"), problems);
    let path = path.field("steps");
    let steps =
        read_all(
            &record.steps,
            &path,
            limits::RECORD_STEPS,
            problems,
            |step, path, problems| match required(step.step.as_ref(), path, problems)? {
                qwirkle_step::Step::Move(chosen) => {
                    Position::read_move(chosen, &path.field("move"), problems).map(StepOf::Move)
                }
                qwirkle_step::Step::Draw(draw) => {
                    Position::read_event(draw, &path.field("draw"), problems).map(StepOf::Event)
                }
            },
        );
    start.zip(steps)
}
