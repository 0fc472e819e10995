//! How large an IP packet may be to arrive whole: greetings of many sizes that must not be cut up, and which of them are
//! answered (the idea of RFC 8899, packetization-layer path MTU discovery: no ICMP is needed or believed).

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use pairperf_shared::reach::Family;
use tokio::net::UdpSocket;
use tokio::time::{Instant, timeout_at};

use super::greeting::{Key, Kind, LENGTH, OVER_UDP, Words};
use crate::ids;

/// Packets that paths are known to end at, in bytes: loopback, jumbo frames (with and without a tunnel's header), Ethernet,
/// PPP over Ethernet, GRE, cloud networks, tunnels, and the least of IPv6 (RFC 8200 §5).
const USUAL: [u32; 20] = [
    65_536, 65_535, 9216, 9001, 9000, 8951, 8896, 8500, 4000, 1500, 1492, 1480, 1476, 1460, 1450, 1440, 1420, 1400,
    1380, 1280,
];
/// The least that IPv4 carries whole everywhere (RFC 791 §3.1, minimum reassembly size aside: what is common).
const SMALL: [u32; 2] = [576, 1000];
/// Sizes tried at once between one that came and one that did not.
const BETWEEN: u32 = 16;
/// Rounds after the first.
const ROUNDS: usize = 3;
/// An answer comes within three round trips and this much more.
const MARGIN: Duration = Duration::from_millis(50);

/// The largest packet, headers included, that arrives at the address; none where not even the smallest does.
pub(super) async fn measure(
    socket: &UdpSocket,
    target: SocketAddr,
    key: &Key,
    sizes: &[u32],
    round_trip: Duration,
    until: Instant,
) -> Option<u32> {
    let probe = Probe { socket, target, key, headers: Family::of(target.ip()).udp_headers() };
    // Without it sizes above the interface's would be cut up here and put together there.
    pairperf_engine::udp::path::never_cut(socket, target.is_ipv4()).ok()?;
    let wait = round_trip * 3 + MARGIN;
    let mut tried: BTreeSet<u32> = USUAL.iter().chain(&SMALL).chain(sizes).copied().collect();
    tried.retain(|&size| probe.fits(size));
    let mut came = 0;
    let mut missing = u32::MAX;
    for round in 0..=ROUNDS {
        let arrived = probe.round(&tried, (Instant::now() + wait).min(until)).await;
        came = came.max(arrived.last().copied().unwrap_or(0));
        missing = tried.iter().copied().filter(|&size| size > came).min().unwrap_or(missing).min(missing);
        if missing <= came {
            // Lost before by chance, and came now.
            missing = u32::MAX;
        }
        if came == 0 || missing - came <= 1 || missing == u32::MAX || round == ROUNDS || Instant::now() >= until {
            break;
        }
        tried = between(came, missing);
    }
    (came > 0).then_some(came)
}

/// Sizes between the two, evenly spread, and the missing one again: it may have been lost by chance.
fn between(came: u32, missing: u32) -> BTreeSet<u32> {
    let gap = missing - came;
    (1..=BETWEEN).map(|step| came + (gap * step).div_ceil(BETWEEN + 1)).chain([missing]).filter(|&s| s > came).collect()
}

struct Probe<'a> {
    socket: &'a UdpSocket,
    target: SocketAddr,
    key: &'a Key,
    headers: u32,
}

impl Probe<'_> {
    /// Whether there is a datagram of that size: one holds a greeting, and at most 65,535 bytes with its own header (RFC 768).
    fn fits(&self, size: u32) -> bool {
        let payload = size.saturating_sub(self.headers);
        let most = if self.target.is_ipv4() { 65_535 } else { 65_535 + 40 };
        payload >= LENGTH as u32 && size <= most
    }

    /// Says a greeting of each size; those that were answered.
    async fn round(&self, sizes: &BTreeSet<u32>, until: Instant) -> BTreeSet<u32> {
        let mut arrived = BTreeSet::new();
        let Ok(nonce) = ids::random() else { return arrived };
        let mut under_way = BTreeSet::new();
        // The smallest first: a large one must not fill the far end's buffer before them.
        for &size in sizes {
            let length = size - self.headers;
            let words = Words { kind: Kind::Greeting, nonce, at: self.target, length: length as u16 };
            let mut bytes = vec![0; length as usize];
            bytes[..LENGTH].copy_from_slice(&words.write(OVER_UDP, self.key));
            // Too large for this machine's own interface (EMSGSIZE), like all that follow, or refused: not under way.
            if self.socket.send(&bytes).await.is_ok() {
                under_way.insert(size);
            }
        }
        let mut room = [0; LENGTH];
        while !under_way.is_empty() {
            let length = match timeout_at(until, self.socket.recv(&mut room)).await {
                Err(_) => break,
                Ok(Err(_)) => continue,
                Ok(Ok(length)) => length,
            };
            let Some(answer) = Words::read(&room, OVER_UDP, self.key).filter(|_| length == LENGTH) else { continue };
            let size = u32::from(answer.length) + self.headers;
            if answer.kind == Kind::Answer && answer.nonce == nonce && under_way.remove(&size) {
                arrived.insert(size);
            }
        }
        arrived
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_rounds_find_any_size_to_a_few_bytes() {
        for edge in [1281, 1399, 1417, 2345, 7777, 8999, 64_000] {
            let (mut came, mut missing) = (1280, 65_536);
            for size in USUAL.iter().copied().filter(|&size| size <= edge) {
                came = came.max(size);
            }
            for size in USUAL.iter().copied().filter(|&size| size > edge) {
                missing = missing.min(size);
            }
            for _ in 0..ROUNDS {
                if missing - came <= 1 {
                    break;
                }
                let tried = between(came, missing);
                assert!(
                    tried.len() <= BETWEEN as usize + 1 && tried.iter().all(|&size| size > came && size <= missing)
                );
                came = tried.iter().copied().filter(|&size| size <= edge).max().unwrap_or(came);
                missing = tried.iter().copied().filter(|&size| size > edge).min().unwrap_or(missing);
            }
            assert!(came <= edge && edge - came < 16, "{edge}: {came}");
        }
    }
}
