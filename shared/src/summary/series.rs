//! What the charts of a run are drawn from: one end's samples turned into curves, sample by sample.
//!
//! Warm-up and cool-down are in, `collect` is not. Everything is bounded: a curve that grows too long
//! is made coarser, with the lowest and the highest value of each step kept.

pub mod curve;
mod spark;
pub mod strip;

pub use curve::{Curve, Step};
pub use spark::{SPARK_VALUES, spark};
pub use strip::Strip;

use super::{cores_percent, datagrams, live};
use crate::phase::Phase;
use crate::plan::{Plan, Role};
use crate::record::EndRecord;
use crate::sample::{Mark, Sample};
use crate::stats;

/// Ticks of a CPU are 10 ms: below half a second its share would be coarse.
const CORES_NS: i64 = 500_000_000;

/// How an end is sampled: what a series must know before the first sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// Only a sender knows what was sent again and how long the round trip is, only a receiver which datagrams came.
    pub role: Role,
    /// Milliseconds between two samples.
    pub sample_ms: u64,
    /// Milliseconds between two samples of each stream.
    pub stream_sample_ms: u64,
    /// How many streams there are.
    pub streams: u32,
    /// How long payload is planned to flow, in milliseconds.
    pub traffic_ms: u64,
}

impl Sampling {
    /// What the plan says, or the usual where there is none yet.
    pub fn of(role: Role, plan: Option<&Plan>, streams: u32, traffic_ms: u64) -> Self {
        let (sample_ms, stream_sample_ms) =
            plan.map_or((100, 100), |plan| (plan.timing.sample_ms, plan.timing.stream_sample_ms));
        Self { role, sample_ms, stream_sample_ms, streams, traffic_ms }
    }
}

/// The curves of one end.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Payload bits per second.
    pub rate: Curve,
    /// Busy share of all CPUs, 0 to 100.
    pub busy: Curve,
    /// Busy share of the busiest CPU, 0 to 100; a step names the CPU.
    pub busiest: Curve,
    /// Segments sent again in each interval; empty at a receiver.
    pub resent: Curve,
    /// Median of the streams' smoothed round trips, in seconds; empty at a receiver.
    pub round_trip: Curve,
    /// UDP: the share of the datagrams that did not come in each interval, 0 to 100; empty at a sender.
    pub lost: Curve,
    /// UDP: the mean of the flows' jitter, in seconds; empty at a sender.
    pub jitter: Curve,
    /// The rate of each stream.
    pub strip: Strip,
    sampling: Sampling,
    last: Option<Sample>,
    last_cores: Option<Sample>,
    last_resent: Option<Resent>,
    last_round_trip: Option<i64>,
    last_datagrams: Option<Datagrams>,
    core_sums: Vec<f64>,
}

/// The retransmits of all streams at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Resent {
    t_ns: i64,
    phase: Phase,
    mark: Option<Mark>,
    segments: u64,
    /// Of how many streams: two sums can be compared only where they are of as many.
    streams: usize,
}

/// The datagrams of all flows at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Datagrams {
    t_ns: i64,
    phase: Phase,
    mark: Option<Mark>,
    expected: u64,
    came: u64,
}

/// Whether an interval is worth a step.
#[derive(PartialEq)]
enum Worth {
    Nothing,
    Step,
    /// Too short for a step of its own, and the last one of `measure`: it belongs to the step before it.
    Rest,
}

fn worth(nanos: i64, shortest: i64, mark: Option<Mark>) -> Worth {
    if nanos >= shortest.max(1) {
        Worth::Step
    } else if nanos > 0 && mark == Some(Mark::MeasureEnd) {
        Worth::Rest
    } else {
        Worth::Nothing
    }
}

impl Series {
    /// A series without samples.
    pub fn new(sampling: Sampling) -> Self {
        Self {
            rate: Curve::of_means(),
            busy: Curve::of_means(),
            busiest: Curve::of_means(),
            resent: Curve::of_counts(),
            round_trip: Curve::of_instants(),
            lost: Curve::of_means(),
            jitter: Curve::of_instants(),
            strip: Strip::new(sampling),
            sampling,
            last: None,
            last_cores: None,
            last_resent: None,
            last_round_trip: None,
            last_datagrams: None,
            core_sums: Vec::new(),
        }
    }

