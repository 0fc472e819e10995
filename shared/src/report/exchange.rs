//! How often answers came, and how long they took.

use super::headline::{name, named};
use super::{Cell, Message, Row, Section};
use crate::chart::{Plot, times};
use crate::config::Mode;
use crate::plan::Side;
use crate::record::{EndRecord, Leg, RunRecord};
use crate::summary::exchange::{ExchangeFigures, distribution};
use crate::text::{Arg, Catalogue};
use crate::units::{self, Quantity};

/// How the ends wait, without which no such figure can be compared: asleep, or with a core each.
fn waiting(record: &RunRecord) -> Message {
    let spins = [Side::Coordinator, Side::Peer].iter().any(|side| record.config.at(*side).spin);
    Message::new(if spins { "exchange-spinning" } else { "exchange-waiting" })
}

fn shown(value: Option<f64>, show: fn(f64) -> Quantity) -> Arg<'static> {
    value.map_or(Arg::from("–"), |value| show(value).into())
}

/// The sentence to forward of one direction.
pub(super) fn headline(record: &RunRecord, leg: &Leg<'_>) -> Message {
    let Some(exchange) = leg.sender.and_then(|end| end.exchange) else {
        return named(Message::new("headline-none"), leg);
    };
    let key = match record.config.mode {
        Mode::Connections => "headline-connections",
        _ => "headline-exchange",
    };
    named(Message::new(key), leg)
        .with("rate", shown(exchange.per_second, units::per_second))
        .with("protocol", record.config.protocol.name())
        .with("streams", record.config.stream_count())
        .with("median", shown(exchange.p50_seconds, units::seconds))
        .with("tail", shown(exchange.p99_seconds, units::seconds))
        .with_message("waiting", waiting(record))
}

/// What the huge figure is.
pub(super) fn figure_what(record: &RunRecord, leg: &Leg<'_>) -> Message {
    let key = match record.config.mode {
        Mode::Connections => "figure-what-connections",
        _ => "figure-what-exchange",
    };
    named(Message::new(key), leg).with_message("waiting", waiting(record))
}

/// What stands below the figure: of one direction its percentiles, of two how often answers came in each.
pub(super) fn trio(record: &RunRecord) -> Vec<(Message, Cell)> {
    let Some(exchange) = record.summary.exchange else {
        let per_second = |leg: &Leg<'_>| leg.sender.and_then(|end| end.exchange?.per_second);
        let legs = record.legs();
        let row = |leg: &Leg<'_>| {
            (named(Message::new("direction-to-peer-of"), leg), Cell::figure(per_second(leg), units::per_second))
        };
        return if legs.len() > 1 { legs.iter().map(row).collect() } else { Vec::new() };
    };
    [("row-exchange-p50", exchange.p50_seconds), ("row-exchange-p99", exchange.p99_seconds)]
        .map(|(key, value)| (Message::new(key), Cell::figure(value, units::seconds)))
        .into_iter()
        .chain([(Message::new("trio-rate"), Cell::figure(record.summary.bits_per_second, units::rate))])
        .collect()
}

/// How long answers took, a column for each end that asks; without rows where payload flows one way.
pub(super) fn section(record: &RunRecord) -> Section {
    let legs = record.legs();
    let askers: Vec<&EndRecord> = legs.iter().filter_map(|leg| leg.sender).collect();
    let columns =
        askers.iter().map(|end| Cell::Message(Message::new("role-asks").with("host", name(Some(end))))).collect();
    if askers.iter().all(|end| end.exchange.is_none()) {
        return Section { title: TITLE, note: None, columns, rows: Vec::new() };
    }
    let row = |key: &str, cell: fn(&ExchangeFigures) -> Cell| {
        Row::new(key, askers.iter().map(|end| end.exchange.as_ref().map_or(Cell::Unknown, cell)).collect())
    };
    let often = if record.config.mode == Mode::Connections { "row-exchange-connections" } else { "row-exchange-often" };
    Section {
        title: TITLE,
        note: Some(Message::new("exchange-note").with_message("waiting", waiting(record))),
        columns,
        rows: vec![
            row(often, |it| Cell::figure(it.per_second, units::per_second)),
            row("row-exchange-answered", |it| Cell::count(Some(it.answered))),
            row("row-exchange-lost", |it| Cell::count(Some(it.lost))),
            row("row-exchange-lost-percent", |it| Cell::figure(it.lost_percent, units::percent)),
            row("row-exchange-mean", |it| Cell::figure(it.mean_seconds, units::seconds)),
            row("row-exchange-p50", |it| Cell::figure(it.p50_seconds, units::seconds)),
            row("row-exchange-p90", |it| Cell::figure(it.p90_seconds, units::seconds)),
            row("row-exchange-p99", |it| Cell::figure(it.p99_seconds, units::seconds)),
            row("row-exchange-p999", |it| Cell::figure(it.p999_seconds, units::seconds)),
            row("row-exchange-longest", |it| Cell::figure(it.longest_seconds, units::seconds)),
            row("row-exchange-out-of-range", |it| Cell::count(Some(it.out_of_range))),
        ],
    }
}

/// How the times are spread, drawn; none where none were kept.
pub(in crate::report) fn plot(record: &RunRecord, catalogue: &Catalogue) -> Option<Plot> {
    let lines: Vec<_> = record.legs().iter().filter_map(|leg| leg.sender).collect();
    let lines: Vec<_> = lines.iter().map(|end| (end.host.name.clone(), distribution(&end.samples))).collect();
    let label = catalogue.say("exchange-chart-label", &[]);
    times::plot(&lines, label, catalogue.lang().decimal_mark())
}

const TITLE: &str = "section-exchange";
