//! [`Event`]: what chance decides, and how likely it is (S23, S24).

use crate::common::{Chance, Faults, Probability, Uniform};

use super::card::{Card, CardSet};
use super::dice::{Dice, Face};
use super::position::{Phase, Position};
use super::ring::Pile;

/// A decision of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// `roll 122556`: the dice of a roll (S6, S24).
    Roll(Dice),
    /// `reveal 0 11`: on this pile this card is turned up (S5, S17, S23).
    Reveal(Pile, Card),
}

impl Position {
    /// Cards that may be turned up on this pile: any unseen one, or the next one if the order is known (S23).
    fn revealable(&self, pile: Pile) -> CardSet {
        match self.order(pile).and_then(<[Card]>::first) {
            Some(&next) => CardSet::NONE.with(next),
            None => self.unseen(),
        }
    }

    /// All events in the order of [`Event`], made one by one.
    pub(super) fn events(&self) -> Box<dyn Iterator<Item = Chance<Event>> + Send + '_> {
        let listed = |event| Chance { event, probability: self.chance_of(event) };
        if let Some(pile) = self.pile_to_reveal() {
            return Box::new(self.revealable(pile).iter().map(move |card| listed(Event::Reveal(pile, card))));
        }
        if self.phase() == Phase::Roll {
            // `Dice` is ordered by its counters, the rolls of `Dice::all` by their sorted pips.
            let mut rolls = Dice::all(self.to_roll()).to_vec();
            rolls.sort_unstable();
            return Box::new(rolls.into_iter().map(move |dice| listed(Event::Roll(dice))));
        }
        Box::new(std::iter::empty())
    }

    /// How many events there are.
    pub(super) fn event_count(&self) -> usize {
        match (self.phase(), self.pile_to_reveal()) {
            (Phase::Roll, _) => Dice::all(self.to_roll()).len(),
            (_, Some(pile)) => usize::from(self.revealable(pile).len()),
            _ => 0,
        }
    }

    /// S23, S24: the exact probability of an event.
    pub(super) fn chance_of(&self, event: Event) -> Probability {
        if self.check_event(event).is_err() {
            return Probability::ZERO;
        }
        match event {
            Event::Roll(dice) => {
                Probability::new(u128::from(dice.ways()), 6_u128.pow(u32::from(self.to_roll())))
            }
            Event::Reveal(pile, _) => Probability::new(1, u128::from(self.revealable(pile).len())),
        }
    }

    /// Every reason why an event can't happen now.
    ///
    /// # Errors
    ///
    /// Faults `no_roll_due`, `wrong_dice_count` (S6), `no_reveal_due`, `wrong_pile` (S17), `card_not_unseen` (S23), `not_the_next_card` (S4).
    pub(super) fn check_event(&self, event: Event) -> Result<(), Faults> {
        let mut faults = Faults::default();
        match event {
            Event::Roll(_) if self.phase() != Phase::Roll => {
                faults.add("", "S6", "no_roll_due", "no dice are to be rolled now".into());
            }
            Event::Roll(dice) if dice.len() != self.to_roll() => {
                let message = format!("{} dice; {} are to be rolled", dice.len(), self.to_roll());
                faults.add("dice", "S6", "wrong_dice_count", message);
            }
            Event::Roll(_) => {}
            Event::Reveal(pile, card) => {
                match self.pile_to_reveal() {
                    None => faults.add("", "S17", "no_reveal_due", "no card is to be turned up now".into()),
                    Some(due) if due != pile => {
                        let message = format!("pile {pile}; a card is to be turned up on pile {due}");
                        faults.add("pile", "S17", "wrong_pile", message);
                    }
                    Some(_) => {}
                }
                if !self.unseen().contains(card) {
                    let message = format!("card {card} is not among the cards face down");
                    faults.add("card", "S23", "card_not_unseen", message);
                } else if faults.is_empty() && !self.revealable(pile).contains(card) {
                    let message = format!("card {card} is not the next one of pile {pile}");
                    faults.add("card", "S4", "not_the_next_card", message);
                }
            }
        }
        faults.into_result()
    }

    /// An event drawn with its probability; a roll takes one bounded number, a card another.
    ///
    /// # Panics
    ///
    /// Unless chance is to decide.
    #[inline]
    pub(super) fn random_event(&self, uniform: &mut impl Uniform) -> Event {
        if self.phase() == Phase::Roll {
            return Event::Roll(random_roll(self.to_roll(), uniform));
        }
        let pile = self.pile_to_reveal().expect("chance is to decide");
        let cards = self.revealable(pile);
        let place = uniform.below(u64::from(cards.len())) as u8;
        Event::Reveal(pile, cards.nth(place).expect("the number is below the count"))
    }
}

/// One to six dice, each face with equal probability: the digits of one number to the base six, looked up three at a time.
#[inline]
fn random_roll(count: u8, uniform: &mut impl Uniform) -> Dice {
    static ONE: [Dice; 6] = ordered_rolls(1);
    static TWO: [Dice; 36] = ordered_rolls(2);
    static THREE: [Dice; 216] = ordered_rolls(3);
    let mut digits = |rolls: u64| uniform.below(rolls) as usize;
    match count {
        1 => ONE[digits(6)],
        2 => TWO[digits(36)],
        3 => THREE[digits(216)],
        4 => {
            let number = digits(1_296);
            THREE[number / 6].plus(ONE[number % 6])
        }
        5 => {
            let number = digits(7_776);
            THREE[number / 36].plus(TWO[number % 36])
        }
        _ => {
            let number = digits(46_656);
            THREE[number / 216].plus(THREE[number % 216])
        }
    }
}

/// Every ordered roll of this many dice, as a handful.
const fn ordered_rolls<const ROLLS: usize>(count: u32) -> [Dice; ROLLS] {
    let mut rolls = [Dice::NONE; ROLLS];
    let mut number = 0;
    while number < ROLLS {
        let (mut die, mut digits) = (0, number);
        while die < count {
            rolls[number] = rolls[number].with(Face::ALL[digits % 6]);
            digits /= 6;
            die += 1;
        }
        number += 1;
    }
    rolls
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts up instead of drawing.
    struct Counter(u64);

    impl Uniform for Counter {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 += 1;
            (self.0 - 1) % bound
        }
    }

    #[test]
    fn every_roll_is_drawn_as_often_as_it_is_likely() {
        for count in 1..=6 {
            let mut counter = Counter(0);
            let mut drawn: Vec<Dice> =
                (0..6_u32.pow(u32::from(count))).map(|_| random_roll(count, &mut counter)).collect();
            drawn.sort_unstable();
            for &roll in Dice::all(count) {
                let found = drawn.partition_point(|&other| other <= roll)
                    - drawn.partition_point(|&other| other < roll);
                assert_eq!(found as u32, roll.ways(), "{roll}");
            }
        }
    }
}