    /// The series of all samples so far.
    pub fn of(samples: &[Sample], sampling: Sampling) -> Self {
        let mut series = Self::new(sampling);
        for sample in samples {
            series.push(sample);
        }
        series
    }

    /// Adds the next sample.
    pub fn push(&mut self, sample: &Sample) {
        self.push_rate(sample);
        if sample.cores.is_some() {
            self.push_cores(sample);
        }
        if sample.streams.is_some() {
            if self.sampling.role == Role::Sender {
                self.push_resent(sample);
                self.push_round_trip(sample);
            } else {
                self.push_datagrams(sample);
            }
            self.strip.push(sample);
        }
    }

    /// How the end is sampled.
    pub fn sampling(&self) -> Sampling {
        self.sampling
    }

    /// The time of the first and of the last payload on the axis, in seconds; none without any.
    pub fn bounds(&self) -> Option<(f64, f64)> {
        let (first, last) = (self.rate.steps().first()?, self.rate.steps().last()?);
        Some((first.from_ns as f64 / 1e9, last.to_ns as f64 / 1e9))
    }

    // A mark may lie microseconds beside a sample of the grid; the rate over so short an interval says more
    // about the timer than about the network, so it is joined with the next.
    fn push_rate(&mut self, sample: &Sample) {
        let next = Sample { cores: None, streams: None, counters: None, exchange: None, ..*sample };
        let Some(last) = &self.last else {
            self.last = Some(next);
            return;
        };
        let worth = worth(next.t_ns - last.t_ns, half_ns(self.sampling.sample_ms), next.mark);
        if worth == Worth::Nothing {
            return;
        }
        if let Some(rate) = super::rate_between(last, &next).filter(|rate| rate.phase != Phase::Collect) {
            let step = Step::new(rate.from_ns, rate.to_ns, rate.bits_per_second);
            self.rate.add(step, worth == Worth::Rest);
        }
        self.last = Some(next);
    }

    fn push_cores(&mut self, sample: &Sample) {
        let next = Sample { streams: None, ..sample.clone() };
        let Some(last) = &self.last_cores else {
            self.last_cores = Some(next);
            return;
        };
        let worth = worth(next.t_ns - last.t_ns, CORES_NS, next.mark);
        if worth == Worth::Nothing {
            return;
        }
        if phase_between(last.phase, last.mark, next.phase) != Phase::Collect
            && let Some(percent) = cores_percent(last, &next)
            && let (Some(mean), Some((core, most))) = (stats::mean(&percent), live::busiest_core(&percent))
        {
            let rest = worth == Worth::Rest;
            self.busy.add(Step::new(last.t_ns, next.t_ns, mean), rest);
            self.busiest.add(Step { core: core as u32, ..Step::new(last.t_ns, next.t_ns, most) }, rest);
            self.core_sums.resize(percent.len(), 0.0);
            let nanos = (next.t_ns - last.t_ns) as f64;
            for (sum, percent) in self.core_sums.iter_mut().zip(percent) {
                *sum += percent * nanos;
            }
        }
        self.last_cores = Some(next);
    }

    fn push_resent(&mut self, sample: &Sample) {
        let known = sample.streams.iter().flatten().filter_map(|stream| stream.tcp);
        let (segments, streams) = known.fold((0, 0), |(sum, count), tcp| (sum + u64::from(tcp.retransmits), count + 1));
        let next = Resent { t_ns: sample.t_ns, phase: sample.phase, mark: sample.mark, segments, streams };
        let Some(last) = self.last_resent.filter(|last| streams > 0 && last.streams == streams) else {
            self.last_resent = (streams > 0).then_some(next);
            return;
        };
        let worth = worth(next.t_ns - last.t_ns, half_ns(self.sampling.stream_sample_ms), next.mark);
        if worth == Worth::Nothing {
            return;
        }
        if phase_between(last.phase, last.mark, next.phase) != Phase::Collect && segments >= last.segments {
            let step = Step::new(last.t_ns, next.t_ns, (segments - last.segments) as f64);
            self.resent.add(step, worth == Worth::Rest);
        }
        self.last_resent = Some(next);
    }

