//! Who acts next, and how a game ended.

use super::{Seat, Seats};

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This seat decides.
    Seat(Seat),
    /// Chance decides: apply an event.
    Chance,
    /// The game is over; [`Position::outcome`](super::Position::outcome) tells the result.
    Over,
}

impl Turn {
    /// The seat that decides, if one does.
    pub const fn seat(self) -> Option<Seat> {
        if let Self::Seat(seat) = self { Some(seat) } else { None }
    }
}

/// The result of a finished game: points by seat, and why it ended.
///
/// An unfinished game has no `Outcome`, so code that needs a result cannot overlook that case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome<Reason> {
    points: Vec<i128>,
    fewest_win: bool,
    reason: Reason,
}

impl<Reason: Copy> Outcome<Reason> {
    /// A result in which the most points win.
    pub fn most_win(points: impl IntoIterator<Item = i128>, reason: Reason) -> Self {
        Self { points: points.into_iter().collect(), fewest_win: false, reason }
    }

    /// A result in which the fewest points win (minus points).
    pub fn fewest_win(points: impl IntoIterator<Item = i128>, reason: Reason) -> Self {
        Self { points: points.into_iter().collect(), fewest_win: true, reason }
    }

    /// The points by seat, as the game counts them.
    pub fn points(&self) -> &[i128] {
        &self.points
    }

    /// Why the game ended.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The rank of each seat, 1 for the winners; tied seats share the better rank.
    ///
    /// ```
    /// # use spielwerk::common::Outcome;
    /// assert_eq!(Outcome::most_win([30, 41, 41], ()).ranking(), [3, 1, 1]);
    /// assert_eq!(Outcome::fewest_win([30, 41, 41], ()).ranking(), [1, 2, 2]);
    /// ```
    pub fn ranking(&self) -> Vec<u8> {
        let better = |a: i128, b: i128| if self.fewest_win { a < b } else { a > b };
        self.points
            .iter()
            .map(|&own| 1 + self.points.iter().filter(|&&other| better(other, own)).count() as u8)
            .collect()
    }

    /// The seats that share the win, in order.
    pub fn winners(&self) -> Vec<Seat> {
        let ranking = self.ranking();
        Seats::new(self.points.len() as u8).filter(|seat| ranking[seat.index()] == 1).collect()
    }

    /// What each seat gets when the game is a contest: its share of one point for the win.
    ///
    /// Sums to 1. Search uses it as the reward in the range 0 to 1.
    pub fn shares(&self) -> Vec<f64> {
        let ranking = self.ranking();
        let winners = self.winners().len() as f64;
        ranking.iter().map(|&rank| if rank == 1 { 1.0 / winners } else { 0.0 }).collect()
    }

    /// How many points each seat is ahead of the best other seat; negative when behind, 0 when it shares the lead.
    /// Ahead is better whether the most or the fewest points win. A seat without others is ahead by nothing.
    ///
    /// ```
    /// # use spielwerk::common::Outcome;
    /// assert_eq!(Outcome::most_win([30, 41, 38], ()).margins(), [-11, 3, -3]);
    /// assert_eq!(Outcome::fewest_win([30, 41, 38], ()).margins(), [8, -11, -8]);
    /// ```
    pub fn margins(&self) -> Vec<i128> {
        let ahead = |own: i128, other: i128| {
            if self.fewest_win { other.saturating_sub(own) } else { own.saturating_sub(other) }
        };
        let others = |seat: usize| self.points.iter().enumerate().filter(move |&(other, _)| other != seat);
        self.points
            .iter()
            .enumerate()
            .map(|(seat, &own)| others(seat).map(|(_, &other)| ahead(own, other)).min().unwrap_or(0))
            .collect()
    }
}
