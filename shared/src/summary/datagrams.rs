//! The figures of datagrams: what was offered, what arrived, where the rest was lost.

use serde::{Deserialize, Serialize};

/// What one end, or one flow at one end, has to say of its datagrams between two snapshots.
///
/// What only the other role can count is null.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct UdpFigures {
    /// Sender: datagrams that the kernel took. Receiver: those that came for the first time.
    pub datagrams: u64,
    /// The same over the real time.
    pub datagrams_per_second: Option<f64>,
    /// Sender: refused by the kernel for want of room in its queue.
    pub never_sent: Option<u64>,
    /// Sender: errors that came back from the network.
    pub icmp_errors: Option<u64>,
    /// Sender: how much the datagrams of each millisecond differ: their standard deviation in percent of their mean.
    pub pace_variation_percent: Option<f64>,
    /// Receiver: numbers that did not come, by the numbers of those that did.
    pub lost: Option<u64>,
    /// Receiver: `lost` as a share of all numbers in that time, 0 to 100.
    pub lost_percent: Option<f64>,
    /// Receiver: see [`crate::datagram::UdpCount::duplicates`].
    pub duplicates: Option<u64>,
    /// Receiver: see [`crate::datagram::UdpCount::reordered`].
    pub reordered: Option<u64>,
    /// Receiver: see [`crate::datagram::UdpCount::late`].
    pub late: Option<u64>,
    /// Receiver: interarrival jitter (RFC 3550), the mean over the samples and flows, in seconds.
    pub jitter_seconds: Option<f64>,
}

/// The datagrams of a whole run, from its first to its last, both ends together.
///
/// `sent` + `never_sent` = `received` + `lost` where both ends counted to the end; the parts of `lost` add up to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct UdpSummary {
    /// Datagrams that the sender's kernel took; null where the sender's count did not come.
    pub sent: Option<u64>,
    /// Datagrams that came for the first time.
    pub received: Option<u64>,
    /// Numbers that never came, those never sent included; null where the sender's count did not come.
    pub lost: Option<u64>,
    /// Of those: never sent, for the sender's kernel had no room.
    pub never_sent: Option<u64>,
    /// Of those: dropped at the receiver's socket, most likely because its buffer was full. Null where not separable.
    pub lost_at_socket: Option<u64>,
    /// Of those: dropped by the receiver's machine before the socket, **at most**: the counters are of all its traffic.
    pub lost_at_host_up_to: Option<u64>,
    /// Of those: the rest, lost on the network; the least that it can be.
    pub lost_on_network: Option<u64>,
    /// Whether the receiver's kernel joined datagrams, so that its drops can't be counted in datagrams: then what was lost
    /// at the socket is not separable from what was lost on the way.
    pub not_separable: bool,
    /// Datagrams that came again.
    pub duplicates: Option<u64>,
    /// Datagrams that came after a later one.
    pub reordered: Option<u64>,
    /// Datagrams that came so late that nobody knows whether they had come before; they count as lost.
    pub late: Option<u64>,
    /// Datagrams at the run's sockets that were not of the run.
    pub out_of_run: Option<u64>,
}
