//! How this end's streams come about: which end opens them, where to, and where the other takes them in.

use std::net::SocketAddr;
use std::sync::Arc;

use pairperf_engine::{Open, Session, SessionPlan};
use pairperf_shared::config::{Direction, Protocol};
use pairperf_shared::plan::{RolePlan, Side};
use pairperf_shared::reach::WayState;
use pairperf_shared::record::Reason;

use super::legs::Leg;
use super::{Drive, reason};
use crate::runs::registry::run_bytes;
use crate::runs::{arrivals, preface};

impl Drive {
    /// Whether this end opens the streams, whoever sends. The other one expects them before it says that it is ready
    /// for them.
    pub(super) fn opens(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.role(self.run.side).opens)
    }

    /// Begins to open the streams of all directions, or to expect them.
    pub(super) fn open_sessions(&mut self) -> Result<(), Reason> {
        let Some(plan) = &self.plan else { return Ok(()) };
        let roles: Vec<RolePlan> = plan.roles(self.run.side).cloned().collect();
        let mut awaited = Vec::new();
        let mut opens = Vec::new();
        for (leg, role) in (0..).zip(&roles) {
            opens.push(match (role.udp.is_some(), role.opens) {
                (false, true) => self.dial(leg)?,
                (false, false) => {
                    let (engine, arrivals) = std::sync::mpsc::channel();
                    let again = role.exchange.is_some_and(|exchange| exchange.reconnect);
                    awaited.push(arrivals::Leg { streams: role.streams, again, engine });
                    Open::Accept { arrivals }
                }
                (true, true) => self.dial_udp(role)?,
                (true, false) => self.accept_udp()?,
            });
        }
        if !awaited.is_empty() {
            let run = run_bytes(&self.run.id);
            self.expectation = Some(self.inner.arrivals.expect(run, self.key.clone(), awaited));
        }
        for ((leg, role), open) in (0..).zip(roles).zip(opens) {
            let notices = self.notices.clone();
            let send = move |notice| {
                let _ = notices.send((leg, notice));
            };
            let session = Session::start(SessionPlan { role, open }, send)
                .map_err(|error| reason(error.code(), error.to_string()))?;
            self.legs.push(Leg { session, up: 0, stripped: Vec::new() });
        }
        Ok(())
    }

    fn dial(&self, leg: u32) -> Result<Open, Reason> {
        let (key, run) = (self.key.clone(), run_bytes(&self.run.id));
        let preface = Box::new(move |stream| preface::write(&key, run, preface::number(leg, stream)));
        Ok(Open::Dial { target: self.target(Protocol::Tcp)?, preface, source: None })
    }

    fn dial_udp(&self, role: &RolePlan) -> Result<Open, Reason> {
        let mut target = self.target(Protocol::Udp)?;
        if let Some(first) = role.udp.and_then(|udp| udp.base_port) {
            target.set_port(first);
        }
        let tag = self.key.tag(run_bytes(&self.run.id));
        Ok(Open::DialUdp { target, source: None, tag, seal: Arc::new(self.key.clone()) })
    }

    fn accept_udp(&mut self) -> Result<Open, Reason> {
        let beside = self.inner.door(&self.way, self.found(Protocol::Udp))?;
        let door = beside.socket.try_clone().map_err(|error| reason("udp_port", error.to_string()))?;
        // Held until the run is over: it answers for what comes there and is not of the run.
        self.door = Some(beside);
        let tag = self.key.tag(run_bytes(&self.run.id));
        Ok(Open::AcceptUdp { door, tag, seal: Arc::new(self.key.clone()) })
    }

    /// The address at which both nodes found the way open that the streams take.
    fn found(&self, protocol: Protocol) -> Option<SocketAddr> {
        let opener = if self.opens() { self.run.side } else { self.run.side.other() };
        let direction = if opener == Side::Coordinator { Direction::ToPeer } else { Direction::FromPeer };
        self.run.change(|parts| {
            let way = parts.reach.as_ref()?.open(direction, protocol)?;
            Some(SocketAddr::new(way.address.as_deref()?.parse().ok()?, way.port))
        })
    }

    /// Where the streams go: the open way, if this node found it too, else the address that the link has proven.
    ///
    /// Never an address that only the other node names: it could be anybody's.
    fn target(&self, protocol: Protocol) -> Result<SocketAddr, Reason> {
        let own = self.inner.reach(&self.way.pairing);
        let proven = |found: &SocketAddr| {
            own.iter().flat_map(|reach| &reach.ways).any(|way| {
                way.direction == Direction::ToPeer
                    && way.protocol == protocol
                    && way.state == WayState::Open
                    && way.address.as_deref().and_then(|address| address.parse().ok()) == Some(found.ip())
            })
        };
        if let Some(found) = self.found(protocol).filter(proven) {
            return Ok(found);
        }
        let mut target = self.way.target;
        if !self.way.dialled {
            // The link came from a port that the kernel drew for it.
            let other = self.run.change(|parts| match self.run.side {
                Side::Coordinator => parts.peer.host.listens_at,
                Side::Peer => parts.coordinator.host.listens_at,
            });
            let port = other.ok_or_else(|| {
                let message = format!("{} does not listen, so no streams can be opened to it", self.way.peer_name);
                reason("not_listening", message)
            })?;
            target.set_port(port);
        }
        Ok(target)
    }
}
