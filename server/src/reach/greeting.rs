//! What a node says to find out whether the other one is at the end of a way, and what that one answers.
//!
//! Both are 64 bytes, over TCP as over UDP, made with a key that the two told each other over their link for this one look.
//! Layout: first byte, version, kind, zero, tag of the key (8), nonce (16), address (16, IPv4 mapped into IPv6), port (2),
//! length of the whole datagram (2), proof (16). A greeting names the address it is sent to, an answer the one at which the
//! greeting came in: where the two differ, something on the way rewrites addresses. Numbers are big-endian.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::ids::{self, NoRandomness};

/// The first byte over TCP: that of a test stream, told apart from one by [`VERSION`].
pub(super) const OVER_TCP: u8 = 0xF5;
/// The first byte over UDP.
pub(super) const OVER_UDP: u8 = 0xF8;
/// The second byte; the preface of a test stream has 1 there.
pub const VERSION: u8 = 0x47;
/// Length of a greeting and of its answer; a greeting that measures the path is longer.
pub(super) const LENGTH: usize = 64;
/// Where the proof begins; it covers all before it.
const PROVEN: usize = 48;

/// Finds the key of a greeting without trying them all.
pub(super) type Tag = [u8; 8];

/// The key of one look: greetings to the node that drew it are made with it, and so are its answers.
#[derive(Clone)]
pub(super) struct Key([u8; 32]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Key {
    /// A fresh one.
    pub(super) fn draw() -> Result<Self, NoRandomness> {
        ids::random().map(Self)
    }

    /// Reads what the other node told.
    pub(super) fn read(hex: &str) -> Option<Self> {
        data_encoding::HEXLOWER.decode(hex.as_bytes()).ok()?.try_into().ok().map(Self)
    }

    /// What is told to the other node, over the link alone.
    pub(super) fn told(&self) -> String {
        data_encoding::HEXLOWER.encode(&self.0)
    }

    /// What marks its greetings.
    pub(super) fn tag(&self) -> Tag {
        let mut tag = Tag::default();
        tag.copy_from_slice(&self.mac(b"pairperf greeting tag").finalize().into_bytes()[..8]);
        tag
    }

    fn mac(&self, bytes: &[u8]) -> Hmac<Sha256> {
        // HMAC takes a key of any length, so this does not fail.
        let mut mac =
            <Hmac<Sha256> as Mac>::new_from_slice(&self.0).unwrap_or_else(|_| unreachable!("HMAC takes any key"));
        mac.update(b"pairperf greeting 1");
        mac.update(bytes);
        mac
    }
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The node that looks.
    Greeting,
    /// The node that was found.
    Answer,
}

/// A greeting or an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Words {
    /// Which of them.
    pub(super) kind: Kind,
    /// Drawn for every greeting, and said again in its answer.
    pub(super) nonce: [u8; 16],
    /// Where the greeting goes, or where it came in.
    pub(super) at: SocketAddr,
    /// Bytes of the whole greeting.
    pub(super) length: u16,
}

impl Words {
    /// The bytes, with their proof.
    pub(super) fn write(&self, first: u8, key: &Key) -> [u8; LENGTH] {
        let mut to = [0; LENGTH];
        to[0] = first;
        to[1] = VERSION;
        to[2] = match self.kind {
            Kind::Greeting => 1,
            Kind::Answer => 2,
        };
        to[4..12].copy_from_slice(&key.tag());
        to[12..28].copy_from_slice(&self.nonce);
        to[28..44].copy_from_slice(&mapped(self.at.ip()).octets());
        to[44..46].copy_from_slice(&self.at.port().to_be_bytes());
        to[46..48].copy_from_slice(&self.length.to_be_bytes());
        let proof = key.mac(&to[..PROVEN]).finalize().into_bytes();
        to[PROVEN..].copy_from_slice(&proof[..LENGTH - PROVEN]);
        to
    }

    /// The tag of what may be one of ours; nothing is proven by it.
    pub(super) fn tag(bytes: &[u8; LENGTH], first: u8) -> Option<Tag> {
        if bytes[..2] != [first, VERSION] {
            return None;
        }
        bytes[4..12].try_into().ok()
    }

    /// Reads what was made with the key; compared in constant time.
    pub(super) fn read(bytes: &[u8; LENGTH], first: u8, key: &Key) -> Option<Self> {
        if Self::tag(bytes, first)? != key.tag() {
            return None;
        }
        Self::proven(bytes, key)
    }

    /// The same where the tag has been compared already.
    pub(super) fn proven(bytes: &[u8; LENGTH], key: &Key) -> Option<Self> {
        key.mac(&bytes[..PROVEN]).verify_truncated_left(&bytes[PROVEN..]).ok()?;
        let kind = match bytes[2] {
            1 => Kind::Greeting,
            2 => Kind::Answer,
            _ => return None,
        };
        let ip = Ipv6Addr::from(<[u8; 16]>::try_from(&bytes[28..44]).ok()?);
        Some(Self {
            kind,
            nonce: bytes[12..28].try_into().ok()?,
            at: SocketAddr::new(IpAddr::V6(ip).to_canonical(), u16::from_be_bytes([bytes[44], bytes[45]])),
            length: u16::from_be_bytes([bytes[46], bytes[47]]),
        })
    }

    /// The answer to this greeting, which came in at that address.
    pub(super) fn answer(&self, at: SocketAddr) -> Self {
        Self { kind: Kind::Answer, at, ..*self }
    }
}

fn mapped(ip: IpAddr) -> Ipv6Addr {
    match ip {
        IpAddr::V4(ip) => ip.to_ipv6_mapped(),
        IpAddr::V6(ip) => ip,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words() -> Words {
        Words { kind: Kind::Greeting, nonce: [3; 16], at: "10.0.0.4:7575".parse().unwrap(), length: 64 }
    }

    #[test]
    fn words_are_read_back_with_their_key_alone() {
        let key = Key([7; 32]);
        for at in ["10.0.0.4:7575", "[fd00::4]:1"] {
            let said = Words { at: at.parse().unwrap(), ..words() };
            let bytes = said.write(OVER_UDP, &key);
            assert_eq!(Words::read(&bytes, OVER_UDP, &key), Some(said));
            assert_eq!(Words::read(&bytes, OVER_TCP, &key), None);
            assert_eq!(Words::read(&bytes, OVER_UDP, &Key([8; 32])), None);
        }
        assert_eq!(Key::read(&key.told()).unwrap().tag(), key.tag());
    }

    proptest! {
        #[test]
        fn one_changed_byte_is_noticed(place in 0..LENGTH, change in 1u8..=255) {
            let key = Key([7; 32]);
            let mut bytes = words().write(OVER_TCP, &key);
            bytes[place] ^= change;
            prop_assert_eq!(Words::read(&bytes, OVER_TCP, &key), None);
        }
    }
}
