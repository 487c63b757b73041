//! The text forms.
//!
//! ```text
//! card     = 1 to 42           its number in the order of the deck; the id in the deck of the rule book
//! pile     = 0 to 5            clockwise (S4)
//! seat     = 0 to 3            face = 1 to 6
//! dice     = { face } | "-"    122556
//!
//! move     = "start" pile                    start 4
//!          | "place" pile                    place 2
//!          | "sum" pile dice                 sum 3 122
//!          | "reroll"
//!          | "laser" card face face          laser 32 6 4       from the six to a four
//!          | "extra" card                    extra 35
//!          | "stop"
//!          | "swap" seat card card           swap 1 39 4        with seat 1, the own 39 for his 4
//!          | "gift" seat card                gift 1 40
//!          | "end_visit"
//!          | "combine" { card }              combine 11 28
//!          | "end_turn"
//! event    = "roll" dice                     roll 122556
//!          | "reveal" pile card              reveal 0 11
//! sight    = move | event
//!
//! position = "schraube/" rules-version { " " field }
//! field    = "view=" seat                    only in a view: whose
//!          | "players=" 2 to 4
//!          | "rolls=" 1 to 9                 of a turn (S6)
//!          | "pro=" ( "on" | "off" )         (S25)
//!          | "deck=" ( "standard" | row { ";" row } )
//!          | "phase=" ( "start" | "reveal" | "roll" | "place" | "visit" | "combine" | "over" )
//!          | "seat=" seat                    on turn
//!          | "figures=" at { "/" at }        by seat; at = pile | "-"
//!          | "piles=" heap { "/" heap }      by pile
//!          | "bonus=" count                  bonus cards in the middle
//!          | "hands=" hand { "/" hand }      by seat
//!          | "removed=" cards                out of the game
//!          | "rerolls=" count                rolls still allowed after this one (S6)
//!          | "roll=" count                   dice about to be rolled
//!          | "dice=" dice                    rolled and not placed
//!          | "fresh=" cards                  came to the seat on turn in this turn (S19)
//!          | "visited=" seats                in this turn (S16)
//! row      = id "." kind "." value "." face  1.screw.1.1
//! heap     = ( card | "-" ) ":" ( count | "[" cards "]" ) [ ":" dice ]
//!                                            23:6:4             the open card, cards face down (or which, next one first), dice on it
//! hand     = cards { "(" card { "+" card } ")" } [ "*" count ]
//!                                            26,30(7+17)*2      open cards, covered sets, bonus cards
//! cards    = card { "," card } | "-"         seats alike
//! ```
//!
//! The writer writes the fields in this order, `rerolls`, `roll`, `dice`, `fresh` and `visited` only where they say something, and separates by single
//! spaces. The reader takes fields in any order, capital letters, and any blanks or commas between the words of a move or an event; every field but
//! `players` may be missing and then stands for what it is at the start of a game. A position that is read is checked as [`Setup`](super::Setup) is.

use std::fmt;
use std::str::FromStr;

use crate::common::{Faults, ParseError, Seat, StepOf};

use super::card::PointCard;
use super::event::Event;
use super::game::RULES_VERSION;
use super::moves::Move;
use super::position::{Phase, Position};
use super::ring::Pile;
use super::text_reader::Reader;
use super::view::{Sight, View};

/// The longest text that is read, in bytes. A position with a deck of its own needs about 2,000.
pub const MAX_TEXT: usize = 8_192;

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text)?;
        match reader.step()? {
            StepOf::Move(chosen) => Ok(chosen),
            StepOf::Event(_) => Err(ParseError::syntax(text, 0, "a move, not an event")),
        }
    }
}

impl FromStr for Event {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text)?;
        match reader.step()? {
            StepOf::Event(event) => Ok(event),
            StepOf::Move(_) => Err(ParseError::syntax(text, 0, "an event, not a move")),
        }
    }
}

impl FromStr for Sight {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Reader::new(text)?.step().map(Self)
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (setup, viewer) = Reader::new(text)?.position()?;
        if viewer.is_some() {
            return Err(ParseError::syntax(text, 0, "a position, not a view"));
        }
        Ok(setup.position()?)
    }
}

impl FromStr for View {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (setup, viewer) = Reader::new(text)?.position()?;
        let Some(seat) = viewer else { return Err(ParseError::syntax(text, 0, "a view: the field view=")) };
        let position = setup.position()?;
        let mut faults = Faults::default();
        if seat.index() as i64 >= setup.players {
            faults.add("view", "S5", "no_such_seat", format!("seat {seat} of {} players", setup.players));
        }
        if setup.piles.iter().any(|pile| pile.order.is_some()) {
            faults.add(
                "piles",
                "S23",
                "order_in_view",
                "nobody knows the order of the cards face down".into(),
            );
        }
        faults.into_result()?;
        Ok(Self { seat, position })
    }
}

