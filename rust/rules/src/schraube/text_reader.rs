//! Reads the [text forms](super::notation).

use std::str::FromStr;
use std::sync::Arc;

use crate::common::{Faults, ParseError, Seat, StepOf};

use super::card::{Card, CardSet, Kind, PointCard};
use super::deck::Deck;
use super::dice::{DICE, Dice, Face};
use super::event::Event;
use super::game::RULES_VERSION;
use super::moves::Move;
use super::notation::MAX_TEXT;
use super::options::PILE_CARDS;
use super::position::{BONUS_CARDS, Phase};
use super::ring::{PILES, Pile};
use super::setup::{HandSetup, PileSetup, Setup};

/// A place in a text that is being read.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, ParseError> {
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
    pub(super) fn step(&mut self) -> Result<StepOf<Move, Event>, ParseError> {
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
            (order.len() as i64, Some(order))
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
    pub(super) fn position(&mut self) -> Result<(Setup, Option<Seat>), ParseError> {
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
        if let Ok(players @ 0..=4) = usize::try_from(setup.players) {
            let is_said = |field: &str| seen.iter().any(|name| name == field);
            if !is_said("figures") {
                setup.figures = vec![None; players];
            }
            if !is_said("hands") {
                setup.hands = vec![HandSetup::default(); players];
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
        piles: vec![PileSetup { down: PILE_CARDS as i64, ..PileSetup::default() }; PILES],
        hands: Vec::new(),
        removed: Vec::new(),
        bonus_left: BONUS_CARDS.into(),
        rerolls_left: 0,
        to_roll: 0,
        unplaced: Vec::new(),
        fresh: Vec::new(),
        visited: Vec::new(),
    }
}
