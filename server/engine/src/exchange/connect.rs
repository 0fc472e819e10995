//! Asks over a connection of its own each time: connects, says the preface and the request, takes the answer, closes.
//!
//! The request follows the preface at once, as it would in any protocol: what is timed is one round trip for the connection
//! and one for the answer. A connection that asks nothing and half-closes says that the stream has ended.

use std::io::{self, ErrorKind};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use pairperf_shared::plan::RolePlan;
use socket2::{Domain, Protocol, SockRef, Socket, Type};

use super::Post;
use super::line::Line;
use crate::buffer::Buffer;
use crate::flow::StreamEnd;
use crate::opening::Way;
use crate::session::ACCEPTED;
use crate::{platform, socket};

/// One stream of connections that follow each other.
pub(super) struct Connecting {
    pub(super) stream: u32,
    pub(super) plan: Arc<RolePlan>,
    pub(super) way: Arc<Way>,
    pub(super) post: Post,
    /// Requests to send; none = by time.
    pub(super) share: Option<u64>,
}

impl Connecting {
    /// Connects again and again until time is up or the stream's share is done.
    pub(super) fn serve(&self, payload: &[u8]) {
        let mut answer = Buffer::new(payload.len());
        let preface = (self.way.preface)(self.stream);
        let question = [&preface[..], &payload[..payload.len().min(self.post.sizes().0)]].concat();
        if self.post.gate.wait_start() {
            let end = self.run(&question, preface.len(), &mut answer);
            self.post.ended(self.stream, end.unwrap_or_else(|end| end));
        }
    }

    fn run(&self, question: &[u8], preface: usize, answer: &mut [u8]) -> Result<StreamEnd, StreamEnd> {
        let post = &self.post;
        let tally = post.tally(self.stream);
        let (request_bytes, response_bytes) = post.sizes();
        let mut left = self.share.unwrap_or(u64::MAX);
        loop {
            let began = post.signals.now();
            let over = left == 0 || began >= post.signals.payload_ends();
            let socket = self.connect()?;
            let line = Line { socket: &socket, signals: &post.signals, spin: false };
            if over {
                return farewell(&line, &question[..preface], answer);
            }
            line.write(question, preface + request_bytes)?;
            tally.sent();
            accepted(&line, answer)?;
            line.read(answer, response_bytes).map_err(cut)?;
            tally.heard(post.signals.now() - began);
            left -= 1;
        }
    }

    fn connect(&self) -> Result<TcpStream, StreamEnd> {
        let target = self.way.target;
        let socket =
            Socket::new(Domain::for_address(target), Type::STREAM, Some(Protocol::TCP)).map_err(StreamEnd::Broken)?;
        let refused = |error| StreamEnd::Broken(io::Error::other(error));
        socket::configure(&SockRef::from(&socket), &self.plan, self.stream).map_err(refused)?;
        socket::place(&SockRef::from(&socket), &self.plan, self.stream, self.way.source).map_err(refused)?;
        let socket = TcpStream::from(socket);
        socket::suit(&socket, &self.plan).map_err(StreamEnd::Broken)?;
        let address = target.into();
        loop {
            match SockRef::from(&socket).connect(&address) {
                Ok(()) => return Ok(socket),
                // The timeout of a send holds for this call too (socket(7)); a further one goes on waiting.
                Err(error) if platform::in_progress(&error) || error.kind() == ErrorKind::Interrupted => {
                    if self.post.signals.now() >= self.post.signals.drain_ends() {
                        return Err(StreamEnd::GaveUp);
                    }
                }
                Err(error) => return Err(StreamEnd::Broken(error)),
            }
        }
    }
}

/// Says that there are no more questions, and waits until the other end knows.
fn farewell(line: &Line<'_>, preface: &[u8], answer: &mut [u8]) -> Result<StreamEnd, StreamEnd> {
    line.write(preface, preface.len())?;
    accepted(line, answer)?;
    line.socket.shutdown(Shutdown::Write).map_err(StreamEnd::Broken)?;
    match line.read(answer, 1) {
        Ok(()) | Err(StreamEnd::Eof) => Ok(StreamEnd::Sent),
        Err(end) => Err(end),
    }
}

/// Waits until the other end takes the connection.
fn accepted(line: &Line<'_>, answer: &mut [u8]) -> Result<(), StreamEnd> {
    line.read(answer, 1).map_err(cut)?;
    if answer[0] == ACCEPTED { Ok(()) } else { Err(StreamEnd::Broken(ErrorKind::InvalidData.into())) }
}

/// The other end does not orderly end what it was just asked on.
fn cut(end: StreamEnd) -> StreamEnd {
    match end {
        StreamEnd::Eof => StreamEnd::Broken(ErrorKind::UnexpectedEof.into()),
        other => other,
    }
}
