//! The figures of a whole run, made of those of its directions.

use serde::{Deserialize, Serialize};

use super::datagrams::{Joined, UdpSummary};
use super::exchange::ExchangeFigures;
use super::{Spread, Summary};
use crate::config::Direction;
use crate::host::{self, HostFacts};
use crate::record::{EndRecord, Leg, RunRecord};
use crate::stats;

/// One direction of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DirectionSummary {
    /// Which way the payload flowed, as the coordinator sees it.
    pub direction: Direction,
    /// The receiver's payload rate, in bits per second.
    pub bits_per_second: Option<f64>,
    /// The sender's payload rate, in bits per second.
    pub sender_bits_per_second: Option<f64>,
    /// Real length of `measure` at the receiver, in seconds.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub measured_seconds: Option<f64>,
    /// Payload bytes that arrived in `measure`.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub bytes: Option<u64>,
    /// Segments sent again in `measure`.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub retransmits: Option<u64>,
    /// Sender's bytes less receiver's in `measure`: what moved across the marks in flight and in buffers.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub sent_less_received_bytes: Option<i64>,
    /// Jain's fairness of the streams' received bytes: 1 = equal shares; null for one stream.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub fairness: Option<f64>,
    /// The receiver's rate over time within `measure`, from samples.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub rate: Option<Spread>,
    /// UDP: the datagrams of the whole run in this direction; null for TCP.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub udp: Option<UdpSummary>,
    /// Requests and their answers; null where payload flows one way.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub exchange: Option<ExchangeFigures>,
}

impl DirectionSummary {
    fn of(leg: &Leg<'_>, joined: Joined) -> Self {
        let (sender, receiver) = (leg.sender, leg.receiver);
        let sent = sender.and_then(|end| end.bytes);
        let received = receiver.and_then(|end| end.bytes);
        Self {
            direction: leg.direction,
            bits_per_second: receiver.and_then(|end| end.bits_per_second),
            sender_bits_per_second: sender.and_then(|end| end.bits_per_second),
            measured_seconds: receiver.and_then(|end| end.measured_seconds),
            bytes: received,
            retransmits: sender.and_then(|end| end.retransmits),
            sent_less_received_bytes: sent
                .zip(received)
                .map(|(sent, received)| (sent as i64).saturating_sub(received as i64)),
            fairness: receiver.filter(|end| end.streams.len() > 1).and_then(|end| {
                stats::fairness(&end.streams.iter().map(|stream| stream.bytes as f64).collect::<Vec<_>>())
            }),
            rate: receiver.and_then(|end| end.rate),
            udp: UdpSummary::of(leg, joined),
            exchange: sender.and_then(|end| end.exchange),
        }
    }
}

/// The figures of the whole run, from those of its ends; `joined` says of each direction what a drop of datagrams may
/// stand for.
///
/// Of two directions at once, rates, bytes and retransmits are the sums, and the time measured is the longer one: both
/// begin and end by one plan, so it is the time in which both were measured, to within their marks. Of two in turn there is
/// no rate of the whole. What cannot be added, such as percentiles, shares or how a rate varied, stands by direction alone.
pub fn of(direction: Direction, ends: &[EndRecord], joined: [Joined; 2]) -> Summary {
    let ways: Vec<DirectionSummary> =
        Leg::all(direction, ends).iter().zip(joined).map(|(leg, joined)| DirectionSummary::of(leg, joined)).collect();
    let only = if let [only] = ways.as_slice() { Some(only) } else { None };
    Summary {
        bits_per_second: match direction {
            Direction::EachInTurn => None,
            _ => ways.iter().map(|way| way.bits_per_second).sum(),
        },
        measured_seconds: ways.iter().filter_map(|way| way.measured_seconds).reduce(f64::max),
        bytes: added(ways.iter().map(|way| way.bytes)),
        retransmits: added(ways.iter().map(|way| way.retransmits)),
        sent_less_received_bytes: ways
            .iter()
            .map(|way| way.sent_less_received_bytes)
            .try_fold(0i64, |sum, part| Some(sum.saturating_add(part?))),
        fairness: only.and_then(|way| way.fairness),
        rate: only.and_then(|way| way.rate),
        udp: only.and_then(|way| way.udp),
        exchange: only.and_then(|way| way.exchange),
        by_direction: ways,
    }
}

/// The sum; none where a part is not known.
fn added(parts: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    parts.into_iter().try_fold(0u64, |sum, part| Some(sum.saturating_add(part?)))
}

/// The receiver's rate as a share of what the slower card carries, 0 to 100: the speed of each way, for a card carries as
/// much in either at once (IEEE 802.3 full duplex).
///
/// Only where each machine has a single interface with a known speed, so that it is surely the one in use, and where
/// that speed is not beaten (a virtual card may carry more than it says).
pub fn link_share_percent(leg: &Leg<'_>) -> Option<f64> {
    let (sender, receiver) = (leg.sender?, leg.receiver?);
    let only = |host: &HostFacts| host.interfaces.iter().filter(|i| i.bits_per_second.is_some()).count() == 1;
    let speed = host::link_between(&sender.host, &receiver.host)?;
    let share = 100.0 * receiver.bits_per_second? / speed;
    (only(&sender.host) && only(&receiver.host) && share <= 100.0).then_some(share)
}

/// The payload that the slower card can carry in one direction, see [`super::ceiling`].
pub fn ceiling_of(record: &RunRecord, leg: &Leg<'_>) -> Option<f64> {
    let (sender, receiver) = (leg.sender?, leg.receiver?);
    super::ceiling_between(&sender.host, &receiver.host, record.granted(sender))
}
