//! Which ways between two nodes are open, found by trying them.
//!
//! Each node tries the addresses at which the other may be and keeps what it found. To the other it tells only what
//! it found where the other proved itself, and at the address their link comes from: nobody can have third machines
//! looked at through a node.

pub mod remedy;

use serde::{Deserialize, Serialize};

use crate::config::{Direction, Protocol};

/// One look at all ways between two nodes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Reach {
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// Every way tried. Directions are as this node sees them; in a record, as the coordinator does.
    pub ways: Vec<Way>,
    /// Where the addresses on the way are rewritten.
    pub translated: Vec<Translation>,
}

/// One way that was tried: from one node to one address and port of the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Way {
    /// Who tried: `to_peer` is this node towards the other.
    pub direction: Direction,
    /// TCP or UDP.
    pub protocol: Protocol,
    /// IPv4 or IPv6.
    pub family: Family,
    /// The address tried, without its port; null where there was none to try, or where it is the other node's own affair.
    pub address: Option<String>,
    /// The port.
    pub port: u16,
    /// Whether the link between the nodes goes to, or comes from, this address.
    pub of_link: bool,
    /// What was found.
    pub state: WayState,
    /// From the greeting to its answer, in nanoseconds.
    pub round_trip_ns: Option<u64>,
    /// The largest IP packet that arrives whole, headers included; UDP alone.
    pub path_mtu_bytes: Option<u32>,
}

/// Version of the Internet Protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// IPv4.
    Ipv4,
    /// IPv6.
    Ipv6,
}

/// What was found at the end of a way. The first is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WayState {
    /// The other node answered and proved itself.
    Open,
    /// UDP gets no answer where TCP does: as if the port were published for TCP only.
    TcpOnly,
    /// Somebody refused (a TCP reset, or ICMP port unreachable).
    Refused,
    /// No answer at all: most likely a firewall or a security rule drops it.
    Filtered,
    /// Something answered that is not the other node: its own machine, a router or another server.
    NotThePeer,
    /// This machine has no way to addresses of that family, or the other node has no such address.
    WrongFamily,
    /// The other node does not listen at all.
    NotListening,
    /// Not open; how, is the other node's own affair.
    Closed,
    /// Not tried.
    Unknown,
}

/// An address that is rewritten on the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Translation {
    /// Whose address: `to_peer` = the other node's as this one dials it.
    pub direction: Direction,
    /// As it is seen from outside.
    pub outside: String,
    /// As the machine itself sees it.
    pub inside: String,
    /// Whether that machine is a container.
    pub container: bool,
}

/// One row of the matrix: the best that was found for a direction, protocol, family and port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'a> {
    /// The best way.
    pub best: &'a Way,
    /// How many addresses were tried for it.
    pub tried: usize,
}

impl WayState {
    /// The key of its word in the message catalogue.
    pub fn key(self) -> &'static str {
        match self {
            Self::Open => "way-open",
            Self::TcpOnly => "way-tcp-only",
            Self::Refused => "way-refused",
            Self::Filtered => "way-filtered",
            Self::NotThePeer => "way-not-the-peer",
            Self::WrongFamily => "way-wrong-family",
            Self::NotListening => "way-not-listening",
            Self::Closed => "way-closed",
            Self::Unknown => "way-unknown",
        }
    }
}

impl Family {
    /// Of an address.
    pub fn of(address: core::net::IpAddr) -> Self {
        if address.to_canonical().is_ipv4() { Self::Ipv4 } else { Self::Ipv6 }
    }

    /// Bytes of its header and that of UDP (RFC 791, RFC 8200, RFC 768).
    pub fn udp_headers(self) -> u32 {
        match self {
            Self::Ipv4 => 28,
            Self::Ipv6 => 48,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ipv4 => "IPv4",
            Self::Ipv6 => "IPv6",
        }
    }
}

impl Reach {
    /// The best way of each direction, protocol, family and port, in a fixed order.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let key =
            |way: &Way| (way.direction == Direction::FromPeer, way.protocol == Protocol::Udp, way.family, way.port);
        let mut ways: Vec<&Way> = self.ways.iter().collect();
        ways.sort_by_key(|way| (key(way), way.state, !way.of_link));
        ways.chunk_by(|a, b| key(a) == key(b)).map(|same| Row { best: same[0], tried: same.len() }).collect()
    }

    /// The open way in that direction by that protocol; that of the link's own address before others.
    pub fn open(&self, direction: Direction, protocol: Protocol) -> Option<&Way> {
        let fits = |way: &&Way| way.direction == direction && way.protocol == protocol && way.state == WayState::Open;
        self.ways.iter().filter(fits).min_by_key(|way| (!way.of_link, way.family))
    }

    /// The same as the other node sees it.
    pub fn turned(mut self) -> Self {
        for way in &mut self.ways {
            way.direction = way.direction.turned();
        }
        for translation in &mut self.translated {
            translation.direction = translation.direction.turned();
        }
        self
    }

    /// The same with every text cleaned and every list bounded, for one that came from outside.
    pub fn cleaned(mut self) -> Self {
        const MOST_WAYS: usize = 256;
        const MOST_TRANSLATIONS: usize = 8;
        self.ways.truncate(MOST_WAYS);
        self.translated.truncate(MOST_TRANSLATIONS);
        for way in &mut self.ways {
            way.address = way.address.as_deref().map(crate::host::clean_text);
        }
        for translation in &mut self.translated {
            translation.outside = crate::host::clean_text(&translation.outside);
            translation.inside = crate::host::clean_text(&translation.inside);
        }
        self
    }
}
