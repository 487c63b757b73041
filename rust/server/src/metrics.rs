//! What is counted of the calls.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use crate::code::Code;

/// Upper ends of the classes of the time of calls, in seconds; one more class has no end.
pub const BUCKETS: [f64; 16] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// The counts of one method; adding costs a few nanoseconds and no lock.
#[derive(Default)]
pub(crate) struct MethodMetrics {
    started: AtomicU64,
    handled: [AtomicU64; Code::ALL.len()],
    classes: [AtomicU64; BUCKETS.len() + 1],
    nanoseconds: AtomicU64,
}

impl MethodMetrics {
    /// Count a call that begins.
    pub(crate) fn started(&self) {
        self.started.fetch_add(1, Ordering::Relaxed);
    }

    /// Count a call that ended.
    pub(crate) fn handled(&self, code: Code, took: Duration) {
        self.handled[code as usize].fetch_add(1, Ordering::Relaxed);
        let seconds = took.as_secs_f64();
        let class = BUCKETS.iter().position(|end| seconds <= *end).unwrap_or(BUCKETS.len());
        self.classes[class].fetch_add(1, Ordering::Relaxed);
        self.nanoseconds.fetch_add(u64::try_from(took.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(crate) fn counts(&self, path: &str) -> MethodCounts {
        let load = |count: &AtomicU64| count.load(Ordering::Relaxed);
        MethodCounts {
            path: path.into(),
            started: load(&self.started),
            handled: Code::ALL.into_iter().map(|code| (code, load(&self.handled[code as usize]))).collect(),
            classes: self.classes.iter().map(load).collect(),
            seconds: load(&self.nanoseconds) as f64 / 1e9,
        }
    }
}

/// The counts of one method since the start.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodCounts {
    /// Full path of the method.
    pub path: String,
    /// Calls begun.
    pub started: u64,
    /// Calls ended, by status code; every code is there.
    pub handled: Vec<(Code, u64)>,
    /// Calls ended, by the classes of [`BUCKETS`] and one above the last; not summed up.
    pub classes: Vec<u64>,
    /// Time of all ended calls together, in seconds.
    pub seconds: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_in_one_class() {
        let metrics = MethodMetrics::default();
        for micros in [1, 100, 101, 99_999_999] {
            metrics.started();
            metrics.handled(Code::Ok, Duration::from_micros(micros));
        }
        let counts = metrics.counts("/a/B");
        assert_eq!((counts.started, counts.handled[0]), (4, (Code::Ok, 4)));
        assert_eq!((counts.classes[0], counts.classes[1], counts.classes[16]), (2, 1, 1));
        assert!((counts.seconds - 100.000_201).abs() < 1e-9);
    }
}
