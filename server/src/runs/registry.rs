//! What runs at this node: one run at a time, the pairings it may go over, and who may ask.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use pairperf_shared::api::{ApiError, RunView};
use pairperf_shared::config::RunConfig;
use pairperf_shared::host::{HostFacts, clean_text};
use pairperf_shared::phase::State;
use pairperf_shared::plan::Side;
use pairperf_shared::record::{EndParts, Outcome, Reason, RunParts};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use super::active::ActiveRun;
use super::arrivals::Arrivals;
use super::conversation::Conversation;
use super::drive::{Begin, Drive, Voices, Way};
use super::limits::RunLimits;
use super::line::Line;
use super::messages::Message;
use super::preface::RunKey;
use crate::ids;
use crate::reach::Doors;
use crate::store::Store;

/// A record that could not be written is tried again after this.
const KEEP_AGAIN: Duration = Duration::from_secs(10);
/// So many records are put together for strangers at once.
const SHOWN_AT_ONCE: usize = 4;

/// So many large files are sent to strangers at once.
const SENT_AT_ONCE: usize = 2;

/// What a node brings to its runs.
#[derive(Debug)]
pub struct RunsSetup {
    /// Where records are kept.
    pub store: Store,
    /// Where test streams come in.
    pub arrivals: Arrivals,
    /// The node's id.
    pub node: String,
    /// Its name.
    pub name: String,
    /// What it refuses.
    pub limits: RunLimits,
    /// Where other nodes find it.
    pub doors: Doors,
}

/// The runs of one node. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Runs(pub(super) Arc<Inner>);

/// What all runs of a node share.
#[derive(Debug)]
pub(super) struct Inner {
    pub(super) store: Store,
    pub(super) arrivals: Arrivals,
    pub(super) node: String,
    pub(super) name: String,
    pub(super) limits: RunLimits,
    /// Where other nodes find this one.
    pub(super) doors: Doors,
    current: Mutex<Option<Current>>,
    conversations: Mutex<HashMap<String, Conversation>>,
    /// The runs that wait for the slot.
    pub(super) line: Line,
    /// The latest run that could not be written to disk; it can be seen and downloaded still.
    unkept: Mutex<Option<Arc<ActiveRun>>>,
    may_start: AtomicBool,
    changed: watch::Sender<u64>,
    /// Whether a task waits to remove deleted runs for good.
    pub(super) sweeping: AtomicBool,
    /// Records that are put together for strangers at once.
    pub(super) showing: Arc<Semaphore>,
    /// Large files that are on their way to strangers at once.
    pub(super) sending: Arc<Semaphore>,
}

/// The run that has the slot, and where its messages go.
#[derive(Debug, Clone)]
pub(super) struct Current {
    pub(super) run: Arc<ActiveRun>,
    pub(super) pairing: String,
    pub(super) inbox: mpsc::Sender<Message>,
}

/// A run that was asked for and has not begun.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) pairing: String,
    pub(super) run: Arc<ActiveRun>,
}

/// While it lives, its run has the slot.
#[derive(Debug)]
pub(super) struct Slot {
    inner: Arc<Inner>,
    run: Arc<ActiveRun>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut current = self.inner.current();
        // The very run: an id is what a peer says it is.
        if current.as_ref().is_some_and(|current| Arc::ptr_eq(&current.run, &self.run)) {
            *current = None;
        }
        drop(current);
        self.inner.touch();
    }
}

/// Writes a record that could not be written, as soon as it can be.
async fn keep_later(inner: Weak<Inner>, run: Arc<ActiveRun>) {
    loop {
        tokio::time::sleep(KEEP_AGAIN).await;
        let Some(inner) = inner.upgrade() else { return };
        if !lock(&inner.unkept).as_ref().is_some_and(|unkept| Arc::ptr_eq(unkept, &run)) {
            // A later one took its place in memory.
            return;
        }
        let mut parts = run.parts();
        parts.findings.retain(|finding| finding.code != "not_kept");
        let known = inner.store.contains(&parts.id).await.unwrap_or(false);
        if (known || inner.store.insert(&parts, run.side).await.is_ok()) && inner.store.finish(&parts).await.is_ok() {
            *lock(&inner.unkept) = None;
            inner.touch();
            return;
        }
    }
}

/// Ends a run whose task broke, so that nobody waits for it for ever.
struct Guard(Arc<ActiveRun>);

impl Drop for Guard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.give_up(&ApiError::new("internal", "the task of the run broke; please report it"));
        }
    }
}

/// A reason that came from a peer, made fit to be kept.
pub(super) fn cleaned(reason: &Reason) -> Reason {
    Reason { code: clean_text(&reason.code), message: clean_text(&reason.message) }
}

