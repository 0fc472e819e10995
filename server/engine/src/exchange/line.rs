//! Whole messages over a connection, whose worker sees the end of its time although the other end stalls.

use std::hint::spin_loop;
use std::io::{Error, ErrorKind, Read, Write};
use std::net::TcpStream;

use crate::flow::StreamEnd;
use crate::signals::Signals;

/// A connection that messages go over.
pub(super) struct Line<'a> {
    pub(super) socket: &'a TcpStream,
    pub(super) signals: &'a Signals,
    /// Look for what comes without sleeping; the socket does not block.
    pub(super) spin: bool,
}

impl Line<'_> {
    /// Writes a message of that many bytes, out of `buffer` again and again.
    pub(super) fn write(&self, buffer: &[u8], bytes: usize) -> Result<(), StreamEnd> {
        let (mut socket, mut left) = (self.socket, bytes);
        while left > 0 {
            match socket.write(&buffer[..left.min(buffer.len())]) {
                Ok(written) => left -= written,
                Err(error) => self.wait(error)?,
            }
        }
        Ok(())
    }

    /// Reads a message of that many bytes into `buffer`, over what was read before.
    pub(super) fn read(&self, buffer: &mut [u8], bytes: usize) -> Result<(), StreamEnd> {
        let (mut socket, mut left) = (self.socket, bytes);
        let room = buffer.len();
        while left > 0 {
            match socket.read(&mut buffer[..left.min(room)]) {
                Ok(0) if left == bytes => return Err(StreamEnd::Eof),
                Ok(0) => return Err(StreamEnd::Broken(Error::from(ErrorKind::UnexpectedEof))),
                Ok(read) => left -= read,
                Err(error) => self.wait(error)?,
            }
        }
        Ok(())
    }

    /// After a call that moved nothing: whether to try again.
    fn wait(&self, error: Error) -> Result<(), StreamEnd> {
        if !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) {
            return Err(StreamEnd::Broken(error));
        }
        if self.signals.now() >= self.signals.drain_ends() {
            return Err(StreamEnd::GaveUp);
        }
        if self.spin {
            spin_loop();
        }
        Ok(())
    }
}
