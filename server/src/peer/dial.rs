//! From what a person typed to a channel: resolves the name, races its addresses, upgrades, shakes
//! hands; and the same again, shorter, when the connection breaks.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::{BoxFuture, FutureExt, join_all};
use futures_util::stream::FuturesUnordered;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::Error as SocketError;

use super::duplex::{Duplex, socket_config};
use super::error::PeerError;
use super::handshake::{Dialler, HandshakeError};
use super::hello::Refusal;
use super::keys::Key;
use super::link::{ByeReason, LinkEnd, Redial, RedialError};
use super::transport::Transport;

/// Where a node listens unless told otherwise.
pub const DEFAULT_PORT: u16 = 7575;

/// Addresses of one name that are tried.
const ADDRESSES: usize = 8;
const RESOLVE: Duration = Duration::from_secs(5);
const CONNECT: Duration = Duration::from_secs(3);
const UPGRADE: Duration = Duration::from_secs(5);
const RESUME: Duration = Duration::from_secs(10);
/// Head start of an address over the next.
const STAGGER: Duration = Duration::from_millis(250);

/// `HOST[:PORT]` as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// A name or an address, without brackets.
    pub host: String,
    /// The port, [`DEFAULT_PORT`] where none was given.
    pub port: u16,
}

impl FromStr for Target {
    type Err = PeerError;

    fn from_str(text: &str) -> Result<Self, PeerError> {
        let text = text.trim();
        let parts = if let Some(rest) = text.strip_prefix('[') {
            rest.split_once(']').and_then(|(host, port)| match port.strip_prefix(':') {
                Some(port) => Some((host, Some(port))),
                None => port.is_empty().then_some((host, None)),
            })
        } else if text.matches(':').count() > 1 {
            Some((text, None))
        } else {
            Some(text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port))))
        };
        let target = parts.and_then(|(host, port)| {
            let port = port.map_or(Ok(DEFAULT_PORT), str::parse).ok().filter(|&port| port != 0)?;
            is_host(host).then(|| Self { host: host.to_owned(), port })
        });
        // Shortened and without control characters: it goes back into messages and logs.
        target.ok_or_else(|| PeerError::BadAddress(text.chars().filter(|c| !c.is_control()).take(80).collect()))
    }
}

fn is_host(host: &str) -> bool {
    (1..=253).contains(&host.len())
        && host.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '%'))
        && (!host.contains([':', '%']) || host.split('%').next().is_some_and(|ip| ip.parse::<IpAddr>().is_ok()))
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

/// One address and how it went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The address tried.
    pub address: SocketAddr,
    /// How it went so far.
    pub outcome: AttemptOutcome,
}

/// How an address behaved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// Not known yet.
    Trying,
    /// A WebSocket at `/peer` opened.
    Answered,
    /// The machine refused the connection.
    Refused,
    /// Nothing came back.
    TimedOut,
    /// The network knows no way there.
    NoRoute,
    /// Something answered, but no pairperf.
    NotAPairperf(String),
    /// Something else.
    Failed(String),
}

impl AttemptOutcome {
    /// Stable word for it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Trying => "trying",
            Self::Answered => "answered",
            Self::Refused => "refused",
            Self::TimedOut => "timed_out",
            Self::NoRoute => "no_route",
            Self::NotAPairperf(_) => "not_a_pairperf",
            Self::Failed(_) => "failed",
        }
    }

    fn of(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::ConnectionRefused => Self::Refused,
            io::ErrorKind::TimedOut => Self::TimedOut,
            io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable | io::ErrorKind::AddrNotAvailable => {
                Self::NoRoute
            }
            _ => Self::Failed(error.to_string()),
        }
    }
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { address, outcome } = self;
        match outcome {
            AttemptOutcome::Trying => write!(f, "{address} is being tried"),
            AttemptOutcome::Answered => write!(f, "{address} answered"),
            AttemptOutcome::Refused => write!(f, "{address} refused the connection"),
            AttemptOutcome::TimedOut => write!(f, "{address} did not answer in time"),
            AttemptOutcome::NoRoute => write!(f, "there is no route to {address}"),
            AttemptOutcome::NotAPairperf(detail) => write!(f, "{address} is not a pairperf ({detail})"),
            AttemptOutcome::Failed(detail) => write!(f, "{address} failed ({detail})"),
        }
    }
}

