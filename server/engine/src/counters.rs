//! What each stream counted: written by its worker, read by the sampler.

use std::sync::atomic::{AtomicU64, Ordering};

use pairperf_shared::datagram::UdpCount;

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

/// Datagrams that came to a worker's sockets and were not of the run; alone on its cache lines, one writer: the worker.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Strays(AtomicU64);

impl Strays {
    /// That many more. Only their own worker may call this.
    pub(crate) fn add(&self, more: u64) {
        self.0.store(self.0.load(Ordering::Relaxed) + more, Ordering::Relaxed);
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
