//! One run at one node, from the asking to the record: a single task that owns the engine's
//! session and answers to three voices: the engine, the other node, and people.
//!
//! `check` agrees on the plan, `streams` opens them or takes them in, `start` agrees on the instant, `observe` keeps what
//! both ends count, `collect` brings both halves together, `watch` notices when the other side is gone. A run of two
//! directions has an engine's session for each of them, `legs`, with one common start.

mod check;
mod collect;
mod counted;
mod legs;
mod observe;
mod start;
mod streams;
mod watch;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pairperf_engine::Notice;
use pairperf_shared::api::ApiError;
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::State;
use pairperf_shared::plan::{Plan, Side};
use pairperf_shared::reach::Reach;
use pairperf_shared::record::{Event, Outcome, Reason};
use tokio::sync::{mpsc, oneshot};

use super::active::{ActiveRun, Order};
use super::arrivals::Expectation;
use super::budget::Budget;
use super::keeper::Keeper;
use super::messages::{Control, MOST_NOTES, Message, Refusal};
use super::preface::RunKey;
use super::registry::{Inner, Slot, cleaned};
use super::ways::further_ports;
use crate::peer::{Link, SendError};
use crate::reach::Beside;
use legs::{Half, Leg};

/// How often the run looks at the clock for what did not happen.
const TICK: Duration = Duration::from_millis(200);

/// What a run knows of the pairing it goes over.
#[derive(Debug, Clone)]
pub(super) struct Way {
    /// The pairing's id.
    pub(super) pairing: String,
    /// The channel to the other node.
    pub(super) link: Link,
    /// Whether this node dialled.
    pub(super) dialled: bool,
    /// Where the other node answered, or where it came from.
    pub(super) target: SocketAddr,
    /// This node's own address towards the other.
    pub(super) local: SocketAddr,
    /// The other node's id.
    pub(super) peer_node: String,
    /// The other node's name.
    pub(super) peer_name: String,
    /// What it said of its machine when it introduced itself.
    pub(super) peer: Arc<HostFacts>,
}

impl Way {
    /// What the other node said of its machine when it introduced itself.
    pub(super) fn peer_facts(&self) -> HostFacts {
        HostFacts::clone(&self.peer)
    }
}

/// How far the run came at this node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Agreeing on the plan.
    Check,
    /// Opening the streams.
    Prepare,
    /// The common start is set.
    Traffic,
    /// The engine has ended; both halves come together.
    Collect,
    /// The verdict is out.
    Over,
}

/// The task of one run.
pub(super) struct Drive {
    inner: Arc<Inner>,
    run: Arc<ActiveRun>,
    way: Way,
    facts: HostFacts,
    key: RunKey,
    stage: Stage,
    plan: Option<Plan>,
    /// This end's sessions, one a direction.
    legs: Vec<Leg>,
    expectation: Option<Expectation>,
    /// Where flows come in at this end.
    door: Option<Beside>,
    keeper: Option<Keeper>,
    /// Tells the asker whether the peer agreed; taken when answered.
    answer: Option<oneshot::Sender<Result<(), ApiError>>>,
    /// How it will end, if not as *done*: the first cause wins.
    verdict: Option<Outcome>,
    outbox: mpsc::UnboundedSender<Vec<u8>>,
    /// What the sessions say, each with its direction.
    notices: mpsc::UnboundedSender<(u32, Notice)>,
    budget: Budget,
    pings: start::Pings,
    local: Half,
    peer: Half,
    hurry: bool,
    /// Why there is no run.
    refusal: Option<ApiError>,
    /// The last word, once it is spoken. Viewers see it when the slot is free.
    ended_as: Option<Outcome>,
    /// When the stage began.
    entered: Instant,
    /// When the stage began, or the peer last moved it on.
    since: Instant,
    flushed: Instant,
    suspended: Duration,
    /// When the task last came round.
    awake: Instant,
    link_up: bool,
    slot: Option<Slot>,
}

/// What comes to a run from outside its task.
pub(super) struct Voices {
    /// What the other node says of this run.
    pub(super) inbox: mpsc::Receiver<Message>,
    /// What people want.
    pub(super) orders: mpsc::UnboundedReceiver<Order>,
}