    fn push_round_trip(&mut self, sample: &Sample) {
        if sample.phase == Phase::Collect && sample.mark != Some(Mark::MeasureEnd) {
            return;
        }
        let last = self.last_round_trip.unwrap_or(sample.t_ns);
        if self.last_round_trip.is_some() && sample.t_ns - last < half_ns(self.sampling.stream_sample_ms).max(1) {
            return;
        }
        let seconds = live::latest_round_trip(std::slice::from_ref(sample));
        if let Some(seconds) = seconds {
            self.round_trip.add(Step::new(last, sample.t_ns, seconds), false);
        }
        // After what was not known the next value stands alone.
        self.last_round_trip = seconds.map(|_| sample.t_ns);
    }

    fn push_datagrams(&mut self, sample: &Sample) {
        let Sample { t_ns, phase, mark, .. } = *sample;
        let mut next = Datagrams { t_ns, phase, mark, expected: 0, came: 0 };
        let (mut flows, mut jitter, mut known) = (0, 0.0, 0u32);
        for udp in sample.streams.iter().flatten().filter_map(|stream| stream.udp) {
            next.expected = next.expected.saturating_add(udp.expected);
            next.came = next.came.saturating_add(udp.datagrams);
            flows += 1;
            if let Some(seconds) = datagrams::jitter(&udp) {
                jitter += seconds;
                known += 1;
            }
        }
        if flows == 0 {
            return;
        }
        let Some(last) = self.last_datagrams else {
            self.last_datagrams = Some(next);
            return;
        };
        let worth = worth(t_ns - last.t_ns, half_ns(self.sampling.stream_sample_ms), mark);
        if worth == Worth::Nothing {
            return;
        }
        if phase_between(last.phase, last.mark, phase) != Phase::Collect {
            let (expected, came) = (next.expected.saturating_sub(last.expected), next.came.saturating_sub(last.came));
            let rest = worth == Worth::Rest;
            if let Some(percent) = datagrams::share(expected.saturating_sub(came), expected) {
                self.lost.add(Step::new(last.t_ns, t_ns, percent), rest);
            }
            if known > 0 {
                self.jitter.add(Step::new(last.t_ns, t_ns, jitter / f64::from(known)), rest);
            }
        }
        self.last_datagrams = Some(next);
    }

    /// The CPU that was the busiest over the whole run so far, from 0.
    pub fn busiest_core(&self) -> Option<u32> {
        live::busiest_core(&self.core_sums).map(|(core, _)| core as u32)
    }
}

fn half_ns(millis: u64) -> i64 {
    (millis.min(600_000) * 500_000) as i64
}

/// The phase of the time between two samples: the end mark closes `measure`.
fn phase_between(earlier: Phase, mark: Option<Mark>, later: Phase) -> Phase {
    if mark == Some(Mark::MeasureEnd) { later } else { earlier }
}

/// The figures that stand at the ends of an end's lines.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// Payload bits per second.
    pub rate: Option<f64>,
    /// Busy share of all CPUs, 0 to 100.
    pub busy: Option<f64>,
    /// Busy share of the busiest CPU, 0 to 100.
    pub busiest: Option<f64>,
    /// Which CPU that is, from 0.
    pub busiest_core: Option<u32>,
    /// Segments sent again: in the whole of `measure`, or in the latest interval.
    pub resent: Option<f64>,
    /// Round trip in seconds: its median, or the latest.
    pub round_trip: Option<f64>,
    /// UDP: what did not come, 0 to 100: in the whole of `measure`, or in the latest interval.
    pub lost: Option<f64>,
    /// UDP: jitter in seconds: its mean, or the latest.
    pub jitter: Option<f64>,
}

impl Figures {
    /// Those of a run that has ended, the same as in its record.
    pub fn of(end: &EndRecord) -> Self {
        let cores = super::measured_cores(end);
        Self {
            rate: end.bits_per_second,
            busy: end.cpu_percent,
            busiest: end.busiest_core_percent,
            busiest_core: cores.as_deref().and_then(live::busiest_core).map(|(core, _)| core as u32),
            resent: end.retransmits.map(|segments| segments as f64),
            round_trip: end.round_trip.map(|trip| trip.median_seconds),
            lost: end.udp.and_then(|udp| udp.lost_percent),
            jitter: end.udp.and_then(|udp| udp.jitter_seconds),
        }
    }

