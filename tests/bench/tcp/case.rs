//! What is measured: where, and over how many connections.

use std::fmt;

use crate::bench::place::Place;

/// One table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case<'a> {
    /// Where.
    pub(super) place: &'a Place,
    /// Whether each end has its own processor.
    pub(super) pinned: bool,
    /// Connections at once.
    pub(super) streams: u32,
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, pinned, streams } = self;
        let pinned = if *pinned { "pinned" } else { "unpinned" };
        let streams = if *streams == 1 { "1 connection".to_owned() } else { format!("{streams} connections") };
        write!(f, "{}, {pinned}, {streams}, {}", place.kind, congestion_control())
    }
}

/// The kernel's congestion control, which no tool is asked to change.
fn congestion_control() -> String {
    let text = std::fs::read_to_string("/proc/sys/net/ipv4/tcp_congestion_control").unwrap_or_default();
    text.trim().to_owned()
}
