//! Every reason why a [`Setup`] is no position.

use std::sync::Arc;

use crate::common::{Faults, Seat};

use super::card::{CARDS, Card, CardSet, Kind};
use super::chain::forced_placement;
use super::combine::{Parts, set_of};
use super::dice::{DICE, Dice};
use super::options::{Options, PILE_CARDS, Piles};
use super::position::{BONUS_CARDS, Hand, Phase, Position};
use super::ring::{PILES, Pile, PileSet};
use super::setup::{HandSetup, Setup};

impl Setup {
    /// The position that this data describes.
    ///
    /// # Errors
    ///
    /// Every reason why there is none; parts that are looked at only in a sound frame (the counts of seats, piles and dice) are left out when the
    /// frame is not.
    pub(super) fn position(&self) -> Result<Position, Faults> {
        let mut reading = Reading { setup: self, faults: Faults::default(), seen: CardSet::NONE };
        let options = Options::read(self.players, self.max_rolls, self.pro, Arc::clone(&self.deck), None);
        let options = options.map_err(|faults| reading.faults.extend(faults));
        reading.frame();
        let Some(options) = options.ok().filter(|_| reading.faults.is_empty()) else {
            return Err(reading.faults);
        };
        let mut position = Position::first(&options);
        reading.cards(&mut position);
        reading.dice(&mut position);
        reading.turn(&mut position);
        if reading.faults.is_empty() {
            reading.moment(&position);
        }
        reading.faults.into_result()?;
        Ok(position)
    }
}

struct Reading<'a> {
    setup: &'a Setup,
    faults: Faults,
    /// Cards met so far, each at one place.
    seen: CardSet,
}

