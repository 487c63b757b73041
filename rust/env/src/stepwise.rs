//! [`Stepwise`]: what a game adds to its rules, so that it can be played one number at a time.

use spielwerk::common::{Actions, Faults, Seat, Word};
use spielwerk_search::Random;

use crate::{Entry, Piece, Tensor};

/// Who sees an action while it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// Everybody.
    All,
    /// The seat that takes it, for ever.
    Own,
    /// The seat that takes it, until the next move that others see.
    OwnForNow,
}

/// A game that can be played one number at a time.
pub trait Stepwise: Actions {
    /// How many outcome ids there are.
    const OUTCOMES: u16;
    /// No position has more outcomes at once.
    const MOST_OUTCOMES: u16;
    /// After so many moves an episode is cut, unless its caller says otherwise. No sensible game gets there.
    const MOST_MOVES: u32;
    /// Whether everybody knows everything, so that there is nothing to [imagine](Stepwise::imagine).
    const PERFECT_INFORMATION: bool;

    /// Every reason why no episode can begin here: things that the position does not know, or knows too well.
    fn faults(&self) -> Faults;

    /// The outcomes that may come next, in order, each with its weight. `parts` are those of the event that came already.
    /// Empty unless chance is to act.
    fn outcomes(&self, parts: &[u16]) -> Vec<(u16, u32)>;

    /// Whether [`Stepwise::outcomes`] lists this one.
    fn may_come(&self, parts: &[u16], outcome: u16) -> bool;

    /// The event, once all its parts are there.
    fn event(&self, parts: &[u16]) -> Option<Self::Event>;

    /// The outcome as text, different for every outcome of the game; `None` for a number that is no outcome id.
    fn outcome_name(outcome: u16) -> Option<String>;

    /// Whom the outcome that comes next is for, if it is for one seat.
    fn receiver(&self) -> Option<Seat>;

    /// Who sees the outcome that comes next, as a set of bits by seat.
    fn outcome_seen(&self) -> u8;

    /// Who sees an action that follows these.
    fn action_seen(spelled: Word, action: u16) -> Sees;

    /// Whether all seats decide at once now, and none has decided yet.
    fn is_joint(&self) -> bool;

    /// The points by seat if the game ended now; more is better.
    fn points(&self) -> Vec<f64>;

    /// No seat ever has fewer or more points.
    fn point_bounds(&self) -> (f64, f64);

    /// No episode that begins here and is cut after so many moves has more actions and outcomes.
    fn most_steps(&self, moves: u32) -> u64;

    /// How the array of what a seat knows is laid out, the same at all positions of games with these options. What everybody knows
    /// stands first.
    fn pieces(&self) -> Vec<Piece>;

    /// Writes that array: the pieces in order.
    fn observe(view: &Self::View, tensor: &mut Tensor<'_>);

    /// What everybody sees, in one line.
    fn public_text(&self) -> String;

    /// What this seat alone knows, in one line; empty where everybody knows everything.
    fn private_text(view: &Self::View) -> String;

    /// Looks at what a seat has seen. Each call of what is returned fills in the rest at random: a start and the ids of a history that look
    /// the same to the seat, or `None` for a draw that fails. Each that could have happened has equal weight, once those are discarded that
    /// break a rule. `view` is what the seat knows at the end.
    fn imagine<'a>(
        start: &'a Self,
        view: &'a Self::View,
        history: &'a [Entry],
    ) -> impl Fn(&mut Random) -> Option<(Self, Vec<u16>)>;
}
