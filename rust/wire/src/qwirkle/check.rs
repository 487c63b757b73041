//! `CheckMove` and `CheckMoves`.

use spielwerk::common::Seat;
use spielwerk::qwirkle::{Attempt, Illegal, Laid, Move, Position, Score, check_placement};

use super::{Subject, convert, read_subject};
use crate::answer::Call;
use crate::game::Game as _;
use crate::messages::spielwerk::v1::{
    QwirkleCheckedItem, QwirkleLayout, QwirkleServiceCheckMoveRequest, QwirkleServiceCheckMoveResponse,
    QwirkleServiceCheckMovesRequest, QwirkleServiceCheckMovesResponse, QwirkleSharedPlacements,
    QwirkleSharedVerdicts, qwirkle_checked_item::Outcome,
};
use crate::problem::{Path, Problems};
use crate::reading::{read_move, read_seat};
use crate::writing::write_verdict;
use crate::{Status, Tally, limits, verbs};

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
    let shared = request.shared.as_ref().and_then(|shared| read_shared(shared, &mut problems));
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
    let subject = read_subject(request.subject.as_ref(), &Path::Root, &mut problems);
    let path = Path::Root.field("move");
    let chosen = read_move::<Position>(request.r#move.as_ref(), &path, &mut problems);
    let seat = read_speaker(request.seat, subject.as_ref(), &mut problems);
    if let Some(Subject::Table(..)) = subject {
        if let Some(Attempt::Trade(_) | Attempt::Skip) = chosen {
            problems.add(&path, "needs_position", "a table judges placements only; send a position");
        }
        if request.want_next {
            problems.add(&Path::Root.field("want_next"), "needs_position", "no position comes after a table");
        }
    }
    let (subject, attempt) = problems.into_result(subject.zip(chosen))?;

    let verdict = match (&subject, &attempt) {
        (Subject::Position(position), _) => judge(position, seat, &attempt),
        (Subject::Table(grid, hand), Attempt::Place(laid)) => {
            check_placement(grid, *hand, laid).map(|(placement, score)| (Move::Place(placement), score))
        }
        (Subject::Table(..), _) => unreachable!("a problem was noted"),
    };
    verbs::count::<Position, _>(tally, &verdict);
    let next = match (subject, &verdict) {
        (Subject::Position(mut position), Ok((chosen, _))) if request.want_next => {
            position.play(*chosen);
            Some(position.write_state())
        }
        _ => None,
    };
    Ok(QwirkleServiceCheckMoveResponse {
        verdict: Some(write_verdict(&verdict)),
        score: verdict.ok().map(|(_, score)| convert::write_score(&score)),
        next,
    })
}

/// The seat that says a move, if one is named.
fn read_speaker(seat: Option<u32>, subject: Option<&Subject>, problems: &mut Problems) -> Option<Seat> {
    let path = Path::Root.field("seat");
    match subject? {
        Subject::Position(position) => read_seat(seat?, position, &path, problems),
        Subject::Table(..) => {
            seat?;
            problems.add(&path, "needs_position", "no seat sits at a table without a game");
            None
        }
    }
}

/// The verdict on an attempt of this seat, or of the seat to act.
pub(super) fn judge(
    position: &Position,
    seat: Option<Seat>,
    attempt: &Attempt,
) -> Result<(Move, Score), Vec<Illegal>> {
    match seat {
        Some(seat) => position.check_by(seat, attempt),
        None => position.check(attempt),
    }
}

/// Many placements on one position, read and ready to be judged.
struct Shared<'a> {
    subject: Subject,
    sizes: &'a [u32],
    tiles: Vec<Laid>,
}

fn read_shared<'a>(shared: &'a QwirkleSharedPlacements, problems: &mut Problems) -> Option<Shared<'a>> {
    let path = Path::Root.field("shared");
    let subject = read_subject(shared.subject.as_ref(), &path, problems);
    let nothing = QwirkleLayout::default();
    let layout = shared.tiles.as_ref().unwrap_or(&nothing);
    let tiles = convert::read_columns(layout, &path.field("tiles"), problems);

    let sizes = path.field("sizes");
    if shared.sizes.len() > limits::SHARED_MOVES.most() {
        problems.over(&sizes, limits::SHARED_MOVES, shared.sizes.len());
    }
    for (index, &size) in shared.sizes.iter().enumerate() {
        if size as usize > limits::TILES.most() {
            problems.over(&sizes.index(index), limits::TILES, size as usize);
        }
    }
    let sum: u64 = shared.sizes.iter().map(|&size| u64::from(size)).sum();
    if sum != layout.tile.len() as u64 {
        let lengths = format!("the sizes sum to {sum}, but there are {} tiles", layout.tile.len());
        problems.add(&sizes, "columns_differ", lengths);
    }
    Some(Shared { subject: subject?, sizes: &shared.sizes, tiles: tiles? })
}

impl Shared<'_> {
    fn check(self, call: &mut Call<'_>) -> Result<QwirkleSharedVerdicts, Status> {
        let mut points = Vec::with_capacity(self.sizes.len());
        let note = |score: Option<Score>| points.push(score.as_ref().map_or(0, Score::points));
        let mut rest = self.tiles.as_slice();
        let mut attempt = Attempt::Place(Vec::new());
        let judge = |&size: &u32| {
            let laid;
            (laid, rest) = rest.split_at(size as usize);
            match &self.subject {
                Subject::Table(grid, hand) => check_placement(grid, *hand, laid).map(|(_, score)| score),
                Subject::Position(position) => {
                    if let Attempt::Place(tiles) = &mut attempt {
                        tiles.clear();
                        tiles.extend_from_slice(laid);
                    }
                    position.check(&attempt).map(|(_, score)| score)
                }
            }
        };
        let verbs::Columns { legal, violations } =
            verbs::judge_all::<Position, _, _>(self.sizes, call, judge, note)?;
        Ok(QwirkleSharedVerdicts { legal, points, violations })
    }
}
