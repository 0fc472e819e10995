//! What is said first: the sentence, the figure, whether it held.

use super::{Cell, Message};
use crate::phase::State;
use crate::plan::Role;
use crate::record::{EndRecord, RunRecord};
use crate::summary;
use crate::text::Arg;
use crate::units;

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

/// Whether the rate held, and between what nine in ten samples lie.
pub(super) fn lead(record: &RunRecord) -> Option<Message> {
    let rate = record.summary.rate?;
    let held = rate.deviation? <= record.summary.bits_per_second? * STEADY;
    Some(
        Message::new(if held { "lead-steady" } else { "lead-varied" })
            .with("seconds", units::seconds(record.summary.measured_seconds?))
            .with("low", units::rate(rate.p5?))
            .with("high", units::rate(rate.p95?)),
    )
}

/// When the run was, what it is called, which it is.
pub(super) fn origin(record: &RunRecord) -> Message {
    let key = if record.config.label.is_some() { "report-origin-label" } else { "report-origin" };
    Message::new(key)
        .with("id", record.id.clone())
        .with("started", record.started_at.clone())
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

/// How the receiver's rate varied.
pub(super) fn trio(record: &RunRecord) -> Vec<(Message, Cell)> {
    let Some(rate) = record.summary.rate else { return Vec::new() };
    [("trio-min", Some(rate.min)), ("trio-max", Some(rate.max)), ("trio-deviation", rate.deviation)]
        .map(|(key, value)| (Message::new(key), Cell::figure(value, units::rate)))
        .into()
}
