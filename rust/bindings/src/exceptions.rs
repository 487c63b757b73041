//! Every exception that the package raises on its own account: one list, one base.
//!
//! [`crate::error`] is the only place that raises them and gives them their attributes.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    spielwerk.errors,
    SpielwerkError,
    PyValueError,
    "Anything that Spielwerk refuses. `slug` is a stable name for the reason; messages may improve."
);
create_exception!(
    spielwerk.errors,
    ParseError,
    SpielwerkError,
    "Text or bytes that are not in the grammar: `input`, the `offset` in bytes at which reading stopped, and what was `expected` there."
);
create_exception!(
    spielwerk.errors,
    InvalidInputError,
    SpielwerkError,
    "Data that describes nothing possible: `faults` names everything that is wrong, each with its path and rule."
);
create_exception!(
    spielwerk.errors,
    InvalidPositionError,
    InvalidInputError,
    "Data that describes no valid position or view: `faults` names everything that is wrong."
);
create_exception!(
    spielwerk.errors,
    ImpossibleEventError,
    InvalidInputError,
    "An event or a sight that can't be the next one: `faults` names every reason, `event` and `position` are texts."
);
create_exception!(
    spielwerk.errors,
    IllegalMoveError,
    SpielwerkError,
    "A move that breaks rules: `violations` names every one of them, `move` and `position` are texts that reproduce the refusal."
);
create_exception!(
    spielwerk.errors,
    ReplayError,
    SpielwerkError,
    "A record with a step that can't have happened: `index` is the first such step, `__cause__` tells why."
);
create_exception!(
    spielwerk.errors,
    WrongTurnError,
    SpielwerkError,
    "Something was asked of chance or of a seat that is not to act: `position` is the text of the position."
);
