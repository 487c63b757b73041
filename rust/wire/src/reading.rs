//! Reading parts of requests that all games have.

use std::borrow::Cow;
use std::str::FromStr;

use spielwerk::common::{Actions, ParseError, Position, Seat, StepOf, Word};

use crate::game::Game;
use crate::limits::{self, Limit};
use crate::messages::spielwerk::v1::ActionWord;
use crate::problem::{Path, Problems};

/// A decision as a request tells it.
pub(crate) enum Spoken<A> {
    /// It means the same in every position.
    Attempt(A),
    /// It says something only where it is said.
    Word(Word),
}

impl<A: Clone> Spoken<A> {
    /// What is said in a position.
    pub(crate) fn here<G: Actions<Attempt = A>>(&self, position: &G) -> Cow<'_, A> {
        match self {
            Self::Attempt(attempt) => Cow::Borrowed(attempt),
            Self::Word(word) => Cow::Owned(position.attempt_of(*word).expect(Self::READ)),
        }
    }

    /// Why a word says something.
    pub(crate) const READ: &'static str = "a word that was read says something everywhere";
}

/// A step as somebody says it happened.
pub(crate) type Said<G> = StepOf<Spoken<<G as Position>::Attempt>, <G as Position>::Event>;

/// Reads a word of action ids.
pub(crate) fn read_word<G: Game>(
    word: &ActionWord,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Spoken<G::Attempt>> {
    // The rules call the list of ids `actions`; here it is a field of the message.
    let field_of = |fault: &str| fault.replacen("actions", "ids", 1);
    G::read_word(word.ids.iter().map(|&id| id.into()))
        .map_err(|faults| problems.faults(path, &faults, field_of))
        .map(Spoken::Word)
        .ok()
}

/// Reads a value from its one-line text.
pub(crate) fn read_text<T: FromStr<Err = ParseError>>(
    text: &str,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<T> {
    short(text, path, problems)?;
    text.parse().map_err(|error| problems.text(path, &error)).ok()
}

/// Notes when a text is longer than any that is read.
fn short(text: &str, path: &Path<'_>, problems: &mut Problems) -> Option<()> {
    let is_short = text.len() <= limits::TEXT_BYTES.most();
    if !is_short {
        problems.over(path, limits::TEXT_BYTES, text.len());
    }
    is_short.then_some(())
}

/// A message field that has to be there.
pub(crate) fn required<'a, T>(
    field: Option<&'a T>,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<&'a T> {
    if field.is_none() {
        problems.add(path, "required", "this field has to be set");
    }
    field
}

/// Notes that a message says the same thing twice, as text and as fields.
pub(crate) fn text_alone(is_alone: bool, path: &Path<'_>, problems: &mut Problems) -> Option<()> {
    if !is_alone {
        problems.add(&path.field("text"), "text_and_fields", "either the text or the other fields, not both");
    }
    is_alone.then_some(())
}

/// Reads every element of a list; `None` when one of them can't be read.
pub(crate) fn read_all<'a, M, T>(
    messages: &'a [M],
    path: &Path<'_>,
    limit: Limit,
    problems: &mut Problems,
    mut read: impl FnMut(&'a M, &Path<'_>, &mut Problems) -> Option<T>,
) -> Option<Vec<T>> {
    if messages.len() > limit.most() {
        problems.over(path, limit, messages.len());
        return None;
    }
    let mut values = Vec::with_capacity(messages.len());
    for (index, message) in messages.iter().enumerate() {
        values.extend(read(message, &path.index(index), problems));
    }
    (values.len() == messages.len()).then_some(values)
}

/// Reads a position that has to be there.
pub(crate) fn read_position<G: Game>(
    message: Option<&G::PositionMessage>,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<G> {
    let message = required(message, path, problems)?;
    G::read_position(message, path, problems)
}

/// Reads a decision that has to be there.
pub(crate) fn read_move<G: Game>(
    message: Option<&G::MoveMessage>,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Spoken<G::Attempt>> {
    let message = required(message, path, problems)?;
    G::read_move(message, path, problems)
}

/// A seat of a position.
pub(crate) fn read_seat<P: Position>(
    seat: u32,
    position: &P,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Seat> {
    let players = position.players();
    let found = Seat::try_new(seat.into()).filter(|seat| seat.index() < usize::from(players));
    if found.is_none() {
        problems.add(
            path,
            "seat_out_of_range",
            format_args!("there is no seat {seat}; there are {players} players"),
        );
    }
    found
}

/// How many moves to list.
pub(crate) fn read_list_limit(limit: u32, problems: &mut Problems) -> Option<usize> {
    match limit as usize {
        0 => Some(limits::LISTED_BY_DEFAULT),
        limit if limit > limits::LISTED_MOVES.most() => {
            problems.over(&Path::Root.field("limit"), limits::LISTED_MOVES, limit);
            None
        }
        limit => Some(limit),
    }
}

/// Reads a record from text: the position, then a line for each step. Unlike the rules' own reader it does not play: a wrong
/// step is an answer, not an error.
pub(crate) fn read_record_text<G: Game>(
    text: &str,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<(G, Vec<Said<G>>)> {
    short(text, path, problems)?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let start: Option<G> = if let Some((_, line)) = lines.next() {
        read_text(line, path, problems)
    } else {
        problems.add(path, "syntax", "a record begins with a position");
        None
    };
    let lines: Vec<(usize, &str)> = lines.collect();
    if lines.len() > limits::RECORD_STEPS.most() {
        problems.over(path, limits::RECORD_STEPS, lines.len());
        return None;
    }
    let mut steps = Vec::with_capacity(lines.len());
    for &(number, line) in &lines {
        match read_step::<G>(line) {
            Ok(step) => steps.push(step),
            Err(error) => problems.add(path, "syntax", format_args!("line {number}: {error}")),
        }
    }
    start.zip((steps.len() == lines.len()).then_some(steps))
}

fn read_step<G: Game>(line: &str) -> Result<Said<G>, ParseError> {
    if let Some(said) = line.strip_prefix("move ") {
        said.trim().parse().map(|attempt| StepOf::Move(Spoken::Attempt(attempt)))
    } else if let Some(said) = line.strip_prefix("event ") {
        said.trim().parse().map(StepOf::Event)
    } else {
        Err(ParseError::syntax(line, 0, "\"move \" or \"event \""))
    }
}
