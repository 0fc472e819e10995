//! One look at all ways to the other node, from this end.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use futures_util::future::{join, join_all};
use pairperf_shared::config::{Direction, Protocol};
use pairperf_shared::reach::{Family, Reach, Translation, Way, WayState};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::doors::{Beside, Doors, Heard};
use super::found::Found;
use super::greeting::Key;
use super::offer::{Ends, Offer, Target};
use super::{tcp, udp};
use crate::ids::NoRandomness;

/// An address answers within this.
const ANSWER: Duration = Duration::from_millis(1200);
/// Everything is found within this, the path MTU too.
const ALL: Duration = Duration::from_millis(1900);

/// A look that goes on: while it lives, greetings of the other node are answered.
#[derive(Debug)]
pub struct Look {
    doors: Doors,
    ends: Ends,
    offer: Offer,
    _answered: Heard,
    _further: Vec<Beside>,
}

/// What is known of the two machines before the look.
#[derive(Debug, Clone, Default)]
pub struct Machines {
    /// Sizes of packets that interfaces of either take, in bytes.
    pub mtus: Vec<u32>,
    /// Whether this node runs in a container.
    pub here_container: bool,
    /// Whether the other one does.
    pub there_container: bool,
}

impl Look {
    /// Opens the doors for it; `further` are UDP ports besides the node's own that a plan needs.
    pub fn begin(doors: &Doors, pairing: &str, ends: Ends, further: &[u16]) -> Result<Self, NoRandomness> {
        let key = Key::draw()?;
        let (answered, (opened, taken)) = (doors.answer(&key, pairing), doors.further(further));
        let offer = Offer::own(doors, &key, further, taken, &ends);
        Ok(Self { doors: doors.clone(), ends, offer, _answered: answered, _further: opened })
    }

    /// What the other node is to be told.
    pub fn offer(&self) -> &Offer {
        &self.offer
    }

    /// Looks at all ways to the other node, given what it told. Within two seconds.
    pub async fn at(&self, theirs: &Offer, machines: &Machines) -> Reach {
        let mut reach = Reach { took_ms: 0, ways: Vec::new(), translated: self.on_the_link(theirs, machines) };
        let targets = theirs.targets(&self.ends);
        let (Some(port), Some(key), false) = (theirs.port(), theirs.key(), targets.is_empty()) else {
            reach.ways = nothing(Family::of(self.ends.remote.ip()), 0, WayState::NotListening, true);
            return reach;
        };
        let own = self.doors.notice(&key);
        let now = Instant::now();
        let turn = Mutex::new(());
        let path = udp::Path { until: now + ALL, sizes: &machines.mtus, turn: &turn };
        let look = udp::Look { key: &key, own: &own, until: now + ANSWER, path: Some(path) };
        let found = join_all(targets.iter().enumerate().map(|(number, target)| at(*target, look, number == 0))).await;
        for (target, (tcp, udp)) in targets.iter().zip(found) {
            if let Some(tcp) = tcp {
                reach.ways.push(way(target, Protocol::Tcp, &tcp));
            }
            reach.ways.push(way(target, Protocol::Udp, &udp));
            for arrived in [tcp, Some(udp)].into_iter().flatten().filter_map(|found| found.arrived) {
                note(&mut reach.translated, Direction::ToPeer, target.at, arrived, machines.there_container);
            }
        }
        for family in [Family::Ipv4, Family::Ipv6] {
            if !reach.ways.iter().any(|way| way.family == family) {
                reach.ways.extend(nothing(family, port, WayState::WrongFamily, false));
            }
        }
        reach
    }

    /// Where the two see the ends of their link differently. Ports of a link are drawn by kernels, except where it goes to.
    fn on_the_link(&self, theirs: &Offer, machines: &Machines) -> Vec<Translation> {
        let mut translated = Vec::new();
        let no_port = |at: SocketAddr| SocketAddr::new(at.ip().to_canonical(), 0);
        let (outside, inside) = (no_port(theirs.link_remote), no_port(self.ends.local));
        note(&mut translated, Direction::FromPeer, outside, inside, machines.here_container);
        let (outside, inside) = (no_port(self.ends.remote), no_port(theirs.link_local));
        note(&mut translated, Direction::ToPeer, outside, inside, machines.there_container);
        translated
    }
}

