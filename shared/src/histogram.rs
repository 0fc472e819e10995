//! Times in buckets of which each is wider than the one before by a fixed share (as HDR histograms have them): percentiles
//! within 0.8 % of any length of run, in bounded memory.

use serde::{Deserialize, Serialize};

/// Each doubling is cut into this many buckets: a bucket is at most 1/64 of its value wide, its middle at most 1/128 off.
const STEPS: u64 = 64;
/// Times of this many nanoseconds (137 s) and more are out of range.
const TOP: u64 = 1 << 37;
/// Buckets that there are.
pub const BUCKETS: usize = (STEPS as usize) * (37 - 6 + 1);

/// How often times fell into each bucket; only those that were met are kept.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Histogram {
    /// Number of the bucket, see [`bucket`], and how often; in rising order.
    pub counts: Vec<(u32, u64)>,
    /// How often a time was longer than the last bucket.
    pub out_of_range: u64,
    /// The longest time so far, in nanoseconds.
    pub longest_ns: u64,
}

/// The bucket of a time in nanoseconds; none where it is out of range.
pub fn bucket(ns: u64) -> Option<u32> {
    if ns >= TOP {
        return None;
    }
    // Below `STEPS` each nanosecond has its own.
    let doubling = (ns | (STEPS - 1)).ilog2() - (STEPS.ilog2() - 1);
    let step = if doubling == 0 { ns } else { ns >> (doubling - 1) };
    let first = u64::from(doubling) * STEPS;
    Some((if doubling == 0 { step } else { first + step - STEPS }) as u32)
}

/// The middle of a bucket, in nanoseconds.
pub fn middle(bucket: u32) -> f64 {
    let (doubling, step) = (u64::from(bucket) / STEPS, u64::from(bucket) % STEPS);
    if doubling == 0 {
        return step as f64;
    }
    let width = (1u64 << (doubling - 1).min(63)) as f64;
    (STEPS + step) as f64 * width + (width - 1.0) / 2.0
}

impl Histogram {
    /// From the counts of all buckets, in order.
    pub fn of(counts: impl IntoIterator<Item = u64>, out_of_range: u64, longest_ns: u64) -> Self {
        let counts = (0..).zip(counts).filter(|(_, count)| *count > 0).collect();
        Self { counts, out_of_range, longest_ns }
    }

    /// What was added since an earlier state. The longest time is known only where it is a later one's.
    pub fn since(&self, earlier: &Self) -> Self {
        let before = |bucket| earlier.counts.iter().find(|(at, _)| *at == bucket).map_or(0, |(_, count)| *count);
        let counts = self.counts.iter().map(|&(at, count)| (at, count.saturating_sub(before(at))));
        let counts: Vec<_> = counts.filter(|(_, count)| *count > 0).collect();
        let highest = counts.last().map_or(0, |(at, _)| middle(*at) as u64);
        let longest_ns = if self.longest_ns > earlier.longest_ns { self.longest_ns } else { highest };
        Self { counts, out_of_range: self.out_of_range.saturating_sub(earlier.out_of_range), longest_ns }
    }

    /// How many times were counted, those out of range included.
    pub fn total(&self) -> u64 {
        self.counts.iter().fold(self.out_of_range, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// The time that this share of all does not exceed, in nanoseconds, by the nearest-rank method; none where nothing was
    /// counted, or where it is out of range.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let rank = (share.clamp(0.0, 1.0) * self.total() as f64).ceil().max(1.0);
        let mut sum = 0.0;
        self.counts.iter().find_map(|&(at, count)| {
            sum += count as f64;
            (sum >= rank).then(|| middle(at))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn buckets_follow_each_other_without_gaps() {
        assert_eq!(
            (bucket(0), bucket(63), bucket(64), bucket(127), bucket(128), bucket(130)),
            (Some(0), Some(63), Some(64), Some(127), Some(128), Some(129))
        );
        assert_eq!(bucket(TOP - 1), Some(BUCKETS as u32 - 1));
        assert_eq!(bucket(TOP), None);
        let mut last = 0;
        for ns in (0..1 << 20).step_by(7) {
            let at = bucket(ns).unwrap();
            assert!(at >= last);
            last = at;
        }
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_times() {
        let mut counts = vec![0u64; BUCKETS];
        for ns in 1..=100_000u64 {
            counts[bucket(ns * 1000).unwrap() as usize] += 1;
        }
        let all = Histogram::of(counts.iter().copied(), 1, 200_000_000_000);
        assert_eq!(all.total(), 100_001);
        for (share, ns) in [(0.5, 50_000_000.0), (0.99, 99_000_000.0), (0.999, 99_900_000.0)] {
            let found = all.quantile(share).unwrap();
            assert!((found / ns - 1.0).abs() < 0.009, "{share}: {found}");
        }
        assert_eq!(all.quantile(1.0), None, "the longest is out of range");
        assert_eq!(Histogram::default().quantile(0.5), None);
        assert_eq!(all.since(&all).total(), 0);
    }

    proptest! {
        #[test]
        fn a_time_is_near_the_middle_of_its_bucket(ns in 0u64..TOP) {
            let found = middle(bucket(ns).unwrap());
            prop_assert!((found - ns as f64).abs() <= ns as f64 / 128.0 + 0.5);
        }
    }
}
