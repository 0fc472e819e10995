//! The ways between this node and its peers: what was found of them, and where flows of datagrams come in.

use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

use pairperf_shared::config::Direction;
use pairperf_shared::reach::{Reach, Way as Found, WayState};
use pairperf_shared::record::Reason;

use socket2::{Domain, Protocol, Socket, Type};

use super::drive::Way;
use super::registry::Inner;

impl Inner {
    /// What was found last of the ways to the other node of a pairing, as this node sees them.
    pub(super) fn reach(&self, pairing: &str) -> Option<Arc<Reach>> {
        self.conversations().get(pairing)?.reach.clone()
    }

    /// Looks at the ways to the other node of a pairing, before a run.
    pub(super) async fn look(&self, pairing: &str) -> Option<Reach> {
        self.reach(pairing).as_deref().cloned()
    }

    /// The socket that flows of datagrams of a pairing's runs come to, beside the node's own at that port.
    pub(super) fn door(&self, way: &Way) -> Result<UdpSocket, Reason> {
        let failed = |message| Reason { code: "udp_port".to_owned(), message };
        let Some(listens) = self.listens else {
            return Err(failed(format!("{} does not listen, so no flows can be opened to it", self.name)));
        };
        let mut local = way.local;
        local.set_port(listens.port());
        beside(local).map_err(|error| failed(format!("{} can't take flows in at {local}/udp: {error}", self.name)))
    }
}

/// A socket at that address, beside others there (`SO_REUSEPORT`, `socket(7)`).
fn beside(local: SocketAddr) -> io::Result<UdpSocket> {
    let socket = Socket::new(Domain::for_address(local), Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_reuse_port(true)?;
    socket.bind(&local.into())?;
    Ok(socket.into())
}

/// What the other node may know of it, and both keep in the record: nothing of third addresses, which it could have had
/// looked at through this node.
pub(super) fn told(mut reach: Reach) -> Reach {
    let secret = |way: &Found| way.direction == Direction::ToPeer && !way.of_link && way.state != WayState::Open;
    for way in reach.ways.iter_mut().filter(|way| secret(way)) {
        *way = Found { address: None, state: WayState::Closed, round_trip_ns: None, path_mtu_bytes: None, ..*way };
    }
    reach.cleaned()
}

#[cfg(test)]
mod tests {
    use pairperf_shared::config::Protocol;
    use pairperf_shared::reach::Family;

    use super::*;

    #[test]
    fn what_was_found_at_third_addresses_stays_here() {
        let way = |direction, of_link, state| Found {
            direction,
            protocol: Protocol::Udp,
            family: Family::Ipv4,
            address: Some("10.0.0.4".to_owned()),
            port: 7575,
            of_link,
            state,
            round_trip_ns: Some(1),
            path_mtu_bytes: Some(1500),
        };
        let known = [
            way(Direction::ToPeer, true, WayState::Filtered),
            way(Direction::ToPeer, false, WayState::Open),
            way(Direction::FromPeer, false, WayState::Refused),
        ];
        let secret = way(Direction::ToPeer, false, WayState::Refused);
        let ways = [&known[..], &[secret]].concat();
        let told = told(Reach { ways, ..Reach::default() });
        assert_eq!(told.ways[..3], known);
        let left = &told.ways[3];
        assert_eq!((left.state, &left.address, left.round_trip_ns), (WayState::Closed, &None, None));
    }
}
