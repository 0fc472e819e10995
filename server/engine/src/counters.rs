//! What each stream counted: written by its worker, read by the sampler.

use std::sync::atomic::{AtomicU64, Ordering};

use pairperf_shared::datagram::UdpCount;
use pairperf_shared::sample::{CheckedCount, ZeroCopyCount};

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
    datagrams: AtomicU64,
    expected: AtomicU64,
    never_sent: AtomicU64,
    icmp_errors: AtomicU64,
    duplicates: AtomicU64,
    reordered: AtomicU64,
    late: AtomicU64,
    jitter_ns: AtomicU64,
    pace_bins: AtomicU64,
    pace_bin_squares: AtomicU64,
    wrong_bytes: AtomicU64,
    /// The place of the first wrong byte, and one more; 0 = none.
    first_wrong: AtomicU64,
    completed: AtomicU64,
    copied: AtomicU64,
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
        add(&self.bytes, bytes as u64);
        add(&self.operations, 1);
    }

    /// Reads the counts.
    pub(crate) fn read(&self) -> Count {
        Count { bytes: self.bytes.load(Ordering::Relaxed), operations: self.operations.load(Ordering::Relaxed) }
    }

    /// That many more wrong bytes, the first of them at that place in the stream. Only the stream's own worker may call this.
    pub(crate) fn found_wrong(&self, bytes: u64, first: u64) {
        if self.first_wrong.load(Ordering::Relaxed) == 0 {
            self.first_wrong.store(first.saturating_add(1), Ordering::Relaxed);
        }
        add(&self.wrong_bytes, bytes);
    }

    /// Reads what was found wrong.
    pub(crate) fn read_checked(&self) -> CheckedCount {
        CheckedCount {
            wrong_bytes: self.wrong_bytes.load(Ordering::Relaxed),
            first_wrong: self.first_wrong.load(Ordering::Relaxed).checked_sub(1),
        }
    }

    /// The kernel is done with that many more sends, so many of which it copied. Only the stream's own worker may call this.
    pub(crate) fn settled(&self, completed: u64, copied: u64) {
        add(&self.completed, completed);
        add(&self.copied, copied);
    }

    /// Reads what the kernel is done with.
    pub(crate) fn read_settled(&self) -> ZeroCopyCount {
        ZeroCopyCount { completed: self.completed.load(Ordering::Relaxed), copied: self.copied.load(Ordering::Relaxed) }
    }

    /// Puts the counts that a worker of datagrams keeps for itself where the sampler sees them, once a batch. Only the
    /// flow's own worker may call this.
    pub(crate) fn store(&self, count: Count, udp: &UdpCount) {
        let put = |to: &AtomicU64, value| to.store(value, Ordering::Relaxed);
        put(&self.bytes, count.bytes);
        put(&self.operations, count.operations);
        put(&self.datagrams, udp.datagrams);
        put(&self.expected, udp.expected);
        put(&self.never_sent, udp.never_sent);
        put(&self.icmp_errors, udp.icmp_errors);
        put(&self.duplicates, udp.duplicates);
        put(&self.reordered, udp.reordered);
        put(&self.late, udp.late);
        put(&self.jitter_ns, udp.jitter_ns);
        put(&self.pace_bins, udp.pace_bins);
        put(&self.pace_bin_squares, udp.pace_bin_squares);
    }

    /// Reads what is counted of datagrams.
    pub(crate) fn read_udp(&self) -> UdpCount {
        let get = |from: &AtomicU64| from.load(Ordering::Relaxed);
        UdpCount {
            datagrams: get(&self.datagrams),
            expected: get(&self.expected),
            never_sent: get(&self.never_sent),
            icmp_errors: get(&self.icmp_errors),
            duplicates: get(&self.duplicates),
            reordered: get(&self.reordered),
            late: get(&self.late),
            jitter_ns: get(&self.jitter_ns),
            pace_bins: get(&self.pace_bins),
            pace_bin_squares: get(&self.pace_bin_squares),
        }
    }
}

/// More of a number with one writer: a plain load and store.
pub(crate) fn add(to: &AtomicU64, more: u64) {
    to.store(to.load(Ordering::Relaxed).wrapping_add(more), Ordering::Relaxed);
}

/// Datagrams that came to a worker's sockets and were not of the run; alone on its cache lines, one writer: the worker.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Strays(AtomicU64);

impl Strays {
    /// That many more. Only their own worker may call this.
    pub(crate) fn add(&self, more: u64) {
        add(&self.0, more);
    }

    /// How many there were.
    pub(crate) fn read(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
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
        counters[0].found_wrong(2, 0);
        counters[0].found_wrong(1, 9);
        counters[0].settled(3, 1);
        assert_eq!(counters[0].read_checked(), CheckedCount { wrong_bytes: 3, first_wrong: Some(0) });
        assert_eq!(counters[0].read_settled(), ZeroCopyCount { completed: 3, copied: 1 });
        assert_eq!(counters[1].read_checked().first_wrong, None);
        assert_eq!(size_of::<Counter>(), 128);
        assert_eq!(size_of::<Strays>(), 128);
    }

    #[test]
    fn what_a_worker_of_datagrams_stores_is_what_is_read() {
        let udp = UdpCount {
            datagrams: 1,
            expected: 2,
            never_sent: 3,
            icmp_errors: 4,
            duplicates: 5,
            reordered: 6,
            late: 7,
            jitter_ns: 8,
            pace_bins: 9,
            pace_bin_squares: u64::MAX,
        };
        let (counter, count) = (Counter::default(), Count { bytes: 1470, operations: 1 });
        counter.store(count, &udp);
        assert_eq!((counter.read(), counter.read_udp()), (count, udp));
        let strays = Strays::default();
        strays.add(2);
        strays.add(1);
        assert_eq!(strays.read(), 3);
    }
}
