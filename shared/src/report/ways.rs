//! The ways between two nodes as a table: the best that was found for each direction, protocol, family and port.

use super::{Cell, Message, Row, Section};
use crate::config::Direction;
use crate::reach::{self, Reach, Translation, WayState};
use crate::units;

/// The names of two machines.
#[derive(Debug, Clone, Copy)]
pub struct Machines<'a> {
    /// The one that looked.
    pub here: &'a str,
    /// The other one.
    pub there: &'a str,
}

impl<'a> Machines<'a> {
    /// The names of a direction's two ends, the one that begins it first.
    pub fn ends(self, direction: Direction) -> (&'a str, &'a str) {
        match direction {
            Direction::FromPeer => (self.there, self.here),
            // A way has one direction.
            Direction::ToPeer | Direction::Both | Direction::EachInTurn => (self.here, self.there),
        }
    }
}

/// The matrix. A direction towards a machine that does not listen is a note, for nothing there could have been open.
pub fn section(reach: &Reach, machines: Machines<'_>) -> Section {
    let rows = rows(reach).map(|row| {
        let way = row.best;
        let (from, to) = machines.ends(way.direction);
        Row {
            name: Message::new("ways-from-to").with("from", from.to_owned()).with("to", to.to_owned()),
            cells: vec![
                Cell::Word(way.protocol.name().to_owned()),
                Cell::Word(way.family.name().to_owned()),
                Cell::word(way.address.clone()),
                // Written without the marks between thousands: it is typed, not counted.
                Cell::Word(way.port.to_string()),
                Cell::message(way.state.key()),
                Cell::figure(way.round_trip_ns.map(|ns| ns as f64 / 1e9), units::seconds),
                Cell::word(way.path_mtu_bytes.map(|bytes| bytes.to_string())),
            ],
            differs: false,
        }
    });
    Section {
        title: "section-ways",
        note: deaf(reach, machines),
        columns: [
            "column-protocol",
            "column-family",
            "column-address",
            "column-port",
            "column-found",
            "column-round-trip",
            "column-path-mtu",
        ]
        .map(Cell::message)
        .into(),
        rows: rows.collect(),
    }
}

/// The rows to be shown: none towards a machine that does not listen.
pub fn rows(reach: &Reach) -> impl Iterator<Item = reach::Row<'_>> {
    reach.rows().into_iter().filter(|row| !is_deaf(reach, row.best.direction))
}

/// Which machine does not listen.
pub fn deaf(reach: &Reach, machines: Machines<'_>) -> Option<Message> {
    let direction =
        [Direction::ToPeer, Direction::FromPeer].into_iter().find(|&direction| is_deaf(reach, direction))?;
    let (from, to) = machines.ends(direction);
    Some(Message::new("ways-not-listening").with("from", from.to_owned()).with("host", to.to_owned()))
}

fn is_deaf(reach: &Reach, direction: Direction) -> bool {
    let mut ways = reach.ways.iter().filter(|way| way.direction == direction).peekable();
    ways.peek().is_some() && ways.all(|way| way.state == WayState::NotListening)
}

/// Where addresses are rewritten on the way, one sentence each.
pub fn translations(reach: &Reach, machines: Machines<'_>) -> Vec<Message> {
    reach
        .translated
        .iter()
        .map(|Translation { direction, outside, inside, container }| {
            let key = if *container { "ways-translated-container" } else { "ways-translated" };
            let (_, host) = machines.ends(*direction);
            Message::new(key)
                .with("host", host.to_owned())
                .with("outside", outside.clone())
                .with("inside", inside.clone())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Protocol;
    use crate::reach::{Family, Way};

    fn way(direction: Direction, state: WayState) -> Way {
        Way {
            direction,
            protocol: Protocol::Udp,
            family: Family::Ipv4,
            address: Some("10.0.0.4".to_owned()),
            port: 7575,
            of_link: true,
            state,
            round_trip_ns: Some(310_000),
            path_mtu_bytes: Some(1500),
        }
    }

    const MACHINES: Machines<'_> = Machines { here: "bert", there: "anna" };

    #[test]
    fn a_machine_that_does_not_listen_is_a_note_and_no_row() {
        let ways = vec![way(Direction::ToPeer, WayState::Open), way(Direction::FromPeer, WayState::NotListening)];
        let section = section(&Reach { ways, ..Reach::default() }, MACHINES);
        assert_eq!(section.rows.len(), 1);
        let note = section.note.unwrap();
        assert_eq!(note.args, [("from".to_owned(), "anna".into()), ("host".to_owned(), "bert".into())]);
    }

    #[test]
    fn a_machine_that_listens_at_one_port_only_keeps_its_rows() {
        let ways = vec![way(Direction::ToPeer, WayState::Open), way(Direction::ToPeer, WayState::NotListening)];
        let mut reach = Reach { ways, ..Reach::default() };
        reach.ways[1].port = 5001;
        let section = section(&reach, MACHINES);
        assert_eq!((section.rows.len(), section.note), (2, None));
    }
}
