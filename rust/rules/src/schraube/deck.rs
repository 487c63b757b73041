//! The deck: 42 point cards as data, and everything that may be wrong with such data (S3).

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::common::Faults;

use super::card::{CARDS, Card, CardSet, Kind, PointCard};
use super::dice::Face;

/// Longest deck text that is read, in bytes. A deck of 42 lines needs about 600.
pub const MAX_DECK_BYTES: usize = 16_384;

/// Largest value a card may have, either sign. It keeps every score far inside 64 bits.
pub const MAX_VALUE: i32 = 1_000_000;

/// The columns of a deck text, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// The number that names a card.
    Id,
    /// [`Kind`], by its name.
    Kind,
    /// Points.
    Value,
    /// Pips of the face.
    Face,
}

impl Column {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Id, Self::Kind, Self::Value, Self::Face];

    /// Its name in the header.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Kind => "kind",
            Self::Value => "value",
            Self::Face => "face",
        }
    }
}

/// What is wrong with a deck (S3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeckFaultKind {
    /// The text is longer than [`MAX_DECK_BYTES`]; nothing of it was read.
    TooLong,
    /// The header lacks a column.
    MissingColumn,
    /// The header names a column twice.
    DuplicateColumn,
    /// The header names a column that no deck has.
    UnknownColumn,
    /// A line has more or fewer fields than the header.
    BadRow,
    /// An id is no number from 1 to 4,294,967,295.
    BadId,
    /// Two cards have the same id.
    DuplicateId,
    /// There is no kind of this name.
    UnknownKind,
    /// A value is no integer from −1,000,000 to 1,000,000.
    BadValue,
    /// A face is no number from 1 to 6.
    BadFace,
    /// There are not exactly 42 cards (S1).
    WrongCount,
}

impl DeckFaultKind {
    /// Its stable name.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::TooLong => "too_long",
            Self::MissingColumn => "missing_column",
            Self::DuplicateColumn => "duplicate_column",
            Self::UnknownColumn => "unknown_column",
            Self::BadRow => "bad_row",
            Self::BadId => "bad_id",
            Self::DuplicateId => "duplicate_id",
            Self::UnknownKind => "unknown_kind",
            Self::BadValue => "bad_value",
            Self::BadFace => "bad_face",
            Self::WrongCount => "wrong_count",
        }
    }

    const fn rule(self) -> &'static str {
        match self {
            Self::WrongCount => "S1",
            Self::UnknownKind | Self::BadValue | Self::BadFace => "S2",
            _ => "S3",
        }
    }

    const fn allowed(self) -> &'static str {
        match self {
            Self::TooLong => "a deck text has at most 16384 bytes",
            Self::MissingColumn => "the header names the columns id, kind, value and face",
            Self::DuplicateColumn => "the header names each column once",
            Self::UnknownColumn => "a deck has the columns id, kind, value and face",
            Self::BadRow => "a line has as many fields as the header",
            Self::BadId => "an id is a positive whole number below 2^32",
            Self::DuplicateId => "every id is used once",
            Self::UnknownKind => {
                "the kinds are screw, double_screw, nut, double_nut, laser, extra_roll, swap and gift"
            }
            Self::BadValue => "a value is a whole number from -1000000 to 1000000",
            Self::BadFace => "a face is 1 to 6",
            Self::WrongCount => "a deck has 42 cards",
        }
    }
}

/// One fault of a deck, with its place in the text (S3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckFault {
    /// What is wrong.
    pub kind: DeckFaultKind,
    /// The line of the text, the header being line 1; `None` for the deck as a whole.
    pub line: Option<usize>,
    /// The column; `None` for the whole line.
    pub column: Option<Column>,
    /// What stands there, cut to 40 characters.
    pub found: String,
}

impl fmt::Display for DeckFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.found, self.kind.allowed())
    }
}

/// All faults of a deck, in the order of the lines, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckFaults(pub Vec<DeckFault>);

impl From<DeckFaults> for Faults {
    fn from(found: DeckFaults) -> Self {
        let mut faults = Self::default();
        for fault in found.0 {
            let column = fault.column.map(Column::name);
            let path = match (fault.line, column) {
                (Some(line), Some(column)) => format!("line[{line}].{column}"),
                (Some(line), None) => format!("line[{line}]"),
                (None, column) => column.unwrap_or_default().to_owned(),
            };
            faults.add(path, fault.kind.rule(), fault.kind.slug(), fault.to_string());
        }
        faults
    }
}

