//! What may be wrong: a broken rule, or data that is no position.

use std::fmt;

/// One rule that an attempt breaks.
///
/// Every game has one enum with a variant a rule. A [`Violation`] can tell its rule number, a slug that never changes,
/// a sentence that a player understands ([`Display`](fmt::Display)), and the places concerned.
pub trait Violation: fmt::Display + fmt::Debug + Clone + PartialEq {
    /// The number in the rule book, such as `Q9`.
    fn rule(&self) -> &'static str;

    /// A stable name in snake case, such as `gap`. Messages may improve; slugs stay.
    fn slug(&self) -> &'static str;

    /// The cells, tiles, cards, piles or seats concerned, each as it is written in the game's notation.
    fn places(&self) -> Vec<String>;

    /// Every slug with its rule, sorted by slug: the catalogue for documentation and completeness tests.
    fn catalogue() -> &'static [(&'static str, &'static str)];
}

/// One reason why data from outside is no valid position, option, event or table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where: a field path such as `grid[3]` or `hands[1]`; empty for the whole.
    pub path: String,
    /// The rule that says so, such as `Q23`.
    pub rule: &'static str,
    /// A stable name in snake case, such as `too_many_copies`.
    pub slug: &'static str,
    /// A sentence that names what was found and what is allowed.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} (", self.message)?;
        if !self.rule.is_empty() {
            write!(f, "{} ", self.rule)?;
        }
        write!(f, "{})", self.slug)
    }
}

/// All faults of one input, never empty when it is an error.
///
/// ```
/// use spielwerk::common::Faults;
///
/// let mut faults = Faults::default();
/// faults.add("players", "Q2", "players_out_of_range", "5 players; Qwirkle is for 2 to 4".into());
/// assert_eq!(
///     faults.into_result().unwrap_err().to_string(),
///     "players: 5 players; Qwirkle is for 2 to 4 (Q2 players_out_of_range)"
/// );
/// assert!(Faults::default().into_result().is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Notes one fault.
    pub fn add(&mut self, path: impl Into<String>, rule: &'static str, slug: &'static str, message: String) {
        self.0.push(Fault { path: path.into(), rule, slug, message });
    }

    /// Puts `prefix` and a dot before every path, for data inside other data.
    #[must_use]
    pub fn inside(mut self, prefix: &str) -> Self {
        for fault in &mut self.0 {
            fault.path = match fault.path.as_str() {
                "" => prefix.to_owned(),
                path if path.starts_with('[') => format!("{prefix}{path}"),
                path => format!("{prefix}.{path}"),
            };
        }
        self
    }

    /// Takes over the faults of another input.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// The broken rules of a refused move, for data in which that move stands.
    pub fn of_broken<V: Violation>(broken: &[V]) -> Self {
        let mut faults = Self::default();
        for one in broken {
            faults.add("", one.rule(), one.slug(), one.to_string());
        }
        faults
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The faults in the order in which they were found.
    pub fn as_slice(&self) -> &[Fault] {
        &self.0
    }

    /// `Ok` when nothing is wrong.
    ///
    /// # Errors
    ///
    /// The faults themselves when there is any.
    pub fn into_result(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Text or bytes that are not in the grammar, or that describe something impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// Not in the grammar.
    Syntax {
        /// Byte offset into the input at which reading stopped.
        offset: usize,
        /// What was expected there.
        expected: &'static str,
        /// The input, cut to a length that fits a message.
        input: String,
    },
    /// Written well, but no valid value.
    Invalid(Faults),
}

impl ParseError {
    /// A syntax error at `offset` of `input`; keeps at most 200 characters of the input.
    pub fn syntax(input: &str, offset: usize, expected: &'static str) -> Self {
        Self::Syntax { offset, expected, input: input.chars().take(200).collect() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { offset, expected, input } => {
                write!(f, "expected {expected} at offset {offset} of {input:?}")
            }
            Self::Invalid(faults) => faults.fmt(f),
        }
    }
}

impl std::error::Error for ParseError {}

impl From<Faults> for ParseError {
    fn from(faults: Faults) -> Self {
        Self::Invalid(faults)
    }
}
