//! What each stream counted: written by its worker, read by the sampler.

use std::sync::atomic::{AtomicU64, Ordering};

/// One stream's cumulative counts, alone on its cache lines (two, because processors prefetch
/// lines in pairs) so that workers do not slow each other.
///
/// It has exactly one writer, the thread that serves the stream: a plain load and store is
/// twenty times cheaper than an atomic addition.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Counter {
    bytes: AtomicU64,
    operations: AtomicU64,
}

/// What a counter held at an instant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// Payload bytes moved.
    pub(crate) bytes: u64,
    /// Completed calls.
    pub(crate) operations: u64,
}

impl Counter {
    /// Adds one completed call. Only the stream's own worker may call this.
    pub(crate) fn add(&self, bytes: usize) {
        self.bytes.store(self.bytes.load(Ordering::Relaxed) + bytes as u64, Ordering::Relaxed);
        self.operations.store(self.operations.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// Reads the counts.
    pub(crate) fn read(&self) -> Count {
        Count { bytes: self.bytes.load(Ordering::Relaxed), operations: self.operations.load(Ordering::Relaxed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_add_up_and_do_not_share_lines() {
        let counters = [Counter::default(), Counter::default()];
        counters[0].add(5);
        counters[0].add(7);
        assert_eq!(counters[0].read(), Count { bytes: 12, operations: 2 });
        assert_eq!(counters[1].read(), Count::default());
        assert_eq!(size_of::<Counter>(), 128);
    }
}
