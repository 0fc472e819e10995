//! Words on a run that is over here: the link was away, or one of the nodes was stopped.
//!
//! The coordinator rules how a run ended. A peer that gave it up by itself hears the verdict when
//! the link is back, and one that still waits for it is told, so that both nodes say the same.

use pairperf_shared::plan::Side;
use pairperf_shared::record::Outcome;

use super::drive::Way;
use super::messages::{Control, Message};
use super::registry::{Inner, cleaned};

/// The reasons that a peer ends a run for by itself.
const GIVEN_UP: [&str; 3] = ["peer_lost", "stalled", "not_collected"];

/// Tells a peer that is through with a run what was ruled on it without it.
pub(super) async fn tell(inner: &Inner, way: &Way, run: &str) {
    let Ok(Some(kept)) = inner.store.head(run).await else { return };
    // What came from a file may say anything: it is no verdict of this node.
    if kept.imported {
        return;
    }
    let parts = kept.parts;
    if kept.side == Side::Coordinator && parts.peer.node == way.peer_node && parts.outcome.state.is_final() {
        let over =
            Control::Over { run: parts.id, outcome: parts.outcome, events: parts.events, findings: parts.findings };
        // A link that has ended has nobody to tell.
        let _ = way.link.send(Message::Control(over).encode()).await;
    }
}

/// Replaces what a peer thought by itself in the kept record by what its coordinator ruled.
pub(super) async fn verdict(inner: &Inner, way: &Way, run: &str, outcome: &Outcome) {
    if !outcome.state.is_final() {
        return;
    }
    if inner.store.head(run).await.is_ok_and(|head| head.is_some_and(|head| head.imported)) {
        return;
    }
    let Ok(Some(mut kept)) = inner.store.get(run).await else { return };
    let parts = &mut kept.parts;
    let missed = parts.outcome.reason.as_ref().is_some_and(|reason| GIVEN_UP.contains(&reason.code.as_str()));
    // Only the coordinator of that very run has a say in it.
    if kept.side != Side::Peer || parts.coordinator.node != way.peer_node || !missed {
        return;
    }
    parts.outcome = Outcome { state: outcome.state, reason: outcome.reason.as_ref().map(cleaned) };
    parts.findings.retain(|finding| finding.code != "peer_lost");
    if let Err(error) = inner.store.finish(&kept.parts).await {
        tracing::warn!(run.id = %run, %error, "keeping the late verdict on run {run}");
    }
}
