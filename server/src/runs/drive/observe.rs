//! What both ends count while the run goes.

use std::time::Instant;

use pairperf_engine::{Ending, Finish, Notice};
use pairperf_shared::api::LiveBody;
use pairperf_shared::config::Protocol;
use pairperf_shared::finding::{Finding, Severity};
use pairperf_shared::phase::Phase;
use pairperf_shared::record::{Event, Reason};
use pairperf_shared::sample::{MAX_COUNTERS, Sample, StreamCount};

use super::{Drive, Stage, reason};
use crate::runs::budget::Budget;
use crate::runs::messages::Samples;

/// More CPUs than this in a sample did not come from a machine.
const MOST_CORES: usize = 4096;
/// More datagrams, or squares of them, than this one flow does not have: a hundred million a second for twenty years.
const MOST_COUNTED: u64 = 1 << 56;
/// Samples beside those of the grid: marks, and what a stalled network brings a little early.
const SPARE_SAMPLES: u64 = 64;

impl Drive {
    /// The engine said something.
    pub(super) fn noticed(&mut self, leg: u32, notice: Notice) {
        match notice {
            Notice::Opening { up, of } => self.opening(leg, up, of),
            Notice::Counting(names) => self.counting(leg, names),
            Notice::Ready(in_effect) => self.ready(leg, in_effect),
            Notice::Phase(phase, t_ns) => self.phase(leg, phase, t_ns),
            Notice::Sample(sample) => self.sampled(Sample { leg, ..sample }),
            Notice::Late { planned_ns, real_ns, mark } => {
                let finding = Finding::new("late_mark", Severity::Warning)
                    .with("host", self.facts.name.clone())
                    .with("mark", serde_json::to_value(mark).unwrap_or_default())
                    .with("late_ms", (real_ns - planned_ns) as f64 / 1e6)
                    .advise("The machine was too busy to keep time, or stopped for a moment; a longer run makes it matter less.");
                self.run.change(|parts| parts.findings.push(finding));
            }
            Notice::Finished(finish) => self.finished(leg, finish),
        }
    }

    /// Viewers see the streams of all directions together.
    fn opening(&mut self, leg: u32, up: u32, of: u32) {
        if let Some(leg) = self.legs.get_mut(leg as usize) {
            leg.up = up;
        }
        let up = self.legs.iter().map(|leg| leg.up).sum();
        self.run.live.say(LiveBody::Opening { up, of: of.saturating_mul(self.legs.len() as u32) });
    }

    /// Directions at once have their phases together, which the first one tells. Of directions in turn each has its own,
    /// and the run stays in the last one until the next direction begins.
    fn phase(&mut self, leg: u32, phase: Phase, t_ns: i64) {
        let turns = self.takes_turns();
        if phase == Phase::Collect {
            self.local.drains.note(leg);
            if !self.local.drains.all(self.legs.len()) {
                return;
            }
        } else if leg > 0 && !turns {
            return;
        }
        self.run.enter(phase, Some(t_ns));
        let mut event = Event::new(Some(t_ns), "phase").with("phase", phase.key());
        if turns && phase != Phase::Collect {
            event = event.with("leg", leg);
        }
        self.run.happened(event);
        self.update_kept();
    }

    fn sampled(&mut self, mut sample: Sample) {
        if self.local.uncounted.has(sample.leg) {
            sample.counters = None;
        }
        let now = Instant::now();
        // What can't be sent now waits in memory: totals alone, the rest follows in `collect`.
        let fit = if self.link_up { Budget::fit } else { Budget::least };
        let (message, stripped) = fit(&mut self.budget, &self.run.id, &sample, now);
        let _ = self.outbox.send(message.encode());
        let (side, leg, t_ns) = (self.run.side, sample.leg, sample.t_ns);
        let thinned = self.run.sampled(side, sample);
        let Some(own) = self.legs.get_mut(leg as usize) else { return };
        if stripped {
            own.stripped.push(t_ns);
        }
        if thinned {
            // What is kept no longer needs no details.
            let kept = self.run.samples(side, leg);
            own.stripped.retain(|&t_ns| kept.binary_search_by_key(&t_ns, |sample| sample.t_ns).is_ok());
        }
    }

    /// The other end counted.
    pub(super) fn received(&mut self, received: Samples) {
        let side = self.run.side.other();
        let Some((streams, protocol)) = self.plan.as_ref().map(|plan| (plan.streams, plan.protocol)) else { return };
        let legs = self.leg_count();
        let plausible = |sample: &Sample| (sample.leg as usize) < legs && plausible(sample, streams, protocol);
        let samples = received.samples.into_iter().filter(plausible);
        if received.complete {
            let samples: Vec<_> = samples.collect();
            if !samples.is_empty() {
                self.since = Instant::now();
            }
            self.run.completed(side, samples);
        } else {
            for sample in samples {
                if self.is_expected(&sample) {
                    self.run.sampled(side, sample);
                }
            }
        }
    }

