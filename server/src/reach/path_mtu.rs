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

/// Packets that paths are known to end at, in bytes: what IPv6 carries everywhere (RFC 8200 §5) and less, tunnels, cloud
/// networks, GRE, PPP over Ethernet, Ethernet.
const ETHERNET: [u32; 14] = [576, 1000, 1280, 1380, 1400, 1420, 1440, 1450, 1460, 1472, 1476, 1480, 1492, 1500];
/// The same for jumbo frames, with and without a tunnel's header.
const JUMBO: [u32; 8] = [1520, 4000, 8500, 8896, 8951, 9000, 9001, 9216];
/// The same within one machine.
const LOOPBACK: [u32; 3] = [16_436, 65_535, 65_536];
/// Bytes sent at once at most, so that they fit the far end's receive buffer, which is 208 KiB where nobody changed it
/// (`net.core.rmem_default`) and holds more than the payload.
const AT_ONCE: u32 = 96_000;
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
    let (mut came, mut missing) = (0, None);
    // Larger ones only where the largest before arrived: nobody's link is to be filled with what can't arrive.
    for usual in [&ETHERNET[..], &JUMBO, &LOOPBACK] {
        let most = usual.last().copied().unwrap_or(0);
        let further = sizes.iter().copied().filter(|&size| size > came && size <= most);
        let tried: BTreeSet<u32> = usual.iter().copied().chain(further).filter(|&size| probe.fits(size)).collect();
        came = probe.round(&tried, (Instant::now() + wait).min(until)).await.max(came);
        missing = tried.iter().copied().find(|&size| size > came);
        if missing.is_some() {
            break;
        }
    }
    for _ in 0..ROUNDS {
        let Some(gone) = missing.filter(|&gone| came > 0 && gone - came > 1 && Instant::now() < until) else { break };
        let tried = between(came, gone);
        came = probe.round(&tried, (Instant::now() + wait).min(until)).await.max(came);
        // None where the one that was missing had been lost by chance, and came now.
        missing = tried.iter().copied().find(|&size| size > came);
    }
    (came > 0).then_some(came)
}

/// Sizes between the two, evenly spread, and the missing one again: it may have been lost by chance.
fn between(came: u32, missing: u32) -> BTreeSet<u32> {
    let gap = missing - came;
    let steps = BETWEEN.min(AT_ONCE / missing).max(1);
    (1..=steps)
        .map(|step| came + (gap * step).div_ceil(steps + 1))
        .chain([missing])
        .filter(|&size| size > came)
        .collect()
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

    /// Says a greeting of each size; the largest that was answered, or 0.
    async fn round(&self, sizes: &BTreeSet<u32>, until: Instant) -> u32 {
        let mut arrived = 0;
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
                arrived = size.max(arrived);
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
        for edge in [1281, 1399, 1417, 2345, 7777, 8999] {
            let usual = || ETHERNET.iter().chain(&JUMBO).copied();
            let mut came = usual().filter(|&size| size <= edge).max().unwrap();
            let mut missing = usual().filter(|&size| size > edge).min().unwrap();
            for _ in 0..ROUNDS {
                if missing - came <= 1 {
                    break;
                }
                let tried = between(came, missing);
                assert!(tried.iter().all(|&size| size > came && size <= missing));
                assert!(tried.iter().sum::<u32>() <= AT_ONCE + missing);
                came = tried.iter().copied().filter(|&size| size <= edge).max().unwrap_or(came);
                missing = tried.iter().copied().filter(|&size| size > edge).min().unwrap_or(missing);
            }
            assert!(came <= edge && edge - came < 16, "{edge}: {came}");
        }
    }
}
