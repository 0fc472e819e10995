//! What a node tells the other so that it can be looked for. The other's is foreign input.

use std::net::{IpAddr, SocketAddr};

use serde::{Deserialize, Serialize};

use super::doors::{Doors, is_loopback};
use super::greeting::Key;

/// Addresses of a node that are looked at.
const ADDRESSES: usize = 8;
/// Further ports of a node that are looked at.
const FURTHER: usize = 64;

/// Where and how to look for a node.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The key of greetings to it, 64 hexadecimal digits.
    key: String,
    /// The port at which it listens over TCP and UDP; null where it does not listen.
    port: Option<u16>,
    /// Addresses at which it may be, with ports.
    addresses: Vec<SocketAddr>,
    /// Further UDP ports that matter; it listens there for now, except at those in `taken`.
    further: Vec<u16>,
    /// Those of them that it could not open. Nobody looks there: what is found would not be the network's doing, and whoever
    /// opens them for the run says why it can't.
    #[serde(default)]
    taken: Vec<u16>,
    /// Its own address as the socket of their link has it.
    pub(super) link_local: SocketAddr,
    /// The other node's address as it sees it.
    pub(super) link_remote: SocketAddr,
}

impl std::fmt::Debug for Offer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { key: _, port, addresses, further, taken, link_local, link_remote } = self;
        f.debug_struct("Offer")
            .field("port", port)
            .field("addresses", addresses)
            .field("further", further)
            .field("taken", taken)
            .field("link_local", link_local)
            .field("link_remote", link_remote)
            .finish_non_exhaustive()
    }
}

/// The two ends of the link between the nodes, as this one sees them.
#[derive(Debug, Clone, Copy)]
pub struct Ends {
    /// This node's own address.
    pub local: SocketAddr,
    /// The other node's; where this node dialled, with the port at which that one listens.
    pub remote: SocketAddr,
    /// Whether this node dialled.
    pub dialled: bool,
    /// Whether both run on one machine.
    pub same_machine: bool,
}

/// One address and port to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Target {
    /// Where.
    pub(super) at: SocketAddr,
    /// Whether the link goes to that address and port, or comes from the address of a node that listens at the port.
    pub(super) of_link: bool,
    /// A further port: UDP alone, and nothing but whether it is open.
    pub(super) further: bool,
}

impl Offer {
    /// This node's own; of the `further` ports it could not open those that are `taken`.
    pub(super) fn own(doors: &Doors, key: &Key, further: &[u16], taken: Vec<u16>, ends: &Ends) -> Self {
        let mut addresses: Vec<SocketAddr> = doors.addresses().iter().copied().map(canonical).collect();
        let loopback = doors.only_here() || ends.same_machine;
        addresses.retain(|at| may_be(at.ip()) && (loopback || !is_loopback(at.ip())));
        addresses.truncate(ADDRESSES);
        Self {
            key: key.told(),
            port: doors.port(),
            addresses,
            further: further.to_vec(),
            taken,
            link_local: ends.local,
            link_remote: ends.remote,
        }
    }

    /// Its key, if it is one.
    pub(super) fn key(&self) -> Option<Key> {
        Key::read(&self.key)
    }

    /// The further UDP ports that matter, as far as they are looked at.
    pub fn further(&self) -> &[u16] {
        &self.further[..self.further.len().min(FURTHER)]
    }

    /// The port at which it listens.
    pub(super) fn port(&self) -> Option<u16> {
        self.port.filter(|&port| port != 0)
    }

    /// What to look at: the link's own address first, then what it offers; nothing twice, and never more than is allowed,
    /// whatever it says.
    pub(super) fn targets(&self, ends: &Ends) -> Vec<Target> {
        let Some(port) = self.port() else { return Vec::new() };
        let link = canonical(ends.remote);
        let link = if ends.dialled { link } else { SocketAddr::new(link.ip(), port) };
        let mut targets = vec![Target { at: link, of_link: true, further: false }];
        let loopback = ends.same_machine || is_loopback(link.ip());
        for at in self.addresses.iter().copied().map(canonical).take(ADDRESSES) {
            let known = targets.iter().any(|target| target.at == at);
            if !known && at.port() != 0 && may_be(at.ip()) && (loopback || !is_loopback(at.ip())) {
                // Other ports there may be others' affair: the link may come through a tunnel or a translation of addresses.
                targets.push(Target { at, of_link: false, further: false });
            }
        }
        let is_open = |port: u16| port != 0 && port != link.port() && !self.taken.contains(&port);
        let mut further: Vec<u16> = self.further().iter().copied().filter(|&port| is_open(port)).collect();
        further.sort_unstable();
        further.dedup();
        targets.extend(further.into_iter().map(|port| Target {
            at: SocketAddr::new(link.ip(), port),
            of_link: true,
            further: true,
        }));
        targets
    }
}

