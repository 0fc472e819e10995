//! What is kept of runs and what people do with it: lists, labels, deleting, importing.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use pairperf_shared::api::{ApiError, RunList, RunPatch, RunQuery, RunView};
use pairperf_shared::plan::Side;
use pairperf_shared::record::{RunParts, RunRecord};

use super::active::ActiveRun;
use super::registry::{Inner, Runs};
use super::view;
use crate::store::{Place, StoreError};

/// Runs that were deleted are looked through this often.
const SWEEP: Duration = Duration::from_mins(1);

/// What came of something asked of a kept run: refused, or broken with the database.
pub(super) type Asked<T> = Result<Result<T, ApiError>, StoreError>;

pub(super) fn now_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

pub(super) fn no_run() -> ApiError {
    ApiError::new("no_run", "there is no run of that id here")
}

impl Runs {
    pub(super) fn in_memory(&self, id: &str) -> Option<Arc<ActiveRun>> {
        self.active(id).or_else(|| self.unkept().filter(|run| run.id == id))
    }

    /// The record of a run, as far as it goes.
    pub async fn record(&self, id: &str) -> Result<Option<RunRecord>, StoreError> {
        if let Some(run) = self.in_memory(id) {
            return put_together(move || run.record()).await.map(Some);
        }
        let Some(kept) = self.0.store.get(id).await? else { return Ok(None) };
        put_together(move || kept.parts.record()).await.map(Some)
    }

    /// One run as a row of a list.
    pub async fn view(&self, id: &str) -> Result<Option<RunView>, StoreError> {
        if let Some(run) = self.in_memory(id) {
            return Ok(Some(run.view()));
        }
        Ok(self.0.store.head(id).await?.map(view::kept))
    }

    /// The runs that a query asks for, `limit` of them at most where it names no limit.
    ///
    /// What goes on or waits comes first, whatever the order: its row in the store, if there is one, is older.
    pub async fn list(&self, query: &RunQuery, limit: u32) -> Result<RunList, StoreError> {
        let now_ms = now_ms();
        let mut live: Vec<RunView> = Vec::new();
        let active: Vec<Arc<ActiveRun>> = self.running().into_iter().chain(self.0.line.all()).collect();
        for run in active.iter().rev().chain(&self.unkept()) {
            // One that is taken from the line just now is in two places.
            if live.iter().all(|known| known.id != run.id) {
                live.push(run.view());
            }
        }
        let ids: Vec<String> = live.iter().map(|run| run.id.clone()).collect();
        let total = live.len();
        live.retain(|run| query.admits(run, started_ms(run), now_ms));
        let matched = live.len();

        let (offset, limit) = (query.offset.unwrap_or(0), query.limit.unwrap_or(limit));
        let mut runs: Vec<RunView> = live.into_iter().skip(offset as usize).take(limit as usize).collect();
        let place = Place {
            offset: offset.saturating_sub(matched as u32),
            limit: limit - runs.len() as u32,
            without: &ids,
            now_ms,
        };
        let page = self.0.store.list(query, &place).await?;
        runs.extend(page.runs.into_iter().map(view::kept));
        Ok(RunList { runs, total: page.total + total as u64, matched: page.matched + matched as u64 })
    }

    /// The runs whose deletion can still be taken back, the one deleted last first.
    pub async fn deleted(&self) -> Result<Vec<RunView>, StoreError> {
        Ok(self.0.store.deleted(now_ms()).await?.into_iter().map(view::kept).collect())
    }

    /// How many runs are kept, by how they ended.
    pub async fn count_by_state(&self) -> Result<Vec<(String, i64)>, StoreError> {
        self.0.store.count_by_state().await
    }

