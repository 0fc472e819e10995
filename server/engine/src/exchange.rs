//! Requests and answers: one thread a stream, which asks or answers.
//!
//! The time of an answer is taken from before its request is handed to the kernel to after its last byte was taken from
//! it, by the monotonic clock, at the end that asks.

mod accept;
mod answer;
mod ask;
mod connect;
mod line;
mod tally;
mod watch;

use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

use pairperf_shared::plan::{ExchangePlan, Role, RolePlan};

use crate::buffer::Buffer;
use crate::flow::StreamEnd;
use crate::gate::Gate;
use crate::inbox::Event;
use crate::opening::{Again, Way};
use crate::signals::Signals;
use crate::worker::{Lane, Task};
use accept::Arriving;
use connect::Connecting;
use tally::Tally;

pub(crate) use watch::Exchanges;

/// Where workers count and report to, and what they obey.
#[derive(Debug, Clone)]
pub(crate) struct Post {
    plan: ExchangePlan,
    tallies: Arc<[Tally]>,
    gate: Arc<Gate>,
    signals: Arc<Signals>,
    events: Sender<Event>,
}

impl Post {
    /// For all workers of a session.
    pub(crate) fn new(
        plan: &RolePlan,
        exchange: ExchangePlan,
        gate: &Arc<Gate>,
        signals: &Arc<Signals>,
        events: Sender<Event>,
    ) -> Self {
        Self {
            plan: exchange,
            tallies: (0..plan.streams).map(|_| Tally::new(plan.role == Role::Sender)).collect(),
            gate: Arc::clone(gate),
            signals: Arc::clone(signals),
            events,
        }
    }

    fn tally(&self, stream: u32) -> &Tally {
        &self.tallies[stream as usize]
    }

    /// Bytes of a request, of which nothing would be seen if it had none, and of an answer.
    fn sizes(&self) -> (usize, usize) {
        (self.plan.request_bytes.max(1) as usize, self.plan.response_bytes.max(1) as usize)
    }

    fn ended(&self, stream: u32, end: StreamEnd) {
        // A conductor that is gone needs no news.
        let _ = self.events.send(Event::StreamEnded { stream, end, at: Instant::now() });
    }

    /// What the sampler reads of these workers.
    pub(crate) fn exchanges(&self, lanes: Vec<Lane>) -> Exchanges {
        Exchanges {
            lanes,
            tallies: Arc::clone(&self.tallies),
            request_bytes: self.sizes().0 as u64,
            reconnect: self.plan.reconnect,
        }
    }
}

/// What each worker does: the end whose role is to send asks, the other one answers. With a connection for each request,
/// those that the streams were opened with rest until the end.
pub(crate) fn tasks(plan: &RolePlan, lanes: &[Lane], again: Again, post: &Post) -> Vec<Task> {
    let payload = Arc::new(Buffer::random(usize::try_from(plan.buffer_bytes).unwrap_or(usize::MAX)));
    if post.plan.reconnect {
        return match again {
            Again::Dial(way) => connecting(plan, way, post, &payload),
            Again::Accept(arrivals) => arriving(plan, arrivals, post, &payload),
        };
    }
    let task = |lane: &Lane| -> Task {
        let (lane, post, payload) = (lane.clone(), post.clone(), Arc::clone(&payload));
        let share = plan.quota_of(lane.stream);
        match plan.role {
            Role::Sender => Box::new(move || ask::serve(&lane, &post, &payload, share)),
            Role::Receiver => Box::new(move || answer::serve(&lane, &post, &payload)),
        }
    };
    lanes.iter().map(task).collect()
}

/// A worker for each stream, which opens its connections.
fn connecting(plan: &RolePlan, way: Way, post: &Post, payload: &Arc<Buffer>) -> Vec<Task> {
    let (plan, way) = (Arc::new(plan.clone()), Arc::new(way));
    let task = |stream| -> Task {
        let (plan, way, share) = (Arc::clone(&plan), Arc::clone(&way), plan.quota_of(stream));
        let (connecting, payload) = (Connecting { stream, plan, way, post: post.clone(), share }, Arc::clone(payload));
        Box::new(move || connecting.serve(&payload))
    };
    (0..plan.streams).map(task).collect()
}

/// As many workers as streams, which take connections as they come.
fn arriving(plan: &RolePlan, arrivals: Receiver<(u32, TcpStream)>, post: &Post, payload: &Arc<Buffer>) -> Vec<Task> {
    let arriving = Arc::new(Arriving::new(Arc::new(plan.clone()), post.clone(), arrivals));
    let task = |worker| -> Task {
        let (arriving, payload) = (Arc::clone(&arriving), Arc::clone(payload));
        Box::new(move || arriving.serve(worker, &payload))
    };
    (0..plan.streams).map(task).collect()
}
