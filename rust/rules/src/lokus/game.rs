//! The [contract](crate::common::Position). No rule is in this file: it hands each question to the part that knows.

use std::fmt;
use std::fmt::Write as _;

use super::bytes::MAX_BYTES;
use super::{
    Attempt, Event, Illegal, Move, Options, PLAYERS, Position, Public, RULES_VERSION, RowIndex, Score, Setup,
    Sight, Stage, Undo, View,
};
use crate::common::{
    self, Approved, Chance, Faults, GameInfo, MAX_SEATS, Outcome, ParseError, Probability, Seat, Seats, Step,
    StepOf, Turn, Uniform, hash,
};

/// Why a game of Lokus ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// All rounds of all deals are played (L5).
    AllDealsPlayed,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all deals are played")
    }
}

impl common::Position for Position {
    type Options = Options;
    type Setup = Setup;
    type Move = Move;
    type Attempt = Attempt;
    type Event = Event;
    type Illegal = Illegal;
    type Score = Score;
    type Reason = Reason;
    type Undo = Undo;
    type View = View;

    const INFO: GameInfo = GameInfo {
        name: "lokus",
        rules_version: RULES_VERSION,
        players: (*PLAYERS.start() as u8, *PLAYERS.end() as u8),
        max_position_bytes: MAX_BYTES,
    };

    fn start(options: &Options) -> Result<Self, Faults> {
        options.check()?;
        Ok(Self::before_deal(options.clone(), 0, [0; MAX_SEATS]))
    }

    fn from_setup(setup: &Setup) -> Result<Self, Faults> {
        setup.position()
    }

    fn setup(&self) -> Setup {
        self.to_setup()
    }

    fn options(&self) -> Options {
        self.public().options().clone()
    }

    fn players(&self) -> u8 {
        self.public().players()
    }

    fn turn(&self) -> Turn {
        match self.public().stage() {
            Stage::Hand(_) | Stage::Starter(_) | Stage::Draw(_) => Turn::Chance,
            Stage::Choose => Turn::Seat(self.asked()),
            Stage::Row(_) => self.public().decision().map_or(Turn::Over, |(seat, ..)| Turn::Seat(seat)),
            Stage::Over => Turn::Over,
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        (0..self.legal_count()).filter_map(|index| self.nth_move(index)).collect()
    }

    fn legal_count(&self) -> usize {
        match self.public().stage() {
            Stage::Choose => self.public().hand_count(self.asked()).into(),
            Stage::Row(_) => RowIndex::ALL.len(),
            _ => 0,
        }
    }

    fn sample_move(&self, uniform: &mut impl Uniform) -> Move {
        let index = uniform.below(self.legal_count() as u64) as usize;
        self.nth_move(index).expect("a seat is to act")
    }

    fn check(&self, attempt: &Attempt) -> Result<Approved<Self>, Vec<Illegal>> {
        let chosen = self.judge(attempt)?;
        Ok(Approved { chosen, score: self.worth(chosen) })
    }

    fn play(&mut self, chosen: Move) -> Undo {
        self.step(chosen)
    }

    fn chances(&self) -> Box<dyn Iterator<Item = Chance<Event>> + Send + '_> {
        self.events()
    }

    fn chance_count(&self) -> u128 {
        self.event_count()
    }

    fn probability(&self, event: &Event) -> Probability {
        if self.check_event(event).is_ok() {
            Probability::new(1, self.event_count())
        } else {
            Probability::ZERO
        }
    }

    fn sample(&self, uniform: &mut impl Uniform) -> Event {
        self.random_event(uniform)
    }

    fn apply(&mut self, event: &Event) -> Undo {
        self.happen(event)
    }

    fn try_apply(&mut self, event: &Event) -> Result<Undo, Faults> {
        self.check_event(event)?;
        Ok(self.happen(event))
    }

    fn undo(&mut self, undo: Undo) {
        self.take_back(undo);
    }

    fn outcome(&self) -> Option<Outcome<Reason>> {
        (self.public().stage() == Stage::Over)
            .then(|| Outcome::fewest_win(self.public().scores().iter().copied(), Reason::AllDealsPlayed))
    }

