//! The [contract](crate::common::Position). No rule is in this file: it hands each question to the part that knows.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::common::{
    self, Approved, Chance, Faults, GameInfo, Outcome, ParseError, Probability, Seat, Step, StepOf, Turn,
    Uniform, hash,
};

use super::bytes::MAX_BYTES;
use super::card::{Card, PointCard};
use super::event::Event;
use super::legality::Illegal;
use super::moves::Move;
use super::options::{Options, PILE_CARDS, PLAYERS};
use super::position::{Phase, Position, State};
use super::ring::Pile;
use super::score::{Reason, Score};
use super::setup::Setup;
use super::view::{Sight, View};

/// The version of the rule book that texts, bytes and records carry.
pub const RULES_VERSION: u16 = 1;

/// What [`undo`](common::Position::undo) needs: the state before the step.
#[derive(Clone, Copy, Debug)]
pub struct Undo(State);

impl common::Position for Position {
    type Options = Options;
    type Setup = Setup;
    type Move = Move;
    type Attempt = Move;
    type Event = Event;
    type Illegal = Illegal;
    type Score = Score;
    type Reason = Reason;
    type Undo = Undo;
    type View = View;

    const INFO: GameInfo = GameInfo {
        name: "schraube",
        rules_version: RULES_VERSION,
        players: (*PLAYERS.start(), *PLAYERS.end()),
        max_position_bytes: MAX_BYTES,
    };

    fn start(options: &Options) -> Result<Self, Faults> {
        options.check()?;
        Ok(Self::first(options))
    }

    fn from_setup(setup: &Setup) -> Result<Self, Faults> {
        setup.position()
    }

    fn setup(&self) -> Setup {
        self.to_setup()
    }

    /// The options; of a known order only as long as no card has been turned up.
    fn options(&self) -> Options {
        let untouched = Pile::ALL.iter().all(|&pile| usize::from(self.face_down(pile)) == PILE_CARDS);
        Options {
            players: self.settings.players,
            max_rolls: self.settings.max_rolls,
            pro: self.settings.pro,
            deck: Arc::clone(&self.settings.deck),
            piles: self.settings.piles.filter(|_| untouched),
        }
    }

    fn players(&self) -> u8 {
        self.settings.players
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase() {
            Phase::Start | Phase::Place | Phase::Visit | Phase::Combine => Turn::Seat(self.mover()),
            Phase::Reveal | Phase::Roll => Turn::Chance,
            Phase::Over => Turn::Over,
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_move(|chosen| moves.push(chosen));
        if self.phase() == Phase::Combine {
            moves.sort_unstable();
        }
        moves
    }

    fn legal_count(&self) -> usize {
        self.count_moves()
    }

    #[inline]
    fn sample_move(&self, uniform: &mut impl Uniform) -> Move {
        self.random_move(uniform)
    }

    fn check(&self, attempt: &Move) -> Result<Approved<Self>, Vec<Illegal>> {
        let broken = self.judge(*attempt);
        if broken.is_empty() {
            Ok(Approved { chosen: *attempt, score: self.worth(*attempt) })
        } else {
            Err(broken)
        }
    }

    #[inline]
    fn play(&mut self, chosen: Move) -> Undo {
        let undo = Undo(self.state);
        self.advance(chosen, &mut |_| ());
        undo
    }

    fn chances(&self) -> Box<dyn Iterator<Item = Chance<Event>> + Send + '_> {
        self.events()
    }

    fn chance_count(&self) -> u128 {
        self.event_count() as u128
    }

    fn probability(&self, event: &Event) -> Probability {
        self.chance_of(*event)
    }

    #[inline]
    fn sample(&self, uniform: &mut impl Uniform) -> Event {
        self.random_event(uniform)
    }

    #[inline]
    fn apply(&mut self, event: &Event) -> Undo {
        let undo = Undo(self.state);
        self.happen(*event, &mut |_| ());
        undo
    }

    fn try_apply(&mut self, event: &Event) -> Result<Undo, Faults> {
        self.check_event(*event)?;
        Ok(self.apply(event))
    }

    fn undo(&mut self, undo: Undo) {
        self.state = undo.0;
    }

    fn outcome(&self) -> Option<Outcome<Reason>> {
        self.result()
    }

    fn view(&self, seat: Seat) -> View {
        View::of(self, seat)
    }

