//! The threads that move payload: one lifecycle, two inner loops.

mod blocking;
mod epoll;
mod team;

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

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
}

impl Lane {
    fn counter(&self) -> &Counter {
        &self.counters[self.stream as usize]
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
