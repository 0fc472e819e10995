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
    coordinator: SampleLog,
    peer: SampleLog,
    start: Option<Instant>,
}

impl ActiveRun {
    /// A run of which nothing but the asking is known.
    pub(super) fn new(parts: RunParts, side: Side) -> Self {
        let progress = Progress { parts, coordinator: SampleLog::new(), peer: SampleLog::new(), start: None };
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
        let thinned = self.lock().log(side).push(sample.clone());
        self.live.say(LiveBody::Sample { side, sample });
        thinned
    }

    /// Puts the details of samples in that came without them.
    pub(super) fn completed(&self, side: Side, samples: Vec<Sample>) {
        let mut progress = self.lock();
        for sample in samples {
            progress.log(side).complete(sample);
        }
    }

    /// The samples of a side that were sent without their details.
    pub(super) fn samples(&self, side: Side) -> Vec<Sample> {
        self.lock().log(side).as_slice().to_vec()
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
        let traffic = progress.parts.config.traffic_ms();
        let gone = progress.start.and_then(|start| Instant::now().checked_duration_since(start));
        // Draining and collecting take a few seconds more.
        (traffic + 5_000).saturating_sub(gone.map_or(0, |gone| gone.as_millis() as u64))
    }

    /// Everything so far, with all samples.
    pub(super) fn parts(&self) -> RunParts {
        let progress = self.lock();
        let mut parts = progress.parts.clone();
        parts.coordinator.samples = progress.coordinator.as_slice().to_vec();
        parts.peer.samples = progress.peer.as_slice().to_vec();
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
    fn log(&mut self, side: Side) -> &mut SampleLog {
        match side {
            Side::Coordinator => &mut self.coordinator,
            Side::Peer => &mut self.peer,
        }
    }
}
