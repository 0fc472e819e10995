//! The two instants that workers obey: when payload ends, and when waiting for the rest ends.
//!
//! Written by the conductor, read by every worker before each call. To stop a run is to move
//! both to now.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Instants in nanoseconds since the session began; "never" until the run is started.
#[derive(Debug)]
pub(crate) struct Signals {
    base: Instant,
    payload_ends: AtomicU64,
    drain_ends: AtomicU64,
}

impl Signals {
    /// Nothing ends yet.
    pub(crate) fn new(base: Instant) -> Self {
        Self { base, payload_ends: AtomicU64::new(u64::MAX), drain_ends: AtomicU64::new(u64::MAX) }
    }

    /// Now, as workers count it.
    pub(crate) fn now(&self) -> u64 {
        self.at(Instant::now())
    }

    fn at(&self, instant: Instant) -> u64 {
        instant.saturating_duration_since(self.base).as_nanos() as u64
    }

    /// Sets both: senders stop at `payload_ends`, receivers give up `drain` later.
    pub(crate) fn end_at(&self, payload_ends: Instant, drain: Duration) {
        self.payload_ends.store(self.at(payload_ends), Ordering::Relaxed);
        self.drain_ends.store(self.at(payload_ends + drain), Ordering::Relaxed);
    }

    /// When senders stop.
    pub(crate) fn payload_ends(&self) -> u64 {
        self.payload_ends.load(Ordering::Relaxed)
    }

    /// When receivers stop, whatever still comes.
    pub(crate) fn drain_ends(&self) -> u64 {
        self.drain_ends.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_before_it_is_told_to() {
        let base = Instant::now();
        let signals = Signals::new(base);
        assert!(signals.now() < signals.payload_ends() && signals.now() < signals.drain_ends());
        signals.end_at(base + Duration::from_millis(5), Duration::from_millis(2));
        assert_eq!((signals.payload_ends(), signals.drain_ends()), (5_000_000, 7_000_000));
        signals.end_at(base.checked_sub(Duration::from_secs(1)).unwrap_or(base), Duration::ZERO);
        assert_eq!(signals.payload_ends(), 0);
    }
}
