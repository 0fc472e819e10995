//! A run in progress, as everybody sees it: what is known of it so far, its viewers, and the way
//! to end it. Written by the run's own task alone.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use pairperf_shared::api::{ApiError, LiveBody, RunView};
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::Side;
use pairperf_shared::record::{Event, Outcome, Reason, RunParts, RunRecord};
use pairperf_shared::sample::{Sample, SampleLog};
use tokio::sync::{mpsc, watch};

use super::live::Live;

/// One run at this node while it lives.
#[derive(Debug)]
pub struct ActiveRun {
    /// Its id.
    pub id: String,
    /// Which side this node is.
    pub side: Side,
    /// Its live messages.
    pub live: Live,
    progress: Mutex<Progress>,
    /// To the task that drives it; none while it waits for its turn.
    orders: Mutex<Option<mpsc::UnboundedSender<Order>>>,
    ended: watch::Sender<bool>,
}

/// What a person or the node wants of a run.
#[derive(Debug)]
pub(super) enum Order {
    /// End it and keep what was measured.
    Cancel(Reason),
    /// The same, without waiting for the peer: the node is going down.
    Hurry(Reason),
    /// Another run has the slot from now on.
    GiveWay(ApiError),
}

#[derive(Debug)]
struct Progress {
    parts: RunParts,
    /// By side and direction.
    kept: [[Kept; LEGS]; 2],
    start: Option<Instant>,
}

/// The most directions of a run.
const LEGS: usize = 2;

/// What one side counted in one direction.
#[derive(Debug, Default)]
struct Kept {
    log: SampleLog,
    /// The instant of the last sample that was taken to be written.
    written: Option<i64>,
}

impl ActiveRun {
    /// A run of which nothing but the asking is known.
    pub(super) fn new(parts: RunParts, side: Side) -> Self {
        let progress = Progress { parts, kept: Default::default(), start: None };
        Self {
            id: progress.parts.id.clone(),
            side,
            live: Live::default(),
            progress: Mutex::new(progress),
            orders: Mutex::new(None),
            ended: watch::Sender::new(false),
        }
    }

