//! `CheckMove` and `CheckMoves`.

use std::borrow::Cow;
use std::cell::Cell;

use spielwerk::common::{Faults, Seat};
use spielwerk::qwirkle::{Attempt, Desk, Illegal, Laid, Move, Position, Score};

use super::{convert, shared};
use crate::answer::Call;
use crate::game::Game as _;
use crate::messages::spielwerk::v1::{
    QwirkleCheckedItem, QwirklePosition, QwirkleServiceCheckMoveRequest, QwirkleServiceCheckMoveResponse,
    QwirkleServiceCheckMovesRequest, QwirkleServiceCheckMovesResponse, QwirkleState, QwirkleTable,
    qwirkle_checked_item::Outcome, qwirkle_service_check_move_request::Subject,
};
use crate::problem::{Path, Problems};
use crate::reading::{Spoken, read_move, read_seat};
use crate::writing::write_verdict;
use crate::{Status, Tally, verbs};

/// A legal move with its score, or every rule that an attempt breaks.
type Verdict = Result<(Move, Score), Vec<Illegal>>;

/// Answers `CheckMove`.
pub(crate) fn check_move(
    request: &QwirkleServiceCheckMoveRequest,
    call: &mut Call<'_>,
) -> Result<QwirkleServiceCheckMoveResponse, Status> {
    check(request, &mut call.tally)
}

/// Answers `CheckMoves`.
pub(crate) fn check_moves(
    request: &QwirkleServiceCheckMovesRequest,
    call: &mut Call<'_>,
) -> Result<QwirkleServiceCheckMovesResponse, Status> {
    let mut problems = Problems::default();
    verbs::check_envelope(request.items.len(), request.shared.is_some(), &mut problems);
    let shared = request.shared.as_ref().and_then(|told| shared::read(told, &mut problems));
    problems.into_result(Some(()))?;

    let shared = shared.map(|shared| shared.check(call)).transpose()?;
    let items = verbs::check_items(&request.items, call, check)?.into_iter().map(|checked| {
        let outcome = checked.map_or_else(Outcome::Error, Outcome::Result);
        QwirkleCheckedItem { outcome: Some(outcome) }
    });
    Ok(QwirkleServiceCheckMovesResponse { items: items.collect(), shared })
}

fn check(
    request: &QwirkleServiceCheckMoveRequest,
    tally: &mut Tally,
) -> Result<QwirkleServiceCheckMoveResponse, Status> {
    let mut problems = Problems::default();
    let path = Path::Root.field("move");
    let spoken = read_move::<Position>(request.r#move.as_ref(), &path, &mut problems);
    let judged = match &request.subject {
        Some(Subject::Table(table)) => at_table(request, table, spoken.as_ref(), &mut problems),
        Some(Subject::Position(position)) => in_position(request, position, spoken.as_ref(), &mut problems),
        None => {
            problems.add(&Path::Root, "required", "either a position or a table has to be set");
            None
        }
    };
    let (verdict, next) = problems.into_result(judged)?;
    verbs::count::<Position, _>(tally, &verdict);
    Ok(QwirkleServiceCheckMoveResponse {
        verdict: Some(write_verdict(&verdict)),
        score: verdict.ok().map(|(_, score)| convert::write_score(&score)),
        next,
    })
}

/// The verdict on a placement without a game around it. Without a move only the table is looked at.
fn at_table(
    request: &QwirkleServiceCheckMoveRequest,
    table: &QwirkleTable,
    spoken: Option<&Spoken<Attempt>>,
    problems: &mut Problems,
) -> Option<(Verdict, Option<QwirkleState>)> {
    // Whether it is a placement doesn't depend on what lies there.
    if let Some(Attempt::Trade(_) | Attempt::Skip) = spoken.map(|spoken| said(spoken, &[])).as_deref() {
        problems.add(
            &Path::Root.field("move"),
            "needs_position",
            "a table judges placements only; send a position",
        );
    }
    if request.want_next {
        problems.add(&Path::Root.field("want_next"), "needs_position", "no position comes after a table");
    }
    if request.seat.is_some() {
        problems.add(&Path::Root.field("seat"), "needs_position", "no seat sits at a table without a game");
    }
    let path = Path::Root.field("table");
    let hand = convert::read_table_hand(table.hand.as_ref(), &path.field("hand"), problems);
    let path = path.field("tiles");
    let tiles = convert::read_tiles_that_lie(table.tiles.as_ref(), &path, problems)?;
    let attempt = spoken.map(|spoken| said(spoken, &tiles));
    let laid = if let Some(Attempt::Place(laid)) = attempt.as_deref() { laid.as_slice() } else { &[] };
    let judged = with_desk(|desk| desk.check_placement(&tiles, hand.unwrap_or_default(), laid));
    match judged {
        Ok(verdict) => Some((verdict.map(|(placement, score)| (Move::Place(placement), score)), None)),
        Err(faults) => {
            problems.faults(&path, &faults, convert::field_in_layout);
            None
        }
    }
}

/// What is said where these tiles lie.
fn said<'a>(spoken: &'a Spoken<Attempt>, tiles: &[Laid]) -> Cow<'a, Attempt> {
    match spoken {
        Spoken::Attempt(attempt) => Cow::Borrowed(attempt),
        Spoken::Word(word) => Cow::Owned(Attempt::of_word(*word, tiles).expect(Spoken::<Attempt>::READ)),
    }
}

/// The verdict in a position of a game. Without a move only the position is looked at.
fn in_position(
    request: &QwirkleServiceCheckMoveRequest,
    told: &QwirklePosition,
    spoken: Option<&Spoken<Attempt>>,
    problems: &mut Problems,
) -> Option<(Verdict, Option<QwirkleState>)> {
    let path = Path::Root.field("position");
    if told.text.is_empty() && !request.want_next && request.seat.is_none() {
        // Nothing but the verdict is asked for: no position has to be made that could be played on.
        let setup = convert::read_setup(told, &path, problems)?;
        let attempt = spoken.map_or(Cow::Owned(Attempt::Skip), |spoken| said(spoken, &setup.tiles));
        let judged = with_desk(|desk| desk.check(&setup, &attempt));
        return judged
            .map_err(|faults: Faults| problems.faults(&path, &faults, convert::field_in_position))
            .ok()
            .map(|verdict| (verdict, None));
    }
    let mut position = Position::read_position(told, &path, problems)?;
    let seat = match request.seat {
        Some(seat) => Some(read_seat(seat, &position, &Path::Root.field("seat"), problems)?),
        None => None,
    };
    let verdict = judge(&position, seat, &spoken?.here(&position));
    let next = match &verdict {
        Ok((chosen, _)) if request.want_next => {
            position.play(*chosen);
            Some(position.write_state())
        }
        _ => None,
    };
    Some((verdict, next))
}

/// The verdict on an attempt of this seat, or of the seat to act.
pub(super) fn judge(position: &Position, seat: Option<Seat>, attempt: &Attempt) -> Verdict {
    match seat {
        Some(seat) => position.check_by(seat, attempt),
        None => position.check(attempt),
    }
}

thread_local! {
    /// Clearing the memory of a desk is dearer than a verdict, so each thread keeps one.
    static DESK: Cell<Option<Desk>> = const { Cell::new(None) };
}

/// Uses the desk of this thread. It is left alone when `work` panics, so that nobody meets half a position on it.
fn with_desk<T>(work: impl FnOnce(&mut Desk) -> T) -> T {
    let mut desk = DESK.take().unwrap_or_default();
    let done = work(&mut desk);
    DESK.set(Some(desk));
    done
}