    /// Whether the other end may bring this sample now: in the order of time, each mark once, and no
    /// more than its sampler takes, so that it fills neither memory nor disk.
    fn is_expected(&mut self, sample: &Sample) -> bool {
        let Some(plan) = self.plan.as_ref().filter(|_| matches!(self.stage, Stage::Traffic | Stage::Collect)) else {
            return false;
        };
        let elapsed_ms = self.run.elapsed_ms().unwrap_or(0).max(0).unsigned_abs();
        let due = elapsed_ms / plan.timing.sample_ms.max(1) + SPARE_SAMPLES;
        self.peer.sampled.get_mut(sample.leg as usize).is_some_and(|sampled| sampled.takes(sample, due))
    }

    /// The engine of a direction has ended.
    fn finished(&mut self, leg: u32, finish: Finish) {
        match finish.ending {
            Ending::Completed | Ending::Stopped => {}
            // The other end stopped; why, its own words tell, and if they do not come it was not orderly.
            Ending::EarlyEnd { stream, t_ns } => {
                let message = format!("{} ended stream {stream} early", self.way.peer_name);
                self.local.error.get_or_insert(reason("stream_ended_early", message));
                self.run.happened(Event::new(Some(t_ns), "stream_ended").with("stream", stream));
            }
            Ending::Failed(error) => {
                let message = error.to_string();
                self.happened(Event::new(finish.t_ns, "stream_failed").with("reason", message.clone()));
                self.fail(reason(error.code(), message));
            }
        }
        if finish.undrained > 0 && self.local.error.is_none() && self.verdict.is_none() {
            let finding = Finding::new("not_drained", Severity::Info)
                .with("host", self.facts.name.clone())
                .with("streams", finish.undrained);
            self.run.change(|parts| parts.findings.push(finding));
        }
        self.local.ended.note(leg);
        if self.local.ended.all(self.legs.len()) {
            self.engines_ended();
        } else if self.local.error.is_some() || self.verdict.is_some() {
            // What goes wrong in one direction ends the others, too.
            self.stop_traffic();
        }
    }

    /// Notes what went wrong; an early end is but the echo of what went wrong elsewhere.
    fn fail(&mut self, error: Reason) {
        if self.local.error.as_ref().is_none_or(|known| known.code == "stream_ended_early") {
            self.local.error = Some(error);
        }
    }
}

/// Whether a sample that came over the link could be one of a run of so many streams of that protocol.
fn plausible(sample: &Sample, streams: u32, protocol: Protocol) -> bool {
    let counts = |count: &StreamCount| match (protocol, &count.udp) {
        (_, None) => true,
        (Protocol::Tcp, Some(_)) => false,
        (Protocol::Udp, Some(udp)) => udp.datagrams.max(udp.expected).max(udp.pace_bin_squares) <= MOST_COUNTED,
    };
    sample.cores.as_ref().is_none_or(|cores| cores.len() <= MOST_CORES)
        && sample.counters.as_ref().is_none_or(|values| values.len() <= MAX_COUNTERS)
        && sample.streams.as_ref().is_none_or(|counted| {
            counted.len() <= streams as usize && counted.iter().all(|count| count.stream < streams && counts(count))
        })
        && (sample.udp.is_none() || protocol == Protocol::Udp)
        && sample.t_ns.unsigned_abs() < u64::from(u32::MAX) * 1_000_000_000
}

#[cfg(test)]
mod tests {
    use pairperf_shared::datagram::{UdpCount, UdpEndCount};

    use super::*;

    #[test]
    fn a_sample_that_the_run_can_not_have_is_not_taken() {
        let of = |stream, udp| StreamCount { checked: None, zero_copy: None, stream, bytes: 1, tcp: None, udp };
        let sample = |streams: Vec<StreamCount>, udp| Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: 1,
            phase: Phase::Measure,
            mark: None,
            bytes: 1,
            operations: 1,
            cores: None,
            streams: Some(streams),
            udp,
        };
        let (flow, end) = (Some(UdpCount::default()), Some(UdpEndCount::default()));
        let wild = Some(UdpCount { expected: u64::MAX, ..UdpCount::default() });
        for (sample, tcp, udp) in [
            (sample(vec![of(0, None), of(1, None)], None), true, true),
            (sample(vec![of(0, flow), of(1, flow)], end), false, true),
            (sample(vec![of(0, None)], end), false, true),
            (sample(vec![of(2, None)], None), false, false),
            (sample(vec![of(0, None); 3], None), false, false),
            (sample(vec![of(0, wild)], end), false, false),
        ] {
            let taken = [Protocol::Tcp, Protocol::Udp].map(|protocol| plausible(&sample, 2, protocol));
            assert_eq!(taken, [tcp, udp], "{sample:?}");
        }
    }
}
