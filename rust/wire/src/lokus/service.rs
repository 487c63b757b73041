//! Lokus: what the methods take out of a request and put into a reply.

use spielwerk::common::{Position as _, StepOf};
use spielwerk::lokus::{Position, RoundSetup};

use super::convert;
use crate::answer::Call;
use crate::game::Game as _;
use crate::messages::spielwerk::v1::{
    LokusCheckedItem, LokusRecord, LokusServiceCheckMoveRequest, LokusServiceCheckMoveResponse,
    LokusServiceCheckMovesRequest, LokusServiceCheckMovesResponse, LokusServiceListMovesRequest,
    LokusServiceListMovesResponse, LokusServicePlayMoveRequest, LokusServicePlayMoveResponse,
    LokusServiceReplayGameRequest, LokusServiceReplayGameResponse, LokusServiceResolveRoundRequest,
    LokusServiceResolveRoundResponse, LokusServiceViewPositionRequest, LokusServiceViewPositionResponse,
    LokusSharedVerdicts, lokus_checked_item::Outcome, lokus_step,
};
use crate::problem::{Path, Problems};
use crate::reading::{Said, read_all, read_position, read_record_text, required, text_alone};
use crate::{Status, Tally, limits, verbs};

/// Answers `CheckMove`.
pub(crate) fn check_move(
    request: &LokusServiceCheckMoveRequest,
    call: &mut Call<'_>,
) -> Result<LokusServiceCheckMoveResponse, Status> {
    check(request, &mut call.tally)
}

fn check(
    request: &LokusServiceCheckMoveRequest,
    tally: &mut Tally,
) -> Result<LokusServiceCheckMoveResponse, Status> {
    let (position, chosen) = (request.position.as_ref(), request.r#move.as_ref());
    let verbs::Outcome { verdict, score, next, .. } =
        verbs::check::<Position>(position, chosen, request.want_next, tally)?;
    Ok(LokusServiceCheckMoveResponse { verdict, score, next })
}

/// Answers `CheckMoves`.
pub(crate) fn check_moves(
    request: &LokusServiceCheckMovesRequest,
    call: &mut Call<'_>,
) -> Result<LokusServiceCheckMovesResponse, Status> {
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
        LokusCheckedItem { outcome: Some(outcome) }
    });
    Ok(LokusServiceCheckMovesResponse {
        items: items.collect(),
        shared: shared.map(|verbs::Columns { legal, violations }| LokusSharedVerdicts { legal, violations }),
    })
}

/// Answers `ListMoves`.
pub(crate) fn list_moves(
    request: &LokusServiceListMovesRequest,
    _: &mut Call<'_>,
) -> Result<LokusServiceListMovesResponse, Status> {
    let LokusServiceListMovesRequest { position, limit, want_text, want_actions } = request;
    let verbs::List { total, truncated, moves, text, actions } =
        verbs::list::<Position>(position.as_ref(), *limit, *want_text, *want_actions)?;
    Ok(LokusServiceListMovesResponse { total, truncated, moves, text, actions })
}

/// Answers `PlayMove`.
pub(crate) fn play_move(
    request: &LokusServicePlayMoveRequest,
    call: &mut Call<'_>,
) -> Result<LokusServicePlayMoveResponse, Status> {
    let (position, chosen) = (request.position.as_ref(), request.r#move.as_ref());
    let verbs::Outcome { verdict, score, next, .. } = verbs::play::<Position>(
        position,
        chosen,
        &request.events,
        "events",
        |position, attempt, _| Some(position.check(attempt)),
        call,
    )?;
    Ok(LokusServicePlayMoveResponse { verdict, score, next })
}

/// Answers `ViewPosition`.
pub(crate) fn view_position(
    request: &LokusServiceViewPositionRequest,
    _: &mut Call<'_>,
) -> Result<LokusServiceViewPositionResponse, Status> {
    let view = verbs::read_view::<Position>(request.position.as_ref(), request.seat)?;
    Ok(LokusServiceViewPositionResponse {
        view: Some(convert::write_setup(view.setup())),
        text: view.to_string(),
        table: Some(convert::write_table(view.public())),
        unseen: convert::write_cards(view.unseen().iter()),
        hand_count: view.hand_count().to_string(),
    })
}

/// Answers `ReplayGame`.
pub(crate) fn replay_game(
    request: &LokusServiceReplayGameRequest,
    call: &mut Call<'_>,
) -> Result<LokusServiceReplayGameResponse, Status> {
    let read = |path: &Path<'_>, problems: &mut Problems| {
        read_record(required(request.record.as_ref(), path, problems)?, path, problems)
    };
    let verbs::Replayed { played, wrong, end } = verbs::replay::<Position>(read, call)?;
    Ok(LokusServiceReplayGameResponse { steps_played: played, wrong_step: wrong, end: Some(end) })
}

fn read_record(
    record: &LokusRecord,
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
                lokus_step::Step::Move(chosen) => {
                    Position::read_move(chosen, &path.field("move"), problems).map(StepOf::Move)
                }
                lokus_step::Step::Event(event) => {
                    Position::read_event(event, &path.field("event"), problems).map(StepOf::Event)
                }
            },
        );
    start.zip(steps)
}

/// Answers `ResolveRound`.
pub(crate) fn resolve_round(
    request: &LokusServiceResolveRoundRequest,
    _: &mut Call<'_>,
) -> Result<LokusServiceResolveRoundResponse, Status> {
    let mut problems = Problems::default();
    let rows =
        read_all(&request.rows, &Path::Root.field("rows"), limits::TILES, &mut problems, convert::read_row);
    let cards = convert::read_cards(&request.cards, &Path::Root.field("cards"), &mut problems);
    let row_choices = [request.lowest_row, request.highest_row].map(|row| row.map(i64::from));
    let setup = rows.zip(cards).map(|(rows, cards)| RoundSetup { rows, cards, row_choices });
    let resolution = setup.and_then(|setup| {
        setup.resolve().map_err(|faults| convert::round_faults(&faults, &mut problems)).ok()
    });
    let players = request.cards.len();
    problems.into_result(resolution).map(|resolution| convert::write_resolution(&resolution, players))
}
