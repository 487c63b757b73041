//! The compact byte form of a position.
//!
//! ```text
//! position = "Q" version options table grid
//! version  = 1                       the rules version; another number is refused
//! options  = players flags starter idle_limit(2)      flags: 1 free pass; starter: 255 none; idle_limit: 0 none
//! table    = to_move idle(2) draw [ holding ] { holding } { score(2) }      draw: 0 none, else the number of tiles and a
//!            holding put aside; a holding and a score for each seat
//! holding  = count { kind } | 128 + count              128: hidden
//! grid     = count [ x(4) y(4) ] { dx dy kind }        in reading order; the corner of the rectangle around all tiles first
//! ```
//!
//! Numbers of several bytes are little-endian. The bag follows from the rest. Reading checks everything, like any data from
//! outside.

use std::fmt::Write;

use super::cell::{Axis, Cell, Laid};
use super::holding::Holding;
use super::options::Options;
use super::position::Position;
use super::setup::{Setup, SetupDraw, SetupHand};
use super::{RULES_VERSION, Tile};
use crate::common::{Faults, ParseError, Seat};

/// The longest form: 7 bytes of head and options, 4 of table, five holdings of six, four scores, 108 tiles of three bytes.
pub(super) const MOST_BYTES: usize = 2 + 5 + 4 + 5 * 7 + 4 * 2 + 1 + 8 + Tile::COUNT * 3;

/// The first byte of every position.
const GAME: u8 = b'Q';
const FREE_PASS: u8 = 1;
const NO_STARTER: u8 = u8::MAX;
const HIDDEN: u8 = 128;

/// The byte form of a position.
pub(super) fn write(position: &Position) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(MOST_BYTES);
    let options = position.options();
    bytes.extend([GAME, RULES_VERSION as u8, options.players, if options.free_pass { FREE_PASS } else { 0 }]);
    bytes.push(options.starter.map_or(NO_STARTER, |seat| seat.index() as u8));
    bytes.extend(options.idle_limit.unwrap_or(0).to_le_bytes());
    bytes.push(position.to_move().index() as u8);
    bytes.extend((position.idle() as u16).to_le_bytes());
    match position.pending() {
        None => bytes.push(0),
        Some(pending) => {
            bytes.push(pending.count as u8);
            write_holding(&mut bytes, pending.aside);
        }
    }
    position.hands().iter().for_each(|&hand| write_holding(&mut bytes, hand));
    position.scores().iter().for_each(|&points| bytes.extend((points as u16).to_le_bytes()));
    bytes.push(position.grid().len() as u8);
    if let Some(bounds) = position.grid().bounds() {
        bytes.extend(bounds.left.to_le_bytes());
        bytes.extend(bounds.top.to_le_bytes());
        for Laid { cell, tile } in position.grid().tiles() {
            let steps = |from: i32, to: i32| to.wrapping_sub(from) as u8;
            bytes.extend([steps(bounds.left, cell.x), steps(bounds.top, cell.y), tile.index() as u8]);
        }
    }
    bytes
}

fn write_holding(bytes: &mut Vec<u8>, holding: Holding) {
    match holding {
        Holding::Known(tiles) => {
            bytes.push(tiles.len() as u8);
            bytes.extend(tiles.iter().map(|tile| tile.index() as u8));
        }
        Holding::Hidden(count) => bytes.push(HIDDEN | count),
    }
}

/// Bytes, and how far they are read.
struct Reader<'bytes> {
    bytes: &'bytes [u8],
    at: usize,
}