/// An IPv4 address that comes dressed as IPv6 as what it is.
pub(super) fn canonical(at: SocketAddr) -> SocketAddr {
    match at {
        // Its scope is needed where it is link-local.
        SocketAddr::V6(v6) if v6.ip().to_ipv4_mapped().is_none() => at,
        _ => SocketAddr::new(at.ip().to_canonical(), at.port()),
    }
}

/// Whether one machine may be meant: link-local addresses mean another one at the other end.
fn may_be(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !(ip.is_unspecified() || ip.is_link_local() || ip.is_multicast() || ip.is_broadcast()),
        IpAddr::V6(ip) => !(ip.is_unspecified() || ip.is_unicast_link_local() || ip.is_multicast()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(dialled: bool) -> Ends {
        let at = |text: &str| text.parse().unwrap();
        Ends { local: at("10.0.0.1:40000"), remote: at("[::ffff:10.0.0.2]:7575"), dialled, same_machine: false }
    }

    fn offer(addresses: &[&str], further: Vec<u16>) -> Offer {
        let at = |text: &str| text.parse().unwrap();
        Offer {
            key: "00".repeat(32),
            port: Some(7000),
            addresses: addresses.iter().map(|text| at(text)).collect(),
            further,
            taken: Vec::new(),
            link_local: at("10.0.0.2:7000"),
            link_remote: at("10.0.0.1:40000"),
        }
    }

    fn shown(targets: &[Target]) -> Vec<String> {
        targets.iter().map(|target| target.at.to_string()).collect()
    }

    #[test]
    fn a_peer_makes_nobody_look_further_than_eight_addresses_of_one_machine() {
        let said =
            ["10.0.0.2:7000", "127.0.0.1:22", "169.254.1.1:7000", "[fe80::1]:7000", "224.0.0.1:7000", "[fd00::2]:7000"];
        assert_eq!(shown(&offer(&said, vec![]).targets(&ends(false))), ["10.0.0.2:7000", "[fd00::2]:7000"]);
        // The dialler knows where it dialled, whatever port the other end says.
        assert_eq!(shown(&offer(&[], vec![]).targets(&ends(true))), ["10.0.0.2:7575"]);
        let many: Vec<String> = (0..100).map(|last| format!("10.0.1.{last}:7000")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let targets = offer(&many, (1..1000).collect()).targets(&ends(false));
        assert_eq!(targets.iter().filter(|target| target.further).count(), FURTHER);
        assert_eq!(targets.len(), 1 + ADDRESSES + FURTHER);
    }

    #[test]
    fn only_the_port_of_the_link_is_of_the_link() {
        let targets = offer(&["10.0.0.2:22", "10.0.0.2:7000"], vec![]).targets(&ends(false));
        assert_eq!(shown(&targets), ["10.0.0.2:7000", "10.0.0.2:22"]);
        assert_eq!(targets.iter().map(|target| target.of_link).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn a_port_that_the_other_node_could_not_open_is_not_looked_at() {
        let offer = Offer { taken: vec![5002], ..offer(&[], vec![5001, 5002]) };
        assert_eq!(shown(&offer.targets(&ends(false))), ["10.0.0.2:7000", "10.0.0.2:5001"]);
        assert_eq!(offer.further(), [5001, 5002], "this node opens its own all the same");
    }

    #[test]
    fn a_node_that_does_not_listen_is_not_looked_for() {
        assert!(Offer { port: None, ..offer(&["10.0.0.2:7000"], vec![]) }.targets(&ends(false)).is_empty());
    }
}
