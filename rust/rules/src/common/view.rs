//! [`View`]: what one seat may know.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use super::{Faults, ParseError, Position, Seat, Uniform};

/// What one seat may know of a position, and nothing else: hidden facts are not stored in it.
///
/// Two positions that differ only in what a seat can't see give that seat equal views. A view can follow the game by the
/// [`Sight`](View::Sight)s of its seat, and can be completed to a random position that agrees with it (a
/// *determinisation*).
pub trait View: Clone + Eq + Hash + Debug + Display + FromStr<Err = ParseError> {
    /// The position that is viewed.
    type Position: Position<View = Self>;
    /// What the seat sees of one step.
    type Sight: Clone + Eq + Hash + Debug + Display + FromStr<Err = ParseError>;

    /// Whose view it is.
    fn seat(&self) -> Seat;

    /// What the viewing seat may decide now, as far as it can know. Equal to the moves of the full position whenever that
    /// position asks this seat.
    fn legal_moves(&self) -> Vec<<Self::Position as Position>::Move>;

    /// Goes on by what the seat saw of the next step.
    ///
    /// # Errors
    ///
    /// Every reason why that can't be the next thing to see; the view is unchanged.
    fn follow(&mut self, sight: &Self::Sight) -> Result<(), Faults>;

    /// A full position that agrees with this view, each with equal weight over what the seat can't know.
    fn complete(&self, uniform: &mut impl Uniform) -> Self::Position;

    /// A 64-bit hash of the view, equal on every machine.
    fn key(&self) -> u64;

    /// The view drawn over several lines for people.
    fn drawing(&self) -> String;
}
