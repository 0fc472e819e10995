//! The threads that move payload: one lifecycle, two inner loops.

mod blocking;
mod epoll;
mod team;

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use crate::buffer::Buffer;
use crate::counters::Counter;
use crate::flow::StreamEnd;
use crate::inbox::Event;
use crate::signals::Signals;

pub(crate) use team::{Task, Team};

/// One stream as a worker sees it.
#[derive(Debug, Clone)]
pub(crate) struct Lane {
    /// Its number.
    pub(crate) stream: u32,
    /// Its socket, shared with the sampler, which reads kernel counters from it.
    pub(crate) socket: Arc<TcpStream>,
    /// The far end; a broken socket no longer knows it.
    pub(crate) far_end: Option<SocketAddr>,
    /// All counters; the worker writes only those of its own lanes.
    pub(crate) counters: Arc<[Counter]>,
    /// Payload bytes after which it ends; none = by time, or not by this end.
    pub(crate) share: Option<u64>,
    /// Whether each byte that comes is looked at.
    pub(crate) checks: bool,
    /// What the kernel may send from without a copy: kept for as long as the socket, after which it is closed.
    pub(crate) uncopied: Option<Arc<Buffer>>,
}

impl Lane {
    pub(crate) fn counter(&self) -> &Counter {
        &self.counters[self.stream as usize]
    }

    /// What is left of its share, if it has one.
    pub(crate) fn left(&self) -> Option<u64> {
        Some(self.share?.saturating_sub(self.counter().read().bytes))
    }
}

/// Where workers report to and what they obey.
#[derive(Debug, Clone)]
struct Desk {
    signals: Arc<Signals>,
    events: Sender<Event>,
}

impl Desk {
    /// How long until that instant; none if it has come.
    fn left(&self, until: u64) -> Option<Duration> {
        let left = until.saturating_sub(self.signals.now());
        (left > 0).then(|| Duration::from_nanos(left))
    }

    fn ended(&self, stream: u32, end: StreamEnd) {
        // A conductor that is gone needs no news.
        let _ = self.events.send(Event::StreamEnded { stream, end, at: Instant::now() });
    }
}