impl Reader<'_> {
    fn error<T>(&self, expected: &'static str) -> Result<T, ParseError> {
        let mut shown = String::new();
        for byte in self.bytes.iter().take(60) {
            let _ = write!(shown, "{byte:02x}"); // a string takes everything
        }
        Err(ParseError::Syntax { offset: self.at, expected, input: shown })
    }

    fn array<const N: usize>(&mut self, expected: &'static str) -> Result<[u8; N], ParseError> {
        match self.bytes[self.at..].first_chunk() {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => self.error(expected),
        }
    }

    fn byte(&mut self, expected: &'static str) -> Result<u8, ParseError> {
        self.array(expected).map(|[byte]| byte)
    }

    fn tile(&mut self) -> Result<Tile, ParseError> {
        let kind = self.byte("a kind")?;
        Tile::from_index(kind.into()).map_or_else(|| self.error("a kind, 0 to 35"), Ok)
    }

    fn holding(&mut self) -> Result<SetupHand, ParseError> {
        let count = self.byte("a number of tiles")?;
        if count & HIDDEN != 0 {
            return Ok(SetupHand::Hidden(i64::from(count & !HIDDEN)));
        }
        (0..count).map(|_| self.tile()).collect::<Result<_, _>>().map(SetupHand::Known)
    }

    fn setup(&mut self) -> Result<Setup, ParseError> {
        if self.byte("the game")? != GAME {
            return self.error("81 for Qwirkle");
        }
        if u16::from(self.byte("the rules version")?) != RULES_VERSION {
            return self.error("rules version 1");
        }
        let [players, flags, starter] = self.array("options")?;
        if flags & !FREE_PASS != 0 {
            return self.error("known flags");
        }
        let idle_limit = u16::from_le_bytes(self.array("the idle limit")?);
        let starter = match starter {
            NO_STARTER => None,
            number => Some(Seat::try_new(number.into()).map_or_else(|| self.error("a starter"), Ok)?),
        };
        let options = Options {
            players,
            starter,
            free_pass: flags & FREE_PASS != 0,
            idle_limit: (idle_limit > 0).then_some(idle_limit),
        };
        let to_move = self.byte("the seat to act")?.into();
        let idle = u16::from_le_bytes(self.array("the idle turns")?).into();
        let draw = match self.byte("the pending draw")? {
            0 => None,
            count => Some(SetupDraw { count: count.into(), aside: self.holding()? }),
        };
        // More seats than any game has are a fault of the options; don't read that many.
        let seats = players.min(8);
        let hands: Vec<SetupHand> = (0..seats).map(|_| self.holding()).collect::<Result<_, _>>()?;
        let scores = (0..seats)
            .map(|_| self.array("a score").map(|bytes| u16::from_le_bytes(bytes).into()))
            .collect::<Result<_, _>>()?;
        let tiles = self.grid()?;
        let elsewhere = hands.iter().chain(draw.as_ref().map(|draw| &draw.aside));
        let out = tiles.len() as i64 + elsewhere.map(SetupHand::count).sum::<i64>();
        let bag = (Tile::COUNT as i64 - out).max(0);
        Ok(Setup { options, tiles, hands, bag, scores, to_move, idle, draw })
    }

    fn grid(&mut self) -> Result<Vec<Laid>, ParseError> {
        let count = self.byte("the number of tiles on the grid")?;
        if count == 0 {
            return Ok(Vec::new());
        }
        let [x, y] = [(); 2].map(|()| self.array("the corner of the grid").map(i32::from_le_bytes));
        let corner = Cell::new(x?, y?);
        (0..count)
            .map(|_| {
                let [dx, dy] = self.array("a tile on the grid")?;
                let cell =
                    corner.step(Axis::Across, dx.into()).and_then(|cell| cell.step(Axis::Down, dy.into()));
                let Some(cell) = cell else { return self.error("a cell within 32 bits") };
                Ok(Laid { cell, tile: self.tile()? })
            })
            .collect()
    }
}

/// Reads [`write`].
pub(super) fn read(bytes: &[u8]) -> Result<Position, ParseError> {
    let mut reader = Reader { bytes, at: 0 };
    if bytes.len() > MOST_BYTES {
        return reader.error("fewer bytes");
    }
    let setup = reader.setup()?;
    if reader.at < bytes.len() {
        return reader.error("the end");
    }
    let position = Position::from_setup(&setup)?;
    if write(&position) != bytes {
        // One position has one byte form, so that bytes can be compared and hashed.
        let mut faults = Faults::default();
        faults.add(
            "",
            "Q21",
            "not_canonical",
            "tiles are not in order, or the corner is not the corner".into(),
        );
        return Err(faults.into());
    }
    Ok(position)
}
