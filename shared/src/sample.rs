//! What one end counted at an instant. Counters only, never a rate.

use serde::{Deserialize, Serialize};

use crate::datagram::{UdpCount, UdpEndCount};
use crate::histogram::Histogram;
use crate::phase::Phase;

mod log;

pub use log::{MAX_SAMPLES, MAX_STREAM_COUNTS, SampleLog};

/// A snapshot of one end's cumulative counters.
///
/// Totals of a run are differences of the snapshots taken at its marks; rates are differences
/// over the real time between two snapshots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sample {
    /// Nanoseconds since the common start (the first payload), on the coordinator's time axis.
    pub t_ns: i64,
    /// The phase the end was in.
    pub phase: Phase,
    /// Set where the snapshot was taken at a boundary of a phase.
    #[serde(default)]
    pub mark: Option<Mark>,
    /// Payload bytes of all streams since they were opened: handed to the kernel at the sender,
    /// taken from it at the receiver.
    pub bytes: u64,
    /// Completed send or receive calls of all streams since they were opened.
    pub operations: u64,
    /// Ticks of each CPU since the engine started; null where the kernel did not say.
    #[serde(default)]
    pub cores: Option<Vec<CoreTicks>>,
    /// Each stream's own counters; null at instants where they were not read.
    #[serde(default)]
    pub streams: Option<Vec<StreamCount>>,
    /// What belongs to no single flow; null for TCP.
    #[serde(default)]
    pub udp: Option<UdpEndCount>,
    /// Which of the run's directions this is of, from 0.
    #[serde(default)]
    pub leg: u32,
    /// What the system counted, in the order of [`crate::record::EndParts::counter_names`], since it was started; null at
    /// instants where it was not read, and where it does not count such a thing.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub counters: Option<Vec<Option<u64>>>,
    /// Requests and their answers; null where payload flows one way.
    #[serde(default)]
    pub exchange: Option<ExchangeCount>,
}

/// The most counters of a system that an end has.
pub const MAX_COUNTERS: usize = 4096;

/// Which boundary of a phase a snapshot was taken at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// The first snapshot of `measure`.
    MeasureStart,
    /// The last snapshot of `measure`.
    MeasureEnd,
    /// After the streams were drained: the whole life of every stream.
    End,
}

/// What one CPU did since the engine started, in ticks of 1/100 s (`USER_HZ`, `proc_stat(5)`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CoreTicks {
    /// In user mode, nice included.
    pub user: u64,
    /// In kernel mode, hard interrupts included.
    pub system: u64,
    /// Servicing soft interrupts: where received packets are processed.
    pub softirq: u64,
    /// Taken by the hypervisor for others.
    pub steal: u64,
    /// Doing nothing, waiting for disks included.
    pub idle: u64,
}

/// One stream's cumulative counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StreamCount {
    /// The stream's number, from 0, the same at both ends.
    pub stream: u32,
    /// Payload bytes since it was opened.
    pub bytes: u64,
    /// What the kernel says of the connection; null where it was not read.
    #[serde(default)]
    pub tcp: Option<TcpCount>,
    /// What is counted of a UDP flow; null for TCP.
    #[serde(default)]
    pub udp: Option<UdpCount>,
    /// What came of looking at its payload; null where nobody looks, and at the sender.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub checked: Option<CheckedCount>,
    /// What came of sending it without a copy; null where nobody asked for that, and at the receiver.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub zero_copy: Option<ZeroCopyCount>,
}

/// What a receiver found that verifies payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckedCount {
    /// Bytes that are not what was sent.
    pub wrong_bytes: u64,
    /// The place in the stream of the first of them, from 0; null where there is none.
    pub first_wrong: Option<u64>,
}

/// What the kernel told of sends that it was asked not to copy (`SO_EE_ORIGIN_ZEROCOPY`, kernel documentation,
/// `networking/msg_zerocopy`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ZeroCopyCount {
    /// Sends that it has done with.
    pub completed: u64,
    /// Of those, sends that it copied after all (`SO_EE_CODE_ZEROCOPY_COPIED`).
    pub copied: u64,
}

/// What one end counts of requests and answers, cumulative since the streams were opened.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExchangeCount {
    /// Requests sent, or at the other end received.
    pub asked: u64,
    /// Answers received, or at the other end sent.
    pub answered: u64,
    /// Requests without an answer in time; 0 with TCP.
    pub lost: u64,
    /// The sum of the times from the request to its answer, in nanoseconds; 0 at the end that answers.
    pub total_ns: u64,
    /// How long answers took; at marks, and at the end that asks.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub times: Option<Histogram>,
}

/// The parts of the kernel's `tcp_info` (`tcp(7)`, `linux/tcp.h`) that explain a rate.
///
/// A field that the running kernel does not have is null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TcpCount {
    /// `tcpi_rtt`: smoothed round-trip time in microseconds (RFC 6298).
    pub rtt_us: u32,
    /// `tcpi_rttvar`: its mean deviation in microseconds.
    pub rttvar_us: u32,
    /// `tcpi_snd_cwnd`: congestion window in segments.
    pub cwnd_segments: u32,
    /// `tcpi_snd_mss`: sending segment size in bytes.
    pub mss_bytes: u32,
    /// `tcpi_total_retrans`: segments sent again since the connection was opened.
    pub retransmits: u32,
    /// `tcpi_bytes_acked`: payload the other side acknowledged.
    #[serde(default)]
    pub acked_bytes: Option<u64>,
    /// `tcpi_delivery_rate`: the kernel's own latest delivery estimate, in bytes per second.
    #[serde(default)]
    pub delivery_bytes_per_second: Option<u64>,
    /// `tcpi_busy_time`: microseconds with data to send.
    #[serde(default)]
    pub busy_us: Option<u64>,
    /// `tcpi_rwnd_limited`: of those, microseconds held back by the receiver's window.
    #[serde(default)]
    pub receive_window_limited_us: Option<u64>,
    /// `tcpi_sndbuf_limited`: of those, microseconds held back by the send buffer.
    #[serde(default)]
    pub send_buffer_limited_us: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn at(t_ns: i64, mark: Option<Mark>) -> Sample {
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns,
            phase: Phase::Measure,
            mark,
            bytes: t_ns as u64,
            operations: 0,
            cores: None,
            streams: None,
            udp: None,
        }
    }

    #[test]
    fn unknown_is_null_in_json() {
        let json = serde_json::to_value(at(1, None)).unwrap();
        assert!(json["streams"].is_null() && json["cores"].is_null() && json["mark"].is_null());
    }
}
