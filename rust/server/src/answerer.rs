//! What the transport needs from whoever knows the answers.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use crate::refusal::Refusal;

/// A function from bytes to bytes, and a few facts about it.
pub trait Answerer: Send + Sync + 'static {
    /// The full paths of all methods, such as `/spielwerk.v1.QwirkleService/CheckMove`; all are unary. Callers of
    /// other paths get UNIMPLEMENTED without asking.
    fn methods(&self) -> Vec<String>;

    /// A serialized `FileDescriptorSet` with the files of all methods and whatever these import, for reflection.
    fn file_descriptor_set(&self) -> Vec<u8>;

    /// Whether an answer takes some tens of microseconds at most. It is then made on the thread that read the request;
    /// any other gets a thread of its own.
    fn is_brief(&self, path: &str, request: &[u8]) -> bool;

    /// Answers one serialized request with a serialized reply. A panic in here ends this call alone, like a
    /// [`Unanswered::Failed`].
    ///
    /// # Errors
    ///
    /// Why there is no reply.
    fn answer(&self, path: &str, request: &[u8], budget: &Budget<'_>) -> Result<Vec<u8>, Unanswered>;
}

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// The request is refused; the caller is told all of it.
    Refused(Refusal),
    /// The answerer itself failed. The text goes into the log; the caller gets INTERNAL and the name under which the
    /// log has it.
    Failed(String),
}

impl From<Refusal> for Unanswered {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// How long an answer may take: looked at between chunks of work.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'call> {
    /// Nobody waits for the answer after this.
    pub deadline: Option<Instant>,
    /// Nobody waits for the answer any more once this is true.
    pub cancelled: &'call Arc<AtomicBool>,
}

impl Budget<'_> {
    /// Whether there is still somebody waiting.
    pub fn is_left(&self) -> bool {
        !self.cancelled.load(Ordering::Relaxed)
            && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }
}
