//! Looks whether the other node is at an address, over UDP, and how large a packet gets there whole.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::{Duration, Instant};

use pairperf_shared::reach::WayState;
use tokio::net::UdpSocket;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant as Deadline, timeout_at};

use super::doors::Heard;
use super::found::{Found, of_error};
use super::greeting::{Key, Kind, LENGTH, OVER_UDP, Words};
use super::path_mtu;
use crate::ids;

/// When the greeting is said: once, and again where no answer came.
const SAID: [Duration; 3] = [Duration::ZERO, Duration::from_millis(150), Duration::from_millis(450)];

/// How a path is measured.
#[derive(Debug, Clone, Copy)]
pub(super) struct Path<'a> {
    /// It is over by then.
    pub(super) until: Deadline,
    /// Sizes to try besides the usual ones.
    pub(super) sizes: &'a [u32],
    /// One path at a time: the far end has one buffer for all.
    pub(super) turn: &'a Mutex<()>,
}

/// How an address is looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look<'a> {
    /// The key of the other node.
    pub(super) key: &'a Key,
    /// Greetings of ours that come back.
    pub(super) own: &'a Heard,
    /// The answer comes by then.
    pub(super) until: Deadline,
    /// How to measure the path too, where that matters.
    pub(super) path: Option<Path<'a>>,
}

impl Look<'_> {
    /// What is found there; `first` has its path measured before any other.
    pub(super) async fn at(&self, target: SocketAddr, first: bool) -> Found {
        // Taken before the greeting: another address may answer sooner.
        let early = self.path.filter(|_| first).and_then(|path| path.turn.try_lock().ok());
        let socket = match connected(target).await {
            Ok(socket) => socket,
            Err(error) => {
                // This machine's own routes decide here: nothing has been sent.
                let state = of_error(&error);
                return Found::of(if state == WayState::Refused { WayState::WrongFamily } else { state });
            }
        };
        let mut found = self.greet(&socket, target).await;
        if let (Some(Path { until, sizes, turn }), Some(round_trip)) = (self.path, found.round_trip)
            && let Ok(_turn) = timeout_at(until, taken(early, turn)).await
        {
            found.path_mtu = path_mtu::measure(&socket, target, self.key, sizes, round_trip, until).await;
        }
        found
    }

    async fn greet(&self, socket: &UdpSocket, target: SocketAddr) -> Found {
        let Ok(drawn) = ids::random::<16>() else { return Found::of(WayState::Unknown) };
        // The last byte tells which of the greetings was answered.
        let nonce = |attempt: usize| {
            let mut nonce = drawn;
            nonce[15] = attempt as u8;
            nonce
        };
        let begun = Deadline::now();
        let mut said: Vec<Instant> = Vec::with_capacity(SAID.len());
        let mut worst = WayState::Filtered;
        let mut refusals = 0;
        let mut room = [0; LENGTH];
        loop {
            let next = SAID.get(said.len()).map_or(self.until, |&after| (begun + after).min(self.until));
            match timeout_at(next, socket.recv(&mut room)).await {
                Err(_) if Deadline::now() >= self.until => break,
                Err(_) => {
                    let attempt = said.len();
                    said.push(Instant::now());
                    let words =
                        Words { kind: Kind::Greeting, nonce: nonce(attempt), at: target, length: LENGTH as u16 };
                    let bytes = words.write(OVER_UDP, self.key);
                    // An error of the greeting before is told first, and nothing is sent then (udp(7)).
                    if socket.send(&bytes).await.is_err()
                        && let Err(error) = socket.send(&bytes).await
                    {
                        worst = worst.min(of_error(&error));
                    }
                }
                // ICMP, about one of the greetings (udp(7)); another answer may still come.
                Ok(Err(error)) => {
                    worst = worst.min(of_error(&error));
                    refusals += 1;
                }
                Ok(Ok(length)) => {
                    let answer = Words::read(&room, OVER_UDP, self.key).filter(|_| length == LENGTH);
                    let attempt = answer.and_then(|answer| {
                        let attempt = usize::from(answer.nonce[15]);
                        (answer.kind == Kind::Answer && answer.nonce == nonce(attempt)).then_some((attempt, answer.at))
                    });
                    match attempt.and_then(|(attempt, at)| Some((said.get(attempt)?, at))) {
                        Some((said, at)) => return Found::open(said.elapsed(), at),
                        None => worst = WayState::NotThePeer,
                    }
                }
            }
            if refusals >= SAID.len() {
                break;
            }
        }
        if (0..said.len()).any(|attempt| self.own.came_back(&nonce(attempt))) {
            worst = WayState::NotThePeer;
        }
        Found::of(worst)
    }
}

/// The turn, if it was not taken already.
async fn taken<'a>(early: Option<MutexGuard<'a, ()>>, turn: &'a Mutex<()>) -> MutexGuard<'a, ()> {
    match early {
        Some(early) => early,
        None => turn.lock().await,
    }
}

/// A socket that hears that address alone. Connecting sends nothing; it fails where there is no way to the address.
async fn connected(target: SocketAddr) -> io::Result<UdpSocket> {
    let any: SocketAddr = match target {
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
        SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
    };
    let socket = UdpSocket::bind(any).await?;
    socket.connect(target).await?;
    Ok(socket)
}
