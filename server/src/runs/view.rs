//! A run as a row of a list.

use pairperf_shared::api::RunView;
use pairperf_shared::plan::Side;
use pairperf_shared::record::RunParts;
use pairperf_shared::summary::Summary;

/// The row of a run of which these parts are known.
pub(super) fn of(parts: &RunParts, side: Side, summary: Option<Summary>) -> RunView {
    RunView {
        id: parts.id.clone(),
        started_at: parts.started_at.clone(),
        outcome: parts.outcome.clone(),
        config: parts.config.clone(),
        coordinator: parts.coordinator.host.name.clone(),
        peer: parts.peer.host.name.clone(),
        side,
        summary,
        imported: false,
        spark: Vec::new(),
    }
}
