//! Takes datagrams, and keeps account of each.

use super::flow::{Flow, Post};

/// Serves these flows until each of them is over.
pub(crate) fn serve(flows: Vec<Flow>, post: &Post) {
    drop((flows, post));
}
