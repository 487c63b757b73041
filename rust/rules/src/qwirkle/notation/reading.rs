//! Reading: tolerant, as the [grammar](super) says.

use std::str::FromStr;

use super::{HEAD, LONGEST_TEXT};
use crate::common::{ParseError, Seat};
use crate::qwirkle::{
    Attempt, Axis, Cell, Colour, Draw, Grid, Holding, Laid, Move, Options, Placement, Position, Setup,
    SetupDraw, SetupHand, Shape, Sight, Tile, TileSet, View,
};

/// How far a text is read.
struct Reader<'text> {
    text: &'text str,
    at: usize,
}

type Read<T> = Result<T, ParseError>;

impl<'text> Reader<'text> {
    fn new(text: &'text str) -> Read<Self> {
        if text.len() > LONGEST_TEXT {
            return Err(ParseError::syntax(
                text,
                LONGEST_TEXT,
                "the end; no text is longer than 20,000 bytes",
            ));
        }
        let mut reader = Self { text, at: 0 };
        reader.blanks();
        Ok(reader)
    }

    fn error<T>(&self, expected: &'static str) -> Read<T> {
        Err(ParseError::syntax(self.text, self.at, expected))
    }

    /// The next character in lower case; NUL at the end.
    fn peek(&self) -> char {
        self.rest().chars().next().map_or('\0', |c| c.to_ascii_lowercase())
    }

    fn rest(&self) -> &'text str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    /// Steps over `expected`, in any case, if it comes next.
    fn take(&mut self, expected: &str) -> bool {
        let next = self.rest().as_bytes().get(..expected.len());
        let found = next.is_some_and(|next| next.eq_ignore_ascii_case(expected.as_bytes()));
        if found {
            self.at += expected.len();
        }
        found
    }

    fn blanks(&mut self) -> bool {
        let before = self.at;
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.at > before
    }

    /// The end of the text.
    fn end(&mut self) -> Read<()> {
        self.blanks();
        if self.at == self.text.len() { Ok(()) } else { self.error("the end") }
    }

    /// `word` and a colon or blank.
    fn label(&mut self, word: &str) -> bool {
        let before = self.at;
        if self.take(word) && (self.take(":") | self.blanks()) {
            self.blanks();
            return true;
        }
        self.at = before;
        false
    }

    fn integer(&mut self, expected: &'static str) -> Read<i32> {
        let digits = self.rest().bytes().enumerate().skip_while(|&(i, b)| i == 0 && (b == b'-' || b == b'+'));
        let length = digits.take_while(|(_, b)| b.is_ascii_digit()).last().map_or(0, |(i, _)| i + 1);
        match self.rest()[..length].parse() {
            Ok(number) => {
                self.at += length;
                Ok(number)
            }
            Err(_) => self.error(expected),
        }
    }

    fn number(&mut self, expected: &'static str) -> Read<u32> {
        if !self.peek().is_ascii_digit() {
            return self.error(expected);
        }
        self.integer(expected).map(i32::cast_unsigned)
    }

    fn whole(&mut self, expected: &'static str) -> Read<i64> {
        self.number(expected).map(i64::from)
    }

    fn seat(&mut self) -> Read<Seat> {
        let before = self.at;
        let number = self.number("a seat")?;
        Seat::try_new(number.into()).ok_or_else(|| ParseError::syntax(self.text, before, "a seat, 0 to 3"))
    }

    fn cell(&mut self) -> Read<Cell> {
        let x = self.integer("a column, within 32 bits")?;
        if !self.take(",") {
            return self.error("\",\" between column and row");
        }
        self.blanks();
        Ok(Cell::new(x, self.integer("a row, within 32 bits")?))
    }

    /// A tile, if one comes next.
    fn try_tile(&mut self) -> Option<Tile> {
        let mut chars = self.rest().chars().map(|c| c.to_ascii_lowercase());
        let (a, b) = (chars.next()?, chars.next()?);
        let colour = |c| Colour::ALL.into_iter().find(|colour| colour.letter() == c);
        let shape = |c| Shape::ALL.into_iter().find(|shape| shape.letter() == if c == 'o' { '0' } else { c });
        let pair = colour(a).zip(shape(b)).or_else(|| colour(b).zip(shape(a)));
        let (colour, shape) = pair?;
        self.at += 2;
        Some(Tile::new(shape, colour))
    }

    fn tile(&mut self) -> Read<Tile> {
        self.try_tile().map_or_else(|| self.error("a tile such as r0"), Ok)
    }

    /// Tiles in any order, or `-`. `loose`: blanks and commas may stand between them.
    fn tiles(&mut self, loose: bool) -> Read<Vec<Tile>> {
        if self.take("-") {
            return Ok(Vec::new());
        }
        let mut tiles = vec![self.tile()?];
        loop {
            let before = self.at;
            while loose && (self.take(",") || self.blanks()) {}
            let Some(tile) = self.try_tile() else {
                self.at = before;
                return Ok(tiles);
            };
            tiles.push(tile);
        }
    }

