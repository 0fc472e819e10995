//! A flow of datagrams that is up, as its worker sees it.

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use pairperf_shared::plan::UdpPlan;

use super::{Seal, Tag};
use crate::counters::{Counter, Strays};
use crate::flow::StreamEnd;
use crate::gate::Gate;
use crate::inbox::Event;
use crate::liveness::Liveness;
use crate::signals::Signals;

/// One flow whose far end has proven its address.
#[derive(Debug, Clone)]
pub(crate) struct Flow {
    /// Its number.
    pub(crate) stream: u16,
    /// The socket it goes through: its own, connected, at the end that opens and at every sender; at a receiver that flows
    /// come to that of its worker, which all flows of the worker share, unconnected.
    pub(crate) socket: Arc<UdpSocket>,
    /// The proven far end.
    pub(crate) far_end: SocketAddr,
    /// Whether `socket` is connected to `far_end`.
    pub(crate) connected: bool,
}

/// What a worker of datagrams obeys, and where it reports to.
#[derive(Debug, Clone)]
pub(crate) struct Post {
    /// What is planned for datagrams.
    pub(crate) plan: UdpPlan,
    /// The run's mark.
    pub(crate) tag: Tag,
    /// The run's key.
    pub(crate) seal: Arc<dyn Seal>,
    /// By flow; the worker writes only those of its own.
    pub(crate) counters: Arc<[Counter]>,
    /// The worker's own count of what came to its sockets and was not of the run.
    pub(crate) strays: Arc<Strays>,
    /// When the payload begins.
    pub(crate) gate: Arc<Gate>,
    /// When it ends.
    pub(crate) signals: Arc<Signals>,
    /// The far end gave a sign.
    pub(crate) liveness: Arc<Liveness>,
    /// The conductor.
    pub(crate) events: Sender<Event>,
}

impl Post {
    /// A flow is over.
    pub(crate) fn ended(&self, stream: u16, end: StreamEnd) {
        self.ended_at(stream, end, Instant::now());
    }

    /// A flow was over at that instant.
    pub(crate) fn ended_at(&self, stream: u16, end: StreamEnd, at: Instant) {
        // A conductor that is gone needs no news.
        let _ = self.events.send(Event::StreamEnded { stream: stream.into(), end, at });
    }
}
