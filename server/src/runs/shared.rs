//! Links that show a run to whoever has them.

use pairperf_shared::api::{ApiError, ShareAsk};
use pairperf_shared::record::RunRecord;
use pairperf_shared::redact;

use super::kept::{Asked, no_run, now_ms};
use super::registry::Runs;
use crate::ids;
use crate::store::{Share, StoreError};

/// Links that one run may have.
const MOST_SHARES: usize = 100;
/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

impl Runs {
    /// Makes a link to a run that has ended.
    pub async fn share(&self, id: &str, ask: &ShareAsk) -> Asked<Share> {
        if self.in_memory(id).is_some() {
            let error = ApiError::new("running", "the run is still going on here or waits for its turn");
            return Ok(Err(error.hint("share it once it has ended")));
        }
        if self.0.store.head(id).await?.is_none() {
            return Ok(Err(no_run()));
        }
        let now_ms = now_ms();
        if self.0.store.shares_of(id, now_ms).await?.len() >= MOST_SHARES {
            let error = ApiError::new("limit", format!("a run has {MOST_SHARES} links at most"));
            return Ok(Err(error.hint("withdraw some of them first")));
        }
        let id_of_share = match ids::share() {
            Ok(id) => id,
            Err(error) => return Ok(Err(error.into())),
        };
        let expires_ms = ask.expires_in_days.map(|days| now_ms + i64::from(days) * DAY_MS);
        let share = Share { id: id_of_share, run: id.to_owned(), hidden: ask.hide, created_ms: now_ms, expires_ms };
        self.0.store.add_share(&share).await?;
        Ok(Ok(share))
    }

    /// The links of a run that work now, the newest first; none if there is no such run.
    pub async fn shares_of(&self, id: &str) -> Result<Option<Vec<Share>>, StoreError> {
        let known = self.in_memory(id).is_some() || self.0.store.head(id).await?.is_some();
        if !known {
            return Ok(None);
        }
        self.0.store.shares_of(id, now_ms()).await.map(Some)
    }

    /// All links of this node that work now, the newest first.
    pub async fn shares(&self) -> Result<Vec<Share>, StoreError> {
        self.0.store.shares(now_ms()).await
    }

    /// What a link shows, names and addresses left out where it hides them. None for a link that has ended, was
    /// withdrawn or never was: nobody can tell which.
    pub async fn shared(&self, id: &str) -> Result<Option<(RunRecord, Share)>, StoreError> {
        let Some(id) = ids::share_from(id) else { return Ok(None) };
        // A long run takes a while: few at once, because anybody may ask, and not on a thread that others wait for.
        let turn = self.0.showing.acquire().await;
        let Some(share) = self.0.store.share(&id, now_ms()).await? else { return Ok(None) };
        let hidden = share.hidden;
        let Some(kept) = self.0.store.get(&share.run).await? else { return Ok(None) };
        let made = tokio::task::spawn_blocking(move || {
            let parts = if hidden { redact::hidden_parts(kept.parts) } else { kept.parts };
            parts.record()
        });
        let record = made.await.map_err(|_| StoreError::Content("it could not be put together".to_owned()))?;
        drop(turn);
        Ok(Some((record, share)))
    }

    /// Withdraws a link; false if none of that id works.
    pub async fn withdraw_share(&self, id: &str) -> Result<bool, StoreError> {
        let Some(id) = ids::share_from(id) else { return Ok(false) };
        self.0.store.withdraw_share(&id, now_ms()).await
    }

    /// Withdraws all links of a run; false if there is no such run.
    pub async fn withdraw_shares(&self, id: &str) -> Result<bool, StoreError> {
        if self.shares_of(id).await?.is_none() {
            return Ok(false);
        }
        self.0.store.withdraw_shares(id).await?;
        Ok(true)
    }
}
