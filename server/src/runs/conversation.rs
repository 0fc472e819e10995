//! What two paired nodes say to each other between and around runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pairperf_engine::clock::monotonic_ns;
use pairperf_shared::api::ApiError;
use pairperf_shared::config::RunConfig;
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::State;
use pairperf_shared::plan::Side;
use pairperf_shared::reach::Reach;
use pairperf_shared::record::{EndParts, RunParts};
use tokio::sync::mpsc;

use super::active::ActiveRun;
use super::drive::{Begin, Voices, Way};
use super::introduction::Introduction;
use super::late;
use super::look::Looks;
use super::messages::{Control, Message};
use super::preface::RunKey;
use super::registry::{Current, Inner, Runs, Slot, busy, config_error, parts};
use crate::peer::{LinkRole, NewLink};

/// A pairing as the runs see it.
#[derive(Debug)]
pub(super) struct Conversation {
    pub(super) way: Way,
    may_start: Arc<AtomicBool>,
    since: jiff::Timestamp,
    /// What was found of the ways to the other node, as this one sees them.
    pub(super) reach: Option<Arc<Reach>>,
    /// The looks at them.
    pub(super) looks: Arc<Looks>,
    /// Whether the other node came to look at them and for nothing else.
    pub(super) only_checks: bool,
}

impl Conversation {
    /// Whether the other node lets this one start runs.
    pub(super) fn peer_may_be_started(&self) -> bool {
        self.may_start.load(Ordering::Relaxed)
    }
}

/// The message that tells a peer whether it may start runs here.
pub(super) fn may_start(allowed: bool) -> Vec<u8> {
    Message::Control(Control::MayStart { allowed }).encode()
}

/// A pairing that has just come about.
#[derive(Debug)]
pub struct NewPairing {
    id: String,
    messages: mpsc::Receiver<Vec<u8>>,
    way: Way,
    may_start: bool,
    only_checks: bool,
}

impl NewPairing {
    /// The pairing of a new link, with what the other node said of itself.
    pub fn new(link: NewLink) -> Self {
        let NewLink { paired, messages } = link;
        let Introduction { host, may_start, only_checks } = Introduction::read(&paired.introduction);
        let way = Way {
            pairing: paired.id.to_string(),
            link: paired.link.clone(),
            dialled: paired.role == LinkRole::Dialler,
            target: paired.address,
            local: paired.local,
            peer_node: paired.peer.node.clone(),
            peer_name: host.name.clone(),
            peer: Arc::new(host),
        };
        Self { id: paired.id.to_string(), messages, way, may_start, only_checks }
    }
}

impl Runs {
    /// Takes a pairing in; runs may go over it until its link ends.
    pub fn paired(&self, pairing: NewPairing) {
        let NewPairing { id, messages, way, may_start, only_checks } = pairing;
        let may_start = Arc::new(AtomicBool::new(may_start));
        let conversation = Conversation {
            way: way.clone(),
            may_start: Arc::clone(&may_start),
            since: jiff::Timestamp::now(),
            reach: None,
            looks: Arc::default(),
            only_checks,
        };
        self.0.conversations().insert(id.clone(), conversation);
        self.0.touch();
        tokio::spawn(converse(Arc::clone(&self.0), id, way, may_start, messages));
    }

    /// When a pairing came about, RFC 3339.
    pub fn paired_since(&self, pairing: &str) -> Option<String> {
        self.0.conversations().get(pairing).map(|conversation| conversation.since.to_string())
    }

    /// Whether the other node of a pairing lets this one start runs.
    pub fn peer_may_be_started(&self, pairing: &str) -> Option<bool> {
        self.0.conversations().get(pairing).map(Conversation::peer_may_be_started)
    }
}

/// Hears one peer until its link ends.
async fn converse(
    inner: Arc<Inner>,
    pairing: String,
    way: Way,
    may_start: Arc<AtomicBool>,
    mut messages: mpsc::Receiver<Vec<u8>>,
) {
    // Whoever dialled begins: both would look twice.
    if way.dialled && inner.current().is_none() {
        let (inner, pairing) = (Arc::clone(&inner), pairing.clone());
        tokio::spawn(async move { inner.look(&pairing, &[]).await });
    }
    let mut puzzled = false;
    while let Some(bytes) = messages.recv().await {
        let Some(message) = Message::decode(&bytes) else {
            // Logged once: a peer must not fill the log.
            if !std::mem::replace(&mut puzzled, true) {
                tracing::warn!(peer = %way.peer_name, "{} said something this version does not understand", way.peer_name);
            }
            continue;
        };
        match message {
            Message::Control(Control::MayStart { allowed }) => {
                may_start.store(allowed, Ordering::Relaxed);
                inner.touch();
            }
            Message::Control(Control::Ping { run, number }) => {
                let pong = Control::Pong { run, number, clock_ns: monotonic_ns() };
                let _ = way.link.send(Message::Control(pong).encode()).await;
            }
            Message::Control(said @ (Control::Look { .. } | Control::NoLook { .. } | Control::Looked { .. })) => {
                inner.hear_of_look(&way, said);
            }
            Message::Control(Control::Ask { run, config, host, started_at, key, reach }) => {
                let reach = reach.map(|reach| reach.cleaned());
                let asked = Asked { run, config: *config, host: *host, started_at, key, reach };
                hear_asking(&inner, &pairing, &way, asked).await;
            }
            other => {
                let inbox = inner
                    .current()
                    .as_ref()
                    .filter(|current| current.pairing == pairing && other.run() == Some(current.run.id.as_str()))
                    .map(|current| current.inbox.clone());
                match (inbox, other) {
                    (Some(inbox), message) => {
                        // A run that has ended hears nothing any more.
                        let _ = inbox.send(message).await;
                    }
                    (None, Message::Control(Control::Over { run, outcome, .. })) => {
                        late::verdict(&inner, &way, &run, &outcome).await;
                    }
                    (None, Message::Control(Control::Collected { run, .. })) => late::tell(&inner, &way, &run).await,
                    (None, _) => {}
                }
            }
        }
    }
    inner.conversations().remove(&pairing);
    inner.doors.forget(&pairing);
    inner.touch();
}

