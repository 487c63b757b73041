//! What each decision and each event changes, and what then happens by itself.

use std::fmt;

use crate::common::{Seat, StepOf};

use super::card::{Card, CardSet};
use super::chain::resolve_chain;
use super::combine::{Parts, SetKind, set_of};
use super::dice::{DICE, Dice, Face};
use super::event::Event;
use super::moves::Move;
use super::position::{NO_SET, Phase, Position};
use super::ring::{PILES, Pile, PileSet};

/// Something that happens by itself after a step, for a table that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happening {
    /// `place 4`: a die is placed on this pile without asking (S7).
    Place(Pile),
    /// `move 4 1 3`: the figure moves to the end of its run (S15).
    Move {
        /// Where it stood.
        from: Pile,
        /// Where it stands now.
        to: Pile,
        /// Length of the run, 1 to 6.
        run: u8,
    },
    /// `empty_run`: the figure stays, and its player gets nothing (S15).
    EmptyRun,
    /// `bonus`: a full circle earns a bonus card (S15).
    Bonus,
    /// `take 1 28`: the open card of the pile is taken (S17).
    Take(Pile, Card),
    /// `turn_end`: the turn is over (S20).
    TurnEnd,
    /// `game_end`: the game is over (S20).
    GameEnd,
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(pile) => write!(f, "place {pile}"),
            Self::Move { from, to, run } => write!(f, "move {from} {to} {run}"),
            Self::EmptyRun => f.write_str("empty_run"),
            Self::Bonus => f.write_str("bonus"),
            Self::Take(pile, card) => write!(f, "take {pile} {card}"),
            Self::TurnEnd => f.write_str("turn_end"),
            Self::GameEnd => f.write_str("game_end"),
        }
    }
}

impl Position {
    /// What happens by itself after a step that can be taken now, in order, until somebody or chance decides again.
    ///
    /// ```
    /// use spielwerk::schraube::Position;
    /// let text = "schraube/1 players=2 phase=place seat=0 figures=4/5 piles=11:6:5/28:6:1/4:6:6/25:6:2/39:6/35:6:5 \
    ///             bonus=6 hands=-/- rerolls=1 dice=6";
    /// let game: Position = text.parse().unwrap();
    /// let then = game.consequences(&"stop".parse::<spielwerk::schraube::Sight>().unwrap().0);
    /// let then: Vec<String> = then.iter().map(|one| one.to_string()).collect();
    /// assert_eq!(then, ["move 4 3 5", "take 3 25"]);
    /// ```
    ///
    /// # Panics
    ///
    /// May panic when the step can't be taken.
    pub fn consequences(&self, step: &StepOf<Move, Event>) -> Vec<Happening> {
        let mut log = Vec::new();
        let mut after = self.clone();
        match *step {
            StepOf::Move(chosen) => after.advance(chosen, &mut |happening| log.push(happening)),
            StepOf::Event(event) => after.happen(event, &mut |happening| log.push(happening)),
        }
        log
    }

    /// Plays a legal move.
    pub(super) fn advance(&mut self, chosen: Move, log: &mut impl FnMut(Happening)) {
        match chosen {
            Move::Start(pile) => self.put_figure(pile),
            Move::Place(pile) => {
                self.state.dice = self.state.dice.without(self.state.faces[pile.index()]);
                self.state.covered = self.state.covered.with(pile);
                self.settle(log);
            }
            Move::Sum(pile, dice) => {
                self.state.dice = self.state.dice.minus(dice);
                self.state.covered = self.state.covered.with(pile);
                self.state.sums[pile.index()] = dice;
                self.settle(log);
            }
            Move::Reroll => {
                self.state.rerolls_left -= 1;
                self.roll_again();
            }
            Move::Laser(card, from, to) => {
                self.spend(card);
                self.state.dice = self.state.dice.without(from).with(to);
                self.settle(log);
            }
            Move::Extra(card) => {
                self.spend(card);
                self.roll_again();
            }
            Move::Stop => self.move_figure(log),
            Move::Swap(seat, give, take) => {
                self.hand_over(self.mover(), seat, give);
                self.hand_over(seat, self.mover(), take);
                self.state.fresh = self.state.fresh.with(take);
                self.after_visit(seat, log);
            }
            Move::Gift(seat, give) => {
                self.hand_over(self.mover(), seat, give);
                self.after_visit(seat, log);
            }
            Move::EndVisit => self.take(log),
            Move::Combine(set) => {
                self.cover(set);
                self.combine_or_end(log);
            }
            Move::EndTurn => self.end_turn(log),
        }
    }

    /// Applies an event that can happen.
    pub(super) fn happen(&mut self, event: Event, log: &mut impl FnMut(Happening)) {
        match event {
            Event::Roll(dice) => {
                self.state.to_roll = 0;
                self.state.dice = dice;
                self.state.phase = Phase::Place;
                self.settle(log);
            }
            Event::Reveal(pile, card) => {
                self.turn_up(pile, card);
                if self.pile_to_reveal().is_some() {
                    return;
                }
                // Whoever has taken a card has a fresh one; at the start nobody has.
                if self.state.fresh.is_empty() {
                    self.begin_turn(Seat::new(0));
                } else {
                    self.combine_or_end(log);
                }
            }
        }
    }

    /// S5: puts the figure of the seat down; after the last one the six top cards are turned up.
    fn put_figure(&mut self, pile: Pile) {
        let seat = self.mover();
        self.state.figures[seat.index()] = pile;
        self.state.seat = seat.next(self.settings.players);
        if self.state.seat == Seat::new(0) {
            self.state.phase = Phase::Reveal;
        }
    }