/// The sixteen bytes of a run's id.
pub(super) fn run_bytes(id: &str) -> [u8; 16] {
    data_encoding::HEXLOWER.decode(id.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok()).unwrap_or_default()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Std mutexes: held for a few instructions, never across an await.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inner {
    pub(super) fn current(&self) -> MutexGuard<'_, Option<Current>> {
        lock(&self.current)
    }

    pub(super) fn conversations(&self) -> MutexGuard<'_, HashMap<String, Conversation>> {
        lock(&self.conversations)
    }

    /// Holds on to a run that could not be written to disk.
    pub(super) fn hold_unkept(self: &Arc<Self>, run: &Arc<ActiveRun>) {
        *lock(&self.unkept) = Some(Arc::clone(run));
        tokio::spawn(keep_later(Arc::downgrade(self), Arc::clone(run)));
    }

    /// Tells viewers of the node that something about it changed.
    pub(super) fn touch(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    pub(super) fn may_start(&self) -> bool {
        self.may_start.load(Ordering::Relaxed)
    }

    /// What this node knows of its machine now; bounded here as at the other node, so that both keep the same.
    pub(super) fn facts(&self) -> HostFacts {
        let facts = pairperf_engine::probe::host_facts(&self.name, env!("CARGO_PKG_VERSION"));
        HostFacts { listens_at: self.doors.port(), ..facts }.cleaned()
    }

    /// Takes the slot for a run, or says whose it is.
    pub(super) fn reserve(self: &Arc<Self>, current: Current) -> Result<Slot, ApiError> {
        self.reserve_over(current, |_| false).map(|(slot, _)| slot)
    }

    /// Takes the slot for a run, even from one that has to give way; that one comes back too.
    pub(super) fn reserve_over(
        self: &Arc<Self>,
        current: Current,
        gives_way: impl FnOnce(&Current) -> bool,
    ) -> Result<(Slot, Option<Current>), ApiError> {
        let run = Arc::clone(&current.run);
        let displaced = {
            let mut slot = self.current();
            if let Some(taken) = slot.as_ref()
                && !gives_way(taken)
            {
                return Err(busy(&taken.run));
            }
            slot.replace(current)
        };
        self.touch();
        Ok((Slot { inner: Arc::clone(self), run }, displaced))
    }

    /// Begins the task of a run that has the slot.
    pub(super) fn begin(begin: Begin, voices: Voices) {
        let guard = Guard(Arc::clone(&begin.run));
        let (drive, noticed) = Drive::new(begin);
        tokio::spawn(async move {
            let _guard = guard;
            Box::pin(drive.go(noticed, voices)).await;
        });
    }
}

/// That the slot is taken by that run.
pub(super) fn busy(run: &ActiveRun) -> ApiError {
    let (owner, remaining_ms) = (run.owner(), run.remaining_ms());
    let seconds = remaining_ms.div_ceil(1000);
    let message = format!("a run of {owner} is going on here, for {seconds} s still at most");
    let mut error = ApiError::new("busy", message).hint("wait for its end, or stop it on its page");
    error.owner = Some(owner);
    error.remaining_ms = Some(remaining_ms);
    error
}

impl Runs {
    /// No runs yet.
    pub fn new(setup: RunsSetup) -> Self {
        let RunsSetup { store, arrivals, node, name, limits, doors } = setup;
        Self(Arc::new(Inner {
            store,
            arrivals,
            node,
            name,
            limits,
            doors,
            current: Mutex::new(None),
            conversations: Mutex::new(HashMap::new()),
            line: Line::default(),
            unkept: Mutex::new(None),
            may_start: AtomicBool::new(true),
            changed: watch::Sender::new(0),
            sweeping: AtomicBool::new(false),
            showing: Arc::new(Semaphore::new(SHOWN_AT_ONCE)),
            sending: Arc::new(Semaphore::new(SENT_AT_ONCE)),
        }))
    }

    /// Starts a run over a pairing; returns once the peer agreed.
    pub async fn start(&self, pairing: &str, config: serde_json::Value) -> Result<RunView, ApiError> {
        let asked = self.ask(pairing, config)?;
        let run = Arc::clone(&asked.run);
        self.launch(asked).await.inspect_err(|error| run.give_up(error))
    }

    /// Holds what was asked against the pairing and this node's own limits; nothing happens yet.
    pub(super) fn ask(&self, pairing: &str, config: serde_json::Value) -> Result<Asked, ApiError> {
        let config = RunConfig::from_json(config).map_err(|issues| config_error(&issues))?;
        self.0.check_limits(&config)?;
        let way = self.way(pairing)?;
        let peer = EndParts {
            node: way.peer_node.clone(),
            host: way.peer_facts(),
            counter_names: Vec::new(),
            samples: Vec::new(),
        };
        let coordinator = EndParts {
            node: self.0.node.clone(),
            host: self.0.facts(),
            counter_names: Vec::new(),
            samples: Vec::new(),
        };
        let id = ids::random_hex::<16>()?;
        let parts = parts(id, jiff::Timestamp::now().to_string(), config, coordinator, peer);
        Ok(Asked { pairing: pairing.to_owned(), run: Arc::new(ActiveRun::new(parts, Side::Coordinator)) })
    }

