//! The text of a position and of a view: that of the data which describes it.

use std::fmt;
use std::str::FromStr;

use super::super::setup::{PlayedCard, PlayedRound, SecondRoll};
use super::super::{Card, Options, Position, RULES_VERSION, ScoringTable, Setup, View};
use super::reader::Reader;
use crate::common::ParseError;

/// Writes the items with `separator` between them, `-` when there is none.
fn write_list<T>(
    f: &mut fmt::Formatter<'_>,
    separator: &str,
    items: &[T],
    mut write: impl FnMut(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    if items.is_empty() {
        return f.write_str("-");
    }
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        write(f, item)?;
    }
    Ok(())
}

fn write_cards(f: &mut fmt::Formatter<'_>, cards: &[Card]) -> fmt::Result {
    write_list(f, "", cards, |f, card| write!(f, "{card}"))
}

fn write_round(f: &mut fmt::Formatter<'_>, round: &PlayedRound) -> fmt::Result {
    write_cards(f, &round.cards)?;
    round.placements.iter().try_for_each(|placement| match placement {
        PlayedCard::Row(row) => write!(f, ">{row}"),
        PlayedCard::Miss(SecondRoll::NoCard) => f.write_str("x"),
        PlayedCard::Miss(SecondRoll::Card(card)) => write!(f, "x{card}"),
        PlayedCard::Miss(SecondRoll::Hidden) => f.write_str("x?"),
    })
}

/// The text of the position or of the view that the data describes.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { players, starters, deals, table } = &self.options;
        write!(f, "lokus/{RULES_VERSION}")?;
        if let Some(viewer) = self.viewer {
            write!(f, " view={viewer}")?;
        }
        let starters = if *starters { "on" } else { "off" };
        write!(f, " players={players} starters={starters} deals={deals} table={table} deal={}", self.deal)?;
        f.write_str(" carried=")?;
        write_list(f, ",", &self.carried, |f, score| write!(f, "{score}"))?;
        f.write_str(" hands=")?;
        write_list(f, "/", &self.hands, |f, hand| match hand {
            Some(cards) => write_cards(f, cards),
            None => f.write_str("?"),
        })?;
        f.write_str(" toilets=")?;
        write_cards(f, &self.starters)?;
        f.write_str(" rounds=")?;
        write_list(f, ";", &self.rounds, write_round)?;
        f.write_str(" chosen=")?;
        let nobody = self.chosen.iter().all(Option::is_none);
        write_list(f, "/", if nobody { &[] } else { &self.chosen }, |f, chosen| match chosen {
            Some(card) => write!(f, "{card}"),
            None => f.write_str("-"),
        })?;
        write!(f, " asks={}", self.asks_first)
    }
}

impl FromStr for Setup {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        const FIELDS: [&str; 12] = [
            "view=",
            "players=",
            "starters=",
            "deals=",
            "table=",
            "deal=",
            "carried=",
            "hands=",
            "toilets=",
            "rounds=",
            "chosen=",
            "asks=",
        ];
        let mut reader = Reader::new(text)?;
        reader.need("lokus/", "\"lokus/\" and the version of the rules")?;
        let start = reader;
        if reader.number::<u16>("a version of the rules")? != RULES_VERSION {
            return Err(start.expected("version 1 of the rules"));
        }
        let mut setup = Self::new(Options::new(0));
        let mut carried = None;
        let mut read = [false; FIELDS.len()];
        while !reader.rest().is_empty() {
            let start = reader;
            if reader.run(char::is_whitespace).is_empty() {
                return Err(reader.expected("a space or the end"));
            }
            let Some(field) = FIELDS.iter().position(|name| reader.eat(name)) else {
                return Err(reader.expected("the name of a field and \"=\""));
            };
            if std::mem::replace(&mut read[field], true) {
                return Err(start.expected("each field once"));
            }
            match FIELDS[field] {
                "view=" => setup.viewer = Some(reader.number("a seat")?),
                "players=" => setup.options.players = reader.number("a number of players")?,
                "starters=" => {
                    setup.options.starters = reader.eat("on");
                    if !setup.options.starters {
                        reader.need("off", "\"on\" or \"off\"")?;
                    }
                }
                "deals=" => setup.options.deals = reader.number("a number of deals")?,
                "table=" => setup.options.table = table(&mut reader)?,
                "deal=" => setup.deal = reader.number("the number of a deal")?,
                "carried=" => carried = Some(reader.list(",", |reader| reader.number("minus points"))?),
                "hands=" => {
                    setup.hands = reader.list("/", |reader| {
                        let hidden = reader.eat("?");
                        if hidden || reader.eat("-") {
                            return Ok((!hidden).then(Vec::new));
                        }
                        reader.some_cards().map(Some)
                    })?;
                }
                "toilets=" => {
                    let none = reader.eat("-");
                    setup.starters = if none { vec![] } else { reader.some_cards()? };
                }
                "rounds=" => setup.rounds = reader.list(";", read_round)?,
                "chosen=" => {
                    setup.chosen =
                        reader.list(
                            "/",
                            |reader| {
                                if reader.eat("-") { Ok(None) } else { reader.card().map(Some) }
                            },
                        )?;
                }
                _ => setup.asks_first = reader.number("a seat")?,
            }
        }
        if !read[1] {
            return Err(reader.expected("the field \"players=\""));
        }
        setup.carried = carried.unwrap_or_else(|| vec![0; setup.options.players.into()]);
        Ok(setup)
    }
}

fn read_round(reader: &mut Reader<'_>) -> Result<PlayedRound, ParseError> {
    let cards = reader.some_cards()?;
    let mut placements = Vec::new();
    loop {
        if reader.eat(">") {
            placements.push(PlayedCard::Row(reader.number("a row")?));
        } else if reader.eat("x") || reader.eat("X") {
            let roll = match reader.rest().chars().next() {
                Some('?') => {
                    reader.eat("?");
                    SecondRoll::Hidden
                }
                Some(c) if c.is_ascii_alphabetic() && !c.eq_ignore_ascii_case(&'x') => {
                    SecondRoll::Card(reader.card()?)
                }
                _ => SecondRoll::NoCard,
            };
            placements.push(PlayedCard::Miss(roll));
        } else {
            return Ok(PlayedRound { cards, placements });
        }
    }
}

fn table(reader: &mut Reader<'_>) -> Result<ScoringTable, ParseError> {
    if reader.rest().starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Ok(ScoringTable::named(reader.run(|c| c.is_ascii_alphabetic()))?);
    }
    let entries = reader.list(",", |reader| reader.number("minus points from 0 to 2^63 - 1"))?;
    Ok(ScoringTable::given(&entries)?)
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(text.parse::<Setup>()?.position()?)
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl FromStr for View {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(text.parse::<Setup>()?.view()?)
    }
}
