//! [`Judgement`]: what agents know of a game beyond its rules.

use spielwerk::common::{Position, Turn, Uniform, View};

use crate::policy::best_by;
use crate::{Random, SharedAgent};

mod lokus;
mod qwirkle;
mod schraube;

/// What agents know of a game beyond its rules. Searches need little of it: how much a margin means, and how to draw a
/// sensible move for a rollout.
///
/// Everything here looks only at what the seat to act may see; tests hold that for every game.
pub trait Judgement: Position {
    /// The margin, in points, at which [`Reward::Margin`](crate::Reward::Margin) gives three quarters. About the standard
    /// deviation of the margin between two equal players.
    const MARGIN: f64;

    /// What `chosen`, a legal move, is worth at once to the seat to act: in points, or a game's estimate of them. Only
    /// comparisons between the moves of one position mean something.
    fn gain(&self, chosen: Self::Move) -> f64;

    /// How many points each seat is ahead of the best other if the game ended now; more is better. Equal to the margins of
    /// the outcome when the game is over.
    fn margins(&self) -> Vec<i128>;

    /// A move for rollouts and for the agent `random`. It is a legal move drawn uniformly, unless the game knows moves that
    /// only tread water: those come only where nothing else is left.
    ///
    /// # Panics
    ///
    /// Unless a seat is to act.
    fn rollout_move(&self, uniform: &mut impl Uniform) -> Self::Move {
        self.sample_move(uniform)
    }

    /// Plays a [`rollout_move`](Judgement::rollout_move). Games override it where a move that was just drawn can be played
    /// without being judged again; it draws and plays the same.
    ///
    /// # Panics
    ///
    /// Unless a seat is to act.
    fn play_rollout_move(&mut self, uniform: &mut impl Uniform) {
        let chosen = self.rollout_move(uniform);
        self.play(chosen);
    }

    /// A move with the most [`gain`](Judgement::gain), each of them with equal probability. Games override it where finding
    /// the best is cheaper than weighing all.
    ///
    /// # Panics
    ///
    /// Unless a seat is to act.
    fn best_move(&self, random: &mut Random) -> Self::Move {
        best_gain(self, random)
    }

    /// The agent that plays one turn exactly as well as it can be played, in games that have a solver for that.
    fn turn_agent() -> Option<SharedAgent<Self>> {
        None
    }
}

/// One of the legal moves that gain the most.
fn best_gain<P: Judgement>(position: &P, random: &mut Random) -> P::Move {
    best_by(position.legal_moves(), |&chosen| position.gain(chosen), random).expect("a seat is to act")
}

/// The margin of each seat over the best other, from points of which more are better.
pub fn margins_of(points: &[i128]) -> Vec<i128> {
    let best_other = |seat: usize| {
        points.iter().enumerate().filter(|&(other, _)| other != seat).map(|(_, &other)| other).max()
    };
    points
        .iter()
        .enumerate()
        .map(|(seat, &own)| best_other(seat).map_or(0, |other| own.saturating_sub(other)))
        .collect()
}

/// Law: what a game's judgement says agrees with its rules. The tests of every game call it.
///
/// # Panics
///
/// When a law does not hold.
pub fn agrees_with_rules<P: Judgement>(position: &P, random: &mut Random) {
    assert!(P::MARGIN > 0.0, "a margin is positive");
    let margins = position.margins();
    assert_eq!(margins.len(), usize::from(position.players()), "a margin for every seat");
    if let Some(outcome) = position.outcome() {
        assert_eq!(margins, outcome.margins(), "the margins of the outcome: {position}");
    }
    let Turn::Seat(seat) = position.turn() else { return };
    let drawn = position.rollout_move(random);
    let moves = position.legal_moves();
    assert!(moves.binary_search(&drawn).is_ok(), "{drawn} for a rollout is listed in {position}");
    let (mut played, mut drawn_and_played) = (position.clone(), position.clone());
    played.play_rollout_move(&mut random.clone());
    drawn_and_played.play(position.rollout_move(&mut random.clone()));
    assert_eq!(played, drawn_and_played, "a rollout move is played as it is drawn in {position}");
    let completed = position.view(seat).complete(random);
    let most = moves.iter().map(|&chosen| position.gain(chosen)).fold(f64::NEG_INFINITY, f64::max);
    let best = position.best_move(random);
    assert!(moves.binary_search(&best).is_ok(), "the best move {best} is listed in {position}");
    assert_eq!(
        position.gain(best).to_bits(),
        most.to_bits(),
        "the best move {best} gains the most in {position}"
    );
    for chosen in moves.into_iter().take(40) {
        let gain = position.gain(chosen);
        assert!(gain.is_finite(), "gain of {chosen}");
        assert_eq!(
            gain.to_bits(),
            completed.gain(chosen).to_bits(),
            "the gain of {chosen} looks at nothing hidden: {position} and {completed}"
        );
    }
}
