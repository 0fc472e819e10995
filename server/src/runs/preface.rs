//! The first bytes of every test stream: which run, which number, and the proof that whoever
//! opened it knows the run's key.

use hmac::{Hmac, Mac};
use sha2::Sha256;

/// The first byte; tells a test stream from TLS (0x16) and from HTTP.
pub const FIRST_BYTE: u8 = 0xF5;
/// Version of the layout below.
const VERSION: u8 = 1;
/// Length of the preface: first byte, version, run, stream, MAC.
pub(super) const LENGTH: usize = 2 + 16 + 4 + 16;

/// The bits of a stream's number that count within its direction; those above them say which direction it is of. More
/// streams than the most that a direction has ([`pairperf_shared::config::MAX_TCP_STREAMS`]).
const LEG_SHIFT: u32 = 20;

/// The number that a stream of a direction has on the wire.
pub(super) fn number(leg: u32, stream: u32) -> u32 {
    leg << LEG_SHIFT | stream
}

/// The direction that a number on the wire is of, and the stream in it.
pub(super) fn leg_and_stream(number: u32) -> (u32, u32) {
    (number >> LEG_SHIFT, number & ((1 << LEG_SHIFT) - 1))
}

/// Key of one run, known to both nodes through the link alone.
#[derive(Clone)]
pub(super) struct RunKey(pub(super) [u8; 32]);

impl std::fmt::Debug for RunKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RunKey(…)")
    }
}

/// The bytes that open a stream.
pub(super) fn write(key: &RunKey, run: [u8; 16], stream: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(LENGTH);
    bytes.extend_from_slice(&[FIRST_BYTE, VERSION]);
    bytes.extend_from_slice(&run);
    bytes.extend_from_slice(&stream.to_be_bytes());
    let mac = mac(key, &bytes).finalize().into_bytes();
    bytes.extend_from_slice(&mac[..16]);
    bytes
}

/// The run and stream that a preface claims; not proven before [`proven`].
pub(super) fn claim(bytes: &[u8; LENGTH]) -> Option<([u8; 16], u32)> {
    if bytes[..2] != [FIRST_BYTE, VERSION] {
        return None;
    }
    Some((bytes[2..18].try_into().ok()?, u32::from_be_bytes(bytes[18..22].try_into().ok()?)))
}

/// Whether the preface was made with the key; compared in constant time.
pub(super) fn proven(key: &RunKey, bytes: &[u8; LENGTH]) -> bool {
    mac(key, &bytes[..22]).verify_truncated_left(&bytes[22..]).is_ok()
}

fn mac(key: &RunKey, bytes: &[u8]) -> Hmac<Sha256> {
    key.mac(b"pairperf test stream 1", bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_preface_proves_its_run_and_stream() {
        let key = RunKey([7; 32]);
        let bytes: [u8; LENGTH] = write(&key, [9; 16], 511).try_into().unwrap();
        assert_eq!(claim(&bytes), Some(([9; 16], 511)));
        assert!(proven(&key, &bytes));
        assert!(!proven(&RunKey([8; 32]), &bytes));
    }

    proptest! {
        #[test]
        fn numbers_say_which_direction_a_stream_is_of(leg in 0u32..2, stream in 0..pairperf_shared::config::MAX_TCP_STREAMS) {
            prop_assert_eq!(leg_and_stream(number(leg, stream)), (leg, stream));
        }

        #[test]
        fn one_changed_byte_is_noticed(place in 0usize..LENGTH, change in 1u8..=255) {
            let key = RunKey([7; 32]);
            let mut bytes: [u8; LENGTH] = write(&key, [9; 16], 3).try_into().unwrap();
            bytes[place] ^= change;
            prop_assert!(claim(&bytes).is_none() || !proven(&key, &bytes));
        }
    }
}
