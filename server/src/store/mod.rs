//! Where records are kept: SQLite in the data folder, growing as a run goes.
//!
//! Knows records and nothing of runs in progress, peers or HTTP. A run is written when it begins,
//! its samples are appended as they come, and its end replaces both; whatever a killed node left
//! behind reads *interrupted* at the next start.

mod chunk;
mod rows;

use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use futures_util::TryStreamExt;
use pairperf_shared::phase::State;
use pairperf_shared::plan::Side;
use pairperf_shared::record::{Outcome, Reason, RunParts};
use pairperf_shared::sample::{Sample, SampleLog};
use pairperf_shared::summary::Summary;
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

/// The records of one node. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    pool: SqlitePool,
}

/// What went wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It can't be opened or brought up to date.
    #[error("opening the database {path}: {source}")]
    Open {
        /// The file.
        path: String,
        /// Why.
        source: sqlx::Error,
    },
    /// A query failed, for example because the disk is full.
    #[error("the database: {0}")]
    Query(#[from] sqlx::Error),
    /// Something kept can't be read any more.
    #[error("a kept run can't be read: {0}")]
    Content(String),
}

/// A kept run: the record's parts and which side this node was.
#[derive(Debug, Clone)]
pub struct KeptRun {
    /// What both ends brought.
    pub parts: RunParts,
    /// Which of the two this node was.
    pub side: Side,
}

/// A kept run without its samples, for lists.
#[derive(Debug, Clone)]
pub struct KeptHead {
    /// The parts; both sample lists are empty.
    pub parts: RunParts,
    /// Which of the two this node was.
    pub side: Side,
    /// The figures, once the run has ended.
    pub summary: Option<Summary>,
}

/// Makes the file so that nobody else can read it; SQLite's files beside it follow its mode.
fn make_private(path: &Path) -> std::io::Result<()> {
    std::fs::OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path).map(|_| ())
}

