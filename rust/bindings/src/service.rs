//! The answering function of the service, for servers written in Python.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use spielwerk_wire::{Answer, Budget, Status};

use crate::gil::unlocked;
use crate::reading::Text;

create_exception!(
    spielwerk._native,
    AnswerError,
    PyException,
    "A call that gets no answer, as a gRPC status: `code` is its number, `message` a sentence for developers, `details` a serialised ``google.rpc.Status``."
);

/// Ends a call early, from any thread.
#[pyclass(frozen, module = "spielwerk._native")]
pub(crate) struct Cancel(Arc<AtomicBool>);

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Self {
        Self(Arc::default())
    }

    /// Whether nobody waits for the answer any more.
    #[getter]
    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Tells that nobody waits for the answer any more.
    fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Cancel {
    /// The flag of a call that came in by another way.
    pub(crate) fn of(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

/// What was judged since it was last asked for.
#[derive(Default)]
struct Counts {
    /// How often, by game and slug.
    verdicts: HashMap<(&'static str, &'static str), u64>,
    /// How many moves, by the path of the batch method.
    items: HashMap<&'static str, u64>,
}

static COUNTS: LazyLock<Mutex<Counts>> = LazyLock::new(Mutex::default);

fn counts() -> MutexGuard<'static, Counts> {
    // Counters are right after every single addition, so a panic elsewhere spoils nothing.
    COUNTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers one call: the bytes of the request in, the bytes of the reply out.
///
/// Args:
///     method: The path of the method, such as ``/spielwerk.v1.QwirkleService/CheckMove``.
///     request: The serialised request message.
///     time_left: Seconds until the deadline, looked at between chunks of a long work. Without it there is none.
///     cancel: Ends the call early.
///
/// Raises:
///     AnswerError: If the request makes no sense, the method does not exist, or the time is over.
#[pyfunction]
#[pyo3(signature = (method, request, time_left=None, cancel=None))]
pub(crate) fn answer<'py>(
    py: Python<'py>,
    method: Text<'_>,
    request: &[u8],
    time_left: Option<f64>,
    cancel: Option<&Bound<'py, Cancel>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let flag = cancel.map(|cancel| Arc::clone(&cancel.get().0));
    let work = || {
        let budget = Budget { deadline: time_left.and_then(deadline), cancelled: flag.as_deref() };
        spielwerk_wire::answer(&method, request, &budget)
    };
    // To give the lock away and to queue for it again takes longer than to check a move.
    let result = if spielwerk_wire::is_brief(&method, request) { work() } else { unlocked(py, work) };
    match result {
        Ok(answer) => {
            count(&method, &answer);
            Ok(PyBytes::new(py, &answer.reply))
        }
        Err(status) => Err(to_error(py, &status)?),
    }
}

/// The paths of all methods that `answer` knows, sorted by service.
#[pyfunction]
pub(crate) fn methods() -> Vec<&'static str> {
    spielwerk_wire::methods().collect()
}

/// A request as it is understood, written again: what tests compare with another protobuf runtime.
///
/// Raises:
///     AnswerError: If the bytes are no request of the method.
#[pyfunction]
pub(crate) fn reencode_request<'py>(
    py: Python<'py>,
    method: Text<'_>,
    request: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    match spielwerk_wire::reencode_request(&method, request) {
        Ok(bytes) => Ok(PyBytes::new(py, &bytes)),
        Err(status) => Err(to_error(py, &status)?),
    }
}

/// The descriptors of all messages and services, as a serialised ``google.protobuf.FileDescriptorSet``.
#[pyfunction]
pub(crate) fn file_descriptor_set(py: Python<'_>) -> Bound<'_, PyBytes> {
    PyBytes::new(py, spielwerk_wire::messages::FILE_DESCRIPTOR_SET)
}

/// How often each verdict was given since the last call of this function, by game and slug.
#[pyfunction]
pub(crate) fn take_verdict_counts() -> HashMap<(&'static str, &'static str), u64> {
    std::mem::take(&mut counts().verdicts)
}

/// How many moves were judged in batches since the last call of this function, by the path of the method.
#[pyfunction]
pub(crate) fn take_batch_items() -> HashMap<&'static str, u64> {
    std::mem::take(&mut counts().items)
}

pub(crate) fn count(method: &str, answer: &Answer) {
    let mut counts = counts();
    for (game, slug, times) in answer.tally.verdicts() {
        *counts.verdicts.entry((game, slug)).or_default() += times;
    }
    if let Some(method) =
        spielwerk_wire::methods().find(|&known| known == method && known.ends_with("/CheckMoves"))
    {
        *counts.items.entry(method).or_default() += answer.tally.items;
    }
}

/// The end of the time that is left, in seconds; none when it is too far away to matter, now when it has passed.
fn deadline(time_left: f64) -> Option<Instant> {
    let left = Duration::try_from_secs_f64(time_left.max(0.0)).ok()?;
    Instant::now().checked_add(left)
}

fn to_error(py: Python<'_>, status: &Status) -> PyResult<PyErr> {
    let error = AnswerError::new_err(status.message.clone());
    let value = error.value(py);
    value.setattr("code", status.code as i32)?;
    value.setattr("message", &status.message)?;
    value.setattr("details", PyBytes::new(py, &status.to_bytes()))?;
    Ok(error)
}
