//! The tables of figures: both ends side by side, and stream by stream.

use super::headline::name;
use super::{Cell, Message, Row, Section};
use crate::config::Protocol;
use crate::plan::Role;
use crate::record::{EndRecord, RunRecord, StreamRecord};
use crate::units;

/// Both ends, the sender first, as everywhere.
const ROLES: [(&str, Role); 2] = [("role-sender", Role::Sender), ("role-receiver", Role::Receiver)];

/// One column an end, headed by its machine.
pub(super) fn columns(record: &RunRecord) -> Vec<Cell> {
    ROLES.map(|(key, role)| Cell::Message(Message::new(key).with("host", name(record.end(role))))).into()
}

/// A cell of each end.
pub(super) fn cells(record: &RunRecord, cell: impl Fn(&EndRecord) -> Cell) -> Vec<Cell> {
    ROLES.map(|(_, role)| record.end(role).map_or(Cell::Unknown, &cell)).into()
}

/// What was counted at each end while measuring.
pub(super) fn both_ends(record: &RunRecord) -> Section {
    let row = |key, cell: fn(&EndRecord) -> Cell| Row::new(key, cells(record, cell));
    // Of UDP it is what was lost, too, and the table of datagrams says so.
    let difference = record.summary.sent_less_received_bytes.filter(|_| record.config.protocol == Protocol::Tcp);
    let difference = difference.map(|bytes| {
        let key = if bytes < 0 { "ends-differ-received" } else { "ends-differ-sent" };
        Message::new(key).with("bytes", units::bytes(bytes.unsigned_abs() as f64))
    });
    let of_protocol = match record.config.protocol {
        Protocol::Tcp => vec![
            row("row-retransmits", |end| Cell::count(end.retransmits)),
            row("row-resent", |end| Cell::figure(end.resent_percent, units::percent)),
            row("row-round-trip-median", |end| {
                Cell::figure(end.round_trip.map(|trip| trip.median_seconds), units::seconds)
            }),
            row("row-round-trip-p99", |end| Cell::figure(end.round_trip.map(|trip| trip.p99_seconds), units::seconds)),
        ],
        Protocol::Udp => vec![row("row-udp-per-second", |end| {
            Cell::figure(end.udp.and_then(|udp| udp.datagrams_per_second), units::per_second)
        })],
    };
    let mut section = Section {
        title: "section-ends",
        note: difference,
        columns: columns(record),
        rows: vec![
            row("row-rate", |end| Cell::figure(end.bits_per_second, units::rate)),
            row("row-bytes", |end| Cell::bytes(end.bytes)),
            row("row-measured", |end| Cell::figure(end.measured_seconds, units::seconds)),
            row("row-lifetime", |end| Cell::bytes(end.bytes_lifetime)),
            row("row-min", |end| Cell::figure(end.rate.map(|rate| rate.min), units::rate)),
            row("row-p5", |end| Cell::figure(end.rate.and_then(|rate| rate.p5), units::rate)),
            row("row-median", |end| Cell::figure(end.rate.map(|rate| rate.median), units::rate)),
            row("row-p95", |end| Cell::figure(end.rate.and_then(|rate| rate.p95), units::rate)),
            row("row-max", |end| Cell::figure(end.rate.map(|rate| rate.max), units::rate)),
            row("row-deviation", |end| Cell::figure(end.rate.and_then(|rate| rate.deviation), units::rate)),
            row("row-operations", |end| Cell::count(end.operations)),
            row("row-cpu", |end| Cell::figure(end.cpu_percent, units::percent)),
            row("row-busiest-core", |end| Cell::figure(end.busiest_core_percent, units::percent)),
            row("row-cpu-per-gib", |end| Cell::figure(end.cpu_seconds_per_gib, units::seconds)),
        ],
    };
    // What the protocol counts stands before what the machines did for it.
    let before = section.rows.len() - 3;
    section.rows.splice(before..before, of_protocol);
    section
}

/// Stream by stream, the slowest first.
pub(super) fn streams(record: &RunRecord) -> Section {
    let of = |role| record.end(role).map(|end| end.streams.as_slice()).unwrap_or_default();
    let (received, sent) = (of(Role::Receiver), of(Role::Sender));
    let mut streams: Vec<&StreamRecord> = if received.is_empty() { sent } else { received }.iter().collect();
    streams.sort_by(|a, b| a.bytes.cmp(&b.bytes).then(a.stream.cmp(&b.stream)));
    let sender = |stream: &StreamRecord| {
        let same = sent.get(stream.stream as usize).filter(|sent| sent.stream == stream.stream);
        same.or_else(|| sent.iter().find(|sent| sent.stream == stream.stream))
    };
    Section {
        title: "section-streams",
        note: record.summary.fairness.map(|fairness| {
            Message::new("streams-fairness")
                .with("fairness", units::three_figures(fairness))
                .with("count", streams.len())
        }),
        columns: ["column-mean", "column-share", "column-lowest", "column-highest"]
            .into_iter()
            .chain(match record.config.protocol {
                Protocol::Tcp => ["column-retransmits", "column-rtt", "column-window"],
                Protocol::Udp => ["column-lost", "column-jitter", "column-reordered"],
            })
            .map(Cell::message)
            .collect(),
        rows: streams
            .iter()
            .map(|stream| {
                let sent = sender(stream);
                let mut cells = vec![
                    Cell::figure(stream.bits_per_second, units::rate),
                    Cell::figure(stream.share_percent, units::percent),
                    Cell::figure(stream.lowest_bits_per_second, units::rate),
                    Cell::figure(stream.highest_bits_per_second, units::rate),
                ];
                cells.extend(match record.config.protocol {
                    Protocol::Tcp => [
                        Cell::count(sent.and_then(|sent| sent.retransmits)),
                        Cell::figure(sent.and_then(|sent| sent.rtt_us).map(|us| f64::from(us) / 1e6), units::seconds),
                        Cell::bytes(sent.and_then(|sent| sent.window_bytes)),
                    ],
                    Protocol::Udp => [
                        Cell::figure(stream.udp.and_then(|udp| udp.lost_percent), units::percent),
                        Cell::figure(stream.udp.and_then(|udp| udp.jitter_seconds), units::seconds),
                        Cell::count(stream.udp.and_then(|udp| udp.reordered)),
                    ],
                });
                Row { name: Message::new("row-stream").with("number", stream.stream), cells, differs: false }
            })
            .collect(),
    }
}
