//! [`Move`]: every decision of the game, and which are legal.

use crate::common::{Seat, Uniform};

use super::card::{Card, CardSet, Kind};
use super::chain::{forced_placement, matching_piles};
use super::combine::{Parts, each_set};
use super::dice::{Dice, Face};
use super::position::{Phase, Position};
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

impl Position {
    /// Calls `visit` with every legal move. In the order of [`Move`], but for sets, which come kind by kind.
    pub(super) fn each_move(&self, mut visit: impl FnMut(Move)) {
        match self.state.phase {
            Phase::Start => Pile::ALL.into_iter().for_each(|pile| visit(Move::Start(pile))),
            Phase::Place => {
                let placing = self.placing();
                (0..placing.count()).for_each(|index| visit(self.nth_placing(&placing, index)));
            }
            Phase::Visit => self.each_visit(visit),
            Phase::Combine => {
                each_set(self.hand(self.mover()).open, self.deck(), |set| visit(Move::Combine(set)));
                visit(Move::EndTurn);
            }
            Phase::Reveal | Phase::Roll | Phase::Over => {}
        }
    }

    /// How many moves are legal.
    pub(super) fn count_moves(&self) -> usize {
        match self.state.phase {
            Phase::Start => Pile::ALL.len(),
            Phase::Place => self.placing().count(),
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

    /// A legal move, each with equal probability. There must be one.
    #[inline]
    pub(super) fn random_move(&self, uniform: &mut impl Uniform) -> Move {
        let mut below = |count: usize| uniform.below(count as u64) as usize;
        match self.state.phase {
            Phase::Start => Move::Start(Pile::ALL[below(Pile::ALL.len())]),
            Phase::Place => {
                let placing = self.placing();
                self.nth_placing(&placing, below(placing.count()))
            }
            _ => {
                let (drawn, mut index) = (below(self.count_moves()), 0);
                let mut found = None;
                self.each_move(|chosen| {
                    if index == drawn {
                        found = Some(chosen);
                    }
                    index += 1;
                });
                found.expect("a seat is to act")
            }
        }
    }

    /// S7 to S14 and S25: what may be done with the dice. While S7 demands a placement only that and the cards (S14).
    #[inline]
    fn placing(&self) -> Placing {
        let dice = self.state.dice;
        let forced = self.forced();
        let free = forced.is_none();
        let (lasers, extras) = if dice.is_empty() || !self.holds_dice_cards() {
            (CardSet::NONE, CardSet::NONE)
        } else {
            (self.usable(Kind::Laser), self.usable(Kind::ExtraRoll))
        };
        Placing {
            dice,
            open: match forced {
                Some(pile) => PileSet::NONE.with(pile),
                None => matching_piles(&self.state.faces, self.state.covered, dice),
            },
            sums: if free && self.settings.pro { self.sums().len() } else { 0 },
            reroll: free && self.may_reroll(),
            lasers,
            extras,
            stop: free,
        }
    }

    /// The move at this place, below [`Placing::count`].
    #[inline]
    fn nth_placing(&self, placing: &Placing, mut index: usize) -> Move {
        let open = usize::from(placing.open.len());
        if index < open {
            return Move::Place(placing.open.nth(index as u8).expect("below the count"));
        }
        index -= open;
        if index < placing.sums {
            let (pile, dice) = self.sums()[index];
            return Move::Sum(pile, dice);
        }
        index -= placing.sums;
        if placing.reroll {
            if index == 0 {
                return Move::Reroll;
            }
            index -= 1;
        }
        if placing.lasers.union(placing.extras).is_empty() { Move::Stop } else { placing.nth_card(index) }
    }

    /// The placement that S7 demands now.
    #[inline]
    pub(super) fn forced(&self) -> Option<Pile> {
        forced_placement(self.figure(self.mover()), &self.state.faces, self.state.covered, self.state.dice)
    }

    /// S25: sums of pips on any free pile, the next one of the chain too.
    fn sums(&self) -> Vec<(Pile, Dice)> {
        let free = self.state.covered.complement();
        let on = |pile: Pile| {
            let mut sums = self.state.dice.sums(self.state.faces[pile.index()].pips());
            sums.sort_unstable();
            sums.into_iter().map(move |dice| (pile, dice))
        };
        free.iter().flat_map(on).collect()
    }

    /// S6, S9: whether the dice may be rolled again.
    #[inline]
    fn may_reroll(&self) -> bool {
        self.state.rerolls_left > 0 && !self.state.dice.is_empty()
    }

    /// S16: exchanges and gifts for each opponent met and not yet visited.
    fn each_visit(&self, mut visit: impl FnMut(Move)) {
        let (swaps, gifts) = self.visit_cards();
        for seat in self.hosts() {
            for give in swaps {
                self.hand(seat).open.iter().for_each(|take| visit(Move::Swap(seat, give, take)));
            }
        }
        for seat in self.hosts() {
            gifts.iter().for_each(|give| visit(Move::Gift(seat, give)));
        }
        visit(Move::EndVisit);
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
}

/// The legal moves of [`Phase::Place`], in order, without a list.
struct Placing {
    dice: Dice,
    /// Piles on which one die may be placed.
    open: PileSet,
    /// How many sums can be placed.
    sums: usize,
    reroll: bool,
    lasers: CardSet,
    extras: CardSet,
    stop: bool,
}

impl Placing {
    /// Ways to turn one die: each face that shows, to five others.
    #[inline]
    fn turns(&self) -> usize {
        5 * self.dice.faces().count()
    }

    #[inline]
    fn count(&self) -> usize {
        let cards = if self.lasers.union(self.extras).is_empty() {
            0
        } else {
            usize::from(self.lasers.len()) * self.turns() + usize::from(self.extras.len())
        };
        usize::from(self.open.len()) + self.sums + usize::from(self.reroll) + cards + usize::from(self.stop)
    }

    /// The move at this place after all that need no card.
    fn nth_card(&self, mut index: usize) -> Move {
        let turns = self.turns();
        if let Some(laser) = self.lasers.nth((index / turns) as u8) {
            let turn = index % turns;
            let from = self.dice.faces().nth(turn / 5).expect("below the count");
            let to = Face::ALL.into_iter().filter(|&to| to != from).nth(turn % 5).expect("five others");
            return Move::Laser(laser, from, to);
        }
        index -= turns * usize::from(self.lasers.len());
        self.extras.nth(index as u8).map_or(Move::Stop, Move::Extra)
    }
}
