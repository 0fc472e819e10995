//! All workers of a session: started before the barrier, joined with a deadline.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use pairperf_shared::plan::{Loop, Role, RolePlan};

use super::{Desk, Lane, blocking, epoll};
use crate::EngineError;
use crate::buffer::Buffer;
use crate::flow::{Flow, Receiving, Sending};
use crate::gate::Gate;
use crate::inbox::{Event, Inbox, News};
use crate::signals::Signals;
use crate::udp::flow::{self, Post};
use crate::udp::{receiver, sender};

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
    /// Starts every worker; all wait at the gate. If one can't be started the gate is cancelled.
    pub(crate) fn start(
        plan: &RolePlan,
        lanes: Vec<Lane>,
        gate: &Arc<Gate>,
        signals: &Arc<Signals>,
        events: Sender<Event>,
    ) -> Result<Self, EngineError> {
        let desk = Desk { signals: Arc::clone(signals), events };
        let size = usize::try_from(plan.buffer_bytes).unwrap_or(usize::MAX);
        let started = match plan.role {
            Role::Sender => {
                let bytes = Arc::new(Buffer::random(size));
                Self::start_with(plan, lanes, gate, &desk, "send", Gate::wait_start, || {
                    Sending::new(Arc::clone(&bytes))
                })
            }
            Role::Receiver => {
                Self::start_with(plan, lanes, gate, &desk, "recv", Gate::wait_open, || Receiving::new(size))
            }
        };
        if started.is_err() {
            gate.cancel();
        }
        started
    }

    fn start_with<F: Flow + Send + 'static>(
        plan: &RolePlan,
        lanes: Vec<Lane>,
        gate: &Arc<Gate>,
        desk: &Desk,
        duty: &str,
        wait: fn(&Gate) -> bool,
        make: impl Fn() -> F,
    ) -> Result<Self, EngineError> {
        let mut team = Self { threads: Vec::new() };
        let mut launch = |work: Work<F>| {
            let (gate, desk, mut flow) = (Arc::clone(gate), desk.clone(), make());
            team.spawn(duty, desk.events.clone(), move || {
                if wait(&gate) {
                    work(&mut flow, &desk);
                }
            })
        };
        match plan.inner_loop {
            Loop::Blocking => {
                for lane in lanes {
                    launch(Box::new(move |flow, desk| blocking::serve(&lane, flow, desk)))?;
                }
            }
            // Flows of datagrams have a start of their own; connections planned like them are polled.
            Loop::Epoll | Loop::Batch | Loop::Exchange => {
                let workers = plan.threads.max(1) as usize;
                let mut shares: Vec<Vec<Lane>> = (0..workers).map(|_| Vec::new()).collect();
                for lane in lanes {
                    shares[plan.worker_of(lane.stream) as usize].push(lane);
                }
                for lanes in shares.into_iter().filter(|lanes| !lanes.is_empty()) {
                    let share = epoll::Share::new::<F>(lanes)
                        .map_err(|source| EngineError::System { doing: "watching streams", source })?;
                    launch(Box::new(move |flow, desk| epoll::serve(share, flow, desk)))?;
                }
            }
        }
        Ok(team)
    }

    /// The same for flows of datagrams: each share is a worker's, with a post of its own.
    pub(crate) fn start_batches(role: Role, work: Vec<(Vec<flow::Flow>, Post)>) -> Result<Self, EngineError> {
        let mut team = Self { threads: Vec::new() };
        for (flows, post) in work {
            let (gate, events) = (Arc::clone(&post.gate), post.events.clone());
            let spawned = match role {
                Role::Sender => team.spawn("send", events, move || sender::serve(flows, &post)),
                Role::Receiver => team.spawn("recv", events, move || receiver::serve(flows, &post)),
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
        duty: &str,
        tasks: Vec<Task>,
        gate: &Gate,
        events: &Sender<Event>,
    ) -> Result<Self, EngineError> {
        let mut team = Self { threads: Vec::new() };
        for task in tasks {
            if let Err(error) = team.spawn(duty, events.clone(), task) {
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
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), EngineError> {
        let worker = self.threads.len();
        // The kernel keeps 15 bytes of it.
        let name = format!("pp-{duty}-{worker}");
        let farewell = Farewell { worker, events };
        let thread = Builder::new().name(name.clone()).stack_size(STACK_BYTES).spawn(move || {
            let _farewell = farewell;
            work();
        });
        match thread {
            Ok(handle) => {
                self.threads.push(Some((name, handle)));
                Ok(())
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
