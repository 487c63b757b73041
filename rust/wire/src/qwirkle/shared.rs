//! Many placements on one shared position, in packed columns.

use spielwerk::qwirkle::{Attempt, Laid, Position, Score, check_placement};

use super::{Subject, convert, read_subject};
use crate::answer::Call;
use crate::messages::spielwerk::v1::{QwirkleLayout, QwirkleSharedPlacements, QwirkleSharedVerdicts};
use crate::problem::{Path, Problems};
use crate::{Status, limits, verbs};

/// Many placements on one position, read and ready to be judged.
pub(super) struct Shared<'a> {
    subject: Subject,
    sizes: &'a [u32],
    tiles: Vec<Laid>,
}

pub(super) fn read<'a>(shared: &'a QwirkleSharedPlacements, problems: &mut Problems) -> Option<Shared<'a>> {
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
    pub(super) fn check(self, call: &mut Call<'_>) -> Result<QwirkleSharedVerdicts, Status> {
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
