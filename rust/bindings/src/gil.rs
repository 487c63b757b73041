//! The one way to let other Python threads run.

use pyo3::prelude::*;

/// Runs `work` with the interpreter lock released.
///
/// For everything that takes more than some microseconds: releasing and taking the lock again costs about 0.1 µs on its own,
/// and a short call is better off without.
pub(crate) fn unlocked<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    py.detach(work)
}
