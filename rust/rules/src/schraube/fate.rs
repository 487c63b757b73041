//! [`Dealt`]: cards and dice that were decided beforehand.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::common::{Fate, Faults, ParseError};

use super::card::{CARDS, Card, CardSet};
use super::dice::{Dice, Face};
use super::event::Event;
use super::options::{PILE_CARDS, Piles};
use super::position::{Phase, Position};
use super::ring::{PILES, Pile};

/// Chance that follows a shuffled deck and a list of dice: a tree counted over it has decisions only ([`perft`](crate::common::perft())).
///
/// ```
/// use spielwerk::common::{Every, Position as _, perft};
/// use spielwerk::schraube::{Card, Dealt, Face, Options, Position};
/// let start = Position::start(&Options::new(2)).unwrap();
/// // 36 ways to put two figures down; then six cards are turned up, and the first seat rolls.
/// assert_eq!(perft(&start, 2, &Every).leaves, 36);
/// let piles = std::array::from_fn(|pile| std::array::from_fn(|place| Card::new((7 * pile + place) as u8).unwrap()));
/// let dealt = Dealt::new(piles, [Face::One, Face::Four, Face::Two, Face::Six, Face::Five]);
/// assert_eq!(perft(&start, 3, &dealt).chances, 36 * 7);
/// ```
///
/// Written as the 42 cards of the fresh piles, pile 0 first and each from its top, then the dice as they are rolled:
/// `31 10 37 20 25 9 26 ... 2 / 526345`.
#[derive(Clone, Debug)]
pub struct Dealt {
    piles: Piles,
    dice: Arc<[Face]>,
    rolled: usize,
}

impl Dealt {
    /// The fresh piles, top card first, and the dice in the order in which they are rolled; after the last one the first follows.
    ///
    /// # Panics
    ///
    /// If there is no die.
    pub fn new(piles: Piles, dice: impl IntoIterator<Item = Face>) -> Self {
        let dice: Arc<[Face]> = dice.into_iter().collect();
        assert!(!dice.is_empty(), "a roll needs dice");
        Self { piles, dice, rolled: 0 }
    }

    /// Whether these piles can be those of `position`: the cards that it has face down.
    ///
    /// # Errors
    ///
    /// `piles_order_wrong` (S4) when other cards would be turned up.
    pub fn check(&self, position: &Position) -> Result<(), Faults> {
        let mut down = CardSet::NONE;
        let mut fits = true;
        for pile in Pile::ALL {
            let left = usize::from(position.face_down(pile));
            let cards = &self.piles[pile.index()][PILE_CARDS - left..];
            fits &= position.order(pile).is_none_or(|order| order == cards);
            for &card in cards {
                fits &= !down.contains(card);
                down = down.with(card);
            }
        }
        if fits && down == position.unseen() {
            return Ok(());
        }
        let mut faults = Faults::default();
        let message =
            "the last cards of the piles are not those that lie face down in the position".to_owned();
        faults.add("order", "S4", "piles_order_wrong", message);
        Err(faults)
    }

    /// What happens next, if chance is to decide.
    pub fn next_event(&mut self, position: &Position) -> Option<Event> {
        if let Some(pile) = position.pile_to_reveal() {
            let turned_up = PILE_CARDS - usize::from(position.face_down(pile));
            return Some(Event::Reveal(pile, self.piles[pile.index()][turned_up]));
        }
        (position.phase() == Phase::Roll).then(|| {
            let count = usize::from(position.to_roll());
            let dice: Dice = (0..count).map(|die| self.dice[(self.rolled + die) % self.dice.len()]).collect();
            self.rolled = (self.rolled + count) % self.dice.len();
            Event::Roll(dice)
        })
    }
}

impl Fate<Position> for Dealt {
    fn branches(&self, position: &Position) -> impl Iterator<Item = (Event, Self)> {
        let mut after = self.clone();
        let event = after.next_event(position);
        event.map(|event| (event, after)).into_iter()
    }
}

impl fmt::Display for Dealt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for card in self.piles.iter().flatten() {
            write!(f, "{card} ")?;
        }
        f.write_str("/ ")?;
        self.dice.iter().try_for_each(|face| write!(f, "{}", face.pips()))
    }
}

/// The most dice that are read: more than a game rolls.
const MOST_DICE: usize = 10_000;

impl FromStr for Dealt {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = |offset, what| Err(ParseError::syntax(text, offset, what));
        let Some(slash) = text.find('/') else { return expected(text.len(), "/ and the dice") };
        let mut cards = Vec::with_capacity(CARDS);
        for word in text[..slash].split([' ', ',']).filter(|word| !word.is_empty()) {
            // A word is a part of the text, so its address tells where it stands.
            let offset = word.as_ptr().addr() - text.as_ptr().addr();
            match word.parse().ok().and_then(Card::numbered) {
                Some(card) if cards.len() < CARDS => cards.push(card),
                Some(_) => return expected(offset, "/ after 42 cards"),
                None => return expected(offset, "a card, 1 to 42"),
            }
        }
        if cards.len() < CARDS {
            return expected(slash, "42 cards before the /");
        }
        let mut dice = Vec::new();
        for (offset, symbol) in text.char_indices().skip_while(|&(offset, _)| offset <= slash) {
            let face = symbol.to_digit(10).and_then(|pips| Face::new(pips as u8));
            match face {
                Some(face) if dice.len() < MOST_DICE => dice.push(face),
                None if symbol.is_whitespace() => {}
                _ => return expected(offset, "a face, 1 to 6"),
            }
        }
        if dice.is_empty() {
            return expected(text.len(), "a face, 1 to 6");
        }
        let pile = |pile: usize| std::array::from_fn(|place| cards[PILE_CARDS * pile + place]);
        Ok(Self::new(std::array::from_fn::<_, PILES, _>(pile), dice))
    }
}