    fn view(&self, seat: Seat) -> View {
        self.seen_from(seat)
    }

    fn sight(&self, step: &Step<Self>, seat: Seat) -> Option<Sight> {
        match step {
            StepOf::Move(chosen) => self.sight_of_move(*chosen, seat),
            StepOf::Event(event) => Some(event.sight(seat)),
        }
    }

    fn key(&self) -> u64 {
        let hands = Seats::new(self.players()).flat_map(|seat| {
            let (bits, chosen) =
                (self.hand(seat).bits(), self.chosen(seat).map_or(0, |card| card.rank() + 1));
            [bits as u64, (bits >> 64) as u64 | u64::from(chosen) << 32]
        });
        let drawn = (0..self.public().revealed_rounds()).map(|round| {
            self.drawn(round)
                .into_iter()
                .flatten()
                .fold(0, |word, card| word << 8 | u64::from(card.rank() + 1))
        });
        let asks = self.asks_first().index() as u64;
        hash::of_words(self.public().words().chain(hands).chain(drawn).chain([asks]))
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.write_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        Self::read_bytes(bytes)
    }

    fn drawing(&self) -> String {
        draw(self.public(), |seat| {
            let chosen = self.chosen(seat).map_or(String::new(), |card| format!("  chose {card}"));
            format!("{}{chosen}", self.hand(seat))
        })
    }
}

impl common::View for View {
    type Position = Position;
    type Sight = Sight;

    fn seat(&self) -> Seat {
        self.viewer()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.moves()
    }

    fn follow(&mut self, sight: &Sight) -> Result<(), Faults> {
        self.go_on(sight)
    }

    fn complete(&self, uniform: &mut impl Uniform) -> Position {
        self.completion(uniform)
    }

    fn key(&self) -> u64 {
        let own = self.hand().bits();
        let chosen = self.chosen().map_or(0, |card| u64::from(card.rank()) + 1);
        let private = [self.viewer().index() as u64, own as u64, (own >> 64) as u64, chosen];
        hash::of_words(self.public().words().chain(private))
    }

    fn drawing(&self) -> String {
        draw(self.public(), |seat| {
            if seat != self.viewer() {
                return format!("{} cards", self.public().hand_count(seat));
            }
            let chosen = self.chosen().map_or(String::new(), |card| format!("  chose {card}"));
            format!("{}{chosen}", self.hand())
        })
    }
}

/// What everybody sees, drawn over several lines, with what `hand` tells of each seat.
fn draw(public: &Public, hand: impl Fn(Seat) -> String) -> String {
    let mut drawing = format!("Lokus, deal {} of {}", public.deal() + 1, public.options().deals);
    let _ =
        writeln!(drawing, ", {} of 11 rounds played, {} cards to draw", public.round(), public.draw_pile());
    for (index, row) in RowIndex::ALL.into_iter().zip(public.rows()) {
        let cards: Vec<String> = row.iter().map(|card| format!("{:>4}", card.to_string())).collect();
        let _ = writeln!(drawing, "row {index} {}", cards.concat());
    }
    if public.revealed_rounds() > public.round() {
        let open: Vec<String> = public.revealed(public.round()).map(|card| card.to_string()).collect();
        let _ = writeln!(drawing, "open   {}", open.join(" "));
    }
    if let Some((seat, which, card)) = public.decision() {
        let _ = writeln!(drawing, "seat {seat} ({}) chooses a row for {card}", which.name());
    }
    for seat in Seats::new(public.players()) {
        let i = seat.index();
        let (rolls, cleaning, score) = (public.rolls()[i], public.cleaning()[i], public.scores()[i]);
        let _ = writeln!(
            drawing,
            "seat {seat} rolls {rolls:>2}  cleaning {cleaning}  minus {score:>3}  {}",
            hand(seat)
        );
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_stays_small() {
        // Search copies positions; every byte counts there.
        assert!(size_of::<Position>() <= 480, "{}", size_of::<Position>());
    }
}