/// What a run begins with.
pub(super) struct Begin {
    pub(super) inner: Arc<Inner>,
    pub(super) run: Arc<ActiveRun>,
    pub(super) way: Way,
    pub(super) facts: HostFacts,
    pub(super) key: RunKey,
    pub(super) slot: Slot,
    /// Tells the asker whether the peer agreed.
    pub(super) answer: Option<oneshot::Sender<Result<(), ApiError>>>,
}

/// What moves a run on.
enum Heard {
    Engine(u32, Notice),
    Peer(Message),
    Person(Order),
    Ways(Option<Reach>),
    Clock,
    NobodyElse,
}

impl Drive {
    pub(super) fn new(begin: Begin) -> (Self, mpsc::UnboundedReceiver<(u32, Notice)>) {
        let Begin { inner, run, way, facts, key, slot, answer } = begin;
        let (notices, noticed) = mpsc::unbounded_channel();
        let (outbox, mut outgoing) = mpsc::unbounded_channel::<Vec<u8>>();
        // A task of its own: a full link waits here, and the run goes on watching the clock.
        let link = way.link.clone();
        tokio::spawn(async move {
            while let Some(message) = outgoing.recv().await {
                match link.send(message).await {
                    Ok(()) => {}
                    Err(SendError::TooLong(bytes)) => {
                        tracing::warn!("a message of {bytes} bytes does not fit the link");
                    }
                    Err(SendError::Ended) => break,
                }
            }
        });
        let now = Instant::now();
        let drive = Self {
            inner,
            run,
            way,
            facts,
            key,
            stage: Stage::Check,
            plan: None,
            legs: Vec::new(),
            expectation: None,
            door: None,
            keeper: None,
            answer,
            verdict: None,
            outbox,
            notices,
            budget: Budget::new(now),
            pings: start::Pings::default(),
            local: Half::default(),
            peer: Half::default(),
            hurry: false,
            refusal: None,
            ended_as: None,
            entered: now,
            since: now,
            flushed: now,
            suspended: pairperf_engine::clock::boottime_gap(),
            awake: now,
            link_up: true,
            slot: Some(slot),
        };
        (drive, noticed)
    }

    /// Runs to the end. Returns when the record is kept and the slot is free.
    pub(super) async fn go(mut self, mut noticed: mpsc::UnboundedReceiver<(u32, Notice)>, mut voices: Voices) {
        let _hold = self.way.link.hold();
        // Looking at the ways takes a moment, in which people and the clock are heard already.
        let (inner, pairing) = (Arc::clone(&self.inner), self.way.pairing.clone());
        let further = further_ports(&self.run.head().config);
        let looking = async move { inner.look(&pairing, &further).await };
        tokio::pin!(looking);
        let mut looks = self.coordinates();
        if !looks {
            self.consider();
        }
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while self.stage != Stage::Over {
            let heard = tokio::select! {
                Some((leg, notice)) = noticed.recv() => Heard::Engine(leg, notice),
                message = voices.inbox.recv() => message.map_or(Heard::NobodyElse, Heard::Peer),
                Some(order) = voices.orders.recv() => Heard::Person(order),
                found = &mut looking, if looks => Heard::Ways(found),
                _ = tick.tick() => Heard::Clock,
            };
            // Before anything else: whoever slept must not take its own silence for the other's.
            self.watch_stall();
            match heard {
                Heard::Engine(leg, notice) => self.noticed(leg, notice),
                Heard::Peer(message) => self.told(message).await,
                Heard::Person(order) => self.ordered(order),
                Heard::Ways(found) => {
                    looks = false;
                    self.ask(found);
                }
                Heard::Clock => self.watch(),
                // Another run has the slot; the order to give way is there already.
                Heard::NobodyElse => tokio::time::sleep(TICK).await,
            }
        }
        self.keep(&mut voices.inbox).await;
    }

    fn say(&self, control: Control) {
        // Fails only when the link has ended, which the watch notices.
        let _ = self.outbox.send(Message::Control(control).encode());
    }