/// What is found at one address, by both protocols; a further port matters to UDP alone.
async fn at(target: Target, look: udp::Look<'_>, first: bool) -> (Option<Found>, Found) {
    if !has_way(target.at) {
        let none = Found::of(WayState::WrongFamily);
        return ((!target.further).then_some(none), none);
    }
    if target.further {
        return (None, udp::Look { path: None, ..look }.at(target.at, false).await);
    }
    let found = by_both(target, look, first).await;
    let is_open = |found: &Found| found.state == WayState::Open;
    if !target.of_link && !is_open(&found.1) && !found.0.is_some_and(|tcp| is_open(&tcp)) {
        // What is there is not told to the other node, so the time that the look takes must not tell it either.
        tokio::time::sleep_until(look.until).await;
    }
    found
}

async fn by_both(target: Target, look: udp::Look<'_>, first: bool) -> (Option<Found>, Found) {
    let (tcp, mut udp) = join(tcp::look(target.at, look.key, look.until), look.at(target.at, first)).await;
    let translated = tcp.arrived.is_some_and(|arrived| arrived.ip().to_canonical() != target.at.ip().to_canonical());
    udp.state = match (tcp.state, udp.state) {
        (WayState::Open, WayState::Filtered) => WayState::TcpOnly,
        // A machine that passes only TCP on to its container refuses the rest itself.
        (WayState::Open, WayState::Refused) if translated => WayState::TcpOnly,
        // Whoever took the connection there is silent here.
        (WayState::NotThePeer, WayState::Filtered) => WayState::NotThePeer,
        (_, udp) => udp,
    };
    (Some(tcp), udp)
}

/// Whether this machine has a way to that address at all. Connecting a UDP socket sends nothing (udp(7)).
fn has_way(to: SocketAddr) -> bool {
    let any: SocketAddr = match to {
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
        SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
    };
    std::net::UdpSocket::bind(any).and_then(|socket| socket.connect(to)).is_ok()
}

fn way(target: &Target, protocol: Protocol, found: &Found) -> Way {
    Way {
        direction: Direction::ToPeer,
        protocol,
        family: Family::of(target.at.ip()),
        address: Some(target.at.ip().to_string()),
        port: target.at.port(),
        of_link: target.of_link,
        state: found.state,
        round_trip_ns: found.round_trip.map(|time| time.as_nanos() as u64),
        path_mtu_bytes: found.path_mtu,
    }
}

/// Both ways where there is no address to look at.
fn nothing(family: Family, port: u16, state: WayState, of_link: bool) -> Vec<Way> {
    [Protocol::Tcp, Protocol::Udp]
        .map(|protocol| Way {
            direction: Direction::ToPeer,
            protocol,
            family,
            address: None,
            port,
            of_link,
            state,
            round_trip_ns: None,
            path_mtu_bytes: None,
        })
        .to_vec()
}

