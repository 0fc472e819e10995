//! The peer layer as the rest of the server sees it: invite, accept, pair, end, and hear of it all.

use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use axum::extract::ws::WebSocket;
use pairperf_shared::join::JoinCode;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::timeout;
use tracing::{debug, info};

use super::code::{InvitationLimits, InvitationView, OpenInvitation};
use super::dial::{Reached, Redialler, Target, reach};
use super::door::{Door, Guest};
use super::duplex::Duplex;
use super::error::{PeerError, Who};
use super::handshake::{Arrival, Dialler, Established, Step, answer};
use super::identity::{Identity, PairingId, random};
use super::link::{ByeReason, Link, LinkEnd, LinkState, LinkTiming, Renewal};
use super::registry::{LinkRole, NewLink, Paired, Pairing, Progress, Registry};

/// Events that a slow listener may be behind.
const EVENTS: usize = 256;

/// The two addresses of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkEnds {
    /// This node's.
    pub here: SocketAddr,
    /// The other's.
    pub there: SocketAddr,
}

impl LinkEnds {
    /// IPv4 as such, where a socket for both families has it in an address of IPv6 (RFC 4291 §2.5.5.2).
    fn canonical(self) -> Self {
        Self { here: canonical(self.here), there: canonical(self.there) }
    }
}

/// Zones of link-local addresses stay.
fn canonical(address: SocketAddr) -> SocketAddr {
    match address.ip().to_canonical() {
        ip if ip.is_ipv4() => SocketAddr::new(ip, address.port()),
        _ => address,
    }
}

/// What a node is and how it behaves towards others.
pub struct PeersSetup {
    /// What it says of itself.
    pub identity: Identity,
    /// Makes what is told to every newly paired node.
    pub introduction: Box<dyn Fn() -> Vec<u8> + Send + Sync>,
    /// Where new links go.
    pub links: mpsc::Sender<NewLink>,
    /// Bounds of an invitation.
    pub invitations: InvitationLimits,
    /// Time for each step of a handshake.
    pub step: Duration,
    /// The times a link lives by.
    pub link: LinkTiming,
}

impl PeersSetup {
    /// A node with the usual limits.
    pub fn new(
        identity: Identity,
        introduction: impl Fn() -> Vec<u8> + Send + Sync + 'static,
        links: mpsc::Sender<NewLink>,
    ) -> Self {
        Self {
            identity,
            introduction: Box::new(introduction),
            links,
            invitations: InvitationLimits::default(),
            step: Duration::from_secs(10),
            link: LinkTiming::default(),
        }
    }
}

impl fmt::Debug for PeersSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PeersSetup").field("identity", &self.identity).finish_non_exhaustive()
    }
}

/// What happened between this node and others.
#[derive(Debug, Clone)]
pub enum PeerEvent {
    /// The invitation was made, tried, used or ended.
    Invitation(InvitationView),
    /// A dial got further.
    Step(PairingId, Progress),
    /// A dial came to nothing.
    Failed(PairingId, Arc<PeerError>),
    /// A pairing counts from now on.
    Paired(Arc<Paired>),
    /// A pairing that was down is up again.
    Up(PairingId),
    /// The other node can't be heard for now.
    Down(PairingId),
    /// The pairing is over.
    Ended(PairingId, LinkEnd),
}

/// All that this node has to do with others; clones are the same.
#[derive(Debug, Clone)]
pub struct Peers(Arc<Inner>);

struct Inner {
    setup: PeersSetup,
    door: Door,
    registry: Mutex<Registry>,
    events: broadcast::Sender<PeerEvent>,
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inner").field("setup", &self.setup).finish_non_exhaustive()
    }
}

impl Peers {
    /// Begins with no pairings. Called inside a tokio runtime.
    pub fn new(setup: PeersSetup) -> Self {
        let door = Door::new(setup.identity.clone(), setup.invitations, setup.step);
        let (events, _) = broadcast::channel(EVENTS);
        let mut invitation = door.subscribe();
        let told = events.clone();
        tokio::spawn(async move {
            while invitation.changed().await.is_ok() {
                let view = invitation.borrow_and_update().clone();
                // Nobody may be listening.
                let _ = told.send(PeerEvent::Invitation(view));
            }
        });
        Self(Arc::new(Inner { setup, door, registry: Mutex::default(), events }))
    }

