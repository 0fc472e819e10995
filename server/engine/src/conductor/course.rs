//! From the common start to the last mark: what happens when, and what is made of the news.

use std::time::{Duration, Instant};

use pairperf_shared::phase::Phase;
use pairperf_shared::plan::{Role, RolePlan};
use pairperf_shared::sample::{Mark, Sample};

use crate::EngineError;
use crate::clock::{ns, signed_ns};
use crate::flow::StreamEnd;
use crate::gate::Gate;
use crate::inbox::{Inbox, News};
use crate::notice::{Ending, Finish, Notice};
use crate::sampler::{Sampler, Watched};
use crate::schedule::{Schedule, Step};
use crate::signals::Signals;
use crate::worker::Team;

/// Without a cool-down this long, senders go on beyond the planned end until it is reached: the
/// last mark must fall into flowing payload at both ends, although clocks agree only so well and
/// a busy machine wakes late. These bytes come after the mark and count in no result.
const TAIL: Duration = Duration::from_millis(20);
/// A mark later than this, or than 1 % of `measure`, is told.
const LATE: Duration = Duration::from_millis(20);
/// After a stop, this much patience with what is on the way.
const BRIEF_DRAIN: Duration = Duration::from_secs(1);
/// A worker sees its deadline at most this late: the timeout of one call and some air.
const WORKER_DELAY: Duration = Duration::from_millis(400);
/// How often the drain is looked at, after a first few looks in quick succession; TCP does not say by itself that all was acknowledged.
const DRAIN_POLL: Duration = Duration::from_millis(10);

/// A run under way.
pub(super) struct Course<'a> {
    plan: &'a RolePlan,
    inbox: &'a mut Inbox,
    signals: &'a Signals,
    gate: &'a Gate,
    notify: &'a dyn Fn(Notice),
    team: &'a mut Team,
    sampler: Sampler,
    start: Instant,
    schedule: Schedule,
    /// Streams that a worker still serves.
    open: u32,
    /// Workers that still run.
    working: usize,
    /// By stream: its payload was not seen to its end.
    lost: Vec<bool>,
    /// Set by the first thing that ends the run before its time.
    ending: Option<Ending>,
}

impl<'a> Course<'a> {
    /// A run that begins at `start`.
    #[expect(clippy::too_many_arguments, reason = "the conductor's own parts, lent for the course of one run")]
    pub(super) fn new(
        plan: &'a RolePlan,
        inbox: &'a mut Inbox,
        signals: &'a Signals,
        gate: &'a Gate,
        notify: &'a dyn Fn(Notice),
        team: &'a mut Team,
        sampler: Sampler,
        start: Instant,
    ) -> Self {
        let (open, working) = (plan.streams, team.size());
        let schedule = Schedule::new(&plan.timing);
        // A sender has proof of the contrary only when everything was acknowledged; datagrams are never.
        // Where there are answers, those are the proof.
        let unproven = plan.role == Role::Sender && plan.udp.is_none() && plan.exchange.is_none();
        let lost = vec![unproven; plan.streams as usize];
        Self { plan, inbox, signals, gate, notify, team, sampler, start, schedule, open, working, lost, ending: None }
    }

    /// Runs it, and gives the sockets back.
    pub(super) fn run(mut self) -> (Finish, Watched) {
        let timing = &self.plan.timing;
        let payload = self.planned() + TAIL.saturating_sub(Duration::from_millis(timing.cool_down_ms));
        let patience = Duration::from_millis(timing.drain_deadline_ms);
        self.signals.end_at(self.start + payload, patience);
        if !self.opens_at_mark() {
            self.gate.open(self.start + Duration::from_millis(timing.begins_ms));
        }

        self.payload();
        if self.shares_done() {
            self.end_at_last();
        }
        let patience = if self.ending.is_some() { self.cut_short(patience) } else { patience + TAIL };
        self.drain(patience);
        if let Err(error) = self.team.join_all(self.inbox) {
            self.ending.get_or_insert(Ending::Failed(error));
        }
        let last = self.sampler.take(Phase::Collect, Some(Mark::End));
        let finish = Finish {
            ending: self.ending.unwrap_or(Ending::Completed),
            t_ns: Some(last.t_ns),
            undrained: self.lost.iter().filter(|lost| **lost).count() as u32,
        };
        (self.notify)(Notice::Sample(last));
        (finish, self.sampler.into_watched())
    }

    /// From the common start to the last payload of this direction.
    fn planned(&self) -> Duration {
        Duration::from_millis(self.plan.timing.begins_ms + self.plan.timing.traffic_ms())
    }

    /// Whether nothing moves before the first mark is taken: what ends after so many bytes counts them from the first one on.
    fn opens_at_mark(&self) -> bool {
        self.plan.quota.is_some() && self.plan.udp.is_none() && self.plan.timing.warm_up_ms == 0
    }

    /// Whether every stream has carried its share.
    fn shares_done(&self) -> bool {
        self.plan.quota.is_some() && self.open == 0 && self.ending.is_none()
    }

    /// Takes the last mark when the last stream has ended, so that the rate is over the time that it took.
    fn end_at_last(&mut self) {
        if self.schedule.phase() == Phase::Measure {
            self.end_measure();
        }
        if self.schedule.phase() != Phase::Collect {
            (self.notify)(Notice::Phase(Phase::Collect, self.sampler.now()));
        }
    }

    /// Takes each step when it is due, until payload ends or something ends it.
    fn payload(&mut self) {
        while self.ending.is_none()
            && !self.shares_done()
            && let Some((due, step)) = self.schedule.next()
        {
            let left = due as i64 - self.sampler.now();
            if left <= 0 {
                self.schedule.pass(self.sampler.now().max(0) as u64);
                self.take(due as i64, step);
            } else if let Some(news) = self.inbox.next(Duration::from_nanos(left as u64)) {
                self.hear(news);
            }
        }
    }

