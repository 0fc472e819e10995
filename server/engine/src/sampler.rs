//! Reads every counter at an instant and says when that really was.

mod connections;
mod datagrams;
mod watched;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pairperf_shared::phase::Phase;
use pairperf_shared::plan::Role;
use pairperf_shared::sample::{Mark, Sample};

use crate::clock::{ns, signed_ns};
use crate::counters::Count;
use crate::liveness::Liveness;
use crate::platform::CoreClock;
use crate::system::System;

pub(crate) use datagrams::Datagrams;
pub(crate) use watched::Watched;

/// The one reader of a session's counters.
#[derive(Debug)]
pub(crate) struct Sampler {
    start: Instant,
    role: Role,
    watched: Watched,
    cores: Option<CoreClock>,
    system: System,
    /// Streams are read one by one at most this often, besides every mark.
    stream_grid: i64,
    /// The point of that grid up to which they were read.
    stream_point: Option<i64>,
    liveness: Arc<Liveness>,
    /// What the other end had taken or given at the last sign of it.
    seen: u64,
}

impl Sampler {
    /// Counts time from `start`.
    pub(crate) fn new(
        start: Instant,
        role: Role,
        watched: Watched,
        cores: Option<CoreClock>,
        system: System,
        stream_every: Duration,
        liveness: Arc<Liveness>,
    ) -> Self {
        let stream_grid = ns(stream_every).max(1);
        let mut sampler =
            Self { start, role, watched, cores, system, stream_grid, stream_point: None, liveness, seen: 0 };
        if role == Role::Sender {
            // The preface was acknowledged, too; it is no sign of life in this run.
            sampler.seen = sampler.watched.acknowledged();
        }
        sampler
    }

    /// Nanoseconds since the start; negative before it.
    pub(crate) fn now(&self) -> i64 {
        signed_ns(self.start, Instant::now())
    }

    /// Takes a snapshot; a mark is always a full one.
    pub(crate) fn take(&mut self, phase: Phase, mark: Option<Mark>) -> Sample {
        let t_ns = self.now();
        // Counters first, together and close to the instant; what takes longer comes after.
        let counts = self.watched.counts();
        let counters = self.system.read_when_due(t_ns, mark.is_some());
        let cores = self.cores.as_mut().and_then(CoreClock::since_start);
        let point = t_ns.div_euclid(self.stream_grid);
        let full = mark.is_some() || self.stream_point.is_none_or(|last| point > last);
        let bytes = counts.iter().map(|count| count.bytes).sum();
        let mut streams = None;
        if full {
            self.stream_point = Some(point);
            streams = Some(self.watched.streams(&counts));
        }
        let exchange = self.watched.exchange(mark.is_some());
        match (self.role, &streams) {
            // An answer came, or a request that was answered.
            _ if exchange.is_some() => self.notice_growth(counts.iter().map(|count| count.operations).sum()),
            (Role::Receiver, _) => self.notice_growth(bytes),
            (Role::Sender, Some(streams)) => {
                self.notice_growth(streams.iter().filter_map(|stream| stream.tcp?.acked_bytes).sum());
            }
            (Role::Sender, None) => {}
        }
        Sample {
            leg: 0,
            counters,
            exchange,
            t_ns,
            phase,
            mark,
            bytes,
            operations: counts.iter().map(|count| count.operations).sum(),
            cores,
            streams,
            udp: self.watched.end(),
        }
    }

    /// Strikes the streams off `lost` of which the other end has acknowledged everything, and says
    /// whether more can follow. For senders whose workers are done.
    pub(crate) fn unacknowledged(&mut self, lost: &mut [bool]) -> bool {
        // Nobody acknowledges datagrams.
        let Watched::Tcp(lanes) = &self.watched else { return false };
        let outstanding = connections::outstanding(lanes, lost);
        self.notice_growth(outstanding.acknowledged);
        outstanding.hope
    }

    /// The far end of a stream.
    pub(crate) fn far_end(&self, stream: u32) -> Option<SocketAddr> {
        self.watched.far_end(stream)
    }

    /// Looks for a sign of the other end between snapshots, at the receiver.
    pub(crate) fn look(&mut self) {
        if self.role == Role::Receiver && self.watched.exchange(false).is_none() {
            self.notice_growth(self.watched.counts().iter().map(|count: &Count| count.bytes).sum());
        }
    }

    fn notice_growth(&mut self, moved: u64) {
        if moved > self.seen {
            self.seen = moved;
            self.liveness.sign();
        }
    }

    /// The sockets, to be held until they are released.
    pub(crate) fn into_watched(self) -> Watched {
        self.watched
    }
}