    fn hand(&mut self) -> Read<SetupHand> {
        if self.take("?") {
            return self.whole("the number of hidden tiles").map(SetupHand::Hidden);
        }
        self.tiles(false).map(SetupHand::Known)
    }

    /// `item { "/" item }`.
    fn by_seat<T>(&mut self, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take("/") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn holding(&mut self) -> Read<Holding> {
        let before = self.at;
        if self.take("?") {
            return match self.number("the number of hidden tiles")? {
                count @ 0..=108 => Ok(Holding::Hidden(count as u8)),
                _ => Err(ParseError::syntax(self.text, before, "at most 108 hidden tiles")),
            };
        }
        self.tile_set().map(Holding::Known)
    }

    fn tile_set(&mut self) -> Read<TileSet> {
        let before = self.at;
        TileSet::try_from_tiles(self.tiles(true)?)
            .ok_or_else(|| ParseError::syntax(self.text, before, "at most three tiles of a kind"))
    }

    /// What stands after the first cell of a placement.
    fn line(&mut self, first: Cell) -> Read<Vec<Laid>> {
        let axis = match self.peek() {
            '>' => Axis::Across,
            'v' => Axis::Down,
            _ => return self.error("\">\" for across or \"v\" for down"),
        };
        self.skip();
        let (mut laid, mut steps) = (Vec::new(), 0);
        loop {
            let before = self.at;
            let tile = if self.take("-") { None } else { self.try_tile() };
            if self.at == before {
                break;
            }
            if let Some(tile) = tile {
                let Some(cell) = first.step(axis, steps) else { return self.error("a cell within 32 bits") };
                laid.push(Laid { cell, tile });
            }
            steps += 1;
        }
        if laid.is_empty() { self.error("a tile such as r0") } else { Ok(laid) }
    }

    /// `tile "@" cell { "+" tile "@" cell }`, possibly none.
    fn loose_tiles(&mut self) -> Read<Vec<Laid>> {
        let mut laid = Vec::new();
        while let Some(tile) = self.try_tile() {
            if !self.take("@") {
                return self.error("\"@\" before the cell");
            }
            let cell = self.cell()?;
            laid.push(Laid { cell, tile });
            while self.take("+") || self.blanks() {}
        }
        Ok(laid)
    }

    fn attempt(&mut self) -> Read<Attempt> {
        if self.take("skip") || self.take("pass") {
            return Ok(Attempt::Skip);
        }
        if self.label("trade") {
            return self.tiles(true).map(Attempt::Trade);
        }
        if self.label("lay") || self.peek().is_ascii_alphabetic() {
            return self.loose_tiles().map(Attempt::Place);
        }
        let first = self.cell()?;
        self.line(first).map(Attempt::Place)
    }

    fn draw(&mut self) -> Read<Draw> {
        if !self.label("draw") {
            return self.error("\"draw:\"");
        }
        self.holding().map(Draw)
    }

    fn grid(&mut self) -> Read<Vec<Laid>> {
        let mut tiles = Vec::new();
        if self.rest().starts_with('-') && !self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.skip();
            return Ok(tiles);
        }
        let corner = self.cell()?;
        if !self.take(":") {
            return self.error("\":\" after the corner of the grid");
        }
        let mut row = 0;
        loop {
            let mut column: i32 = 0;
            loop {
                if self.take(".") {
                    let empty =
                        if self.peek().is_ascii_digit() { self.integer("a number of cells")? } else { 1 };
                    column = column.saturating_add(empty);
                } else if let Some(tile) = if self.peek().is_ascii_digit() { None } else { self.try_tile() } {
                    let cell = corner.step(Axis::Across, column).and_then(|cell| cell.step(Axis::Down, row));
                    let Some(cell) = cell else { return self.error("a cell within 32 bits") };
                    tiles.push(Laid { cell, tile });
                    column = column.saturating_add(1);
                } else {
                    break;
                }
            }
            if !self.take("/") {
                return Ok(tiles);
            }
            row += 1;
        }
    }

    fn options(&mut self) -> Read<Options> {
        // The number of players follows from the hands.
        let mut options = Options::new(0);
        if self.take("-") {
            return Ok(options);
        }
        loop {
            if self.take("starter=") {
                options.starter = Some(self.seat()?);
            } else if self.take("free_pass") {
                options.free_pass = true;
            } else if self.take("idle_limit=") {
                let before = self.at;
                let limit = u16::try_from(self.number("a number of turns")?);
                let limit = limit.map_err(|_| ParseError::syntax(self.text, before, "1 to 1000 turns"))?;
                options.idle_limit = Some(limit);
            } else {
                return self.error("starter=, free_pass or idle_limit=");
            }
            if !self.take(",") {
                return Ok(options);
            }
        }
    }

