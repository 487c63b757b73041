//! The one place where a refusal of the rules becomes a Python exception.

use std::fmt::Display;
use std::str::FromStr;

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use spielwerk::common::{Faults, ParseError, Position, RecordError, Refusal};

use crate::common::{Fault, Violation};
use crate::exceptions;
use crate::reading::Number;

/// Why something is refused, with all that its exception tells.
pub(crate) enum Error {
    /// Text or bytes can't be read.
    Unreadable {
        /// Where that stands, before the reason; empty for the whole.
        place: String,
        /// What was read, as it is told to the caller.
        input: String,
        /// What it should have been.
        what: Kind,
        /// Where and why reading failed.
        error: ParseError,
    },
    /// Data describes nothing possible.
    Invalid {
        /// What it should have been.
        what: Kind,
        /// Everything that is wrong.
        faults: Faults,
    },
    /// An event or sight can't be the next one.
    Impossible {
        /// Its text.
        event: String,
        /// The text of the position or view.
        position: String,
        /// Every reason.
        faults: Faults,
    },
    /// A move breaks rules.
    Illegal {
        /// Its text.
        chosen: String,
        /// The text of the position.
        position: String,
        /// Every broken rule.
        violations: Vec<Violation>,
        /// The sentence for people.
        message: String,
    },
    /// A step of a record can't have happened.
    Replay {
        /// Index of the step.
        index: usize,
        /// Why: an exception of this package.
        reason: PyErr,
    },
    /// The question makes no sense at this turn.
    WrongTurn {
        /// What was asked for, and who is to act.
        message: String,
        /// The text of the position.
        position: String,
    },
}

/// What some input should have been; decides the class of the exception.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A position or a view.
    Position,
    /// An event or a sight.
    Event,
    /// Anything else.
    Other,
}

impl Kind {
    fn class(self, py: Python<'_>) -> Bound<'_, PyType> {
        match self {
            Self::Position => py.get_type::<exceptions::InvalidPositionError>(),
            Self::Event => py.get_type::<exceptions::ImpossibleEventError>(),
            Self::Other => py.get_type::<exceptions::InvalidInputError>(),
        }
    }
}

impl Error {
    /// One fault that the bindings themselves found, where Python allows what the rules' types rule out.
    pub(crate) fn input(path: &str, rule: &'static str, slug: &'static str, message: String) -> Self {
        let mut faults = Faults::default();
        faults.add(path, rule, slug, message);
        Self::Invalid { what: Kind::Other, faults }
    }

    /// The refusal of a text that was read as a part of another one: `place` tells where an offset in that one is in `text`.
    pub(crate) fn unreadable(
        what: Kind,
        text: &str,
        error: ParseError,
        place: impl Fn(usize) -> usize,
    ) -> Self {
        let error = match error {
            ParseError::Syntax { offset, expected, .. } => ParseError::syntax(text, place(offset), expected),
            invalid @ ParseError::Invalid(_) => invalid,
        };
        Self::Unreadable { place: String::new(), input: quoted(text), what, error }
    }

    /// The refusal of a step of a record. What is no refusal of ours (a `TypeError`) stays what it is.
    pub(crate) fn replay(py: Python<'_>, index: usize, reason: PyErr) -> PyErr {
        if reason.is_instance_of::<exceptions::SpielwerkError>(py) {
            Self::Replay { index, reason }.into()
        } else {
            reason
        }
    }

    fn message(&self) -> String {
        match self {
            // A syntax error quotes its input itself.
            Self::Unreadable { place, error: error @ ParseError::Syntax { .. }, .. } => {
                format!("{place}{error}")
            }
            Self::Unreadable { place, input, error, .. } => format!("{place}{error} in {input}"),
            Self::Invalid { faults, .. } => faults.to_string(),
            Self::Impossible { event, position, faults } => format!("{faults}: {event} in {position}"),
            Self::Illegal { message, .. } => message.clone(),
            Self::Replay { index, reason } => format!("step {index}: {reason}"),
            Self::WrongTurn { message, position } => format!("{message} in {position}"),
        }
    }

