//! The figures of requests and their answers, as the end counts them that asks.

use serde::{Deserialize, Serialize};

use super::datagrams::share;
use crate::plan::Role;
use crate::sample::Sample;

/// Requests and answers, or connections, of one direction in `measure`: its sender asks.
///
/// Times reach from before a request is sent until its whole answer was taken, on the clock of the end that asks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExchangeFigures {
    /// `answered` ÷ the real time between the marks.
    pub per_second: Option<f64>,
    /// Answers that came.
    pub answered: u64,
    /// Requests without an answer in time; 0 with TCP.
    pub lost: u64,
    /// `lost` as a share of `lost` + `answered`, 0 to 100.
    pub lost_percent: Option<f64>,
    /// The sum of all times ÷ `answered`, in seconds.
    pub mean_seconds: Option<f64>,
    /// The time that half of the answers did not exceed, in seconds: nearest rank over the buckets of
    /// [`crate::histogram`], at most 0.8 % off. Null where it is out of range, or where times were not kept.
    pub p50_seconds: Option<f64>,
    /// The same of nine in ten.
    pub p90_seconds: Option<f64>,
    /// The same of 99 in a hundred.
    pub p99_seconds: Option<f64>,
    /// The same of 999 in a thousand.
    pub p999_seconds: Option<f64>,
    /// The longest time, in seconds; where a longer one lay before `measure`, that of the highest bucket.
    pub longest_seconds: Option<f64>,
    /// Times longer than 137 s, which have no bucket.
    pub out_of_range: u64,
}

/// The figures between two snapshots of the end that asks; none at the other end, and where payload flows one way.
pub(super) fn end(role: Role, from: &Sample, to: &Sample) -> Option<ExchangeFigures> {
    let (before, after) = (from.exchange.as_ref()?, to.exchange.as_ref().filter(|_| role == Role::Sender)?);
    let answered = after.answered.saturating_sub(before.answered);
    let lost = after.lost.saturating_sub(before.lost);
    let nanos = to.t_ns.saturating_sub(from.t_ns);
    let times = before.times.as_ref().zip(after.times.as_ref()).map(|(before, after)| after.since(before));
    let at = |share| times.as_ref().and_then(|times| Some(times.quantile(share)? / 1e9));
    Some(ExchangeFigures {
        per_second: (nanos > 0).then(|| answered as f64 * 1e9 / nanos as f64),
        answered,
        lost,
        lost_percent: share(lost, answered.saturating_add(lost)),
        mean_seconds: (answered > 0)
            .then(|| after.total_ns.saturating_sub(before.total_ns) as f64 / 1e9 / answered as f64),
        p50_seconds: at(0.5),
        p90_seconds: at(0.9),
        p99_seconds: at(0.99),
        p999_seconds: at(0.999),
        longest_seconds: times.as_ref().filter(|times| times.total() > 0).map(|times| times.longest_ns as f64 / 1e9),
        out_of_range: times.as_ref().map_or(0, |times| times.out_of_range),
    })
}

/// How times are spread: for each bucket that was met its middle in seconds, and the share of all times that did not exceed
/// it, 0 to 100; in rising order, of what the end counted in `measure`.
pub fn distribution(samples: &[Sample]) -> Vec<(f64, f64)> {
    let times = super::measure_bounds(samples).and_then(|(from, to)| {
        let of = |sample: &Sample| sample.exchange.as_ref().and_then(|it| it.times.clone());
        Some(of(to)?.since(&of(from)?))
    });
    let Some(times) = times else { return Vec::new() };
    let all = times.total().max(1) as f64;
    let mut sum = 0.0;
    let point = |&(bucket, count): &(u32, u64)| {
        sum += count as f64;
        (crate::histogram::middle(bucket) / 1e9, 100.0 * sum / all)
    };
    times.counts.iter().map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::histogram::{BUCKETS, Histogram, bucket};
    use crate::phase::Phase;
    use crate::sample::{ExchangeCount, Mark};
    use proptest::prelude::*;

    fn sample(t_ns: i64, mark: Option<Mark>, times: &[u64], lost: u64) -> Sample {
        let mut counts = vec![0u64; BUCKETS];
        times.iter().filter_map(|&ns| bucket(ns)).for_each(|at| counts[at as usize] += 1);
        let count = ExchangeCount {
            asked: times.len() as u64 + lost,
            answered: times.len() as u64,
            lost,
            total_ns: times.iter().sum(),
            times: Some(Histogram::of(counts, 0, times.iter().copied().max().unwrap_or(0))),
        };
        Sample {
            t_ns,
            phase: Phase::Measure,
            mark,
            bytes: 0,
            operations: 0,
            cores: None,
            streams: None,
            udp: None,
            leg: 0,
            counters: None,
            exchange: Some(count),
        }
    }

    #[test]
    fn the_warm_up_is_in_no_figure() {
        let warm = [90_000_000, 90_000_000];
        let all = [warm.as_slice(), &[1_000_000; 98], &[2_000_000; 2]].concat();
        let samples =
            [sample(0, Some(Mark::MeasureStart), &warm, 1), sample(2_000_000_000, Some(Mark::MeasureEnd), &all, 2)];
        let found = end(Role::Sender, &samples[0], &samples[1]).unwrap();
        assert_eq!((found.answered, found.lost, found.per_second), (100, 1, Some(50.0)));
        assert!((found.mean_seconds.unwrap() - 0.001_02).abs() < 1e-9);
        assert!((found.p50_seconds.unwrap() / 0.001 - 1.0).abs() < 0.01);
        assert!((found.p99_seconds.unwrap() / 0.002 - 1.0).abs() < 0.01);
        assert!((found.longest_seconds.unwrap() / 0.002 - 1.0).abs() < 0.01);
        assert_eq!(end(Role::Receiver, &samples[0], &samples[1]), None);
        let spread = distribution(&samples);
        assert_eq!((spread.len(), spread[1].1), (2, 100.0));
    }

    proptest! {
        #[test]
        fn percentiles_rise_and_the_last_share_is_whole(times in proptest::collection::vec(1u64..1 << 37, 1..200)) {
            let samples =
                [sample(0, Some(Mark::MeasureStart), &[], 0), sample(1_000_000_000, Some(Mark::MeasureEnd), &times, 0)];
            let found = end(Role::Sender, &samples[0], &samples[1]).unwrap();
            prop_assert!(found.p50_seconds <= found.p90_seconds && found.p90_seconds <= found.p99_seconds);
            prop_assert!(found.p99_seconds <= found.p999_seconds);
            let spread = distribution(&samples);
            prop_assert!(spread.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
            prop_assert!((spread.last().unwrap().1 - 100.0).abs() < 1e-9);
        }
    }
}
