//! A run as its live messages tell it.

use std::rc::Rc;

use pairperf_shared::api::LiveBody;
use pairperf_shared::config::Direction;
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::{Role, Side};
use pairperf_shared::record::Event;
use pairperf_shared::sample::Sample;
use pairperf_shared::summary::live::{CpuNow, ExchangeNow, Progress, StreamRate};
use pairperf_shared::summary::series::{Figures, Sampling, Series};
use pairperf_shared::summary::{self, Rate};

use super::followed::{Followed, Told};

/// How long whole samples are kept for what is shown of the moment; older ones keep only what lines are drawn from.
const WHOLE_NS: i64 = 3_000_000_000;
/// An end that moved nothing for so long is said to be stalled.
const STALLED_NS: i64 = 2_000_000_000;
/// A peer that gives no sign of life for so long is lost.
const GRACE_MS: f64 = 10_000.0;
/// Payload that moved so lately is a sign of life that needs no countdown.
const ALIVE_MS: f64 = 2_000.0;

/// One end of the run.
#[derive(Debug, Clone)]
pub(crate) struct End {
    pub(crate) role: Role,
    pub(crate) side: Side,
    pub(crate) host: Rc<HostFacts>,
    /// What its lines are drawn from.
    pub(crate) series: Series,
    /// How it fared so far.
    pub(crate) progress: Progress,
    /// Its latest rate.
    pub(crate) rate: Option<Rate>,
    /// Its CPUs at the moment.
    pub(crate) cpu: Option<CpuNow>,
    /// Its figures, once the run has ended.
    pub(crate) figures: Figures,
    /// The latest rate of each stream.
    pub(crate) streams: Vec<StreamRate>,
    recent: Vec<Sample>,
}

/// What keeps a run from going on as it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Someone asked to stop.
    Stopping,
    /// The machines lost sight of each other, and payload flows.
    LinkLost,
    /// They did, and nothing flows: the run is given up in so many seconds.
    PeerLost(u32),
    /// Nothing leaves the sender.
    SenderStalled,
    /// What leaves the sender does not reach the receiver.
    ReceiverStalled,
}

/// The run.
#[derive(Debug, Clone)]
pub(crate) struct LiveRun {
    /// The record as far as it goes; the samples of its ends are in `ends`.
    pub(crate) record: Followed,
    /// The sender, then the receiver.
    pub(crate) ends: Vec<End>,
    /// Where it stands.
    pub(crate) state: State,
    /// Streams up and asked for, while they are opened.
    pub(crate) opening: Option<(u32, u32)>,
    /// When the link between the nodes was lost, on the page's own clock, while it is.
    lost_ms: Option<f64>,
    /// Whether someone asked to stop.
    pub(crate) stopping: bool,
    /// When payload moved last, on the page's own clock.
    moved_ms: Option<f64>,
    /// When the common start was, on the page's own clock.
    started_ms: Option<f64>,
}

impl End {
    fn new(role: Role, side: Side, host: HostFacts, sampling: Sampling) -> Self {
        Self {
            role,
            side,
            host: Rc::new(host),
            series: Series::new(sampling),
            progress: Progress::new(sampling),
            rate: None,
            cpu: None,
            figures: Figures::default(),
            streams: Vec::new(),
            recent: Vec::new(),
        }
    }

    fn add(&mut self, sample: Sample) {
        self.series.push(&sample);
        self.progress.push(&sample);
        let since = sample.t_ns - WHOLE_NS;
        self.recent.push(sample);
        // In bulk: moving the rest down for each sample would be felt.
        if self.recent.first().is_some_and(|oldest| oldest.t_ns < since - WHOLE_NS) {
            self.recent.retain(|sample| sample.t_ns >= since);
        }
    }

