//! A look at what a client sends, below HTTP/2: whether anything comes at all, and how often it pings.
//!
//! The HTTP/2 library answers pings by itself and tells nobody. A client that pings without pause makes the server
//! work for nothing, so the frames that arrive are counted here, by their heads alone.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The preface of a client, which comes before its first frame.
const PREFACE: usize = 24;
/// The head of a frame: three bytes of length, one of kind, one of flags, four of stream.
const HEAD: usize = 9;
const PING: u8 = 6;
const ACK: u8 = 1;
/// Pings too many in a row that are let pass, as in the other implementations of gRPC.
const STRIKES: u32 = 2;

/// What was seen of a client.
#[derive(Default)]
pub(crate) struct Seen {
    reads: AtomicU64,
    pings_too_often: AtomicBool,
    answered: AtomicBool,
}

impl Seen {
    /// A number that grows with everything that arrives.
    pub(crate) fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }

    /// Whether the client has pinged too often.
    pub(crate) fn pings_too_often(&self) -> bool {
        self.pings_too_often.load(Ordering::Relaxed)
    }

    /// Note that the client was sent something: it may then ping, and its strikes are forgotten.
    pub(crate) fn note_answer(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }
}

/// A stream whose bytes are looked at while they are read.
pub(crate) struct Watched<S> {
    stream: S,
    seen: Arc<Seen>,
    heads: Heads,
    interval: Duration,
    last_ping: Option<Instant>,
    strikes: u32,
}

impl<S> Watched<S> {
    /// Watches a stream whose client may ping once in `interval`.
    pub(crate) fn new(stream: S, interval: Duration) -> (Self, Arc<Seen>) {
        let seen = Arc::<Seen>::default();
        let watched = Self {
            stream,
            seen: Arc::clone(&seen),
            heads: Heads::default(),
            interval,
            last_ping: None,
            strikes: 0,
        };
        (watched, seen)
    }

    fn look_at(&mut self, data: &[u8], now: impl Fn() -> Instant) {
        self.seen.reads.fetch_add(1, Ordering::Relaxed);
        for _ in 0..self.heads.pings_in(data) {
            self.count_ping(now());
        }
    }

    fn count_ping(&mut self, now: Instant) {
        if self.seen.answered.swap(false, Ordering::Relaxed) {
            self.last_ping = None;
            self.strikes = 0;
        }
        if self.last_ping.is_some_and(|last| now.duration_since(last) < self.interval) {
            self.strikes += 1;
            if self.strikes > STRIKES {
                self.seen.pings_too_often.store(true, Ordering::Relaxed);
            }
        }
        self.last_ping = Some(now);
    }
}

/// Finds the heads of frames in a stream of bytes that is cut anywhere.
struct Heads {
    /// Bytes to pass over until the next head.
    skip: usize,
    head: [u8; HEAD],
    /// Bytes of the head that are there.
    filled: usize,
}

impl Default for Heads {
    fn default() -> Self {
        Self { skip: PREFACE, head: [0; HEAD], filled: 0 }
    }
}

impl Heads {
    /// How many pings begin in these bytes. Answers to our own pings are none.
    fn pings_in(&mut self, mut data: &[u8]) -> u32 {
        let mut pings = 0;
        loop {
            let passed = self.skip.min(data.len());
            self.skip -= passed;
            data = &data[passed..];
            if data.is_empty() {
                return pings;
            }
            let taken = (HEAD - self.filled).min(data.len());
            self.head[self.filled..self.filled + taken].copy_from_slice(&data[..taken]);
            self.filled += taken;
            data = &data[taken..];
            if self.filled == HEAD {
                let [a, b, c, kind, flags, ..] = self.head;
                self.skip = u32::from_be_bytes([0, a, b, c]) as usize;
                self.filled = 0;
                pings += u32::from(kind == PING && flags & ACK == 0);
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let result = Pin::new(&mut this.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            this.look_at(&buffer.filled()[before..], Instant::now);
        }
        result
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, data)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        data: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write_vectored(context, data)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, flags: u8, payload: &[u8]) -> Vec<u8> {
        let [_, a, b, c] = (payload.len() as u32).to_be_bytes();
        [&[a, b, c, kind, flags, 0, 0, 0, 1], payload].concat()
    }

    #[test]
    fn pings_are_found_however_the_stream_is_cut() {
        let stream = [
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
            frame(4, 0, b""),
            frame(PING, 0, b"12345678"),
            // Looks like a ping, inside of data.
            frame(0, 1, &frame(PING, 0, b"12345678")),
            frame(PING, ACK, b"12345678"),
            frame(PING, 0, b"12345678"),
        ]
        .concat();
        for size in 1..stream.len() {
            let mut heads = Heads::default();
            let pings: u32 = stream.chunks(size).map(|chunk| heads.pings_in(chunk)).sum();
            assert_eq!(pings, 2, "cut into {size}");
        }
    }

    #[test]
    fn strikes_are_counted_between_answers() {
        let interval = Duration::from_secs(10);
        let start = Instant::now();
        let pings = |seconds: &[u64], answered: bool| {
            let (mut watched, seen) = Watched::new((), interval);
            for second in seconds {
                watched.count_ping(start + Duration::from_secs(*second));
                if answered {
                    seen.note_answer();
                }
            }
            seen.pings_too_often()
        };
        assert!(!pings(&[0, 10, 20, 30, 40, 50], false));
        assert!(!pings(&[0, 1, 2], false));
        assert!(pings(&[0, 1, 2, 3], false));
        assert!(!pings(&[0, 1, 2, 3, 4, 5, 6], true));
    }
}