    fn way(&self, pairing: &str) -> Result<Way, ApiError> {
        let conversations = self.0.conversations();
        let conversation = conversations.get(pairing).ok_or_else(|| {
            ApiError::new("no_pairing", format!("there is no pairing {}", clean_text(pairing)))
                .hint("pair with the other machine first")
        })?;
        if conversation.only_checks {
            let message = format!("{} came to check the ways and makes no runs", conversation.way.peer_name);
            return Err(ApiError::new("not_allowed", message).hint("make a new code and pair with it for runs"));
        }
        if !conversation.peer_may_be_started() {
            let message = format!("{} does not let its peer start runs", conversation.way.peer_name);
            return Err(ApiError::new("not_allowed", message)
                .hint("start the run from that machine's page, or switch it on there"));
        }
        Ok(conversation.way.clone())
    }

    /// Takes the slot and asks the peer; returns once it agreed.
    pub(super) async fn launch(&self, asked: Asked) -> Result<RunView, ApiError> {
        let Asked { pairing, run } = asked;
        let orders = run.orders();
        let way = self.way(&pairing)?;
        let (sender, inbox) = mpsc::channel(64);
        let current = Current { run: Arc::clone(&run), pairing, inbox: sender };
        let slot = self.0.reserve(current)?;
        way.link.touch();
        let (answer, answered) = oneshot::channel();
        let facts = run.head().coordinator.host;
        let key = RunKey(ids::random()?);
        let begin =
            Begin { inner: Arc::clone(&self.0), run: Arc::clone(&run), way, facts, key, slot, answer: Some(answer) };
        Inner::begin(begin, Voices { inbox, orders });
        let outcome = answered.await.unwrap_or_else(|_| Err(ApiError::new("ended", "the run ended before it began")));
        outcome.map(|()| run.view())
    }

    /// The run that goes on.
    pub fn running(&self) -> Option<Arc<ActiveRun>> {
        self.0.current().as_ref().map(|current| Arc::clone(&current.run))
    }

    /// The run of that id while it goes on or waits for its turn.
    pub fn active(&self, id: &str) -> Option<Arc<ActiveRun>> {
        self.running().filter(|run| run.id == id).or_else(|| self.0.line.find(id))
    }

    /// The latest run that could not be written to disk.
    pub(super) fn unkept(&self) -> Option<Arc<ActiveRun>> {
        lock(&self.0.unkept).clone()
    }

    /// What this node knows of its machine now.
    pub fn facts(&self) -> HostFacts {
        self.0.facts()
    }

    /// Whether the peer may start runs here.
    pub fn may_start(&self) -> bool {
        self.0.may_start()
    }

    /// Sets whether the peer may start runs here, and tells every peer.
    pub fn set_may_start(&self, allowed: bool) {
        self.0.may_start.store(allowed, Ordering::Relaxed);
        let links: Vec<_> = self.0.conversations().values().map(|conversation| conversation.way.link.clone()).collect();
        for link in links {
            // Each in a task of its own: a peer that reads nothing holds up nobody else.
            tokio::spawn(async move { link.send(super::conversation::may_start(allowed)).await });
        }
        self.0.touch();
    }

    /// Counts up whenever something about the runs or pairings changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    /// Ends what goes on, because the node is going down; returns when it is kept.
    pub async fn shut_down(&self) {
        let reason = Reason { code: "node_stopped".to_owned(), message: format!("{} was shut down", self.0.name) };
        self.clear_line(&reason);
        if let Some(run) = self.running() {
            run.hurry(reason);
            run.ended().await;
        }
    }
}

/// The parts of a run of which nothing happened yet.
pub(super) fn parts(
    id: String,
    started_at: String,
    config: RunConfig,
    coordinator: EndParts,
    peer: EndParts,
) -> RunParts {
    RunParts {
        reach: None,
        id,
        started_at,
        redacted: false,
        outcome: Outcome { state: State::Check, reason: None },
        config,
        plan: None,
        in_effect: None,
        coordinator,
        peer,
        events: Vec::new(),
        findings: Vec::new(),
    }
}

/// The error of a config that can't be run: the first issue, which names its key.
pub(super) fn config_error(issues: &[pairperf_shared::config::ConfigIssue]) -> ApiError {
    let message = issues.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let error = ApiError::new("bad_config", message);
    match issues.first() {
        Some(issue) => error.field(&clean_text(&issue.field)),
        None => error,
    }
}
