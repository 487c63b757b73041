//! Schraube locker one number at a time. An outcome is a card turned up, 0 to 41 in the order of the deck, or a roll, from 42 on: all
//! rolls of one die, then all of two, up to six, each in the order of their sorted pips.

use spielwerk::common::{Actions, Faults, Position as _, Seat, Seats, View as _, Word};
use spielwerk::schraube::{
    BONUS_CARDS, BONUS_POINTS, CARDS, Card, Dice, Event, PAIR_POINTS, PILE_CARDS, Phase, Pile, Position, View,
};
use spielwerk_search::Random;

use crate::entry::EVERYBODY;
use crate::{Entry, Piece, Sees, Stepwise, Tensor};

const PILES: usize = 6;
const PHASES: usize = 7;
const FACES: usize = 6;
/// Dice in the game (S1).
const DICE: u8 = 6;
/// Rolls of one to six dice: 6 + 21 + 56 + 126 + 252 + 462.
const ROLLS: u16 = 923;
/// Pairs that all cards together can make (S18): two cards a pair.
const PAIRS: u8 = (CARDS / 2) as u8;

/// The first outcome id of the rolls of so many dice.
fn first_roll(dice: u8) -> u16 {
    CARDS as u16 + (1..dice).map(|fewer| Dice::all(fewer).len() as u16).sum::<u16>()
}

fn card(outcome: u16) -> Option<Card> {
    Card::new(u8::try_from(outcome).ok()?)
}

fn roll(outcome: u16) -> Option<Dice> {
    let dice = (1..=DICE).rev().find(|&dice| outcome >= first_roll(dice))?;
    Dice::all(dice).get(usize::from(outcome - first_roll(dice))).copied()
}

impl Stepwise for Position {
    const OUTCOMES: u16 = CARDS as u16 + ROLLS;
    /// Rolls of six dice.
    const MOST_OUTCOMES: u16 = 462;
    const MOST_MOVES: u32 = 1_000;
    const PERFECT_INFORMATION: bool = true;

    fn faults(&self) -> Faults {
        let mut faults = Faults::default();
        if Pile::ALL.iter().any(|&pile| self.order(pile).is_some()) {
            let message = "an episode begins where nobody knows the order of the cards face down".into();
            faults.add("piles", "S23", "order_known", message);
        }
        faults
    }

    fn outcomes(&self, _: &[u16]) -> Vec<(u16, u32)> {
        match self.phase() {
            Phase::Roll => {
                let dice = self.to_roll();
                (first_roll(dice)..).zip(Dice::all(dice).iter().map(|dice| dice.ways())).collect()
            }
            Phase::Reveal => self.unseen().iter().map(|card| (card.index() as u16, 1)).collect(),
            _ => Vec::new(),
        }
    }

    fn may_come(&self, _: &[u16], outcome: u16) -> bool {
        match self.phase() {
            Phase::Roll => roll(outcome).is_some_and(|dice| dice.len() == self.to_roll()),
            Phase::Reveal => card(outcome).is_some_and(|card| self.unseen().contains(card)),
            _ => false,
        }
    }

    fn event(&self, parts: &[u16]) -> Option<Event> {
        let &outcome = parts.first()?;
        match card(outcome) {
            Some(card) => Some(Event::Reveal(self.pile_to_reveal()?, card)),
            None => roll(outcome).map(Event::Roll),
        }
    }

    fn outcome_name(outcome: u16) -> Option<String> {
        card(outcome).map(|card| format!("card {card}")).or_else(|| Some(format!("roll {}", roll(outcome)?)))
    }

    fn receiver(&self) -> Option<Seat> {
        (self.phase() == Phase::Roll).then(|| self.mover())
    }

    fn outcome_seen(&self) -> u8 {
        EVERYBODY
    }

    fn action_seen(_: Word, _: u16) -> Sees {
        Sees::All
    }

    fn is_joint(&self) -> bool {
        false
    }

    fn points(&self) -> Vec<f64> {
        Seats::new(self.players()).map(|seat| self.points(seat).total() as f64).collect()
    }

    /// All cards of positive value, all bonus cards and 21 pairs; or all cards of negative value (S22).
    fn point_bounds(&self) -> (f64, f64) {
        let values = || self.deck().cards().iter().map(|card| f64::from(card.value));
        let best: f64 = values().filter(|&value| value > 0.0).sum();
        let worst: f64 = values().filter(|&value| value < 0.0).sum();
        let combined = PAIR_POINTS * i64::from(PAIRS) + BONUS_POINTS * i64::from(BONUS_CARDS);
        (worst, best + combined as f64)
    }

