//! The two steps of payload: hand a buffer to the kernel, or take one from it.
//!
//! The inner loops are written once over this trait; what varies is the step and the deadline.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use crate::buffer::Buffer;
use crate::platform::Interest;
use crate::signals::Signals;

/// One way of moving payload.
pub(crate) trait Flow {
    /// What a socket must be ready for.
    const INTEREST: Interest;

    /// Bytes of one call.
    fn size(&self) -> usize;

    /// One call.
    fn step(&mut self, socket: &TcpStream) -> io::Result<usize>;

    /// When this worker stops by itself.
    fn until(&self, signals: &Signals) -> u64;

    /// Ends a stream whose time is up.
    fn time_up(&self, socket: &TcpStream) -> StreamEnd;
}

/// How a worker's part in a stream ended.
#[derive(Debug)]
pub(crate) enum StreamEnd {
    /// The sender stopped at its deadline and half-closed.
    Sent,
    /// The receiver saw the orderly end of the stream.
    Eof,
    /// The receiver's patience ended before the stream.
    GaveUp,
    /// The connection broke.
    Broken(io::Error),
    /// The sender of datagrams heard nothing of the receiver for as long as it is planned to wait.
    Unheard,
}

/// What came of one step.
#[derive(Debug)]
pub(crate) enum Turn {
    /// That many bytes were moved.
    Moved(usize),
    /// Nothing could be moved now.
    Idle,
    /// The stream is over.
    Over(StreamEnd),
}

/// Takes one step and says what came of it.
pub(crate) fn turn<F: Flow>(flow: &mut F, socket: &TcpStream) -> Turn {
    match flow.step(socket) {
        Ok(0) => Turn::Over(StreamEnd::Eof),
        Ok(moved) => Turn::Moved(moved),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {
            Turn::Idle
        }
        Err(error) => Turn::Over(StreamEnd::Broken(error)),
    }
}

/// Sends the same buffer again and again.
#[derive(Debug)]
pub(crate) struct Sending {
    payload: Arc<Buffer>,
}

impl Sending {
    /// Sends `payload`, which all workers may share: nobody writes to it.
    pub(crate) fn new(payload: Arc<Buffer>) -> Self {
        Self { payload }
    }
}

impl Flow for Sending {
    const INTEREST: Interest = Interest::Write;

    fn size(&self) -> usize {
        self.payload.len()
    }

    fn step(&mut self, mut socket: &TcpStream) -> io::Result<usize> {
        socket.write(&self.payload)
    }

    fn until(&self, signals: &Signals) -> u64 {
        signals.payload_ends()
    }

    fn time_up(&self, socket: &TcpStream) -> StreamEnd {
        match socket.shutdown(Shutdown::Write) {
            Ok(()) => StreamEnd::Sent,
            Err(error) => StreamEnd::Broken(error),
        }
    }
}

/// Receives into one buffer and forgets; the bytes are really copied to user memory, as an
/// application would have them.
#[derive(Debug)]
pub(crate) struct Receiving {
    buffer: Buffer,
}

impl Receiving {
    /// Receives up to `size` bytes a call.
    pub(crate) fn new(size: usize) -> Self {
        Self { buffer: Buffer::new(size) }
    }
}

impl Flow for Receiving {
    const INTEREST: Interest = Interest::Read;

    fn size(&self) -> usize {
        self.buffer.len()
    }

    fn step(&mut self, mut socket: &TcpStream) -> io::Result<usize> {
        socket.read(&mut self.buffer)
    }

    fn until(&self, signals: &Signals) -> u64 {
        signals.drain_ends()
    }

    fn time_up(&self, _: &TcpStream) -> StreamEnd {
        StreamEnd::GaveUp
    }
}
