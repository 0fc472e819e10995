//! What a sampler reads of requests and answers.

use std::sync::Arc;

use pairperf_shared::sample::{ExchangeCount, StreamCount};

use super::tally::{self, Tally};
use crate::counters::Count;
use crate::platform;
use crate::worker::Lane;

/// The streams of a session that asks or answers.
#[derive(Debug)]
pub(crate) struct Exchanges {
    pub(super) lanes: Vec<Lane>,
    pub(super) tallies: Arc<[Tally]>,
    /// Payload bytes of a request.
    pub(super) request_bytes: u64,
    /// Each request has a connection of its own, of which the kernel's counters are gone before anybody reads them.
    pub(super) reconnect: bool,
}

impl Exchanges {
    /// Each stream's own counts, in the order of their numbers: bytes of requests, and answers.
    pub(crate) fn counts(&self) -> Vec<Count> {
        let read = |tally: &Tally| {
            let (asked, answered) = tally.read();
            Count { bytes: asked.saturating_mul(self.request_bytes), operations: answered }
        };
        self.tallies.iter().map(read).collect()
    }

    /// The streams one by one; `counts` are theirs.
    pub(crate) fn streams(&self, counts: &[Count]) -> Vec<StreamCount> {
        let read = |(lane, count): (&Lane, &Count)| StreamCount {
            checked: None,
            zero_copy: None,
            stream: lane.stream,
            bytes: count.bytes,
            tcp: platform::tcp_info(&lane.socket).filter(|_| !self.reconnect).map(|info| info.count),
            udp: None,
        };
        self.lanes.iter().zip(counts).map(read).collect()
    }

    /// All streams together; with the times where they are asked for.
    pub(crate) fn sum(&self, with_times: bool) -> ExchangeCount {
        tally::sum(&self.tallies, with_times)
    }

    /// The connections, as they were opened.
    pub(crate) fn lanes(&self) -> &[Lane] {
        &self.lanes
    }
}