impl Reading<'_> {
    fn fault(
        &mut self,
        path: impl Into<String>,
        rule: &'static str,
        slug: &'static str,
        message: impl Into<String>,
    ) {
        self.faults.add(path, rule, slug, message.into());
    }

    /// Six piles, a figure and a hand a seat, a seat on turn that is played.
    fn frame(&mut self) {
        let Setup { players, ref piles, ref figures, ref hands, seat, .. } = *self.setup;
        if piles.len() != PILES {
            self.fault("piles", "S4", "wrong_pile_count", format!("{} piles; there are six", piles.len()));
        }
        for (path, count) in [("figures", figures.len()), ("hands", hands.len())] {
            if usize::try_from(players) != Ok(count) {
                self.fault(path, "S1", "wrong_seat_count", format!("{count} for {players} players"));
            }
        }
        if seat.index() as i64 >= players {
            self.fault("seat", "S5", "no_such_seat", format!("seat {seat} of {players} players"));
        }
    }

    /// Notes a card at its place; no card is at two (S1).
    fn meet(&mut self, path: String, card: Card) {
        if self.seen.contains(card) {
            self.fault(path, "S1", "card_twice", format!("card {card} is at two places"));
        }
        self.seen = self.seen.with(card);
    }

    /// Where the 42 point cards and the 6 bonus cards are.
    fn cards(&mut self, position: &mut Position) {
        let setup = self.setup;
        let state = &mut position.state;
        (state.phase, state.seat) = (setup.phase, setup.seat);
        for (index, pile) in setup.piles.iter().enumerate() {
            if let Some(card) = pile.open {
                self.meet(format!("piles[{index}].open"), card);
                state.faces[index] = setup.deck.get(card).face;
            }
            let most = PILE_CARDS as i64 - i64::from(pile.open.is_some());
            if !(0..=most).contains(&pile.down) {
                let message = format!("{} cards face down under the open one; a pile has seven", pile.down);
                self.fault(format!("piles[{index}].down"), "S4", "pile_too_high", message);
            }
            (state.open[index], state.down[index]) = (pile.open, pile.down as u8);
        }
        for (seat, hand) in setup.hands.iter().enumerate() {
            state.hands[seat] = self.hand(seat, hand);
            for set in &hand.covered {
                let lowest = set.iter().map(|card| card.index()).min().unwrap_or_default();
                for card in set {
                    state.set_of[card.index()] = lowest as u8;
                }
            }
        }
        for (index, &card) in setup.removed.iter().enumerate().take(CARDS + 1) {
            let path = format!("removed[{index}]");
            self.meet(path.clone(), card);
            let kind = setup.deck.get(card).kind;
            if !matches!(kind, Kind::Laser | Kind::ExtraRoll) {
                self.fault(
                    path,
                    "S12",
                    "not_spendable",
                    format!("card {card} is a {kind} card and never leaves the game"),
                );
            }
            state.removed = state.removed.with(card);
        }
        state.unseen = CardSet::ALL.minus(self.seen);
        let down: i128 = setup.piles.iter().map(|pile| i128::from(pile.down)).sum();
        if down != i128::from(state.unseen.len()) {
            let message = format!("{down} cards face down; {} cards are nowhere else", state.unseen.len());
            self.fault("piles", "S1", "cards_not_conserved", message);
        }
        state.bonus_left = setup.bonus_left as u8;
        let bonus: i128 = setup.hands.iter().map(|hand| i128::from(hand.bonus)).sum();
        let none_is_owed = setup.bonus_left >= 0 && setup.hands.iter().all(|hand| hand.bonus >= 0);
        if !none_is_owed || bonus + i128::from(setup.bonus_left) != BONUS_CARDS.into() {
            let message = format!(
                "{bonus} bonus cards with players and {} in the middle; there are 6",
                setup.bonus_left
            );
            self.fault("bonus_left", "S1", "bonus_not_conserved", message);
        }
        let unseen = state.unseen;
        if let Some(piles) = self.order(unseen) {
            Arc::make_mut(&mut position.settings).piles = Some(piles);
        }
    }

    fn hand(&mut self, seat: usize, hand: &HandSetup) -> Hand {
        let path = format!("hands[{seat}]");
        let mut read = Hand { bonus: hand.bonus as u8, ..Hand::default() };
        for (index, &card) in hand.open.iter().enumerate().take(CARDS + 1) {
            self.meet(format!("{path}.open[{index}]"), card);
            read.open = read.open.with(card);
        }
        for (index, set) in hand.covered.iter().enumerate().take(CARDS) {
            let path = format!("{path}.covered[{index}]");
            set.iter().take(CARDS + 1).for_each(|&card| self.meet(path.clone(), card));
            let cards: CardSet = set.iter().copied().collect();
            match set_of(cards, &self.setup.deck) {
                Some(kind) => read.pairs += kind.pairs(),
                None => self.fault(path, "S18", "not_a_set", "these cards are not one of the four sets"),
            }
            read.covered = read.covered.union(cards);
        }
        read
    }

    /// The order of the cards face down, if it is given: all of the unseen cards, each once.
    fn order(&mut self, unseen: CardSet) -> Option<Piles> {
        let setup = self.setup;
        if setup.piles.iter().all(|pile| pile.order.is_none()) {
            return None;
        }
        let mut known = [[Card::numbered(1)?; PILE_CARDS]; PILES];
        let mut met = CardSet::NONE;
        for (index, pile) in setup.piles.iter().enumerate() {
            let path = format!("piles[{index}].order");
            let order = pile.order.as_deref().unwrap_or_default();
            if usize::try_from(pile.down) != Ok(order.len()) {
                let message = format!("the order of {} cards; {} are face down", order.len(), pile.down);
                self.fault(path.clone(), "S4", "order_incomplete", message);
                continue;
            }
            for (place, &card) in order.iter().enumerate().take(PILE_CARDS) {
                if !unseen.contains(card) || met.contains(card) {
                    let message = format!("card {card} is somewhere else");
                    self.fault(format!("{path}[{place}]"), "S1", "card_twice", message);
                }
                met = met.with(card);
                known[index][PILE_CARDS.saturating_sub(order.len()) + place] = card;
            }
        }
        Some(known)
    }

    /// Where the six dice are (S1), each placed one on its face (S7) or within a sum (S25).
    fn dice(&mut self, position: &mut Position) {
        let setup = self.setup;
        let on_piles: usize = setup.piles.iter().map(|pile| pile.dice.len()).sum();
        let count = (on_piles + setup.unplaced.len()) as i128 + i128::from(setup.to_roll);
        let rolling = matches!(setup.phase, Phase::Roll | Phase::Place);
        let expected = if rolling { i128::from(DICE) } else { 0 };
        if setup.to_roll < 0 || count != expected {
            let message =
                format!("{count} dice on piles, unplaced and about to be rolled; there must be {expected}");
            self.fault("unplaced", "S1", "dice_not_conserved", message);
            return;
        }
        let state = &mut position.state;
        (state.to_roll, state.dice) = (setup.to_roll as u8, setup.unplaced.iter().copied().collect());
        state.rerolls_left = setup.rerolls_left as u8;
        for pile in Pile::ALL {
            let dice: Dice = setup.piles[pile.index()].dice.iter().copied().collect();
            if dice.is_empty() {
                continue;
            }
            if dice.len() > 1 {
                state.sums[pile.index()] = dice;
            }
            state.covered = state.covered.with(pile);
            let face = state.faces[pile.index()];
            let path = format!("piles[{pile}].dice");
            if dice.len() > 1 && !setup.pro {
                self.fault(path, "S7", "two_dice_on_pile", format!("dice {dice}; one die a pile"));
            } else if dice.pips() != face.pips() {
                self.fault(
                    path,
                    "S7",
                    "dice_do_not_match",
                    format!("dice {dice} on a card that wants a {face}"),
                );
            }
        }
        if setup.phase == Phase::Roll && (setup.to_roll == 0 || !setup.unplaced.is_empty()) {
            self.fault(
                "to_roll",
                "S6",
                "wrong_dice_count",
                "all dice that are not placed are rolled, at least one",
            );
        } else if setup.phase == Phase::Place && setup.to_roll > 0 {
            self.fault(
                "to_roll",
                "S6",
                "wrong_dice_count",
                "no dice are rolled while others wait to be placed",
            );
        }
        let most = if rolling { setup.max_rolls - 1 } else { 0 };
        if !(0..=most).contains(&setup.rerolls_left) {
            let message = format!("{} rolls left; at most {most} can be", setup.rerolls_left);
            self.fault("rerolls_left", "S6", "too_many_rolls", message);
        }
    }

    /// Where the figures stand, and what happened in this turn.
    fn turn(&mut self, position: &mut Position) {
        let Setup { ref figures, ref fresh, ref visited, .. } = *self.setup;
        let state = &mut position.state;
        for (place, figure) in state.figures.iter_mut().zip(figures) {
            *place = figure.unwrap_or(Pile::ALL[0]);
        }
        state.fresh = fresh.iter().copied().collect();
        state.visited = visited.iter().fold(0, |bits, seat| bits | 1 << seat.index());
    }

    /// What must be so at this moment of a game.
    fn moment(&mut self, position: &Position) {
        let phase = self.setup.phase;
        self.figures();
        if phase == Phase::Start {
            self.untouched(position);
            return;
        }
        let opening = phase == Phase::Reveal && self.setup.fresh.is_empty();
        if opening {
            self.opening(position);
            return;
        }
        self.turned_up(position);
        self.fresh(position);
        match phase {
            Phase::Place if position.faces().is_some() => self.placing(position),
            Phase::Visit if !position.visit_is_open() => {
                self.fault("phase", "S16", "nothing_to_decide", "no swap and no gift is possible here");
            }
            Phase::Combine
                if Parts::of(position.hand(position.mover()).open, position.deck())
                    .sets()
                    .next()
                    .is_none() =>
            {
                self.fault("phase", "S18", "nothing_to_decide", "the open cards hold no set");
            }
            _ => {}
        }
    }

    /// S5: figures are put down in seat order.
    fn figures(&mut self) {
        let Setup { phase, seat, ref figures, .. } = *self.setup;
        for (index, figure) in figures.iter().enumerate() {
            let down = phase != Phase::Start || index < seat.index();
            if figure.is_some() != down {
                let message =
                    if down { "this figure stands on a pile" } else { "this figure is not down yet" };
                self.fault(format!("figures[{index}]"), "S5", "wrong_figures", message);
            }
        }
    }

    /// S5: nothing is turned up or owned before all figures are down.
    fn untouched(&mut self, position: &Position) {
        if position.unseen() != CardSet::ALL || position.bonus_left() != BONUS_CARDS {
            self.fault("piles", "S5", "too_early", "cards are turned up after all figures are down");
        }
        self.no_turn_begun();
    }

    /// S5: the tops are turned up by pile number, for seat 0 to begin.
    fn opening(&mut self, position: &Position) {
        let open = self
            .setup
            .piles
            .iter()
            .take_while(|pile| pile.open.is_some() && pile.down == PILE_CARDS as i64 - 1);
        let open = open.count();
        let rest = &self.setup.piles[open..];
        let closed = rest.iter().all(|pile| pile.open.is_none() && pile.down == PILE_CARDS as i64);
        let owned = position.seats().any(|seat| *position.hand(seat) != Hand::default());
        if !closed || rest.is_empty() || owned || position.mover() != Seat::new(0) {
            let message = "the first six cards are turned up by pile number, before anybody owns one; after a card is taken it is fresh";
            self.fault("phase", "S5", "wrong_opening", message);
        }
        self.no_turn_begun();
    }

    fn no_turn_begun(&mut self) {
        if !self.setup.fresh.is_empty() || !self.setup.visited.is_empty() {
            self.fault("fresh", "S19", "turn_not_begun", "no turn has begun");
        }
    }

    /// S17, S20: every pile has an open card, but for the one the card was just taken from, or that ended the game.
    fn turned_up(&mut self, position: &Position) {
        let Setup { phase, ref piles, .. } = *self.setup;
        let here = position.figure(position.mover());
        let taken = !position.fresh().is_empty();
        let mut reveals = 0;
        for (index, pile) in piles.iter().enumerate() {
            let is_here = index == here.index();
            let must_be_open = match phase {
                Phase::Reveal => !is_here,
                Phase::Combine | Phase::Over => !(is_here && pile.down == 0) || pile.open.is_some(),
                _ => true,
            };
            reveals += u8::from(pile.open.is_none() && pile.down > 0);
            if must_be_open && pile.open.is_none() {
                self.fault(
                    format!("piles[{index}].open"),
                    "S17",
                    "no_open_card",
                    "the next card of this pile is turned up",
                );
            }
        }
        if phase == Phase::Reveal && reveals != 1 {
            self.fault(
                "phase",
                "S17",
                "nothing_to_decide",
                "a card is turned up on the pile the figure stands on",
            );
        }
        let emptied = !position.empty_piles().is_empty() || position.bonus_left() == 0;
        let may_be_emptied = matches!(phase, Phase::Visit | Phase::Reveal | Phase::Combine | Phase::Over);
        if emptied && !may_be_emptied {
            self.fault("phase", "S20", "game_is_over", "a pile is empty, so the game ended with that turn");
        } else if !emptied && phase == Phase::Over {
            self.fault("phase", "S20", "game_goes_on", "no pile is empty, so the game goes on");
        } else if phase == Phase::Combine && !position.empty_piles().is_empty() && !taken {
            self.fault(
                "fresh",
                "S19",
                "taken_card_not_fresh",
                "the last card of the pile was taken in this turn",
            );
        }
    }

    /// S16, S19: what came in this turn, and who was visited in it.
    fn fresh(&mut self, position: &Position) {
        let setup = self.setup;
        let within = matches!(setup.phase, Phase::Visit | Phase::Reveal | Phase::Combine);
        let hand = position.hand(position.mover());
        for (index, &card) in setup.fresh.iter().enumerate().take(CARDS + 1) {
            let owned = hand.open.union(hand.covered).contains(card);
            if !within || !owned || setup.fresh[..index].contains(&card) {
                let message = format!("card {card} did not come to the seat on turn in this turn");
                self.fault(format!("fresh[{index}]"), "S19", "not_fresh", message);
            }
        }
        for (index, &seat) in setup.visited.iter().enumerate().take(8) {
            let host = seat != position.mover()
                && (seat.index() as i64) < setup.players
                && position.figure(seat) == position.figure(position.mover());
            if !within || !host || setup.visited[..index].contains(&seat) {
                let message = format!("seat {seat} can't have been visited in this turn");
                self.fault(format!("visited[{index}]"), "S16", "not_visited", message);
            }
        }
    }

    /// S7, S10, S14: whoever is asked has a choice.
    fn placing(&mut self, position: &Position) {
        if position.covered() == PileSet::ALL {
            self.fault("phase", "S10", "turn_moved_on", "all six piles carry a die, so the figure moves");
        }
        let figure = position.figure(position.mover());
        let forced = forced_placement(figure, &position.state.faces, position.covered(), position.unplaced());
        if let Some(pile) = forced.filter(|_| !position.holds_dice_cards()) {
            let message = format!("a die goes on pile {pile} without asking; no card in hand gives a choice");
            self.fault("unplaced", "S7", "placement_not_made", message);
        }
    }
}
