//! What all games share: broken rules, faults, probabilities, results, counts.

use std::borrow::Cow;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use spielwerk::common as rules;

use crate::enums::NativeEnum;
use crate::error::Error;
use crate::reading::{Few, Kept, Number};
use crate::values::field_value;

/// Who is to act when no seat is.
pub(crate) static TURN: NativeEnum = NativeEnum::new(
    "Turn",
    "spielwerk",
    "Who is to act when it is no seat's turn: chance, or nobody because the game is over.",
    &[("CHANCE", "chance"), ("OVER", "over")],
);

/// A turn as Python sees it: the number of a seat, or a member of `Turn`.
pub(crate) fn turn(py: Python<'_>, turn: rules::Turn) -> PyResult<Bound<'_, PyAny>> {
    match turn {
        rules::Turn::Seat(seat) => Ok(seat.index().into_pyobject(py)?.into_any()),
        rules::Turn::Chance => TURN.member(py, 0),
        rules::Turn::Over => TURN.member(py, 1),
    }
}

/// The seat with this number at a table of `players`.
pub(crate) fn seat(number: impl Into<Number>, players: u8) -> Result<rules::Seat, Error> {
    let number = number.into();
    number.to::<u8>().filter(|&seat| seat < players).map(rules::Seat::new).ok_or_else(|| {
        let message = format!("seat {number}; at this table seats are 0 to {}", players - 1);
        Error::input("seat", "", "no_such_seat", message)
    })
}

/// An expression that Python reads as this text.
pub(crate) fn text_repr(py: Python<'_>, text: &str) -> PyResult<String> {
    PyString::new(py, text).repr()?.extract()
}

/// A tuple display such as `(1, 2)` or `(1,)`.
pub(crate) fn tuple_repr<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if let [only] = items.as_slice() { format!("({only},)") } else { format!("({})", items.join(", ")) }
}

/// The name of an object's class, for messages.
pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object
        .get_type()
        .getattr(intern!(object.py(), "__name__"))
        .map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}

/// A hash that agrees with `Eq`, equal in every process.
pub(crate) fn hash(value: &impl std::hash::Hash) -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// An exact probability as `fractions.Fraction`.
pub(crate) fn fraction(py: Python<'_>, probability: rules::Probability) -> PyResult<Bound<'_, PyAny>> {
    ratio(py, probability.numerator(), probability.denominator())
}

/// `fractions.Fraction` of two integers.
pub(crate) fn ratio<'py>(
    py: Python<'py>,
    numerator: impl IntoPyObject<'py>,
    denominator: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")?.call1((numerator, denominator))
}

/// One rule that an attempt breaks.
///
/// Attributes:
///     rule: The number in the rule book, such as ``"Q9"``.
///     slug: A stable name in snake case, such as ``"gap"``. Messages may improve; slugs stay.
///     message: A sentence that a player understands.
///     places: The cells, tiles, cards, piles or seats concerned, each as the game's notation writes it.
///
/// >>> Violation("Q9", "gap", "the cell 1,0 between the tiles is empty", ("1,0",)).slug
/// 'gap'
#[pyclass(frozen, eq, hash, module = "spielwerk")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Violation {
    rule: Cow<'static, str>,
    slug: Cow<'static, str>,
    message: String,
    places: Vec<String>,
}

impl Violation {
    pub(crate) fn slug(&self) -> &str {
        &self.slug
    }
}

impl<V: rules::Violation> From<&V> for Violation {
    fn from(broken: &V) -> Self {
        Self {
            rule: broken.rule().into(),
            slug: broken.slug().into(),
            message: broken.to_string(),
            places: broken.places(),
        }
    }
}

#[pymethods]
impl Violation {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("rule", "slug", "message", "places")
    }

    #[new]
    #[pyo3(signature = (rule, slug, message, places = Few(Vec::new())))]
    fn new(rule: Kept, slug: Kept, message: Kept, places: Few<Kept>) -> Self {
        let places = places.0.into_iter().map(|place| place.0).collect();
        Self { rule: rule.0.into(), slug: slug.0.into(), message: message.0, places }
    }

    /// The number in the rule book.
    #[getter]
    fn rule(&self) -> &str {
        &self.rule
    }

    /// A stable name in snake case.
    #[getter(slug)]
    fn slug_text(&self) -> &str {
        &self.slug
    }

    /// A sentence that a player understands.
    #[getter]
    fn message(&self) -> &str {
        &self.message
    }

    /// The places concerned, as the notation writes them.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.places)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (rule, slug) = (text_repr(py, &self.rule)?, text_repr(py, &self.slug)?);
        let (message, places) = (text_repr(py, &self.message)?, self.places(py)?.repr()?);
        Ok(format!("Violation({rule}, {slug}, {message}, {places})"))
    }

    fn __str__(&self) -> String {
        format!("{} ({})", self.message, cited(&self.rule, &self.slug))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let own = slf.get();
        let arguments = (&*own.rule, &*own.slug, &*own.message, own.places(slf.py())?);
        Ok((slf.get_type().into_any(), arguments.into_pyobject(slf.py())?))
    }
}

