//! The state of a game.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::common::{Seat, Seats};

use super::card::{CARDS, Card, CardSet, Kind};
use super::deck::Deck;
use super::dice::{Dice, Face};
use super::options::{Options, PILE_CARDS, Piles};
use super::ring::{PILES, Pile, PileSet};

/// Bonus cards in the middle at the start (S1).
pub const BONUS_CARDS: u8 = 6;

/// What is to be decided next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A seat puts its figure down (S5).
    Start,
    /// Chance turns up a card (S5, S17).
    Reveal,
    /// Chance rolls dice (S6, S9, S13).
    Roll,
    /// The seat on turn places dice, rolls again, uses cards, stops (S7 to S14).
    Place,
    /// The seat on turn visits (S16).
    Visit,
    /// The seat on turn combines (S18).
    Combine,
    /// The game is over (S20).
    Over,
}

/// What lies in front of one player. All of it is public (S23).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// Open point cards.
    pub open: CardSet,
    /// Point cards covered by sets (S18).
    pub covered: CardSet,
    /// Pairs of the covered sets.
    pub pairs: u8,
    /// Bonus cards.
    pub bonus: u8,
}

/// Marks a card that no set covers.
pub(super) const NO_SET: u8 = u8::MAX;

/// Everything that changes during a game. Small, and copied whole to be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) phase: Phase,
    pub(super) seat: Seat,
    /// By seat; pile 0 for figures not yet on the board and for seats that are not played.
    pub(super) figures: [Pile; 4],
    pub(super) open: [Option<Card>; PILES],
    /// Faces of the open cards; a one where there is none.
    pub(super) faces: [Face; PILES],
    /// Cards face down, by pile.
    pub(super) down: [u8; PILES],
    /// The cards face down, all together (S23).
    pub(super) unseen: CardSet,
    pub(super) hands: [Hand; 4],
    /// By card, the lowest card of the set that covers it.
    pub(super) set_of: [u8; CARDS],
    /// Cards out of the game (S12, S13).
    pub(super) removed: CardSet,
    pub(super) bonus_left: u8,
    /// Rolls still allowed after the one made or about to be made (S6).
    pub(super) rerolls_left: u8,
    /// Dice about to be rolled.
    pub(super) to_roll: u8,
    /// Dice rolled and not placed.
    pub(super) dice: Dice,
    pub(super) covered: PileSet,
    /// The dice of sums, by pile (S25). A pile covered without a sum carries one die of its face.
    pub(super) sums: [Dice; PILES],
    /// Cards that the seat on turn got in this turn (S19).
    pub(super) fresh: CardSet,
    /// Bit `s` for an opponent already visited in this turn (S16).
    pub(super) visited: u8,
}

/// A position of Schraube locker.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) settings: Arc<Settings>,
    pub(super) state: State,
}

/// What never changes during a game.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) players: u8,
    pub(super) max_rolls: u8,
    pub(super) pro: bool,
    /// Lasers and extra rolls.
    pub(super) dice_cards: CardSet,
    pub(super) deck: Arc<Deck>,
    /// The order of the piles, if the caller knows it. Only the last `down` cards of a pile mean anything.
    pub(super) piles: Option<Piles>,
}

impl Position {
    /// The first position. The options must be valid.
    pub(super) fn first(options: &Options) -> Self {
        let Options { players, max_rolls, pro, ref deck, piles } = *options;
        let state = State {
            phase: Phase::Start,
            seat: Seat::new(0),
            figures: [Pile::ALL[0]; 4],
            open: [None; PILES],
            faces: [Face::One; PILES],
            down: [PILE_CARDS as u8; PILES],
            unseen: CardSet::ALL,
            hands: [Hand::default(); 4],
            set_of: [NO_SET; CARDS],
            removed: CardSet::NONE,
            bonus_left: BONUS_CARDS,
            rerolls_left: 0,
            to_roll: 0,
            dice: Dice::NONE,
            covered: PileSet::NONE,
            sums: [Dice::NONE; PILES],
            fresh: CardSet::NONE,
            visited: 0,
        };
        let dice_cards = deck.of_kind(Kind::Laser).union(deck.of_kind(Kind::ExtraRoll));
        let settings = Settings { players, max_rolls, pro, dice_cards, deck: Arc::clone(deck), piles };
        Self { settings: Arc::new(settings), state }
    }

