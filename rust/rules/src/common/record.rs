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
    type Err = RecordError;

    /// Reads a record and replays it.
    ///
    /// # Errors
    ///
    /// The first line that is not in the grammar, or that says a step that can't have happened (path `steps[i]`).
    fn from_str(text: &str) -> Result<Self, RecordError> {
        let (start, lines) = lines::<P>(text, "a position")?;
        let mut position = start.clone();
        let mut steps = Vec::new();
        for line in lines {
            let step = read_step(line.text, &mut position);
            steps.push(step.map_err(|reason| line.error("steps", Some(steps.len()), reason))?);
        }
        Ok(Self { start, steps })
    }
}

/// Reads a step and takes it.
fn read_step<P: Position>(line: &str, position: &mut P) -> Result<Step<P>, ParseError> {
    if let Some(said) = line.strip_prefix("move ") {
        let attempt: P::Attempt = said.trim().parse()?;
        match position.try_play(&attempt) {
            Ok((approved, _)) => Ok(StepOf::Move(approved.chosen)),
            Err(refusal) => Err(Faults::of_broken(&refusal.broken).into()),
        }
    } else if let Some(said) = line.strip_prefix("event ") {
        let event: P::Event = said.trim().parse()?;
        position.try_apply(&event)?;
        Ok(StepOf::Event(event))
    } else {
        Err(ParseError::syntax(line, 0, "\"move \" or \"event \""))
    }
}

/// Why a text is no record, or not what a seat saw of one: the first line that is wrong.
///
/// ```
/// use spielwerk::common::Record;
/// use spielwerk::schraube::Position;
///
/// let text = "# cut off\nschraube/1 players=2\nmove start 3\nmove sta";
/// let refused = text.parse::<Record<Position>>().unwrap_err();
/// assert_eq!((refused.line, refused.step), (4, Some(1)));
/// assert!(refused.to_string().starts_with("line 4, step 1: expected a move"), "{refused}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the line, from 1; blank lines and comments count.
    pub line: usize,
    /// The index of the step in this line; `None` for the start.
    pub step: Option<usize>,
    /// The line, cut to a length that fits a message.
    pub text: String,
    /// What is wrong with it. The paths of faults begin with the step.
    pub reason: ParseError,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.place(), self.reason)
    }
}

impl std::error::Error for RecordError {}

impl RecordError {
    /// Where the fault is, as it stands before the reason in a message.
    pub fn place(&self) -> String {
        match self.step {
            // Faults name their step themselves.
            Some(step) if matches!(self.reason, ParseError::Syntax { .. }) => {
                format!("line {}, step {step}: ", self.line)
            }
            _ => format!("line {}: ", self.line),
        }
    }
}

/// A line that says something.
struct Line<'text> {
    number: usize,
    text: &'text str,
}

impl Line<'_> {
    /// The refusal of this line. `what` and the index say which step it is.
    fn error(&self, what: &str, step: Option<usize>, reason: ParseError) -> RecordError {
        let reason = match (reason, step) {
            (ParseError::Invalid(faults), Some(step)) => {
                ParseError::Invalid(faults.inside(&format!("{what}[{step}]")))
            }
            (reason, _) => reason,
        };
        RecordError { line: self.number, step, text: self.text.chars().take(200).collect(), reason }
    }
}

/// What the first line says, and the lines after it.
fn lines<'text, T: FromStr<Err = ParseError>>(
    text: &'text str,
    wanted: &'static str,
) -> Result<(T, impl Iterator<Item = Line<'text>>), RecordError> {
    let lines = text.lines().zip(1..).map(|(text, number)| Line { number, text: text.trim() });
    let mut lines = lines.filter(|line| !line.text.is_empty() && !line.text.starts_with('#'));
    let none = Line { number: text.lines().count().max(1), text: "" };
    let first = lines.next().ok_or_else(|| none.error("", None, ParseError::syntax("", 0, wanted)))?;
    let start = first.text.parse().map_err(|reason| first.error("", None, reason))?;
    Ok((start, lines))
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
    type Err = RecordError;

    /// Reads what [`Display`](fmt::Display) writes and follows it.
    ///
    /// # Errors
    ///
    /// The first line that is not in the grammar, or that says a sight that can't follow (path `sights[i]`).
    fn from_str(text: &str) -> Result<Self, RecordError> {
        let (start, lines) = lines::<V>(text, "a view")?;
        let mut view = start.clone();
        let mut sights = Vec::new();
        for line in lines {
            let sight = read_sight(line.text, &mut view);
            sights.push(sight.map_err(|reason| line.error("sights", Some(sights.len()), reason))?);
        }
        Ok(Self { start, sights })
    }
}

/// Reads a sight and follows it.
fn read_sight<V: View>(line: &str, view: &mut V) -> Result<V::Sight, ParseError> {
    let said = line.strip_prefix("saw ").ok_or_else(|| ParseError::syntax(line, 0, "\"saw \""))?;
    let sight: V::Sight = said.trim().parse()?;
    view.follow(&sight)?;
    Ok(sight)
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
