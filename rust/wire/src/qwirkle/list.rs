//! `ListMoves`.

use spielwerk::common::Actions as _;
use spielwerk::qwirkle::{Move, Placements, Position, TileSet, best_placements, placements};

use super::{Subject, convert, read_subject};
use crate::Status;
use crate::answer::Call;
use crate::messages::spielwerk::v1::{
    QwirkleLayout, QwirkleServiceListMovesRequest, QwirkleServiceListMovesResponse,
};
use crate::problem::{Path, Problems};
use crate::reading::read_list_limit;
use crate::writing::write_words;

/// Answers `ListMoves`.
pub(crate) fn list_moves(
    request: &QwirkleServiceListMovesRequest,
    _: &mut Call<'_>,
) -> Result<QwirkleServiceListMovesResponse, Status> {
    let mut problems = Problems::default();
    let limit = read_list_limit(request.limit, &mut problems);
    let list = read_subject(request.subject.as_ref(), &Path::Root, &mut problems)
        .and_then(|subject| list(&subject, request.best_only, &mut problems));
    let (list, limit) = problems.into_result(list.zip(limit))?;
    Ok(list.write(limit, request.want_text, request.want_actions))
}

/// The legal moves, in order.
struct List {
    placements: Placements,
    trades: Vec<TileSet>,
    skip: bool,
}

fn list(subject: &Subject, best_only: bool, problems: &mut Problems) -> Option<List> {
    let (grid, hand, path) = match subject {
        Subject::Table(grid, hand) => (&**grid, *hand, "table.hand"),
        Subject::Position(position) => {
            let hand = position.turn().seat().map(|seat| position.hand(seat).known());
            (position.grid(), hand.unwrap_or_default(), "position.hands")
        }
    };
    match (subject, hand) {
        (Subject::Position(position), _) if position.turn().seat().is_none() => Some(List::nothing()),
        (_, None) => {
            problems.add(
                &Path::Root.field(path),
                "hand_hidden",
                "the hand whose moves are asked for has to be known",
            );
            None
        }
        (_, Some(hand)) if best_only => {
            Some(List { placements: best_placements(grid, hand), ..List::nothing() })
        }
        (Subject::Table(..), Some(hand)) => {
            Some(List { placements: placements(grid, hand), ..List::nothing() })
        }
        (Subject::Position(position), Some(_)) => Some(List::of(position)),
    }
}

impl List {
    fn nothing() -> Self {
        Self { placements: Placements::default(), trades: Vec::new(), skip: false }
    }

    fn of(position: &Position) -> Self {
        let moves = position.moves();
        Self { placements: moves.placements().clone(), trades: moves.trades().to_vec(), skip: moves.skip() }
    }

    fn write(&self, limit: usize, want_text: bool, want_actions: bool) -> QwirkleServiceListMovesResponse {
        let total = self.placements.len() + self.trades.len() + usize::from(self.skip);
        let shown = self.placements.len().min(limit);
        let mut response = QwirkleServiceListMovesResponse {
            total: total as u64,
            truncated: total > limit,
            sizes: Vec::with_capacity(shown),
            points: Vec::with_capacity(shown),
            ..QwirkleServiceListMovesResponse::default()
        };
        let mut tiles = QwirkleLayout::default();
        let mut words = Vec::new();
        let mut say = |chosen: Move| {
            if want_text {
                response.text.push(chosen.to_string());
            }
            if want_actions {
                words.push(Position::word(chosen));
            }
        };
        for scored in self.placements.iter().take(limit) {
            response.sizes.push(scored.placement.len());
            response.points.push(scored.points);
            convert::append_layout(&mut tiles, scored.placement.tiles());
            say(Move::Place(scored.placement));
        }
        for &trade in self.trades.iter().take(limit - shown) {
            response.trades.push(convert::write_trade(trade));
            say(Move::Trade(trade));
        }
        if self.skip && total <= limit {
            response.skip = true;
            say(Move::Skip);
        }
        response.tiles = Some(tiles);
        response.actions = want_actions.then(|| write_words(words.into_iter()));
        response
    }
}
