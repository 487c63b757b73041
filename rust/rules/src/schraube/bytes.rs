//! The compact byte form of a position.
//!
//! ```text
//! "SCH" 1              the game and the version of this form
//! u16                  the version of the rules; all numbers have their lowest byte first
//! u8 u8 u8             players, rolls of a turn, pro (0 or 1)
//! u8 [42 × card]       deck: 0 that of the rule book, 1 followed by its cards: u32 id, u8 kind, i32 value, u8 face
//! u8 u8                phase, seat on turn
//! players × u8         figures, 255 for none
//! 6 × (u8 u8 dice)     piles: the open card (255 for none), cards face down, the dice on it
//! u8 {u8}              1 if the order is known, followed by the cards face down, pile by pile, next one first
//! players × hand       set of open cards, u8 number of covered sets, each u8 count and its cards, u8 bonus cards
//! set                  cards out of the game
//! u8 u8 u8 dice        bonus cards in the middle, rolls left, dice to roll, unplaced dice
//! set u8               cards fresh in this turn, seats visited as bits
//! ```
//!
//! A card is its place in the deck, 0 to 41; a set of cards is 42 bits in 6 bytes; dice are six counters of four bits in 3 bytes.

use std::sync::Arc;

use crate::common::{Faults, ParseError, Seat};

use super::card::{CARDS, Card, CardSet, Kind, PointCard};
use super::deck::Deck;
use super::dice::{Dice, Face};
use super::game::RULES_VERSION;
use super::position::{Phase, Position};
use super::ring::{PILES, Pile};
use super::setup::{HandSetup, PileSetup, Setup};

const HEADER: [u8; 4] = *b"SCH\x01";
const NONE: u8 = u8::MAX;

/// The longest byte form, in bytes: four players, a deck by the caller, a known order, every card in a set of two.
pub(super) const MAX_BYTES: usize = 6 + 3 // header, options
    + 1 + CARDS * 10 // deck
    + 2 + 4 // phase, seat, figures
    + PILES * 5 + 1 + CARDS // piles, order
    + 4 * (6 + 1 + 1) + CARDS + CARDS / 2 // hands
    + 6 + 3 + 3 + 6 + 1; // the turn

impl Position {
    /// The byte form of this position.
    pub(super) fn write_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(128);
        bytes.extend(HEADER);
        bytes.extend(RULES_VERSION.to_le_bytes());
        bytes.extend([self.settings.players, self.max_rolls(), u8::from(self.is_pro())]);
        bytes.push(u8::from(!self.deck().is_standard()));
        if !self.deck().is_standard() {
            for card in self.deck().cards() {
                bytes.extend(card.id.to_le_bytes());
                bytes.push(card.kind as u8);
                bytes.extend(card.value.to_le_bytes());
                bytes.push(card.face.pips());
            }
        }
        bytes.extend([self.phase() as u8, self.mover().index() as u8]);
        bytes.extend(self.seats().map(|seat| self.figure_of(seat).map_or(NONE, Pile::number)));
        for pile in Pile::ALL {
            bytes.push(self.open_card(pile).map_or(NONE, |card| card.index() as u8));
            bytes.push(self.face_down(pile));
            push_dice(&mut bytes, self.dice_on(pile));
        }
        bytes.push(u8::from(self.settings.piles.is_some()));
        for order in Pile::ALL.iter().filter_map(|&pile| self.order(pile)) {
            bytes.extend(order.iter().map(|card| card.index() as u8));
        }
        for seat in self.seats() {
            push_set(&mut bytes, self.hand(seat).open);
            let sets = self.covered_sets(seat);
            bytes.push(sets.len() as u8);
            for set in sets {
                bytes.push(set.len());
                bytes.extend(set.iter().map(|card| card.index() as u8));
            }
            bytes.push(self.hand(seat).bonus);
        }
        push_set(&mut bytes, self.removed());
        bytes.extend([self.bonus_left(), self.rerolls_left(), self.to_roll()]);
        push_dice(&mut bytes, self.unplaced());
        push_set(&mut bytes, self.fresh());
        bytes.push(self.state.visited);
        bytes
    }

    /// Reads the byte form.
    pub(super) fn read_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut reader = Reader { bytes, at: 0 };
        let setup = reader.setup()?;
        if reader.at != bytes.len() {
            return reader.expected("the end");
        }
        Ok(setup.position()?)
    }
}

fn push_set(bytes: &mut Vec<u8>, set: CardSet) {
    bytes.extend(&set.bits().to_le_bytes()[..6]);
}

