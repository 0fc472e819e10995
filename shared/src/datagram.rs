//! What ends of a UDP flow count, beyond bytes and calls. Counters only, cumulative since the flow was opened.

use serde::{Deserialize, Serialize};

/// One flow's counters at one end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UdpCount {
    /// Sender: datagrams that the kernel took. Receiver: datagrams of the flow that came for the first time.
    pub datagrams: u64,
    /// Sender: datagrams that got a number, those that the kernel refused included. Receiver: the highest number that
    /// came, plus one, or the number of datagrams that the end mark names.
    pub expected: u64,
    /// Sender: datagrams that the kernel refused for want of room in its queue (`ENOBUFS`, `send(2)`): they were never sent.
    pub never_sent: u64,
    /// Sender: errors that came back from the network (`IP_RECVERR`, `ip(7)`), one an ICMP message.
    pub icmp_errors: u64,
    /// Receiver: datagrams that had come before.
    pub duplicates: u64,
    /// Receiver: datagrams that came for the first time after one with a higher number (RFC 4737 §3.3).
    pub reordered: u64,
    /// Receiver: datagrams so far behind the highest number that it is not known any more whether they had come before;
    /// in none of the other counts.
    pub late: u64,
    /// Receiver: smoothed interarrival jitter in nanoseconds (RFC 3550 §6.4.1), as it stands.
    pub jitter_ns: u64,
    /// Sender: spans of 1 ms since the first datagram, for the evenness of its pace.
    pub pace_bins: u64,
    /// Sender: the sum of the squares of the datagrams in each of those spans.
    pub pace_bin_squares: u64,
}

/// What an end of a UDP run counts that belongs to no single flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UdpEndCount {
    /// Receiver: datagrams at the run's own sockets that were not of the run, or not of the flow they claimed.
    pub out_of_run: u64,
    /// Receiver: what the kernel dropped at the run's own sockets (`SK_MEMINFO_DROPS` of `SO_MEMINFO`), mostly for want of
    /// buffer space; datagrams, or buffers of several where the kernel joins them (GRO). Null where it did not say.
    #[serde(default)]
    pub socket_drops: Option<u64>,
    /// The machine's own counters since the session began; null where they could not be read.
    #[serde(default)]
    pub host: Option<UdpHostCount>,
}

/// Counters of the whole machine (of its network namespace), since the session began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UdpHostCount {
    /// `Udp: InErrors` and `Udp6InErrors` less the receive buffer errors (`/proc/net/snmp`, `/proc/net/snmp6`): checksums, memory.
    pub in_errors: u64,
    /// `Udp: RcvbufErrors` and `Udp6RcvbufErrors`: all sockets of the machine.
    pub receive_buffer_errors: u64,
    /// `Udp: SndbufErrors` and `Udp6SndbufErrors`.
    pub send_buffer_errors: u64,
    /// Packets dropped because a CPU's backlog was full (second column of `/proc/net/softnet_stat`).
    pub backlog_drops: u64,
    /// `rx_dropped`, `rx_missed_errors` and `rx_fifo_errors` of all interfaces but loopback (`drop` and `fifo` of `/proc/net/dev`).
    pub interface_drops: u64,
}
