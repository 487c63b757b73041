//! What agents know of Schraube locker: points, and a rule of thumb for the dice.

use spielwerk::common::{Position as _, Seats};
use spielwerk::schraube::{Move, Position};

use super::{Judgement, margins_of};
use crate::{SharedAgent, TurnOptimal};

impl Judgement for Position {
    /// Two players of equal strength end about so many points apart (standard deviation of 400 games, exact or greedy).
    const MARGIN: f64 = 17.0;

    /// With the dice: place whatever fits, the next pile of the chain first, roll the rest again, then stop, and leave cards
    /// alone. For everything else: the points that the move brings if the game ends after it (S21, S22), and a little for each
    /// pair covered, which nobody can exchange away any more.
    fn gain(&self, chosen: Move) -> f64 {
        let seat = self.mover();
        match chosen {
            Move::Place(pile) | Move::Sum(pile, _) => {
                let steps = self.figure_of(seat).map_or(0, |figure| figure.steps_to(pile));
                20.0 - f64::from(steps)
            }
            Move::Reroll => 10.0,
            Move::Stop => 5.0,
            Move::Laser(..) | Move::Extra(_) | Move::Start(_) => 0.0,
            _ => {
                let mut after = self.clone();
                after.play(chosen);
                let worth = |position: &Self| {
                    let pairs = f64::from(position.hand(seat).pairs);
                    position.points(seat).total() as f64 + pairs / 100.0
                };
                worth(&after) - worth(self)
            }
        }
    }

    fn margins(&self) -> Vec<i128> {
        let points: Vec<i128> =
            Seats::new(self.players()).map(|seat| self.points(seat).total().into()).collect();
        margins_of(&points)
    }

    fn turn_agent() -> Option<SharedAgent<Self>> {
        Some(Box::new(TurnOptimal))
    }
}
