//! Takes payload from the kernel.

use std::io::{self, Read};

use super::{Flow, StreamEnd};
use crate::buffer::Buffer;
use crate::payload;
use crate::platform::{self, Interest};
use crate::signals::Signals;
use crate::worker::Lane;

/// One way of taking it.
pub(crate) trait Take {
    /// Takes what is there into `buffer`, as far as it is wanted.
    fn take(lane: &Lane, buffer: &mut Buffer) -> io::Result<usize>;
}

/// Receives into one buffer until the stream's end.
#[derive(Debug)]
pub(crate) struct Receiving<T> {
    buffer: Buffer,
    way: std::marker::PhantomData<T>,
}

impl<T> Receiving<T> {
    /// Receives up to `size` bytes a call.
    pub(crate) fn new(size: usize) -> Self {
        Self { buffer: Buffer::new(size), way: std::marker::PhantomData }
    }
}

impl<T: Take> Flow for Receiving<T> {
    const INTEREST: Interest = Interest::Read;

    fn size(&self) -> usize {
        self.buffer.len()
    }

    fn step(&mut self, lane: &Lane) -> io::Result<usize> {
        T::take(lane, &mut self.buffer)
    }

    fn until(&self, signals: &Signals) -> u64 {
        signals.drain_ends()
    }

    fn finish(&self, _: &Lane) -> StreamEnd {
        StreamEnd::GaveUp
    }
}

/// The bytes are really copied to user memory, as an application would have them, and forgotten.
#[derive(Debug)]
pub(crate) struct Copying;

impl Take for Copying {
    fn take(lane: &Lane, buffer: &mut Buffer) -> io::Result<usize> {
        (&*lane.socket).read(buffer)
    }
}

/// The kernel throws them away.
#[derive(Debug)]
pub(crate) struct Discarding;

impl Take for Discarding {
    fn take(lane: &Lane, buffer: &mut Buffer) -> io::Result<usize> {
        platform::receive_nothing(&lane.socket, buffer)
    }
}

/// Each of them is looked at.
#[derive(Debug)]
pub(crate) struct Checking;

impl Take for Checking {
    fn take(lane: &Lane, buffer: &mut Buffer) -> io::Result<usize> {
        let taken = (&*lane.socket).read(buffer)?;
        let counter = lane.counter();
        if let Some(wrong) = payload::check(lane.stream, counter.read().bytes, &buffer[..taken]) {
            counter.found_wrong(wrong.bytes, wrong.first);
        }
        Ok(taken)
    }
}