impl Store {
    /// Opens (or makes) `records.sqlite` in the folder and marks what a killed node left behind.
    pub async fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join("records.sqlite");
        let failed = |source| StoreError::Open { path: path.display().to_string(), source };
        make_private(&path).map_err(|error| failed(sqlx::Error::Io(error)))?;
        let options = SqliteConnectOptions::from_str("sqlite://")
            .map_err(failed)?
            .filename(&path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A run is rare and precious: it survives a power cut, not only a crash.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            .foreign_keys(true)
            .pragma("trusted_schema", "OFF");
        let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options).await.map_err(failed)?;
        sqlx::migrate!("migrations/sqlite").run(&pool).await.map_err(|error| failed(error.into()))?;
        let store = Self { pool };
        store.mark_interrupted().await?;
        Ok(store)
    }

    /// Keeps a run that begins.
    pub async fn insert(&self, parts: &RunParts, side: Side) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO runs (id, started_at, state, side, head) VALUES ($1, $2, $3, $4, $5)")
            .bind(&parts.id)
            .bind(&parts.started_at)
            .bind(parts.outcome.state.key())
            .bind(rows::side_key(side))
            .bind(rows::head(parts)?)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Keeps what changed in a run that goes on, samples apart.
    pub async fn update(&self, parts: &RunParts) -> Result<(), StoreError> {
        sqlx::query("UPDATE runs SET state = $1, head = $2 WHERE id = $3")
            .bind(parts.outcome.state.key())
            .bind(rows::head(parts)?)
            .bind(&parts.id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Appends samples of one side; `chunk` counts up from 0.
    pub async fn append(&self, run: &str, side: Side, chunk: i64, samples: &[Sample]) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO samples (run_id, side, chunk, body) VALUES ($1, $2, $3, $4)")
            .bind(run)
            .bind(rows::side_key(side))
            .bind(chunk)
            .bind(chunk::pack(samples)?)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Replaces a run by its final form, with the figures that follow from it, in one transaction.
    pub async fn finish(&self, parts: &RunParts) -> Result<(), StoreError> {
        let summary = parts.clone().record().summary;
        let mut transaction = self.pool.begin().await?;
        sqlx::query("UPDATE runs SET state = $1, head = $2, summary = $3 WHERE id = $4")
            .bind(parts.outcome.state.key())
            .bind(rows::head(parts)?)
            .bind(rows::json(&summary)?)
            .bind(&parts.id)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM samples WHERE run_id = $1").bind(&parts.id).execute(&mut *transaction).await?;
        for (side, samples) in [(Side::Coordinator, &parts.coordinator.samples), (Side::Peer, &parts.peer.samples)] {
            for (index, samples) in samples.chunks(chunk::SAMPLES).enumerate() {
                sqlx::query("INSERT INTO samples (run_id, side, chunk, body) VALUES ($1, $2, $3, $4)")
                    .bind(&parts.id)
                    .bind(rows::side_key(side))
                    .bind(index as i64)
                    .bind(chunk::pack(samples)?)
                    .execute(&mut *transaction)
                    .await?;
            }
        }
        transaction.commit().await?;
        Ok(())
    }

    /// The run of that id with everything it has; none if there is no such run.
    pub async fn get(&self, id: &str) -> Result<Option<KeptRun>, StoreError> {
        let Some(KeptHead { mut parts, side, .. }) = self.head(id).await? else { return Ok(None) };
        parts.coordinator.samples = self.samples(id, Side::Coordinator).await?;
        parts.peer.samples = self.samples(id, Side::Peer).await?;
        Ok(Some(KeptRun { parts, side }))
    }

    /// The run of that id without its samples; none if there is no such run.
    pub async fn head(&self, id: &str) -> Result<Option<KeptHead>, StoreError> {
        let row = sqlx::query("SELECT id, side, head, summary FROM runs WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        row.as_ref().map(rows::kept).transpose()
    }

    /// Whether there is a run of that id.
    pub async fn contains(&self, id: &str) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM runs WHERE id = $1").bind(id).fetch_optional(&self.pool).await?;
        Ok(found.is_some())
    }

    /// The latest runs, the newest first. One that can't be read is left out.
    pub async fn page(&self, limit: u32) -> Result<Vec<KeptHead>, StoreError> {
        let rows = sqlx::query("SELECT id, side, head, summary FROM runs ORDER BY started_at DESC, id LIMIT $1")
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        let readable = |row| rows::kept(row).inspect_err(|error| tracing::warn!(%error, "listing the kept runs")).ok();
        Ok(rows.iter().filter_map(readable).collect())
    }

    /// How many runs there are in each state.
    pub async fn count_by_state(&self) -> Result<Vec<(String, i64)>, StoreError> {
        Ok(sqlx::query_as("SELECT state, COUNT(*) FROM runs GROUP BY state ORDER BY state")
            .fetch_all(&self.pool)
            .await?)
    }

    /// Writes everything out and closes.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    async fn samples(&self, run: &str, side: Side) -> Result<Vec<Sample>, StoreError> {
        let mut bodies =
            sqlx::query_scalar::<_, Vec<u8>>("SELECT body FROM samples WHERE run_id = $1 AND side = $2 ORDER BY chunk")
                .bind(run)
                .bind(rows::side_key(side))
                .fetch(&self.pool);
        // A run that was cut short has every sample here, a day of them perhaps.
        let mut samples = SampleLog::new();
        while let Some(body) = bodies.try_next().await? {
            for sample in chunk::unpack(&body)? {
                samples.push(sample);
            }
        }
        Ok(samples.into_vec())
    }

    async fn mark_interrupted(&self) -> Result<(), StoreError> {
        let left: Vec<String> =
            sqlx::query_scalar("SELECT id FROM runs WHERE state NOT IN ('done', 'failed', 'cancelled', 'interrupted')")
                .fetch_all(&self.pool)
                .await?;
        for id in left {
            let mut kept = match self.get(&id).await {
                Ok(Some(kept)) => kept,
                Ok(None) => continue,
                Err(StoreError::Content(reason)) => {
                    // One damaged run must not keep the node from starting.
                    tracing::warn!(run.id = %id, "run {id} can't be read: {reason}");
                    continue;
                }
                Err(error) => return Err(error),
            };
            kept.parts.outcome = Outcome {
                state: State::Interrupted,
                reason: Some(Reason {
                    code: "node_ended".to_owned(),
                    message: "the node that kept this record was ended in the middle of the run".to_owned(),
                }),
            };
            self.finish(&kept.parts).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