    fn id(&self) -> String {
        self.run.id.clone()
    }

    fn coordinates(&self) -> bool {
        self.run.side == Side::Coordinator
    }

    /// Coordinator: whether the peer has not agreed yet, so that there is no run.
    fn is_asking(&self) -> bool {
        self.coordinates() && self.plan.is_none()
    }

    async fn told(&mut self, message: Message) {
        match message {
            Message::Samples(samples) => self.received(samples),
            Message::Control(control) => match control {
                Control::Agree { host, digest, .. } if self.coordinates() => self.agreed(*host, &digest).await,
                Control::Refuse { refusal, .. } if self.coordinates() => self.refused(&refusal),
                Control::Prepare { .. } if !self.coordinates() => self.prepared().await,
                Control::Ready { leg, in_effect, counter_names, .. } => {
                    self.peer_counts(counter_names);
                    self.peer_is_ready(leg, in_effect);
                }
                Control::Go { clock_ns, in_effect, .. } if !self.coordinates() => self.start_at(clock_ns, &in_effect),
                Control::Happened { event, .. } => self.peer_happened(event),
                Control::Stop { state, reason, .. } => self.stopped_by_peer(state, &reason),
                Control::Collected { error, findings, .. } => self.peer_has_collected(error.as_ref(), findings),
                Control::Over { outcome, events, findings, .. } if !self.coordinates() => {
                    self.ruled(&outcome, events, findings);
                }
                Control::Pong { number, clock_ns, .. } => self.ponged(number, clock_ns),
                // Out of turn, or meant for the conversation.
                _ => {}
            },
        }
    }

    fn ordered(&mut self, order: Order) {
        let (reason, hurry) = match order {
            Order::Cancel(reason) => (reason, false),
            Order::Hurry(reason) => (reason, true),
            Order::GiveWay(busy) if self.is_asking() => return self.take_back(State::Failed, busy),
            // The peer agreed at the last moment, and thought better of it.
            Order::GiveWay(busy) => (Reason { code: busy.code, message: busy.message }, true),
        };
        self.hurry |= hurry;
        if self.verdict.is_none() && !self.is_asking() {
            self.happened(Event::new(self.run.t_ns(), "cancel_asked").with("by", reason.message.clone()));
        }
        self.conclude_here(State::Cancelled, reason);
    }

    fn stopped_by_peer(&mut self, state: State, reason: &Reason) {
        let (state, reason) = (if state == State::Done { State::Cancelled } else { state }, cleaned(reason));
        if self.is_asking() {
            return self.refused(&Refusal::new(&reason.code, reason.message));
        }
        self.conclude(if state.is_final() { state } else { State::Cancelled }, &reason);
    }

    /// Decides how the run ends, and tells the other end.
    fn conclude_here(&mut self, state: State, reason: Reason) {
        if self.is_asking() {
            return self.take_back(state, ApiError::new(&reason.code, reason.message));
        }
        if self.verdict.is_none() {
            self.say(Control::Stop { run: self.id(), state, reason: reason.clone() });
        }
        self.conclude(state, &reason);
    }

    /// Decides how the run ends, unless that is decided already, and stops the traffic.
    fn conclude(&mut self, state: State, reason: &Reason) {
        if self.verdict.is_none() {
            self.verdict = Some(Outcome { state, reason: Some(cleaned(reason)) });
        }
        if self.stage == Stage::Over {
            return;
        }
        if self.legs.is_empty() || self.local.through { self.engines_ended() } else { self.stop_traffic() }
    }

    fn peer_happened(&self, event: Event) {
        if self.run.change(|parts| parts.events.len()) < MOST_NOTES {
            self.run.happened(event.cleaned());
        }
    }

    fn happened(&self, event: Event) {
        self.say(Control::Happened { run: self.id(), event: event.clone() });
        self.run.happened(event);
    }

    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.entered = Instant::now();
        self.since = self.entered;
    }
}

/// A plain reason.
fn reason(code: &str, message: impl Into<String>) -> Reason {
    Reason { code: code.to_owned(), message: message.into() }
}
