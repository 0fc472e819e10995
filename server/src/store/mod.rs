//! Where records are kept: SQLite in the data folder, growing as a run goes.
//!
//! Knows records and nothing of runs in progress, peers, HTTP or the time of day. A run is written when it
//! begins, its samples are appended as they come, and its end replaces both; whatever a killed node left
//! behind reads *interrupted* at the next start. Each node keeps its own copy of a run: what is deleted or
//! renamed here is so here alone.

mod chunk;
mod index;
mod list;
mod pool;
mod rows;
mod shares;
mod trash;
mod write;

pub use list::{Page, Place};
pub use shares::Share;
pub use trash::TAKE_BACK_MS;

use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use futures_util::TryStreamExt;
use pairperf_shared::config::side_key;
use pairperf_shared::phase::State;
use pairperf_shared::plan::Side;
use pairperf_shared::record::{Outcome, Reason, RunParts};
use pairperf_shared::sample::{Sample, SampleLog};
use pairperf_shared::summary::Summary;
use sqlx::{AssertSqlSafe, SqlitePool};

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
    /// There is a run of that id already.
    #[error("there is a run {0} already")]
    Taken(String),
    /// Something kept can't be read any more.
    #[error("a kept run can't be read: {0}")]
    Content(String),
}

impl StoreError {
    /// What a person can do about it.
    pub fn remedy(&self) -> &'static str {
        let error = match self {
            Self::Open { source, .. } => source,
            Self::Query(error) => error,
            Self::Taken(_) | Self::Content(_) => return "check the disk of the data folder",
        };
        // The low byte of SQLite's code is its kind: 5 and 6 a lock, 13 no room.
        let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
        match (error, code.map(|code| code & 0xff)) {
            (_, Some(13)) => "make room on the disk of the data folder, then try again",
            (sqlx::Error::PoolTimedOut, _) | (_, Some(5 | 6)) => {
                "the records are being written to; try again in a moment"
            }
            _ => "check the disk of the data folder",
        }
    }
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
    /// Whether it came from a file.
    pub imported: bool,
    /// The receiver's rate in a few values, once the run has ended.
    pub spark: Vec<Option<f64>>,
}

/// Does work that takes long, seconds for the largest runs, on a thread that nobody else waits for.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| StoreError::Content("the work on it broke; please report it".to_owned()))?
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
        let pool = pool::open(&path).await.map_err(failed)?;
        sqlx::migrate!("migrations/sqlite").run(&pool).await.map_err(|error| failed(error.into()))?;
        let store = Self { pool };
        store.index_old().await?;
        store.mark_interrupted().await?;
        Ok(store)
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
        let sql = format!("SELECT {} FROM runs WHERE id = $1 AND deleted_ms IS NULL", rows::COLUMNS);
        let row = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_optional(&self.pool).await?;
        row.as_ref().map(rows::kept).transpose()
    }

    /// Whether that id is taken, be it by a run that is deleted and can be taken back.
    pub async fn contains(&self, id: &str) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM runs WHERE id = $1").bind(id).fetch_optional(&self.pool).await?;
        Ok(found.is_some())
    }

    /// Writes everything out and closes.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    async fn samples(&self, run: &str, side: Side) -> Result<Vec<Sample>, StoreError> {
        let mut bodies =
            sqlx::query_scalar::<_, Vec<u8>>("SELECT body FROM samples WHERE run_id = $1 AND side = $2 ORDER BY chunk")
                .bind(run)
                .bind(side_key(side))
                .fetch(&self.pool);
        // A run that was cut short has every sample here, a day of them perhaps.
        let mut samples = SampleLog::new();
        while let Some(body) = bodies.try_next().await? {
            for sample in apart(move || chunk::unpack(&body)).await? {
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