/// A pairperf that answered.
pub(super) struct Reached {
    /// Where.
    pub(super) address: SocketAddr,
    /// This end's own address of the connection.
    pub(super) local: SocketAddr,
    pub(super) duplex: Duplex,
}

/// A socket to the first address that answered as a pairperf; `tried` hears of every change.
pub(super) async fn reach(target: &Target, tried: &(dyn Fn(&[Attempt]) + Send + Sync)) -> Result<Reached, PeerError> {
    let mut waiting = resolve(target).await?.into_iter();
    let mut attempts: Vec<Attempt> = Vec::new();
    let mut racing = FuturesUnordered::new();
    loop {
        if let Some(address) = waiting.next() {
            attempts.push(Attempt { address, outcome: AttemptOutcome::Trying });
            racing.push(connect(address).map(move |result| (address, result)));
            tried(&attempts);
        }
        let finished = tokio::select! {
            finished = racing.next() => finished,
            () = sleep(STAGGER), if waiting.len() > 0 => continue,
        };
        // None: nothing runs any more, and nothing waits either.
        let Some((address, result)) = finished else { return Err(unreachable_target(target, attempts)) };
        let (outcome, opened) = match result {
            Ok(opened) => (AttemptOutcome::Answered, Some(opened)),
            Err(outcome) => (outcome, None),
        };
        if let Some(attempt) = attempts.iter_mut().find(|attempt| attempt.address == address) {
            attempt.outcome = outcome;
        }
        tried(&attempts);
        if let Some((duplex, local)) = opened {
            return Ok(Reached { address, local, duplex });
        }
    }
}

/// That something else answers says more than that the rest doesn't.
fn unreachable_target(target: &Target, attempts: Vec<Attempt>) -> PeerError {
    let foreign = attempts.iter().find_map(|attempt| match &attempt.outcome {
        AttemptOutcome::NotAPairperf(detail) => Some((attempt.address, detail.clone())),
        _ => None,
    });
    match foreign {
        Some((address, detail)) => PeerError::NotAPairperf { address, detail },
        None => PeerError::Unreachable { target: target.clone(), attempts },
    }
}

/// Whether a pairperf answers, at each address of `target`; all are asked at once, and none is told anything.
pub async fn knock(target: &Target) -> Result<Vec<Attempt>, PeerError> {
    let ask = async |address| {
        let outcome = connect(address).await.map_or_else(|outcome| outcome, |_| AttemptOutcome::Answered);
        Attempt { address, outcome }
    };
    Ok(join_all(resolve(target).await?.into_iter().map(ask)).await)
}

async fn resolve(target: &Target) -> Result<Vec<SocketAddr>, PeerError> {
    let unresolved = |reason: String| PeerError::NameUnresolved { target: target.clone(), reason };
    let found = timeout(RESOLVE, lookup_host((target.host.as_str(), target.port))).await;
    let found = found.map_err(|_| unresolved("no answer in time".to_owned()))?;
    let addresses = in_turn(found.map_err(|error| unresolved(error.to_string()))?);
    if addresses.is_empty() { Err(unresolved("it has no address".to_owned())) } else { Ok(addresses) }
}

/// The system's order, families alternating, so that one broken family costs one head start.
fn in_turn(found: impl Iterator<Item = SocketAddr>) -> Vec<SocketAddr> {
    let mut distinct: Vec<SocketAddr> = Vec::new();
    for address in found {
        if !distinct.contains(&address) {
            distinct.push(address);
        }
    }
    let first_is_ipv6 = distinct.first().is_some_and(SocketAddr::is_ipv6);
    let (first, second): (Vec<_>, Vec<_>) =
        distinct.into_iter().partition(|address| address.is_ipv6() == first_is_ipv6);
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    let mut ordered = Vec::new();
    loop {
        let pair = [first.next(), second.next()];
        if pair == [None, None] || ordered.len() >= ADDRESSES {
            ordered.truncate(ADDRESSES);
            return ordered;
        }
        ordered.extend(pair.into_iter().flatten());
    }
}

