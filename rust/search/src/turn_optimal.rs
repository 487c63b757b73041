//! [`TurnOptimal`]: Schraube locker one turn at a time, each turn played as well as it can be.

use spielwerk::common::View as _;
use spielwerk::schraube::{
    BONUS_POINTS, Card, CardSet, Hand, Kind, Move, PILES, Phase, Pile, Points, Position, View,
};

use crate::agent::{Agent, Choice};
use crate::schraube::{Decision, Objective, TurnDice, TurnSolver, TurnState};
use crate::{Judgement, Random};

/// Plays the dice of each turn so that the points it brings are the most that can be expected, by the exact
/// [`TurnSolver`]. An end of the turn is worth what the card taken there adds to the player's points, its best sets included
/// (S21, S22), and a bonus card for the full circle (S15); a laser or an extra roll costs its card. Everything but the dice
/// is decided greedily, and later turns are not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnOptimal;

impl Agent<Position> for TurnOptimal {
    fn choose(&self, view: &View, random: &mut Random, _stop: &dyn Fn() -> bool) -> Choice<Move> {
        let position = view.complete(random);
        let decision = if position.phase() == Phase::Place { best_decision(&position) } else { None };
        Choice::unsearched(decision.unwrap_or_else(|| position.best_move(random)))
    }
}

/// What to do with the dice.
fn best_decision(position: &Position) -> Option<Move> {
    let lasers = usable(position, Kind::Laser);
    let extra_rolls = usable(position, Kind::ExtraRoll);
    let figure = position.figure_of(position.mover())?;
    let state = TurnState {
        figure,
        faces: position.faces()?,
        covered: position.covered(),
        dice: TurnDice::Unplaced(position.unplaced()),
        rerolls_left: position.rerolls_left(),
        // Six of each always fit into what the solver reckons with; only odd decks have more.
        lasers: lasers.len().min(6),
        extra_rolls: extra_rolls.len().min(6),
        pro: position.is_pro(),
    };
    let price = |cards: CardSet| cheapest(position, cards).map_or(0.0, |card| value(position, card));
    let objective = Objective::ends(worths(position, figure)).with_prices(price(lasers), price(extra_rolls));
    let decision = TurnSolver::new(state).ok()?.best(&objective)?;
    Some(match decision {
        Decision::Place(pile) => Move::Place(pile),
        Decision::Sum(pile, dice) => Move::Sum(pile, dice),
        Decision::Reroll => Move::Reroll,
        Decision::Stop => Move::Stop,
        Decision::Laser(from, to) => Move::Laser(cheapest(position, lasers)?, from, to),
        Decision::Extra => Move::Extra(cheapest(position, extra_rolls)?),
    })
}

/// By the length of the run, the points that the end of the turn adds.
fn worths(position: &Position, figure: Pile) -> [f64; PILES + 1] {
    let deck = position.deck();
    let hand = position.hand(position.mover());
    let before = Points::of(hand, deck).total();
    std::array::from_fn(|run| {
        let Some(card) = position.open_card(figure.after(run as u8)).filter(|_| run > 0) else { return 0.0 };
        let after = Hand { open: hand.open.with(card), ..*hand };
        let bonus = if run == PILES { BONUS_POINTS } else { 0 };
        (Points::of(&after, deck).total() - before + bonus) as f64
    })
}

/// Open cards of a kind that may be used on the dice (S12, S13).
fn usable(position: &Position, kind: Kind) -> CardSet {
    position.hand(position.mover()).open.and(position.deck().of_kind(kind))
}

/// The card that is the least loss when it leaves the game.
fn cheapest(position: &Position, cards: CardSet) -> Option<Card> {
    cards.iter().min_by_key(|&card| position.deck().get(card).value)
}

fn value(position: &Position, card: Card) -> f64 {
    f64::from(position.deck().get(card).value)
}
