//! The ways between two machines as the command line prints them. `UPDATE_GOLDEN=1` rewrites the files.

#![expect(clippy::unwrap_used, reason = "a test that can't go on says so by ending")]

use std::path::PathBuf;

use pairperf_shared::config::{Direction, Protocol};
use pairperf_shared::reach::{Family, Reach, Translation, Way, WayState};
use pairperf_shared::report::text;
use pairperf_shared::report::ways::Machines;
use pairperf_shared::text::Catalogue;

const MACHINES: Machines<'_> = Machines { here: "bert", there: "anna" };

#[track_caller]
fn check(file: &str, made: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert_eq!(made, kept, "{file} differs from what was kept; UPDATE_GOLDEN=1 rewrites it");
}

fn way(direction: Direction, protocol: Protocol, address: Option<&str>, state: WayState) -> Way {
    let family = if address.is_some_and(|address| address.contains(':')) { Family::Ipv6 } else { Family::Ipv4 };
    let open = state == WayState::Open;
    Way {
        direction,
        protocol,
        family,
        address: address.map(str::to_owned),
        port: 7575,
        of_link: address == Some("10.0.0.4"),
        state,
        round_trip_ns: open.then_some(312_400),
        path_mtu_bytes: (open && protocol == Protocol::Udp).then_some(1500),
    }
}

#[test]
fn a_command_that_does_not_listen() {
    let of = |protocol, address, state| way(Direction::ToPeer, protocol, Some(address), state);
    let from = |protocol| way(Direction::FromPeer, protocol, None, WayState::NotListening);
    let reach = Reach {
        took_ms: 1104,
        ways: vec![
            of(Protocol::Tcp, "10.0.0.4", WayState::Open),
            of(Protocol::Udp, "10.0.0.4", WayState::TcpOnly),
            of(Protocol::Tcp, "fd00::4", WayState::Filtered),
            of(Protocol::Udp, "fd00::4", WayState::Filtered),
            from(Protocol::Tcp),
            from(Protocol::Udp),
        ],
        translated: vec![],
    };
    check("ways-command.txt", &text::ways(&reach, MACHINES, Some("10.0.0.7"), Catalogue::english()));
}

#[test]
fn two_servers_with_rewritten_addresses() {
    let reach = Reach {
        took_ms: 840,
        ways: vec![
            way(Direction::ToPeer, Protocol::Tcp, Some("203.0.113.9"), WayState::Open),
            way(Direction::ToPeer, Protocol::Udp, Some("203.0.113.9"), WayState::Open),
            way(Direction::FromPeer, Protocol::Tcp, None, WayState::Closed),
            way(Direction::FromPeer, Protocol::Udp, None, WayState::Unknown),
        ],
        translated: vec![Translation {
            direction: Direction::ToPeer,
            outside: "203.0.113.9".to_owned(),
            inside: "172.17.0.2".to_owned(),
            container: true,
        }],
    };
    check("ways-servers.txt", &text::ways(&reach, MACHINES, Some("10.0.0.7"), Catalogue::english()));
}
