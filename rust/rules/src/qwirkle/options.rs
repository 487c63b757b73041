//! [`Options`]: what is agreed before a game, and [`Ended`]: why it is over.

use std::fmt;

use crate::common::{Faults, Seat};

/// What is agreed before a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// How many play, 2 to 4 (Q2).
    pub players: u8,
    /// The seat that begins, instead of the one with the largest opening group (Q3).
    pub starter: Option<Seat>,
    /// Whether a player may skip at any time once the bag is empty (Q13).
    pub free_pass: bool,
    /// The game ends after this many turns in a row without a placement, 1 to 1000 (Q24).
    pub idle_limit: Option<u16>,
}

impl Options {
    /// The most turns without a placement that can be agreed.
    pub const MOST_IDLE: u16 = 1000;

    /// The rule book's game for this many players.
    pub const fn new(players: u8) -> Self {
        Self { players, starter: None, free_pass: false, idle_limit: None }
    }

    /// The options in these numbers, which may be of any size.
    ///
    /// ```
    /// use spielwerk::qwirkle::Options;
    ///
    /// let faults = Options::read(300, None, false, Some(-1)).unwrap_err();
    /// assert_eq!(faults.as_slice()[0].message, "300 players; Qwirkle is for 2 to 4");
    /// assert_eq!(faults.as_slice()[1].message, "an idle limit of -1 turns; 1 to 1000 are possible");
    /// ```
    ///
    /// # Errors
    ///
    /// Every fault: `players_out_of_range` (Q2), `starter_out_of_range` (Q3), `idle_limit_out_of_range` (Q24).
    pub fn read(
        players: i64,
        starter: Option<i64>,
        free_pass: bool,
        idle_limit: Option<i64>,
    ) -> Result<Self, Faults> {
        faults(players, starter, idle_limit).into_result()?;
        Ok(Self {
            players: players as u8,
            starter: starter.map(|seat| Seat::new(seat as u8)),
            free_pass,
            idle_limit: idle_limit.map(|limit| limit as u16),
        })
    }

    /// Everything that is wrong with the options.
    pub(super) fn faults(self) -> Faults {
        let starter = self.starter.map(|seat| seat.index() as i64);
        faults(self.players.into(), starter, self.idle_limit.map(i64::from))
    }
}

/// Everything that is wrong with options in these numbers.
fn faults(players: i64, starter: Option<i64>, idle_limit: Option<i64>) -> Faults {
    let mut faults = Faults::default();
    if !(2..=4).contains(&players) {
        let message = format!("{players} players; Qwirkle is for 2 to 4");
        faults.add("players", "Q2", "players_out_of_range", message);
    }
    if let Some(starter) = starter
        && !(0..players).contains(&starter)
    {
        let message = format!("seat {starter} can't begin: there are {players} players");
        faults.add("starter", "Q3", "starter_out_of_range", message);
    }
    if let Some(limit) = idle_limit
        && !(1..=Options::MOST_IDLE.into()).contains(&limit)
    {
        let message = format!("an idle limit of {limit} turns; 1 to {} are possible", Options::MOST_IDLE);
        faults.add("idle_limit", "Q24", "idle_limit_out_of_range", message);
    }
    faults
}

impl Default for Options {
    /// The rule book's game for two players.
    fn default() -> Self {
        Self::new(2)
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ended {
    /// Q16: a player laid his last tile while the bag was empty.
    WentOut,
    /// Q17: the bag is empty and nobody can lay a tile.
    Stuck,
    /// Q24: no kind outside the grid fits any cell of it.
    DeadGrid,
    /// Q24, option `idle_limit`: too many turns in a row without a placement.
    IdleLimit,
}

impl Ended {
    /// All reasons.
    pub const ALL: [Self; 4] = [Self::WentOut, Self::Stuck, Self::DeadGrid, Self::IdleLimit];

    /// A stable name in snake case.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::WentOut => "went_out",
            Self::Stuck => "stuck",
            Self::DeadGrid => "dead_grid",
            Self::IdleLimit => "idle_limit",
        }
    }

    /// The number in the rule book.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::WentOut => "Q16",
            Self::Stuck => "Q17",
            Self::DeadGrid | Self::IdleLimit => "Q24",
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}