/// Notes a translation, once.
fn note(list: &mut Vec<Translation>, direction: Direction, outside: SocketAddr, inside: SocketAddr, container: bool) {
    let (outside_ip, inside_ip) = (outside.ip().to_canonical(), inside.ip().to_canonical());
    if outside_ip == inside_ip && outside.port() == inside.port() {
        return;
    }
    let (outside, inside) = if outside.port() == inside.port() {
        (outside_ip.to_string(), inside_ip.to_string())
    } else {
        (outside.to_string(), inside.to_string())
    };
    let translation = Translation { direction, outside, inside, container };
    if !list.contains(&translation) {
        list.push(translation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Ipv4Addr = Ipv4Addr::LOCALHOST;

    fn ends(local: u16, remote: u16, dialled: bool) -> Ends {
        Ends { local: (HERE, local).into(), remote: (HERE, remote).into(), dialled, same_machine: true }
    }

    /// A node's TCP listener and its doors.
    async fn node() -> (Doors, u16) {
        let listener = tokio::net::TcpListener::bind((HERE, 0)).await.unwrap();
        let bound = listener.local_addr().unwrap();
        let doors = Doors::open(bound, &[bound.to_string()]).unwrap();
        let hears = doors.clone();
        tokio::spawn(async move {
            use tokio::io::AsyncReadExt;
            while let Ok((mut socket, _)) = listener.accept().await {
                let hears = hears.clone();
                tokio::spawn(async move {
                    let mut head = [0; 2];
                    socket.read_exact(&mut head).await.unwrap();
                    let _ = hears.hear(socket, head, Instant::now() + ANSWER).await;
                });
            }
        });
        (doors, bound.port())
    }

    #[tokio::test]
    async fn two_nodes_find_each_other() {
        let ((doors, port), free) = (node().await, std::net::UdpSocket::bind((HERE, 0)).unwrap());
        let further = free.local_addr().unwrap().port();
        drop(free);
        let there = Look::begin(&doors, "p", ends(port, 1, false), &[further]).unwrap();
        let here = Look::begin(&Doors::closed(), "p", ends(1, port, true), &[]).unwrap();
        let machines = Machines { mtus: vec![65_536], ..Machines::default() };
        let found = here.at(there.offer(), &machines).await;
        let open: Vec<_> = found.ways.iter().filter(|way| way.state == WayState::Open).collect();
        assert_eq!(open.len(), 3, "{found:#?}");
        assert!(open.iter().all(|way| way.round_trip_ns.is_some() && way.of_link));
        assert_eq!(open[1].path_mtu_bytes, Some(65_535), "loopback passes the largest datagram there is");
        assert_eq!((open[2].port, open[2].path_mtu_bytes), (further, None));
        assert_eq!(found.ways.iter().filter(|way| way.state == WayState::WrongFamily).count(), 2);
        assert!(found.translated.is_empty(), "{found:#?}");
        let back = there.at(here.offer(), &machines).await;
        assert!(back.ways.iter().all(|way| way.state == WayState::NotListening));
    }

    #[tokio::test]
    async fn a_port_that_another_program_has_is_left_to_it_and_not_looked_at() {
        let ((doors, port), other) = (node().await, std::net::UdpSocket::bind((HERE, 0)).unwrap());
        // As another program of the same user would have it, that shares it with its own kind.
        socket2::SockRef::from(&other).set_reuse_port(true).unwrap();
        let taken = other.local_addr().unwrap().port();
        let there = Look::begin(&doors, "p", ends(port, 1, false), &[taken]).unwrap();
        let here = Look::begin(&Doors::closed(), "p", ends(1, port, true), &[]).unwrap();
        let found = here.at(there.offer(), &Machines::default()).await;
        assert!(found.ways.iter().all(|way| way.port == port), "{found:#?}");
        other.set_nonblocking(true).unwrap();
        assert!(other.recv(&mut [0; 64]).is_err(), "nobody greets it");
    }

    #[tokio::test]
    async fn whoever_does_not_know_the_key_is_not_the_peer() {
        let (doors, port) = node().await;
        let there = Look::begin(&doors, "p", ends(port, 1, false), &[]).unwrap();
        let here = Look::begin(&doors, "p", ends(1, port, true), &[]).unwrap();
        let offer = there.offer().clone();
        // The look is over at the other end: its key is known no more.
        drop(there);
        let found = here.at(&offer, &Machines::default()).await;
        let states: Vec<_> = found.ways.iter().take(2).map(|way| way.state).collect();
        assert_eq!(states, [WayState::NotThePeer; 2], "{found:#?}");
    }

    #[tokio::test(start_paused = true)]
    async fn how_long_it_takes_does_not_tell_what_answers_at_an_address_of_others() {
        let key = Key::draw().unwrap();
        let own = Doors::closed().notice(&key);
        let closed = std::net::TcpListener::bind((HERE, 0)).unwrap().local_addr().unwrap();
        for of_link in [false, true] {
            let until = Instant::now() + ANSWER;
            let look = udp::Look { key: &key, own: &own, until, path: None };
            let (tcp, _) = at(Target { at: closed, of_link, further: false }, look, false).await;
            assert_eq!(tcp.map(|found| found.state), Some(WayState::Refused));
            assert_eq!(Instant::now() < until, of_link, "what is found at the link's own address is told, and at once");
        }
    }

    #[test]
    fn a_translation_names_ports_only_where_they_differ() {
        let mut list = Vec::new();
        let at = |text: &str| text.parse().unwrap();
        for (outside, inside) in [
            ("10.0.0.1:1", "[::ffff:10.0.0.1]:1"),
            ("203.0.113.4:7575", "172.17.0.2:7575"),
            ("203.0.113.4:7575", "172.17.0.2:7575"),
            ("203.0.113.4:80", "172.17.0.2:7575"),
        ] {
            note(&mut list, Direction::ToPeer, at(outside), at(inside), true);
        }
        let shown: Vec<_> = list.iter().map(|one| (one.outside.as_str(), one.inside.as_str())).collect();
        assert_eq!(shown, [("203.0.113.4", "172.17.0.2"), ("203.0.113.4:80", "172.17.0.2:7575")]);
    }
}
