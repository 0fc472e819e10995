//! What is read of flows of datagrams.

mod drops;

use std::net::SocketAddr;
use std::sync::Arc;

use pairperf_shared::datagram::UdpEndCount;
use pairperf_shared::sample::StreamCount;

use crate::counters::{Count, Counter, Strays};
use crate::platform::UdpHostClock;
use crate::udp::flow::Flow;
use drops::Drops;

/// The flows of a session, in the order of their numbers, and their counters.
#[derive(Debug)]
pub(crate) struct Datagrams {
    flows: Vec<Flow>,
    counters: Arc<[Counter]>,
    strays: Vec<Arc<Strays>>,
    drops: Drops,
    host: Option<Box<UdpHostClock>>,
}

impl Datagrams {
    /// Reads these; `strays` are those of each worker. What the machine counts is counted from now on.
    pub(crate) fn new(flows: Vec<Flow>, counters: Arc<[Counter]>, strays: Vec<Arc<Strays>>) -> Self {
        let (drops, host) = (Drops::of(&flows), UdpHostClock::start().map(Box::new));
        Self { flows, counters, strays, drops, host }
    }

    /// Each flow's bytes and calls.
    pub(super) fn counts(&self) -> Vec<Count> {
        self.counters.iter().map(Counter::read).collect()
    }

    /// The flows one by one.
    pub(super) fn streams(&self, counts: &[Count]) -> Vec<StreamCount> {
        let read = |((flow, counter), count): ((&Flow, &Counter), &Count)| StreamCount {
            checked: None,
            zero_copy: None,
            stream: flow.stream.into(),
            bytes: count.bytes,
            tcp: None,
            udp: Some(counter.read_udp()),
        };
        self.flows.iter().zip(self.counters.iter()).zip(counts).map(read).collect()
    }

    /// What belongs to no single flow.
    pub(super) fn end(&mut self) -> UdpEndCount {
        let out_of_run = self.strays.iter().map(|strays| strays.read()).sum();
        let host = self.host.as_mut().and_then(|clock| clock.since_start());
        UdpEndCount { out_of_run, socket_drops: self.drops.read(), host }
    }

    /// The proven far end of a flow.
    pub(super) fn far_end(&self, stream: u32) -> Option<SocketAddr> {
        self.flows.get(stream as usize).map(|flow| flow.far_end)
    }
}
