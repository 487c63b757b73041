//! Reading a text from left to right.

use std::str::FromStr;

use super::super::{Card, CardSet, Colour, MAX_TEXT, RowIndex};
use crate::common::{ParseError, Seat};

/// A place in a text that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, ParseError> {
        let reader = Self { text: text.trim(), offset: 0 };
        if reader.text.len() > MAX_TEXT {
            return Err(ParseError::syntax(reader.text, MAX_TEXT, "the end: the text is too long"));
        }
        Ok(reader)
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    pub(super) fn expected(&self, what: &'static str) -> ParseError {
        ParseError::syntax(self.text, self.offset, what)
    }

    /// The longest run of such characters, perhaps empty.
    pub(super) fn run(&mut self, accepted: impl Fn(char) -> bool) -> &'a str {
        let start = self.offset;
        self.offset = self.text.len() - self.rest().trim_start_matches(accepted).len();
        &self.text[start..self.offset]
    }

    /// Whether `token` comes next; if so, it is passed.
    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.offset += if found { token.len() } else { 0 };
        found
    }

    pub(super) fn need(&mut self, token: &str, what: &'static str) -> Result<(), ParseError> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(what)) }
    }

    pub(super) fn end(&self) -> Result<(), ParseError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected("the end")) }
    }

    pub(super) fn number<N: FromStr>(&mut self, what: &'static str) -> Result<N, ParseError> {
        let start = *self;
        self.eat("-");
        self.run(|c| c.is_ascii_digit());
        self.text[start.offset..self.offset].parse().map_err(|_| start.expected(what))
    }

    pub(super) fn seat(&mut self) -> Result<Seat, ParseError> {
        let start = *self;
        Seat::try_new(self.number("a seat")?).ok_or_else(|| start.expected("a seat from 0 to 5"))
    }

    pub(super) fn row(&mut self) -> Result<RowIndex, ParseError> {
        let start = *self;
        RowIndex::try_new(self.number("a row")?).ok_or_else(|| start.expected("row 0 or 1"))
    }

    pub(super) fn colour_and_number(&mut self) -> Result<(Colour, u32), ParseError> {
        let start = *self;
        let name = self.run(|c| c.is_ascii_alphabetic());
        let colour = Colour::from_name(name).ok_or_else(|| start.expected("a colour: r, y, g, b, o or s"))?;
        self.run(|c| c == ' ');
        let digits = *self;
        let number = self.run(|c| c.is_ascii_digit()).parse();
        number.map(|number| (colour, number)).map_err(|_| digits.expected("a number"))
    }

    pub(super) fn card(&mut self) -> Result<Card, ParseError> {
        let start = *self;
        let (colour, number) = self.colour_and_number()?;
        let card = u8::try_from(number).ok().and_then(|number| Card::new(colour, number));
        card.ok_or_else(|| start.expected("a number from 1 to 12"))
    }

    /// Cards up to something that can't begin one.
    pub(super) fn cards(&mut self) -> Result<Vec<Card>, ParseError> {
        let mut cards = Vec::new();
        while self.rest().starts_with(|c: char| c.is_ascii_alphabetic() && !c.eq_ignore_ascii_case(&'x')) {
            cards.push(self.card()?);
        }
        Ok(cards)
    }

    pub(super) fn some_cards(&mut self) -> Result<Vec<Card>, ParseError> {
        let start = *self;
        let cards = self.cards()?;
        if cards.is_empty() { Err(start.expected("cards")) } else { Ok(cards) }
    }

    /// A hand: the order means nothing, but no card can be in it twice.
    pub(super) fn hand(&mut self) -> Result<CardSet, ParseError> {
        let start = *self;
        let cards = self.some_cards()?;
        let set: CardSet = cards.iter().copied().collect();
        if usize::from(set.len()) == cards.len() { Ok(set) } else { Err(start.expected("each card once")) }
    }

    /// One or more values with `separator` between them; none for `-` alone.
    pub(super) fn list<T>(
        &mut self,
        separator: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut items = Vec::new();
        let mut rest = *self;
        if rest.eat("-") && rest.rest().chars().next().is_none_or(char::is_whitespace) {
            *self = rest;
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.eat(separator) {
                return Ok(items);
            }
        }
    }
}

/// Reads a whole text.
pub(super) fn whole<'a, T>(
    text: &'a str,
    read: impl FnOnce(&mut Reader<'a>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let mut reader = Reader::new(text)?;
    let value = read(&mut reader)?;
    reader.end().map(|()| value)
}
