//! The table that users of NTttcp know, and all that the systems counted.

use std::collections::{BTreeMap, BTreeSet};

use super::ends::{cells, columns};
use super::{Cell, Message, Row, Section};
use crate::host::clean_text;
use crate::record::{EndRecord, RunRecord};
use crate::summary::system::{Counters, SystemFigures};
use crate::units::{self, Quantity};

/// NTttcp's figures of both ends; without rows where no system counted anything.
pub(super) fn ntttcp(record: &RunRecord) -> Section {
    let row = |key: &str, cell: &dyn Fn(&SystemFigures) -> Cell| {
        Row::new(key, cells(record, |end| end.system.as_ref().map_or(Cell::Unknown, cell)))
    };
    let of_end = |key: &str, cell: fn(&EndRecord) -> Cell| Row::new(key, cells(record, cell));
    let plain = |value: Option<f64>| Cell::figure(value, number);
    let often = |value: Option<f64>| Cell::figure(value, units::per_second);
    let bytes = |value: Option<f64>| Cell::figure(value, units::bytes);
    let share = |value: Option<f64>| Cell::figure(value, units::percent);
    let rows = vec![
        of_end("row-bytes", |end| Cell::bytes(end.bytes)),
        of_end("row-measured", |end| Cell::figure(end.measured_seconds, units::seconds)),
        of_end("row-rate", |end| Cell::figure(end.bits_per_second, units::rate)),
        row("row-nt-frame", &|it| bytes(it.average_frame_bytes)),
        row("row-nt-completion", &|it| bytes(it.average_bytes_per_completion)),
        row("row-nt-buffers", &|it| often(it.buffers_per_second)),
        row("row-nt-cycles", &|it| plain(it.cycles_per_byte)),
        row("row-nt-dpcs", &|it| often(it.softirqs_per_second)),
        row("row-nt-packets-dpc", &|it| plain(it.packets_per_softirq)),
        row("row-nt-interrupts", &|it| often(it.interrupts_per_second)),
        row("row-nt-packets-interrupt", &|it| plain(it.packets_per_interrupt)),
        row("row-nt-packets-sent", &|it| Cell::count(it.packets_sent)),
        row("row-nt-packets-received", &|it| Cell::count(it.packets_received)),
        row("row-nt-retransmits", &|it| Cell::count(it.retransmits_system)),
        row("row-nt-errors", &|it| Cell::count(it.errors)),
        of_end("row-cpu", |end| Cell::figure(end.cpu_percent, units::percent)),
        row("row-cpu-user", &|it| share(it.cpu.map(|cpu| cpu.user_percent))),
        row("row-cpu-system", &|it| share(it.cpu.map(|cpu| cpu.system_percent))),
        row("row-cpu-softirq", &|it| share(it.cpu.map(|cpu| cpu.softirq_percent))),
        row("row-cpu-steal", &|it| share(it.cpu.map(|cpu| cpu.steal_percent))),
        row("row-carrier", &|it| Cell::word(it.carried.as_ref().map(|carried| carried.interface.as_str()))),
        row("row-foreign", &|it| bytes(it.carried.as_ref().map(|carried| carried.foreign_bytes as f64))),
    ];
    let counted = record.ends.iter().any(|end| Counters::of(end).is_some());
    Section {
        title: "section-ntttcp",
        note: Some(Message::new("ntttcp-note")),
        columns: columns(record),
        rows: if counted { rows } else { Vec::new() },
    }
}

const COUNTERS: &str = "section-counters";

/// Every counter that grew in `measure` at either end, by group and name.
pub(super) fn counters(record: &RunRecord) -> Section {
    // A run of two directions has four ends.
    let all: Vec<(&EndRecord, BTreeMap<&str, u64>)> =
        record.ends.iter().filter_map(|end| Some((end, Counters::of(end)?.all().collect()))).collect();
    let known = all.iter().flat_map(|(_, counted)| counted);
    let grown: BTreeSet<&str> = known.filter(|&(_, &count)| count > 0).map(|(&name, _)| name).collect();
    let count = |end: &EndRecord, name: &str| {
        let of_end = all.iter().find(|(it, _)| it.role == end.role && it.direction == end.direction);
        of_end.and_then(|(_, counted)| counted.get(name)).copied()
    };
    let rows = grown.into_iter().map(|name| Row {
        name: Message::new("row-counter").with("name", clean_text(name)),
        cells: cells(record, |end| Cell::count(count(end, name))),
        differs: false,
    });
    Section {
        title: COUNTERS,
        note: Some(Message::new("counters-note")),
        columns: columns(record),
        rows: rows.collect(),
    }
}

fn number(value: f64) -> Quantity {
    Quantity { number: units::three_figures(value), unit: "" }
}
