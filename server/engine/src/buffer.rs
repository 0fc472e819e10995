//! Memory that payload is copied from and to: it begins at a page, which copying in the kernel
//! rewards, and every page of it has been written before the clock starts.

use std::ops::{Deref, DerefMut};

const PAGE: usize = 4096;

/// A fixed run of bytes at the beginning of a page.
#[derive(Debug)]
pub(crate) struct Buffer {
    memory: Vec<u8>,
    offset: usize,
    size: usize,
}

impl Buffer {
    /// `size` bytes, at least one.
    pub(crate) fn new(size: usize) -> Self {
        let size = size.max(1);
        // Zeroed memory is only promised by the system and faulted in later; this is written.
        let memory = vec![0xA5; size.saturating_add(PAGE)];
        let offset = memory.as_ptr().align_offset(PAGE).min(PAGE);
        Self { memory, offset, size }
    }

    /// `size` pseudo-random bytes, so that nothing on the way can compress them (`SplitMix64`:
    /// its quality does not matter here, its speed does).
    pub(crate) fn random(size: usize) -> Self {
        let mut buffer = Self::new(size);
        let mut state = 0x7061_6972_7065_7266_u64;
        for chunk in buffer.chunks_mut(8) {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = state;
            word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            word ^= word >> 31;
            chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
        }
        buffer
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.memory[self.offset..self.offset + self.size]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.offset..self.offset + self.size]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_begin_at_a_page_and_have_the_size_asked_for() {
        for size in [1, 7, 8, 1448, 65_536, 1 << 20] {
            let buffer = Buffer::random(size);
            assert_eq!(buffer.len(), size);
            assert_eq!(buffer.as_ptr().align_offset(PAGE), 0);
        }
        assert_eq!(Buffer::new(0).len(), 1, "an empty receive would look like the end of the stream");
    }

    #[test]
    fn payload_is_not_constant() {
        let mut seen = [0u32; 256];
        for &byte in &*Buffer::random(65_536) {
            seen[usize::from(byte)] += 1;
        }
        assert!(seen.iter().all(|&count| (150..400).contains(&count)), "bytes are about equally frequent");
    }
}
