//! [`Budget`]: how long an answer may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::{Code, Status};

/// How long an answer may take. Looked at between the chunks of a long work, never inside one move.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use spielwerk_wire::{Budget, Code};
///
/// let gone = AtomicBool::new(true);
/// let budget = Budget { cancelled: Some(&gone), ..Budget::default() };
/// assert_eq!(budget.check().unwrap_err().code, Code::Cancelled);
/// assert!(Budget::default().check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// When the answer is of no use any more; never when `None`.
    pub deadline: Option<Instant>,
    /// Becomes true when nobody waits for the answer any more.
    pub cancelled: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// Whether the work may go on.
    ///
    /// # Errors
    ///
    /// [`Code::Cancelled`] or [`Code::DeadlineExceeded`] when it may not.
    pub fn check(&self) -> Result<(), Status> {
        // Relaxed is enough: nothing else is read because of the flag.
        if self.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Status::new(Code::Cancelled, "the caller cancelled the call"));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Status::new(
                Code::DeadlineExceeded,
                "the deadline passed before the answer was ready",
            ));
        }
        Ok(())
    }
}
