//! What is said first: the sentence, the figure, whether it held.

use super::{Cell, Message};
use crate::config::Protocol;
use crate::phase::State;
use crate::plan::Role;
use crate::record::{EndRecord, RunRecord};
use crate::summary;
use crate::text::Arg;
use crate::units::{self, Quantity};

/// A deviation of at most this share of the mean is a rate that held.
const STEADY: f64 = 0.05;

pub(super) fn name(end: Option<&EndRecord>) -> String {
    end.map_or_else(|| "–".to_owned(), |end| end.host.name.clone())
}

fn named(message: Message, record: &RunRecord) -> Message {
    message.with("from", name(record.end(Role::Sender))).with("to", name(record.end(Role::Receiver)))
}

/// The sentence to forward: who sends whom how much, over what.
pub(super) fn headline(record: &RunRecord) -> Message {
    let Some(rate) = record.summary.bits_per_second else {
        return named(Message::new("headline-none"), record);
    };
    if record.config.protocol == Protocol::Udp {
        return datagrams(record, rate);
    }
    let share = summary::link_share_percent(record);
    let message = Message::new(if share.is_some() { "headline-rate-share" } else { "headline-rate" });
    let control = record.end(Role::Sender).and_then(|end| record.in_effect.as_ref()?.of(end.side));
    let control = control.and_then(|effect| effect.congestion_control.clone());
    named(message, record)
        .with("rate", units::rate(rate))
        .with("streams", record.config.streams)
        .with("control", control.unwrap_or_else(|| "–".to_owned()))
        .with("share", share.map_or(Arg::from("–"), |share| units::percent(share).into()))
}

/// The same of UDP: how much of what was offered came.
fn datagrams(record: &RunRecord, rate: f64) -> Message {
    let [offered, lost, jitter] = of_datagrams(record);
    let arg =
        |value: Option<f64>, show: fn(f64) -> Quantity| value.map_or(Arg::from("–"), |value| show(value).into());
    named(Message::new("headline-udp"), record)
        .with("rate", units::rate(rate))
        .with("offered", arg(offered, units::rate))
        .with("streams", record.config.streams)
        .with("lost", arg(lost, units::percent))
        .with("jitter", arg(jitter, units::seconds))
}

/// What was offered in bits per second, which share was lost in percent, and the jitter in seconds.
fn of_datagrams(record: &RunRecord) -> [Option<f64>; 3] {
    let came = record.end(Role::Receiver).and_then(|end| end.udp);
    [
        record.end(Role::Sender).and_then(|end| end.bits_per_second),
        came.and_then(|udp| udp.lost_percent),
        came.and_then(|udp| udp.jitter_seconds),
    ]
}

/// What has to be known beside the figure, the weightiest first.
pub(super) fn leads(record: &RunRecord) -> Vec<Message> {
    [cut_short(record), one_machine(record), held(record)].into_iter().flatten().collect()
}

/// That less was measured than was asked for.
fn cut_short(record: &RunRecord) -> Option<Message> {
    let (measured, asked) = (record.summary.measured_seconds?, record.config.duration_ms as f64 / 1e3);
    (record.outcome.state != State::Done && measured < asked).then(|| {
        Message::new("lead-short").with("seconds", units::seconds(measured)).with("asked", units::seconds(asked))
    })
}

/// That the figure is one of a machine and not of a network.
fn one_machine(record: &RunRecord) -> Option<Message> {
    let (sender, receiver) = (record.end(Role::Sender)?, record.end(Role::Receiver)?);
    (record.summary.bits_per_second.is_some() && sender.host.shares_machine(&receiver.host))
        .then(|| Message::new("lead-one-machine"))
}

/// Whether the rate held, and between what nine in ten samples lie.
fn held(record: &RunRecord) -> Option<Message> {
    let rate = record.summary.rate?;
    let held = rate.deviation? <= record.summary.bits_per_second? * STEADY;
    Some(
        Message::new(if held { "lead-steady" } else { "lead-varied" })
            .with("seconds", units::seconds(record.summary.measured_seconds?))
            .with("low", units::rate(rate.p5?))
            .with("high", units::rate(rate.p95?)),
    )
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

/// What the huge figure is.
pub(super) fn figure_what(record: &RunRecord) -> Message {
    let seconds = record.summary.measured_seconds.map_or(Arg::from("–"), |seconds| units::seconds(seconds).into());
    named(Message::new("figure-what"), record).with("seconds", seconds)
}

/// What stands below the figure: how the receiver's rate varied; of UDP what was offered and what became of it.
pub(super) fn trio(record: &RunRecord) -> Vec<(Message, Cell)> {
    if record.config.protocol == Protocol::Udp {
        let figures = of_datagrams(record);
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
