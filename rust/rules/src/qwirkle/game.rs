//! The [contract](crate::common) for Qwirkle. No rule is written here: everything is handed on.

use super::draw::Draw;
use super::illegal::Illegal;
use super::moves::{Attempt, Move};
use super::options::{Ended, Options};
use super::playing::Undo;
use super::position::Position;
use super::score::Score;
use super::setup::Setup;
use super::view::{Sight, View};
use super::{RULES_VERSION, bytes, drawing};
use crate::common::{
    self, Approved, Chance, Faults, GameInfo, Outcome, ParseError, Probability, Seat, Step, StepOf, Turn,
    Uniform,
};

impl common::Position for Position {
    type Options = Options;
    type Setup = Setup;
    type Move = Move;
    type Attempt = Attempt;
    type Event = Draw;
    type Illegal = Illegal;
    type Score = Score;
    type Reason = Ended;
    type Undo = Undo;
    type View = View;

    const INFO: GameInfo = GameInfo {
        name: "qwirkle",
        rules_version: RULES_VERSION,
        players: (2, 4),
        max_position_bytes: bytes::MOST_BYTES,
    };

    fn start(options: &Options) -> Result<Self, Faults> {
        Self::start(options)
    }

    fn from_setup(setup: &Setup) -> Result<Self, Faults> {
        Self::from_setup(setup)
    }

    fn setup(&self) -> Setup {
        self.setup()
    }

    fn options(&self) -> Options {
        self.options()
    }

    fn players(&self) -> u8 {
        self.players()
    }

    fn turn(&self) -> Turn {
        self.turn()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.moves().iter().collect()
    }

    fn legal_count(&self) -> usize {
        self.legal_count()
    }

    fn sample_move(&self, uniform: &mut impl Uniform) -> Move {
        self.sample_move(uniform)
    }

    fn check(&self, attempt: &Attempt) -> Result<Approved<Self>, Vec<Illegal>> {
        self.check(attempt).map(|(chosen, score)| Approved { chosen, score })
    }

    fn play(&mut self, chosen: Move) -> Undo {
        self.play(chosen)
    }

    fn chances(&self) -> Box<dyn Iterator<Item = Chance<Draw>> + Send + '_> {
        Box::new(self.chances())
    }

    fn chance_count(&self) -> u128 {
        self.chance_count()
    }

    fn probability(&self, event: &Draw) -> Probability {
        self.probability(event)
    }

    fn sample(&self, uniform: &mut impl Uniform) -> Draw {
        self.sample(uniform)
    }

    fn apply(&mut self, event: &Draw) -> Undo {
        self.apply(*event)
    }

    fn try_apply(&mut self, event: &Draw) -> Result<Undo, Faults> {
        self.try_apply(event)
    }

    fn undo(&mut self, undo: Undo) {
        self.undo(undo);
    }

    fn outcome(&self) -> Option<Outcome<Ended>> {
        self.outcome()
    }

    fn view(&self, seat: Seat) -> View {
        View::of(self, seat)
    }

    fn try_view(&self, seat: Seat) -> Result<View, Faults> {
        View::hidden_from_its_owner(seat, self).into_result().map(|()| View::of(self, seat))
    }

    fn sight(&self, step: &Step<Self>, seat: Seat) -> Option<Sight> {
        Some(match *step {
            StepOf::Move(chosen) => Sight::of_move(self, chosen, seat),
            StepOf::Event(draw) => Sight::of_draw(self, draw, seat),
        })
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn to_bytes(&self) -> Vec<u8> {
        bytes::write(self)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        bytes::read(bytes)
    }

    fn drawing(&self) -> String {
        drawing::position(self)
    }
}

impl common::View for View {
    type Position = Position;
    type Sight = Sight;

    fn seat(&self) -> Seat {
        self.seat()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.moves().iter().collect()
    }

    fn follow(&mut self, sight: &Sight) -> Result<(), Faults> {
        self.follow(sight)
    }

    fn complete(&self, uniform: &mut impl Uniform) -> Position {
        self.complete(uniform)
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn drawing(&self) -> String {
        drawing::position(self.known())
    }
}
