//! What a session tells its owner while it lives.

use pairperf_shared::phase::Phase;
use pairperf_shared::record::EndInEffect;
use pairperf_shared::sample::{Mark, Sample};

use crate::EngineError;

/// One message of a session. They come in the order in which they are listed, `Sample`s between
/// the phases they belong to.
#[derive(Debug)]
pub enum Notice {
    /// Streams are being opened; at most ten of these a second.
    Opening {
        /// Streams that are up.
        up: u32,
        /// Streams of the run.
        of: u32,
    },
    /// The names of what the system counts meanwhile, in the order of [`Sample::counters`].
    Counting(Vec<String>),
    /// All streams are up and set; this is what the kernel granted. Nothing flows before
    /// [`Session::go`](crate::Session::go).
    Ready(EndInEffect),
    /// A phase began, at this many nanoseconds since the common start.
    Phase(Phase, i64),
    /// A snapshot of the counters.
    Sample(Sample),
    /// A mark was taken so late (more than 1 % of `measure`, or 20 ms) that it is worth a finding.
    Late {
        /// When it was due, in nanoseconds since the common start.
        planned_ns: i64,
        /// When it was taken.
        real_ns: i64,
        /// Which one.
        mark: Mark,
    },
    /// The session is over; the last notice ever. Sockets stay open until
    /// [`Session::release`](crate::Session::release).
    Finished(Finish),
}

/// How a session ended.
#[derive(Debug)]
pub struct Finish {
    /// Why.
    pub ending: Ending,
    /// When, in nanoseconds since the common start; null if it never came.
    pub t_ns: Option<i64>,
    /// Streams whose payload was not seen to its end in time: at the receiver without an end of
    /// the stream, at the sender without every byte acknowledged. 0 = both ends counted the same.
    pub undrained: u32,
}

/// Why a session ended.
#[derive(Debug)]
pub enum Ending {
    /// As planned.
    Completed,
    /// [`Session::stop`](crate::Session::stop) was called, or the session was dropped.
    Stopped,
    /// The other end orderly ended a stream before the planned end, as it does when it is
    /// stopped; whether that is an error only the owner knows.
    EarlyEnd {
        /// The stream's number, from 0.
        stream: u32,
        /// When, in nanoseconds since the common start.
        t_ns: i64,
    },
    /// Something went wrong; what was counted until then was still marked and sampled.
    Failed(EngineError),
}
