//! What agents know of Qwirkle: points, and that a trade does not bring the game forward.

use spielwerk::common::Uniform;
use spielwerk::qwirkle::{Move, Position, TileSet, best_placements, sample_placement, trades};

use super::{Judgement, margins_of};
use crate::Random;

impl Judgement for Position {
    /// Two greedy players end 25 points apart (standard deviation).
    const MARGIN: f64 = 25.0;

    /// The points of a placement, going out included (Q14 to Q16). A trade counts less than any placement, and the less
    /// the fewer tiles it trades; so a greedy player trades only when it must, and then all it can.
    fn gain(&self, chosen: Move) -> f64 {
        match chosen {
            Move::Place(_) => self.check(&chosen.into()).map_or(0.0, |(_, score)| f64::from(score.points())),
            Move::Trade(tiles) => f64::from(tiles.len()) - 7.0,
            Move::Skip => -7.0,
        }
    }

    fn margins(&self) -> Vec<i128> {
        let points: Vec<i128> = self.scores().into_iter().map(i128::from).collect();
        margins_of(&points)
    }

    /// Any placement; where there is none, as many tiles as can be traded.
    fn rollout_move(&self, uniform: &mut impl Uniform) -> Move {
        let hand = hand(self);
        match sample_placement(self.grid(), hand, uniform) {
            Some(scored) => Move::Place(scored.placement),
            None => trade_all(hand, self.bag(), uniform),
        }
    }

    fn play_rollout_move(&mut self, uniform: &mut impl Uniform) {
        let hand = hand(self);
        match sample_placement(self.grid(), hand, uniform) {
            Some(scored) => self.play_scored(scored),
            None => self.play(trade_all(hand, self.bag(), uniform)),
        };
    }

    fn best_move(&self, random: &mut Random) -> Move {
        let hand = hand(self);
        let best = best_placements(self.grid(), hand);
        // Q16: whoever can lay all his tiles gets six more, which may beat a placement with more points.
        if self.bag() == 0 {
            return super::best_gain(self, random);
        }
        if best.is_empty() {
            return trade_all(hand, self.bag(), random);
        }
        let index = random.below(best.len() as u64) as usize;
        Move::Place(best.get(index).expect("an index below the length").placement)
    }
}

/// The hand of the seat to act. In a completed world all hands are known.
fn hand(position: &Position) -> TileSet {
    position.hand(position.to_move()).known().expect("a seat that acts knows its hand")
}

/// A trade of as many tiles as possible (Q7), or the skip when nothing can be traded (Q13).
fn trade_all(hand: TileSet, bag: u32, uniform: &mut impl Uniform) -> Move {
    let most = hand.len().min(bag);
    let largest: Vec<TileSet> = trades(hand, bag).into_iter().filter(|tiles| tiles.len() == most).collect();
    if largest.is_empty() {
        return Move::Skip;
    }
    Move::Trade(largest[uniform.below(largest.len() as u64) as usize])
}
