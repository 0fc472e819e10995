//! What was asked, what was in effect, and between which machines.

mod asked;
mod datagrams;

use super::ends::{cells, columns};
use super::headline::name;
use super::{Cell, Message, Row, Section};
use crate::config::{Direction, Protocol};
use crate::host::Interface;
use crate::plan::{Loop, Role};
use crate::record::{EndInEffect, EndRecord, RunRecord};
use crate::units;

/// The run: what was asked for beside what each end did.
pub(super) fn run(record: &RunRecord) -> Section {
    let config = &record.config;
    let of_ends = |asked: Cell, cell: &dyn Fn(&EndRecord) -> Cell| -> Vec<Cell> {
        std::iter::once(asked).chain(cells(record, cell)).collect()
    };
    let row = |key: &str, asked: Cell, cell: &dyn Fn(&EndInEffect) -> Cell| {
        Row::new(key, of_ends(asked, &|end| record.granted(end).map_or(Cell::Unknown, cell)))
    };
    let compared = |key: &str, asked: Cell, cell: &dyn Fn(&EndInEffect) -> Cell| {
        let Row { cells, .. } = row(key, asked, cell);
        // What was left to the plan or the kernel can't differ from the wish.
        if cells[0].raw().is_some() { Row::compared(key, cells) } else { Row::new(key, cells) }
    };
    let plain = |key: &str, asked: Cell| Row::new(key, of_ends(asked, &|_| Cell::Unknown));
    let of_both = |key: &str, cell: Cell| Row::new(key, of_ends(Cell::Unknown, &|_| cell.clone()));
    let open = |asked: Cell, key: &str| if asked == Cell::Unknown { Cell::message(key) } else { asked };
    let millis = |millis: u64| Cell::figure(Some(millis as f64 / 1e3), units::seconds);
    let effect = record.in_effect.as_ref();
    let nanos = |value: Option<u64>| Cell::figure(value.map(|ns| ns as f64 / 1e9), units::seconds);
    let mut columns = columns(record);
    columns.insert(0, Cell::message("column-asked"));
    let mut rows = vec![
        plain("row-direction", direction(record)),
        plain("row-protocol", Cell::Word(config.protocol.name().to_owned())),
    ];
    let udp = config.protocol == Protocol::Udp;
    if udp {
        rows.extend(datagrams::rows(record));
    } else {
        rows.push(row("row-control", open(Cell::word(config.congestion_control.clone()), "open-kernel"), &|effect| {
            Cell::word(effect.congestion_control.clone())
        }));
    }
    rows.extend([
        compared("row-streams", Cell::count(Some(config.stream_count().into())), &|effect| {
            Cell::count(Some(effect.streams.into()))
        }),
        row("row-loop", open(Cell::count(config.threads.map(u64::from)), "open-plan"), &|effect| {
            let key = match effect.inner_loop {
                Loop::Blocking => "loop-blocking",
                Loop::Epoll => "loop-epoll",
                Loop::Batch => "loop-batch",
                Loop::Exchange => "loop-exchange",
            };
            Cell::Message(Message::new(key).with("threads", effect.threads))
        }),
        plain("row-warm-up", millis(config.warm_up_ms)),
        Row::new(
            "row-duration",
            of_ends(millis(config.duration_ms), &|end| Cell::figure(end.measured_seconds, units::seconds)),
        ),
        plain("row-cool-down", millis(config.cool_down_ms)),
    ]);
    // A call takes many datagrams, whose size is a row of its own.
    if !udp {
        rows.push(compared("row-buffer", open(Cell::bytes(config.buffer_bytes), "open-plan"), &|effect| {
            Cell::bytes(Some(effect.buffer_bytes))
        }));
    }
    rows.extend([
        socket_buffer(record, "row-send-buffer", config.send_socket_buffer_bytes, Role::Sender, |effect| {
            effect.send_socket_buffer_bytes
        }),
        socket_buffer(record, "row-receive-buffer", config.receive_socket_buffer_bytes, Role::Receiver, |effect| {
            effect.receive_socket_buffer_bytes
        }),
    ]);
    if !udp {
        rows.push(row("row-no-delay", Cell::message(yes(config.no_delay)), &|effect| {
            effect.no_delay.map_or(Cell::Unknown, |no_delay| Cell::message(yes(no_delay)))
        }));
        rows.push(row("row-mss", open(Cell::count(config.mss_bytes), "open-kernel"), &|effect| {
            Cell::count(effect.mss_bytes.map(u64::from))
        }));
    }
    rows.extend(asked::rows(record));
    rows.extend([
        row("row-address", Cell::Unknown, &|effect| Cell::word(effect.local_address.clone())),
        of_both("row-round-trip", nanos(effect.and_then(|effect| effect.round_trip_ns))),
        of_both("row-offset-error", nanos(effect.and_then(|effect| effect.offset_error_ns))),
        plain("row-run", Cell::Word(record.id.clone())),
    ]);
    Section { title: "section-conditions", note: None, columns, rows }
}

