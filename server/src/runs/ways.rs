//! The ways between this node and its peers: what was found of them, and where flows of datagrams come in.

use std::net::SocketAddr;
use std::sync::Arc;

use pairperf_shared::config::{Direction, Ports, Protocol, RunConfig};
use pairperf_shared::reach::{Reach, Way as Found, WayState};
use pairperf_shared::record::Reason;

use super::drive::Way;
use super::registry::Inner;
use crate::reach::Beside;

impl Inner {
    /// What was found last of the ways to the other node of a pairing, as this node sees them.
    pub(super) fn reach(&self, pairing: &str) -> Option<Arc<Reach>> {
        self.conversations().get(pairing)?.reach.clone()
    }

    /// Where flows of datagrams of a pairing's runs come in: this node's address behind the one that the other node dials,
    /// where a look has shown it, else that of the link.
    pub(super) fn door(&self, way: &Way, dialled: Option<SocketAddr>) -> Result<Beside, Reason> {
        let failed = |message| Reason { code: "udp_port".to_owned(), message };
        let Some(port) = self.doors.port() else {
            return Err(failed(format!("{} does not listen, so no flows can be opened to it", self.name)));
        };
        let shown = dialled.and_then(|dialled| self.doors.local_of(&way.pairing, dialled));
        let mut local = shown.unwrap_or(way.local);
        local.set_port(port);
        self.doors
            .beside(local)
            .map_err(|error| failed(format!("{} can't take flows in at {local}/udp: {error}", self.name)))
    }
}

/// The UDP ports that a run needs besides the node's own.
pub(super) fn further_ports(config: &RunConfig) -> Vec<u16> {
    if config.protocol != Protocol::Udp || config.ports != Ports::Ntttcp {
        return Vec::new();
    }
    (0..config.streams).filter_map(|stream| u16::try_from(u32::from(config.base_port) + stream).ok()).collect()
}

/// What the other node may know of it, and both keep in the record: nothing of third addresses, which it could have had
/// looked at through this node. Where it proved itself by one protocol, what the other protocol met there is its own affair.
pub(super) fn told(mut reach: Reach) -> Reach {
    let ours = |way: &&Found| way.direction == Direction::ToPeer;
    let open = reach.ways.iter().filter(ours).filter(|way| way.state == WayState::Open);
    let proven: Vec<_> = open.filter_map(|way| Some((way.address.clone()?, way.port))).collect();
    let is_proven = |address: &str, port| proven.iter().any(|at| at.0 == address && at.1 == port);
    let secret = |way: &Found| {
        let third = way.address.as_deref().is_some_and(|address| !is_proven(address, way.port));
        way.direction == Direction::ToPeer && third && !way.of_link && way.state != WayState::Open
    };
    for way in reach.ways.iter_mut().filter(|way| secret(way)) {
        *way = Found { address: None, state: WayState::Closed, round_trip_ns: None, path_mtu_bytes: None, ..*way };
    }
    reach.cleaned()
}

#[cfg(test)]
mod tests {
    use pairperf_shared::reach::Family;

    use super::*;

    #[test]
    fn what_was_found_at_third_addresses_stays_here() {
        let way = |direction, of_link, state| Found {
            direction,
            protocol: Protocol::Udp,
            family: Family::Ipv4,
            address: Some(if of_link { "10.0.0.4" } else { "10.0.0.5" }.to_owned()),
            port: 7575,
            of_link,
            state,
            round_trip_ns: Some(1),
            path_mtu_bytes: Some(1500),
        };
        let known = [
            way(Direction::ToPeer, true, WayState::Filtered),
            Found { protocol: Protocol::Tcp, ..way(Direction::ToPeer, false, WayState::Open) },
            way(Direction::ToPeer, false, WayState::TcpOnly),
            way(Direction::FromPeer, false, WayState::Refused),
        ];
        let third = Some("10.0.0.6".to_owned());
        let secret = Found { address: third, ..way(Direction::ToPeer, false, WayState::Refused) };
        let ways = [&known[..], &[secret]].concat();
        let told = told(Reach { ways, ..Reach::default() });
        assert_eq!(told.ways[..4], known);
        let left = &told.ways[4];
        assert_eq!((left.state, &left.address, left.round_trip_ns), (WayState::Closed, &None, None));
    }
}
