//! Where datagrams were lost, as far as counters can tell.

use super::UdpSummary;
use crate::datagram::{UdpCount, UdpEndCount, UdpHostCount};
use crate::plan::{Plan, Role};
use crate::record::{EndRecord, InEffect, Leg};
use crate::sample::{Mark, Sample};

/// The largest IP packet (RFC 791), which no buffer that a kernel joins exceeds.
const MOST_BYTES: u32 = 65_535;
/// The most datagrams that Linux joins in one buffer (`UDP_GRO_CNT_MAX`, `net/ipv4/udp_offload.c`).
const MOST_JOINED: u32 = 64;

/// Whether what is counted as one drop may have been several datagrams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Joined {
    /// Whether the receiver's kernel joins datagrams before they reach the socket (GRO).
    pub at_socket: bool,
    /// How many datagrams one buffer holds at most; 1 where none are joined.
    pub most: u64,
}

impl Joined {
    /// No datagrams are joined.
    pub const NONE: Self = Self { at_socket: false, most: 1 };

    /// What was in effect in a direction, from 0, or what was planned where that is not known.
    pub fn of(plan: Option<&Plan>, in_effect: Option<&InEffect>, leg: usize, ends: &[EndRecord]) -> Self {
        let of = |role: Role| {
            let side = ends.iter().filter(|end| end.role == role).nth(leg)?.side;
            let granted = in_effect.and_then(|effect| effect.of_leg(leg, side)?.udp);
            let granted = granted.map(|udp| (udp.segmentation, udp.datagram_bytes));
            granted.or_else(|| plan?.roles(side).nth(leg)?.udp.map(|udp| (udp.segmentation, udp.datagram_bytes)))
        };
        let (sender, receiver) = (of(Role::Sender), of(Role::Receiver));
        // A buffer that a sender did not cut up goes whole as far as a card that cuts it.
        let most = [sender, receiver].into_iter().flatten().filter(|(joins, _)| *joins);
        let most = most.map(|(_, bytes)| (MOST_BYTES / bytes.max(1)).clamp(1, MOST_JOINED)).max();
        Self { at_socket: receiver.is_some_and(|(joins, _)| joins), most: most.map_or(1, u64::from) }
    }
}

/// Where most of what was lost was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the sender's own queue: never sent.
    Sender,
    /// On the way.
    Network,
    /// At the receiver's socket: its buffer was full.
    Socket,
    /// In the receiver's machine before the socket, or on the way: its counters are of all its traffic.
    Host,
    /// At the receiver's socket or on the way: the kernel joined datagrams.
    NotSeparable,
    /// Nobody counted.
    Unknown,
}

impl Place {
    /// Its word in findings.
    pub fn key(self) -> &'static str {
        match self {
            Self::Sender => "sender",
            Self::Network => "network",
            Self::Socket => "socket",
            Self::Host => "host",
            Self::NotSeparable => "not_separable",
            Self::Unknown => "unknown",
        }
    }
}

impl UdpSummary {
    /// The summary of the last counts of both ends of a direction; none for TCP.
    pub(in crate::summary) fn of(leg: &Leg<'_>, joined: Joined) -> Option<Self> {
        let last = |end: Option<&EndRecord>| end.and_then(|end| Last::of(&end.samples));
        let (sender, receiver) = (last(leg.sender), last(leg.receiver));
        if sender.is_none() && receiver.is_none() {
            return None;
        }
        // Before the end there is more to come, so what is missing is not lost.
        let ended = sender.as_ref().zip(receiver.as_ref()).filter(|(sent, came)| sent.whole && came.whole);
        let parts = ended.map(|(sent, came)| Self::split(&sent.count, &came.count, &came.end, joined));
        Some(Self {
            sent: sender.as_ref().map(|last| last.count.datagrams),
            received: receiver.as_ref().map(|last| last.count.datagrams),
            duplicates: receiver.as_ref().map(|last| last.count.duplicates),
            reordered: receiver.as_ref().map(|last| last.count.reordered),
            late: receiver.as_ref().map(|last| last.count.late),
            out_of_run: receiver.as_ref().map(|last| last.end.out_of_run),
            ..parts.unwrap_or_default()
        })
    }