    /// Changes label and note of a run at this node.
    pub async fn relabel(&self, id: &str, patch: &RunPatch) -> Asked<RunView> {
        let active = self.in_memory(id);
        if let Some(run) = &active {
            // Its own task does not touch these two.
            run.change(|parts| {
                if let Some(label) = &patch.label {
                    parts.config.label.clone_from(label);
                }
                if let Some(note) = &patch.note {
                    parts.config.note.clone_from(note);
                }
            });
        }
        let found = self.0.store.relabel(id, patch).await?;
        if active.is_none() && !found {
            return Ok(Err(no_run()));
        }
        self.0.touch();
        Ok(self.view(id).await?.ok_or_else(no_run))
    }

    /// Deletes a run that has ended, at this node alone; [`Runs::restore`] takes it back.
    pub async fn delete(&self, id: &str) -> Asked<()> {
        if self.active(id).is_some() {
            let error = ApiError::new("running", "the run is still going on here or waits for its turn");
            return Ok(Err(error.hint("stop it first, then delete it")));
        }
        if self.in_memory(id).is_some() {
            let error = ApiError::new("running", "the run is not written to disk yet; that is tried again and again");
            return Ok(Err(error.hint("make room on the disk of the data folder, then delete it")));
        }
        if !self.0.store.delete(id, now_ms()).await? {
            return Ok(Err(no_run()));
        }
        self.0.sweep();
        self.0.touch();
        Ok(Ok(()))
    }

    /// Takes the deletion of a run back.
    pub async fn restore(&self, id: &str) -> Asked<RunView> {
        if !self.0.store.restore(id, now_ms()).await? {
            // Asked twice, by two pages perhaps: it is there, which is what was wanted.
            return Ok(self.view(id).await?.ok_or_else(|| {
                no_run().hint("a deleted run can be taken back for ten minutes; import its file if there is one")
            }));
        }
        self.0.touch();
        Ok(self.view(id).await?.ok_or_else(no_run))
    }

    /// Keeps a run that came from a file. What is here already stays as it is.
    pub async fn import(&self, parts: RunParts) -> Asked<RunView> {
        let id = parts.id.clone();
        let exists = |hint: &str| {
            let mut error = ApiError::new("exists", format!("the run {id} is here already")).hint(hint);
            error.run = Some(id.clone());
            error
        };
        if self.in_memory(&id).is_some() {
            return Ok(Err(exists("it is still going on here")));
        }
        let side = if parts.peer.node == self.0.node { Side::Peer } else { Side::Coordinator };
        if !self.0.store.import(parts, side).await? {
            let hint = if self.0.store.is_deleted(&id).await? {
                "it was deleted a moment ago: take that back instead"
            } else {
                "open it in the list of runs"
            };
            return Ok(Err(exists(hint)));
        }
        self.0.touch();
        Ok(self.view(&id).await?.ok_or_else(no_run))
    }

    /// Removes what was deleted long enough ago, now and from now on.
    pub async fn tidy(&self) -> Result<(), StoreError> {
        if self.0.store.purge(now_ms()).await? > 0 {
            self.0.sweep();
        }
        Ok(())
    }
}

/// Makes a record, which takes long for the largest runs, on a thread that nobody else waits for.
pub(super) async fn put_together<T: Send + 'static>(
    make: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    let made = tokio::task::spawn_blocking(make).await;
    made.map_err(|_| StoreError::Content("the record could not be put together; please report it".to_owned()))
}

fn started_ms(run: &RunView) -> i64 {
    run.started_at.parse::<jiff::Timestamp>().map_or(0, jiff::Timestamp::as_millisecond)
}

impl Inner {
    /// Sees to it that deleted runs are removed for good when their time has come.
    fn sweep(self: &Arc<Self>) {
        if !self.sweeping.swap(true, Ordering::Relaxed) {
            tokio::spawn(sweep(Arc::downgrade(self)));
        }
    }
}

async fn sweep(inner: Weak<Inner>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(inner) = inner.upgrade() else { return };
        // Before the look: a deletion that comes after it begins a task of its own.
        inner.sweeping.store(false, Ordering::Relaxed);
        match inner.store.purge(now_ms()).await {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "removing deleted runs"),
        }
        if inner.sweeping.swap(true, Ordering::Relaxed) {
            return;
        }
    }
}
