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
