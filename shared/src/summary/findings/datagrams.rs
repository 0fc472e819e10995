//! What the figures of datagrams show.

use super::Seen;
use crate::config::Protocol;
use crate::finding::{Finding, Severity};
use crate::plan::Role;
use crate::summary::datagrams::{Place, share};

/// A sender that reaches this share of what was asked keeps its rate: the rest is the length of `measure`.
const REACHED: f64 = 0.99;
/// From this share on what was lost is more than a word: most programs notice it.
const LOST_PERCENT: f64 = 0.1;
/// From this share on datagrams out of order are worth a word.
const REORDERED_PERCENT: f64 = 0.1;

pub(super) fn of(seen: &Seen<'_>) -> Vec<Finding> {
    if seen.config.protocol != Protocol::Udp {
        return Vec::new();
    }
    let found = [
        lost(seen),
        rate_not_reached(seen),
        fragmented(seen),
        reordered(seen),
        receive_buffer(seen),
        segmentation(seen),
        out_of_run(seen),
    ];
    found.into_iter().flatten().collect()
}

/// Datagrams lost while measuring, and where most of those of the whole run were lost.
fn lost(seen: &Seen<'_>) -> Option<Finding> {
    let receiver = seen.end(Role::Receiver)?;
    let udp = receiver.udp?;
    let (lost, percent) = (udp.lost.filter(|&lost| lost > 0)?, udp.lost_percent?);
    let place = seen.summary.udp.and_then(|udp| udp.place()).unwrap_or(Place::Unknown);
    let host = if place == Place::Sender { seen.end(Role::Sender)? } else { receiver };
    let severity = if percent >= LOST_PERCENT { Severity::Warning } else { Severity::Info };
    Some(
        Finding::new("udp_loss", severity)
            .with("host", host.host.name.clone())
            .with("lost", lost)
            .with("percent", percent)
            .with("place", place.key())
            .advise(match place {
                Place::Sender => "The sender's own queue was full: ask for a lower rate, or a faster card.",
                Place::Socket => {
                    "Ask for a larger receive socket buffer, and raise net.core.rmem_max there; or for a lower rate or more streams."
                }
                Place::Host => "The receiving machine could not keep up: ask for a lower rate, or spread it over more streams.",
                Place::NotSeparable => {
                    "Switch segmentation offload off to see whether it was the receive socket buffer or the network."
                }
                Place::Network | Place::Unknown => "Ask for a lower rate until nothing is lost: that is what the path carries.",
            }),
    )
}

/// A sender that did not offer what was asked for.
fn rate_not_reached(seen: &Seen<'_>) -> Option<Finding> {
    let asked = seen.config.asked_bits_per_second()? as f64;
    let sender = seen.end(Role::Sender)?;
    // Datagrams are whole: each flow may be one short of its rate.
    let (bytes, seconds) = (sender.bytes? as f64, sender.measured_seconds?);
    let whole = f64::from(seen.config.streams) * bytes / (sender.udp?.datagrams.max(1) as f64);
    let sent = sender.bits_per_second.filter(|_| (bytes + whole) * 8.0 < asked * REACHED * seconds)?;
    Some(
        Finding::new("rate_not_reached", Severity::Bad)
            .with("host", sender.host.name.clone())
            .with("asked_bits_per_second", asked)
            .with("bits_per_second", sent)
            .advise(
                "The sender could not keep that rate: more streams, larger datagrams or the pace gso need less of it.",
            ),
    )
}

/// Datagrams that the path does not take whole.
fn fragmented(seen: &Seen<'_>) -> Option<Finding> {
    let sender = seen.end(Role::Sender)?;
    let udp = seen.plan?.role(sender.side).udp.filter(|udp| udp.fragment)?;
    Some(
        Finding::new("fragmented", Severity::Warning).with("datagram_bytes", udp.datagram_bytes).advise(
            "One lost fragment loses the whole datagram, and many firewalls drop fragments: leave the size open.",
        ),
    )
}

/// Datagrams that overtook others.
fn reordered(seen: &Seen<'_>) -> Option<Finding> {
    let udp = seen.end(Role::Receiver)?.udp?;
    let reordered = udp.reordered?;
    let percent = share(reordered, udp.datagrams)?;
    (percent >= REORDERED_PERCENT).then(|| {
        Finding::new("reordered", Severity::Warning)
            .with("reordered", reordered)
            .with("percent", percent)
            .advise("The path has several ways of different length, or a card spreads one flow over its queues.")
    })
}

/// A receive buffer smaller than the plan asked for; what a person asked for is told of everybody alike.
fn receive_buffer(seen: &Seen<'_>) -> Option<Finding> {
    let receiver = seen.end(Role::Receiver)?;
    let asked = seen.plan?.role(receiver.side).receive_socket_buffer_bytes?;
    let granted = seen.in_effect?.of(receiver.side)?.receive_socket_buffer_bytes?;
    let open = seen.config.receive_socket_buffer_bytes.is_none();
    // Linux doubles what was asked for its own bookkeeping (socket(7)).
    let clamped = open && granted < asked.saturating_mul(2);
    let full = seen.summary.udp.is_some_and(|udp| udp.place() == Some(Place::Socket));
    clamped.then(|| {
        Finding::new("receive_buffer_granted", if full { Severity::Warning } else { Severity::Info })
            .with("host", receiver.host.name.clone())
            .with("asked_bytes", asked)
            .with("granted_bytes", granted / 2)
            .advise("Raise net.core.rmem_max on that machine.")
    })
}

/// That kernels cut or joined datagrams.
fn segmentation(seen: &Seen<'_>) -> Option<Finding> {
    let used = |role: Role| {
        let side = seen.end(role)?.side;
        let granted = seen.in_effect.and_then(|effect| effect.of(side)?.udp).map(|udp| udp.segmentation);
        granted.or_else(|| Some(seen.plan?.role(side).udp?.segmentation))
    };
    let by = match [Role::Sender, Role::Receiver].map(|role| used(role) == Some(true)) {
        [true, true] => "both",
        [true, false] => "sender",
        [false, true] => "receiver",
        [false, false] => return None,
    };
    let sender = seen.plan?.role(seen.end(Role::Sender)?.side).udp?;
    Some(
        Finding::new("segmentation_used", Severity::Info)
            .with("by", by)
            .with("segments", sender.segments)
            .advise("Compare it only with runs that use it too; switch segmentation offload off for one call of the stack a datagram."),
    )
}

/// Datagrams of somebody else at the sockets of the run.
fn out_of_run(seen: &Seen<'_>) -> Option<Finding> {
    let count = seen.summary.udp?.out_of_run.filter(|&count| count > 0)?;
    Some(
        Finding::new("out_of_run", Severity::Info)
            .with("host", seen.end(Role::Receiver)?.host.name.clone())
            .with("datagrams", count),
    )
}
