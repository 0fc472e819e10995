//! A run as its live messages tell it.

use std::rc::Rc;

use pairperf_shared::RunRecord;
use pairperf_shared::api::LiveBody;
use pairperf_shared::chart::{Track, track};
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::{Role, Side};
use pairperf_shared::sample::{Sample, SampleLog};
use pairperf_shared::summary::live::StreamRate;
use pairperf_shared::summary::{self, Rate, Spread};

/// How long whole samples are kept for what is shown of the moment; older ones keep only what a rate needs.
const WHOLE_NS: i64 = 3_000_000_000;
/// A receiver that got nothing for so long is said to be stalled.
const STALLED_NS: i64 = 2_000_000_000;
/// How often an end is sampled before the plan is known.
const USUAL_SAMPLE_MS: u64 = 100;

/// One end of the run.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) role: Role,
    pub(crate) side: Side,
    pub(crate) host: Rc<HostFacts>,
    /// What its line is drawn from.
    pub(crate) track: Track,
    /// Its latest rate.
    pub(crate) rate: Option<Rate>,
    /// The latest busy share of each core.
    pub(crate) cores: Option<Vec<f64>>,
    /// The latest rate of each stream.
    pub(crate) streams: Vec<StreamRate>,
    recent: Vec<Sample>,
    log: SampleLog,
}

/// The run.
#[derive(Debug)]
pub(crate) struct LiveRun {
    /// The record as far as it goes; the samples of its ends are in `ends`.
    pub(crate) record: RunRecord,
    /// The sender, then the receiver.
    pub(crate) ends: Vec<End>,
    /// Where it stands.
    pub(crate) state: State,
    /// Streams up and asked for, while they are opened.
    pub(crate) opening: Option<(u32, u32)>,
    /// The receiver's mean over what is measured so far.
    pub(crate) mean: Option<f64>,
    /// How the receiver's rate varied so far.
    pub(crate) spread: Option<Spread>,
    /// Whether the link between the nodes is lost at the moment.
    pub(crate) link_lost: bool,
    /// Whether someone asked to stop.
    pub(crate) stopping: bool,
    /// When the common start was, on the page's own clock.
    started_ms: Option<f64>,
}

impl End {
    fn add(&mut self, sample: Sample, sample_ms: u64) {
        if self.log.push(track::light(&sample)) {
            self.track = Track::of(self.log.as_slice(), sample_ms);
        } else {
            self.track.push(&sample);
        }
        let since = sample.t_ns - WHOLE_NS;
        self.recent.push(sample);
        if self.recent.first().is_some_and(|oldest| oldest.t_ns < since) {
            self.recent.retain(|sample| sample.t_ns >= since);
        }
    }

    fn look(&mut self) {
        self.rate = summary::live::latest_rate(&self.recent);
        if let Some(cores) = summary::live::latest_cores_percent(&self.recent) {
            self.cores = Some(cores);
        }
        let streams = summary::live::latest_streams(&self.recent);
        if !streams.is_empty() {
            self.streams = streams;
        }
    }

    /// The median round trip as this end's kernel sees it, in seconds.
    pub(crate) fn round_trip(&self) -> Option<f64> {
        summary::live::latest_round_trip(&self.recent)
    }
}

impl LiveRun {
    /// The run of a record as far as it goes, `elapsed_ms` after the common start.
    pub(crate) fn new(mut record: RunRecord, elapsed_ms: Option<i64>, now_ms: f64) -> Self {
        let sample_ms = record.plan.as_ref().map_or(USUAL_SAMPLE_MS, |plan| plan.timing.sample_ms);
        let ends = record
            .ends
            .iter_mut()
            .map(|end| {
                let mut live = End {
                    role: end.role,
                    side: end.side,
                    host: Rc::new(end.host.clone()),
                    track: Track::new(sample_ms),
                    rate: None,
                    cores: None,
                    streams: Vec::new(),
                    recent: Vec::new(),
                    log: SampleLog::new(),
                };
                for sample in std::mem::take(&mut end.samples) {
                    live.add(sample, sample_ms);
                }
                live.look();
                live
            })
            .collect();
        let mut run = Self {
            state: record.outcome.state,
            record,
            ends,
            opening: None,
            mean: None,
            spread: None,
            link_lost: false,
            stopping: false,
            started_ms: elapsed_ms.map(|elapsed| now_ms - elapsed as f64),
        };
        for index in 0..run.record.events.len() {
            let code = run.record.events[index].code.clone();
            run.note(&code);
        }
        run.measure();
        run
    }

