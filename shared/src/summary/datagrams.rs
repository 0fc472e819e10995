//! The figures of datagrams: what was offered, what arrived, where the rest was lost.

mod place;
mod tail;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::datagram::UdpCount;
use crate::plan::Role;
use crate::sample::{Sample, StreamCount};
use crate::stats;

pub use place::{Joined, Place};
pub(crate) use tail::complete;

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
    /// Sender: how much the datagrams of each millisecond differ: their standard deviation in percent of their mean, the
    /// mean of the flows. Null below five a millisecond: there whole numbers alone make them differ.
    pub pace_variation_percent: Option<f64>,
    /// Receiver: numbers that did not come, by the numbers of those that did; where nothing came any more, by those that
    /// the sender gave.
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

/// Fewer datagrams in a millisecond than this say nothing of the evenness of a pace: 3 and 4 by turns are even.
const FEWEST_IN_A_BIN: f64 = 5.0;

/// What one flow has to say between two readings of its counters, its jitter aside.
pub(super) fn flow(role: Role, from: &UdpCount, to: &UdpCount, seconds: f64) -> UdpFigures {
    let since = |of: fn(&UdpCount) -> u64| of(to).saturating_sub(of(from));
    let datagrams = since(|count| count.datagrams);
    let figures = UdpFigures {
        datagrams,
        datagrams_per_second: (seconds > 0.0).then(|| datagrams as f64 / seconds),
        ..UdpFigures::default()
    };
    match role {
        Role::Sender => UdpFigures {
            never_sent: Some(since(|count| count.never_sent)),
            icmp_errors: Some(since(|count| count.icmp_errors)),
            pace_variation_percent: variation(
                since(|count| count.pace_bins) as f64,
                datagrams as f64,
                since(|count| count.pace_bin_squares) as f64,
                seconds,
            ),
            ..figures
        },
        Role::Receiver => {
            let lost = lost(from, to);
            UdpFigures {
                lost: Some(lost),
                lost_percent: share(lost, since(|count| count.expected)),
                duplicates: Some(since(|count| count.duplicates)),
                reordered: Some(since(|count| count.reordered)),
                late: Some(since(|count| count.late)),
                ..figures
            }
        }
    }
}

/// Numbers that did not come between two readings. A datagram from before the first one may fill a gap after it, so there
/// may be fewer numbers than datagrams: then nothing was lost.
pub(super) fn lost(from: &UdpCount, to: &UdpCount) -> u64 {
    to.expected.saturating_sub(from.expected).saturating_sub(to.datagrams.saturating_sub(from.datagrams))
}

/// A part of a whole in percent; none of nothing. The part is never more than the whole.
pub(crate) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| 100.0 * part.min(whole) as f64 / whole as f64)
}

/// The jitter as it stands, in seconds; none before two datagrams came.
pub(crate) fn jitter(count: &UdpCount) -> Option<f64> {
    (count.datagrams > 1).then(|| count.jitter_ns as f64 / 1e9)
}

/// The coefficient of variation in percent of the datagrams in each of `bins` spans of 1 ms, of the sum of their squares:
/// the standard deviation, √(Σx²/n − (Σx/n)²), over the mean, Σx/n.
///
/// `datagrams` are those of `seconds`, which begin and end inside a span; what is in whole spans is their share of it.
fn variation(bins: f64, datagrams: f64, squares: f64, seconds: f64) -> Option<f64> {
    let spans = seconds * 1e3;
    let sum = if (spans - bins).abs() <= 2.0 { datagrams * bins / spans } else { datagrams };
    (bins > 1.0 && sum >= FEWEST_IN_A_BIN * bins).then(|| 100.0 * (bins * squares - sum * sum).max(0.0).sqrt() / sum)
}

/// What an end has to say between two snapshots; none for TCP, or where flows were not read at both.
///
/// Counts are the sums of those of the flows.
pub(super) fn end(role: Role, samples: &[Sample], from: &Sample, to: &Sample) -> Option<UdpFigures> {
    let seconds = (to.t_ns - from.t_ns) as f64 / 1e9;
    let flows: Vec<(UdpCount, UdpCount)> = to.streams.as_ref()?.iter().filter_map(|after| pair(from, after)).collect();
    let figures: Vec<UdpFigures> = flows.iter().map(|(from, to)| flow(role, from, to, seconds)).collect();
    let sum = |of: fn(&UdpFigures) -> Option<u64>| {
        figures.iter().map(of).try_fold(0, |sum: u64, part| Some(sum.saturating_add(part?)))
    };
    let datagrams = sum(|flow| Some(flow.datagrams)).filter(|_| !figures.is_empty())?;
    let expected =
        flows.iter().map(|(from, to)| to.expected.saturating_sub(from.expected)).fold(0, u64::saturating_add);
    let paces: Vec<f64> = figures.iter().filter_map(|flow| flow.pace_variation_percent).collect();
    let lost = sum(|flow| flow.lost);
    Some(UdpFigures {
        datagrams,
        datagrams_per_second: (seconds > 0.0).then(|| datagrams as f64 / seconds),
        never_sent: sum(|flow| flow.never_sent),
        icmp_errors: sum(|flow| flow.icmp_errors),
        pace_variation_percent: stats::mean(&paces),
        lost,
        lost_percent: lost.and_then(|lost| share(lost, expected)),
        duplicates: sum(|flow| flow.duplicates),
        reordered: sum(|flow| flow.reordered),
        late: sum(|flow| flow.late),
        jitter_seconds: mean_jitter(samples, from, to, None).filter(|_| role == Role::Receiver),
    })
}

/// A flow's counters at two snapshots.
fn pair(from: &Sample, after: &StreamCount) -> Option<(UdpCount, UdpCount)> {
    let before = from.streams.as_ref()?.iter().find(|before| before.stream == after.stream);
    Some((before.and_then(|before| before.udp).unwrap_or_default(), after.udp?))
}

/// The mean of what the jitter was at the samples from one to another, of one flow or of all.
pub(super) fn mean_jitter(samples: &[Sample], from: &Sample, to: &Sample, stream: Option<u32>) -> Option<f64> {
    let within = samples.iter().filter(|sample| (from.t_ns..=to.t_ns).contains(&sample.t_ns));
    let flows = within.filter_map(|sample| sample.streams.as_deref()).flatten();
    let flows = flows.filter(|count| stream.is_none_or(|stream| count.stream == stream));
    let jitters: Vec<f64> = flows.filter_map(|count| jitter(&count.udp?)).collect();
    stats::mean(&jitters)
}
