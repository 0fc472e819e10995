//! Keys from keys: what the key exchange yields becomes confirmation keys, the channel's
//! pre-shared key and the key for resuming. Secrets never show in debug output.

use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// A secret of 32 bytes.
#[derive(Clone)]
pub(super) struct Key([u8; 32]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Key {
    pub(super) fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub(super) fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Code of `message` under this key.
    pub(super) fn authenticate(&self, message: &[u8]) -> Vec<u8> {
        self.mac(message).finalize().into_bytes().to_vec()
    }

    /// Checks such a code, in constant time.
    pub(super) fn verify(&self, message: &[u8], code: &[u8]) -> bool {
        self.mac(message).verify_slice(code).is_ok()
    }

    fn mac(&self, message: &[u8]) -> Hmac<Sha256> {
        // A key shorter than the hash's block is filled with zeros by definition; filling it here
        // leaves no error to handle.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.0);
        let mut mac = <Hmac<Sha256> as Mac>::new(&block.into());
        mac.update(message);
        mac
    }

    /// A key for one use, bound to what both nodes said.
    pub(super) fn derive(&self, said: &Transcript, usage: &str) -> Self {
        let mut key = [0; 32];
        let expanded = Hkdf::<Sha256>::new(Some(&said.digest()), &self.0).expand(usage.as_bytes(), &mut key);
        debug_assert!(expanded.is_ok(), "32 bytes are within what HKDF gives");
        Self(key)
    }
}

/// Everything that both nodes said so far, hashed; each part counts with its length.
#[derive(Clone)]
pub(super) struct Transcript(Sha256);

impl Transcript {
    pub(super) fn new(purpose: &str) -> Self {
        Self(Sha256::new()).with(purpose.as_bytes())
    }

    pub(super) fn with(mut self, part: &[u8]) -> Self {
        self.0.update((part.len() as u64).to_be_bytes());
        self.0.update(part);
        self
    }

    pub(super) fn digest(&self) -> [u8; 32] {
        self.0.clone().finalize().into()
    }
}

/// All that comes of one key exchange.
#[derive(Debug)]
pub(super) struct PairKeys {
    /// The dialler proves itself with it.
    pub(super) dialler: Key,
    /// The inviter proves itself with it.
    pub(super) inviter: Key,
    /// Pre-shared key of the channel.
    pub(super) channel: Key,
    /// Key for resuming.
    pub(super) link: Key,
}

impl PairKeys {
    pub(super) fn derive(exchanged: &Key, said: &Transcript) -> Self {
        Self {
            dialler: exchanged.derive(said, "pairperf 1 dialler confirms"),
            inviter: exchanged.derive(said, "pairperf 1 inviter confirms"),
            channel: exchanged.derive(said, "pairperf 1 channel"),
            link: exchanged.derive(said, "pairperf 1 link"),
        }
    }
}

/// Pre-shared key of a resumed channel; both nodes' fresh nonces are in the transcript.
pub(super) fn resumed_channel(link: &Key, said: &Transcript) -> Key {
    link.derive(said, "pairperf 1 resumed channel")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart_by_their_lengths() {
        let digest = |parts: &[&[u8]]| parts.iter().fold(Transcript::new("x"), |said, part| said.with(part)).digest();
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
        assert_ne!(digest(&[b"ab"]), digest(&[b"ab", b""]));
    }

    #[test]
    fn each_use_has_its_own_key_and_none_is_shown() {
        let said = Transcript::new("x");
        let keys = PairKeys::derive(&Key::from_bytes([3; 32]), &said);
        let all = [&keys.dialler, &keys.inviter, &keys.channel, &keys.link].map(|key| *key.as_bytes());
        for (index, key) in all.iter().enumerate() {
            assert!(!all[index + 1..].contains(key));
        }
        assert!(keys.dialler.verify(b"m", &keys.dialler.authenticate(b"m")));
        assert!(!keys.dialler.verify(b"m", &keys.inviter.authenticate(b"m")));
        assert!(!keys.dialler.verify(b"m", b""));
        assert!(!format!("{keys:?}").contains(char::is_numeric));
    }
}