    /// Six cards are turned up first; a move may be followed by a card and a roll.
    fn most_steps(&self, moves: u32) -> u64 {
        PILES as u64 + u64::from(moves) * (Self::LONGEST_WORD as u64 + 2)
    }

    fn pieces(&self) -> Vec<Piece> {
        let players = usize::from(self.players());
        vec![
            Piece::public("phase", [PHASES]),
            Piece::public("mover", [players]),
            Piece::public("figures", [players, PILES]),
            Piece::public("open", [PILES, CARDS]),
            Piece::public("wanted", [PILES, FACES]),
            Piece::public("face_down", [PILES]).up_to(PILE_CARDS as u32),
            Piece::public("unseen", [CARDS]),
            Piece::public("dice", [FACES]).up_to(DICE),
            Piece::public("on_piles", [PILES, FACES]).up_to(DICE),
            Piece::public("rerolls_left", [1]).up_to(self.max_rolls()),
            Piece::public("to_roll", [1]).up_to(DICE),
            Piece::public("bonus_left", [1]).up_to(BONUS_CARDS),
            Piece::public("hands", [players, CARDS]),
            Piece::public("covered", [players, CARDS]),
            Piece::public("pairs", [players]).up_to(PAIRS),
            Piece::public("bonus", [players]).up_to(BONUS_CARDS),
            Piece::public("points", [players]).within(self.point_bounds()),
            Piece::public("removed", [CARDS]),
            Piece::public("fresh", [CARDS]),
            Piece::public("visited", [players]),
            Piece::private("seat", [players]),
        ]
    }

    fn observe(view: &View, tensor: &mut Tensor<'_>) {
        let position = view.position();
        let seats: Vec<Seat> = Seats::new(position.players()).collect();
        let players = seats.len();
        tensor.ones(PHASES, [position.phase() as usize]);
        tensor.ones(players, [position.mover().index()]);
        for &seat in &seats {
            tensor.ones(PILES, position.figure_of(seat).map(Pile::index));
        }
        let open = Pile::ALL.map(|pile| position.open_card(pile));
        for card in open {
            tensor.ones(CARDS, card.map(Card::index));
        }
        for card in open {
            tensor.ones(FACES, card.map(|card| position.deck().get(card).face.index()));
        }
        tensor.numbers(Pile::ALL.iter().map(|&pile| position.face_down(pile).into()));
        tensor.ones(CARDS, position.unseen().iter().map(Card::index));
        count_faces(tensor, position.unplaced());
        for pile in Pile::ALL {
            count_faces(tensor, position.dice_on(pile));
        }
        tensor.number(position.rerolls_left());
        tensor.number(position.to_roll());
        tensor.number(position.bonus_left());
        for &seat in &seats {
            tensor.ones(CARDS, position.hand(seat).open.iter().map(Card::index));
        }
        for &seat in &seats {
            tensor.ones(CARDS, position.hand(seat).covered.iter().map(Card::index));
        }
        tensor.numbers(seats.iter().map(|&seat| position.hand(seat).pairs.into()));
        tensor.numbers(seats.iter().map(|&seat| position.hand(seat).bonus.into()));
        tensor.numbers(Stepwise::points(position).into_iter());
        tensor.ones(CARDS, position.removed().iter().map(Card::index));
        tensor.ones(CARDS, position.fresh().iter().map(Card::index));
        tensor.ones(players, position.visited().map(Seat::index));
        tensor.ones(players, [view.seat().index()]);
    }

    fn public_text(&self) -> String {
        self.to_string()
    }

    fn private_text(_: &View) -> String {
        String::new()
    }

    /// Nothing is hidden from anybody (S23).
    fn imagine<'a>(
        start: &'a Self,
        _: &'a View,
        history: &'a [Entry],
    ) -> impl Fn(&mut Random) -> Option<(Self, Vec<u16>)> {
        |_| Some((start.clone(), history.iter().map(|entry| entry.id).collect()))
    }
}

fn count_faces(tensor: &mut Tensor<'_>, dice: Dice) {
    let mut counts = [0.0; FACES];
    dice.iter().for_each(|face| counts[face.index()] += 1.0);
    tensor.numbers(counts.into_iter());
}
