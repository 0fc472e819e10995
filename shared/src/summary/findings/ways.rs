//! What the look at the ways between the machines found that a person should know.

use super::Seen;
use crate::config::{Direction, Protocol};
use crate::finding::{Finding, Severity};
use crate::reach::{Translation, WayState};

pub(super) fn of(seen: &Seen<'_>) -> Vec<Finding> {
    let Some(reach) = seen.reach else { return Vec::new() };
    // The coordinator looked: `to_peer` is from it to the peer.
    let host = |direction: Direction| {
        // The sender stands first.
        let to = usize::from(direction == seen.config.direction);
        seen.ends.get(to).map_or_else(String::new, |end| end.host.name.clone())
    };
    let mut found: Vec<Finding> = reach
        .translated
        .iter()
        .map(|Translation { direction, outside, inside, container }| {
            Finding::new("address_translated", Severity::Info)
                .with("host", host(*direction))
                .with("outside", outside.clone())
                .with("inside", inside.clone())
                .with("container", if *container { "yes" } else { "no" })
        })
        .collect();
    // Where neither goes through it is the machine that is closed, and that is usual for the one that dialled.
    for direction in [Direction::ToPeer, Direction::FromPeer] {
        if seen.config.protocol == Protocol::Tcp
            && reach.open(direction, Protocol::Tcp).is_some()
            && reach.open(direction, Protocol::Udp).is_none()
            && let Some(row) = reach.rows().iter().find(|row| {
                let way = row.best;
                let closed = matches!(way.state, WayState::TcpOnly | WayState::Refused | WayState::Filtered);
                way.direction == direction && way.protocol == Protocol::Udp && closed
            })
        {
            let port = row.best.port;
            found.push(
                Finding::new("udp_blocked", Severity::Info)
                    .with("host", host(direction))
                    .with("port", port)
                    .advise(&format!(
                        "Allow the port for UDP too, in the security group or firewall of that machine; Docker: -p {port}:{port}/udp."
                    )),
            );
        }
    }
    found
}
