//! Rows of the database to values and back.

use pairperf_shared::plan::Side;
use pairperf_shared::record::{EndParts, RunParts};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{KeptHead, StoreError};

/// The columns that [`kept`] reads.
pub(super) const COLUMNS: &str = "id, side, head, summary, started_ms, label, note, imported, spark";

pub(super) fn json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Content(error.to_string()))
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Content(error.to_string()))
}

/// The parts without their samples, which have a table of their own.
pub(super) fn bare(parts: &RunParts) -> RunParts {
    let bare = |end: &EndParts| EndParts {
        node: end.node.clone(),
        host: end.host.clone(),
        counter_names: end.counter_names.clone(),
        samples: Vec::new(),
    };
    RunParts {
        id: parts.id.clone(),
        started_at: parts.started_at.clone(),
        redacted: parts.redacted,
        outcome: parts.outcome.clone(),
        config: parts.config.clone(),
        plan: parts.plan.clone(),
        reach: parts.reach.clone(),
        in_effect: parts.in_effect.clone(),
        coordinator: bare(&parts.coordinator),
        peer: bare(&parts.peer),
        events: parts.events.clone(),
        findings: parts.findings.clone(),
    }
}

/// The same as JSON.
pub(super) fn head(parts: &RunParts) -> Result<String, StoreError> {
    json(&bare(parts))
}

pub(super) fn kept(row: &SqliteRow) -> Result<KeptHead, StoreError> {
    let side: String = row.try_get("side")?;
    let head: String = row.try_get("head")?;
    let summary: Option<String> = row.try_get("summary")?;
    let imported: i64 = row.try_get("imported")?;
    let spark: Option<String> = row.try_get("spark")?;
    let mut parts: RunParts = parse(&head)?;
    let started_ms: Option<i64> = row.try_get("started_ms")?;
    if started_ms.is_some() {
        parts.config.label = row.try_get("label")?;
        parts.config.note = row.try_get("note")?;
    }
    Ok(KeptHead {
        parts,
        side: if side == "peer" { Side::Peer } else { Side::Coordinator },
        summary: summary.as_deref().map(parse).transpose()?,
        imported: imported != 0,
        spark: spark.as_deref().map(parse).transpose()?.unwrap_or_default(),
    })
}