    /// What is to be decided.
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The seat on turn; after the end, the one that moved last.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.state.seat
    }

    /// Where this seat's figure stands; `None` before it is put down (S5).
    pub fn figure_of(&self, seat: Seat) -> Option<Pile> {
        let down = self.state.phase != Phase::Start || seat < self.state.seat;
        (down && seat.index() < usize::from(self.settings.players)).then(|| self.figure(seat))
    }

    /// Where the figure of a seat stands that has put it down.
    #[inline]
    pub(super) const fn figure(&self, seat: Seat) -> Pile {
        self.state.figures[seat.index()]
    }

    /// The open card of a pile, if it has one.
    pub const fn open_card(&self, pile: Pile) -> Option<Card> {
        self.state.open[pile.index()]
    }

    /// Faces of the six open cards by pile; `None` while a pile has none.
    pub fn faces(&self) -> Option<[Face; PILES]> {
        self.state.open.iter().all(Option::is_some).then_some(self.state.faces)
    }

    /// Cards face down in a pile, 0 to 7.
    pub const fn face_down(&self, pile: Pile) -> u8 {
        self.state.down[pile.index()]
    }

    /// All cards face down (S23).
    pub const fn unseen(&self) -> CardSet {
        self.state.unseen
    }

    /// What lies in front of a seat.
    ///
    /// # Panics
    ///
    /// If the seat is above 3.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> &Hand {
        &self.state.hands[seat.index()]
    }

    /// The sets that a seat has covered, by their lowest card (S18).
    pub fn covered_sets(&self, seat: Seat) -> Vec<CardSet> {
        let covered = self.hand(seat).covered;
        let lowest = |card: &Card| usize::from(self.state.set_of[card.index()]) == card.index();
        let same = |first: Card| {
            covered
                .iter()
                .filter(|card| self.state.set_of[card.index()] == self.state.set_of[first.index()])
                .collect()
        };
        covered.iter().filter(lowest).map(same).collect()
    }

    /// Cards out of the game (S12, S13).
    pub const fn removed(&self) -> CardSet {
        self.state.removed
    }

    /// Bonus cards still in the middle (S4).
    pub const fn bonus_left(&self) -> u8 {
        self.state.bonus_left
    }

    /// Rolls still allowed after the one made or about to be made (S6).
    pub const fn rerolls_left(&self) -> u8 {
        self.state.rerolls_left
    }

    /// How many dice are about to be rolled; 0 unless [`Phase::Roll`].
    pub const fn to_roll(&self) -> u8 {
        self.state.to_roll
    }

    /// Dice rolled and not placed.
    pub const fn unplaced(&self) -> Dice {
        self.state.dice
    }

    /// Piles that carry dice.
    pub const fn covered(&self) -> PileSet {
        self.state.covered
    }

    /// The dice on a pile: one, or several that add up (S25).
    pub const fn dice_on(&self, pile: Pile) -> Dice {
        let sum = self.state.sums[pile.index()];
        if self.state.covered.contains(pile) && sum.is_empty() {
            Dice::NONE.with(self.state.faces[pile.index()])
        } else {
            sum
        }
    }

    /// Cards that the seat on turn got in this turn (S19).
    pub const fn fresh(&self) -> CardSet {
        self.state.fresh
    }

    /// Opponents already visited in this turn (S16).
    pub fn visited(&self) -> impl Iterator<Item = Seat> {
        self.seats().filter(|seat| self.state.visited & (1 << seat.index()) != 0)
    }

    /// The deck.
    #[inline]
    pub fn deck(&self) -> &Deck {
        &self.settings.deck
    }

    /// Whether pips may be added up (S25).
    pub fn is_pro(&self) -> bool {
        self.settings.pro
    }

    /// Rolls of a turn (S6).
    pub fn max_rolls(&self) -> u8 {
        self.settings.max_rolls
    }

    /// The cards face down in a pile, next one first, if their order is known.
    pub fn order(&self, pile: Pile) -> Option<&[Card]> {
        let piles = self.settings.piles.as_ref()?;
        Some(&piles[pile.index()][PILE_CARDS - usize::from(self.face_down(pile))..])
    }

    /// The same position when nobody knows the order of the cards face down: what everybody at the table sees (S23).
    #[must_use]
    pub fn without_order(&self) -> Self {
        if self.settings.piles.is_none() {
            return self.clone();
        }
        let settings = Settings { piles: None, ..(*self.settings).clone() };
        Self { settings: Arc::new(settings), state: self.state }
    }

    pub(super) fn seats(&self) -> Seats {
        Seats::new(self.settings.players)
    }

    /// Opponents whose figure stands where the mover's stands, not yet visited (S16).
    #[inline]
    pub(super) fn hosts(&self) -> impl Iterator<Item = Seat> {
        let here = self.figure(self.mover());
        self.seats().filter(move |&seat| {
            seat != self.mover() && self.figure(seat) == here && self.state.visited & (1 << seat.index()) == 0
        })
    }

    /// Open cards of a kind with which the seat on turn may change its dice (S12, S13). None of them can be fresh: cards
    /// are got only after the dice are done with (S19).
    #[inline]
    pub(super) fn usable(&self, kind: Kind) -> CardSet {
        self.hand(self.mover()).open.and(self.deck().of_kind(kind))
    }

    /// Whether the seat on turn holds an open laser or extra-roll card (S14).
    #[inline]
    pub(super) fn holds_dice_cards(&self) -> bool {
        !self.hand(self.mover()).open.and(self.settings.dice_cards).is_empty()
    }

    /// The pile whose next card chance turns up: the first without an open card that has cards left (S5, S17).
    pub fn pile_to_reveal(&self) -> Option<Pile> {
        if self.state.phase != Phase::Reveal {
            return None;
        }
        let State { open, down, .. } = &self.state;
        Pile::ALL.into_iter().find(|pile| open[pile.index()].is_none() && down[pile.index()] > 0)
    }

    /// Piles without any card (S20).
    pub fn empty_piles(&self) -> PileSet {
        let State { open, down, .. } = &self.state;
        Pile::ALL.into_iter().filter(|pile| open[pile.index()].is_none() && down[pile.index()] == 0).collect()
    }
}

/// Equal are positions that no rule, score or view tells apart: of a known order only the cards still face down count.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let (own, others) = (&self.settings, &other.settings);
        self.state == other.state
            && (own.players, own.max_rolls, own.pro) == (others.players, others.max_rolls, others.pro)
            && own.deck == others.deck
            && Pile::ALL.iter().all(|&pile| self.order(pile) == other.order(pile))
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}
