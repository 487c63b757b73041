//! A game as its start and its steps.

use std::fmt;
use std::str::FromStr;

use super::position::StepOf;
use super::{Faults, ParseError, Position, Refusal, Seat, Step, View};

/// A game from its first position on: the full truth. It replays to the same position, hash and text on every machine.
///
/// # Text
///
/// ```text
/// record   = position LF { step LF }
/// step     = ( "move " | "event " ) text
/// ```
///
/// Blank lines and lines that begin with `#` are passed over; the writer writes neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P: Position> {
    /// Where it began.
    pub start: P,
    /// What happened, in order.
    pub steps: Vec<Step<P>>,
}

/// The first step of a record that can't have happened.
#[derive(Clone, Debug)]
pub struct ReplayError<P: Position> {
    /// Index into the steps.
    pub index: usize,
    /// Why.
    pub reason: ReplayReason<P>,
}

/// Why a step can't have happened.
#[derive(Clone, Debug)]
pub enum ReplayReason<P: Position> {
    /// The move is not legal.
    Illegal(Refusal<P>),
    /// The event can't happen.
    Impossible(Faults),
}

impl<P: Position> fmt::Display for ReplayError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: ", self.index)?;
        match &self.reason {
            ReplayReason::Illegal(refusal) => refusal.fmt(f),
            ReplayReason::Impossible(faults) => faults.fmt(f),
        }
    }
}

impl<P: Position> std::error::Error for ReplayError<P> {}

impl<P: Position> Record<P> {
    /// A record without steps.
    pub fn new(start: P) -> Self {
        Self { start, steps: Vec::new() }
    }

    /// Plays all steps with full checks and returns the last position.
    ///
    /// # Errors
    ///
    /// The first step that can't have happened.
    pub fn replay(&self) -> Result<P, ReplayError<P>> {
        let mut position = self.start.clone();
        for (index, step) in self.steps.iter().enumerate() {
            let reason = match step {
                StepOf::Move(chosen) => position.try_play(&(*chosen).into()).err().map(ReplayReason::Illegal),
                StepOf::Event(event) => position.try_apply(event).err().map(ReplayReason::Impossible),
            };
            if let Some(reason) = reason {
                return Err(ReplayError { index, reason });
            }
        }
        Ok(position)
    }

    /// The same game as one seat may tell it: its first view and what it saw of the steps. Following the sights from
    /// the view gives the seat's view of every later position.
    ///
    /// # Errors
    ///
    /// The first step that can't have happened.
    pub fn seen_by(&self, seat: Seat) -> Result<Seen<P::View>, ReplayError<P>> {
        self.replay()?;
        let mut position = self.start.clone();
        let mut sights = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            sights.extend(position.sight(step, seat));
            match step {
                StepOf::Move(chosen) => position.play(*chosen),
                StepOf::Event(event) => position.apply(event),
            };
        }
        Ok(Seen { start: self.start.view(seat), sights })
    }
}

impl<P: Position> fmt::Display for Record<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.start)?;
        for step in &self.steps {
            match step {
                StepOf::Move(chosen) => writeln!(f, "move {chosen}")?,
                StepOf::Event(event) => writeln!(f, "event {event}")?,
            }
        }
        Ok(())
    }
}

impl<P: Position> FromStr for Record<P> {
    type Err = ParseError;

    /// Reads a record and replays it.
    ///
    /// # Errors
    ///
    /// [`ParseError::Syntax`] for text outside the grammar, [`ParseError::Invalid`] naming the first step (path
    /// `steps[i]`) that can't have happened.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let first = lines.next().ok_or_else(|| ParseError::syntax(text, 0, "a position"))?;
        let start: P = first.parse()?;
        let mut position = start.clone();
        let mut steps = Vec::new();
        for line in lines {
            let at = |faults: Faults| ParseError::Invalid(faults.inside(&format!("steps[{}]", steps.len())));
            if let Some(said) = line.strip_prefix("move ") {
                let attempt: P::Attempt = said.trim().parse()?;
                match position.try_play(&attempt) {
                    Ok((approved, _)) => steps.push(StepOf::Move(approved.chosen)),
                    Err(refusal) => return Err(at(Faults::of_broken(&refusal.broken))),
                }
            } else if let Some(said) = line.strip_prefix("event ") {
                let event: P::Event = said.trim().parse()?;
                position.try_apply(&event).map_err(at)?;
                steps.push(StepOf::Event(event));
            } else {
                return Err(ParseError::syntax(line, 0, "\"move \" or \"event \""));
            }
        }
        Ok(Self { start, steps })
    }
}

/// A game as one seat saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen<V: View> {
    /// The first view.
    pub start: V,
    /// What the seat saw, in order. Steps that it could not notice are left out.
    pub sights: Vec<V::Sight>,
}

impl<V: View> Seen<V> {
    /// Follows all sights and returns the last view.
    ///
    /// # Errors
    ///
    /// The index of the first sight that can't be the next thing to see, and why.
    pub fn replay(&self) -> Result<V, (usize, Faults)> {
        let mut view = self.start.clone();
        for (index, sight) in self.sights.iter().enumerate() {
            view.follow(sight).map_err(|faults| (index, faults))?;
        }
        Ok(view)
    }

    /// The information-state key: a hash of everything the seat has seen since the start, in order (perfect recall).
    /// Two histories that the seat can't tell apart have equal keys.
    pub fn key(&self) -> u64 {
        let mut hash = Fnv::new();
        hash.write(self.to_string().as_bytes());
        hash.finish()
    }
}

impl<V: View> fmt::Display for Seen<V> {
    /// The same layout as a [`Record`]: the view, then `saw TEXT` a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.start)?;
        self.sights.iter().try_for_each(|sight| writeln!(f, "saw {sight}"))
    }
}

impl<V: View> FromStr for Seen<V> {
    type Err = ParseError;

    /// Reads what [`Display`](fmt::Display) writes and follows it.
    ///
    /// # Errors
    ///
    /// [`ParseError::Syntax`] for text outside the grammar, [`ParseError::Invalid`] with path `sights[i]` for the first
    /// sight that can't follow.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let start: V = lines.next().ok_or_else(|| ParseError::syntax(text, 0, "a view"))?.parse()?;
        let sights = lines
            .map(|line| {
                line.strip_prefix("saw ")
                    .ok_or_else(|| ParseError::syntax(line, 0, "\"saw \""))?
                    .trim()
                    .parse()
            })
            .collect::<Result<Vec<_>, _>>()?;
        let seen = Self { start, sights };
        match seen.replay() {
            Ok(_) => Ok(seen),
            Err((index, faults)) => Err(ParseError::Invalid(faults.inside(&format!("sights[{index}]")))),
        }
    }
}

/// FNV-1a, 64 bits: simple, public, and the same on every machine.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
