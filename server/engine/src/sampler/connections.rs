//! What is read of connections.

use pairperf_shared::sample::StreamCount;

use crate::counters::Count;
use crate::platform;
use crate::worker::Lane;

/// A stream's own counts.
pub(super) fn count(lane: &Lane) -> Count {
    lane.counters[lane.stream as usize].read()
}

/// The streams one by one, with what the kernel knows of each.
pub(super) fn streams(lanes: &[Lane], counts: &[Count]) -> Vec<StreamCount> {
    let read = |(lane, count): (&Lane, &Count)| StreamCount {
        checked: lane.checks.then(|| lane.counter().read_checked()),
        zero_copy: lane.uncopied.as_ref().map(|_| lane.counter().read_settled()),
        stream: lane.stream,
        bytes: count.bytes,
        tcp: platform::tcp_info(&lane.socket).map(|info| info.count),
        udp: None,
    };
    lanes.iter().zip(counts).map(read).collect()
}

/// What the other end acknowledged of a stream.
pub(super) fn acknowledged(lane: &Lane) -> Option<u64> {
    platform::tcp_info(&lane.socket)?.count.acked_bytes
}

/// What is still on its way to the other end.
#[derive(Debug, Default)]
pub(super) struct Outstanding {
    /// Bytes that the other end acknowledged.
    pub(super) acknowledged: u64,
    /// Whether more can follow.
    pub(super) hope: bool,
}

/// Strikes the streams off `lost` of which the other end has acknowledged everything.
pub(super) fn outstanding(lanes: &[Lane], lost: &mut [bool]) -> Outstanding {
    let mut outstanding = Outstanding::default();
    for lane in lanes {
        let info = platform::tcp_info(&lane.socket);
        let whole = info.is_some_and(|info| info.all_acknowledged && !info.closed);
        outstanding.hope |= !whole && info.is_some_and(|info| !info.closed);
        if whole && let Some(lost) = lost.get_mut(lane.stream as usize) {
            *lost = false;
        }
        outstanding.acknowledged += info.and_then(|info| info.count.acked_bytes).unwrap_or(0);
    }
    outstanding
}
