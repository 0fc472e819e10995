//! The bytes of one call: datagrams one after the other, each with its header, the rest random.

use super::Tag;
use super::wire::{HEADER, Header};
use crate::buffer::Buffer;

/// Room for the datagrams of one call, made once. The kernel copies them, so that flows can take turns with it.
#[derive(Debug)]
pub(crate) struct Batch {
    memory: Buffer,
    datagram: usize,
    room: usize,
}

impl Batch {
    /// Room for `room` datagrams of `datagram` bytes, which is made at least as long as a header.
    pub(crate) fn new(datagram: usize, room: usize) -> Self {
        let (datagram, room) = (datagram.max(HEADER), room.max(1));
        Self { memory: Buffer::random(datagram.saturating_mul(room)), datagram, room }
    }

    /// Bytes of a datagram.
    pub(crate) fn datagram(&self) -> usize {
        self.datagram
    }

    /// How many fit.
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    /// Makes `count` datagrams ready, as many as fit, numbered from `number` on.
    pub(crate) fn fill(&mut self, stream: u16, tag: Tag, number: u64, sent_ns: u64, count: usize) -> &[u8] {
        let length = self.datagram * count.min(self.room);
        let bytes = &mut self.memory[..length];
        for (datagram, number) in bytes.chunks_exact_mut(self.datagram).zip(number..) {
            Header { stream, tag, number, sent_ns }.write(datagram);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_datagram_has_its_own_header_and_the_filling_stays() {
        let mut batch = Batch::new(100, 4);
        let before = batch.memory.to_vec();
        let first = u64::from(u32::MAX) - 1;
        let bytes = batch.fill(9, *b"run mark", first, 77, 3).to_vec();
        assert_eq!(bytes.len(), 300);
        for (index, datagram) in bytes.chunks(100).enumerate() {
            let expected = Header { stream: 9, tag: *b"run mark", number: first + index as u64, sent_ns: 77 };
            assert_eq!(Header::read(datagram), Some(expected));
            assert_eq!(datagram[HEADER..], before[index * 100 + HEADER..(index + 1) * 100]);
        }
        assert_eq!(batch.fill(9, *b"run mark", 0, 0, 9).len(), 400, "no more than fit");
        assert_eq!(batch.memory[400..], before[400..]);
    }

    #[test]
    fn a_header_always_fits() {
        assert_eq!(Batch::new(1, 0).fill(0, [0; 8], 0, 0, 1).len(), HEADER);
    }
}
