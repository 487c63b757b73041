//! [`BagOrder`]: a bag whose order is fixed, for perft and for games whose shuffle is known (Q22).

use std::collections::VecDeque;

use super::draw::Draw;
use super::position::Position;
use super::{Colour, Shape, Tile, TileSet};
use crate::common::Fate;

/// The bag as a queue: draws take from the front, traded tiles go to the back (Q22).
///
/// As a [`Fate`] it makes one event of each draw, so that [`perft`](crate::common::perft()) counts decisions only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BagOrder(VecDeque<Tile>);

impl BagOrder {
    /// A bag from which these tiles come in this order.
    pub fn new(tiles: impl IntoIterator<Item = Tile>) -> Self {
        Self(tiles.into_iter().collect())
    }

    /// The tiles from the front.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = Tile> + '_ {
        self.0.iter().copied()
    }

    /// Takes the first `count` tiles, or as many as there are, in order.
    pub fn draw(&mut self, count: usize) -> Vec<Tile> {
        let count = count.min(self.0.len());
        self.0.drain(..count).collect()
    }

    /// Puts traded tiles at the back, sorted by the names of shape, then colour (Q22).
    pub fn put_back(&mut self, tiles: TileSet) {
        let mut tiles: Vec<Tile> = tiles.iter().collect();
        tiles.sort_by_key(|tile| (Shape::name(tile.shape()), Colour::name(tile.colour())));
        self.0.extend(tiles);
    }

    /// The draw that this bag brings for the draw that is pending in `position`; tiles put aside go to the back. `None`
    /// when no draw is pending.
    ///
    /// # Panics
    ///
    /// When the bag holds other tiles than the position says.
    pub fn event(&mut self, position: &Position) -> Option<Draw> {
        let pending = position.pending()?;
        let drawn = TileSet::try_from_tiles(self.draw(pending.count as usize))?;
        assert_eq!(drawn.len(), pending.count, "the bag holds what the position says");
        self.put_back(pending.aside.known().unwrap_or_default());
        Some(Draw(drawn.into()))
    }
}

impl Fate<Position> for BagOrder {
    fn branches(&self, position: &Position) -> impl Iterator<Item = (Draw, Self)> {
        let mut after = self.clone();
        after.event(position).map(|draw| (draw, after)).into_iter()
    }
}
