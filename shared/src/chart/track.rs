//! The rates of one end over time, kept up to date sample by sample.

use crate::phase::Phase;
use crate::sample::Sample;
use crate::summary::{self, Rate};

/// One end's rates: what a line is drawn from.
///
/// A mark may lie microseconds beside a sample of the grid; the rate over so short an interval says
/// more about the timer than about the network, so an interval shorter than half of the usual one is
/// joined with the next.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    shortest_ns: i64,
    last: Option<Sample>,
    rates: Vec<Rate>,
}

/// One row of a table of rates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// Start of the interval, nanoseconds on the coordinator's axis.
    pub from_ns: i64,
    /// End of the interval.
    pub to_ns: i64,
    /// Payload bits per second over the whole interval.
    pub bits_per_second: f64,
}

impl Track {
    /// A track without samples; `sample_ms` is how often the end is sampled.
    pub fn new(sample_ms: u64) -> Self {
        Self { shortest_ns: (sample_ms.min(60_000) * 500_000) as i64, last: None, rates: Vec::new() }
    }

    /// The track of all samples so far.
    pub fn of(samples: &[Sample], sample_ms: u64) -> Self {
        let mut track = Self::new(sample_ms);
        for sample in samples {
            track.push(sample);
        }
        track
    }

    /// Adds the next sample.
    pub fn push(&mut self, sample: &Sample) {
        let next = light(sample);
        let Some(last) = self.last.take() else {
            self.last = Some(next);
            return;
        };
        if next.t_ns - last.t_ns < self.shortest_ns {
            self.last = Some(last);
            return;
        }
        let pair = [last, next];
        // After the last payload a rate says nothing but how the rest trickled in.
        self.rates.extend(summary::rates(&pair).into_iter().filter(|rate| rate.phase != Phase::Collect));
        let [_, next] = pair;
        self.last = Some(next);
    }

    /// The rates in the order of time.
    pub fn rates(&self) -> &[Rate] {
        &self.rates
    }

    /// The highest rate; none without any.
    pub fn highest(&self) -> Option<f64> {
        self.rates.iter().map(|rate| rate.bits_per_second).filter(|rate| rate.is_finite()).reduce(f64::max)
    }

    /// The rate at a time in seconds; none where nothing was observed.
    pub fn at(&self, seconds: f64) -> Option<Rate> {
        let nanos = (seconds * 1e9) as i64;
        let index = self.rates.partition_point(|rate| rate.to_ns < nanos);
        self.rates.get(index).copied().filter(|rate| rate.from_ns <= nanos)
    }

    /// The rates in equal steps of time, at most `most` rows, payload conserved.
    pub fn rows(&self, most: usize) -> Vec<Row> {
        let (Some(first), Some(last)) = (self.rates.first(), self.rates.last()) else { return Vec::new() };
        let seconds = (last.to_ns - first.from_ns) as f64 / 1e9;
        let step_ns = (super::axis::nice_step((seconds / most.max(1) as f64).max(0.1)) * 1e9) as i64;
        let mut rows: Vec<Row> = Vec::new();
        for rate in &self.rates {
            let length = |from: i64, to: i64| (to - from) as f64;
            match rows.last_mut() {
                Some(row) if row.from_ns.div_euclid(step_ns) == rate.from_ns.div_euclid(step_ns) => {
                    let bits = row.bits_per_second * length(row.from_ns, row.to_ns)
                        + rate.bits_per_second * length(rate.from_ns, rate.to_ns);
                    row.bits_per_second =
                        bits / (length(row.from_ns, row.to_ns) + length(rate.from_ns, rate.to_ns)).max(1.0);
                    row.to_ns = rate.to_ns;
                }
                _ => rows.push(Row { from_ns: rate.from_ns, to_ns: rate.to_ns, bits_per_second: rate.bits_per_second }),
            }
        }
        rows
    }
}

/// The same sample without what a rate does not need.
pub fn light(sample: &Sample) -> Sample {
    Sample { cores: None, streams: None, ..*sample }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Mark;
    use proptest::prelude::*;

    fn at(t_ns: i64, bytes: u64, mark: Option<Mark>) -> Sample {
        Sample { t_ns, phase: Phase::Measure, mark, bytes, operations: 0, cores: None, streams: None }
    }

    #[test]
    fn a_mark_beside_a_sample_makes_no_spike() {
        let samples = [
            at(0, 0, None),
            at(100_000_000, 1000, None),
            at(100_001_000, 2000, Some(Mark::MeasureStart)),
            at(200_000_000, 2000, None),
        ];
        let track = Track::of(&samples, 100);
        assert_eq!(track.rates().len(), 2);
        assert_eq!(track.highest(), Some(80_000.0));
        assert_eq!(track.at(0.15).map(|rate| rate.bits_per_second), Some(80_000.0));
        assert_eq!(track.at(5.0), None);
    }

    proptest! {
        #[test]
        fn rows_conserve_payload(steps in proptest::collection::vec((1i64..400, 0u64..1_000_000), 2..400), most in 1usize..80) {
            let (mut t, mut bytes) = (0, 0);
            let mut track = Track::new(0);
            track.push(&at(0, 0, None));
            for (dt, db) in steps {
                t += dt * 1_000_000;
                bytes += db;
                track.push(&at(t, bytes, None));
            }
            let rows = track.rows(most);
            let sum: f64 = rows.iter().map(|row| row.bits_per_second * (row.to_ns - row.from_ns) as f64 / 8e9).sum();
            prop_assert!((sum - bytes as f64).abs() <= bytes as f64 * 1e-9 + 1e-3);
            prop_assert!(rows.len() <= 2 * most + 2);
        }
    }
}