fn push_dice(bytes: &mut Vec<u8>, dice: Dice) {
    bytes.extend(&dice.bits().to_le_bytes()[..3]);
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn expected<T>(&self, what: &'static str) -> Result<T, ParseError> {
        Err(ParseError::syntax("bytes", self.at, what))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], ParseError> {
        let found = self.bytes.get(self.at..self.at + N).and_then(|found| <[u8; N]>::try_from(found).ok());
        if found.is_some() {
            self.at += N;
        }
        found.map_or_else(|| self.expected("more bytes"), Ok)
    }

    fn byte(&mut self) -> Result<u8, ParseError> {
        self.take().map(|[byte]| byte)
    }

    /// A byte that names something.
    fn named<T>(&mut self, what: &'static str, name: impl Fn(u8) -> Option<T>) -> Result<T, ParseError> {
        if let Some(named) = name(self.byte()?) {
            return Ok(named);
        }
        self.at -= 1;
        self.expected(what)
    }

    fn flag(&mut self) -> Result<bool, ParseError> {
        self.named("0 or 1", |byte| (byte < 2).then_some(byte == 1))
    }

    fn card(&mut self) -> Result<Card, ParseError> {
        self.named("a card, 0 to 41", Card::new)
    }

    fn cards(&mut self, count: u8) -> Result<Vec<Card>, ParseError> {
        (0..count).map(|_| self.card()).collect()
    }

    fn set(&mut self) -> Result<Vec<Card>, ParseError> {
        let mut word = [0; 8];
        word[..6].copy_from_slice(&self.take::<6>()?);
        match CardSet::from_bits(u64::from_le_bytes(word)) {
            Some(set) => Ok(set.iter().collect()),
            None => self.expected("a set of 42 cards before this"),
        }
    }

    fn dice(&mut self) -> Result<Vec<Face>, ParseError> {
        let [a, b, c] = self.take()?;
        match Dice::from_bits(u32::from_le_bytes([a, b, c, 0])) {
            Some(dice) => Ok(dice.iter().collect()),
            None => self.expected("at most six dice before this"),
        }
    }

    fn deck(&mut self) -> Result<Arc<Deck>, ParseError> {
        if !self.flag()? {
            return Ok(Deck::standard());
        }
        let mut cards = Vec::with_capacity(CARDS);
        for _ in 0..CARDS {
            let id = u32::from_le_bytes(self.take()?);
            let kind = self.named("a kind, 0 to 7", |kind| Kind::ALL.get(usize::from(kind)).copied())?;
            let value = i32::from_le_bytes(self.take()?);
            let face = self.named("a face, 1 to 6", Face::new)?;
            cards.push(PointCard { id, kind, value, face });
        }
        Ok(Arc::new(Deck::new(&cards).map_err(|faults| Faults::from(faults).inside("deck"))?))
    }

    fn setup(&mut self) -> Result<Setup, ParseError> {
        if self.take()? != HEADER {
            self.at = 0;
            return self.expected("the bytes SCH 1");
        }
        if u16::from_le_bytes(self.take()?) != RULES_VERSION {
            self.at -= 2;
            return self.expected("the rules version 1");
        }
        let players =
            self.named("2 to 4 players", |players| (2..=4).contains(&players).then_some(players))?;
        let (max_rolls, pro, deck) = (self.byte()?, self.flag()?, self.deck()?);
        let phase = self.named("a phase, 0 to 6", |phase| Phase::ALL.get(usize::from(phase)).copied())?;
        let seat = self.named("a seat", |seat| Seat::try_new(seat.into()))?;
        let figure = |byte| if byte == NONE { Some(None) } else { Pile::new(byte).map(Some) };
        let figures =
            (0..players).map(|_| self.named("a pile, 0 to 5, or 255", figure)).collect::<Result<_, _>>()?;
        let mut piles = (0..PILES).map(|_| self.pile()).collect::<Result<Vec<_>, _>>()?;
        if self.flag()? {
            for pile in &mut piles {
                pile.order = Some(self.cards(pile.down as u8)?);
            }
        }
        Ok(Setup {
            players: players.into(),
            max_rolls: max_rolls.into(),
            pro,
            deck,
            phase,
            seat,
            figures,
            piles,
            hands: (0..players).map(|_| self.hand()).collect::<Result<_, _>>()?,
            removed: self.set()?,
            bonus_left: self.byte()?.into(),
            rerolls_left: self.byte()?.into(),
            to_roll: self.byte()?.into(),
            unplaced: self.dice()?,
            fresh: self.set()?,
            visited: {
                let bits = self.named("seats as four bits", |bits| (bits < 16).then_some(bits))?;
                (0..4).filter(|seat| bits & (1 << seat) != 0).map(Seat::new).collect()
            },
        })
    }

    fn pile(&mut self) -> Result<PileSetup, ParseError> {
        let card = |byte| if byte == NONE { Some(None) } else { Card::new(byte).map(Some) };
        let open = self.named("a card, 0 to 41, or 255", card)?;
        let down = self.named("0 to 7 cards", |down| (down <= 7).then_some(down))?;
        Ok(PileSetup { open, down: down.into(), order: None, dice: self.dice()? })
    }

    fn hand(&mut self) -> Result<HandSetup, ParseError> {
        let open = self.set()?;
        let sets = self.named("at most 21 sets", |sets| (sets <= 21).then_some(sets))?;
        let covered = (0..sets)
            .map(|_| {
                let count = self.named("2 or 3 cards", |count| (2..=3).contains(&count).then_some(count))?;
                self.cards(count)
            })
            .collect::<Result<_, _>>()?;
        Ok(HandSetup { open, covered, bonus: self.byte()?.into() })
    }
}
