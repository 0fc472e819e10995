//! Why a run can't be planned: what is missing, where, and what a person can do.

use serde::{Deserialize, Serialize};

use crate::reach::WayState;
use crate::units::{bytes, show_bytes};

/// Why a config can't be run between two machines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "code")]
pub enum PlanError {
    /// The kernel of one end does not offer the congestion control.
    #[error("{host} does not offer the congestion control `{wanted}`; it offers {offered}")]
    CongestionControl {
        /// The machine.
        host: String,
        /// What was asked for.
        wanted: String,
        /// What it offers, comma-separated.
        offered: String,
    },
    /// One end may not open as many files as there are streams.
    #[error(
        "{host} allows {allowed} open files, {streams} streams need {needed}; raise `ulimit -n` there or ask for fewer streams"
    )]
    OpenFiles {
        /// The machine.
        host: String,
        /// What it allows.
        allowed: u64,
        /// Streams asked for.
        streams: u32,
        /// What the run would need.
        needed: u64,
    },
    /// The buffers of all threads together would take too much of one end's memory.
    #[error(
        "{threads} threads with a buffer of {} each need {} of {host}, which gives {} to a run; ask for smaller buffers or fewer threads",
        show_bytes(*buffer_bytes), bytes(*needed_bytes as f64), bytes(*allowed_bytes as f64)
    )]
    Memory {
        /// The machine.
        host: String,
        /// Worker threads there.
        threads: u32,
        /// Bytes of one buffer.
        buffer_bytes: u64,
        /// What the run would need.
        needed_bytes: u64,
        /// What it may take.
        allowed_bytes: u64,
    },
    /// One end may not start as many threads as the run needs.
    #[error(
        "{host} allows {allowed} threads, the run needs {threads} besides those of the node; raise `ulimit -u` (in a container, its limit of processes) there or ask for fewer"
    )]
    Threads {
        /// The machine.
        host: String,
        /// What it allows.
        allowed: u64,
        /// Worker threads that the run needs.
        threads: u64,
    },
    /// A machine's kernel does not cut or join datagrams.
    #[error(
        "the kernel of {host} has no segmentation offload for UDP (UDP_SEGMENT and UDP_GRO); ask for `off` or `auto`, and for another pace than `gso`"
    )]
    SegmentationOffload {
        /// The machine.
        host: String,
    },
    /// The node that the streams are to be opened to listens nowhere.
    #[error(
        "{host} does not listen, so {from} can't open streams to it; let {host} open them (connect), or start it with `pairperf serve`"
    )]
    NotListening {
        /// The machine that is to be reached.
        host: String,
        /// The machine that is to open.
        from: String,
    },
    /// The way that the streams would take was tried and is closed.
    #[error("{protocol} from {from} to port {port} of {host} is {state}; {advice}")]
    WayClosed {
        /// TCP or UDP.
        protocol: String,
        /// The machine that is to open.
        from: String,
        /// The machine that is to be reached.
        host: String,
        /// The port there.
        port: u16,
        /// What was found.
        found: WayState,
        /// The same in a few words.
        state: String,
        /// What to do.
        advice: String,
    },
    /// The opening end has fewer local ports than there are streams.
    #[error(
        "{host} has {available} local ports, {streams} streams need one each; widen net.ipv4.ip_local_port_range there"
    )]
    LocalPorts {
        /// The machine.
        host: String,
        /// Ports in its range.
        available: u32,
        /// Streams asked for.
        streams: u32,
    },
}

impl PlanError {
    /// The key of the config that has to change.
    pub fn field(&self) -> &'static str {
        match self {
            Self::CongestionControl { .. } => "congestion_control",
            Self::Threads { .. } => "threads",
            Self::Memory { .. } => "buffer_bytes",
            Self::OpenFiles { .. } | Self::LocalPorts { .. } => "streams",
            Self::SegmentationOffload { .. } => "segmentation_offload",
            Self::NotListening { .. } => "connect",
            Self::WayClosed { .. } => "protocol",
        }
    }
}
