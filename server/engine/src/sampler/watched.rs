//! What a sampler reads: connections, or flows of datagrams.

use std::net::SocketAddr;

use pairperf_shared::datagram::UdpEndCount;
use pairperf_shared::sample::{ExchangeCount, StreamCount};

use super::{connections, datagrams::Datagrams};
use crate::counters::Count;
use crate::exchange::Exchanges;
use crate::socket;
use crate::worker::Lane;

/// The streams of a session.
#[derive(Debug)]
pub(crate) enum Watched {
    /// Connections.
    Tcp(Vec<Lane>),
    /// Flows of datagrams.
    Udp(Datagrams),
    /// Streams that ask or answer.
    Exchange(Exchanges),
}

impl Watched {
    /// Each stream's own counts, in the order of their numbers.
    pub(super) fn counts(&self) -> Vec<Count> {
        match self {
            Self::Tcp(lanes) => lanes.iter().map(connections::count).collect(),
            Self::Udp(datagrams) => datagrams.counts(),
            Self::Exchange(exchanges) => exchanges.counts(),
        }
    }

    /// The streams one by one; `counts` are theirs.
    pub(super) fn streams(&self, counts: &[Count]) -> Vec<StreamCount> {
        match self {
            Self::Tcp(lanes) => connections::streams(lanes, counts),
            Self::Udp(datagrams) => datagrams.streams(counts),
            Self::Exchange(exchanges) => exchanges.streams(counts),
        }
    }

    /// What belongs to no single flow of datagrams.
    pub(super) fn end(&mut self) -> Option<UdpEndCount> {
        match self {
            Self::Tcp(_) | Self::Exchange(_) => None,
            Self::Udp(datagrams) => Some(datagrams.end()),
        }
    }

    /// Requests and answers, if that is what streams do; with the times where they are asked for.
    pub(super) fn exchange(&self, with_times: bool) -> Option<ExchangeCount> {
        match self {
            Self::Tcp(_) | Self::Udp(_) => None,
            Self::Exchange(exchanges) => Some(exchanges.sum(with_times)),
        }
    }

    /// Bytes that the other end acknowledged, as far as the kernel knows of such a thing.
    pub(super) fn acknowledged(&self) -> u64 {
        match self {
            Self::Tcp(lanes) => lanes.iter().filter_map(connections::acknowledged).sum(),
            // Answers are signs enough.
            Self::Udp(_) | Self::Exchange(_) => 0,
        }
    }

    /// The far end of a stream.
    pub(super) fn far_end(&self, stream: u32) -> Option<SocketAddr> {
        match self {
            Self::Tcp(lanes) => lanes.get(stream as usize)?.far_end,
            Self::Exchange(exchanges) => exchanges.lanes().get(stream as usize)?.far_end,
            Self::Udp(datagrams) => datagrams.far_end(stream).map(socket::canonical),
        }
    }
}
