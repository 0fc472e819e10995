//! Hands payload to the kernel.

use std::io::{self, Write};
use std::net::Shutdown;
use std::sync::Arc;

use super::{Flow, StreamEnd};
use crate::buffer::Buffer;
use crate::payload;
use crate::platform::{self, Interest};
use crate::signals::Signals;
use crate::worker::Lane;

/// One way of handing it over.
pub(crate) trait Hand {
    /// Bytes of one call.
    fn size(&self) -> usize;

    /// One call with at most that many bytes, and at least one.
    fn hand(&mut self, lane: &Lane, most: usize) -> io::Result<usize>;

    /// The stream carries no more.
    fn settle(&self, _: &Lane) {}
}

/// Sends until time is up, or the stream has carried its share.
#[derive(Debug)]
pub(crate) struct Sending<H>(pub(crate) H);

impl<H: Hand> Flow for Sending<H> {
    const INTEREST: Interest = Interest::Write;

    fn size(&self) -> usize {
        self.0.size()
    }

    fn step(&mut self, lane: &Lane) -> io::Result<usize> {
        let size = self.0.size();
        let most = lane.left().map_or(size, |left| usize::try_from(left).unwrap_or(size).min(size));
        self.0.hand(lane, most)
    }

    fn spent(&self, lane: &Lane) -> bool {
        lane.left() == Some(0)
    }

    fn until(&self, signals: &Signals) -> u64 {
        signals.payload_ends()
    }

    fn finish(&self, lane: &Lane) -> StreamEnd {
        let closed = lane.socket.shutdown(Shutdown::Write);
        self.0.settle(lane);
        match closed {
            Ok(()) => StreamEnd::Sent,
            Err(error) => StreamEnd::Broken(error),
        }
    }
}

/// The same block again and again, copied by the kernel. All workers may share it: nobody writes to it.
#[derive(Debug)]
pub(crate) struct Copied(pub(crate) Arc<Buffer>);

impl Hand for Copied {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn hand(&mut self, lane: &Lane, most: usize) -> io::Result<usize> {
        (&*lane.socket).write(&self.0[..most])
    }
}

/// The same block again and again, which the kernel sends from where it is. The lane keeps the block for as long as its
/// socket.
#[derive(Debug)]
pub(crate) struct Uncopied(pub(crate) Arc<Buffer>);

impl Hand for Uncopied {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn hand(&mut self, lane: &Lane, most: usize) -> io::Result<usize> {
        self.settle(lane);
        match platform::send_uncopied(&lane.socket, &self.0[..most]) {
            Err(error) if platform::must_settle(&error) => {
                platform::await_settled(&lane.socket);
                self.settle(lane);
                Err(io::ErrorKind::WouldBlock.into())
            }
            sent => sent,
        }
    }

    fn settle(&self, lane: &Lane) {
        let settled = platform::settled(&lane.socket);
        if settled.completed > 0 {
            lane.counter().settled(settled.completed, settled.copied);
        }
    }
}

/// Bytes that follow from their place in the stream, made anew for each call.
#[derive(Debug)]
pub(crate) struct Made(pub(crate) Buffer);

impl Hand for Made {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn hand(&mut self, lane: &Lane, most: usize) -> io::Result<usize> {
        let bytes = &mut self.0[..most];
        payload::write(lane.stream, lane.counter().read().bytes, bytes);
        (&*lane.socket).write(bytes)
    }
}