    fn sight(&self, step: &Step<Self>, _: Seat) -> Option<Sight> {
        Some(Sight(*step))
    }

    fn key(&self) -> u64 {
        hash::of_words(self.words())
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.write_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        Self::read_bytes(bytes)
    }

    fn drawing(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw(&mut text);
        text
    }
}

impl Position {
    /// Everything that equality looks at, as words.
    fn words(&self) -> impl Iterator<Item = u64> {
        let state = &self.state;
        let pack = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| (word << 8) | u64::from(byte));
        let settings = &self.settings;
        let head = [
            settings.players,
            settings.max_rolls,
            settings.pro.into(),
            state.phase as u8,
            state.seat.index() as u8,
        ];
        let turn = [state.bonus_left, state.rerolls_left, state.to_roll, state.covered.bits(), state.visited];
        let mut words = vec![
            pack(&head),
            pack(&turn),
            pack(&state.figures.map(Pile::number)),
            pack(&state.down),
            pack(&state.open.map(|card| card.map_or(0, Card::number))),
            u64::from(state.dice.bits()),
            state.removed.bits(),
            state.fresh.bits(),
        ];
        words.extend(state.sums.iter().map(|dice| u64::from(dice.bits())));
        for seat in self.seats() {
            let hand = self.hand(seat);
            words.extend([hand.open.bits(), hand.covered.bits(), pack(&[hand.pairs, hand.bonus])]);
        }
        words.extend(state.set_of.chunks(8).map(pack));
        if settings.piles.is_some() {
            let order = Pile::ALL.iter().filter_map(|&pile| self.order(pile));
            words.extend(order.flat_map(|cards| cards.iter().map(|card| u64::from(card.number()))));
        }
        if !settings.deck.is_standard() {
            let card = |card: &PointCard| {
                [u64::from(card.id), pack(&[card.kind as u8, card.face.pips()]), card.value as u64]
            };
            words.extend(settings.deck.cards().iter().flat_map(card));
        }
        words.into_iter()
    }

    fn draw(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.headline())?;
        writeln!(text, "pile  open card            wants  face down  dice    figures")?;
        for pile in Pile::ALL {
            let card = self.open_card(pile).map(|card| (card, self.deck().get(card)));
            let named = card
                .map_or("none".to_owned(), |(card, data)| format!("{card} {} {:+}", data.kind, data.value));
            let wants = card.map_or("-".to_owned(), |(_, data)| data.face.to_string());
            let figures: Vec<String> = self
                .seats()
                .filter(|&seat| self.figure_of(seat) == Some(pile))
                .map(|seat| seat.to_string())
                .collect();
            let line = format!(
                "{pile:<4}  {named:<19}  {wants:<5}  {:<9}  {:<6}  {}",
                self.face_down(pile),
                self.dice_on(pile).to_string(),
                figures.join(" ")
            );
            writeln!(text, "{}", line.trim_end())?;
        }
        for seat in self.seats() {
            let hand = self.hand(seat);
            let open: Vec<String> =
                hand.open.iter().map(|card| format!("{card} {}", self.deck().get(card).kind)).collect();
            let open = if open.is_empty() { "no open card".to_owned() } else { open.join(", ") };
            writeln!(text, "seat {seat}: {open}; {} pairs, {} bonus cards", hand.pairs, hand.bonus)?;
        }
        write!(text, "bonus pile: {}", self.bonus_left())
    }

    fn headline(&self) -> String {
        let seat = self.mover();
        match self.phase() {
            Phase::Start => format!("seat {seat} puts its figure down"),
            Phase::Reveal => "a card is turned up".to_owned(),
            Phase::Roll => format!("seat {seat} rolls {} dice", self.to_roll()),
            Phase::Place => {
                format!("seat {seat} has dice {}, {} rolls left", self.unplaced(), self.rerolls_left())
            }
            Phase::Visit => format!("seat {seat} visits"),
            Phase::Combine => format!("seat {seat} combines"),
            Phase::Over => {
                let points: Vec<String> =
                    self.seats().map(|seat| self.points(seat).total().to_string()).collect();
                format!("over: {} points", points.join(" : "))
            }
        }
    }
}

impl From<Sight> for StepOf<Move, Event> {
    fn from(sight: Sight) -> Self {
        sight.0
    }
}

impl From<StepOf<Move, Event>> for Sight {
    fn from(step: StepOf<Move, Event>) -> Self {
        Self(step)
    }
}
