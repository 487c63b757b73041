//! Moves as words of action ids.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::common::Word;

use super::Bridge;
use crate::error::{Error, Kind, retold};
use crate::reading::Number;

/// The ids of a move; none for what no position could list.
pub(crate) fn actions_of<P: Bridge>(py: Python<'_>, chosen: Option<P::Move>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, chosen.and_then(P::spell).unwrap_or_default().iter().collect::<Vec<u16>>())
}

/// The word of the ids that Python says.
///
/// # Errors
///
/// `TypeError` for what is no integer, `InvalidInputError` for ids that are no word.
pub(crate) fn read_word<P: Bridge>(actions: &Bound<'_, PyAny>) -> PyResult<Word> {
    // One more than any word has is enough to see that they are too many.
    let said = actions.try_iter()?.take(Word::LONGEST + 1).map(|action| action?.extract::<Number>());
    let said = said.collect::<PyResult<Vec<_>>>()?;
    P::read_word(said.iter().map(|number| number.to().unwrap_or(i64::MAX))).map_err(|faults| {
        let faults = retold("actions", faults, i64::MAX, &said);
        Error::Invalid { what: Kind::Other, faults }.into()
    })
}

/// The move that a word says in a position, legal or not.
pub(crate) fn read_actions<P: Bridge>(position: &P, actions: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let word = read_word::<P>(actions)?;
    let attempt = position.attempt_of(word).expect("a word that was read says something everywhere");
    P::attempt_object(actions.py(), attempt)
}

/// The name of an action id.
pub(crate) fn action_name<P: Bridge>(action: Number) -> PyResult<String> {
    action.to::<u16>().and_then(P::action_name).ok_or_else(|| {
        let message = format!("{action}; action ids are 0 to {}", P::ACTIONS - 1);
        Error::input("action", "", "unknown_action", message).into()
    })
}
