//! Whether the way that the streams are to take was found open.

use super::{PlanError, Side};
use crate::config::{Connect, Direction, Ports, Protocol, RunConfig};
use crate::host::HostFacts;
use crate::reach::{Reach, Way, WayState};

/// The way that the streams are to take must not have been found closed. The link itself proves that of TCP to the inviter.
pub(super) fn check(
    config: &RunConfig,
    [from, to]: [&HostFacts; 2],
    opener: Side,
    reach: &Reach,
) -> Result<(), PlanError> {
    let (from_name, host) = (from.name.clone(), to.name.clone());
    let against_link = config.connect == Connect::Inviter;
    if against_link && to.listens_at.is_none() {
        return Err(PlanError::NotListening { host, from: from_name });
    }
    if config.protocol == Protocol::Tcp && !against_link {
        return Ok(());
    }
    let Some(way) = closed(config, opener, reach) else { return Ok(()) };
    let (state, advice) = said(way);
    Err(PlanError::WayClosed {
        protocol: config.protocol.name().to_owned(),
        from: from_name,
        host,
        port: way.port,
        found: way.state,
        state: state.to_owned(),
        advice,
    })
}

/// The first way that the run needs and that was found closed; what was not looked at may be open.
fn closed<'a>(config: &RunConfig, opener: Side, reach: &'a Reach) -> Option<&'a Way> {
    let direction = match opener {
        Side::Coordinator => Direction::ToPeer,
        Side::Peer => Direction::FromPeer,
    };
    let tried: Vec<&Way> = reach
        .ways
        .iter()
        .filter(|way| way.direction == direction && way.protocol == config.protocol && way.state != WayState::Unknown)
        .collect();
    // The best of several addresses decides, and tells most where none is open.
    let best = |port: Option<u16>| {
        let at = tried.iter().copied().filter(|way| port.is_none_or(|port| way.port == port));
        at.min_by_key(|way| (way.state, !way.of_link)).filter(|way| way.state != WayState::Open)
    };
    if config.protocol == Protocol::Tcp || config.ports == Ports::Single {
        return best(None);
    }
    let base = u32::from(config.base_port);
    (base..base + config.port_count()).filter_map(|port| u16::try_from(port).ok()).find_map(|port| best(Some(port)))
}

/// What was found, in a few words, and what to do about it.
fn said(way: &Way) -> (&'static str, String) {
    let port = way.port;
    let (state, advice) = match way.state {
        WayState::Refused => {
            ("refused", "see that nothing but pairperf holds that port there, and that no firewall rejects it")
        }
        WayState::TcpOnly => {
            let advice =
                format!("publish the port for UDP too (Docker: -p {port}:{port}/udp) and allow it in the firewall");
            return ("unanswered although TCP is open", advice);
        }
        WayState::NotThePeer => {
            ("answered by something else", "check the address: a router or another program answers there")
        }
        WayState::WrongFamily => (
            "not possible: the machines have no address of one family in common",
            "give both an IPv4 or an IPv6 address",
        ),
        WayState::NotListening => ("closed: nothing listens there", "start that machine with `pairperf serve`"),
        WayState::Closed => ("closed", "open the port in the security group or firewall of that machine"),
        WayState::Filtered | WayState::Open | WayState::Unknown => {
            ("filtered: nothing comes back", "allow it in the security group or firewall of that machine")
        }
    };
    (state, advice.to_owned())
}
