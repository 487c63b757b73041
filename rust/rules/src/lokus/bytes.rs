//! The compact byte form of a position.
//!
//! ```text
//! "LOK" 1              the game and the version of this form
//! u16                  the version of the rules; all numbers have their lowest byte first
//! u8 u8 u32            players, starters (0 or 1), deals
//! u8 [23 × i64]        table: 0 linear, 1 progressive, 2 followed by its entries
//! u32                  the deal in progress
//! players × i128       minus points of the deals before it
//! u8 { u8 cards }      number of hands dealt; of each the number of cards and their ranks, ascending
//! u8 cards             cards turned up at the toilets
//! u8 { round }         rounds revealed: the ranks by seat, u8 placements, of each
//!                      u8: the row (0, 1), 2 a miss without a card, 3 a miss and the rank drawn
//! players × u8         the rank chosen, 255 for none
//! u8                   who is asked first
//! ```

use super::setup::{PlayedCard, PlayedRound, SecondRoll};
use super::{Card, Options, Position, ROUNDS, RULES_VERSION, ScoringTable, Setup, TABLE_ENTRIES};
use crate::common::{MAX_SEATS, ParseError};

/// The longest byte form, in bytes: six players, a table by the caller, a deal that is all played.
pub(super) const MAX_BYTES: usize = 6 // header
    + 6 + 1 + 8 * TABLE_ENTRIES // options
    + 4 + 16 * MAX_SEATS // deal and scores
    + 1 + MAX_SEATS * (1 + ROUNDS as usize) + 3 // hands and starters
    + 1 + ROUNDS as usize * (MAX_SEATS + 1 + 4) // rounds
    + MAX_SEATS + 1; // choices

const HEADER: [u8; 4] = *b"LOK\x01";
const NO_CARD: u8 = 255;

impl Position {
    /// The byte form of this position.
    pub(super) fn write_bytes(&self) -> Vec<u8> {
        let setup = self.to_setup();
        let Options { players, starters, deals, table } = &setup.options;
        let mut bytes = Vec::with_capacity(MAX_BYTES);
        bytes.extend(HEADER);
        bytes.extend(RULES_VERSION.to_le_bytes());
        bytes.extend([*players, u8::from(*starters)]);
        bytes.extend(deals.to_le_bytes());
        match table.entries() {
            None => bytes.push(u8::from(*table == ScoringTable::PROGRESSIVE)),
            Some(entries) => {
                bytes.push(2);
                bytes.extend(entries.iter().flat_map(|entry| entry.to_le_bytes()));
            }
        }
        bytes.extend((setup.deal as u32).to_le_bytes());
        bytes.extend(setup.carried.iter().flat_map(|score| score.to_le_bytes()));
        bytes.push(setup.hands.len() as u8);
        for hand in setup.hands.iter().flatten() {
            bytes.push(hand.len() as u8);
            bytes.extend(hand.iter().map(|card| card.rank()));
        }
        bytes.push(setup.starters.len() as u8);
        bytes.extend(setup.starters.iter().map(|card| card.rank()));
        bytes.push(setup.rounds.len() as u8);
        for round in &setup.rounds {
            bytes.extend(round.cards.iter().map(|card| card.rank()));
            bytes.push(round.placements.len() as u8);
            for placement in &round.placements {
                match placement {
                    PlayedCard::Row(row) => bytes.push(*row as u8),
                    PlayedCard::Miss(SecondRoll::Card(card)) => bytes.extend([3, card.rank()]),
                    PlayedCard::Miss(_) => bytes.push(2),
                }
            }
        }
        bytes.extend(setup.chosen.iter().map(|card| card.map_or(NO_CARD, Card::rank)));
        bytes.push(setup.asks_first as u8);
        bytes
    }

    /// Reads [`Position::write_bytes`].
    ///
    /// # Errors
    ///
    /// [`ParseError::Syntax`] when the bytes are not in this form, [`ParseError::Invalid`] when they describe no position.
    pub(super) fn read_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut reader = Bytes { all: bytes, offset: 0 };
        if bytes.len() > MAX_BYTES {
            return Err(
                Bytes { all: bytes, offset: MAX_BYTES }.expected("the end: a position has fewer bytes")
            );
        }
        if reader.array()? != HEADER {
            return Err(
                Bytes { all: bytes, offset: 0 }.expected("\"LOK\" and the version 1 of the byte form")
            );
        }
        if u16::from_le_bytes(reader.array()?) != RULES_VERSION {
            return Err(Bytes { all: bytes, offset: HEADER.len() }.expected("version 1 of the rules"));
        }
        let setup = reader.setup()?;
        if reader.offset < bytes.len() {
            return Err(reader.expected("the end"));
        }
        Ok(setup.position()?)
    }
}