impl fmt::Display for DeckFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Faults::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for DeckFaults {}

/// A valid deck (S3).
///
/// ```
/// use spielwerk::schraube::{Deck, DeckFaultKind, Kind};
/// let deck = Deck::standard();
/// assert_eq!(deck.of_kind(Kind::Laser).len(), 4);
/// let text = deck.to_csv().replace("5,screw,3,3", "5,screw,3,9");
/// let fault = &Deck::from_csv(&text).unwrap_err().0[0];
/// assert_eq!((fault.kind, fault.line), (DeckFaultKind::BadFace, Some(6)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deck {
    cards: [PointCard; CARDS],
    of_kind: [CardSet; Kind::ALL.len()],
}

static STANDARD: LazyLock<Arc<Deck>> = LazyLock::new(|| {
    Arc::new(Deck::from_csv(include_str!("deck_default.csv")).expect("the deck beside this file is valid"))
});

impl Deck {
    /// The deck of the rule book. All calls share one.
    pub fn standard() -> Arc<Self> {
        Arc::clone(&STANDARD)
    }

    /// Whether this is the deck of the rule book.
    pub fn is_standard(&self) -> bool {
        *self == **STANDARD
    }

    /// The deck of these cards, in this order.
    ///
    /// # Errors
    ///
    /// Every fault; lines are counted as [`Deck::to_csv`] would write them, the first card being line 2.
    pub fn new(cards: &[PointCard]) -> Result<Self, DeckFaults> {
        let mut faults = Vec::new();
        for (index, card) in cards.iter().enumerate().take(MAX_DECK_BYTES) {
            let line = Some(index + 2);
            let mut add = |kind, column, found: String| {
                faults.push(DeckFault { kind, line, column: Some(column), found });
            };
            if card.id == 0 {
                add(DeckFaultKind::BadId, Column::Id, card.id.to_string());
            } else if cards[..index].iter().any(|other| other.id == card.id) {
                add(DeckFaultKind::DuplicateId, Column::Id, card.id.to_string());
            }
            if card.value.abs() > MAX_VALUE {
                add(DeckFaultKind::BadValue, Column::Value, card.value.to_string());
            }
        }
        if let (Ok(cards), true) = (<[PointCard; CARDS]>::try_from(cards), faults.is_empty()) {
            return Ok(Self::of_valid(&cards));
        }
        if cards.len() != CARDS {
            faults.push(wrong_count(cards.len()));
        }
        Err(DeckFaults(faults))
    }

