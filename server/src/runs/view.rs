//! A run as a row of a list.

use pairperf_shared::api::RunView;
use pairperf_shared::plan::Side;
use pairperf_shared::record::RunParts;

use crate::store::KeptHead;

/// The row of a run of which these parts are known, and no figures yet.
pub(super) fn of(parts: &RunParts, side: Side) -> RunView {
    RunView {
        id: parts.id.clone(),
        started_at: parts.started_at.clone(),
        outcome: parts.outcome.clone(),
        config: parts.config.clone(),
        coordinator: parts.coordinator.host.name.clone(),
        peer: parts.peer.host.name.clone(),
        side,
        summary: None,
        imported: false,
        spark: Vec::new(),
    }
}

/// The row of a run that is kept.
pub(super) fn kept(head: KeptHead) -> RunView {
    let KeptHead { parts, side, summary, imported, spark } = head;
    RunView { summary, imported, spark, ..of(&parts, side) }
}