    /// What was lost, and its parts. Counters of the machine say how much it may have been at most, so what is left for the
    /// network is what it was at least.
    fn split(sent: &UdpCount, came: &UdpCount, end: &UdpEndCount, joined: Joined) -> Self {
        let lost = sent.datagrams.saturating_add(sent.never_sent).saturating_sub(came.datagrams);
        let never_sent = sent.never_sent.min(lost);
        let left = lost - never_sent;
        let per_drop = if joined.at_socket { joined.most } else { 1 };
        // Where the socket did not tell, it dropped no more than all sockets of the machine.
        let drops = end.socket_drops.or(end.host.map(|host| host.receive_buffer_errors));
        // Of nothing the parts are known without a counter.
        let at_socket_most = drops.or((left == 0).then_some(0)).map(|drops| drops.saturating_mul(per_drop).min(left));
        // No buffer is no datagram, however many would have been in it.
        let separable = !joined.at_socket || at_socket_most == Some(0);
        let own = end.socket_drops.is_some() || at_socket_most == Some(0);
        let lost_at_socket = at_socket_most.filter(|_| separable && own);
        let left = left - at_socket_most.unwrap_or(0);
        let host = |UdpHostCount { in_errors, backlog_drops, interface_drops, .. }: UdpHostCount| {
            let drops = in_errors.saturating_add(backlog_drops).saturating_add(interface_drops);
            drops.saturating_mul(joined.most).min(left)
        };
        let lost_at_host_up_to = end.host.map(host).or((left == 0).then_some(0));
        Self {
            lost: Some(lost),
            never_sent: Some(never_sent),
            lost_at_socket,
            lost_at_host_up_to,
            // With a part that nobody counted there is no least.
            lost_on_network: at_socket_most.and(lost_at_host_up_to).map(|host| left - host),
            not_separable: !separable,
            ..Self::default()
        }
    }

    /// Where the most was lost; none where nothing was, or nobody knows of anything.
    pub fn place(&self) -> Option<Place> {
        let lost = self.lost.filter(|&lost| lost > 0)?;
        let known = [
            (self.never_sent, Place::Sender),
            (self.lost_on_network, Place::Network),
            (self.lost_at_socket, Place::Socket),
            (self.lost_at_host_up_to, Place::Host),
        ];
        // What is in none of the parts is at the socket or on the way.
        let parts = known.iter().filter_map(|(count, _)| *count).fold(0, u64::saturating_add);
        let rest = if self.not_separable { Place::NotSeparable } else { Place::Unknown };
        let all = known.into_iter().chain([(Some(lost.saturating_sub(parts)), rest)]);
        // Of two that are alike the first: the socket's own count and the sender's are exact.
        let mut most = None;
        for (count, place) in all {
            if most.is_none_or(|(most, _)| count > most) && count > Some(0) {
                most = Some((count, place));
            }
        }
        most.map(|(_, place)| place)
    }
}

/// The last that an end counted.
struct Last {
    count: UdpCount,
    end: UdpEndCount,
    /// Whether it was counted to the end.
    whole: bool,
}

impl Last {
    fn of(samples: &[Sample]) -> Option<Self> {
        let last = samples.iter().rev().find(|sample| known(sample).next().is_some())?;
        let mut count = UdpCount::default();
        for flow in known(last) {
            for (sum, part) in [
                (&mut count.datagrams, flow.datagrams),
                (&mut count.never_sent, flow.never_sent),
                (&mut count.duplicates, flow.duplicates),
                (&mut count.reordered, flow.reordered),
                (&mut count.late, flow.late),
            ] {
                *sum = sum.saturating_add(part);
            }
        }
        Some(Self { count, end: last.udp.unwrap_or_default(), whole: last.mark == Some(Mark::End) })
    }
}

fn known(sample: &Sample) -> impl Iterator<Item = UdpCount> + '_ {
    sample.streams.iter().flatten().filter_map(|stream| stream.udp)
}