/// A rule and a slug as a message cites them; some faults break no rule of a book.
fn cited(rule: &str, slug: &str) -> String {
    if rule.is_empty() { slug.to_owned() } else { format!("{rule} {slug}") }
}

/// What `__reduce__` gives: a callable and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// What `__reduce__` gives for a call with keywords, which it has no place for.
pub(crate) fn reduced_with<'py>(
    called: &Bound<'py, PyAny>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error: Into<PyErr>>,
    keywords: &Bound<'py, PyDict>,
) -> PyResult<Reduced<'py>> {
    static PARTIAL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = called.py();
    let make = PARTIAL.import(py, "functools", "partial")?.call((called,), Some(keywords))?;
    Ok((make, arguments.into_pyobject(py).map_err(Into::into)?))
}

/// One reason why data from outside is nothing possible.
///
/// Attributes:
///     path: Where, such as ``"grid[3]"`` or ``"hands[1]"``; empty for the whole.
///     rule: The number in the rule book, such as ``"Q23"``.
///     slug: A stable name in snake case, such as ``"too_many_copies"``.
///     message: A sentence that names what was found and what is allowed.
///
/// >>> str(Fault("players", "Q2", "players_out_of_range", "5 players; Qwirkle is for 2 to 4"))
/// 'players: 5 players; Qwirkle is for 2 to 4 (Q2 players_out_of_range)'
#[pyclass(frozen, eq, hash, get_all, module = "spielwerk")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Fault {
    /// Where, as a field path; empty for the whole.
    path: String,
    /// The number in the rule book.
    rule: Cow<'static, str>,
    /// A stable name in snake case.
    slug: Cow<'static, str>,
    /// A sentence that names what was found and what is allowed.
    message: String,
}

impl From<&rules::Fault> for Fault {
    fn from(fault: &rules::Fault) -> Self {
        Self {
            path: fault.path.clone(),
            rule: fault.rule.into(),
            slug: fault.slug.into(),
            message: fault.message.clone(),
        }
    }
}

#[pymethods]
impl Fault {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("path", "rule", "slug", "message")
    }

    #[new]
    fn new(path: Kept, rule: Kept, slug: Kept, message: Kept) -> Self {
        Self { path: path.0, rule: rule.0.into(), slug: slug.0.into(), message: message.0 }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (path, rule) = (text_repr(py, &self.path)?, text_repr(py, &self.rule)?);
        let (slug, message) = (text_repr(py, &self.slug)?, text_repr(py, &self.message)?);
        Ok(format!("Fault({path}, {rule}, {slug}, {message})"))
    }

    fn __str__(&self) -> String {
        let place = if self.path.is_empty() { String::new() } else { format!("{}: ", self.path) };
        format!("{place}{} ({})", self.message, cited(&self.rule, &self.slug))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let own = slf.get();
        let arguments = (&*own.path, &*own.rule, &*own.slug, &*own.message);
        Ok((slf.get_type().into_any(), arguments.into_pyobject(slf.py())?))
    }
}

/// One thing that chance may do, and how likely it is.
///
/// Attributes:
///     event: What would happen; give it to ``Position.apply``.
///     probability: How likely it is, as the nearest float.
///     exact: The same as an exact ``fractions.Fraction``.
#[pyclass(frozen, generic, module = "spielwerk")]
pub(crate) struct Chance {
    event: Py<PyAny>,
    probability: rules::Probability,
}

impl Chance {
    pub(crate) const fn of(event: Py<PyAny>, probability: rules::Probability) -> Self {
        Self { event, probability }
    }
}

#[pymethods]
impl Chance {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("event", "probability")
    }

    #[new]
    fn new(event: Py<PyAny>, probability: &Bound<'_, PyAny>) -> PyResult<Self> {
        let part = |name: &str| Ok::<_, PyErr>(probability.getattr(name)?.extract::<Number>()?.to::<u128>());
        match (part("numerator")?, part("denominator")?) {
            (Some(numerator), Some(denominator)) if denominator > 0 && numerator <= denominator => {
                Ok(Self { event, probability: rules::Probability::new(numerator, denominator) })
            }
            _ => {
                let message = format!("{probability}; a probability is a fraction from 0 to 1");
                Err(Error::input("probability", "", "number_out_of_range", message).into())
            }
        }
    }

    /// What would happen.
    #[getter]
    fn event(&self, py: Python<'_>) -> Py<PyAny> {
        self.event.clone_ref(py)
    }

    /// How likely it is, from 0 to 1.
    #[getter]
    fn probability(&self) -> f64 {
        self.probability.to_f64()
    }

    /// How likely it is, exactly.
    #[getter]
    fn exact<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.probability)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<{} with probability {}>", self.event.bind(py).repr()?, self.probability))
    }
}

impl Chance {
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.event(py), self.exact(py)?).into_pyobject(py)
    }
}

field_value!(Chance);