    fn take(&mut self, due: i64, step: Step) {
        match step {
            Step::WarmUp => {
                let sample = self.sampler.take(Phase::WarmUp, None);
                self.begin(Phase::WarmUp, sample);
            }
            Step::Tick => {
                let sample = self.sampler.take(self.schedule.phase(), None);
                (self.notify)(Notice::Sample(sample));
            }
            Step::MeasureStart => {
                let sample = self.sampler.take(Phase::Measure, Some(Mark::MeasureStart));
                if self.opens_at_mark() {
                    self.gate.open(Instant::now());
                }
                self.check_lateness(due, sample.t_ns, Mark::MeasureStart);
                self.begin(Phase::Measure, sample);
            }
            Step::MeasureEnd => {
                let t_ns = self.end_measure();
                self.check_lateness(due, t_ns, Mark::MeasureEnd);
                if self.plan.timing.cool_down_ms > 0 {
                    (self.notify)(Notice::Phase(Phase::CoolDown, t_ns));
                }
            }
            Step::PayloadEnd => (self.notify)(Notice::Phase(Phase::Collect, self.sampler.now())),
        }
    }

    fn begin(&self, phase: Phase, sample: Sample) {
        (self.notify)(Notice::Phase(phase, sample.t_ns));
        (self.notify)(Notice::Sample(sample));
    }

    fn end_measure(&mut self) -> i64 {
        let sample = self.sampler.take(Phase::Measure, Some(Mark::MeasureEnd));
        let t_ns = sample.t_ns;
        (self.notify)(Notice::Sample(sample));
        t_ns
    }

    fn check_lateness(&self, planned_ns: i64, real_ns: i64, mark: Mark) {
        let allowed = LATE.min(Duration::from_millis(self.plan.timing.measure_ms) / 100);
        if real_ns - planned_ns > ns(allowed) {
            (self.notify)(Notice::Late { planned_ns, real_ns, mark });
        }
    }

    /// Ends payload before its time; says how long to wait for what is on the way.
    fn cut_short(&mut self, patience: Duration) -> Duration {
        let patience = patience.min(BRIEF_DRAIN);
        let now = Instant::now();
        self.signals.end_at(now, patience);
        // Senders that still wait for the start see at once that it is over.
        self.gate.open(now);
        if self.schedule.phase() == Phase::Measure {
            self.end_measure();
        }
        (self.notify)(Notice::Phase(Phase::Collect, self.sampler.now()));
        patience
    }

    /// Waits until receivers saw the end of every stream, or senders the last acknowledgement.
    fn drain(&mut self, patience: Duration) {
        let mut deadline = Instant::now() + patience + WORKER_DELAY;
        let mut hurried = self.ending.is_some();
        let mut pause = DRAIN_POLL / 16;
        loop {
            let served = self.open == 0 || self.working == 0;
            if served && !(self.plan.role == Role::Sender && self.acknowledgements_are_due()) {
                return;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            if let Some(news) = self.inbox.next(left.min(pause)) {
                self.hear(news);
            }
            pause = DRAIN_POLL.min(pause * 2);
            self.sampler.look();
            if !hurried && self.ending.is_some() {
                hurried = true;
                let now = Instant::now();
                self.signals.end_at(now, BRIEF_DRAIN.min(patience));
                deadline = deadline.min(now + BRIEF_DRAIN + WORKER_DELAY);
            }
        }
    }

    fn acknowledgements_are_due(&mut self) -> bool {
        self.sampler.unacknowledged(&mut self.lost)
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Stop => {
                self.ending.get_or_insert(Ending::Stopped);
            }
            News::StreamEnded(stream, end, at) => {
                self.open = self.open.saturating_sub(1);
                self.stream_ended(stream, end, signed_ns(self.start, at));
            }
            News::WorkerGone(worker) => {
                self.working = self.working.saturating_sub(1);
                if let Err(error) = self.team.join(worker) {
                    self.ending.get_or_insert(Ending::Failed(error));
                }
            }
        }
    }

    fn stream_ended(&mut self, stream: u32, end: StreamEnd, t_ns: i64) {
        let planned = self.planned();
        let lost = &mut self.lost[stream as usize];
        match end {
            StreamEnd::Sent => {}
            StreamEnd::GaveUp => *lost = true,
            StreamEnd::Eof => {
                // Clocks drift apart by some hundredths of a per cent, and agree only so well.
                let tolerance = Duration::from_millis(100) + planned / 1000;
                if self.plan.quota.is_none() && t_ns < ns(planned) - ns(tolerance) {
                    self.ending.get_or_insert(Ending::EarlyEnd { stream, t_ns });
                }
            }
            StreamEnd::Unheard => {
                if t_ns < ns(planned) {
                    let seconds = self.plan.udp.map_or(0, |udp| u64::from(udp.silence_ms).div_ceil(1000));
                    let (of, address) = (self.plan.streams, self.sampler.far_end(stream));
                    let error = EngineError::Unheard { stream, of, address, seconds };
                    self.ending.get_or_insert(Ending::Failed(error));
                }
            }
            StreamEnd::Broken(source) => {
                *lost = self.plan.udp.is_none();
                if t_ns < ns(planned) {
                    let (of, address) = (self.plan.streams, self.sampler.far_end(stream));
                    let error = if self.plan.udp.is_some() {
                        EngineError::Sending { stream, of, address, source }
                    } else {
                        EngineError::Broken { stream, of, address, source }
                    };
                    self.ending.get_or_insert(Ending::Failed(error));
                }
            }
        }
    }
}
