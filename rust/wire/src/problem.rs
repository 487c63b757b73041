//! [`Problems`]: everything that is wrong with a request, each with its field path.

use std::fmt;

use spielwerk::common::{Faults, ParseError};

#[cfg(debug_assertions)]
use crate::catalog;
use crate::limits::Limit;
use crate::messages::google::rpc::{BadRequest, bad_request::FieldViolation};
use crate::{Code, Status};

/// Where a value stands in a request. Costs nothing until it is written.
#[derive(Clone, Copy)]
pub(crate) enum Path<'a> {
    /// The request itself.
    Root,
    /// A field of a message.
    Field(&'a Self, &'static str),
    /// An element of a repeated field.
    Index(&'a Self, usize),
}

impl<'a> Path<'a> {
    pub(crate) fn field(&'a self, name: &'static str) -> Self {
        Self::Field(self, name)
    }

    pub(crate) fn index(&'a self, index: usize) -> Self {
        Self::Index(self, index)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Field(Self::Root, name) => f.write_str(name),
            Self::Field(parent, name) => write!(f, "{parent}.{name}"),
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// How many problems a status names. A status travels in a trailer, and clients refuse trailers above 8 KiB by default.
const MOST_NAMED: usize = 24;

/// The longest sentence about one problem, in bytes, for the same reason.
const LONGEST_SENTENCE: usize = 160;

/// Everything that is wrong with a request.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    named: Vec<FieldViolation>,
    unnamed: usize,
    over: Option<(Limit, u64)>,
}

impl Problems {
    /// Notes one problem; `slug` is in snake case.
    #[cold]
    pub(crate) fn add(&mut self, path: &Path<'_>, slug: &str, description: impl fmt::Display) {
        self.note(path.to_string(), slug, description.to_string());
    }

    /// Notes that a cap is passed.
    #[cold]
    pub(crate) fn over(&mut self, path: &Path<'_>, limit: Limit, found: usize) {
        self.over = Some((limit, found as u64));
        self.add(
            path,
            limit.reason,
            format_args!("{found} {}; at most {} are answered", limit.unit, limit.value),
        );
    }

    /// Takes over what the rules say about data that stands at `path`. `field_of` turns the path of a fault into one of the
    /// message.
    #[cold]
    pub(crate) fn faults(&mut self, path: &Path<'_>, faults: &Faults, field_of: impl Fn(&str) -> String) {
        for fault in faults.as_slice() {
            let field = join(path, &field_of(&fault.path));
            self.note(field, fault.slug, format!("{} ({})", fault.message, fault.rule));
        }
    }

    /// Takes over what is wrong with a text.
    #[cold]
    pub(crate) fn text(&mut self, path: &Path<'_>, error: &ParseError) {
        match error {
            ParseError::Syntax { .. } => self.add(path, "syntax", error),
            // The paths of the rules lead into the value that the text stands for, not into the text.
            ParseError::Invalid(faults) => {
                for fault in faults.as_slice() {
                    self.note(path.to_string(), fault.slug, fault.to_string());
                }
            }
        }
    }

    fn note(&mut self, field: String, slug: &str, mut description: String) {
        #[cfg(debug_assertions)]
        assert!(catalog::knows(slug), "{slug} is not in the catalogue");
        if self.named.len() == MOST_NAMED {
            self.unnamed += 1;
            return;
        }
        if description.len() > LONGEST_SENTENCE {
            let cut = (0..=LONGEST_SENTENCE - 3).rev().find(|&at| description.is_char_boundary(at));
            description.truncate(cut.unwrap_or(0));
            description.push_str("...");
        }
        self.named.push(FieldViolation {
            field,
            description,
            reason: slug.to_ascii_uppercase(),
            localized_message: None,
        });
    }

    /// Whether nothing is wrong.
    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// How many problems there are.
    pub(crate) fn len(&self) -> usize {
        self.named.len() + self.unnamed
    }

    /// The status that names them.
    #[cold]
    pub(crate) fn into_status(self) -> Status {
        let mut message = String::from("the request is not valid: ");
        match self.named.first() {
            Some(first) if first.field.is_empty() => message.push_str(&first.description),
            Some(first) => message.extend([&first.field, ": ", &first.description]),
            None => {}
        }
        let count = self.len();
        if count > 1 {
            message.extend([" (and ", &(count - 1).to_string(), " more)"]);
        }
        let mut metadata = vec![("problems", count.to_string())];
        let reason = if let Some((limit, found)) = self.over {
            metadata.push(("limit", limit.name.to_owned()));
            metadata.push(("limit_value", limit.value.to_string()));
            metadata.push(("found", found.to_string()));
            "LIMIT_EXCEEDED"
        } else {
            "INVALID_REQUEST"
        };
        Status::new(Code::InvalidArgument, message)
            .with_info(reason, metadata)
            .with(&BadRequest { field_violations: self.named })
    }

    /// `value` when nothing is wrong.
    pub(crate) fn into_result<T>(self, value: Option<T>) -> Result<T, Status> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self.into_status()),
        }
    }
}

/// The path of something at `inner` of the value at `path`.
fn join(path: &Path<'_>, inner: &str) -> String {
    match (path, inner) {
        (_, "") => path.to_string(),
        (Path::Root, _) => inner.to_owned(),
        (_, inner) if inner.starts_with('[') => format!("{path}{inner}"),
        (_, inner) => format!("{path}.{inner}"),
    }
}
