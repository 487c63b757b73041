//! The one way to let other Python threads run.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Runs `work` with the interpreter lock released.
///
/// For everything that takes more than some microseconds: releasing and taking the lock again costs about 0.1 µs on its own,
/// and a short call is better off without.
pub(crate) fn unlocked<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    py.detach(work)
}

/// Runs `work`, which may take any time, with the lock released. It asks the [`Heartbeat`] now and then, and ends early once
/// the user has interrupted it.
///
/// # Errors
///
/// What the signal raises, in general `KeyboardInterrupt`.
pub(crate) fn unlocked_with_heartbeat<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Heartbeat) -> T + Send,
) -> PyResult<T> {
    unlocked(py, || {
        let heartbeat =
            Heartbeat { asked: Cell::new(0), last: Cell::new(Instant::now()), raised: RefCell::new(None) };
        let done = work(&heartbeat);
        heartbeat.raised.take().map_or(Ok(done), Err)
    })
}

/// Looks whether the user has pressed Ctrl-C, a few times a second, however often it is asked.
pub(crate) struct Heartbeat {
    asked: Cell<u8>,
    last: Cell<Instant>,
    raised: RefCell<Option<PyErr>>,
}

impl Heartbeat {
    const PAUSE: Duration = Duration::from_millis(100);

    /// Whether the work is to end, asked at most thousands of times a second.
    pub(crate) fn is_interrupted(&self, now: Instant) -> bool {
        if now.duration_since(self.last.get()) >= Self::PAUSE {
            self.last.set(now);
            // A path to the method is not general over the lifetime, whatever clippy says.
            #[allow(clippy::redundant_closure_for_method_calls)]
            let signal = Python::attach(|py| py.check_signals());
            *self.raised.borrow_mut() = signal.err();
        }
        self.raised.borrow().is_some()
    }

    /// Whether the work goes on, asked any number of times: the clock is read at every 256th.
    pub(crate) fn goes_on(&self) -> bool {
        self.asked.set(self.asked.get().wrapping_add(1));
        self.asked.get() != 0 || !self.is_interrupted(Instant::now())
    }
}