    /// The open invitation, or a new one.
    pub fn invite(&self) -> Result<OpenInvitation, PeerError> {
        let invitation = self.0.door.invite()?;
        let inner: Weak<Inner> = Arc::downgrade(&self.0);
        let expires_at = invitation.expires_at;
        tokio::spawn(async move {
            tokio::time::sleep_until(expires_at.into()).await;
            if let Some(inner) = inner.upgrade() {
                inner.door.expire();
            }
        });
        Ok(invitation)
    }

    /// Takes the open invitation back; says whether there was one.
    pub fn withdraw(&self) -> bool {
        self.0.door.withdraw()
    }

    /// Follows the invitation.
    pub fn invitation(&self) -> watch::Receiver<InvitationView> {
        self.0.door.subscribe()
    }

    /// Hears of everything from now on.
    pub fn events(&self) -> broadcast::Receiver<PeerEvent> {
        self.0.events.subscribe()
    }

    /// All pairings, the oldest first; those that failed or ended stay for a while.
    pub fn list(&self) -> Vec<Pairing> {
        self.registry().list()
    }

    /// One of them.
    pub fn get(&self, id: PairingId) -> Option<Pairing> {
        self.registry().get(id)
    }

    /// The live pairings.
    pub fn live(&self) -> Vec<Arc<Paired>> {
        self.registry().live().cloned().collect()
    }

    /// Ends a live pairing, stops a dial, forgets one that is over. False if there is none.
    pub fn end(&self, id: PairingId) -> bool {
        self.registry().end(id)
    }

    /// Begins to pair with the node at `target`; how it goes is seen by [`get`](Self::get) and events.
    pub fn pair(&self, target: &str, code: JoinCode) -> Result<PairingId, PeerError> {
        let target: Target = target.parse()?;
        let id = PairingId::from_random(random()?);
        self.registry().begin(id, target.clone())?;
        let peers = self.clone();
        let dial = tokio::spawn(async move {
            if let Err(error) = peers.dial(id, &target, &code).await {
                info!(pairing = %id, code = error.code(), "pairing with {target} failed: {error}");
                let error = Arc::new(error);
                peers.registry().fail(id, Arc::clone(&error));
                peers.tell(PeerEvent::Failed(id, error));
            }
        });
        self.registry().dialled_by(id, dial.abort_handle());
        Ok(id)
    }

    /// Serves one connection at `GET /peer`; returns when it belongs to a link or is refused.
    pub async fn accept(&self, socket: WebSocket, ends: LinkEnds) {
        self.accept_duplex(Duplex::from_axum(socket), ends).await;
    }

    /// Ends every pairing with a farewell.
    pub async fn shut_down(&self) {
        self.withdraw();
        let links: Vec<Link> = self.registry().live().map(|paired| paired.link.clone()).collect();
        for link in &links {
            link.close(ByeReason::Shutdown);
        }
        for link in &links {
            link.ended().await;
        }
    }

    async fn accept_duplex(&self, duplex: Duplex, ends: LinkEnds) {
        let ends = ends.canonical();
        let source = ends.there;
        // Each step has its own deadline; all together have one too, or 32 slow ones block the door.
        let arrival = timeout(self.0.setup.step * 2, answer(&self.0.door, duplex, source.ip())).await;
        match arrival {
            Err(_) => debug!(%source, "a handshake took too long"),
            Ok(Err(error)) => debug!(%source, "a handshake failed: {error}"),
            Ok(Ok(Arrival::Resumed { guest, transport })) => {
                debug!(%source, pairing = %guest.pairing, "a link is resumed");
                // A link that ended meanwhile has no use for it.
                let _ = guest.transports.send(transport).await;
            }
            Ok(Ok(Arrival::Paired(established))) => {
                let (transports, arriving) = mpsc::channel(1);
                let Established { pairing, link_key, .. } = &established;
                let guest = Guest { pairing: *pairing, link_key: link_key.clone(), transports };
                let pairing = guest.pairing;
                self.0.door.admit(guest);
                let renewal = Renewal::Arrive(arriving);
                if let Err(error) = self.introduce(established, renewal, LinkRole::Inviter, ends).await {
                    self.0.door.dismiss(pairing);
                    info!(%source, %pairing, "pairing with {source} failed: {error}");
                }
            }
        }
    }