    /// What people want of it, from now on.
    pub(super) fn orders(&self) -> mpsc::UnboundedReceiver<Order> {
        let (orders, ordered) = mpsc::unbounded_channel();
        *self.orders.lock().unwrap_or_else(PoisonError::into_inner) = Some(orders);
        ordered
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &*self.orders.lock().unwrap_or_else(PoisonError::into_inner) {
            // A run that is over wants nothing any more.
            let _ = orders.send(order);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        // A std mutex: never held across an await.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known, samples apart.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut RunParts) -> T) -> T {
        change(&mut self.lock().parts)
    }

    /// Enters a phase and tells the viewers.
    pub(super) fn enter(&self, phase: Phase, t_ns: Option<i64>) {
        self.change(|parts| parts.outcome.state = State::from(phase));
        self.live.say(LiveBody::Phase { phase, t_ns });
    }

    /// Keeps an event and tells the viewers.
    pub(super) fn happened(&self, event: Event) {
        self.change(|parts| parts.events.push(event.clone()));
        self.live.say(LiveBody::Event { event });
    }

    /// Keeps a sample and tells the viewers; says whether older ones were thinned.
    pub(super) fn sampled(&self, side: Side, sample: Sample) -> bool {
        let thinned = self.lock().kept(side, sample.leg).log.push(sample.clone());
        self.live.say(LiveBody::Sample { side, sample });
        thinned
    }

    /// Puts the details of samples in that came without them.
    pub(super) fn completed(&self, side: Side, samples: Vec<Sample>) {
        let mut progress = self.lock();
        for sample in samples {
            progress.kept(side, sample.leg).log.complete(sample);
        }
    }

    /// The samples of a side in a direction.
    pub(super) fn samples(&self, side: Side, leg: u32) -> Vec<Sample> {
        self.lock().kept(side, leg).log.as_slice().to_vec()
    }

    /// The samples of a side that are new since the last call and stay in the record as things are.
    ///
    /// What is written while a run goes on is thus as far apart as what is kept of it, however long it takes.
    pub(super) fn unwritten(&self, side: Side) -> Vec<Sample> {
        let mut progress = self.lock();
        progress.kept[usize::from(side == Side::Peer)].iter_mut().flat_map(Kept::unwritten).collect()
    }

    /// The common start was set.
    pub(super) fn started(&self, start: Instant) {
        self.lock().start = Some(start);
    }

    /// Milliseconds since the common start; none before it is set.
    pub fn elapsed_ms(&self) -> Option<i64> {
        let start = self.lock().start?;
        let now = Instant::now();
        Some(match now.checked_duration_since(start) {
            Some(since) => since.as_millis() as i64,
            None => -(start.duration_since(now).as_millis() as i64),
        })
    }

    /// Nanoseconds since the common start; none before it.
    pub(super) fn t_ns(&self) -> Option<i64> {
        let start = self.lock().start?;
        Some(Instant::now().checked_duration_since(start)?.as_nanos() as i64)
    }

    /// How long the run still takes at most, as far as is known.
    pub fn remaining_ms(&self) -> u64 {
        let progress = self.lock();
        let traffic = progress.parts.config.whole_ms();
        let gone = progress.start.and_then(|start| Instant::now().checked_duration_since(start));
        // Draining and collecting take a few seconds more.
        (traffic + 5_000).saturating_sub(gone.map_or(0, |gone| gone.as_millis() as u64))
    }

    /// Everything so far, with all samples.
    pub(super) fn parts(&self) -> RunParts {
        let progress = self.lock();
        let mut parts = progress.parts.clone();
        let [coordinator, peer] = &progress.kept;
        parts.coordinator.samples = together(coordinator);
        parts.peer.samples = together(peer);
        parts
    }

    /// Everything so far, without samples.
    pub(super) fn head(&self) -> RunParts {
        self.lock().parts.clone()
    }

    /// The record as far as it goes.
    pub fn record(&self) -> RunRecord {
        self.parts().record()
    }

    /// Name of the coordinator's machine.
    pub fn owner(&self) -> String {
        self.lock().parts.coordinator.host.name.clone()
    }

    /// The run as a row of a list.
    pub fn view(&self) -> RunView {
        super::view::of(&self.head(), self.side)
    }

    /// Asks for the end; what was measured is kept.
    pub fn cancel(&self, reason: Reason) {
        self.order(Order::Cancel(reason));
    }

    /// Asks for the end at once, because the node is going down.
    pub fn hurry(&self, reason: Reason) {
        self.order(Order::Hurry(reason));
    }

    /// Gives the slot to a run that goes first; nothing was agreed yet.
    pub(super) fn give_way(&self, busy: ApiError) {
        self.order(Order::GiveWay(busy));
    }

    /// The run is over and kept: tells the viewers.
    pub(super) fn end(&self, outcome: Outcome) {
        // In this order: who joins the viewers too late to hear of the end sees that it is over.
        self.ended.send_replace(true);
        self.live.say(LiveBody::End { outcome });
    }

    /// There will be no run: it was refused, or taken back before anything was agreed.
    pub(super) fn give_up(&self, error: &ApiError) {
        let state = match error.code.as_str() {
            "cancelled" | "node_stopped" => State::Cancelled,
            _ => State::Failed,
        };
        let reason = Reason { code: error.code.clone(), message: error.message.clone() };
        let outcome = Outcome { state, reason: Some(reason) };
        self.change(|parts| parts.outcome = outcome.clone());
        self.end(outcome);
    }

    /// Whether it is over.
    pub fn has_ended(&self) -> bool {
        *self.ended.borrow()
    }

    /// Where it stands or how it ended.
    pub fn outcome(&self) -> Outcome {
        self.lock().parts.outcome.clone()
    }

    /// Waits for the end.
    pub async fn ended(&self) {
        // The sender lives as long as the run, so this ends by its word.
        let _ = self.ended.subscribe().wait_for(|ended| *ended).await;
    }
}

impl Progress {
    fn kept(&mut self, side: Side, leg: u32) -> &mut Kept {
        &mut self.kept[usize::from(side == Side::Peer)][(leg as usize).min(LEGS - 1)]
    }
}

impl Kept {
    fn unwritten(&mut self) -> Vec<Sample> {
        let samples = self.log.as_slice();
        // The newest goes when the next one comes, if it is too near the one before.
        let settled = match samples.split_last() {
            Some((last, earlier)) if last.mark.is_none() => earlier,
            _ => samples,
        };
        let from = settled.partition_point(|sample| self.written.is_some_and(|written| sample.t_ns <= written));
        self.written = settled.last().map(|last| last.t_ns).or(self.written);
        settled[from..].to_vec()
    }
}

/// The samples of all directions in the order of time.
fn together(kept: &[Kept]) -> Vec<Sample> {
    let mut samples: Vec<Sample> = kept.iter().flat_map(|kept| kept.log.as_slice()).cloned().collect();
    samples.sort_by_key(|sample| sample.t_ns);
    samples
}

#[cfg(test)]
mod tests {
    use pairperf_shared::sample::{MAX_SAMPLES, MAX_STREAM_COUNTS, Mark, StreamCount};

