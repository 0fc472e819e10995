//! One frame of the link, as it lies inside one sealed message.
//!
//! ```text
//! version u8 · kind u8 · ack u64 · body           (big-endian)
//!   1 position   received u64     what arrived here before; first on every connection
//!   2 data       seq u64 · end u8 · bytes         a part of a message; end = 1 on its last
//!   3 heartbeat
//!   4 ack
//!   5 bye        reason u8
//! ```
//! `ack` is cumulative: every part up to it was handed on and need not be kept. Parts are numbered
//! from 1 over the whole life of a link, so that a resumed link goes on inside a message.

use super::duplex::MAX_MESSAGE;
use super::noise::SEAL;

/// Version of the frame.
const VERSION: u8 = 1;
const HEAD: usize = 1 + 1 + 8;
const DATA_HEAD: usize = HEAD + 8 + 1;

/// Bytes of a message that one frame carries at most.
pub(super) const MAX_PART: usize = MAX_MESSAGE - SEAL - DATA_HEAD;

/// What one node tells the other inside a sealed message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    /// Parts up to this one were handed on.
    pub(super) ack: u64,
    pub(super) body: Body,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Body {
    /// Parts up to this one arrived, on whatever connection.
    Position {
        received: u64,
    },
    Data {
        seq: u64,
        end: bool,
        bytes: Vec<u8>,
    },
    Heartbeat,
    Ack,
    Bye(ByeReason),
}

/// Why a node ends a pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByeReason {
    /// A person ended it.
    Unpaired,
    /// Nothing was asked of it for hours.
    Idle,
    /// The two nodes paired anew.
    Replaced,
    /// The node shuts down.
    Shutdown,
    /// The node has as many pairings as it keeps.
    Full,
    /// The other node broke the rules of the link.
    Violation,
    /// A reason of a later version.
    Other,
}

impl ByeReason {
    const ALL: [(Self, u8); 7] = [
        (Self::Other, 0),
        (Self::Unpaired, 1),
        (Self::Idle, 2),
        (Self::Replaced, 3),
        (Self::Shutdown, 4),
        (Self::Full, 5),
        (Self::Violation, 6),
    ];

    fn byte(self) -> u8 {
        Self::ALL.iter().find(|(reason, _)| *reason == self).map_or(0, |(_, byte)| *byte)
    }

    fn from_byte(byte: u8) -> Self {
        Self::ALL.iter().find(|(_, known)| *known == byte).map_or(Self::Other, |(reason, _)| *reason)
    }
}

/// The bytes are no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a sealed message holds no frame of this version")]
pub(super) struct NotAFrame;

impl Frame {
    pub(super) fn encode(&self) -> Vec<u8> {
        let kind = match self.body {
            Body::Position { .. } => 1,
            Body::Data { .. } => 2,
            Body::Heartbeat => 3,
            Body::Ack => 4,
            Body::Bye(_) => 5,
        };
        let mut out = vec![VERSION, kind];
        out.extend(self.ack.to_be_bytes());
        match &self.body {
            Body::Position { received } => out.extend(received.to_be_bytes()),
            Body::Data { seq, end, bytes } => {
                out.extend(seq.to_be_bytes());
                out.push(u8::from(*end));
                out.extend(bytes);
            }
            Body::Heartbeat | Body::Ack => {}
            Body::Bye(reason) => out.push(reason.byte()),
        }
        out
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, NotAFrame> {
        let (&[version, kind], rest) = bytes.split_first_chunk().ok_or(NotAFrame)?;
        let (ack, rest) = number(rest)?;
        let body = match (version, kind) {
            (VERSION, 1) => {
                let (received, rest) = number(rest)?;
                done(Body::Position { received }, rest)?
            }
            (VERSION, 2) => {
                let (seq, rest) = number(rest)?;
                let (&end, bytes) = rest.split_first().ok_or(NotAFrame)?;
                if seq == 0 || end > 1 || bytes.len() > MAX_PART {
                    return Err(NotAFrame);
                }
                Body::Data { seq, end: end == 1, bytes: bytes.to_vec() }
            }
            (VERSION, 3) => done(Body::Heartbeat, rest)?,
            (VERSION, 4) => done(Body::Ack, rest)?,
            (VERSION, 5) => {
                let (&reason, rest) = rest.split_first().ok_or(NotAFrame)?;
                done(Body::Bye(ByeReason::from_byte(reason)), rest)?
            }
            _ => return Err(NotAFrame),
        };
        Ok(Self { ack, body })
    }
}

fn number(bytes: &[u8]) -> Result<(u64, &[u8]), NotAFrame> {
    let (number, rest) = bytes.split_first_chunk().ok_or(NotAFrame)?;
    Ok((u64::from_be_bytes(*number), rest))
}

fn done(body: Body, rest: &[u8]) -> Result<Body, NotAFrame> {
    if rest.is_empty() { Ok(body) } else { Err(NotAFrame) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn body() -> impl Strategy<Value = Body> {
        prop_oneof![
            any::<u64>().prop_map(|received| Body::Position { received }),
            (1..=u64::MAX, any::<bool>(), proptest::collection::vec(any::<u8>(), 0..200))
                .prop_map(|(seq, end, bytes)| Body::Data { seq, end, bytes }),
            Just(Body::Heartbeat),
            Just(Body::Ack),
            proptest::sample::select(ByeReason::ALL.to_vec()).prop_map(|(reason, _)| Body::Bye(reason)),
        ]
    }

    #[test]
    fn the_longest_part_fits_one_message() {
        let body = Body::Data { seq: 1, end: false, bytes: vec![0; MAX_PART] };
        assert_eq!(Frame { ack: 0, body }.encode().len() + SEAL, MAX_MESSAGE);
    }

    proptest! {
        #[test]
        fn frames_are_read_as_written(ack: u64, body in body()) {
            let frame = Frame { ack, body };
            prop_assert_eq!(Frame::decode(&frame.encode()), Ok(frame));
        }

        #[test]
        fn foreign_bytes_never_panic(kind in 0u8..8, bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let _ = Frame::decode(&bytes);
            let _ = Frame::decode(&[&[VERSION, kind], bytes.as_slice()].concat());
        }

        #[test]
        fn a_cut_or_lengthened_frame_is_no_frame_unless_it_is_data(body in body(), ack: u64) {
            let data = matches!(body, Body::Data { .. });
            let mut bytes = Frame { ack, body }.encode();
            bytes.push(0);
            prop_assert_eq!(Frame::decode(&bytes).is_ok(), data);
            prop_assert_eq!(Frame::decode(&bytes[..HEAD - 1]), Err(NotAFrame));
        }
    }
}
