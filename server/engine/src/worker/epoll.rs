//! The inner loop for many streams: a few threads, each over its share of the sockets with one
//! buffer for all of them.

use std::io;
use std::time::Duration;

use super::{Desk, Lane};
use crate::flow::{Flow, StreamEnd, Turn, turn};
use crate::platform::{Poller, Ready};

/// A ready socket is served up to this many bytes before the next one has its turn; with less,
/// waking up costs more than moving data (measured).
const TURN_BYTES: usize = 1 << 20;
/// The longest wait, so that a stop is seen.
const PATIENCE: Duration = Duration::from_millis(100);
/// More ready sockets than this wait for the next round.
const ROOM: usize = 256;

/// One worker's sockets, watched.
#[derive(Debug)]
pub(super) struct Share {
    /// `None` once the stream is over.
    lanes: Vec<Option<Lane>>,
    poller: Poller,
    ready: Ready,
}

impl Share {
    /// Watches these streams for what `F` needs.
    pub(super) fn new<F: Flow>(lanes: Vec<Lane>) -> io::Result<Self> {
        let poller = Poller::new()?;
        for (index, lane) in lanes.iter().enumerate() {
            poller.add(&*lane.socket, index as u32, F::INTEREST)?;
        }
        let ready = Ready::with_room(lanes.len().min(ROOM));
        Ok(Self { lanes: lanes.into_iter().map(Some).collect(), poller, ready })
    }
}

/// Serves all streams of a share until they are over.
pub(super) fn serve<F: Flow>(share: Share, flow: &mut F, desk: &Desk) {
    let Share { mut lanes, poller, mut ready } = share;
    let mut open = lanes.len();
    while open > 0 {
        let Some(left) = desk.left(flow.until(&desk.signals)) else { break };
        if let Err(error) = poller.wait(&mut ready, left.min(PATIENCE)) {
            return fail(&lanes, &error, desk);
        }
        for token in ready.tokens() {
            let place = &mut lanes[token as usize];
            let Some(lane) = place else { continue };
            if let Some(end) = take_turn(lane, flow, desk) {
                // The socket stays open for the sampler, so the kernel has to be told.
                let _ = poller.remove(&*lane.socket);
                desk.ended(lane.stream, end);
                *place = None;
                open -= 1;
            }
            if desk.left(flow.until(&desk.signals)).is_none() {
                break;
            }
        }
    }
    for lane in lanes.iter().flatten() {
        desk.ended(lane.stream, flow.finish(lane));
    }
}

/// Moves up to [`TURN_BYTES`]; says how the stream ended, if it did.
fn take_turn<F: Flow>(lane: &Lane, flow: &mut F, desk: &Desk) -> Option<StreamEnd> {
    let mut budget = TURN_BYTES;
    while budget > 0 {
        match turn(flow, lane) {
            Turn::Moved(bytes) => {
                lane.counter().add(bytes);
                if flow.spent(lane) {
                    return Some(flow.finish(lane));
                }
                // A short call means that the socket has nothing more just now.
                if bytes < flow.size() {
                    return None;
                }
                budget = budget.saturating_sub(bytes);
                desk.left(flow.until(&desk.signals))?;
            }
            Turn::Idle => return None,
            Turn::Over(end) => return Some(end),
        }
    }
    None
}

/// Without a poller no stream can go on.
fn fail(lanes: &[Option<Lane>], error: &io::Error, desk: &Desk) {
    for lane in lanes.iter().flatten() {
        desk.ended(lane.stream, StreamEnd::Broken(io::Error::new(error.kind(), error.to_string())));
    }
}
