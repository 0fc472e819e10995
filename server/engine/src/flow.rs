//! The two steps of payload: hand a buffer to the kernel, or take one from it.
//!
//! The inner loops are written once over this trait; what varies is the step and the deadline.

mod receive;
mod send;

use std::io::{self, ErrorKind};

use crate::platform::Interest;
use crate::signals::Signals;
use crate::worker::Lane;

pub(crate) use receive::{Checking, Copying, Discarding, Receiving};
pub(crate) use send::{Copied, Hand, Made, Sending, Uncopied};

/// One way of moving payload.
pub(crate) trait Flow {
    /// What a socket must be ready for.
    const INTEREST: Interest;

    /// Bytes of one call.
    fn size(&self) -> usize;

    /// One call.
    fn step(&mut self, lane: &Lane) -> io::Result<usize>;

    /// Whether the stream has carried its share.
    fn spent(&self, _: &Lane) -> bool {
        false
    }

    /// When this worker stops by itself.
    fn until(&self, signals: &Signals) -> u64;

    /// Ends a stream whose time is up, or whose share is done.
    fn finish(&self, lane: &Lane) -> StreamEnd;
}

/// How a worker's part in a stream ended.
#[derive(Debug)]
pub(crate) enum StreamEnd {
    /// The sender stopped at its deadline, or with its share done, and half-closed.
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
pub(crate) fn turn<F: Flow>(flow: &mut F, lane: &Lane) -> Turn {
    if flow.spent(lane) {
        return Turn::Over(flow.finish(lane));
    }
    match flow.step(lane) {
        Ok(0) => Turn::Over(StreamEnd::Eof),
        Ok(moved) => Turn::Moved(moved),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {
            Turn::Idle
        }
        Err(error) => Turn::Over(StreamEnd::Broken(error)),
    }
}