    /// Whether there is one more field; a blank must stand before it.
    fn field(&mut self) -> Read<bool> {
        if self.blanks() || self.at == self.text.len() {
            return Ok(self.at < self.text.len());
        }
        self.error("a blank")
    }

    fn setup(&mut self) -> Read<Setup> {
        if !self.take(HEAD) {
            return self.error("\"qwirkle/1\"");
        }
        if !self.field()? {
            return self.error("a grid");
        }
        let tiles = self.grid()?;
        if !self.field()? {
            return self.error("hands");
        }
        let hands = self.by_seat(Self::hand)?;
        let players = hands.len();
        let out = hands.iter().map(SetupHand::count).fold(tiles.len() as i64, i64::saturating_add);
        let bag = (Tile::COUNT as i64).saturating_sub(out).max(0);
        let mut setup = Setup { tiles, hands, bag, scores: vec![0; players], draw: None, ..Setup::default() };
        if self.field()? {
            setup.bag = self.whole("the number of tiles in the bag")?;
        }
        if self.field()? {
            setup.scores = self.by_seat(|reader| reader.whole("points"))?;
        }
        if self.field()? {
            setup.to_move = self.whole("the seat to act")?;
            if self.take("+") {
                let count = self.whole("the number of tiles to draw")?;
                let aside = if self.take("~") { self.hand()? } else { SetupHand::Known(Vec::new()) };
                setup.draw = Some(SetupDraw { count, aside });
            }
        }
        if self.field()? {
            setup.idle = self.whole("the number of idle turns")?;
        }
        let options = if self.field()? { self.options()? } else { Options::new(0) };
        self.end()?;
        setup.options = match u8::try_from(players) {
            Ok(players) => Options { players, ..options },
            // More than any options hold.
            Err(_) => {
                Options::read(players as i64, None, false, None).map_err(|faults| faults.inside("options"))?
            }
        };
        Ok(setup)
    }
}

/// Reads a whole text.
fn whole<'text, T>(text: &'text str, read: impl FnOnce(&mut Reader<'text>) -> Read<T>) -> Read<T> {
    let mut reader = Reader::new(text)?;
    let value = read(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// Reading by the [grammar](super).
macro_rules! read_whole {
    ($($noun:ty: $read:expr;)*) => {
        $(impl FromStr for $noun {
            type Err = ParseError;

            /// Reads the text by the grammar of [`notation`](crate::qwirkle::notation).
            ///
            /// # Errors
            ///
            /// [`ParseError::Syntax`] outside the grammar, [`ParseError::Invalid`] when the text describes nothing valid.
            fn from_str(text: &str) -> Read<Self> {
                whole(text, $read)
            }
        })*
    };
}

read_whole! {
    Tile: Reader::tile;
    TileSet: Reader::tile_set;
    Cell: Reader::cell;
    Attempt: Reader::attempt;
    Draw: Reader::draw;
    Grid: |reader| Ok(Grid::new(&reader.grid()?)?);
    Setup: Reader::setup;
    Position: |reader| Ok(Position::from_setup(&reader.setup()?)?);
    View: read_view;
    Sight: read_sight;
}

fn read_view(reader: &mut Reader) -> Read<View> {
    if !reader.take("seat=") {
        return reader.error("\"seat=\"");
    }
    let seat = reader.seat()?;
    reader.blanks();
    let known = Position::from_setup(&reader.setup()?)?;
    Ok(View::from_known(seat, &known)?)
}

fn read_sight(reader: &mut Reader) -> Read<Sight> {
    if reader.label("draw") {
        let draw = Draw(reader.holding()?);
        let starter = if reader.take(",starter=") { Some(reader.seat()?) } else { None };
        return Ok(Sight::Draw { draw, starter });
    }
    if reader.label("trade") {
        return Ok(match reader.holding()? {
            Holding::Known(tiles) => Sight::Move(Move::Trade(tiles)),
            Holding::Hidden(count) => Sight::HiddenTrade(count),
        });
    }
    let before = reader.at;
    match reader.attempt()? {
        Attempt::Skip => Ok(Sight::Move(Move::Skip)),
        Attempt::Place(laid) => Placement::new(&laid)
            .map(|placement| Sight::Move(Move::Place(placement)))
            .ok_or_else(|| ParseError::syntax(reader.text, before, "at most six tiles within six cells")),
        Attempt::Trade(_) => unreachable!("read above"),
    }
}

/// A placement is read as an [`Attempt`]: only then one knows whether it is a placement at all.
impl FromStr for Placement {
    type Err = ParseError;

    fn from_str(text: &str) -> Read<Self> {
        match text.parse()? {
            Attempt::Place(laid) => Self::new(&laid)
                .ok_or_else(|| ParseError::syntax(text, 0, "at most six tiles within six cells")),
            _ => Err(ParseError::syntax(text, 0, "a placement")),
        }
    }
}
