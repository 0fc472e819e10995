//! What the list of runs filters and sorts by: computed here from the record, once when a run begins and once when it
//! has ended, and for the rows of older versions.

use pairperf_shared::api::spelled;
use pairperf_shared::plan::Role;
use pairperf_shared::record::RunParts;
use pairperf_shared::summary::Summary;
use pairperf_shared::summary::series::spark;

use super::{Store, StoreError, rows};

/// What is known of a run when it begins.
pub(super) struct Index {
    pub(super) started_ms: i64,
    pub(super) coordinator_key: String,
    pub(super) peer_key: String,
    pub(super) protocol: String,
    pub(super) direction: String,
    pub(super) streams: i64,
}

/// What is known of a run once it has ended.
pub(super) struct Figures {
    /// [`Summary`] as JSON.
    pub(super) summary: String,
    pub(super) bits_per_second: Option<i64>,
    /// The values as JSON.
    pub(super) spark: String,
}

/// A text for comparing.
pub(super) fn key(text: &str) -> String {
    text.to_lowercase()
}

impl Index {
    pub(super) fn of(parts: &RunParts) -> Self {
        let started = parts.started_at.parse::<jiff::Timestamp>();
        Self {
            started_ms: started.map_or(0, jiff::Timestamp::as_millisecond),
            coordinator_key: key(&parts.coordinator.host.name),
            peer_key: key(&parts.peer.host.name),
            protocol: spelled(parts.config.protocol),
            direction: spelled(parts.config.direction),
            streams: i64::from(parts.config.streams),
        }
    }
}

impl Figures {
    pub(super) fn of(parts: RunParts) -> Result<Self, StoreError> {
        let record = parts.record();
        let received = record.end(Role::Receiver).map(|end| end.samples.as_slice()).unwrap_or_default();
        let Summary { bits_per_second, .. } = record.summary;
        Ok(Self {
            summary: rows::json(&record.summary)?,
            bits_per_second: bits_per_second.map(|rate| rate.round() as i64),
            spark: rows::json(&spark(received, record.config.traffic_ms()))?,
        })
    }
}

impl Store {
    /// Fills what rows of older versions lack. One that can't be read stays out of the lists.
    pub(super) async fn index_old(&self) -> Result<(), StoreError> {
        let old: Vec<String> =
            sqlx::query_scalar("SELECT id FROM runs WHERE started_ms IS NULL").fetch_all(&self.pool).await?;
        for id in old {
            let parts = match self.get(&id).await {
                Ok(Some(kept)) => kept.parts,
                Ok(None) => continue,
                Err(StoreError::Content(reason)) => {
                    tracing::warn!(run.id = %id, "run {id} can't be read and is not listed: {reason}");
                    continue;
                }
                Err(error) => return Err(error),
            };
            let index = Index::of(&parts);
            let (label, note) = (parts.config.label.clone(), parts.config.note.clone());
            let ended = parts.outcome.state.is_final();
            let figures = ended.then(|| Figures::of(parts)).transpose()?;
            sqlx::query(
                "UPDATE runs SET started_ms = $1, label = $2, label_key = $3, note = $4, note_key = $5, \
                 coordinator_key = $6, peer_key = $7, protocol = $8, direction = $9, streams = $10, \
                 bits_per_second = $11, spark = $12 WHERE id = $13",
            )
            .bind(index.started_ms)
            .bind(&label)
            .bind(label.as_deref().map(key))
            .bind(&note)
            .bind(note.as_deref().map(key))
            .bind(index.coordinator_key)
            .bind(index.peer_key)
            .bind(index.protocol)
            .bind(index.direction)
            .bind(index.streams)
            .bind(figures.as_ref().and_then(|figures| figures.bits_per_second))
            .bind(figures.map(|figures| figures.spark))
            .bind(&id)
            .execute(&self.pool)
            .await?;
        }
        Ok(())
    }
}
