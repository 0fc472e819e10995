//! What each stream of requests and answers counted: written by its worker, read by the sampler.

use std::sync::atomic::{AtomicU64, Ordering};

use pairperf_shared::histogram::{BUCKETS, Histogram, bucket};
use pairperf_shared::sample::ExchangeCount;

use crate::counters::add;

/// One stream's cumulative counts, alone on its cache lines (two, because processors prefetch lines in pairs).
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct Tally {
    asked: AtomicU64,
    answered: AtomicU64,
    total_ns: AtomicU64,
    longest_ns: AtomicU64,
    out_of_range: AtomicU64,
    /// How often answers took how long; none at the end that answers.
    times: Option<Box<[AtomicU64]>>,
}

impl Tally {
    /// At the end that asks, or at the one that answers.
    pub(crate) fn new(asks: bool) -> Self {
        let zero = || AtomicU64::new(0);
        Self {
            asked: zero(),
            answered: zero(),
            total_ns: zero(),
            longest_ns: zero(),
            out_of_range: zero(),
            times: asks.then(|| (0..BUCKETS).map(|_| zero()).collect()),
        }
    }

    /// A request was sent. Only the stream's own worker may call this.
    pub(super) fn sent(&self) {
        add(&self.asked, 1);
    }

    /// Its answer came, so long after. Only the stream's own worker may call this.
    pub(super) fn heard(&self, ns: u64) {
        match (bucket(ns), &self.times) {
            (Some(at), Some(times)) => times.get(at as usize).into_iter().for_each(|times| add(times, 1)),
            _ => add(&self.out_of_range, 1),
        }
        self.longest_ns.store(self.longest_ns.load(Ordering::Relaxed).max(ns), Ordering::Relaxed);
        add(&self.total_ns, ns);
        add(&self.answered, 1);
    }

    /// A request came. Connections of one stream that follow each other may be answered by several workers.
    pub(super) fn came(&self) {
        self.asked.fetch_add(1, Ordering::Relaxed);
    }

    /// It was answered.
    pub(super) fn gave(&self) {
        self.answered.fetch_add(1, Ordering::Relaxed);
    }

    /// Requests, and answers. Never more answers than requests.
    pub(super) fn read(&self) -> (u64, u64) {
        let answered = self.answered.load(Ordering::Acquire);
        (self.asked.load(Ordering::Relaxed), answered)
    }
}

/// All streams together; the times, which take a while to add up, only where they are asked for.
pub(super) fn sum(tallies: &[Tally], with_times: bool) -> ExchangeCount {
    let mut whole = ExchangeCount::default();
    let (mut out_of_range, mut longest_ns) = (0, 0);
    let mut counts = vec![0u64; if with_times { BUCKETS } else { 0 }];
    let mut timed = false;
    for tally in tallies {
        let (asked, answered) = tally.read();
        whole.asked += asked;
        whole.answered += answered;
        whole.total_ns += tally.total_ns.load(Ordering::Relaxed);
        out_of_range += tally.out_of_range.load(Ordering::Relaxed);
        longest_ns = longest_ns.max(tally.longest_ns.load(Ordering::Relaxed));
        for (sum, times) in counts.iter_mut().zip(tally.times.iter().flatten()) {
            timed = true;
            *sum += times.load(Ordering::Relaxed);
        }
    }
    whole.times = timed.then(|| Histogram::of(counts, out_of_range, longest_ns));
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_all_streams_add_up_and_are_only_at_the_end_that_asks() {
        let tallies = [Tally::new(true), Tally::new(true)];
        for (tally, ns) in [(&tallies[0], 70_000), (&tallies[1], 90_000), (&tallies[1], u64::MAX >> 8)] {
            tally.sent();
            tally.heard(ns);
        }
        tallies[0].sent();
        let whole = sum(&tallies, true);
        let times = whole.times.unwrap();
        assert_eq!((whole.asked, whole.answered, whole.lost), (4, 3, 0));
        assert_eq!((times.total(), times.out_of_range, times.longest_ns), (3, 1, u64::MAX >> 8));
        assert_eq!(sum(&tallies, false).times, None);

        let answering = Tally::new(false);
        answering.came();
        answering.gave();
        let whole = sum(&[answering], true);
        assert_eq!((whole.asked, whole.answered, whole.times), (1, 1, None));
    }
}
