//! The text forms
use std::fmt;
use std::str::FromStr;

use super::{Card, CardSet, Color, Row};
use crate::common::ParseError;

/// A place in a text that is being read.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, offset: 0 }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    pub(super) fn expected(&self, what: &'static str) -> ParseError {
        ParseError::syntax(self.text, self.offset, what)
    }

    pub(super) fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        self.offset = self.text.len() - self.rest().trim_start_matches(skipped).len();
    }

    /// The longest run of such characters, perhaps empty.
    pub(super) fn run(&mut self, accepted: impl Fn(char) -> bool) -> &'a str {
        let start = self.offset;
        self.skip(accepted);
        &self.text[start..self.offset]
    }

    pub(super) fn card(&mut self) -> Result<Card, ParseError> {
        let start = self.clone();
        let (color, number) = self.color_and_number()?;
        u8::try_from(number)
            .ok()
            .and_then(|number| Card::new(color, number))
            .ok_or_else(|| start.expected("a number from 1 to 12"))
    }

    pub(super) fn color_and_number(&mut self) -> Result<(Color, u32), ParseError> {
        let start = self.clone();
        let name = self.run(|c| c.is_ascii_alphabetic());
        let color = Color::from_name(name).ok_or_else(|| start.expected("a colour: r, y, g, b, o or s"))?;
        self.skip(|c| c == ' ');
        let digits = self.run(|c| c.is_ascii_digit());
        let number = digits.parse().map_err(|_| self.expected("a number"))?;
        Ok((color, number))
    }

    pub(super) fn end(&self) -> Result<(), ParseError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected("the end")) }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color().letter(), self.number())
    }
}

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text.trim());
        let card = reader.card()?;
        reader.end().map(|()| card)
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| card.fmt(f))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| card.fmt(f))
    }
}

impl FromStr for Row {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text.trim());
        let mut cards = Vec::new();
        while !reader.rest().is_empty() {
            cards.push(reader.card()?);
            reader.skip(|c| c == ' ' || c == ',');
        }
        Ok(Self::new(&cards)?)
    }
}