/// A place in bytes that are being read.
struct Bytes<'a> {
    all: &'a [u8],
    offset: usize,
}

impl Bytes<'_> {
    fn expected(&self, expected: &'static str) -> ParseError {
        // The byte that was found is the least that a message needs; all of them would be no help to a reader.
        let found = self.all.get(self.offset).map_or("nothing".into(), |byte| format!("byte {byte}"));
        ParseError::Syntax { offset: self.offset, expected, input: found }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ParseError> {
        let found = self.all[self.offset..].first_chunk();
        let found =
            found.ok_or_else(|| Bytes { all: self.all, offset: self.all.len() }.expected("more bytes"))?;
        self.offset += N;
        Ok(*found)
    }

    /// A byte of 0 to `most`.
    fn byte(&mut self, most: u8, expected: &'static str) -> Result<u8, ParseError> {
        let [byte] = self.array()?;
        if byte <= most {
            return Ok(byte);
        }
        self.offset -= 1;
        Err(self.expected(expected))
    }

    fn card(&mut self) -> Result<Card, ParseError> {
        let rank = self.byte(super::CARDS - 1, "the rank of a card, 0 to 71")?;
        Card::from_rank(rank).ok_or_else(|| self.expected("the rank of a card, 0 to 71"))
    }

    fn cards(&mut self, count: u8) -> Result<Vec<Card>, ParseError> {
        (0..count).map(|_| self.card()).collect()
    }

    fn setup(&mut self) -> Result<Setup, ParseError> {
        let players = self.byte(MAX_SEATS as u8, "a number of players")?;
        let starters = self.byte(1, "0 or 1 for starters")? == 1;
        let deals = u32::from_le_bytes(self.array()?);
        let table = match self.byte(2, "a kind of table, 0 to 2")? {
            0 => ScoringTable::LINEAR,
            1 => ScoringTable::PROGRESSIVE,
            _ => {
                let entries = (0..TABLE_ENTRIES).map(|_| self.array().map(i64::from_le_bytes));
                ScoringTable::given(&entries.collect::<Result<Vec<_>, _>>()?)?
            }
        };
        let mut setup = Setup::new(Options { players, starters, deals, table });
        setup.deal = u32::from_le_bytes(self.array()?).into();
        for score in &mut setup.carried {
            *score = i128::from_le_bytes(self.array()?);
        }
        for _ in 0..self.byte(MAX_SEATS as u8, "a number of hands")? {
            let count = self.byte(ROUNDS, "a number of cards in hand")?;
            let hand = self.cards(count)?;
            // One order only, so that a position has one byte form.
            if !hand.is_sorted() {
                return Err(self.expected("a hand before this with ascending ranks"));
            }
            setup.hands.push(Some(hand));
        }
        let count = self.byte(2, "0 to 2 cards at the toilets")?;
        setup.starters = self.cards(count)?;
        for _ in 0..self.byte(ROUNDS, "a number of rounds")? {
            let cards = self.cards(players)?;
            let count = self.byte(2, "0 to 2 placements")?;
            let placements = (0..count).map(|_| {
                Ok::<_, ParseError>(match self.byte(3, "what became of a card, 0 to 3")? {
                    2 => PlayedCard::Miss(SecondRoll::NoCard),
                    3 => PlayedCard::Miss(SecondRoll::Card(self.card()?)),
                    row => PlayedCard::Row(row.into()),
                })
            });
            let placements = placements.collect::<Result<_, _>>()?;
            setup.rounds.push(PlayedRound { cards, placements });
        }
        for _ in 0..players {
            if self.all.get(self.offset) == Some(&NO_CARD) {
                self.offset += 1;
                setup.chosen.push(None);
            } else {
                setup.chosen.push(Some(self.card()?));
            }
        }
        setup.asks_first = self.byte(MAX_SEATS as u8 - 1, "a seat")?.into();
        Ok(setup)
    }
}