    /// Takes in one message.
    pub(crate) fn hear(&mut self, body: LiveBody, now_ms: f64) {
        match body {
            LiveBody::Snapshot { record: Some(record), elapsed_ms, .. } => {
                *self = Self::new(*record, elapsed_ms, now_ms);
            }
            LiveBody::Snapshot { .. } => {}
            LiveBody::Sample { side, sample } => self.sample(side, sample),
            LiveBody::Phase { phase, t_ns } => {
                self.state = phase.into();
                if let Some(t_ns) = t_ns {
                    self.started_ms = Some(now_ms - t_ns as f64 / 1e6);
                }
                if phase > Phase::Prepare {
                    self.opening = None;
                }
            }
            LiveBody::Opening { up, of } => self.opening = Some((up, of)),
            LiveBody::InEffect { in_effect } => self.record.in_effect = Some(in_effect),
            LiveBody::Event { event } => {
                self.note(&event.code);
                self.record.events.push(event);
            }
            LiveBody::End { outcome } => {
                self.state = outcome.state;
                self.record.outcome = outcome;
            }
        }
    }

    /// Brings what depends on many samples up to date: once after each bundle of messages.
    pub(crate) fn measure(&mut self) {
        for end in &mut self.ends {
            end.look();
        }
        let Some(receiver) = self.end(Role::Receiver) else { return };
        let samples = receiver.log.as_slice();
        (self.mean, self.spread) = (summary::live::mean_so_far(samples), summary::spread(samples));
    }

    fn sample(&mut self, side: Side, sample: Sample) {
        let sample_ms = self.record.plan.as_ref().map_or(USUAL_SAMPLE_MS, |plan| plan.timing.sample_ms);
        if let Some(end) = self.ends.iter_mut().find(|end| end.side == side) {
            end.add(sample, sample_ms);
        }
    }

    fn note(&mut self, code: &str) {
        match code {
            "link_lost" => self.link_lost = true,
            "link_back" => self.link_lost = false,
            "cancel_asked" => self.stopping = true,
            _ => {}
        }
    }

    /// The end in that role.
    pub(crate) fn end(&self, role: Role) -> Option<&End> {
        self.ends.iter().find(|end| end.role == role)
    }

    /// Whether payload should arrive and does not.
    pub(crate) fn is_stalled(&self) -> bool {
        let silence = |end: &End| summary::live::silence_ns(end.log.as_slice());
        !self.state.is_final()
            && self.end(Role::Receiver).and_then(silence).is_some_and(|silence| silence >= STALLED_NS)
    }

    /// Milliseconds since the common start; none before it.
    pub(crate) fn elapsed_ms(&self, now_ms: f64) -> Option<f64> {
        self.started_ms.map(|started| now_ms - started)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fixture;
    use pairperf_shared::record::Event;

    #[test]
    fn a_snapshot_and_its_samples_make_the_same_lines_as_the_samples_one_by_one() {
        let whole = fixture::record(State::Measure);
        let mut bare = whole.clone();
        for end in &mut bare.ends {
            end.samples.clear();
        }
        let at_once = LiveRun::new(whole.clone(), Some(3_000), 10_000.0);
        let mut one_by_one = LiveRun::new(bare, None, 0.0);
        for end in whole.ends {
            for sample in end.samples {
                one_by_one.hear(LiveBody::Sample { side: end.side, sample }, 0.0);
            }
        }
        one_by_one.measure();
        for (a, b) in at_once.ends.iter().zip(&one_by_one.ends) {
            assert_eq!((&a.track, &a.rate, &a.cores, &a.streams), (&b.track, &b.rate, &b.cores, &b.streams));
        }
        assert_eq!((at_once.mean, at_once.spread), (one_by_one.mean, one_by_one.spread));
        assert!(at_once.mean.is_some_and(|mean| mean > 1e9));
        assert_eq!(at_once.elapsed_ms(10_500.0), Some(3_500.0));
    }

    #[test]
    fn phases_events_and_the_end_change_what_is_shown() {
        let mut run = LiveRun::new(fixture::record(State::Prepare), None, 0.0);
        run.hear(LiveBody::Opening { up: 3, of: 8 }, 0.0);
        assert_eq!(run.opening, Some((3, 8)));
        run.hear(LiveBody::Phase { phase: Phase::WarmUp, t_ns: Some(0) }, 1_000.0);
        assert_eq!((run.state, run.opening, run.elapsed_ms(1_250.0)), (State::WarmUp, None, Some(250.0)));
        for (code, lost, stopping) in
            [("link_lost", true, false), ("link_back", false, false), ("cancel_asked", false, true)]
        {
            run.hear(LiveBody::Event { event: Event::new(None, code) }, 0.0);
            assert_eq!((run.link_lost, run.stopping), (lost, stopping));
        }
        run.hear(LiveBody::End { outcome: fixture::outcome(State::Cancelled) }, 0.0);
        assert!(run.state.is_final());
    }

    #[test]
    fn silence_of_two_seconds_is_a_stall() {
        let mut run = LiveRun::new(fixture::record(State::Measure), None, 0.0);
        assert!(!run.is_stalled());
        let last = run.end(Role::Receiver).unwrap().log.as_slice().last().unwrap().clone();
        let side = run.end(Role::Receiver).unwrap().side;
        run.hear(LiveBody::Sample { side, sample: Sample { t_ns: last.t_ns + 2_100_000_000, ..last } }, 0.0);
        assert!(run.is_stalled());
    }
}
