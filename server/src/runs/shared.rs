//! Links that show a run to whoever has them.

use std::borrow::Borrow;
use std::sync::Arc;

use pairperf_shared::api::{ApiError, ShareAsk};
use pairperf_shared::record::RunRecord;
use pairperf_shared::redact;
use tokio::sync::OwnedSemaphorePermit;

use super::kept::{Asked, no_run, now_ms, put_together};
use super::registry::Runs;
use crate::ids;
use crate::store::{Share, StoreError};

/// Links that one run may have.
const MOST_SHARES: usize = 100;
/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// What a link shows. While it lives it takes one of few turns: anybody may ask, as often as they like, and a long run
/// takes a while. It goes along wherever the record is written, for that work goes on when the asker is gone.
#[derive(Debug)]
pub struct Shown {
    record: RunRecord,
    share: Share,
    _turn: OwnedSemaphorePermit,
}

// Functions, not fields: a closure that names fields takes those alone, and leaves the turn behind.
impl Shown {
    /// The run, names and addresses left out already where the link hides them.
    pub fn record(&self) -> &RunRecord {
        &self.record
    }

    /// The link.
    pub fn share(&self) -> &Share {
        &self.share
    }
}

impl Borrow<RunRecord> for Shown {
    fn borrow(&self) -> &RunRecord {
        &self.record
    }
}

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
    pub async fn shared(&self, id: &str) -> Result<Option<Shown>, StoreError> {
        let Some(id) = ids::share_from(id) else { return Ok(None) };
        let Some(share) = self.0.store.share(&id, now_ms()).await? else { return Ok(None) };
        // Closed never.
        let Ok(turn) = Arc::clone(&self.0.showing).acquire_owned().await else { return Ok(None) };
        let Some(kept) = self.0.store.get(&share.run).await? else { return Ok(None) };
        let shown = put_together(move || {
            let parts = if share.hidden { redact::hidden_parts(kept.parts) } else { kept.parts };
            Shown { record: parts.record(), share, _turn: turn }
        });
        shown.await.map(Some)
    }

    /// A turn to send a large file to a stranger; none while others have them all.
    pub fn turn_to_send(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.0.sending).try_acquire_owned().ok()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::{Arrivals, RunLimits, RunsSetup};
    use crate::store::Store;

    /// A record as its file has it.
    const RECORD: &[u8] = include_bytes!("../../../shared/tests/golden/record-1.json");

    #[tokio::test]
    async fn a_turn_goes_along_with_the_work_and_ends_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let setup = RunsSetup {
            store,
            arrivals: Arrivals::default(),
            node: "node".to_owned(),
            name: "lab".to_owned(),
            limits: RunLimits::default(),
            doors: crate::reach::Doors::closed(),
        };
        let runs = Runs::new(setup);
        let parts = pairperf_shared::import::read(RECORD).unwrap();
        let run = Box::pin(runs.import(parts)).await.unwrap().unwrap();
        let share = runs.share(&run.id, &ShareAsk::default()).await.unwrap().unwrap();
        let turns = || runs.0.showing.available_permits();
        let all = turns();
        let shown = runs.shared(&share.id).await.unwrap().unwrap();
        assert!(shown.record().redacted && *shown.share() == share);
        let work = move || shown.record().id.len() + shown.share().id.len();
        assert_eq!(turns(), all - 1, "it was left behind");
        // Like the thread that does it, when whoever asked is gone.
        assert_eq!((work(), turns()), (58, all - 1));
        drop(work);
        assert_eq!(turns(), all);
        // Neither costs one: a link that never was, and one that was withdrawn.
        runs.withdraw_share(&share.id).await.unwrap();
        assert!(runs.shared(&share.id).await.unwrap().is_none() && runs.shared("x").await.unwrap().is_none());
        assert_eq!(turns(), all);
    }
}
