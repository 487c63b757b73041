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
//! `players` may be missing and then stands for what it is at the start of a game. A position that is read is checked as [`Setup`] is.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::common::{Faults, ParseError, Seat, StepOf};

use super::card::{Card, CardSet, Kind, PointCard};
use super::deck::Deck;
use super::dice::{DICE, Dice, Face};
use super::event::Event;
use super::game::RULES_VERSION;
use super::moves::Move;
use super::options::PILE_CARDS;
use super::position::{BONUS_CARDS, Phase, Schraube};
use super::ring::{PILES, Pile};
use super::setup::{HandSetup, PileSetup, Setup};
use super::view::{Sight, View};

/// The longest text that is read, in bytes. A position with a deck of its own needs about 2,000.
pub const MAX_TEXT: usize = 8_192;

/// A place in a text that is being read.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Self, ParseError> {
        let reader = Self { text: text.trim(), at: 0 };
        if reader.text.len() > MAX_TEXT {
            return Err(ParseError::syntax(reader.text, MAX_TEXT, "the end: the text is too long"));
        }
        Ok(reader)
    }

    fn expected<T>(&self, what: &'static str) -> Result<T, ParseError> {
        Err(ParseError::syntax(self.text, self.at, what))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    fn done(&self) -> Result<(), ParseError> {
        if self.is_done() { Ok(()) } else { self.expected("the end") }
    }

    fn eat(&mut self, symbol: char) -> bool {
        let found = self.rest().starts_with(symbol);
        self.at += if found { symbol.len_utf8() } else { 0 };
        found
    }

    /// The longest piece from here on that consists of such characters.
    fn take(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|symbol| !accept(symbol)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn word(&mut self) -> String {
        self.take(|symbol| symbol.is_ascii_alphabetic() || symbol == '_').to_ascii_lowercase()
    }

    /// Blanks and commas between the words of a move.
    fn gap(&mut self) {
        self.take(|symbol| symbol.is_whitespace() || symbol == ',');
    }

    fn number<T: FromStr>(&mut self, what: &'static str) -> Result<T, ParseError> {
        let from = self.at;
        let digits = self.take(|symbol| symbol.is_ascii_digit());
        digits.parse().or_else(|_| {
            self.at = from;
            self.expected(what)
        })
    }

    /// A whole number, the value of a card.
    fn integer(&mut self) -> Result<i32, ParseError> {
        let from = self.at;
        self.eat('-');
        self.take(|symbol| symbol.is_ascii_digit());
        self.text[from..self.at].parse().or_else(|_| {
            self.at = from;
            self.expected("a value")
        })
    }

    /// A number that names something.
    fn named<T>(&mut self, what: &'static str, name: impl Fn(u8) -> Option<T>) -> Result<T, ParseError> {
        let from = self.at;
        let number = self.number(what)?;
        name(number).map_or_else(
            || {
                self.at = from;
                self.expected(what)
            },
            Ok,
        )
    }

    fn card(&mut self) -> Result<Card, ParseError> {
        self.named("a card, 1 to 42", Card::numbered)
    }

    fn pile(&mut self) -> Result<Pile, ParseError> {
        self.named("a pile, 0 to 5", Pile::new)
    }

    fn seat(&mut self) -> Result<Seat, ParseError> {
        self.named("a seat", |number| Seat::try_new(number.into()))
    }

    fn face(&mut self) -> Result<Face, ParseError> {
        self.named("a face, 1 to 6", Face::new)
    }

    fn faces(&mut self) -> Result<Vec<Face>, ParseError> {
        if self.eat('-') {
            return Ok(Vec::new());
        }
        let from = self.at;
        let digits = self.take(|symbol| symbol.is_ascii_digit());
        let faces: Option<Vec<Face>> = digits.bytes().map(|digit| Face::new(digit - b'0')).collect();
        match faces {
            Some(faces) if !faces.is_empty() && faces.len() <= usize::from(DICE) => Ok(faces),
            _ => {
                self.at = from;
                self.expected("one to six faces, each 1 to 6, or -")
            }
        }
    }

    fn dice(&mut self) -> Result<Dice, ParseError> {
        Ok(self.faces()?.into_iter().collect())
    }

    /// Things with a symbol between them, or `-` for none.
    fn list<T>(
        &mut self,
        between: char,
        mut one: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        if self.eat('-') {
            return Ok(Vec::new());
        }
        let mut found = vec![one(self)?];
        while self.eat(between) {
            found.push(one(self)?);
        }
        Ok(found)
    }

    /// A move or an event, whichever its first word says.
    fn step(&mut self) -> Result<StepOf<Move, Event>, ParseError> {
        let word = self.word();
        self.gap();
        let step = match word.as_str() {
            "roll" => StepOf::Event(Event::Roll(self.dice()?)),
            "reveal" => {
                let pile = self.pile()?;
                self.gap();
                StepOf::Event(Event::Reveal(pile, self.card()?))
            }
            _ => StepOf::Move(self.chosen(&word)?),
        };
        self.done()?;
        Ok(step)
    }

    fn chosen(&mut self, word: &str) -> Result<Move, ParseError> {
        Ok(match word {
            "start" => Move::Start(self.pile()?),
            "place" => Move::Place(self.pile()?),
            "sum" => {
                let pile = self.pile()?;
                self.gap();
                let mut faces = self.faces()?;
                // Dice may be written apart.
                while !self.is_done() && faces.len() < usize::from(DICE) {
                    self.gap();
                    faces.push(self.face()?);
                }
                Move::Sum(pile, faces.into_iter().collect())
            }
            "reroll" => Move::Reroll,
            "laser" => {
                let card = self.card()?;
                self.gap();
                let from = self.face()?;
                self.gap();
                Move::Laser(card, from, self.face()?)
            }
            "extra" => Move::Extra(self.card()?),
            "stop" => Move::Stop,
            "swap" => {
                let seat = self.seat()?;
                self.gap();
                let give = self.card()?;
                self.gap();
                Move::Swap(seat, give, self.card()?)
            }
            "gift" => {
                let seat = self.seat()?;
                self.gap();
                Move::Gift(seat, self.card()?)
            }
            "end_visit" => Move::EndVisit,
            "combine" => {
                let mut cards = CardSet::NONE;
                while !self.is_done() {
                    cards = cards.with(self.card()?);
                    self.gap();
                }
                Move::Combine(cards)
            }
            "end_turn" => Move::EndTurn,
            _ => {
                self.at = 0;
                return self.expected("a move, such as place 2, or an event, such as roll 122556");
            }
        })
    }

    fn deck(&mut self) -> Result<Arc<Deck>, ParseError> {
        if self.rest().to_ascii_lowercase().starts_with("standard") {
            self.word();
            return Ok(Deck::standard());
        }
        let rows = self.list(';', |reader| {
            let id = reader.number("an id")?;
            let dot = |reader: &mut Self| if reader.eat('.') { Ok(()) } else { reader.expected("a dot") };
            dot(reader)?;
            let name = reader.word();
            let Some(kind) = Kind::from_name(&name) else { return reader.expected("a kind before this") };
            dot(reader)?;
            let value = reader.integer()?;
            dot(reader)?;
            Ok(PointCard { id, kind, value, face: reader.face()? })
        })?;
        let deck = Deck::new(&rows).map_err(|faults| Faults::from(faults).inside("deck"))?;
        Ok(if deck.is_standard() { Deck::standard() } else { Arc::new(deck) })
    }

    fn heap(&mut self) -> Result<PileSetup, ParseError> {
        let open = if self.eat('-') { None } else { Some(self.card()?) };
        if !self.eat(':') {
            return self.expected("a colon and the cards face down");
        }
        let (down, order) = if self.eat('[') {
            let order = self.list(',', Self::card)?;
            if !self.eat(']') {
                return self.expected("a comma and a card, or ]");
            }
            (order.len().min(PILE_CARDS + 1) as u8, Some(order))
        } else {
            (self.number("a count or [")?, None)
        };
        let dice = if self.eat(':') { self.faces()? } else { Vec::new() };
        Ok(PileSetup { open, down, order, dice })
    }

    fn hand(&mut self) -> Result<HandSetup, ParseError> {
        let mut hand = HandSetup { open: self.list(',', Self::card)?, ..HandSetup::default() };
        while self.eat('(') {
            hand.covered.push(self.list('+', Self::card)?);
            if !self.eat(')') {
                return self.expected("a plus and a card, or )");
            }
        }
        if self.eat('*') {
            hand.bonus = self.number("a count of bonus cards")?;
        }
        Ok(hand)
    }

    /// A position's data and, in a view, whose it is.
    fn position(&mut self) -> Result<(Setup, Option<Seat>), ParseError> {
        if self.word() != "schraube" || !self.eat('/') {
            self.at = 0;
            return self.expected("schraube/ and a rules version");
        }
        let from = self.at;
        if self.number::<u16>("a rules version")? != RULES_VERSION {
            self.at = from;
            return self.expected("the rules version 1");
        }
        let mut setup = at_start();
        let mut viewer = None;
        let mut seen: Vec<String> = Vec::new();
        while !self.is_done() {
            if self.take(char::is_whitespace).is_empty() {
                return self.expected("a blank and a field, or the end");
            }
            let name = self.word();
            if seen.contains(&name) {
                return self.expected("a field that has not been given before this");
            }
            if !self.eat('=') {
                return self.expected("= after the name of a field");
            }
            self.field(&name, &mut setup, &mut viewer)?;
            seen.push(name);
        }
        if !seen.iter().any(|name| name == "players") {
            return self.expected("the field players=");
        }
        let players = usize::from(setup.players);
        for (name, fill) in [("figures", true), ("hands", false)] {
            if !seen.iter().any(|other| other == name) && players <= 4 {
                if fill {
                    setup.figures = vec![None; players];
                } else {
                    setup.hands = vec![HandSetup::default(); players];
                }
            }
        }
        Ok((setup, viewer))
    }

    fn field(&mut self, name: &str, setup: &mut Setup, viewer: &mut Option<Seat>) -> Result<(), ParseError> {
        match name {
            "view" => *viewer = Some(self.seat()?),
            "players" => setup.players = self.number("2 to 4")?,
            "rolls" => setup.max_rolls = self.number("1 to 9")?,
            "pro" => {
                setup.pro = match self.word().as_str() {
                    "on" => true,
                    "off" => false,
                    _ => return self.expected("on or off before this"),
                };
            }
            "deck" => setup.deck = self.deck()?,
            "phase" => {
                let word = self.word();
                let named = Phase::ALL.into_iter().find(|phase| phase.name() == word);
                let Some(phase) = named else { return self.expected("the name of a phase before this") };
                setup.phase = phase;
            }
            "seat" => setup.seat = self.seat()?,
            "figures" => {
                let at = |reader: &mut Self| if reader.eat('-') { Ok(None) } else { reader.pile().map(Some) };
                setup.figures = vec![at(self)?];
                while self.eat('/') {
                    setup.figures.push(at(self)?);
                }
            }
            "piles" => {
                setup.piles = vec![self.heap()?];
                while self.eat('/') {
                    setup.piles.push(self.heap()?);
                }
            }
            "bonus" => setup.bonus_left = self.number("a count of bonus cards")?,
            "hands" => {
                setup.hands = vec![self.hand()?];
                while self.eat('/') {
                    setup.hands.push(self.hand()?);
                }
            }
            "removed" => setup.removed = self.list(',', Self::card)?,
            "rerolls" => setup.rerolls_left = self.number("a count of rolls")?,
            "roll" => setup.to_roll = self.number("a count of dice")?,
            "dice" => setup.unplaced = self.faces()?,
            "fresh" => setup.fresh = self.list(',', Self::card)?,
            "visited" => setup.visited = self.list(',', Self::seat)?,
            _ => return self.expected("the name of a field before this"),
        }
        Ok(())
    }
}

/// What every field is before it is given: the start of a game, but for the seats.
fn at_start() -> Setup {
    Setup {
        players: 0,
        max_rolls: 3,
        pro: false,
        deck: Deck::standard(),
        phase: Phase::Start,
        seat: Seat::new(0),
        figures: Vec::new(),
        piles: vec![PileSetup { down: PILE_CARDS as u8, ..PileSetup::default() }; PILES],
        hands: Vec::new(),
        removed: Vec::new(),
        bonus_left: BONUS_CARDS,
        rerolls_left: 0,
        to_roll: 0,
        unplaced: Vec::new(),
        fresh: Vec::new(),
        visited: Vec::new(),
    }
}

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

impl FromStr for Schraube {
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
        if seat.index() >= usize::from(setup.players) {
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

impl fmt::Display for Schraube {
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

impl Schraube {
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