fn yes(on: bool) -> &'static str {
    if on { "word-on" } else { "word-off" }
}

fn direction(record: &RunRecord) -> Cell {
    let key = match record.config.direction {
        Direction::ToPeer => "direction-to-peer-of",
        Direction::FromPeer => "direction-from-peer-of",
        Direction::Both => "direction-both-of",
        Direction::EachInTurn => "direction-each-in-turn-of",
    };
    let [from, to] = [Role::Sender, Role::Receiver].map(|role| name(record.end(role)));
    Cell::Message(Message::new(key).with("from", from).with("to", to))
}

/// Each end's own: a sender hardly receives, a receiver hardly sends.
fn socket_buffer(
    record: &RunRecord,
    key: &str,
    asked: Option<u64>,
    role: Role,
    granted: fn(&EndInEffect) -> Option<u64>,
) -> Row {
    let of = |end: &EndRecord| {
        let own = end.role == role;
        own.then(|| record.granted(end).and_then(granted)).flatten()
    };
    let known = record.end(role).and_then(of);
    // A size that the plan asks for is one that the kernel may clamp, too.
    let planned = record.end(role).zip(record.plan.as_ref()).and_then(|(end, plan)| {
        let plan = plan.role(end.side);
        if role == Role::Sender { plan.send_socket_buffer_bytes } else { plan.receive_socket_buffer_bytes }
    });
    let open = if planned.is_some() { "open-plan" } else { "open-kernel" };
    let cell = asked.map_or_else(|| Cell::message(open), |asked| Cell::bytes(Some(asked)));
    let cells = std::iter::once(cell).chain(cells(record, |end| Cell::bytes(of(end)))).collect();
    // Linux doubles what was asked for its own bookkeeping (socket(7)); less than that is a clamp.
    let clamped = asked.or(planned).zip(known).is_some_and(|(asked, granted)| granted < asked.saturating_mul(2));
    Row { differs: clamped, ..Row::new(key, cells) }
}

fn card(end: &EndRecord) -> Option<Interface> {
    end.host.fastest_interface().cloned()
}

/// Both machines side by side; what they don't have in common is marked.
pub(super) fn machines(record: &RunRecord) -> Section {
    // In the other direction they are the same.
    let of = |cell: fn(&EndRecord) -> Cell| -> Vec<Cell> { cells(record, cell).into_iter().take(2).collect() };
    let row = |key, cell: fn(&EndRecord) -> Cell| Row::compared(key, of(cell));

    let rows = vec![
        Row::new("row-host", of(|end| Cell::Word(end.host.name.clone()))),
        row("row-system", |end| Cell::word(end.host.os.clone())),
        row("row-kernel", |end| Cell::word(end.host.kernel.clone())),
        row("row-cpu-model", |end| Cell::word(end.host.cpu_model.clone())),
        row("row-cpu-count", |end| Cell::count(Some(u64::from(end.host.cpu_count)))),
        row("row-memory", |end| Cell::bytes(end.host.memory_bytes)),
        Row::new("row-card", of(|end| Cell::word(card(end).map(|card| card.name)))),
        Row::compared("row-driver", of(|end| Cell::word(card(end).and_then(|card| card.driver)))),
        Row::compared(
            "row-speed",
            of(|end| Cell::figure(end.host.link_bits_per_second().map(|speed| speed as f64), units::rate)),
        ),
        Row::compared("row-mtu", of(|end| Cell::count(card(end).and_then(|card| card.mtu).map(u64::from)))),
        row("row-send-buffer-max", |end| Cell::bytes(end.host.send_socket_buffer_max_bytes)),
        row("row-receive-buffer-max", |end| Cell::bytes(end.host.receive_socket_buffer_max_bytes)),
        row("row-version", |end| Cell::Word(end.host.version.clone())),
    ];
    Section { title: "section-machines", note: None, columns: columns(record).into_iter().take(2).collect(), rows }
}
