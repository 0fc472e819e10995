//! One life of a session: open, barrier, payload by deadline, drain, finish, release.
//!
//! It runs on a thread of its own, which is also the one that samples.

mod course;

use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use pairperf_shared::config::{Payload, SendCopy};
use pairperf_shared::plan::{ExchangePlan, Role, RolePlan};
use pairperf_shared::record::EndInEffect;

use crate::counters::Counter;
use crate::exchange::{self, Post as Exchange};
use crate::gate::Gate;
use crate::inbox::{Event, Inbox};
use crate::liveness::Liveness;
use crate::notice::{Ending, Finish, Notice};
use crate::opening::{self, Again, Flows, Halt, Opened};
use crate::platform::{self, CoreClock};
use crate::sampler::{Datagrams, Sampler, Watched};
use crate::session::{NAME, Open};
use crate::signals::Signals;
use crate::system::System;
use crate::udp::effect;
use crate::udp::flow::{Flow, Post};
use crate::udp::socket::Door;
use crate::worker::{Lane, Team};
use crate::{EngineError, payload, socket};
use course::Course;

/// What is ready when all streams are.
struct Crew {
    effect: EndInEffect,
    watched: Watched,
    team: Team,
    /// Where flows of datagrams came to.
    door: Option<Door>,
}

/// Everything one session needs.
pub(crate) struct Conductor {
    plan: RolePlan,
    inbox: Inbox,
    signals: Arc<Signals>,
    gate: Arc<Gate>,
    liveness: Arc<Liveness>,
    notify: Box<dyn Fn(Notice) + Send>,
}

impl Conductor {
    /// Nothing has begun.
    pub(crate) fn new(
        plan: RolePlan,
        base: Instant,
        inbox: Inbox,
        liveness: Arc<Liveness>,
        notify: Box<dyn Fn(Notice) + Send>,
    ) -> Self {
        Self { plan, inbox, signals: Arc::new(Signals::new(base)), gate: Arc::new(Gate::new()), liveness, notify }
    }

    /// Lives that life. `events` is where workers send to.
    pub(crate) fn run(mut self, open: Open, events: Sender<Event>) {
        let mut held = None;
        // Whoever waits for the end is told of it even if it is a fault of ours.
        let lived = catch_unwind(AssertUnwindSafe(|| self.live(open, events, &mut held))).unwrap_or_else(|_| {
            self.gate.cancel();
            self.signals.end_at(Instant::now(), Duration::ZERO);
            Err(Halt::Failed(EngineError::Panicked { name: NAME.to_owned() }))
        });
        let finish = lived.unwrap_or_else(|halt| Finish {
            ending: match halt {
                Halt::Stopped => Ending::Stopped,
                Halt::Failed(error) => Ending::Failed(error),
            },
            t_ns: None,
            undrained: 0,
        });
        (self.notify)(Notice::Finished(finish));
        self.inbox.wait_release();
    }

    /// Up to the end of the drain. The sockets of a run that had a start go to `held`.
    fn live(&mut self, open: Open, events: Sender<Event>, held: &mut Option<Watched>) -> Result<Finish, Halt> {
        let cores = CoreClock::start();
        let opened = opening::open(open, &self.plan, &mut self.inbox, &*self.notify)?;
        let crew = match opened {
            Opened::Tcp(streams, again) => match self.plan.exchange {
                Some(how) => self.exchange(how, streams, again, &events)?,
                None => self.connections(streams, events)?,
            },
            Opened::Udp(flows) => self.datagrams(flows, &events)?,
        };
        let Crew { effect, watched, mut team, door: _door } = crew;
        // Not earlier: workers would inherit it.
        platform::raise_priority();
        let system = System::open();
        (self.notify)(Notice::Counting(system.names()));
        (self.notify)(Notice::Ready(effect));

        let Some(start) = self.inbox.wait_start() else {
            self.gate.cancel();
            team.join_all(&mut self.inbox)?;
            return Err(Halt::Stopped);
        };
        let stream_every = Duration::from_millis(self.plan.timing.stream_sample_ms);
        let liveness = Arc::clone(&self.liveness);
        let sampler = Sampler::new(start, self.plan.role, watched, cores, system, stream_every, liveness);
        let course = Course::new(
            &self.plan,
            &mut self.inbox,
            &self.signals,
            &self.gate,
            &*self.notify,
            &mut team,
            sampler,
            start,
        );
        let (finish, watched) = course.run();
        *held = Some(watched);
        Ok(finish)
    }