    fn raise(self, py: Python<'_>) -> PyResult<PyErr> {
        let message = self.message();
        Ok(match self {
            Self::Unreadable { error: ParseError::Syntax { offset, expected, input }, .. } => {
                let raised = exceptions::ParseError::new_err(message);
                let object = raised.value(py);
                object.setattr("slug", "syntax")?;
                object.setattr("input", input)?;
                object.setattr("offset", offset)?;
                object.setattr("expected", expected)?;
                raised
            }
            Self::Unreadable { what, error: ParseError::Invalid(faults), .. }
            | Self::Invalid { what, faults } => invalid(py, what, message, &faults)?,
            Self::Impossible { event, position, faults } => {
                let raised = invalid(py, Kind::Event, message, &faults)?;
                raised.value(py).setattr("event", event)?;
                raised.value(py).setattr("position", position)?;
                raised
            }
            Self::Illegal { chosen, position, violations, .. } => {
                let raised = exceptions::IllegalMoveError::new_err(message);
                let object = raised.value(py);
                object.setattr("slug", violations.first().map_or("illegal", Violation::slug))?;
                object.setattr("move", chosen)?;
                object.setattr("position", position)?;
                object.setattr("violations", PyTuple::new(py, violations)?)?;
                raised
            }
            Self::Replay { index, reason } => {
                let raised = exceptions::ReplayError::new_err(message);
                raised.value(py).setattr("slug", reason.value(py).getattr("slug")?)?;
                raised.value(py).setattr("index", index)?;
                raised.set_cause(py, Some(reason));
                raised
            }
            Self::WrongTurn { position, .. } => {
                let raised = exceptions::WrongTurnError::new_err(message);
                raised.value(py).setattr("slug", "wrong_turn")?;
                raised.value(py).setattr("position", position)?;
                raised
            }
        })
    }
}

fn invalid(py: Python<'_>, what: Kind, message: String, faults: &Faults) -> PyResult<PyErr> {
    let raised = PyErr::from_type(what.class(py), message);
    let object = raised.value(py);
    object.setattr("slug", faults.as_slice().first().map_or("invalid", |fault| fault.slug))?;
    object.setattr("faults", PyTuple::new(py, faults.as_slice().iter().map(Fault::from))?)?;
    if what == Kind::Event {
        object.setattr("event", "")?;
        object.setattr("position", "")?;
    }
    Ok(raised)
}

impl From<Error> for PyErr {
    #[cold]
    fn from(error: Error) -> Self {
        // Only running out of memory makes raising itself fail; then that is what the caller sees.
        Python::attach(|py| error.raise(py).unwrap_or_else(|failed| failed))
    }
}

impl<P: Position> From<Refusal<P>> for Error {
    #[cold]
    fn from(refusal: Refusal<P>) -> Self {
        Self::Illegal {
            message: refusal.to_string(),
            chosen: refusal.attempt.to_string(),
            violations: refusal.broken.iter().map(Violation::from).collect(),
            position: refusal.position,
        }
    }
}

/// The faults of a list in which `instead` stood for each number that the rules' types don't hold: they tell the number that was said.
pub(crate) fn retold(list: &str, faults: Faults, instead: impl Display, said: &[Number]) -> Faults {
    let instead = instead.to_string();
    let mut retold = Faults::default();
    for fault in faults.as_slice() {
        let place = said.iter().enumerate().find(|(place, _)| fault.path == format!("{list}[{place}]"));
        let message = match (place, fault.message.strip_prefix(&instead)) {
            (Some((_, number)), Some(rest)) => format!("{number}{rest}"),
            _ => fault.message.clone(),
        };
        retold.add(fault.path.as_str(), fault.rule, fault.slug, message);
    }
    retold
}

/// Reads a value from its text.
pub(crate) fn parse<T: FromStr<Err: Reason>>(what: Kind, text: &str) -> Result<T, Error> {
    text.parse().map_err(|reason: T::Err| reason.of(what, text))
}

/// Why a text can't be read.
pub(crate) trait Reason {
    /// The refusal of the text, which should have been `what`.
    fn of(self, what: Kind, text: &str) -> Error;
}

impl Reason for ParseError {
    fn of(self, what: Kind, text: &str) -> Error {
        Error::Unreadable { place: String::new(), input: quoted(text), what, error: self }
    }
}

impl Reason for RecordError {
    fn of(self, what: Kind, _text: &str) -> Error {
        Error::Unreadable { place: self.place(), input: quoted(&self.text), what, error: self.reason }
    }
}

/// The input as a message shows it: quoted, at most 200 characters.
fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(200).collect::<String>())
}
