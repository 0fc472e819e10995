//! What goes over the wire besides the payload's filling: the header of a datagram, and the sealed
//! datagrams that open, watch and end a flow. All numbers are big-endian.

use super::{PROOF, Seal, Tag};

/// First byte of a datagram of payload.
pub(crate) const PAYLOAD: u8 = 0xF6;
/// First byte of a sealed datagram.
pub(crate) const SEALED: u8 = 0xF7;
/// Length of a payload's header: first byte, zero, stream, tag, number, time.
pub(crate) const HEADER: usize = 28;
/// Length of every sealed datagram, so that no answer is longer than its question.
pub(crate) const SEALED_LENGTH: usize = 64;

/// The header of a datagram of payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    /// The flow.
    pub(crate) stream: u16,
    /// The run.
    pub(crate) tag: Tag,
    /// Counts the flow's datagrams from 0.
    pub(crate) number: u64,
    /// When its batch was made ready: nanoseconds of the sender's `CLOCK_MONOTONIC`.
    pub(crate) sent_ns: u64,
}

impl Header {
    /// Writes it to the beginning of `to`, which is at least [`HEADER`] long.
    pub(crate) fn write(&self, to: &mut [u8]) {
        to[0] = PAYLOAD;
        to[1] = 0;
        to[2..4].copy_from_slice(&self.stream.to_be_bytes());
        to[4..12].copy_from_slice(&self.tag);
        to[12..20].copy_from_slice(&self.number.to_be_bytes());
        to[20..28].copy_from_slice(&self.sent_ns.to_be_bytes());
    }

    /// Reads it; none where it is no payload of ours.
    pub(crate) fn read(from: &[u8]) -> Option<Self> {
        let from = from.first_chunk::<HEADER>()?;
        if from[0] != PAYLOAD || from[1] != 0 {
            return None;
        }
        Some(Self {
            stream: u16::from_be_bytes([from[2], from[3]]),
            tag: from[4..12].try_into().ok()?,
            number: u64::from_be_bytes(from[12..20].try_into().ok()?),
            sent_ns: u64::from_be_bytes(from[20..28].try_into().ok()?),
        })
    }
}

/// What a sealed datagram says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// The end that opens: here is a flow. Its own fresh nonce.
    Open([u8; 16]),
    /// The end that accepts: say this nonce if you are there. The opener's, and its own.
    Challenge([u8; 16], [u8; 16]),
    /// The end that opens: here it is.
    Answer([u8; 16]),
    /// The end that accepts: the flow is up. The accepting end's nonce.
    Up([u8; 16]),
    /// The receiver: I am here. Datagrams that came, the highest number plus one, a serial that grows, and
    /// whether it has seen the end mark.
    Feedback {
        /// Datagrams of the flow that came for the first time.
        received: u64,
        /// The highest number that came, plus one.
        expected: u64,
        /// Grows with each.
        serial: u64,
        /// Whether the end mark came.
        ended: bool,
    },
    /// The sender: that many datagrams got a number; no more will come.
    End {
        /// How many.
        total: u64,
    },
}

/// A sealed datagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sealed {
    /// The flow.
    pub(crate) stream: u16,
    /// The run.
    pub(crate) tag: Tag,
    /// What it says.
    pub(crate) word: Word,
}

impl Sealed {
    /// The bytes, sealed.
    pub(crate) fn write(&self, seal: &dyn Seal) -> [u8; SEALED_LENGTH] {
        let mut to = [0; SEALED_LENGTH];
        let (kind, a, b, more) = match self.word {
            Word::Open(a) => (1, a, [0; 16], 0),
            Word::Challenge(a, b) => (2, a, b, 0),
            Word::Answer(a) => (3, a, [0; 16], 0),
            Word::Up(a) => (4, a, [0; 16], 0),
            Word::Feedback { received, expected, serial, ended } => {
                (5, pair(received, expected), pair(serial, 0), u8::from(ended))
            }
            Word::End { total } => (6, pair(total, 0), [0; 16], 0),
        };
        to[0] = SEALED;
        to[1] = kind;
        to[2..4].copy_from_slice(&self.stream.to_be_bytes());
        to[4..12].copy_from_slice(&self.tag);
        to[12..28].copy_from_slice(&a);
        to[28..44].copy_from_slice(&b);
        to[44] = more;
        let proof = seal.seal(&to[..SEALED_LENGTH - PROOF]);
        to[SEALED_LENGTH - PROOF..].copy_from_slice(&proof);
        to
    }

