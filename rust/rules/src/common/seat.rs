//! Seats: who sits where.

use std::fmt;

/// The most seats that any game here has (Lokus with six players).
pub const MAX_SEATS: usize = 6;

/// A place at the table, counted from 0 in playing order.
///
/// ```
/// use spielwerk::common::{Seat, Seats};
///
/// let last = Seat::new(2);
/// assert_eq!(last.next(3), Seat::new(0));
/// assert_eq!(Seats::new(3).collect::<Vec<_>>(), [Seat::new(0), Seat::new(1), Seat::new(2)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, 0 to 5.
    ///
    /// # Panics
    ///
    /// If `number` is not below [`MAX_SEATS`]. [`Seat::try_new`] is the fallible twin.
    pub const fn new(number: u8) -> Self {
        assert!((number as usize) < MAX_SEATS, "a seat is 0 to 5");
        Self(number)
    }

    /// The seat with this number, or `None` when there is no such seat in any game.
    pub const fn try_new(number: u64) -> Option<Self> {
        if number < MAX_SEATS as u64 { Some(Self(number as u8)) } else { None }
    }

    /// The number, for indexing by seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat after this one at a table of `players`.
    #[must_use]
    pub const fn next(self, players: u8) -> Self {
        Self(if self.0 + 1 >= players { 0 } else { self.0 + 1 })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// All seats of a table in order.
#[derive(Clone, Debug)]
pub struct Seats {
    next: u8,
    players: u8,
}

impl Seats {
    /// The seats of a table of `players`, at most [`MAX_SEATS`].
    pub const fn new(players: u8) -> Self {
        Self { next: 0, players }
    }
}

impl Iterator for Seats {
    type Item = Seat;

    fn next(&mut self) -> Option<Seat> {
        (self.next < self.players).then(|| {
            self.next += 1;
            Seat::new(self.next - 1)
        })
    }
}
