//! What a sampler reads: connections, or flows of datagrams.

use std::net::SocketAddr;

use pairperf_shared::datagram::UdpEndCount;
use pairperf_shared::sample::StreamCount;

use super::{connections, datagrams::Datagrams};
use crate::counters::Count;
use crate::socket;
use crate::worker::Lane;

/// The streams of a session.
#[derive(Debug)]
pub(crate) enum Watched {
    /// Connections.
    Tcp(Vec<Lane>),
    /// Flows of datagrams.
    Udp(Datagrams),
}

impl Watched {
    /// Each stream's own counts, in the order of their numbers.
    pub(super) fn counts(&self) -> Vec<Count> {
        match self {
            Self::Tcp(lanes) => lanes.iter().map(connections::count).collect(),
            Self::Udp(datagrams) => datagrams.counts(),
        }
    }

    /// The streams one by one; `counts` are theirs.
    pub(super) fn streams(&self, counts: &[Count]) -> Vec<StreamCount> {
        match self {
            Self::Tcp(lanes) => connections::streams(lanes, counts),
            Self::Udp(datagrams) => datagrams.streams(counts),
        }
    }

    /// What belongs to no single flow of datagrams.
    pub(super) fn end(&mut self) -> Option<UdpEndCount> {
        match self {
            Self::Tcp(_) => None,
            Self::Udp(datagrams) => Some(datagrams.end()),
        }
    }

    /// Bytes that the other end acknowledged, as far as the kernel knows of such a thing.
    pub(super) fn acknowledged(&self) -> u64 {
        match self {
            Self::Tcp(lanes) => lanes.iter().filter_map(connections::acknowledged).sum(),
            Self::Udp(_) => 0,
        }
    }

    /// The far end of a stream.
    pub(super) fn far_end(&self, stream: u32) -> Option<SocketAddr> {
        match self {
            Self::Tcp(lanes) => lanes.get(stream as usize)?.far_end,
            Self::Udp(datagrams) => datagrams.far_end(stream).map(socket::canonical),
        }
    }
}
