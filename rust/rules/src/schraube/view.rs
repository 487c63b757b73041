//! [`View`]: what a seat may know, which is everything but the order of the cards face down (S23).

use crate::common::{self, Faults, Position as _, Seat, StepOf, Turn, Uniform};

use super::event::Event;
use super::moves::Move;
use super::position::Position;

/// What one seat may know of a position: all of it, but for the order of the cards face down (S23).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) seat: Seat,
    /// Its order is not known.
    pub(super) position: Position,
}

/// What a seat sees of a step: the step itself (S23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight(pub StepOf<Move, Event>);

impl View {
    /// What this seat sees of a position.
    pub(super) fn of(position: &Position, seat: Seat) -> Self {
        Self { seat, position: position.without_order() }
    }

    /// The position as the seat sees it. The next card turned up is any unseen one, which is all there is to know (S23).
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

impl common::View for View {
    type Position = Position;
    type Sight = Sight;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.position.turn() == Turn::Seat(self.seat) { self.position.legal_moves() } else { Vec::new() }
    }

    fn follow(&mut self, sight: &Sight) -> Result<(), Faults> {
        match sight.0 {
            StepOf::Event(event) => self.position.try_apply(&event).map(drop),
            StepOf::Move(chosen) => {
                let refused = |refusal: common::Refusal<Position>| Faults::of_broken(&refusal.broken);
                self.position.try_play(&chosen).map(drop).map_err(refused)
            }
        }
    }

    /// The position itself: the cards face down stay exchangeable, so that no search foresees the next one (S23).
    fn complete(&self, _: &mut impl Uniform) -> Position {
        self.position.clone()
    }

    fn key(&self) -> u64 {
        self.position.key() ^ (self.seat.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn drawing(&self) -> String {
        self.position.drawing()
    }
}
