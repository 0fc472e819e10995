//! Opens every stream to one address: connect, say the preface, wait to be accepted.
//!
//! Several are under way at once, without a thread for each, but never more than planned: a
//! listener's backlog and a firewall's patience are both finite.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};

use pairperf_shared::plan::RolePlan;
use socket2::{Domain, Protocol, SockRef, Socket, Type};

use super::{Halt, Watch, seconds};
use crate::platform::{self, Interest, Poller, Ready};
use crate::session::ACCEPTED;
use crate::{EngineError, socket};

/// A stream that is not up yet.
#[derive(Debug)]
struct Attempt {
    socket: TcpStream,
    preface: Vec<u8>,
    stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Connecting,
    /// That much of the preface has been said.
    Introducing(usize),
    Waiting,
}

/// How far an attempt came.
enum Step {
    Pending,
    Up,
    TurnedAway,
}

/// Opens all streams.
pub(super) fn dial(
    plan: &RolePlan,
    target: SocketAddr,
    preface: &dyn Fn(u32) -> Vec<u8>,
    source: Option<IpAddr>,
    watch: &mut Watch<'_>,
) -> Result<Vec<TcpStream>, Halt> {
    let of = plan.streams;
    let at_once = plan.dials_at_once.max(1);
    let system = |doing| move |source| EngineError::System { doing, source };
    let poller = Poller::new().map_err(system("preparing to open streams"))?;
    let mut ready = Ready::with_room(at_once as usize);
    let mut attempts: Vec<Option<Attempt>> = (0..of).map(|_| None).collect();
    let mut streams: Vec<Option<TcpStream>> = (0..of).map(|_| None).collect();
    let mut begun = 0;

    while !watch.progress.is_complete() {
        while begun < of && begun - watch.progress.up() < at_once {
            let socket = begin(plan, begun, target, source)?;
            poller.add(&socket, begun, Interest::Write).map_err(system("watching a stream"))?;
            attempts[begun as usize] = Some(Attempt { socket, preface: preface(begun), stage: Stage::Connecting });
            begun += 1;
        }
        let Some(patience) = watch.patience()? else { return Err(late(plan, target, &attempts).into()) };
        poller.wait(&mut ready, patience).map_err(system("waiting for streams to open"))?;
        for stream in ready.tokens() {
            let Some(attempt) = attempts[stream as usize].as_mut() else { continue };
            match advance(attempt, &poller, stream) {
                Ok(Step::Pending) => {}
                Ok(Step::Up) => {
                    if let Some(Attempt { socket, .. }) = attempts[stream as usize].take() {
                        poller.remove(&socket).map_err(system("handing over a stream"))?;
                        streams[stream as usize] = Some(socket);
                        watch.progress.one_more();
                    }
                }
                Ok(Step::TurnedAway) => return Err(EngineError::TurnedAway { stream, of, address: target }.into()),
                Err(source) => return Err(EngineError::Connect { stream, of, address: target, source }.into()),
            }
        }
    }
    Ok(streams.into_iter().flatten().collect())
}

/// Sends the first packet of a connection.
fn begin(plan: &RolePlan, stream: u32, target: SocketAddr, source: Option<IpAddr>) -> Result<TcpStream, EngineError> {
    let failed = |source| EngineError::Connect { stream, of: plan.streams, address: target, source };
    let socket = Socket::new(Domain::for_address(target), Type::STREAM, Some(Protocol::TCP)).map_err(failed)?;
    socket.set_nonblocking(true).map_err(failed)?;
    socket::configure(&SockRef::from(&socket), plan, stream)?;
    socket::place(&SockRef::from(&socket), plan, stream, source)?;
    match socket.connect(&target.into()) {
        Ok(()) => {}
        Err(error) if platform::in_progress(&error) => {}
        Err(error) => return Err(failed(error)),
    }
    Ok(socket.into())
}

/// Does what can be done without waiting.
fn advance(attempt: &mut Attempt, poller: &Poller, stream: u32) -> io::Result<Step> {
    let mut socket = &attempt.socket;
    if attempt.stage == Stage::Connecting {
        if let Some(error) = socket.take_error()? {
            return Err(error);
        }
        attempt.stage = Stage::Introducing(0);
    }
    if let Stage::Introducing(mut said) = attempt.stage {
        while said < attempt.preface.len() {
            match socket.write(&attempt.preface[said..]) {
                Ok(more) => said += more,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    attempt.stage = Stage::Introducing(said);
                    return Ok(Step::Pending);
                }
                Err(error) => return Err(error),
            }
        }
        attempt.stage = Stage::Waiting;
        poller.modify(socket, stream, Interest::Read)?;
    }
    let mut answer = [0];
    match socket.read(&mut answer) {
        Ok(1) if answer[0] == ACCEPTED => Ok(Step::Up),
        Ok(_) => Ok(Step::TurnedAway),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(Step::Pending),
        Err(error) if error.kind() == ErrorKind::ConnectionReset => Ok(Step::TurnedAway),
        Err(error) => Err(error),
    }
}

/// Names the first stream that is not up, and what it waits for.
fn late(plan: &RolePlan, target: SocketAddr, attempts: &[Option<Attempt>]) -> EngineError {
    let pending = attempts.iter().enumerate().find_map(|(stream, attempt)| Some((stream, attempt.as_ref()?.stage)));
    let (stream, stage) = pending.unwrap_or((0, Stage::Connecting));
    EngineError::ConnectDeadline {
        stream: stream as u32,
        of: plan.streams,
        address: target,
        step: if stage == Stage::Connecting { "answer" } else { "accept the stream" },
        seconds: seconds(plan),
    }
}
