//! The inner loop for few streams: one thread each, calls that block.
//!
//! Sockets have timeouts, so the deadline is met although the other end stalls.

use super::{Desk, Lane};
use crate::flow::{Flow, StreamEnd, Turn, turn};

/// Serves one stream until it is over.
pub(super) fn serve<F: Flow>(lane: &Lane, flow: &mut F, desk: &Desk) {
    let end = run(lane, flow, desk);
    desk.ended(lane.stream, end);
}

fn run<F: Flow>(lane: &Lane, flow: &mut F, desk: &Desk) -> StreamEnd {
    let counter = lane.counter();
    while desk.signals.now() < flow.until(&desk.signals) {
        match turn(flow, lane) {
            Turn::Moved(bytes) => counter.add(bytes),
            Turn::Idle => {}
            Turn::Over(end) => return end,
        }
    }
    flow.finish(lane)
}
