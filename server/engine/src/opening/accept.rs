//! Waits for streams that the other end opens and the server has proven to belong to this run.

use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError};

use pairperf_shared::plan::RolePlan;
use socket2::SockRef;

use super::{Halt, Watch, seconds};
use crate::{EngineError, socket};

/// Collects one socket for each stream.
pub(super) fn accept(
    plan: &RolePlan,
    arrivals: &Receiver<(u32, TcpStream)>,
    watch: &mut Watch<'_>,
) -> Result<Vec<TcpStream>, Halt> {
    let of = plan.streams;
    let mut streams: Vec<Option<TcpStream>> = (0..of).map(|_| None).collect();
    while !watch.progress.is_complete() {
        let up = watch.progress.up();
        let Some(patience) = watch.patience()? else {
            return Err(EngineError::ArrivalDeadline { up, of, seconds: seconds(plan) }.into());
        };
        let (stream, socket) = match arrivals.recv_timeout(patience) {
            Ok(arrival) => arrival,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Err(EngineError::ArrivalsClosed { up, of }.into()),
        };
        // A number that is not planned or came before is none of ours (a preface overheard and
        // said again would look so): dropping the socket closes it.
        if let Some(place @ None) = streams.get_mut(stream as usize) {
            socket::configure(&SockRef::from(&socket), plan, stream)?;
            *place = Some(socket);
            watch.progress.one_more();
        }
    }
    Ok(streams.into_iter().flatten().collect())
}
