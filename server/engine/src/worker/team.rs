//! All workers of a session: started before the barrier, joined with a deadline.

use std::sync::Arc;
use std::sync::mpsc::{Sender, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use pairperf_shared::config::{Payload, ReceiveCopy, SendCopy};
use pairperf_shared::plan::{Loop, Role, RolePlan};

use super::{Desk, Lane, blocking, epoll};
use crate::buffer::Buffer;
use crate::flow::{Checking, Copied, Copying, Discarding, Flow, Hand, Made, Receiving, Sending, Uncopied};
use crate::gate::Gate;
use crate::inbox::{Event, Inbox, News};
use crate::signals::Signals;
use crate::udp::flow::{self, Post};
use crate::udp::{receiver, sender};
use crate::{EngineError, platform};

/// Workers need little stack; the default would reserve gigabytes for thousands of them.
const STACK_BYTES: usize = 256 << 10;
/// From the moment their time is up; each call returns within a tenth of it.
const JOIN_DEADLINE: Duration = Duration::from_secs(3);

/// The running workers.
#[derive(Debug)]
pub(crate) struct Team {
    threads: Vec<Option<(String, JoinHandle<()>)>>,
}

/// What a worker does that waits at the gate by itself.
pub(crate) type Task = Box<dyn FnOnce() + Send>;

/// What a worker does once it may.
type Work<F> = Box<dyn FnOnce(&mut F, &Desk) + Send>;

/// What the start of all workers has in common.
#[derive(Clone, Copy)]
struct Starting<'a> {
    plan: &'a RolePlan,
    gate: &'a Arc<Gate>,
    desk: &'a Desk,
}

impl Starting<'_> {
    /// Senders begin when the payload does.
    fn send<H: Hand + Send + 'static>(self, lanes: Vec<Lane>, make: impl Fn() -> H) -> Result<Team, EngineError> {
        self.start("send", Gate::wait_start, lanes, || Sending(make()))
    }

    /// Receivers wait for it.
    fn receive<F: Flow + Send + 'static>(self, lanes: Vec<Lane>, make: impl Fn() -> F) -> Result<Team, EngineError> {
        self.start("recv", Gate::wait_open, lanes, make)
    }

    fn start<F: Flow + Send + 'static>(
        self,
        duty: &str,
        wait: fn(&Gate) -> bool,
        lanes: Vec<Lane>,
        make: impl Fn() -> F,
    ) -> Result<Team, EngineError> {
        let mut team = Team { threads: Vec::new() };
        let mut launch = |worker, work: Work<F>| {
            let (gate, desk, mut flow) = (Arc::clone(self.gate), self.desk.clone(), make());
            team.spawn(duty, desk.events.clone(), pin(self.plan, worker), move || {
                if wait(&gate) {
                    work(&mut flow, &desk);
                }
            })
        };
        match self.plan.inner_loop {
            Loop::Blocking => {
                for (worker, lane) in lanes.into_iter().enumerate() {
                    launch(worker, Box::new(move |flow, desk| blocking::serve(&lane, flow, desk)))?;
                }
            }
            // Flows of datagrams have a start of their own; connections planned like them are polled.
            Loop::Epoll | Loop::Batch | Loop::Exchange => {
                let workers = self.plan.threads.max(1) as usize;
                let mut shares: Vec<Vec<Lane>> = (0..workers).map(|_| Vec::new()).collect();
                for lane in lanes {
                    shares[self.plan.worker_of(lane.stream) as usize].push(lane);
                }
                for (worker, lanes) in shares.into_iter().enumerate().filter(|(_, lanes)| !lanes.is_empty()) {
                    let share = epoll::Share::new::<F>(lanes)
                        .map_err(|source| EngineError::System { doing: "watching streams", source })?;
                    launch(worker, Box::new(move |flow, desk| epoll::serve(share, flow, desk)))?;
                }
            }
        }
        Ok(team)
    }
}

/// The CPU that a worker is to stay on, if any.
fn pin(plan: &RolePlan, worker: usize) -> Option<u32> {
    plan.pins.get(worker).copied().flatten()
}

/// Tells the conductor that the thread ends, however it does.
struct Farewell {
    worker: usize,
    events: Sender<Event>,
}

impl Drop for Farewell {
    fn drop(&mut self) {
        let _ = self.events.send(Event::WorkerGone(self.worker));
    }
}