    /// S6: six dice, and as many rolls as the game allows.
    fn begin_turn(&mut self, seat: Seat) {
        self.state.seat = seat;
        self.state.rerolls_left = self.settings.max_rolls - 1;
        self.state.to_roll = DICE;
        self.state.phase = Phase::Roll;
    }

    /// S9, S13: all unplaced dice are rolled.
    fn roll_again(&mut self) {
        self.state.to_roll = self.state.dice.len();
        self.state.dice = Dice::NONE;
        self.state.phase = Phase::Roll;
    }

    /// What happens by itself before the seat is asked again: the placements of S7, unless a card in hand gives a choice (S14), and the
    /// move when all six piles carry a die (S10).
    fn settle(&mut self, log: &mut impl FnMut(Happening)) {
        if !self.holds_dice_cards() {
            let figure = self.figure(self.mover());
            let chain = resolve_chain(figure, &self.state.faces, self.state.covered, self.state.dice);
            chain.forced.iter_from(figure).for_each(|pile| log(Happening::Place(pile)));
            (self.state.covered, self.state.dice) = (chain.covered, chain.dice_left);
        }
        if self.state.covered == PileSet::ALL {
            self.move_figure(log);
        }
    }

    /// S12, S13: a card that is used leaves the game.
    fn spend(&mut self, card: Card) {
        let hand = &mut self.state.hands[self.state.seat.index()];
        hand.open = hand.open.without(card);
        self.state.removed = self.state.removed.with(card);
    }

    /// S15: the figure moves to the end of the run; a full circle earns a bonus card; an empty run ends the turn.
    fn move_figure(&mut self, log: &mut impl FnMut(Happening)) {
        let from = self.figure(self.mover());
        let run = self.state.covered.run(from);
        self.state.dice = Dice::NONE;
        self.state.covered = PileSet::NONE;
        self.state.sums = [Dice::NONE; PILES];
        self.state.rerolls_left = 0;
        if run == 0 {
            log(Happening::EmptyRun);
            self.combine_or_end(log);
            return;
        }
        let to = from.after(run);
        log(Happening::Move { from, to, run });
        self.state.figures[self.mover().index()] = to;
        if usize::from(run) == PILES {
            log(Happening::Bonus);
            self.state.bonus_left -= 1;
            self.state.hands[self.mover().index()].bonus += 1;
        }
        if self.visit_is_open() {
            self.state.phase = Phase::Visit;
        } else {
            self.take(log);
        }
    }

    /// A card changes hands (S16).
    fn hand_over(&mut self, from: Seat, to: Seat, card: Card) {
        let hand = &mut self.state.hands[from.index()];
        hand.open = hand.open.without(card);
        let hand = &mut self.state.hands[to.index()];
        hand.open = hand.open.with(card);
    }

    /// S16: each opponent is visited once; then the card is taken.
    fn after_visit(&mut self, seat: Seat, log: &mut impl FnMut(Happening)) {
        self.state.visited |= 1 << seat.index();
        if !self.visit_is_open() {
            self.take(log);
        }
    }

    /// S17: takes the open card; the next one, if there is one, is turned up by chance.
    fn take(&mut self, log: &mut impl FnMut(Happening)) {
        let here = self.figure(self.mover());
        let pile = here.index();
        let card = self.state.open[pile].take().expect("a pile at which a figure arrives has an open card");
        log(Happening::Take(here, card));
        self.state.faces[pile] = Face::One;
        let hand = &mut self.state.hands[self.state.seat.index()];
        hand.open = hand.open.with(card);
        self.state.fresh = self.state.fresh.with(card);
        if self.state.down[pile] > 0 {
            self.state.phase = Phase::Reveal;
        } else {
            self.combine_or_end(log);
        }
    }

    /// A card is turned up on a pile (S5, S17).
    fn turn_up(&mut self, pile: Pile, card: Card) {
        self.state.open[pile.index()] = Some(card);
        self.state.faces[pile.index()] = self.deck().get(card).face;
        self.state.down[pile.index()] -= 1;
        self.state.unseen = self.state.unseen.without(card);
    }

    /// S18: covers a set.
    fn cover(&mut self, set: CardSet) {
        let pairs = set_of(set, self.deck()).map_or(0, SetKind::pairs);
        let hand = &mut self.state.hands[self.state.seat.index()];
        hand.open = hand.open.minus(set);
        hand.covered = hand.covered.union(set);
        hand.pairs += pairs;
        let lowest = set.iter().next().map_or(NO_SET, |card| card.index() as u8);
        set.iter().for_each(|card| self.state.set_of[card.index()] = lowest);
    }

    /// S18: the seat is asked only while it holds a set.
    fn combine_or_end(&mut self, log: &mut impl FnMut(Happening)) {
        if Parts::of(self.hand(self.mover()).open, self.deck()).sets().next().is_some() {
            self.state.phase = Phase::Combine;
        } else {
            self.end_turn(log);
        }
    }

    /// S20: the game ends with the turn in which a pile or the bonus pile became empty; else the next seat begins.
    fn end_turn(&mut self, log: &mut impl FnMut(Happening)) {
        log(Happening::TurnEnd);
        self.state.fresh = CardSet::NONE;
        self.state.visited = 0;
        if self.state.bonus_left == 0 || !self.empty_piles().is_empty() {
            log(Happening::GameEnd);
            self.state.phase = Phase::Over;
        } else {
            self.begin_turn(self.mover().next(self.settings.players));
        }
    }
}
