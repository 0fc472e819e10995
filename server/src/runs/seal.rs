//! The run's key as the engine uses it for datagrams: their mark, and the proof of those that open, watch and end a flow.

use hmac::{Hmac, Mac};
use pairperf_engine::udp::{PROOF, Seal, Tag};
use sha2::Sha256;

use super::preface::RunKey;

/// Begins what is proven for a sealed datagram; no other proof of the run begins with it.
const SEALED: &[u8] = b"pairperf sealed datagram 1";
/// Begins what the mark is made of.
const TAG: &[u8] = b"pairperf run tag 1";

impl RunKey {
    /// What marks the datagrams of a run. It goes over the wire in the clear and proves nothing; who does not know the key
    /// can't guess it before.
    pub(super) fn tag(&self, run: [u8; 16]) -> Tag {
        let mut tag = Tag::default();
        tag.copy_from_slice(&self.mac(TAG, &run).finalize().into_bytes()[..size_of::<Tag>()]);
        tag
    }

    /// HMAC-SHA256 (RFC 2104) over a beginning that says what the proof is for, and the bytes.
    pub(super) fn mac(&self, purpose: &[u8], bytes: &[u8]) -> Hmac<Sha256> {
        // HMAC takes a key of any length, so this does not fail.
        let mut mac =
            <Hmac<Sha256> as Mac>::new_from_slice(&self.0).unwrap_or_else(|_| unreachable!("HMAC takes any key"));
        mac.update(purpose);
        mac.update(bytes);
        mac
    }
}

impl Seal for RunKey {
    fn seal(&self, bytes: &[u8]) -> [u8; PROOF] {
        let mut proof = [0; PROOF];
        proof.copy_from_slice(&self.mac(SEALED, bytes).finalize().into_bytes()[..PROOF]);
        proof
    }

    fn holds(&self, bytes: &[u8], proof: &[u8]) -> bool {
        proof.len() == PROOF && self.mac(SEALED, bytes).verify_truncated_left(proof).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_seal_is_of_its_key_and_whole() {
        let (key, other) = (RunKey([7; 32]), RunKey([8; 32]));
        let proof = key.seal(b"words");
        assert!(key.holds(b"words", &proof));
        assert!(!other.holds(b"words", &proof));
        for wrong in [&proof[..PROOF - 1], &[], &[&proof[..], &[0]].concat()] {
            assert!(!key.holds(b"words", wrong), "{} bytes", wrong.len());
        }
    }

    #[test]
    fn a_mark_is_of_its_key_and_its_run() {
        let key = RunKey([7; 32]);
        let tag = key.tag([1; 16]);
        assert_eq!(key.tag([1; 16]), tag);
        assert_ne!(key.tag([2; 16]), tag);
        assert_ne!(RunKey([8; 32]).tag([1; 16]), tag);
        // What proves one thing proves nothing else.
        assert_ne!(key.seal(&[1; 16])[..8], tag);
    }

    proptest! {
        #[test]
        fn one_changed_byte_is_noticed(place in 0usize..48 + PROOF, change in 1u8..=255) {
            let key = RunKey([7; 32]);
            let mut bytes = vec![5; 48];
            let proof = key.seal(&bytes);
            bytes.extend_from_slice(&proof);
            bytes[place] ^= change;
            prop_assert!(!key.holds(&bytes[..48], &bytes[48..]));
        }
    }
}
