//! [`Position`]: what every game can do.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use super::{Chance, Faults, Outcome, ParseError, Probability, Seat, Turn, Uniform, View, Violation};

/// Facts about a game that never change while it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name in lower case, such as `qwirkle`.
    pub name: &'static str,
    /// The rule-book version that texts, bytes and records carry. It moves only when a verdict, a score or an end changes.
    pub rules_version: u16,
    /// The fewest and the most players.
    pub players: (u8, u8),
    /// The longest byte form of a position, in bytes.
    pub max_position_bytes: usize,
}

/// A state of a game. Only valid states exist: data from outside is a `Setup` until [`Position::from_setup`] accepts it.
///
/// Positions compare by what the rules see: two positions are equal when no rule, score or view tells them apart.
///
/// # Ways to play
///
/// * [`check`](Position::check) asks and changes nothing; it names every broken rule.
/// * [`try_play`](Position::try_play) checks, then plays; a refusal gives back the move and changes nothing.
/// * [`play`](Position::play) trusts the caller, for moves that this position listed.
///
/// Chance is an input: at [`Turn::Chance`] somebody picks an event ([`chances`](Position::chances),
/// [`sample`](Position::sample)) and applies it ([`try_apply`](Position::try_apply), [`apply`](Position::apply)).
/// [`undo`](Position::undo) takes back either, exactly.
///
/// # Text
///
/// `Display` writes one line that [`FromStr`] reads back; the grammar stands on top of the game's `notation` module.
pub trait Position:
    Clone + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// The choices made before a game begins.
    type Options: Clone + Eq + Debug;
    /// Plain data that may or may not be a position.
    type Setup: Clone + Debug;
    /// A decision that a position lists: small and copied freely, in a defined order.
    type Move: Copy + Ord + Hash + Debug + Display + Send + Sync;
    /// A decision as anyone may say it: text and messages become one, legal or not.
    type Attempt: Clone + Debug + Display + From<Self::Move> + FromStr<Err = ParseError>;
    /// A decision of chance.
    type Event: Clone + Eq + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync;
    /// One broken rule.
    type Illegal: Violation;
    /// What a legal move is worth, with its breakdown.
    type Score: Clone + PartialEq + Debug;
    /// Why a game ended.
    type Reason: Copy + Eq + Hash + Debug + Display + Send + Sync;
    /// What [`Position::undo`] needs.
    type Undo: Clone + Debug;
    /// What one seat may know of a position.
    type View: View<Position = Self>;

    /// The game's facts.
    const INFO: GameInfo;

    /// The first position of a game, with everything that chance decides still open.
    ///
    /// # Errors
    ///
    /// Every fault of the options.
    fn start(options: &Self::Options) -> Result<Self, Faults>;

    /// The position that the data describes.
    ///
    /// # Errors
    ///
    /// Every reason why there is no such position.
    fn from_setup(setup: &Self::Setup) -> Result<Self, Faults>;

    /// The data that describes this position; [`Position::from_setup`] gives the position back.
    fn setup(&self) -> Self::Setup;

    /// The options of this game.
    fn options(&self) -> Self::Options;

    /// The number of players.
    fn players(&self) -> u8;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// All legal moves of the seat to act, without doubles, in the order of `Ord`. Empty when no seat is to act.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// The number of legal moves; games override it where counting is cheaper than listing.
    fn legal_count(&self) -> usize {
        self.legal_moves().len()
    }

    /// A legal move of the seat to act, each with equal probability. Games override it where drawing one is cheaper than
    /// listing all: random play and the rollouts of a search need nothing else.
    ///
    /// # Panics
    ///
    /// Unless [`Turn::Seat`].
    fn sample_move(&self, uniform: &mut impl Uniform) -> Self::Move {
        let moves = self.legal_moves();
        assert!(!moves.is_empty(), "a seat is to act");
        moves[uniform.below(moves.len() as u64) as usize]
    }

    /// Judges an attempt of the seat to act and changes nothing.
    ///
    /// # Errors
    ///
    /// Every rule that the attempt breaks, at least one.
    fn check(&self, attempt: &Self::Attempt) -> Result<Approved<Self>, Vec<Self::Illegal>>;

    /// Plays a move that this position listed.
    ///
    /// # Panics
    ///
    /// May panic, or leave a position that no rule explains, when the move is not legal here. [`Position::try_play`] checks.
    fn play(&mut self, chosen: Self::Move) -> Self::Undo;

    /// Checks and plays.
    ///
    /// # Errors
    ///
    /// The attempt together with every rule it breaks; the position is unchanged.
    fn try_play(&mut self, attempt: &Self::Attempt) -> Result<(Approved<Self>, Self::Undo), Refusal<Self>> {
        match self.check(attempt) {
            Ok(approved) => {
                let undo = self.play(approved.chosen);
                Ok((approved, undo))
            }
            Err(broken) => Err(Refusal { attempt: attempt.clone(), position: self.to_string(), broken }),
        }
    }

    /// All events that chance may bring now with their probabilities, in the order of `Ord`, made one by one as they are
    /// asked for. Empty unless [`Turn::Chance`].
    ///
    /// There may be millions ([`Position::chance_count`]); take as many as you can use.
    fn chances(&self) -> Box<dyn Iterator<Item = Chance<Self::Event>> + Send + '_>;

    /// How many events [`Position::chances`] would list.
    fn chance_count(&self) -> u128;

    /// The probability of an event, [`Probability::ZERO`] for one that can't happen now.
    fn probability(&self, event: &Self::Event) -> Probability;

    /// An event drawn with its probability.
    ///
    /// # Panics
    ///
    /// Unless [`Turn::Chance`].
    fn sample(&self, uniform: &mut impl Uniform) -> Self::Event;

    /// Applies an event that can happen now.
    ///
    /// # Panics
    ///
    /// May panic when the event can't happen. [`Position::try_apply`] checks.
    fn apply(&mut self, event: &Self::Event) -> Self::Undo;

    /// Checks and applies an event.
    ///
    /// # Errors
    ///
    /// Every reason why the event can't happen now; the position is unchanged.
    fn try_apply(&mut self, event: &Self::Event) -> Result<Self::Undo, Faults>;

    /// Takes back the last step. Steps are undone in reverse order; everything is restored, hash included.
    fn undo(&mut self, undo: Self::Undo);

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome<Self::Reason>>;

    /// What `seat` may know. Where the position itself hides some of that (a hidden hand of Qwirkle), the view does as well;
    /// [`Position::try_view`] refuses to answer then.
    fn view(&self, seat: Seat) -> Self::View;

    /// [`Position::view`], where the position holds all that the seat knows.
    ///
    /// # Errors
    ///
    /// Everything that the seat knows and the position hides.
    fn try_view(&self, seat: Seat) -> Result<Self::View, Faults> {
        Ok(self.view(seat))
    }

    /// What `seat` sees of a step that is taken from this position; `None` when it does not even see that it was taken.
    fn sight(&self, step: &Step<Self>, seat: Seat) -> Option<<Self::View as View>::Sight>;

    /// A 64-bit hash of the position, equal on every machine; equal positions have equal hashes.
    fn key(&self) -> u64;

    /// The compact byte form: at most [`GameInfo::max_position_bytes`], beginning with the game and the rules version.
    fn to_bytes(&self) -> Vec<u8>;

    /// Reads [`Position::to_bytes`].
    ///
    /// # Errors
    ///
    /// When the bytes are cut, too long, of another game or rules version, or describe no valid position.
    fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError>;

    /// The position drawn over several lines for people. Nothing reads it back.
    fn drawing(&self) -> String;
}

/// A legal move and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Approved<P: Position> {
    /// The move as the position lists it.
    pub chosen: P::Move,
    /// The score with its breakdown.
    pub score: P::Score,
}

/// A refused attempt: what was tried, where, and every broken rule. The position itself is unchanged.
#[derive(Clone, Debug)]
pub struct Refusal<P: Position> {
    /// What was tried.
    pub attempt: P::Attempt,
    /// The one-line text of the position, so that the message alone reproduces the refusal.
    pub position: String,
    /// Every broken rule, at least one.
    pub broken: Vec<P::Illegal>,
}

impl<P: Position> Display for Refusal<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "illegal move {}: ", self.attempt)?;
        for (i, broken) in self.broken.iter().enumerate() {
            let comma = if i > 0 { "; " } else { "" };
            write!(f, "{comma}{broken} ({} {})", broken.rule(), broken.slug())?;
        }
        write!(f, " in {}", self.position)
    }
}

impl<P: Position> std::error::Error for Refusal<P> {}

/// A decision of a seat or of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StepOf<Move, Event> {
    /// A seat decided.
    Move(Move),
    /// Chance decided.
    Event(Event),
}

/// A step of the game `P`.
pub type Step<P> = StepOf<<P as Position>::Move, <P as Position>::Event>;