    /// Workers for connections.
    fn connections(&self, streams: Vec<TcpStream>, events: Sender<Event>) -> Result<Crew, EngineError> {
        let effect = socket::in_effect(&self.plan, streams.iter());
        let payload = payload::block(&self.plan);
        let mut lanes = self.lanes(streams)?;
        if self.plan.send_copy == SendCopy::ZeroCopy {
            for lane in &mut lanes {
                lane.uncopied.clone_from(&payload);
            }
        }
        let team = Team::start(&self.plan, lanes.clone(), payload, &self.gate, &self.signals, events)?;
        Ok(Crew { effect, watched: Watched::Tcp(lanes), team, door: None })
    }

    /// Workers for requests and answers.
    fn exchange(
        &self,
        how: ExchangePlan,
        streams: Vec<TcpStream>,
        again: Again,
        events: &Sender<Event>,
    ) -> Result<Crew, EngineError> {
        let effect = socket::in_effect(&self.plan, streams.iter());
        let lanes = self.lanes(streams)?;
        let post = Exchange::new(&self.plan, how, &self.gate, &self.signals, events.clone());
        let duty = if self.plan.role == Role::Sender { "ask" } else { "answer" };
        let team =
            Team::start_each(&self.plan, duty, exchange::tasks(&self.plan, &lanes, again, &post), &self.gate, events)?;
        Ok(Crew { effect, watched: Watched::Exchange(post.exchanges(lanes)), team, door: None })
    }

    /// Workers for flows of datagrams.
    fn datagrams(&self, opened: Flows, events: &Sender<Event>) -> Result<Crew, EngineError> {
        let Flows { shares, tag, seal, door } = opened;
        let Some(plan) = self.plan.udp else { return Err(EngineError::unplanned()) };
        let mut flows: Vec<Flow> = shares.iter().flatten().cloned().collect();
        flows.sort_by_key(|flow| flow.stream);
        let effect = effect::in_effect(&self.plan, &plan, &flows, shares.len());
        let counters: Arc<[Counter]> = flows.iter().map(|_| Counter::default()).collect();
        let post = || Post {
            plan,
            tag,
            seal: Arc::clone(&seal),
            counters: Arc::clone(&counters),
            strays: Arc::default(),
            gate: Arc::clone(&self.gate),
            signals: Arc::clone(&self.signals),
            liveness: Arc::clone(&self.liveness),
            events: events.clone(),
        };
        let work: Vec<(Vec<Flow>, Post)> = shares.into_iter().map(|share| (share, post())).collect();
        let strays = work.iter().map(|(_, post)| Arc::clone(&post.strays)).collect();
        let team = Team::start_batches(&self.plan, work)?;
        Ok(Crew { effect, watched: Watched::Udp(Datagrams::new(flows, counters, strays)), team, door })
    }

    /// Makes sockets fit for the inner loop and gives each a counter.
    fn lanes(&self, streams: Vec<TcpStream>) -> Result<Vec<Lane>, EngineError> {
        let counters: Arc<[Counter]> = streams.iter().map(|_| Counter::default()).collect();
        let sends = self.plan.role == Role::Sender;
        let lane = |(stream, socket): (usize, TcpStream)| {
            let stream = stream as u32;
            socket::suit(&socket, &self.plan).map_err(|source| EngineError::Option {
                stream,
                of: self.plan.streams,
                option: "setting timeouts".to_owned(),
                source,
            })?;
            Ok(Lane {
                stream,
                far_end: socket.peer_addr().ok().map(socket::canonical),
                socket: Arc::new(socket),
                counters: Arc::clone(&counters),
                share: self.plan.quota_of(stream).filter(|_| sends),
                checks: !sends && self.plan.payload == Payload::Verified,
                uncopied: None,
            })
        };
        streams.into_iter().enumerate().map(lane).collect()
    }
}
