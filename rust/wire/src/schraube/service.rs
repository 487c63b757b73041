//! Schraube locker: what the methods take out of a request and put into a reply.

use spielwerk::common::{Position as _, StepOf};
use spielwerk::schraube::Position;

use super::convert;
use crate::answer::Call;
use crate::game::Game as _;
use crate::messages::spielwerk::v1::{
    SchraubeCheckedItem, SchraubeRecord, SchraubeServiceCheckMoveRequest, SchraubeServiceCheckMoveResponse,
    SchraubeServiceCheckMovesRequest, SchraubeServiceCheckMovesResponse, SchraubeServiceListMovesRequest,
    SchraubeServiceListMovesResponse, SchraubeServicePlayMoveRequest, SchraubeServicePlayMoveResponse,
    SchraubeServiceReplayGameRequest, SchraubeServiceReplayGameResponse, SchraubeServiceResolveChainRequest,
    SchraubeServiceResolveChainResponse, SchraubeServiceViewPositionRequest,
    SchraubeServiceViewPositionResponse, SchraubeSharedVerdicts, schraube_checked_item::Outcome,
    schraube_step,
};
use crate::problem::{Path, Problems};
use crate::reading::{Said, read_all, read_position, read_record_text, required, text_alone};
use crate::{Status, Tally, limits, verbs};

/// Answers `CheckMove`.
pub(crate) fn check_move(
    request: &SchraubeServiceCheckMoveRequest,
    call: &mut Call<'_>,
) -> Result<SchraubeServiceCheckMoveResponse, Status> {
    check(request, &mut call.tally)
}

fn check(
    request: &SchraubeServiceCheckMoveRequest,
    tally: &mut Tally,
) -> Result<SchraubeServiceCheckMoveResponse, Status> {
    let (position, chosen) = (request.position.as_ref(), request.r#move.as_ref());
    let verbs::Outcome { verdict, score, next, .. } =
        verbs::check::<Position>(position, chosen, request.want_next, tally)?;
    Ok(SchraubeServiceCheckMoveResponse { verdict, score, next })
}

/// Answers `CheckMoves`.
pub(crate) fn check_moves(
    request: &SchraubeServiceCheckMovesRequest,
    call: &mut Call<'_>,
) -> Result<SchraubeServiceCheckMovesResponse, Status> {
    let mut problems = Problems::default();
    verbs::check_envelope(request.items.len(), request.shared.is_some(), &mut problems);
    let shared = request.shared.as_ref();
    let shared = shared.and_then(|shared| {
        verbs::read_shared::<Position>(shared.position.as_ref(), &shared.moves, &mut problems)
    });
    problems.into_result(Some(()))?;

    let shared = shared.map(|shared| verbs::check_shared(&shared, call)).transpose()?;
    let items = verbs::check_items(&request.items, call, check)?.into_iter().map(|checked| {
        let outcome = checked.map_or_else(Outcome::Error, Outcome::Result);
        SchraubeCheckedItem { outcome: Some(outcome) }
    });
    Ok(SchraubeServiceCheckMovesResponse {
        items: items.collect(),
        shared: shared
            .map(|verbs::Columns { legal, violations }| SchraubeSharedVerdicts { legal, violations }),
    })
}

/// Answers `ListMoves`.
pub(crate) fn list_moves(
    request: &SchraubeServiceListMovesRequest,
    _: &mut Call<'_>,
) -> Result<SchraubeServiceListMovesResponse, Status> {
    let SchraubeServiceListMovesRequest { position, limit, want_text, want_actions } = request;
    let verbs::List { total, truncated, moves, text, actions } =
        verbs::list::<Position>(position.as_ref(), *limit, *want_text, *want_actions)?;
    Ok(SchraubeServiceListMovesResponse { total, truncated, moves, text, actions })
}

/// Answers `PlayMove`.
pub(crate) fn play_move(
    request: &SchraubeServicePlayMoveRequest,
    call: &mut Call<'_>,
) -> Result<SchraubeServicePlayMoveResponse, Status> {
    let (position, chosen) = (request.position.as_ref(), request.r#move.as_ref());
    let verbs::Outcome { verdict, score, next, happenings } = verbs::play::<Position>(
        position,
        chosen,
        &request.events,
        "events",
        |position, attempt, _| Some(position.check(attempt)),
        call,
    )?;
    Ok(SchraubeServicePlayMoveResponse { verdict, score, next, happenings })
}

/// Answers `ViewPosition`.
pub(crate) fn view_position(
    request: &SchraubeServiceViewPositionRequest,
    _: &mut Call<'_>,
) -> Result<SchraubeServiceViewPositionResponse, Status> {
    let view = verbs::read_view::<Position>(request.position.as_ref(), request.seat)?;
    Ok(SchraubeServiceViewPositionResponse {
        view: Some(view.position().write_state()),
        text: view.to_string(),
    })
}

/// Answers `ReplayGame`.
pub(crate) fn replay_game(
    request: &SchraubeServiceReplayGameRequest,
    call: &mut Call<'_>,
) -> Result<SchraubeServiceReplayGameResponse, Status> {
    let read = |path: &Path<'_>, problems: &mut Problems| {
        read_record(required(request.record.as_ref(), path, problems)?, path, problems)
    };
    let verbs::Replayed { played, wrong, end } = verbs::replay::<Position>(read, call)?;
    Ok(SchraubeServiceReplayGameResponse { steps_played: played, wrong_step: wrong, end: Some(end) })
}

fn read_record(
    record: &SchraubeRecord,
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
                schraube_step::Step::Move(chosen) => {
                    Position::read_move(chosen, &path.field("move"), problems).map(StepOf::Move)
                }
                schraube_step::Step::Event(event) => {
                    Position::read_event(event, &path.field("event"), problems).map(StepOf::Event)
                }
            },
        );
    start.zip(steps)
}

/// Answers `ResolveChain`.
pub(crate) fn resolve_chain(
    request: &SchraubeServiceResolveChainRequest,
    _: &mut Call<'_>,
) -> Result<SchraubeServiceResolveChainResponse, Status> {
    let mut problems = Problems::default();
    let input = convert::read_chain(request, &mut problems);
    problems.into_result(input).map(|input| convert::write_resolution(&input))
}
