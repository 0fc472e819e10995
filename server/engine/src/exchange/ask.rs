//! Asks over one connection, again as soon as the answer has come.

use std::net::Shutdown;
use std::sync::Arc;

use super::Post;
use super::line::Line;
use crate::buffer::Buffer;
use crate::flow::StreamEnd;
use crate::worker::Lane;

/// Asks until time is up or the stream's share is done. A request that is under way then is still waited for, so that
/// both ends count the same.
pub(super) fn serve(lane: &Lane, post: &Post, payload: &Arc<Buffer>, share: Option<u64>) {
    let mut answer = Buffer::new(payload.len());
    if post.gate.wait_start() {
        let end = run(lane, post, payload, &mut answer, share.unwrap_or(u64::MAX));
        post.ended(lane.stream, end);
    }
}

fn run(lane: &Lane, post: &Post, payload: &[u8], answer: &mut [u8], mut left: u64) -> StreamEnd {
    let line = Line { socket: &lane.socket, signals: &post.signals, spin: post.plan.spin };
    let (request_bytes, response_bytes) = post.sizes();
    let tally = post.tally(lane.stream);
    loop {
        let began = post.signals.now();
        if left == 0 || began >= post.signals.payload_ends() {
            return match lane.socket.shutdown(Shutdown::Write) {
                Ok(()) => StreamEnd::Sent,
                Err(error) => StreamEnd::Broken(error),
            };
        }
        if let Err(end) = line.write(payload, request_bytes) {
            return end;
        }
        tally.sent();
        if let Err(end) = line.read(answer, response_bytes) {
            return end;
        }
        tally.heard(post.signals.now() - began);
        left -= 1;
    }
}
