//! What is said first: the sentence, the figure, whether it held.

use super::{Cell, Message, exchange};
use crate::config::{Direction, Mode, Payload, Protocol, ReceiveCopy, RunConfig, SendCopy};
use crate::phase::State;
use crate::plan::{Role, Side};
use crate::record::{EndRecord, Leg, RunRecord};
use crate::summary;
use crate::text::Arg;
use crate::units::{self, Quantity};

/// A deviation of at most this share of the mean is a rate that held.
const STEADY: f64 = 0.05;

pub(super) fn name(end: Option<&EndRecord>) -> String {
    end.map_or_else(|| "–".to_owned(), |end| end.host.name.clone())
}

pub(super) fn named(message: Message, leg: &Leg<'_>) -> Message {
    message.with("from", name(leg.sender)).with("to", name(leg.receiver))
}

/// The sentences to forward, one a direction: who sends whom how much, over what.
pub(super) fn headline(record: &RunRecord) -> Message {
    let mut legs = record.legs().into_iter();
    let first = legs.next().map_or_else(|| Message::new("headline-none"), |leg| of_leg(record, &leg));
    match legs.next() {
        None => first,
        Some(second) => {
            let key = if record.config.direction == Direction::Both { "headline-both" } else { "headline-in-turn" };
            Message::new(key).with_message("first", first).with_message("second", of_leg(record, &second))
        }
    }
}

/// What is said of one direction.
fn of_leg(record: &RunRecord, leg: &Leg<'_>) -> Message {
    let Some(rate) = leg.receiver.and_then(|end| end.bits_per_second) else {
        return named(Message::new("headline-none"), leg);
    };
    if record.config.mode != Mode::Throughput {
        return exchange::headline(record, leg);
    }
    if record.config.protocol == Protocol::Udp {
        return datagrams(record, leg, rate);
    }
    let share = summary::link_share_percent(leg);
    let message = Message::new(if share.is_some() { "headline-rate-share" } else { "headline-rate" });
    let control = leg.sender.and_then(|end| record.granted(end)?.congestion_control.clone());
    named(message, leg)
        .with("rate", units::rate(rate))
        .with("streams", record.config.stream_count())
        .with("control", control.unwrap_or_else(|| "–".to_owned()))
        .with("share", share.map_or(Arg::from("–"), |share| units::percent(share).into()))
}

/// The same of UDP: how much of what was offered came.
fn datagrams(record: &RunRecord, leg: &Leg<'_>, rate: f64) -> Message {
    let [offered, lost, jitter] = of_datagrams(leg);
    let arg =
        |value: Option<f64>, show: fn(f64) -> Quantity| value.map_or(Arg::from("–"), |value| show(value).into());
    named(Message::new("headline-udp"), leg)
        .with("rate", units::rate(rate))
        .with("offered", arg(offered, units::rate))
        .with("streams", record.config.stream_count())
        .with("lost", arg(lost, units::percent))
        .with("jitter", arg(jitter, units::seconds))
}

/// What was offered in bits per second, which share was lost in percent, and the jitter in seconds.
fn of_datagrams(leg: &Leg<'_>) -> [Option<f64>; 3] {
    let came = leg.receiver.and_then(|end| end.udp);
    [
        leg.sender.and_then(|end| end.bits_per_second),
        came.and_then(|udp| udp.lost_percent),
        came.and_then(|udp| udp.jitter_seconds),
    ]
}

/// What has to be known beside the figure, the weightiest first.
pub(super) fn leads(record: &RunRecord) -> Vec<Message> {
    let mut leads: Vec<Message> = [cut_short(record), one_machine(record)].into_iter().flatten().collect();
    leads.extend(unusual(record));
    let legs = record.legs();
    leads.extend(legs.iter().filter_map(|leg| held(record, leg)));
    leads
}

/// What was not done as an application would do it, so that the figure is not compared with one that was.
fn unusual(record: &RunRecord) -> Vec<Message> {
    let ends = [Side::Coordinator, Side::Peer].map(|side| record.config.at(side));
    let any = |is: fn(&RunConfig) -> bool| ends.iter().any(is);
    [
        (any(|end| end.receive_copy == ReceiveCopy::Discard), "lead-discard"),
        (any(|end| end.send_copy == SendCopy::ZeroCopy), "lead-zero-copy"),
        (any(|end| end.payload == Payload::Zero), "lead-zeros"),
    ]
    .into_iter()
    .filter(|(is, _)| *is)
    .map(|(_, key)| Message::new(key))
    .collect()
}

/// That less was measured than was asked for.
fn cut_short(record: &RunRecord) -> Option<Message> {
    let asked = record.config.duration_ms as f64 / 1e3;
    record.summary.measured_seconds?;
    // A direction that was not come to was measured for no time at all.
    let each = record.summary.by_direction.iter().map(|way| way.measured_seconds.unwrap_or(0.0));
    let measured = each.reduce(f64::min)?;
    (record.outcome.state != State::Done && measured < asked).then(|| {
        Message::new("lead-short").with("seconds", units::seconds(measured)).with("asked", units::seconds(asked))
    })
}

