//! Answers connections as they come: each asks once, and one that asks nothing ends its stream.

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pairperf_shared::plan::RolePlan;
use socket2::SockRef;

use super::Post;
use super::answer::once;
use super::line::Line;
use crate::buffer::Buffer;
use crate::flow::StreamEnd;
use crate::socket;

/// A worker that waits for a connection sees the end of its time this late at most.
const LOOK_UP: Duration = Duration::from_millis(100);

/// Where all workers take connections from: as many as there are streams, each takes the next one, whose ever it is.
pub(super) struct Arriving {
    plan: Arc<RolePlan>,
    post: Post,
    /// Held while a worker waits: whoever has it takes the next one, with no thread in between.
    arrivals: Mutex<Receiver<(u32, TcpStream)>>,
    /// By stream: it has ended.
    ended: Box<[AtomicBool]>,
    /// Streams that have not.
    open: AtomicU32,
}

impl Arriving {
    /// Nothing has come yet.
    pub(super) fn new(plan: Arc<RolePlan>, post: Post, arrivals: Receiver<(u32, TcpStream)>) -> Self {
        let ended = (0..plan.streams).map(|_| AtomicBool::new(false)).collect();
        let open = AtomicU32::new(plan.streams);
        Self { plan, post, arrivals: Mutex::new(arrivals), ended, open }
    }

    /// Answers until all streams have ended, or time is up; the worker then tells of the stream of its own number.
    pub(super) fn serve(&self, worker: u32, payload: &[u8]) {
        let mut request = Buffer::new(payload.len());
        if !self.post.gate.wait_open() {
            return;
        }
        while let Some(arrival) = self.next() {
            let Some((stream, socket)) = arrival else { continue };
            if let Err(end) = self.answer(stream, &socket, payload, &mut request) {
                self.end(stream, end);
            }
        }
        self.end(worker, StreamEnd::GaveUp);
    }

    /// The next connection; nothing when none came for a while, the end when none will.
    #[expect(clippy::option_option, reason = "what came, nothing yet, nothing ever")]
    fn next(&self) -> Option<Option<(u32, TcpStream)>> {
        let arrivals = self.arrivals.lock().unwrap_or_else(PoisonError::into_inner);
        let signals = &self.post.signals;
        if self.open.load(Ordering::Relaxed) == 0 || signals.now() >= signals.drain_ends() {
            return None;
        }
        let arrival = arrivals.recv_timeout(LOOK_UP);
        if matches!(arrival, Err(RecvTimeoutError::Disconnected)) {
            thread::sleep(LOOK_UP);
        }
        Some(arrival.ok().filter(|(stream, _)| *stream < self.plan.streams))
    }

    fn answer(&self, stream: u32, socket: &TcpStream, payload: &[u8], request: &mut [u8]) -> Result<(), StreamEnd> {
        let refused = |error| StreamEnd::Broken(std::io::Error::other(error));
        socket::configure(&SockRef::from(socket), &self.plan, stream).map_err(refused)?;
        // The answer must not be taken back by closing. The end that asks closes last and at once, so no TIME_WAIT is left.
        SockRef::from(socket).set_linger(None).map_err(StreamEnd::Broken)?;
        socket::suit(socket, &self.plan).map_err(StreamEnd::Broken)?;
        once(&Line { socket, signals: &self.post.signals, spin: false }, &self.post, stream, payload, request)
    }

    /// Tells once how a stream ended.
    fn end(&self, stream: u32, end: StreamEnd) {
        if self.ended.get(stream as usize).is_some_and(|ended| !ended.swap(true, Ordering::Relaxed)) {
            self.open.fetch_sub(1, Ordering::Relaxed);
            self.post.ended(stream, end);
        }
    }
}