    async fn dial(&self, id: PairingId, target: &Target, code: &JoinCode) -> Result<(), PeerError> {
        let tried = |attempts: &[_]| self.progress(id, |progress| progress.attempts = attempts.to_vec());
        let reached = |step| self.progress(id, |progress| progress.step = step);
        tried(&[]);
        let Reached { address, local, duplex } = reach(target, &tried).await?;
        let Inner { setup, .. } = &*self.0;
        let dialler = Dialler { identity: setup.identity.clone(), pairing: id, deadline: setup.step };
        let established = dialler.pair(duplex, code, &reached).await;
        let established = established.map_err(|error| PeerError::at(address, error, &setup.identity))?;
        reached(Step::Introduce);
        let renewal = Renewal::Dial(Box::new(Redialler {
            dialler,
            address,
            peer_node: established.peer.node.clone(),
            link_key: established.link_key.clone(),
        }));
        self.introduce(established, renewal, LinkRole::Dialler, LinkEnds { here: local, there: address }.canonical())
            .await
    }

    /// The last step at both ends: the link comes up, the nodes introduce themselves, the pairing counts.
    async fn introduce(
        &self,
        established: Established,
        renewal: Renewal,
        role: LinkRole,
        ends: LinkEnds,
    ) -> Result<(), PeerError> {
        let LinkEnds { here: local, there: address } = ends;
        let Established { pairing: id, peer, transport, .. } = established;
        let Inner { setup, .. } = &*self.0;
        let (link, mut messages) = Link::start(transport, renewal, setup.link);
        let refuse = |reason| {
            link.close(reason);
            match reason {
                ByeReason::Full => PeerError::TooManyPairings(Who::ThisNode),
                _ => PeerError::Protocol { address, step: Step::Introduce },
            }
        };
        // The dialler speaks first: once it hears the inviter's introduction, the pairing counts there.
        let introduction = if role == LinkRole::Dialler {
            self.registry().room_for(&peer.node).map_err(refuse)?;
            self.present_ourselves(&link).await;
            self.hear_introduction(&link, &mut messages, address).await?
        } else {
            let introduction = self.hear_introduction(&link, &mut messages, address).await?;
            self.registry().room_for(&peer.node).map_err(refuse)?;
            self.present_ourselves(&link).await;
            introduction
        };
        let paired = Arc::new(Paired { id, peer, role, address, local, introduction, link: link.clone() });
        self.registry().pair(&paired).map_err(refuse)?;
        info!(pairing = %id, peer.node = paired.peer.node, "paired with {address}");
        let new_link = NewLink { paired: Arc::clone(&paired), messages };
        self.tell(PeerEvent::Paired(Arc::clone(&paired)));
        tokio::spawn(self.clone().attend(paired));
        // Without a layer above, the node is shutting down.
        let _ = setup.links.send(new_link).await;
        Ok(())
    }

    async fn present_ourselves(&self, link: &Link) {
        // If it can't be sent, nothing comes back either.
        let _ = link.send((self.0.setup.introduction)()).await;
    }

    async fn hear_introduction(
        &self,
        link: &Link,
        messages: &mut mpsc::Receiver<Vec<u8>>,
        address: SocketAddr,
    ) -> Result<Vec<u8>, PeerError> {
        match timeout(self.0.setup.step, messages.recv()).await {
            Ok(Some(introduction)) => Ok(introduction),
            Ok(None) => Err(match link.ended().await {
                LinkEnd::There(ByeReason::Full) => PeerError::TooManyPairings(Who::OtherNode(address)),
                end => PeerError::Ended { address, end },
            }),
            Err(_) => Err(PeerError::TimedOut { address, step: Step::Introduce }),
        }
    }

    /// Tells of a link's ups and downs until it is over.
    async fn attend(self, paired: Arc<Paired>) {
        let mut state = paired.link.state();
        let mut was_up = true;
        let end = loop {
            let now = *state.borrow_and_update();
            match now {
                LinkState::Up if !was_up => self.tell(PeerEvent::Up(paired.id)),
                LinkState::Down { .. } if was_up => self.tell(PeerEvent::Down(paired.id)),
                LinkState::Ended(end) => break end,
                LinkState::Up | LinkState::Down { .. } => {}
            }
            was_up = now == LinkState::Up;
            if state.changed().await.is_err() {
                break LinkEnd::Lost;
            }
        };
        self.0.door.dismiss(paired.id);
        self.registry().ended(paired.id, end);
        info!(pairing = %paired.id, "pairing with {} is over: {end}", paired.address);
        self.tell(PeerEvent::Ended(paired.id, end));
    }

    fn progress(&self, id: PairingId, change: impl FnOnce(&mut Progress)) {
        let progress = self.registry().progress(id, change);
        if let Some(progress) = progress {
            self.tell(PeerEvent::Step(id, progress));
        }
    }

    fn tell(&self, event: PeerEvent) {
        // Nobody may be listening.
        let _ = self.0.events.send(event);
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.0.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