/// The result of a finished game: points by seat, and why it ended.
///
/// A game that goes on has no outcome (``None``), so code that needs a result can't overlook that case.
///
/// Args:
///     points: The points by seat, as the game counts them.
///     reason: Why the game ended: a member of the game's ``Reason``.
///     fewest_win: Whether the fewest points win (Lokus) instead of the most.
///
/// >>> from spielwerk.qwirkle import Reason
/// >>> outcome = Outcome((30, 41, 41), Reason.WENT_OUT)
/// >>> outcome.ranking, outcome.winners, outcome.shares
/// ((3, 1, 1), (1, 2), (0.0, 0.5, 0.5))
#[pyclass(frozen, generic, module = "spielwerk")]
pub(crate) struct Outcome {
    result: rules::Outcome<()>,
    fewest_win: bool,
    reason: Py<PyAny>,
}

impl Outcome {
    /// The outcome of a game; `reason` is the member of the game's enumeration.
    pub(crate) fn of<R: Copy>(outcome: &rules::Outcome<R>, fewest_win: bool, reason: Py<PyAny>) -> Self {
        let points = outcome.points().iter().copied();
        let result = if fewest_win {
            rules::Outcome::fewest_win(points, ())
        } else {
            rules::Outcome::most_win(points, ())
        };
        Self { result, fewest_win, reason }
    }
}

#[pymethods]
impl Outcome {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("points", "reason")
    }

    #[new]
    #[pyo3(signature = (points, reason, *, fewest_win = false))]
    fn new(points: Few<Number>, reason: Py<PyAny>, fewest_win: bool) -> PyResult<Self> {
        let points =
            points.0.iter().map(|points| points.fit("points", "")).collect::<Result<Vec<i128>, _>>()?;
        if points.is_empty() || points.len() > rules::MAX_SEATS {
            let message = format!("{} entries; a game has 1 to {} seats", points.len(), rules::MAX_SEATS);
            return Err(Error::input("points", "", "points_do_not_fit", message).into());
        }
        Ok(Self::of(&rules::Outcome::most_win(points, ()), fewest_win, reason))
    }

    /// The points by seat.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.result.points())
    }

    /// Why the game ended.
    #[getter]
    fn reason(&self, py: Python<'_>) -> Py<PyAny> {
        self.reason.clone_ref(py)
    }

    /// The rank of each seat, 1 for the winners; tied seats share the better rank.
    #[getter]
    fn ranking<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.result.ranking())
    }

    /// The seats that share the win, in order.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.result.winners().into_iter().map(rules::Seat::index))
    }

    /// What each seat gets when one point is shared among the winners; sums to 1.
    #[getter]
    fn shares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.result.shares())
    }

    /// How many points each seat is ahead of the best other seat; negative when behind.
    #[getter]
    fn margins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.result.margins())
    }

    /// Whether the fewest points win.
    #[getter]
    fn fewest_win(&self) -> bool {
        self.fewest_win
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let (py, own) = (other.py(), other.get());
        let same_points = self.result == own.result && self.fewest_win == own.fewest_win;
        Ok(same_points && self.reason.bind(py).eq(&own.reason)?)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.result)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let points = tuple_repr(self.result.points());
        let rest = if self.fewest_win { ", fewest_win=True" } else { "" };
        Ok(format!("Outcome({points}, {}{rest})", self.reason.bind(py).repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let named = PyDict::new(py);
        named.set_item(intern!(py, "fewest_win"), own.fewest_win)?;
        reduced_with(slf.get_type().as_any(), (own.points(py)?, own.reason.clone_ref(py)), &named)
    }
}

/// How many nodes a game tree has, decisions and chance counted apart.
///
/// Attributes:
///     leaves: Positions at the wanted depth, and finished positions above it, each once.
///     decisions: Inner positions at which a seat decides.
///     chances: Inner positions at which chance decides.
#[pyclass(frozen, eq, hash, get_all, module = "spielwerk")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Census {
    /// Positions at the wanted depth, and finished positions above it, each once.
    leaves: u64,
    /// Inner positions at which a seat decides.
    decisions: u64,
    /// Inner positions at which chance decides.
    chances: u64,
}

impl From<rules::Census> for Census {
    fn from(census: rules::Census) -> Self {
        Self { leaves: census.leaves, decisions: census.decisions, chances: census.chances }
    }
}

#[pymethods]
impl Census {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("leaves", "decisions", "chances")
    }

    #[new]
    fn new(leaves: Number, decisions: Number, chances: Number) -> PyResult<Self> {
        Ok(Self {
            leaves: leaves.fit("leaves", "")?,
            decisions: decisions.fit("decisions", "")?,
            chances: chances.fit("chances", "")?,
        })
    }

    fn __repr__(&self) -> String {
        format!("Census(leaves={}, decisions={}, chances={})", self.leaves, self.decisions, self.chances)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let own = slf.get();
        let arguments = (own.leaves, own.decisions, own.chances);
        Ok((slf.get_type().into_any(), arguments.into_pyobject(slf.py())?))
    }
}