impl Phase {
    /// All seven.
    pub const ALL: [Self; 7] =
        [Self::Start, Self::Reveal, Self::Roll, Self::Place, Self::Visit, Self::Combine, Self::Over];

    /// Its name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Reveal => "reveal",
            Self::Roll => "roll",
            Self::Place => "place",
            Self::Visit => "visit",
            Self::Combine => "combine",
            Self::Over => "over",
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(pile) => write!(f, "start {pile}"),
            Self::Place(pile) => write!(f, "place {pile}"),
            Self::Sum(pile, dice) => write!(f, "sum {pile} {dice}"),
            Self::Reroll => f.write_str("reroll"),
            Self::Laser(card, from, to) => write!(f, "laser {card} {from} {to}"),
            Self::Extra(card) => write!(f, "extra {card}"),
            Self::Stop => f.write_str("stop"),
            Self::Swap(seat, give, take) => write!(f, "swap {seat} {give} {take}"),
            Self::Gift(seat, give) => write!(f, "gift {seat} {give}"),
            Self::EndVisit => f.write_str("end_visit"),
            Self::Combine(cards) => {
                f.write_str("combine")?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))
            }
            Self::EndTurn => f.write_str("end_turn"),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll(dice) => write!(f, "roll {dice}"),
            Self::Reveal(pile, card) => write!(f, "reveal {pile} {card}"),
        }
    }
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            StepOf::Move(chosen) => chosen.fmt(f),
            StepOf::Event(event) => event.fmt(f),
        }
    }
}

/// Writes things with a symbol between them, `-` for none.
fn list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    between: char,
    things: impl IntoIterator<Item = T>,
) -> fmt::Result {
    let mut things = things.into_iter();
    match things.next() {
        None => f.write_str("-"),
        Some(first) => {
            write!(f, "{first}")?;
            things.try_for_each(|thing| write!(f, "{between}{thing}"))
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "schraube/{RULES_VERSION} ")?;
        self.write_fields(f)
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "schraube/{RULES_VERSION} view={} ", self.seat)?;
        self.position.write_fields(f)
    }
}

impl Position {
    fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pro = if self.is_pro() { "on" } else { "off" };
        write!(f, "players={} rolls={} pro={pro} deck=", self.settings.players, self.max_rolls())?;
        self.write_deck(f)?;
        write!(f, " phase={} seat={} figures=", self.phase().name(), self.mover())?;
        let figure = |seat| self.figure_of(seat).map_or_else(|| "-".to_owned(), |pile| pile.to_string());
        list(f, '/', self.seats().map(figure))?;
        for (between, pile) in [" piles=", "/", "/", "/", "/", "/"].into_iter().zip(Pile::ALL) {
            f.write_str(between)?;
            self.write_heap(f, pile)?;
        }
        write!(f, " bonus={} hands=", self.bonus_left())?;
        for seat in self.seats() {
            f.write_str(if seat.index() > 0 { "/" } else { "" })?;
            self.write_hand(f, seat)?;
        }
        f.write_str(" removed=")?;
        list(f, ',', self.removed())?;
        if matches!(self.phase(), Phase::Roll | Phase::Place) {
            write!(f, " rerolls={}", self.rerolls_left())?;
        }
        match self.phase() {
            Phase::Roll => write!(f, " roll={}", self.to_roll())?,
            Phase::Place => write!(f, " dice={}", self.unplaced())?,
            _ => {}
        }
        if !self.fresh().is_empty() {
            f.write_str(" fresh=")?;
            list(f, ',', self.fresh())?;
        }
        if self.state.visited != 0 {
            f.write_str(" visited=")?;
            list(f, ',', self.visited())?;
        }
        Ok(())
    }

    fn write_deck(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.deck().is_standard() {
            return f.write_str("standard");
        }
        let row = |card: &PointCard| format!("{}.{}.{}.{}", card.id, card.kind, card.value, card.face);
        list(f, ';', self.deck().cards().iter().map(row))
    }

    fn write_heap(&self, f: &mut fmt::Formatter<'_>, pile: Pile) -> fmt::Result {
        match self.open_card(pile) {
            Some(card) => write!(f, "{card}:")?,
            None => f.write_str("-:")?,
        }
        match self.order(pile) {
            Some(order) => {
                f.write_str("[")?;
                list(f, ',', order)?;
                f.write_str("]")?;
            }
            None => write!(f, "{}", self.face_down(pile))?,
        }
        let dice = self.dice_on(pile);
        if dice.is_empty() { Ok(()) } else { write!(f, ":{dice}") }
    }

    fn write_hand(&self, f: &mut fmt::Formatter<'_>, seat: Seat) -> fmt::Result {
        list(f, ',', self.hand(seat).open)?;
        for set in self.covered_sets(seat) {
            f.write_str("(")?;
            list(f, '+', set)?;
            f.write_str(")")?;
        }
        match self.hand(seat).bonus {
            0 => Ok(()),
            bonus => write!(f, "*{bonus}"),
        }
    }
}