/// That the figure is one of a machine and not of a network.
fn one_machine(record: &RunRecord) -> Option<Message> {
    let (sender, receiver) = (record.end(Role::Sender)?, record.end(Role::Receiver)?);
    (receiver.bits_per_second.is_some() && sender.host.shares_machine(&receiver.host))
        .then(|| Message::new("lead-one-machine"))
}

/// Whether the rate of a direction held, and between what nine in ten samples lie.
fn held(record: &RunRecord, leg: &Leg<'_>) -> Option<Message> {
    let receiver = leg.receiver.filter(|_| record.config.mode == Mode::Throughput)?;
    let rate = receiver.rate?;
    let held = rate.deviation? <= receiver.bits_per_second? * STEADY;
    let said = Message::new(if held { "lead-steady" } else { "lead-varied" })
        .with("seconds", units::seconds(receiver.measured_seconds?))
        .with("low", units::rate(rate.p5?))
        .with("high", units::rate(rate.p95?));
    let one = record.config.direction.legs().len() == 1;
    Some(if one { said } else { named(Message::new("lead-of"), leg).with_message("what", said) })
}

/// An RFC 3339 time as it is read without knowing the reader's zone: `2026-11-30 14:31 UTC`; anything else as it is.
pub fn universal_time(stamp: &str) -> String {
    match (stamp.get(..10), stamp.get(10..11), stamp.get(11..16), stamp.ends_with('Z')) {
        (Some(day), Some("T"), Some(time), true) => format!("{day} {time} UTC"),
        _ => stamp.to_owned(),
    }
}

/// When the run was, what it is called, which it is.
pub(super) fn origin(record: &RunRecord) -> Message {
    let key = if record.config.label.is_some() { "report-origin-label" } else { "report-origin" };
    Message::new(key)
        .with("id", record.id.clone())
        .with("started", universal_time(&record.started_at))
        .with("label", record.config.label.clone().unwrap_or_default())
}

/// Why it did not end as *done*.
pub(super) fn outcome(record: &RunRecord) -> Option<Message> {
    let state = record.outcome.state;
    let reason = record.outcome.reason.as_ref()?;
    (state != State::Done)
        .then(|| Message::new(&format!("outcome-{}", state.key())).with("reason", reason.message.clone()))
}

/// The huge figure: the receiver's rate, of two directions at once their sum, or how often a second answers came.
pub(super) fn figure(record: &RunRecord) -> Cell {
    if record.config.mode == Mode::Throughput {
        return Cell::figure(record.summary.bits_per_second, units::rate);
    }
    Cell::figure(record.summary.exchange.and_then(|exchange| exchange.per_second), units::per_second)
}

/// What the huge figure is.
pub(super) fn figure_what(record: &RunRecord) -> Message {
    let seconds = record.summary.measured_seconds.map_or(Arg::from("–"), |seconds| units::seconds(seconds).into());
    let legs = record.legs();
    let Some(first) = legs.first() else { return Message::new("figure-what") };
    match record.config.direction {
        _ if record.config.mode != Mode::Throughput => exchange::figure_what(record, first).with("seconds", seconds),
        Direction::Both => named(Message::new("figure-what-both"), first).with("seconds", seconds),
        Direction::EachInTurn => named(Message::new("figure-what-in-turn"), first),
        _ => named(Message::new("figure-what"), first).with("seconds", seconds),
    }
}

/// What stands below the figure: how the receiver's rate varied; of UDP what was offered and what became of it; of two
/// directions the rate of each; of answers how long they took.
pub(super) fn trio(record: &RunRecord) -> Vec<(Message, Cell)> {
    let legs = record.legs();
    if record.config.mode != Mode::Throughput {
        return exchange::trio(record);
    }
    if legs.len() > 1 {
        let rate = |leg: &Leg<'_>| Cell::figure(leg.receiver.and_then(|end| end.bits_per_second), units::rate);
        return legs.iter().map(|leg| (named(Message::new("direction-to-peer-of"), leg), rate(leg))).collect();
    }
    let Some(leg) = legs.first() else { return Vec::new() };
    if record.config.protocol == Protocol::Udp {
        let figures = of_datagrams(leg);
        if figures.iter().all(Option::is_none) {
            return Vec::new();
        }
        let [offered, lost, jitter] = figures;
        return vec![
            (Message::new("trio-offered"), Cell::figure(offered, units::rate)),
            (Message::new("trio-lost"), Cell::figure(lost, units::percent)),
            (Message::new("trio-jitter"), Cell::figure(jitter, units::seconds)),
        ];
    }
    let Some(rate) = record.summary.rate else { return Vec::new() };
    [("trio-min", Some(rate.min)), ("trio-max", Some(rate.max)), ("trio-deviation", rate.deviation)]
        .map(|(key, value)| (Message::new(key), Cell::figure(value, units::rate)))
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_with_its_zone() {
        assert_eq!(universal_time("2026-11-30T14:31:07.123Z"), "2026-11-30 14:31 UTC");
        assert_eq!(universal_time("yesterday"), "yesterday");
        assert_eq!(universal_time("2026-11-30T14:31:07é"), "2026-11-30T14:31:07é");
    }
}
