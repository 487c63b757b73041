//! [`Setup`]: plain data that may or may not be a position. `validity` names every reason why it is none.

use std::sync::Arc;

use crate::common::Seat;

use super::card::Card;
use super::deck::Deck;
use super::dice::Face;
use super::position::{Phase, Position};
use super::ring::Pile;

/// A pile as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PileSetup {
    /// The open card.
    pub open: Option<Card>,
    /// How many cards are face down.
    pub down: i64,
    /// These cards, next one first, if the caller knows their order. All piles with cards face down have one, or none has.
    pub order: Option<Vec<Card>>,
    /// The dice on it.
    pub dice: Vec<Face>,
}

/// What lies in front of a player, as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandSetup {
    /// Open point cards.
    pub open: Vec<Card>,
    /// Covered sets.
    pub covered: Vec<Vec<Card>>,
    /// Bonus cards.
    pub bonus: i64,
}

/// A position as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The number of players, 2 to 4.
    pub players: i64,
    /// Rolls of a turn (S6).
    pub max_rolls: i64,
    /// Whether pips may be added up (S25).
    pub pro: bool,
    /// The point cards (S3).
    pub deck: Arc<Deck>,
    /// What is to be decided.
    pub phase: Phase,
    /// The seat on turn; the one that moved last if the game is over.
    pub seat: Seat,
    /// By seat, where its figure stands.
    pub figures: Vec<Option<Pile>>,
    /// The six piles.
    pub piles: Vec<PileSetup>,
    /// By seat, its cards.
    pub hands: Vec<HandSetup>,
    /// Cards out of the game (S12, S13).
    pub removed: Vec<Card>,
    /// Bonus cards in the middle.
    pub bonus_left: i64,
    /// Rolls still allowed after the one made or about to be made; 0 unless [`Phase::Roll`] or [`Phase::Place`].
    pub rerolls_left: i64,
    /// Dice about to be rolled; 0 unless [`Phase::Roll`].
    pub to_roll: i64,
    /// Dice rolled and not placed.
    pub unplaced: Vec<Face>,
    /// Cards that the seat on turn got in this turn (S19).
    pub fresh: Vec<Card>,
    /// Opponents already visited in this turn (S16).
    pub visited: Vec<Seat>,
}

impl Position {
    /// The data that describes this position.
    pub(super) fn to_setup(&self) -> Setup {
        let pile = |pile: Pile| PileSetup {
            open: self.open_card(pile),
            down: self.face_down(pile).into(),
            order: self.order(pile).map(<[Card]>::to_vec),
            dice: self.dice_on(pile).iter().collect(),
        };
        let hand = |seat: Seat| HandSetup {
            open: self.hand(seat).open.iter().collect(),
            covered: self.covered_sets(seat).into_iter().map(|set| set.iter().collect()).collect(),
            bonus: self.hand(seat).bonus.into(),
        };
        Setup {
            players: self.settings.players.into(),
            max_rolls: self.settings.max_rolls.into(),
            pro: self.settings.pro,
            deck: Arc::clone(&self.settings.deck),
            phase: self.phase(),
            seat: self.mover(),
            figures: self.seats().map(|seat| self.figure_of(seat)).collect(),
            piles: Pile::ALL.map(pile).into(),
            hands: self.seats().map(hand).collect(),
            removed: self.removed().iter().collect(),
            bonus_left: self.bonus_left().into(),
            rerolls_left: self.rerolls_left().into(),
            to_roll: self.to_roll().into(),
            unplaced: self.unplaced().iter().collect(),
            fresh: self.fresh().iter().collect(),
            visited: self.visited().collect(),
        }
    }
}
