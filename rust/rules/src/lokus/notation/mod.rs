//! The text forms.
//!
//! ```text
//! card     = colour number                        r7  s12
//! colour    = "r" | "y" | "g" | "b" | "o" | "s"   red yellow green blue orange grey (silver; g is green)
//! number   = 1 to 12
//! cards    = { card }                            r1y7s12
//! seat     = 0 to 5          row = "0" | "1"
//!
//! attempt  = seat ":" colour number               2:r7    choose a card (L6)
//!          | seat ">" number                     2>1     choose a row (L18)
//!          | seat ">-"                           2>-     decline, never legal (L8)
//! move     = an attempt that a position lists
//! event    = seat "=" cards                      0=r1…   a hand is dealt (L4)
//!          | ">" row "=" card                    >0=r5   a card is turned up at a toilet (L4)
//!          | seat "x=" card                      2x=r9   the second roll of a miss (L9)
//! sight    = seat "=" ( cards | "?" )            0=?     somebody else's hand is dealt
//!          | ">" row "=" card
//!          | seat ":" card                       2:r7    the own choice
//!          | "!" cards                           !r1y7b4 all cards are revealed, by seat
//!          | seat ">" row
//!          | seat "x=?"                          2x=?    a second roll is drawn
//!
//! position = "lokus/" rules-version { " " field }
//! field    = "view=" seat                        only in a view: whose
//!          | "players=" 2 to 6
//!          | "starters=" ( "on" | "off" )        (L4)
//!          | "deals=" count
//!          | "table=" ( "linear" | "progressive" | points { "," points } )   (L14)
//!          | "deal=" count                       the deal in progress, from 0
//!          | "carried=" points { "," points }    minus points of the deals before it, by seat
//!          | "hands=" by-seat                    "?": hidden; fewer than the players while hands are dealt
//!          | "toilets=" cards                    the cards turned up at the toilets (L4)
//!          | "rounds=" round { ";" round }
//!          | "chosen=" by-seat                   chosen in secret, not revealed
//!          | "asks=" seat                        who is asked first in this round (L17)
//! by-seat  = ( cards | "-" | "?" ) { "/" ( cards | "-" | "?" ) }
//! round    = cards { placed }                    the revealed cards by seat, then the lowest and the highest
//! placed   = ">" row                             it went to that row
//!          | "x" [ card | "?" ]                  a miss; the second roll if it is a card; "?": hidden
//! ```
//!
//! An empty value is written `-`. The writer writes all fields but `view` in this order, single spaces, hands in the order of L2.
//! The reader takes fields in any order and any case of colours, colour names (`grey7`), spaces or commas between cards in a [`Row`], and
//! lets every field but `players` be missing: it then stands for its default (three deals, starters, the linear
//! table) or for nothing. A position and a view that are read are checked as [`Setup`] is.

mod reader;
mod setup;

use std::fmt;
use std::str::FromStr;

use reader::{Reader, whole};

use super::{Attempt, Card, CardSet, Event, Move, Row, Sight};
use crate::common::{MAX_SEATS, ParseError};

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour().letter(), self.number())
    }
}

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        whole(text, Reader::card)
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
        whole(text, |reader| {
            let mut cards = Vec::new();
            while !reader.rest().is_empty() {
                cards.push(reader.card()?);
                reader.run(|c| c == ' ' || c == ',');
            }
            Ok(Self::new(&cards)?)
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choose { seat, card } => write!(f, "{seat}:{card}"),
            Self::Row { seat, row } => write!(f, "{seat}>{row}"),
        }
    }
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choose { seat, colour, number } => write!(f, "{seat}:{}{number}", colour.letter()),
            Self::Row { seat, row } => write!(f, "{seat}>{row}"),
            Self::Decline { seat } => write!(f, "{seat}>-"),
        }
    }
}

impl FromStr for Attempt {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        whole(text, |reader| {
            let seat = reader.number("a seat")?;
            if reader.eat(":") {
                let (colour, number) = reader.colour_and_number()?;
                return Ok(Self::Choose { seat, colour, number });
            }
            reader.need(">", "\":\" or \">\"")?;
            if reader.eat("-") {
                return Ok(Self::Decline { seat });
            }
            Ok(Self::Row { seat, row: reader.number("a row")? })
        })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand { seat, cards } => write!(f, "{seat}={cards}"),
            Self::Starter { row, card } => write!(f, ">{row}={card}"),
            Self::Draw { seat, card } => write!(f, "{seat}x={card}"),
        }
    }
}

impl FromStr for Event {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        whole(text, |reader| {
            if reader.eat(">") {
                let row = reader.row()?;
                reader.need("=", "\"=\"")?;
                return Ok(Self::Starter { row, card: reader.card()? });
            }
            let seat = reader.seat()?;
            if reader.eat("x=") || reader.eat("X=") {
                return Ok(Self::Draw { seat, card: reader.card()? });
            }
            reader.need("=", "\"=\" or \"x=\"")?;
            Ok(Self::Hand { seat, cards: reader.hand()? })
        })
    }
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand { seat, cards: Some(cards) } => write!(f, "{seat}={cards}"),
            Self::Hand { seat, cards: None } => write!(f, "{seat}=?"),
            Self::Starter { row, card } => write!(f, ">{row}={card}"),
            Self::Choice { seat, card } => write!(f, "{seat}:{card}"),
            Self::Reveal { cards } => {
                f.write_str("!")?;
                cards.iter().flatten().try_for_each(|card| card.fmt(f))
            }
            Self::Row { seat, row } => write!(f, "{seat}>{row}"),
            Self::Draw { seat } => write!(f, "{seat}x=?"),
        }
    }
}

impl FromStr for Sight {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        whole(text, |reader| {
            if reader.eat("!") {
                let start = *reader;
                let mut cards = [None; MAX_SEATS];
                let said = reader.some_cards()?;
                if said.len() > MAX_SEATS {
                    return Err(start.expected("at most six cards"));
                }
                for (place, card) in cards.iter_mut().zip(said) {
                    *place = Some(card);
                }
                return Ok(Self::Reveal { cards });
            }
            if reader.eat(">") {
                let row = reader.row()?;
                reader.need("=", "\"=\"")?;
                return Ok(Self::Starter { row, card: reader.card()? });
            }
            let seat = reader.seat()?;
            if reader.eat(":") {
                return Ok(Self::Choice { seat, card: reader.card()? });
            }
            if reader.eat(">") {
                return Ok(Self::Row { seat, row: reader.row()? });
            }
            if reader.eat("x=?") || reader.eat("X=?") {
                return Ok(Self::Draw { seat });
            }
            reader.need("=", "\"=\", \":\", \">\" or \"x=?\"")?;
            let cards = if reader.eat("?") { None } else { Some(reader.hand()?) };
            Ok(Self::Hand { seat, cards })
        })
    }
}