    use super::*;

    fn at(t_ns: i64, leg: u32, streams: u32) -> Sample {
        let count = |stream| StreamCount { stream, bytes: 1, tcp: None, udp: None, checked: None, zero_copy: None };
        Sample {
            t_ns,
            phase: Phase::Measure,
            mark: None,
            bytes: t_ns as u64,
            operations: 1,
            cores: None,
            streams: (streams > 0).then(|| (0..streams).map(count).collect()),
            udp: None,
            leg,
            counters: None,
            exchange: None,
        }
    }

    #[test]
    fn what_is_written_in_a_day_stays_bounded() {
        // 64 streams at 10 Hz, written each second.
        let mut kept = Kept::default();
        let (mut samples, mut counts, mut last) = (0, 0, i64::MIN);
        for i in 0..864_000 {
            kept.log.push(at(i * 100_000_000, 0, 64));
            if i % 10 == 9 {
                for sample in kept.unwritten() {
                    assert!(sample.t_ns > last);
                    last = sample.t_ns;
                    samples += 1;
                    counts += sample.streams.map_or(0, |streams| streams.len());
                }
            }
        }
        // Each time they come to lie twice as far apart, half a log more is written: twelve times in a day.
        assert!((MAX_SAMPLES / 2..4 * MAX_SAMPLES).contains(&samples), "{samples} samples");
        assert!((MAX_STREAM_COUNTS / 2..8 * MAX_STREAM_COUNTS).contains(&counts), "{counts} counts");
    }

    #[test]
    fn a_sample_is_written_once_and_marks_at_once() {
        let mut kept = Kept::default();
        kept.log.push(at(1, 0, 0));
        assert_eq!(kept.unwritten(), []);
        kept.log.push(at(2, 0, 0));
        assert_eq!(kept.unwritten(), [at(1, 0, 0)]);
        kept.log.push(Sample { mark: Some(Mark::MeasureEnd), ..at(3, 0, 0) });
        let times: Vec<i64> = kept.unwritten().iter().map(|sample| sample.t_ns).collect();
        assert_eq!((times, kept.unwritten()), (vec![2, 3], vec![]));
    }

    #[test]
    fn directions_are_put_together_in_the_order_of_time() {
        let mut kept: [Kept; LEGS] = Default::default();
        for (t_ns, leg) in [(1, 0), (1, 1), (2, 1), (3, 0)] {
            kept[leg as usize].log.push(at(t_ns, leg, 0));
        }
        let all: Vec<_> = together(&kept).iter().map(|sample| (sample.t_ns, sample.leg)).collect();
        assert_eq!(all, [(1, 0), (1, 1), (2, 1), (3, 0)]);
    }
}