impl Team {
    /// Starts every worker; all wait at the gate. If one can't be started the gate is cancelled. Without a `payload` that is
    /// sent again and again, senders make theirs.
    pub(crate) fn start(
        plan: &RolePlan,
        lanes: Vec<Lane>,
        payload: Option<Arc<Buffer>>,
        gate: &Arc<Gate>,
        signals: &Arc<Signals>,
        events: Sender<Event>,
    ) -> Result<Self, EngineError> {
        let desk = Desk { signals: Arc::clone(signals), events };
        let size = usize::try_from(plan.buffer_bytes).unwrap_or(usize::MAX);
        let starting = Starting { plan, gate, desk: &desk };
        let started = match (plan.role, payload) {
            (Role::Sender, Some(block)) if plan.send_copy == SendCopy::ZeroCopy => {
                starting.send(lanes, || Uncopied(Arc::clone(&block)))
            }
            (Role::Sender, Some(block)) => starting.send(lanes, || Copied(Arc::clone(&block))),
            (Role::Sender, None) => starting.send(lanes, || Made(Buffer::new(size))),
            (Role::Receiver, _) if plan.payload == Payload::Verified => {
                starting.receive(lanes, || Receiving::<Checking>::new(size))
            }
            (Role::Receiver, _) if plan.receive_copy == ReceiveCopy::Discard => {
                starting.receive(lanes, || Receiving::<Discarding>::new(size))
            }
            (Role::Receiver, _) => starting.receive(lanes, || Receiving::<Copying>::new(size)),
        };
        if started.is_err() {
            gate.cancel();
        }
        started
    }

    /// The same for flows of datagrams: each share is a worker's, with a post of its own.
    pub(crate) fn start_batches(plan: &RolePlan, work: Vec<(Vec<flow::Flow>, Post)>) -> Result<Self, EngineError> {
        let mut team = Self { threads: Vec::new() };
        for (worker, (flows, post)) in work.into_iter().enumerate() {
            let cpu = pin(plan, worker);
            let (gate, events) = (Arc::clone(&post.gate), post.events.clone());
            let spawned = match plan.role {
                Role::Sender => team.spawn("send", events, cpu, move || sender::serve(flows, &post)),
                Role::Receiver => team.spawn("recv", events, cpu, move || receiver::serve(flows, &post)),
            };
            if let Err(error) = spawned {
                gate.cancel();
                return Err(error);
            }
        }
        Ok(team)
    }

    /// One worker for each task. If one can't be started the gate is cancelled.
    pub(crate) fn start_each(
        plan: &RolePlan,
        duty: &str,
        tasks: Vec<Task>,
        gate: &Gate,
        events: &Sender<Event>,
    ) -> Result<Self, EngineError> {
        let mut team = Self { threads: Vec::new() };
        for (worker, task) in tasks.into_iter().enumerate() {
            if let Err(error) = team.spawn(duty, events.clone(), pin(plan, worker), task) {
                gate.cancel();
                return Err(error);
            }
        }
        Ok(team)
    }

    /// How many were started.
    pub(crate) fn size(&self) -> usize {
        self.threads.len()
    }

    fn spawn(
        &mut self,
        duty: &str,
        events: Sender<Event>,
        cpu: Option<u32>,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), EngineError> {
        let worker = self.threads.len();
        // The kernel keeps 15 bytes of it.
        let name = format!("pp-{duty}-{worker}");
        let farewell = Farewell { worker, events };
        let (settled, pinned) = sync_channel(1);
        let thread = Builder::new().name(name.clone()).stack_size(STACK_BYTES).spawn(move || {
            let _farewell = farewell;
            let pinned = cpu.map_or(Ok(()), platform::pin_to);
            let ready = pinned.is_ok();
            // Whoever starts it waits for this.
            let _ = settled.send(pinned);
            if ready {
                work();
            }
        });
        match thread {
            Ok(handle) => {
                self.threads.push(Some((name, handle)));
                match (cpu, cpu.and_then(|_| pinned.recv().ok())) {
                    (Some(cpu), Some(Err(source))) => Err(EngineError::Pin { worker: worker as u32, cpu, source }),
                    _ => Ok(()),
                }
            }
            Err(source) => Err(EngineError::Thread { name, source }),
        }
    }

    /// Joins a worker that said farewell; says so if it ended by a panic.
    pub(crate) fn join(&mut self, worker: usize) -> Result<(), EngineError> {
        match self.threads.get_mut(worker).and_then(Option::take) {
            Some((name, handle)) => handle.join().map_err(|_| EngineError::Panicked { name }),
            None => Ok(()),
        }
    }

    /// Joins all others. Whoever does not end in time is named and left behind.
    pub(crate) fn join_all(&mut self, inbox: &mut Inbox) -> Result<(), EngineError> {
        let deadline = Instant::now() + JOIN_DEADLINE;
        let mut result = Ok(());
        while let Some((name, _)) = self.threads.iter().flatten().next() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(EngineError::Stuck { name: name.clone(), seconds: JOIN_DEADLINE.as_secs() });
            }
            if let Some(News::WorkerGone(worker)) = inbox.next(left) {
                result = result.and(self.join(worker));
            }
        }
        result
    }
}