    /// The latest of a run that goes on.
    pub fn latest(series: &Series) -> Self {
        let last = |curve: &Curve| curve.steps().last().map(|step| step.value);
        Self {
            rate: last(&series.rate),
            busy: last(&series.busy),
            busiest: last(&series.busiest),
            busiest_core: series.busiest.steps().last().map(|step| step.core),
            resent: last(&series.resent),
            round_trip: last(&series.round_trip),
            lost: last(&series.lost),
            jitter: last(&series.jitter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::CoreTicks;
    use proptest::prelude::*;

    const SAMPLING: Sampling =
        Sampling { role: Role::Receiver, sample_ms: 100, stream_sample_ms: 100, streams: 1, traffic_ms: 10_000 };

    fn at(t_us: i64, bytes: u64, phase: Phase, mark: Option<Mark>) -> Sample {
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: t_us * 1000,
            phase,
            mark,
            bytes,
            operations: 0,
            cores: None,
            streams: None,
            udp: None,
        }
    }

    #[test]
    fn a_mark_beside_a_sample_makes_no_spike_and_no_dip() {
        let samples = [
            at(0, 0, Phase::WarmUp, None),
            at(100_000, 1000, Phase::WarmUp, None),
            at(100_001, 1990, Phase::Measure, Some(Mark::MeasureStart)),
            at(200_000, 2000, Phase::Measure, None),
            at(210_000, 2110, Phase::Measure, Some(Mark::MeasureEnd)),
            at(290_000, 9000, Phase::Collect, Some(Mark::End)),
        ];
        let series = Series::of(&samples, SAMPLING);
        let steps: Vec<_> = series.rate.steps().iter().map(|step| (step.to_ns / 1000, step.value.round())).collect();
        assert_eq!(steps, [(100_000, 80_000.0), (210_000, 80_727.0)], "collect is not drawn");
        assert_eq!(series.bounds(), Some((0.0, 0.21)));
    }

    #[test]
    fn busy_cores_are_told_over_half_a_second_at_least() {
        let cores = |t: u64| {
            let idle = CoreTicks { idle: t * 10, ..CoreTicks::default() };
            let busy = CoreTicks { system: t * 9, idle: t, ..CoreTicks::default() };
            Some(vec![idle, busy])
        };
        let sample = |t: i64| Sample { cores: cores(t as u64), ..at(t * 100_000, 0, Phase::Measure, None) };
        let samples: Vec<Sample> = (0..=12).map(sample).collect();
        let series = Series::of(&samples, SAMPLING);
        assert_eq!(series.busy.steps().len(), 2);
        let step = series.busiest.at(0.3).map(|step| (step.value, step.core));
        assert_eq!((series.busy.at(0.3).map(|step| step.value), step), (Some(45.0), Some((90.0, 1))));
        assert_eq!(series.busiest_core(), Some(1));
    }

    proptest! {
        #[test]
        fn payload_is_conserved_whatever_the_intervals(
            steps in proptest::collection::vec((1i64..400_000, 0u64..1_000_000), 1..300)
        ) {
            let (mut t, mut bytes) = (0, 0);
            let mut series = Series::new(SAMPLING);
            series.push(&at(0, 0, Phase::Measure, None));
            for (dt, db) in steps {
                t += dt;
                bytes += db;
                series.push(&at(t, bytes, Phase::Measure, None));
            }
            // What came after the last interval that was long enough is in the mark.
            series.push(&at(t + 1, bytes, Phase::Measure, Some(Mark::MeasureEnd)));
            if let Some((rate, known)) = series.rate.between(0, i64::MAX) {
                let sum = rate * known / 8e9;
                prop_assert!((sum - bytes as f64).abs() <= bytes as f64 * 1e-9 + 1e-3, "{} {}", sum, bytes);
            }
            prop_assert!(series.rate.steps().windows(2).all(|pair| pair[0].to_ns == pair[1].from_ns));
        }
    }
}