/// What a peer asks for. Foreign input.
struct Asked {
    run: String,
    config: RunConfig,
    host: HostFacts,
    started_at: String,
    key: String,
    /// As the coordinator sees it.
    reach: Option<Reach>,
}

async fn hear_asking(inner: &Arc<Inner>, pairing: &str, way: &Way, asked: Asked) {
    let run = asked.run.clone();
    if let Err(error) = take(inner, pairing, way, asked).await {
        let _ =
            way.link.send(Message::Control(Control::Refuse { run, refusal: Box::new(error.into()) }).encode()).await;
    }
}

async fn take(inner: &Arc<Inner>, pairing: &str, way: &Way, asked: Asked) -> Result<(), ApiError> {
    let Asked { run: id, config, host, started_at, key, reach } = asked;
    let bad = |what: &str| ApiError::new("bad_message", format!("the peer sent {what} that can't be one"));
    let well_formed = id.len() == 32 && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    // One that is in use would hide the run it belongs to. A store that can't be asked tells when it is written to.
    if !well_formed || inner.store.contains(&id).await.unwrap_or(false) {
        return Err(bad("a run id"));
    }
    let key: [u8; 32] = data_encoding::HEXLOWER
        .decode(key.as_bytes())
        .ok()
        .and_then(|key| key.try_into().ok())
        .ok_or_else(|| bad("a run key"))?;
    let started_at: jiff::Timestamp = started_at.parse().map_err(|_| bad("a time"))?;
    if inner.conversations().get(pairing).is_some_and(|conversation| conversation.only_checks) {
        return Err(ApiError::new("not_allowed", "a node that came to check the ways asks for no runs"));
    }
    if !inner.may_start() {
        let message = format!("{} does not let its peer start runs", inner.name);
        return Err(
            ApiError::new("not_allowed", message).hint("start the run from that machine's page, or switch it on there")
        );
    }
    let issues = config.issues();
    if !issues.is_empty() {
        return Err(config_error(&issues));
    }
    inner.check_limits(&config)?;
    let facts = inner.facts();
    let coordinator =
        EndParts { node: way.peer_node.clone(), host: host.cleaned(), counter_names: Vec::new(), samples: Vec::new() };
    let peer =
        EndParts { node: inner.node.clone(), host: facts.clone(), counter_names: Vec::new(), samples: Vec::new() };
    let parts = RunParts { reach, ..parts(id, started_at.to_string(), config, coordinator, peer) };
    let run = ActiveRun::new(parts, Side::Peer);
    let run = Arc::new(run);
    let orders = run.orders();
    let (sender, inbox) = mpsc::channel(64);
    let current = Current { run: Arc::clone(&run), pairing: pairing.to_owned(), inbox: sender };
    let slot = reserve_or_yield(inner, &current, way)?;
    let begin = Begin { inner: Arc::clone(inner), run, way: way.clone(), facts, key: RunKey(key), slot, answer: None };
    Inner::begin(begin, Voices { inbox, orders });
    Ok(())
}

/// Two nodes asking each other at once: the lower node id wins, so the higher gives its own up.
///
/// Giving up and taking is one step, so that no third run comes between.
fn reserve_or_yield(inner: &Arc<Inner>, theirs: &Current, way: &Way) -> Result<Slot, ApiError> {
    let crossing = |ours: &Current| {
        let asking = ours.run.side == Side::Coordinator && ours.run.outcome().state == State::Check;
        asking && ours.pairing == theirs.pairing && way.peer_node < inner.node
    };
    let (slot, displaced) = inner.reserve_over(theirs.clone(), crossing)?;
    if let Some(ours) = displaced {
        ours.run.give_way(busy(&theirs.run));
    }
    Ok(slot)
}
