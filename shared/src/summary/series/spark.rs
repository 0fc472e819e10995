//! A run's rate in a few values, for the line in a list of runs.

use crate::phase::Phase;
use crate::sample::Sample;
use crate::summary::{Rate, rates};

/// So many values at most.
pub const SPARK_VALUES: usize = 60;

/// The rate over equal slices of the time in which payload flowed, or was to flow if that is longer, in
/// bits per second to three figures; null for slices of which nothing is known.
pub fn spark(samples: &[Sample], planned_ms: u64) -> Vec<Option<f64>> {
    let rates: Vec<Rate> = rates(samples).into_iter().filter(|rate| rate.phase != Phase::Collect).collect();
    let (Some(first), Some(last)) = (rates.first(), rates.last()) else { return Vec::new() };
    let planned = (planned_ms.min(1_000_000_000) * 1_000_000) as i64;
    let nanos = (last.to_ns - first.from_ns).max(planned) as f64;
    let count = SPARK_VALUES.min(rates.len().max(2));
    let slice = nanos / count as f64;
    let mut sums = vec![(0.0, 0.0); count];
    for rate in &rates {
        let (from, to) = ((rate.from_ns - first.from_ns) as f64, (rate.to_ns - first.from_ns) as f64);
        let begin = (from / slice) as usize;
        for (index, (bits, known)) in sums.iter_mut().enumerate().skip(begin) {
            let inside = to.min((index + 1) as f64 * slice) - from.max(index as f64 * slice);
            if inside <= 0.0 {
                break;
            }
            *bits += rate.bits_per_second * inside;
            *known += inside;
        }
    }
    // A slice that the run only touched would be a dip or a peak that nobody saw.
    sums.into_iter().map(|(bits, known)| (known > slice / 4.0).then(|| three_figures(bits / known))).collect()
}

fn three_figures(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return 0.0;
    }
    let unit = 10f64.powf(value.log10().floor() - 2.0);
    let rounded = (value / unit).round() * unit;
    if rounded >= 100.0 { rounded.round() } else { (rounded * 1e3).round() / 1e3 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(t_ms: i64, phase: Phase, bytes: u64) -> Sample {
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: t_ms * 1_000_000,
            phase,
            mark: None,
            bytes,
            operations: 0,
            cores: None,
            streams: None,
            udp: None,
        }
    }

    #[test]
    fn a_spark_is_the_mean_of_equal_slices_and_knows_what_it_does_not_know() {
        let samples: Vec<Sample> = (0..=100).map(|n| at(n * 100, Phase::Measure, n as u64 * 1_234_567)).collect();
        let values = spark(&samples, 20_000);
        assert_eq!(values.len(), SPARK_VALUES);
        assert!(values[..30].iter().all(|value| *value == Some(98_800_000.0)));
        assert!(values[31..].iter().all(Option::is_none));
        assert_eq!(spark(&samples[..1], 20_000), []);
    }
}