    fn look(&mut self) {
        self.rate = summary::live::latest_rate(&self.recent);
        if let Some(cpu) = summary::live::latest_cpu(&self.recent) {
            self.cpu = Some(cpu);
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

    /// How fast it is answered, if it is one that asks.
    pub(crate) fn exchange(&self) -> Option<ExchangeNow> {
        summary::live::latest_exchange(&self.recent)
    }

    fn is_silent(&self) -> bool {
        self.progress.silence_ns().is_some_and(|silence| silence >= STALLED_NS)
    }
}

impl LiveRun {
    /// The run of a record as far as it goes, `elapsed_ms` after the common start.
    pub(crate) fn new(mut record: Followed, elapsed_ms: Option<i64>, now_ms: f64) -> Self {
        let mut ends = Vec::with_capacity(record.ends.len());
        for end in std::mem::take(&mut record.ends) {
            let mut live = End::new(end.role, end.side, end.host, record.sampling(end.role));
            live.figures = end.figures;
            for sample in end.samples {
                live.add(sample);
            }
            ends.push(live);
        }
        let mut run = Self {
            state: record.state,
            record,
            ends,
            opening: None,
            lost_ms: None,
            stopping: false,
            moved_ms: None,
            started_ms: elapsed_ms.map(|elapsed| now_ms - elapsed as f64),
        };
        for index in 0..run.record.events.len() {
            let code = run.record.events[index].code.clone();
            run.note(&code, now_ms);
        }
        run.measure();
        run
    }

    /// Takes in one message.
    pub(crate) fn hear(&mut self, told: Told, now_ms: f64) {
        match told {
            Told::Snapshot(record, elapsed_ms) => *self = Self::new(*record, elapsed_ms, now_ms),
            Told::News(news) => self.learn(*news, now_ms),
        }
    }

    /// Takes in something new.
    pub(crate) fn learn(&mut self, news: LiveBody, now_ms: f64) {
        match news {
            LiveBody::Snapshot { .. } => {}
            LiveBody::Sample { side, sample } => self.sample(side, sample, now_ms),
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
                self.note(&event.code, now_ms);
                self.record.events.push(event);
            }
            LiveBody::End { outcome } => self.state = outcome.state,
        }
    }

    /// Brings what depends on many samples up to date: once after each bundle of messages.
    pub(crate) fn measure(&mut self) {
        for end in &mut self.ends {
            end.look();
        }
    }

    fn sample(&mut self, side: Side, sample: Sample, now_ms: f64) {
        // The ends of a direction stand together, the first direction's first.
        let of_leg = self.ends.iter_mut().skip(2 * sample.leg as usize).take(2);
        let Some(end) = of_leg.into_iter().find(|end| end.side == side) else { return };
        if end.progress.bytes().is_none_or(|bytes| sample.bytes > bytes) {
            self.moved_ms = Some(now_ms);
        }
        end.add(sample);
    }

    fn note(&mut self, code: &str, now_ms: f64) {
        match code {
            "link_lost" => self.lost_ms = Some(now_ms),
            "link_back" => self.lost_ms = None,
            "cancel_asked" => self.stopping = true,
            _ => {}
        }
    }

    /// The end in that role: of the direction that flows, where one follows the other, else of the first.
    pub(crate) fn end(&self, role: Role) -> Option<&End> {
        let turned = self.record.config.direction == Direction::EachInTurn
            && self.ends.iter().skip(2).any(|end| end.progress.bytes().is_some());
        self.ends.iter().skip(if turned { 2 } else { 0 }).find(|end| end.role == role)
    }

    /// The ends of each direction, the sender first.
    pub(crate) fn legs(&self) -> impl Iterator<Item = [&End; 2]> {
        self.ends.chunks_exact(2).map(|pair| [&pair[0], &pair[1]])
    }

    /// What keeps the run from going on as it should, the weightiest first.
    pub(crate) fn trouble(&self, now_ms: f64) -> Option<Trouble> {
        if self.state.is_final() {
            return None;
        }
        if self.stopping {
            return Some(Trouble::Stopping);
        }
        if let Some(lost_ms) = self.lost_ms {
            // Any authenticated sign counts, payload that moves too.
            let alive_ms = self.moved_ms.unwrap_or(lost_ms).max(lost_ms);
            let left = ((GRACE_MS - (now_ms - alive_ms)) / 1e3).ceil().max(0.0);
            let flows = self.moved_ms.is_some_and(|moved| now_ms - moved < ALIVE_MS);
            return Some(if flows { Trouble::LinkLost } else { Trouble::PeerLost(left as u32) });
        }
        let silent = |role| self.end(role).is_some_and(End::is_silent);
        match (silent(Role::Sender), silent(Role::Receiver)) {
            (true, _) => Some(Trouble::SenderStalled),
            (false, true) => Some(Trouble::ReceiverStalled),
            _ => None,
        }
    }

    /// Whether payload arrives.
    pub(crate) fn flows(&self) -> bool {
        self.end(Role::Receiver).is_some_and(|end| end.rate.is_some() && !end.is_silent())
    }

    /// The event that says whose run this one waits for, while it waits.
    pub(crate) fn waits_for(&self) -> Option<&Event> {
        let last = self.record.events.last()?;
        (self.state == State::Check && last.code == "queued").then_some(last)
    }

    /// Milliseconds since the common start; none before it.
    pub(crate) fn elapsed_ms(&self, now_ms: f64) -> Option<f64> {
        self.started_ms.map(|started| now_ms - started)
    }

    /// The latest time that was observed, in nanoseconds on the coordinator's axis.
    pub(crate) fn now_ns(&self) -> Option<i64> {
        self.ends.iter().filter_map(|end| end.progress.now_ns()).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fixture;
    use pairperf_shared::record::Event;
    use pairperf_shared::sample::ExchangeCount;

    #[test]
    fn a_sample_goes_to_the_end_of_its_direction() {
        let mut record = fixture::record(State::Measure);
        let back = record.ends.iter().map(|end| {
            let role = if end.role == Role::Sender { Role::Receiver } else { Role::Sender };
            pairperf_shared::record::EndRecord { role, samples: Vec::new(), ..end.clone() }
        });
        let back: Vec<_> = back.rev().collect();
        let sample = record.ends[0].samples[0].clone();
        record.ends.extend(back);
        record.config.direction = Direction::EachInTurn;
        let mut run = LiveRun::new(record.into(), None, 0.0);
        let first = run.end(Role::Sender).unwrap().side;
        let side = run.ends[2].side;
        run.learn(LiveBody::Sample { side, sample: Sample { leg: 1, ..sample } }, 0.0);
        assert!(run.ends[2].progress.bytes().is_some() && run.ends[3].progress.bytes().is_none());
        assert_eq!(run.legs().count(), 2);
        assert_ne!(run.end(Role::Sender).unwrap().side, first, "the direction that flows now");
    }

    #[test]
    fn only_an_end_that_asks_is_answered() {
        let mut record = fixture::record(State::Measure);
        for (index, sample) in (0..).zip(&mut record.ends[0].samples) {
            let exchange =
                ExchangeCount { answered: 100 * index, total_ns: 100_000 * index, ..ExchangeCount::default() };
            sample.exchange = Some(exchange);
        }
        let run = LiveRun::new(record.into(), None, 0.0);
        let now = run.ends[0].exchange().unwrap();
        assert!(now.per_second > 0.0 && now.mean_seconds == Some(1e-6));
        assert_eq!(run.ends[1].exchange(), None);
    }

    #[test]
    fn a_snapshot_and_its_samples_make_the_same_lines_as_the_samples_one_by_one() {
        let whole = fixture::record(State::Measure);
        let mut bare = whole.clone();
        for end in &mut bare.ends {
            end.samples.clear();
        }
        let at_once = LiveRun::new(whole.clone().into(), Some(3_000), 10_000.0);
        let mut one_by_one = LiveRun::new(bare.into(), None, 0.0);
        for end in whole.ends {
            for sample in end.samples {
                one_by_one.learn(LiveBody::Sample { side: end.side, sample }, 0.0);
            }
        }
        one_by_one.measure();
        for (a, b) in at_once.ends.iter().zip(&one_by_one.ends) {
            assert_eq!((&a.series, &a.progress), (&b.series, &b.progress));
            assert_eq!((&a.rate, &a.cpu, &a.streams), (&b.rate, &b.cpu, &b.streams));
        }
        let mean = at_once.end(Role::Receiver).and_then(|end| end.progress.mean());
        assert!(mean.is_some_and(|mean| mean > 1e9));
        assert_eq!(at_once.elapsed_ms(10_500.0), Some(3_500.0));
    }

    #[test]
    fn phases_events_and_the_end_change_what_is_shown() {
        let mut run = LiveRun::new(fixture::record(State::Prepare).into(), None, 0.0);
        run.learn(LiveBody::Opening { up: 3, of: 8 }, 0.0);
        assert_eq!(run.opening, Some((3, 8)));
        run.learn(LiveBody::Phase { phase: Phase::WarmUp, t_ns: Some(0) }, 1_000.0);
        assert_eq!((run.state, run.opening, run.elapsed_ms(1_250.0)), (State::WarmUp, None, Some(250.0)));
        for (code, trouble) in
            [("link_lost", Some(Trouble::PeerLost(10))), ("link_back", None), ("cancel_asked", Some(Trouble::Stopping))]
        {
            run.learn(LiveBody::Event { event: Event::new(None, code) }, 0.0);
            assert_eq!(run.trouble(0.0), trouble);
        }
        run.learn(LiveBody::End { outcome: fixture::outcome(State::Cancelled) }, 0.0);
        assert!(run.state.is_final());
    }

    fn later(run: &LiveRun, role: Role, ms: i64, bytes: u64) -> LiveBody {
        let end = run.end(role).unwrap();
        let last = end.recent.last().unwrap().clone();
        let sample = Sample { t_ns: last.t_ns + ms * 1_000_000, bytes: last.bytes + bytes, ..last };
        LiveBody::Sample { side: end.side, sample }
    }

    #[test]
    fn silence_of_two_seconds_is_a_stall_and_its_side_is_said() {
        let mut run = LiveRun::new(fixture::record(State::Measure).into(), None, 0.0);
        assert_eq!((run.trouble(0.0), run.flows()), (None, true));
        run.learn(later(&run, Role::Receiver, 2_100, 0), 0.0);
        assert_eq!((run.trouble(0.0), run.flows()), (Some(Trouble::ReceiverStalled), false));
        run.learn(later(&run, Role::Sender, 2_100, 0), 0.0);
        assert_eq!(run.trouble(0.0), Some(Trouble::SenderStalled));
    }

    #[test]
    fn a_lost_link_is_counted_down_only_while_nothing_moves() {
        let mut run = LiveRun::new(fixture::record(State::Measure).into(), None, 0.0);
        run.learn(LiveBody::Event { event: Event::new(None, "link_lost") }, 1_000.0);
        assert_eq!(run.trouble(4_000.0), Some(Trouble::PeerLost(7)));
        run.learn(later(&run, Role::Sender, 100, 1), 5_000.0);
        assert_eq!(run.trouble(6_000.0), Some(Trouble::LinkLost));
        assert_eq!(run.trouble(8_000.0), Some(Trouble::PeerLost(7)));
        assert_eq!(run.trouble(99_000.0), Some(Trouble::PeerLost(0)));
    }

    #[test]
    fn a_run_that_waits_its_turn_says_for_whom() {
        let mut run = LiveRun::new(fixture::record(State::Check).into(), None, 0.0);
        assert_eq!(run.waits_for(), None);
        run.learn(LiveBody::Event { event: Event::new(None, "queued").with("owner", "db-b") }, 0.0);
        assert!(run.waits_for().is_some());
        run.learn(LiveBody::Phase { phase: Phase::Prepare, t_ns: None }, 0.0);
        assert_eq!(run.waits_for(), None);
    }
}