    /// Reads one of that run; none where it is not one, or its proof does not hold.
    pub(crate) fn read(from: &[u8], tag: Tag, seal: &dyn Seal) -> Option<Self> {
        let from: &[u8; SEALED_LENGTH] = from.try_into().ok()?;
        // The cheap tests first: a flood must not cost a proof each.
        if from[0] != SEALED || from[4..12] != tag {
            return None;
        }
        let (body, proof) = from.split_at(SEALED_LENGTH - PROOF);
        if !seal.holds(body, proof) {
            return None;
        }
        let a: [u8; 16] = from[12..28].try_into().ok()?;
        let b: [u8; 16] = from[28..44].try_into().ok()?;
        let word = match from[1] {
            1 => Word::Open(a),
            2 => Word::Challenge(a, b),
            3 => Word::Answer(a),
            4 => Word::Up(a),
            5 => {
                let ((received, expected), (serial, _)) = (unpair(a), unpair(b));
                Word::Feedback { received, expected, serial, ended: from[44] == 1 }
            }
            6 => Word::End { total: unpair(a).0 },
            _ => return None,
        };
        Some(Self { stream: u16::from_be_bytes([from[2], from[3]]), tag, word })
    }
}

fn pair(a: u64, b: u64) -> [u8; 16] {
    ((u128::from(a) << 64) | u128::from(b)).to_be_bytes()
}

fn unpair(bytes: [u8; 16]) -> (u64, u64) {
    let both = u128::from_be_bytes(bytes);
    ((both >> 64) as u64, both as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A seal that notices any single change.
    #[derive(Debug)]
    struct Sum;

    impl Seal for Sum {
        fn seal(&self, bytes: &[u8]) -> [u8; PROOF] {
            let sum = bytes.iter().fold(1_u64, |sum, byte| sum.wrapping_mul(257).wrapping_add(u64::from(*byte)));
            let mut proof = [0; PROOF];
            proof[..8].copy_from_slice(&sum.to_be_bytes());
            proof
        }

        fn holds(&self, bytes: &[u8], proof: &[u8]) -> bool {
            self.seal(bytes) == *proof
        }
    }

    fn words() -> impl Strategy<Value = Word> {
        let feedback = |(received, expected, serial, ended)| Word::Feedback { received, expected, serial, ended };
        prop_oneof![
            any::<[u8; 16]>().prop_map(Word::Open),
            any::<([u8; 16], [u8; 16])>().prop_map(|(theirs, ours)| Word::Challenge(theirs, ours)),
            any::<[u8; 16]>().prop_map(Word::Answer),
            any::<[u8; 16]>().prop_map(Word::Up),
            any::<(u64, u64, u64, bool)>().prop_map(feedback),
            any::<u64>().prop_map(|total| Word::End { total }),
        ]
    }

    proptest! {
        #[test]
        fn headers_are_read_as_they_were_written(stream: u16, tag: Tag, number: u64, sent_ns: u64, more in 0_usize..100) {
            let header = Header { stream, tag, number, sent_ns };
            let mut bytes = vec![0xA5; HEADER + more];
            header.write(&mut bytes);
            prop_assert_eq!(Header::read(&bytes), Some(header));
            prop_assert_eq!(Header::read(&bytes[..HEADER - 1]), None);
        }

        #[test]
        fn words_are_read_as_they_were_written_and_by_their_own_run_alone(stream: u16, tag: Tag, word in words()) {
            let sealed = Sealed { stream, tag, word };
            let bytes = sealed.write(&Sum);
            prop_assert_eq!(Sealed::read(&bytes, tag, &Sum), Some(sealed));
            let other = tag.map(|byte| !byte);
            prop_assert_eq!(Sealed::read(&bytes, other, &Sum), None);
            prop_assert_eq!(Header::read(&bytes), None);
        }

        #[test]
        fn a_changed_byte_breaks_the_seal(word in words(), at in 0..SEALED_LENGTH, change in 1_u8..) {
            let mut bytes = Sealed { stream: 1, tag: *b"this run", word }.write(&Sum);
            bytes[at] ^= change;
            // The seal of this test fills half of its room only.
            prop_assume!(at < SEALED_LENGTH - PROOF / 2);
            prop_assert_eq!(Sealed::read(&bytes, *b"this run", &Sum), None);
        }

        #[test]
        fn any_bytes_are_taken_calmly(bytes in proptest::collection::vec(any::<u8>(), 0..100), tag: Tag) {
            let _ = (Header::read(&bytes), Sealed::read(&bytes, tag, &Sum));
        }
    }
}
