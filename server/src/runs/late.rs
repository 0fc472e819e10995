//! A verdict that comes when the run is over here: the link broke between the last two words.
//!
//! The coordinator said how the run ended; this node, which did not hear it, wrote that the peer
//! was lost. When the link is back, both shall say the same.

use pairperf_shared::record::Outcome;

use super::drive::Way;
use super::registry::{Inner, cleaned};

/// Replaces *peer lost* in the kept record by what its coordinator ruled.
pub(super) async fn verdict(inner: &Inner, way: &Way, run: &str, outcome: &Outcome) {
    if !outcome.state.is_final() {
        return;
    }
    let Ok(Some(mut kept)) = inner.store.get(run).await else { return };
    let parts = &mut kept.parts;
    let missed = parts.outcome.reason.as_ref().is_some_and(|reason| reason.code == "peer_lost");
    // Only the coordinator of that very run has a say in it.
    if kept.side != pairperf_shared::plan::Side::Peer || parts.coordinator.node != way.peer_node || !missed {
        return;
    }
    parts.outcome = Outcome { state: outcome.state, reason: outcome.reason.as_ref().map(cleaned) };
    parts.findings.retain(|finding| finding.code != "peer_lost");
    let summary = kept.parts.clone().record().summary;
    if let Err(error) = inner.store.finish(&kept.parts, &summary).await {
        tracing::warn!(run.id = %run, %error, "keeping the late verdict on run {run}");
    }
}
