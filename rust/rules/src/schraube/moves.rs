//! [`Move`]: every decision of the game, and which are legal.

use std::ops::ControlFlow;

use crate::common::Seat;

use super::card::{Card, CardSet, Kind};
use super::chain::{forced_placement, matching_piles};
use super::combine::{Parts, each_set};
use super::dice::{Dice, Face};
use super::position::{Phase, Schraube};
use super::ring::{Pile, PileSet};

/// One decision, legal or not: what a position lists, and what anybody may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// `start 4`: puts the figure at this pile (S5).
    Start(Pile),
    /// `place 2`: places a matching die on this pile (S7, S8).
    Place(Pile),
    /// `sum 3 122`: places these dice on this pile, their pips added up (S25).
    Sum(Pile, Dice),
    /// `reroll`: rolls all unplaced dice again (S9).
    Reroll,
    /// `laser 32 6 4`: by this card, turns one die from the first face to the second (S12).
    Laser(Card, Face, Face),
    /// `extra 35`: by this card, rolls all unplaced dice at once (S13).
    Extra(Card),
    /// `stop`: moves the figure (S10).
    Stop,
    /// `swap 1 39 4`: gives this opponent one's own swap card (the first) for his open card (the second) (S16).
    Swap(Seat, Card, Card),
    /// `gift 1 40`: hands this opponent a gift card (S16).
    Gift(Seat, Card),
    /// `end_visit`: does nothing more on this visit (S16).
    EndVisit,
    /// `combine 11 28`: covers these cards as a set (S18).
    Combine(CardSet),
    /// `end_turn`: combines no more (S18).
    EndTurn,
}

impl Schraube {
    /// Calls `visit` with every legal move until it breaks. In the order of [`Move`], but for sets, which come kind by kind.
    pub(super) fn each_move(&self, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.state.phase {
            Phase::Start => Pile::ALL.into_iter().try_for_each(|pile| visit(Move::Start(pile))),
            Phase::Place => self.each_placing(visit),
            Phase::Visit => self.each_visit(visit),
            Phase::Combine => self.each_combining(visit),
            Phase::Reveal | Phase::Roll | Phase::Over => ControlFlow::Continue(()),
        }
    }

    /// How many moves are legal, without listing them.
    pub(super) fn count_moves(&self) -> usize {
        match self.state.phase {
            Phase::Start => Pile::ALL.len(),
            Phase::Place => self.count_placing(),
            Phase::Visit => {
                let (swaps, gifts) = self.visit_cards();
                let swapped: usize = self.hosts().map(|seat| usize::from(self.hand(seat).open.len())).sum();
                usize::from(swaps.len()) * swapped + usize::from(gifts.len()) * self.hosts().count() + 1
            }
            Phase::Combine => {
                let parts = Parts::of(self.hand(self.mover()).open, self.deck());
                let [screws, double_screws, nuts, double_nuts] =
                    [parts.screws, parts.double_screws, parts.nuts, parts.double_nuts].map(usize::from);
                let two = |singles: usize| singles * singles.saturating_sub(1) / 2;
                screws * nuts + double_screws * (two(nuts) + double_nuts) + double_nuts * two(screws) + 1
            }
            Phase::Reveal | Phase::Roll | Phase::Over => 0,
        }
    }

    /// S7 to S14 and S25: what may be done with the dice. While S7 demands a placement only that and the cards (S14).
    fn each_placing(&self, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let dice = self.state.dice;
        let forced = self.forced();
        let open = self.placeable(forced);
        open.iter().try_for_each(|pile| visit(Move::Place(pile)))?;
        if forced.is_none() {
            if self.settings.pro {
                self.each_sum(visit)?;
            }
            if self.may_reroll() {
                visit(Move::Reroll)?;
            }
        }
        for card in self.usable(Kind::Laser) {
            for from in dice.faces() {
                for to in Face::ALL.into_iter().filter(|&to| to != from) {
                    visit(Move::Laser(card, from, to))?;
                }
            }
        }
        if !dice.is_empty() {
            self.usable(Kind::ExtraRoll).iter().try_for_each(|card| visit(Move::Extra(card)))?;
        }
        if forced.is_none() { visit(Move::Stop) } else { ControlFlow::Continue(()) }
    }

    fn count_placing(&self) -> usize {
        let dice = self.state.dice;
        let forced = self.forced();
        let mut count = usize::from(self.placeable(forced).len());
        if forced.is_none() {
            count += 1 + usize::from(self.may_reroll());
            if self.settings.pro {
                let mut count_one = |_| {
                    count += 1;
                    ControlFlow::Continue(())
                };
                let _ = self.each_sum(&mut count_one);
            }
        }
        if self.holds_dice_cards() {
            count += usize::from(self.usable(Kind::Laser).len()) * dice.faces().count() * 5;
            count += if dice.is_empty() { 0 } else { usize::from(self.usable(Kind::ExtraRoll).len()) };
        }
        count
    }

    /// The placement that S7 demands now.
    #[inline]
    pub(super) fn forced(&self) -> Option<Pile> {
        forced_placement(self.figure(self.mover()), &self.state.faces, self.state.covered, self.state.dice)
    }

    /// Piles on which one die may be placed now: the one that S7 demands, or else all that match (S8).
    #[inline]
    fn placeable(&self, forced: Option<Pile>) -> PileSet {
        match forced {
            Some(pile) => PileSet::NONE.with(pile),
            None => matching_piles(&self.state.faces, self.state.covered, self.state.dice),
        }
    }

    /// S25: sums of pips on any free pile, the next one of the chain too.
    fn each_sum(&self, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        for pile in self.state.covered.complement().iter() {
            let mut sums = self.state.dice.sums(self.state.faces[pile.index()].pips());
            sums.sort_unstable();
            sums.into_iter().try_for_each(|dice| visit(Move::Sum(pile, dice)))?;
        }
        ControlFlow::Continue(())
    }

    /// S6, S9: whether the dice may be rolled again.
    #[inline]
    pub(super) fn may_reroll(&self) -> bool {
        self.state.rerolls_left > 0 && !self.state.dice.is_empty()
    }

    /// S16: exchanges and gifts for each opponent met and not yet visited.
    fn each_visit(&self, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let (swaps, gifts) = self.visit_cards();
        for seat in self.hosts() {
            for give in swaps {
                self.hand(seat).open.iter().try_for_each(|take| visit(Move::Swap(seat, give, take)))?;
            }
        }
        for seat in self.hosts() {
            gifts.iter().try_for_each(|give| visit(Move::Gift(seat, give)))?;
        }
        visit(Move::EndVisit)
    }

    /// Whether S16 leaves anything to decide.
    pub(super) fn visit_is_open(&self) -> bool {
        let (swaps, gifts) = self.visit_cards();
        !swaps.union(gifts).is_empty()
            && self.hosts().any(|seat| !gifts.is_empty() || !self.hand(seat).open.is_empty())
    }

    /// S16, S19: swap and gift cards that the player on turn owned when it began.
    fn visit_cards(&self) -> (CardSet, CardSet) {
        let old = self.hand(self.mover()).open.minus(self.state.fresh);
        (old.and(self.deck().of_kind(Kind::Swap)), old.and(self.deck().of_kind(Kind::Gift)))
    }

    /// S18: the sets of the player on turn.
    fn each_combining(&self, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        each_set(self.hand(self.mover()).open, self.deck(), |set| {
            if flow.is_continue() {
                flow = visit(Move::Combine(set));
            }
        });
        flow?;
        visit(Move::EndTurn)
    }
}
