//! What is told of the calls: a share of those that went well, a number a second of those that did not.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    time::{Duration, Instant, SystemTime},
};

use http::{HeaderMap, HeaderValue};

use crate::code::Code;

/// Events that wait for someone to take them; further ones are lost, so that a slow log never holds up a call.
const WAITING: usize = 8192;
/// Longest id taken over from a caller, in characters.
const LONGEST_ID: usize = 128;

/// Something worth a line in the log.
#[derive(Clone, Debug)]
pub enum Event {
    /// A call ended.
    Call(Box<CallEvent>),
    /// A fault of the service itself: the answerer failed or panicked.
    Failure {
        /// Full path of the method.
        path: String,
        /// The id under which the caller was told of it.
        request_id: String,
        /// What the answerer or the panic said.
        message: String,
    },
    /// A connection could not be made: a failed handshake, or too many open files.
    Connection {
        /// The other side, in the form of gRPC.
        peer: String,
        /// What went wrong.
        message: String,
    },
    /// The server has ended; nothing happens after it.
    Ended,
}

/// A call that ended.
#[derive(Clone, Debug)]
pub struct CallEvent {
    /// Full path of the method.
    pub path: String,
    /// What the call is told for.
    pub wanted: Wanted,
    /// How it ended.
    pub code: Code,
    /// When it ended.
    pub ended: SystemTime,
    /// From the request being read to the reply being ready.
    pub took: Duration,
    /// The other side, in the form of gRPC: `ipv4:127.0.0.1:4711`.
    pub peer: String,
    /// The caller's `x-request-id`.
    pub request_id: Option<String>,
    /// The caller's `traceparent`.
    pub traceparent: Option<String>,
    /// The caller's `tracestate`.
    pub tracestate: Option<String>,
    /// What was left of the caller's time at the end.
    pub time_left: Option<Duration>,
    /// Length of the reply in bytes, for a call that got one.
    pub reply_bytes: Option<usize>,
    /// Why there was no reply.
    pub reason: Option<String>,
}

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Telling {
    /// Share of the successful calls that go into the log, 0 to 1.
    pub sample: f64,
    /// Refused calls and connections a second that go into the log.
    pub refusals: u32,
    /// Tell of every call, for a trace.
    pub trace: bool,
}

/// What a call is told for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// For the log.
    pub log: bool,
    /// For a trace.
    pub trace: bool,
}

impl Wanted {
    /// Whether it is told at all.
    pub(crate) fn anything(self) -> bool {
        self.log || self.trace
    }
}

/// Decides what is told, and hands it on.
pub(crate) struct Teller {
    telling: Telling,
    sender: SyncSender<Event>,
    begun: Instant,
    /// The second of the last refusal (upper half) and the refusals told in it (lower half), connections included.
    refusals: AtomicU64,
}

impl Teller {
    pub(crate) fn new(telling: Telling) -> (Self, Events) {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        (
            Self { telling, sender, begun: Instant::now(), refusals: AtomicU64::new(0) },
            Events(Mutex::new(receiver)),
        )
    }

    /// What a call that ended like this is to be told for.
    pub(crate) fn wants(&self, code: Code) -> Wanted {
        let log = if code == Code::Ok { self.samples() } else { self.has_room() };
        Wanted { log, trace: self.telling.trace }
    }

    /// Whether this successful call is one of those for the log.
    fn samples(&self) -> bool {
        self.telling.sample > 0.0 && fastrand::f64() < self.telling.sample
    }

    /// Whether there is room in the log for a refused call or connection in this second.
    fn has_room(&self) -> bool {
        let second = self.begun.elapsed().as_secs() << 32;
        let counted = self.refusals.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| {
            let told = if last >> 32 == second >> 32 { last & 0xffff_ffff } else { 0 };
            (told < u64::from(self.telling.refusals)).then_some(second | (told + 1))
        });
        counted.is_ok()
    }

    /// Tells of a connection that could not be made, if there is room: a scanner makes hundreds of them a second.
    pub(crate) fn tell_connection(&self, peer: String, message: String) {
        if self.has_room() {
            self.tell(Event::Connection { peer, message });
        }
    }

    /// Hands on an event, or drops it when too many wait already.
    pub(crate) fn tell(&self, event: Event) {
        // Nobody may be listening, or not fast enough; calls go on either way.
        let _ = self.sender.try_send(event);
    }
}

/// The end at which events come out.
pub struct Events(Mutex<Receiver<Event>>);

impl Events {
    /// All events that wait, after waiting for the first one; empty when there is none in time. `None` when there
    /// will never be another one.
    pub fn next(&self, timeout: Duration) -> Option<Vec<Event>> {
        let receiver = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match receiver.recv_timeout(timeout) {
            Ok(first) => Some(std::iter::once(first).chain(receiver.try_iter()).collect()),
            Err(RecvTimeoutError::Timeout) => Some(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }
}

/// A header of a call as text, cut to a sane length.
pub(crate) fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    let value = headers.get(name).map(HeaderValue::to_str)?.ok()?;
    (!value.is_empty()).then(|| value.chars().take(LONGEST_ID).collect())
}

/// The id the caller gave in `x-request-id`, else a new random one of 16 hexadecimal digits.
pub(crate) fn request_id(headers: &HeaderMap) -> String {
    text(headers, "x-request-id").unwrap_or_else(|| format!("{:016x}", fastrand::u64(..)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(teller: &Teller, code: Code, calls: usize) -> usize {
        (0..calls).filter(|_| teller.wants(code).log).count()
    }

    #[test]
    fn shares() {
        let teller = |sample, refusals| Teller::new(Telling { sample, refusals, trace: false }).0;
        assert_eq!(wanted(&teller(0.0, 0), Code::Ok, 1000), 0);
        assert_eq!(wanted(&teller(1.0, 0), Code::Ok, 1000), 1000);
        assert!((300..700).contains(&wanted(&teller(0.5, 0), Code::Ok, 1000)));
        assert_eq!(wanted(&teller(1.0, 0), Code::NotFound, 1000), 0);
        // The second may end in between.
        assert!([7, 14].contains(&wanted(&teller(0.0, 7), Code::NotFound, 1000)));
    }

    #[test]
    fn a_full_channel_loses_events_and_nothing_else() {
        let (teller, events) = Teller::new(Telling { sample: 1.0, refusals: u32::MAX, trace: false });
        for _ in 0..WAITING + 10 {
            teller.tell_connection(String::new(), String::new());
        }
        assert_eq!(events.next(Duration::ZERO).unwrap().len(), WAITING);
        assert_eq!(events.next(Duration::ZERO).unwrap().len(), 0);
        drop(teller);
        assert!(events.next(Duration::ZERO).is_none());
    }

    #[test]
    fn a_crowd_of_strangers_does_not_fill_the_log() {
        let (teller, events) = Teller::new(Telling { sample: 0.0, refusals: 7, trace: false });
        (0..1000).for_each(|_| teller.tell_connection(String::new(), String::new()));
        // The second may end in between.
        assert!([7, 14].contains(&events.next(Duration::ZERO).unwrap().len()));
    }

    #[test]
    fn ids_are_taken_over_or_made() {
        let mut headers = HeaderMap::new();
        assert_eq!(request_id(&headers).len(), 16);
        headers.insert("x-request-id", "a".repeat(200).parse().unwrap());
        assert_eq!(request_id(&headers), "a".repeat(128));
    }
}
