//! [`Dealt`]: cards and dice that were decided beforehand.

use std::sync::Arc;

use crate::common::Fate;

use super::dice::{Dice, Face};
use super::event::Event;
use super::options::{PILE_CARDS, Piles};
use super::position::{Phase, Position};

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
    fn branches(&self, position: &Position) -> Vec<(Event, Self)> {
        let mut after = self.clone();
        let event = after.next_event(position);
        event.map(|event| (event, after)).into_iter().collect()
    }
}
