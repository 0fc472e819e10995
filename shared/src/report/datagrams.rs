//! The table of datagrams: what was sent, what came, and where the rest was lost.

use super::headline::named;
use super::{Cell, Message, Row, Section};
use crate::plan::Role;
use crate::record::{Leg, RunRecord};
use crate::summary::datagrams::{UdpFigures, UdpSummary, share};
use crate::units::{self, Quantity};

/// Datagrams of `measure` beside those of the whole run, of each direction; without rows for TCP.
pub(super) fn section(record: &RunRecord) -> Section {
    let legs = record.legs();
    let mut section = Section { title: TITLE, note: None, columns: Vec::new(), rows: Vec::new() };
    for (leg, figures) in legs.iter().zip(&record.summary.by_direction) {
        // In an older record the figures of its one direction are those of the whole.
        let whole = figures.udp.or(record.summary.udp.filter(|_| legs.len() == 1));
        let (columns, rows, note) = of_leg(leg, whole, legs.len() == 1);
        section.columns.extend(columns);
        section.note = section.note.or(note);
        if section.rows.is_empty() {
            section.rows = rows;
        } else {
            section.rows.iter_mut().zip(rows).for_each(|(row, more)| row.cells.extend(more.cells));
        }
    }
    section
}

/// The columns of one direction.
fn of_leg(leg: &Leg<'_>, whole: Option<UdpSummary>, one: bool) -> (Vec<Cell>, Vec<Row>, Option<Message>) {
    let columns = if one {
        ["column-while-measuring", "column-whole-run"].map(Cell::message).into()
    } else {
        ["column-while-measuring-of", "column-whole-run-of"]
            .map(|key| Cell::Message(named(Message::new(key), leg)))
            .into()
    };
    let of = |role| leg.end(role).and_then(|end| end.udp).unwrap_or_default();
    let Some(whole) = whole else { return (columns, Vec::new(), None) };
    let known = |role: Role| leg.end(role).is_some_and(|end| end.udp.is_some());
    let (sent, came) = (of(Role::Sender), of(Role::Receiver));
    let moved = |role: Role, figures: &UdpFigures| Cell::count(known(role).then_some(figures.datagrams));
    let row = |key: &str, measured: Cell, whole: Cell| Row::new(key, vec![measured, whole]);
    let lost = |percent: Option<f64>| Cell::figure(percent, units::percent);
    let numbered = whole.sent.zip(whole.never_sent).map(|(sent, never_sent)| sent.saturating_add(never_sent));
    let rows = vec![
        row("row-udp-sent", moved(Role::Sender, &sent), Cell::count(whole.sent)),
        row("row-udp-received", moved(Role::Receiver, &came), Cell::count(whole.received)),
        row("row-udp-lost", Cell::count(came.lost), Cell::count(whole.lost)),
        row(
            "row-udp-lost-percent",
            lost(came.lost_percent),
            lost(whole.lost.zip(numbered).and_then(|(lost, of)| share(lost, of))),
        ),
        row("row-udp-never-sent", Cell::count(sent.never_sent), Cell::count(whole.never_sent)),
        row("row-udp-at-socket", Cell::Unknown, at_socket(&whole)),
        row("row-udp-at-host", Cell::Unknown, at_host(&whole)),
        row("row-udp-on-network", Cell::Unknown, on_network(&whole)),
        row("row-udp-duplicates", Cell::count(came.duplicates), Cell::count(whole.duplicates)),
        row("row-udp-reordered", Cell::count(came.reordered), Cell::count(whole.reordered)),
        row("row-udp-late", Cell::count(came.late), Cell::count(whole.late)),
        row("row-udp-out-of-run", Cell::Unknown, Cell::count(whole.out_of_run)),
        row("row-udp-icmp", Cell::count(sent.icmp_errors), Cell::Unknown),
        row("row-udp-jitter", Cell::figure(came.jitter_seconds, units::seconds), Cell::Unknown),
    ];
    (columns, rows, note(&whole))
}

const TITLE: &str = "section-datagrams";

/// A count of which it is known how much it may be at most, or is at least.
fn bounded(key: &str, count: u64) -> Cell {
    Cell::Message(Message::new(key).with("count", Quantity { number: count.to_string(), unit: "" }))
}

fn at_socket(whole: &UdpSummary) -> Cell {
    if whole.not_separable { Cell::message("udp-not-separable") } else { Cell::count(whole.lost_at_socket) }
}

/// The machine's counters are of all its traffic: none is none, and some are somebody's.
fn at_host(whole: &UdpSummary) -> Cell {
    match whole.lost_at_host_up_to {
        Some(count) if count > 0 => bounded("udp-up-to", count),
        count => Cell::count(count),
    }
}

/// Exact where all other parts are.
fn on_network(whole: &UdpSummary) -> Cell {
    let exact = whole.lost_at_socket.is_some() && whole.lost_at_host_up_to == Some(0);
    match whole.lost_on_network {
        // At least nothing says nothing.
        Some(0) if whole.not_separable => Cell::message("udp-not-separable-network"),
        Some(count) if !exact => bounded("udp-at-least", count),
        count => Cell::count(count),
    }
}

/// Why a part is not a plain number.
fn note(whole: &UdpSummary) -> Option<Message> {
    let lost = whole.lost.filter(|&lost| lost > 0)?;
    let key = if whole.not_separable {
        // The note on "at least" belongs to a row that says it.
        if whole.lost_on_network == Some(0) { "udp-note-not-separable" } else { "udp-note-joined" }
    } else if whole.lost_at_host_up_to.is_some_and(|count| count > 0) {
        "udp-note-host"
    } else {
        return None;
    };
    Some(Message::new(key).with("lost", Quantity { number: lost.to_string(), unit: "" }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Catalogue;

    fn said(whole: UdpSummary) -> [String; 3] {
        [at_socket(&whole), at_host(&whole), on_network(&whole)].map(|cell| cell.say(Catalogue::english()))
    }

    #[test]
    fn a_part_is_said_as_exactly_as_it_is_known() {
        let whole = |socket, host, network| UdpSummary {
            lost: Some(100),
            lost_at_socket: socket,
            lost_at_host_up_to: host,
            lost_on_network: network,
            not_separable: socket.is_none(),
            ..UdpSummary::default()
        };
        assert_eq!(said(whole(Some(40), Some(0), Some(60))), ["40", "0", "60"]);
        assert_eq!(said(whole(Some(40), Some(9), Some(51))), ["40", "up to 9", "at least 51"]);
        assert_eq!(said(whole(None, Some(0), Some(12))), ["not separable from the network", "0", "at least 12"]);
        let both = ["not separable from the network", "0", "not separable from the socket"];
        assert_eq!(said(whole(None, Some(0), Some(0))), both);
        assert_eq!(said(UdpSummary { not_separable: false, ..whole(None, None, None) }), ["–", "–", "–"]);
        assert_eq!(note(&UdpSummary { lost: Some(0), not_separable: true, ..UdpSummary::default() }), None);
    }
}
