//! What payload consists of.
//!
//! Verified payload is a sequence of 8-byte words, each of which follows from the stream's number and the word's own
//! (`SplitMix64`), so that a byte that was lost, doubled, moved or changed is not what its place asks for.

use std::sync::Arc;

use pairperf_shared::config::Payload;
use pairperf_shared::plan::{Role, RolePlan};

use crate::buffer::Buffer;

const WORD: u64 = 8;
/// The weight of a stream's number; odd, so that no two streams are alike.
const STREAM: u64 = 0xD134_2543_DE82_EF95;
/// `SplitMix64`'s own step.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The block that a sender sends again and again; none where it makes what it sends, or sends nothing.
pub(crate) fn block(plan: &RolePlan) -> Option<Arc<Buffer>> {
    let size = usize::try_from(plan.buffer_bytes).unwrap_or(usize::MAX);
    match (plan.role, plan.payload) {
        (Role::Receiver, _) | (Role::Sender, Payload::Verified) => None,
        (Role::Sender, Payload::Random) => Some(Arc::new(Buffer::random(size))),
        (Role::Sender, Payload::Zero) => {
            let mut buffer = Buffer::new(size);
            buffer.fill(0);
            Some(Arc::new(buffer))
        }
    }
}

fn word(stream: u32, index: u64) -> [u8; 8] {
    let state = u64::from(stream).wrapping_mul(STREAM).wrapping_add(index.wrapping_add(1).wrapping_mul(STEP));
    let mut word = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (word ^ (word >> 31)).to_le_bytes()
}

/// Writes what a stream carries from `position` on.
pub(crate) fn write(stream: u32, position: u64, bytes: &mut [u8]) {
    let (head, rest) = split(position, bytes.len());
    let (first, bytes) = bytes.split_at_mut(head);
    let within = (position % WORD) as usize;
    first.copy_from_slice(&word(stream, position / WORD)[within..within + head]);
    for (index, chunk) in (rest..).zip(bytes.chunks_mut(WORD as usize)) {
        chunk.copy_from_slice(&word(stream, index)[..chunk.len()]);
    }
}

/// Bytes that are not what a stream carries from some place on, and the place in the stream of the first of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) bytes: u64,
    pub(crate) first: u64,
}

/// Looks at each byte of what came from `position` on.
pub(crate) fn check(stream: u32, position: u64, bytes: &[u8]) -> Option<Wrong> {
    let (head, rest) = split(position, bytes.len());
    let (first, bytes) = bytes.split_at(head);
    let within = (position % WORD) as usize;
    let mut wrong = None;
    compare(&mut wrong, position, first, &word(stream, position / WORD)[within..within + head]);
    for (index, chunk) in (rest..).zip(bytes.chunks(WORD as usize)) {
        compare(&mut wrong, index * WORD, chunk, &word(stream, index)[..chunk.len()]);
    }
    wrong
}

/// How many bytes are before the next whole word, and that word's number.
fn split(position: u64, length: usize) -> (usize, u64) {
    let head = (position.next_multiple_of(WORD) - position) as usize;
    (head.min(length), position.div_ceil(WORD))
}

fn compare(wrong: &mut Option<Wrong>, position: u64, bytes: &[u8], expected: &[u8]) {
    if bytes == expected {
        return;
    }
    for (place, _) in (position..).zip(bytes.iter().zip(expected)).filter(|(_, (byte, expected))| byte != expected) {
        wrong.get_or_insert(Wrong { bytes: 0, first: place }).bytes += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_in_pieces_is_found_whole(stream: u32, start in 0u64..1 << 50, cut in 0usize..200, length in 0usize..200) {
            let mut bytes = vec![0; length];
            let (one, other) = bytes.split_at_mut(cut.min(length));
            write(stream, start, one);
            write(stream, start + one.len() as u64, other);
            prop_assert_eq!(check(stream, start, &bytes), None);
        }

        #[test]
        fn a_flipped_bit_is_found_where_it_is(stream: u32, start in 0u64..1 << 50, length in 1usize..200, place: usize, bit in 0u8..8) {
            let mut bytes = vec![0; length];
            write(stream, start, &mut bytes);
            let place = place % length;
            bytes[place] ^= 1 << bit;
            prop_assert_eq!(check(stream, start, &bytes), Some(Wrong { bytes: 1, first: start + place as u64 }));
        }
    }

    #[test]
    fn what_belongs_to_another_stream_or_place_is_wrong() {
        let mut bytes = vec![0; 4096];
        write(3, 800, &mut bytes);
        for (stream, position) in [(2, 800), (3, 808), (3, 801)] {
            assert!(check(stream, position, &bytes).is_some_and(|wrong| wrong.bytes > 4000));
        }
    }
}
