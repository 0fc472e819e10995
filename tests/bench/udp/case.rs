//! What is measured: where, how many flows, how large, how fast.

use std::fmt;

use crate::bench::place::Place;

/// Datagrams of a usual packet, and as large as one that every tool and every link of these tables takes whole.
pub(super) const SIZES: [u32; 2] = [1_470, 63_000];

/// Socket buffers that every tool asks for at both ends, in bytes.
const BUFFER: u64 = 4 << 20;

/// What is offered to the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Offered {
    /// As much as the sender can.
    All,
    /// A steady rate of payload.
    BitsPerSecond(u64),
}

/// One table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case<'a> {
    /// Where.
    pub(super) place: &'a Place,
    /// Whether each end has its own processor.
    pub(super) pinned: bool,
    /// Flows at once.
    pub(super) streams: u32,
    /// Payload bytes of a datagram.
    pub(super) datagram: u32,
    /// How fast.
    pub(super) offered: Offered,
    /// Whether the kernel cuts and joins.
    pub(super) offload: bool,
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, pinned, streams, datagram, offered, offload } = self;
        let flows = if *streams == 1 { "1 flow".to_owned() } else { format!("{streams} flows") };
        let pinned = if *pinned { "pinned" } else { "unpinned" };
        write!(f, "{}, {pinned}, {flows} of {datagram} B", place.kind)?;
        if let Offered::BitsPerSecond(rate) = offered {
            write!(f, " at {}", pairperf_shared::units::rate(*rate as f64))?;
        }
        f.write_str(if *offload { ", with segmentation offload" } else { "" })
    }
}

/// The buffers to ask for: the same for all tools, and no more than the kernel gives (`socket(7)`), for one of them refuses
/// to go on with less than it asked for.
pub(super) fn buffer_bytes() -> u64 {
    let most = |name: &str| {
        let text = std::fs::read_to_string(format!("/proc/sys/net/core/{name}")).ok()?;
        text.trim().parse::<u64>().ok()
    };
    ["rmem_max", "wmem_max"].into_iter().filter_map(most).fold(BUFFER, u64::min)
}
