//! The ways between this node and another one, for the page to put in its place: no document of its own.

use askama::Template;
use pairperf_shared::config::Direction;
use pairperf_shared::reach::{Reach, WayState, remedy};
use pairperf_shared::report::ways::{self, Machines};
use pairperf_shared::text::Catalogue;
use pairperf_shared::units;

#[derive(Template)]
#[template(path = "ways.html")]
struct Ways {
    words: Words,
    groups: Vec<Group>,
    /// Which machine does not listen, and where addresses are rewritten.
    notes: Vec<String>,
}

/// Headings.
struct Words {
    title: String,
    protocol: String,
    address: String,
    found: String,
    round_trip: String,
    path_mtu: String,
    remedy: String,
}

/// The ways in one direction.
struct Group {
    way: String,
    rows: Vec<RowShown>,
}

struct RowShown {
    protocol: String,
    address: String,
    found: String,
    tone: &'static str,
    round_trip: String,
    path_mtu: String,
    /// Place and line of what opens it.
    remedies: Vec<(String, String)>,
}

/// Stands where something was not measured.
const NOTHING: &str = "\u{2013}";

/// What was found, between whom.
#[derive(Debug, Clone, Copy)]
pub struct WaysFound<'a> {
    /// As this node sees it.
    pub reach: &'a Reach,
    /// The two machines.
    pub machines: Machines<'a>,
    /// Where greetings of this machine come from, and those of the other one, as the one that hears them sees it.
    pub sources: [&'a str; 2],
}

/// What was found of the ways between two machines.
pub fn ways(catalogue: &'static Catalogue, found: WaysFound<'_>) -> String {
    let WaysFound { reach, machines, sources } = found;
    let say = |key: &str| catalogue.say(key, &[]);
    let words = Words {
        title: say("section-ways"),
        protocol: say("column-protocol"),
        address: say("column-address"),
        found: say("column-found"),
        round_trip: say("column-round-trip"),
        path_mtu: say("column-path-mtu"),
        remedy: say("ways-remedy"),
    };
    let mut groups: Vec<Group> = Vec::new();
    for row in ways::rows(reach) {
        let way = row.best;
        let (from, to) = machines.ends(way.direction);
        let name = catalogue.say("ways-from-to", &[("from", from.into()), ("to", to.into())]);
        let source = sources[usize::from(way.direction == Direction::FromPeer)];
        let shown = RowShown {
            protocol: format!("{} {}", way.protocol.name(), way.family.name()),
            address: way.address.as_deref().map_or_else(|| NOTHING.to_owned(), |address| with_port(address, way.port)),
            found: say(way.state.key()),
            tone: tone(way.state),
            round_trip: figure(way.round_trip_ns.map(|ns| {
                let trip = units::seconds(ns as f64 / 1e9);
                format!("{}\u{a0}{}", catalogue.lang().number(&trip.number), trip.unit)
            })),
            path_mtu: figure(way.path_mtu_bytes.map(|bytes| bytes.to_string())),
            remedies: remedy::remedies(way, Some(source)).into_iter().map(|it| (say(it.place), it.line)).collect(),
        };
        match groups.last_mut().filter(|group| group.way == name) {
            Some(group) => group.rows.push(shown),
            None => groups.push(Group { way: name, rows: vec![shown] }),
        }
    }
    let notes = ways::deaf(reach, machines).into_iter().chain(ways::translations(reach, machines));
    let page = Ways { words, groups, notes: notes.map(|message| message.say(catalogue)).collect() };
    page.render().unwrap_or_default()
}

fn figure(shown: Option<String>) -> String {
    shown.unwrap_or_else(|| NOTHING.to_owned())
}

/// An address with its port, as it would be typed.
fn with_port(address: &str, port: u16) -> String {
    if address.contains(':') { format!("[{address}]:{port}") } else { format!("{address}:{port}") }
}

/// How a state looks. That a machine has no IPv6 is no fault of anything.
fn tone(state: WayState) -> &'static str {
    match state {
        WayState::Open => "tag--good",
        WayState::WrongFamily | WayState::Unknown | WayState::NotListening => "tag--note",
        _ => "tag--bad",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairperf_shared::config::Protocol;
    use pairperf_shared::reach::{Family, Way};

    fn way(direction: Direction, state: WayState) -> Way {
        Way {
            direction,
            protocol: Protocol::Udp,
            family: Family::Ipv6,
            address: Some("fd00::5".to_owned()),
            port: 7575,
            of_link: true,
            state,
            round_trip_ns: Some(1_310_000),
            path_mtu_bytes: Some(1500),
        }
    }

    fn found(reach: &Reach) -> WaysFound<'_> {
        WaysFound { reach, machines: Machines { here: "<a>", there: "b" }, sources: ["fd00::4", "fd00::5"] }
    }

    #[test]
    fn each_way_is_a_row_with_what_was_found() {
        let tried = [way(Direction::ToPeer, WayState::Open), way(Direction::FromPeer, WayState::NotListening)];
        let reach = Reach { ways: tried.to_vec(), ..Reach::default() };
        let shown = ways(Catalogue::english(), found(&reach));
        for part in
            ["[fd00::5]:7575", "UDP IPv6", "tag--good", "1.31\u{a0}ms", "figure\">1500", "&#60;a&#62; does not listen"]
        {
            assert!(shown.contains(part), "{part} is not in {shown}");
        }
        assert!(!shown.contains("What opens it"), "{shown}");
        assert_eq!(shown.matches("scope=\"row\"").count(), 1, "a machine that does not listen has no rows");
        let french = ways(Catalogue::of(pairperf_shared::Lang::Fr), found(&reach));
        assert!(french.contains("1,31\u{a0}ms") && french.contains("ouvert"), "{french}");
    }

    #[test]
    fn a_closed_way_tells_what_opens_it() {
        let tried = [way(Direction::FromPeer, WayState::Filtered), way(Direction::ToPeer, WayState::WrongFamily)];
        let reach = Reach { ways: tried.to_vec(), ..Reach::default() };
        let shown = ways(Catalogue::english(), found(&reach));
        assert_eq!(shown.matches("<summary>What opens it").count(), 1, "no rule gives a machine an address: {shown}");
        for part in [
            "b → &#60;a&#62;, UDP IPv6",
            "tag--bad",
            "tag--note",
            "ufw allow proto udp from fd00::5 to any port 7575",
            "aws ec2",
            "7575",
        ] {
            assert!(shown.contains(part), "{part} is not in {shown}");
        }
    }
}
