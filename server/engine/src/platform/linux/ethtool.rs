//! What a network driver says of its card: the `SIOCETHTOOL` call (include/uapi/linux/ethtool.h).
//!
//! Reading needs no privilege. A driver that does not have something refuses it.

#![allow(unsafe_code, reason = "SIOCETHTOOL has no safe wrapper")]

mod statistics;

use std::net::UdpSocket;
use std::os::fd::AsRawFd;

pub(super) use statistics::Statistics;

/// `ETHTOOL_GDRVINFO`.
const DRIVER: u32 = 0x03;
/// `ETHTOOL_GRINGPARAM`.
const RINGS: u32 = 0x10;
/// `ETHTOOL_GFLAGS`, and of its bits `ETH_FLAG_LRO`.
const FLAGS: u32 = 0x25;
const LRO: u32 = 1 << 15;
/// Commands that say of one offload whether it is on: `ETHTOOL_GTSO`, `_GGSO`, `_GGRO`, `_GRXCSUM`, `_GTXCSUM`.
const SWITCHES: [(&str, u32); 5] =
    [("tso", 0x1e), ("gso", 0x23), ("gro", 0x2b), ("rx_checksum", 0x14), ("tx_checksum", 0x16)];

/// One interface, by a socket to ask through.
#[derive(Debug)]
pub(super) struct Ethtool {
    socket: UdpSocket,
    name: [libc::c_char; libc::IFNAMSIZ],
}

impl Ethtool {
    /// Of that interface; none where its name is none or there is no socket to be had.
    pub(super) fn of(interface: &str) -> Option<Self> {
        let socket = UdpSocket::bind("127.0.0.1:0").or_else(|_| UdpSocket::bind("[::1]:0")).ok()?;
        let mut name = [0; libc::IFNAMSIZ];
        // The last byte stays the end of the text.
        if interface.is_empty() || interface.len() >= name.len() {
            return None;
        }
        for (to, from) in name.iter_mut().zip(interface.bytes()) {
            *to = from as libc::c_char;
        }
        Some(Self { socket, name })
    }

    /// Whether each offload is on, as far as the driver says.
    pub(super) fn offloads(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let switch = |(name, command)| Some((name, self.word(command)? != 0));
        let lro = self.word(FLAGS).map(|flags| ("lro", flags & LRO != 0));
        SWITCHES.into_iter().filter_map(switch).chain(lro)
    }

    /// Descriptors that are in use of the rings for what comes and for what goes.
    pub(super) fn rings(&self) -> Option<(u32, u32)> {
        // struct ethtool_ringparam: the command, four maxima, then rx, rx_mini, rx_jumbo, tx.
        let mut words = [0_u64; 5];
        words[0] = head(RINGS, 0);
        self.ask(&mut words).then(|| (half(&words, 5), half(&words, 8)))
    }

    /// The version of the card's firmware.
    pub(super) fn firmware(&self) -> Option<String> {
        // struct ethtool_drvinfo: 196 bytes; `fw_version` comes after the command and two texts of 32 bytes.
        let mut words = [0_u64; 25];
        words[0] = head(DRIVER, 0);
        if !self.ask(&mut words) {
            return None;
        }
        let text = text(&bytes(&words)[68..100]);
        (!text.is_empty() && text != "N/A").then_some(text)
    }

    /// Counters of the driver that are worth keeping; none where there are none.
    pub(super) fn statistics(self) -> Option<Statistics> {
        Statistics::of(self)
    }

    /// An answer of one word.
    fn word(&self, command: u32) -> Option<u32> {
        let mut words = [head(command, 0)];
        self.ask(&mut words).then(|| half(&words, 1))
    }

    /// Asks; the first word holds the command, and what comes back must have room.
    fn ask(&self, words: &mut [u64]) -> bool {
        // SAFETY: all zeroes are a valid `ifreq`.
        let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
        request.ifr_name = self.name;
        request.ifr_ifru.ifru_data = words.as_mut_ptr().cast();
        // SAFETY: `request` and `words` outlive the call; each command's structure fits into the words it is asked with,
        // which those of variable length say or make sure of beforehand; the socket is open.
        unsafe { libc::ioctl(self.socket.as_raw_fd(), libc::SIOCETHTOOL as _, &raw mut request) == 0 }
    }
}

/// Two fields of 32 bits as the first word of a structure.
fn head(first: u32, second: u32) -> u64 {
    let (mut bytes, [a, b]) = ([0; 8], [first, second].map(u32::to_ne_bytes));
    bytes[..4].copy_from_slice(&a);
    bytes[4..].copy_from_slice(&b);
    u64::from_ne_bytes(bytes)
}

/// The field of 32 bits at that place.
fn half(words: &[u64], at: usize) -> u32 {
    let bytes = words.get(at / 2).copied().unwrap_or(0).to_ne_bytes();
    let from = at % 2 * 4;
    u32::from_ne_bytes([bytes[from], bytes[from + 1], bytes[from + 2], bytes[from + 3]])
}

fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

/// A text of fixed length up to its end, without what can't be shown.
fn text(bytes: &[u8]) -> String {
    let text = bytes.iter().take_while(|&&byte| byte != 0).filter(|byte| byte.is_ascii_graphic() || **byte == b' ');
    text.map(|&byte| char::from(byte)).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_segments_in_software() {
        let loopback = Ethtool::of("lo").unwrap();
        let offloads: Vec<_> = loopback.offloads().collect();
        assert!(offloads.iter().any(|(name, _)| *name == "gso"), "{offloads:?}");
        assert_eq!(loopback.rings(), None);
        assert!(loopback.statistics().is_none());
    }

    #[test]
    fn an_interface_that_is_not_there_says_nothing() {
        for name in ["", "no-such-card", "a-name-that-is-too-long-for-the-kernel"] {
            let Some(ghost) = Ethtool::of(name) else { continue };
            assert_eq!((ghost.rings(), ghost.firmware(), ghost.offloads().count()), (None, None, 0), "{name}");
        }
    }

    #[test]
    fn fields_lie_where_the_kernel_puts_them() {
        let words = [head(1, 2), head(3, 4)];
        assert_eq!([0, 1, 2, 3, 4].map(|at| half(&words, at)), [1, 2, 3, 4, 0]);
        assert_eq!(text(b"16.35.2000 (MT_1)\0\xff"), "16.35.2000 (MT_1)");
        assert_eq!(text(b"\x1b[1mx\xc3\0"), "[1mx");
    }
}
