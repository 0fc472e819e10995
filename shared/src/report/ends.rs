//! The tables of figures: both ends side by side, and stream by stream.

use super::headline::{name, named};
use super::{Cell, Message, Row, Section};
use crate::config::{Mode, Protocol};
use crate::plan::Role;
use crate::record::{EndRecord, Leg, RunRecord, StreamRecord};
use crate::units;

/// The word for what an end does, of any direction.
pub(super) fn role_of(record: &RunRecord, role: Role) -> &'static str {
    match (record.config.mode, role) {
        (Mode::Throughput, Role::Sender) => "role-sender",
        (Mode::Throughput, Role::Receiver) => "role-receiver",
        (_, Role::Sender) => "role-asks",
        (_, Role::Receiver) => "role-answers",
    }
}

/// Both ends of every direction, the sender first, as everywhere.
fn ends(record: &RunRecord) -> Vec<(Role, Option<&EndRecord>)> {
    record.legs().iter().flat_map(|leg| [(Role::Sender, leg.sender), (Role::Receiver, leg.receiver)]).collect()
}

/// One column an end, headed by its machine.
pub(super) fn columns(record: &RunRecord) -> Vec<Cell> {
    let head = |(role, end)| Cell::Message(Message::new(role_of(record, role)).with("host", name(end)));
    ends(record).into_iter().map(head).collect()
}

/// A cell of each end.
pub(super) fn cells(record: &RunRecord, cell: impl Fn(&EndRecord) -> Cell) -> Vec<Cell> {
    ends(record).into_iter().map(|(_, end)| end.map_or(Cell::Unknown, &cell)).collect()
}

/// What was counted at each end while measuring.
pub(super) fn both_ends(record: &RunRecord) -> Section {
    let row = |key, cell: fn(&EndRecord) -> Cell| Row::new(key, cells(record, cell));
    // Of UDP it is what was lost, too, and the table of datagrams says so.
    // So is it of requests and answers, and two directions have two.
    let one = record.config.protocol == Protocol::Tcp
        && record.config.mode == Mode::Throughput
        && record.config.direction.legs().len() == 1;
    let difference = record.summary.sent_less_received_bytes.filter(|_| one);
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

/// Stream by stream, the slowest of each direction first.
pub(super) fn streams(record: &RunRecord) -> Section {
    let legs = record.legs();
    let rows: Vec<Row> = legs.iter().flat_map(|leg| of_leg(record, leg)).collect();
    Section {
        title: "section-streams",
        note: record.summary.fairness.map(|fairness| {
            Message::new("streams-fairness").with("fairness", units::three_figures(fairness)).with("count", rows.len())
        }),
        columns: ["column-mean", "column-share", "column-lowest", "column-highest"]
            .into_iter()
            .chain(match record.config.protocol {
                Protocol::Tcp => ["column-retransmits", "column-rtt", "column-window"],
                Protocol::Udp => ["column-lost", "column-jitter", "column-reordered"],
            })
            .map(Cell::message)
            .collect(),
        rows,
    }
}

fn of_leg(record: &RunRecord, leg: &Leg<'_>) -> Vec<Row> {
    fn of(end: Option<&EndRecord>) -> &[StreamRecord] {
        end.map(|end| end.streams.as_slice()).unwrap_or_default()
    }
    let (received, sent) = (of(leg.receiver), of(leg.sender));
    let mut streams: Vec<&StreamRecord> = if received.is_empty() { sent } else { received }.iter().collect();
    streams.sort_by(|a, b| a.bytes.cmp(&b.bytes).then(a.stream.cmp(&b.stream)));
    let sender = |stream: &StreamRecord| {
        let same = sent.get(stream.stream as usize).filter(|sent| sent.stream == stream.stream);
        same.or_else(|| sent.iter().find(|sent| sent.stream == stream.stream))
    };
    let one = record.config.direction.legs().len() == 1;
    let row = |stream: &&StreamRecord| {
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
        let name = Message::new(if one { "row-stream" } else { "row-stream-of" }).with("number", stream.stream);
        Row { name: if one { name } else { named(name, leg) }, cells, differs: false }
    };
    streams.iter().map(row).collect()
}
