//! What was asked for and in effect of datagrams.

use super::yes;
use crate::config::{Offload, Pace, Ports, RunConfig};
use crate::plan::Role;
use crate::record::{EndRecord, RunRecord, UdpInEffect};
use crate::report::ends::cells;
use crate::report::{Cell, Row};
use crate::units;

/// The rows, each what was asked for, then what held at every end.
pub(super) fn rows(record: &RunRecord) -> Vec<Row> {
    let config = &record.config;
    let of_both = |cell: fn(&UdpInEffect) -> Cell| {
        cells(record, |end| record.granted(end).and_then(|effect| effect.udp.as_ref()).map_or(Cell::Unknown, cell))
    };
    let row = |key: &str, asked: Cell, held: Vec<Cell>| Row::new(key, std::iter::once(asked).chain(held).collect());
    let of_sender = |cell: fn(&EndRecord) -> Cell| {
        cells(record, |end| if end.role == Role::Sender { cell(end) } else { Cell::Unknown })
    };
    let none = || cells(record, |_| Cell::Unknown);
    vec![
        row("row-udp-rate", asked_rate(config), of_sender(|end| Cell::figure(end.bits_per_second, units::rate))),
        row(
            "row-udp-datagram",
            config.datagram_bytes.map_or_else(|| Cell::message("open-path"), |bytes| Cell::count(Some(bytes))),
            of_both(|udp| Cell::count(Some(u64::from(udp.datagram_bytes)))),
        ),
        row("row-udp-path-mtu", Cell::Unknown, of_both(|udp| Cell::count(udp.path_mtu_bytes.map(u64::from)))),
        row("row-udp-fragment", Cell::Unknown, of_both(|udp| Cell::message(yes(!udp.fragment)))),
        row("row-udp-pace", pace_cell(config), none()),
        row(
            "row-udp-pace-variation",
            Cell::Unknown,
            of_sender(|end| Cell::figure(end.udp.and_then(|udp| udp.pace_variation_percent), units::percent)),
        ),
        row(
            "row-udp-segmentation",
            match config.segmentation_offload {
                Offload::Auto => Cell::message("open-plan"),
                Offload::On => Cell::message("word-on"),
                Offload::Off => Cell::message("word-off"),
            },
            of_both(|udp| Cell::message(yes(udp.segmentation))),
        ),
        row("row-udp-ports", ports(config), none()),
    ]
}

fn asked_rate(config: &RunConfig) -> Cell {
    match config.asked_bits_per_second() {
        Some(rate) => Cell::figure(Some(rate as f64), units::rate),
        None => Cell::message("open-unlimited"),
    }
}

/// Without a rate there is nothing to pace.
fn pace_cell(config: &RunConfig) -> Cell {
    if config.unlimited {
        return Cell::Unknown;
    }
    Cell::message(match config.pace {
        Pace::Quantum => "choice-pace-quantum",
        Pace::Spin => "choice-pace-spin",
        Pace::Gso => "choice-pace-gso",
    })
}

/// Ports are typed, not counted: without marks between thousands.
pub(super) fn ports(config: &RunConfig) -> Cell {
    let last = u32::from(config.base_port) + config.port_count().saturating_sub(1);
    match config.ports {
        Ports::Single => Cell::message("choice-ports-single"),
        Ports::Ntttcp if config.port_count() > 1 => Cell::Word(format!("{}–{last}", config.base_port)),
        Ports::Ntttcp => Cell::Word(config.base_port.to_string()),
    }
}