    /// Reads a deck from comma-separated text.
    ///
    /// Grammar: a header line that names the four columns of [`Column`] in any order, then a line a card. Blanks around fields, blank
    /// lines, carriage returns and a byte-order mark are passed over; [`Deck::to_csv`] writes none of them.
    ///
    /// # Errors
    ///
    /// Every fault, in the order of the lines.
    pub fn from_csv(text: &str) -> Result<Self, DeckFaults> {
        if text.len() > MAX_DECK_BYTES {
            let found = format!("{} bytes", text.len());
            return Err(DeckFaults(vec![DeckFault {
                kind: DeckFaultKind::TooLong,
                line: None,
                column: None,
                found,
            }]));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let header: Vec<&str> = lines.next().map_or(Vec::new(), |(_, line)| fields(line));
        let mut faults = header_faults(&header);
        let place = |column: Column| header.iter().position(|&name| name == column.name());
        let places = Column::ALL.map(place);
        let mut cards: Vec<PointCard> = Vec::with_capacity(CARDS);
        let mut ids = std::collections::HashSet::new();
        let mut rows = 0;
        for (index, line) in lines {
            rows += 1;
            let row = fields(line);
            let line_number = Some(index + 1);
            if row.len() != header.len() {
                let found = cut(line);
                faults.push(DeckFault {
                    kind: DeckFaultKind::BadRow,
                    line: line_number,
                    column: None,
                    found,
                });
                continue;
            }
            let field = |column: Column| places[column as usize].map(|place| row[place]);
            let mut bad = |kind, column, found: &str| {
                faults.push(DeckFault { kind, line: line_number, column: Some(column), found: cut(found) });
            };
            let id = field(Column::Id).and_then(|text| {
                let id = text.parse().ok().filter(|&id: &u32| id > 0);
                match id {
                    None => bad(DeckFaultKind::BadId, Column::Id, text),
                    Some(id) if !ids.insert(id) => bad(DeckFaultKind::DuplicateId, Column::Id, text),
                    Some(_) => {}
                }
                id
            });
            let kind = field(Column::Kind).and_then(|text| {
                let kind = Kind::from_name(text);
                if kind.is_none() {
                    bad(DeckFaultKind::UnknownKind, Column::Kind, text);
                }
                kind
            });
            let value = field(Column::Value).and_then(|text| {
                let value = text.parse().ok().filter(|value: &i32| (-MAX_VALUE..=MAX_VALUE).contains(value));
                if value.is_none() {
                    bad(DeckFaultKind::BadValue, Column::Value, text);
                }
                value
            });
            let face = field(Column::Face).and_then(|text| {
                let face = text.parse().ok().and_then(Face::new);
                if face.is_none() {
                    bad(DeckFaultKind::BadFace, Column::Face, text);
                }
                face
            });
            if let (Some(id), Some(kind), Some(value), Some(face)) = (id, kind, value, face) {
                cards.push(PointCard { id, kind, value, face });
            }
        }
        if rows != CARDS {
            faults.push(wrong_count(rows));
        }
        match <[PointCard; CARDS]>::try_from(cards) {
            Ok(cards) if faults.is_empty() => Ok(Self::of_valid(&cards)),
            _ => Err(DeckFaults(faults)),
        }
    }

    fn of_valid(cards: &[PointCard; CARDS]) -> Self {
        let of_kind = Kind::ALL.map(|kind| {
            let bits = cards.iter().enumerate().filter(|(_, card)| card.kind == kind);
            bits.filter_map(|(index, _)| Card::new(index as u8)).collect()
        });
        Self { cards: *cards, of_kind }
    }

    /// What is printed on a card.
    #[inline]
    pub const fn get(&self, card: Card) -> &PointCard {
        &self.cards[card.index()]
    }

    /// The card with this id.
    pub fn by_id(&self, id: u32) -> Option<Card> {
        let index = self.cards.iter().position(|card| card.id == id)?;
        Card::new(index as u8)
    }

    /// All cards of a kind.
    #[inline]
    pub const fn of_kind(&self, kind: Kind) -> CardSet {
        self.of_kind[kind as usize]
    }

    /// All 42 cards, in the order of the deck.
    pub const fn cards(&self) -> &[PointCard; CARDS] {
        &self.cards
    }

    /// The text that [`Deck::from_csv`] reads.
    pub fn to_csv(&self) -> String {
        let header = Column::ALL.map(Column::name).join(",");
        let rows =
            self.cards.iter().map(|card| format!("{},{},{},{}\n", card.id, card.kind, card.value, card.face));
        format!("{header}\n{}", rows.collect::<String>())
    }
}

fn wrong_count(count: usize) -> DeckFault {
    let found = format!("{count} cards");
    DeckFault { kind: DeckFaultKind::WrongCount, line: None, column: None, found }
}

fn header_faults(header: &[&str]) -> Vec<DeckFault> {
    let missing = Column::ALL.into_iter().filter(|column| !header.contains(&column.name()));
    let mut faults: Vec<DeckFault> = missing
        .map(|column| DeckFault {
            kind: DeckFaultKind::MissingColumn,
            line: None,
            column: Some(column),
            found: cut(&header.join(",")),
        })
        .collect();
    for (index, &name) in header.iter().enumerate() {
        let column = Column::ALL.into_iter().find(|column| column.name() == name);
        let kind = match column {
            None => DeckFaultKind::UnknownColumn,
            Some(_) if header[..index].contains(&name) => DeckFaultKind::DuplicateColumn,
            Some(_) => continue,
        };
        faults.push(DeckFault { kind, line: Some(1), column, found: cut(name) });
    }
    faults
}

fn fields(line: &str) -> Vec<&str> {
    line.split(',').map(str::trim).collect()
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}