/// A pipe to that address, and this end's own address of it.
async fn connect(address: SocketAddr) -> Result<(Duplex, SocketAddr), AttemptOutcome> {
    let stream = timeout(CONNECT, TcpStream::connect(address)).await;
    let stream = stream.map_err(|_| AttemptOutcome::TimedOut)?.map_err(|error| AttemptOutcome::of(&error))?;
    let local = stream.local_addr().map_err(|error| AttemptOutcome::of(&error))?;
    // Frames are small and wanted at once; a link that can't have it still works.
    let _ = stream.set_nodelay(true);
    let url = format!("ws://{}/peer", SocketAddr::new(address.ip(), address.port()));
    let upgrade = client_async_with_config(url, stream, Some(socket_config()));
    match timeout(UPGRADE, upgrade).await {
        Ok(Ok((socket, _))) => Ok((Duplex::from_tungstenite(socket), local)),
        Ok(Err(error)) => Err(AttemptOutcome::NotAPairperf(instead(&error))),
        Err(_) => Err(AttemptOutcome::NotAPairperf("it took the connection and said nothing".to_owned())),
    }
}

/// What came instead of an upgrade.
fn instead(error: &SocketError) -> String {
    match error {
        SocketError::Http(response) => format!("it answers with HTTP status {}", response.status().as_u16()),
        SocketError::Io(_) | SocketError::ConnectionClosed => "it closed the connection".to_owned(),
        _ => "it does not speak HTTP with WebSockets".to_owned(),
    }
}

/// Goes on with one pairing at the address that worked.
pub(super) struct Redialler {
    pub(super) dialler: Dialler,
    pub(super) address: SocketAddr,
    pub(super) peer_node: String,
    pub(super) link_key: Key,
}

impl Redial for Redialler {
    fn redial(&self) -> BoxFuture<'static, Result<Transport, RedialError>> {
        let Self { dialler, address, peer_node, link_key } = self;
        let (dialler, address, link_key) = (dialler.clone(), *address, link_key.clone());
        let peer_node = peer_node.clone();
        let resume = async move {
            let (duplex, _) = connect(address).await.map_err(|_| RedialError::Again)?;
            let resumed = dialler.resume(duplex, &link_key).await;
            resumed.map_err(|error| verdict(&error, &peer_node))
        };
        timeout(RESUME, resume).map(|result| result.unwrap_or(Err(RedialError::Again))).boxed()
    }
}

/// Whether the node that we were paired with says that the pairing is over. Another node may have
/// got its address meanwhile; that one knows nothing of it.
fn verdict(error: &HandshakeError, peer_node: &str) -> RedialError {
    match error {
        HandshakeError::Refused { refusal, node } if node == peer_node => match refusal {
            Refusal::UnknownPairing => RedialError::Over(LinkEnd::Restarted),
            Refusal::EndedPairing => RedialError::Over(LinkEnd::There(ByeReason::Unpaired)),
            _ => RedialError::Again,
        },
        // Only a restart changes a version.
        HandshakeError::Version { peer, .. } if peer.node == peer_node => RedialError::Over(LinkEnd::Restarted),
        _ => RedialError::Again,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn targets_are_read_as_people_type_them() {
        for (text, host, port) in [
            ("10.0.0.4", "10.0.0.4", 7575),
            (" 10.0.0.4:80 ", "10.0.0.4", 80),
            ("host.example:7576", "host.example", 7576),
            ("[fd00::4]:80", "fd00::4", 80),
            ("[fd00::4]", "fd00::4", 7575),
            ("fd00::4", "fd00::4", 7575),
            ("fe80::1%eth0", "fe80::1%eth0", 7575),
        ] {
            let target: Target = text.parse().unwrap();
            assert_eq!((target.host.as_str(), target.port), (host, port), "{text}");
            assert_eq!(target.to_string().parse::<Target>().unwrap(), target);
        }
        for wrong in ["", ":80", "host:", "host:0", "host:65536", "[fd00::4", "[fd00::4]x", "a b", "x/y", "a:b:c"] {
            assert_eq!(wrong.parse::<Target>().unwrap_err().code(), "bad_address", "{wrong}");
        }
    }

    #[test]
    fn families_take_turns_and_eight_addresses_are_tried() {
        let of = |text: &str| text.parse::<SocketAddr>().unwrap();
        let found = ["[::1]:1", "[::2]:1", "[::1]:1", "1.1.1.1:1", "1.1.1.2:1"].map(of);
        assert_eq!(in_turn(found.into_iter()), ["[::1]:1", "1.1.1.1:1", "[::2]:1", "1.1.1.2:1"].map(of));
        let many = (0..20).map(|last| SocketAddr::from(([10, 0, 0, last], 1)));
        assert_eq!(in_turn(many).len(), 8);
    }

    proptest! {
        #[test]
        fn foreign_text_never_panics(text in ".{0,80}") {
            let _ = text.parse::<Target>();
        }
    }
}
