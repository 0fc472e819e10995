//! Answers what is asked over one connection, until the end that asks has no more questions.

use std::sync::Arc;

use super::Post;
use super::line::Line;
use crate::buffer::Buffer;
use crate::flow::StreamEnd;
use crate::worker::Lane;

/// Answers until the stream's end.
pub(super) fn serve(lane: &Lane, post: &Post, payload: &Arc<Buffer>) {
    let mut request = Buffer::new(payload.len());
    if post.gate.wait_open() {
        let line = Line { socket: &lane.socket, signals: &post.signals, spin: post.plan.spin };
        let end = loop {
            if let Err(end) = once(&line, post, lane.stream, payload, &mut request) {
                break end;
            }
        };
        post.ended(lane.stream, end);
    }
}

/// Answers one request.
pub(super) fn once(
    line: &Line<'_>,
    post: &Post,
    stream: u32,
    payload: &[u8],
    request: &mut [u8],
) -> Result<(), StreamEnd> {
    let (request_bytes, response_bytes) = post.sizes();
    let tally = post.tally(stream);
    line.read(request, request_bytes)?;
    tally.came();
    line.write(payload, response_bytes)?;
    tally.gave();
    Ok(())
}
