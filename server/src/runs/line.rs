//! Runs that were asked for while another goes on, and asked to wait: first come, first served.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pairperf_shared::api::{ApiError, RunView};
use pairperf_shared::phase::State;
use pairperf_shared::record::{Event, Reason};

use super::active::ActiveRun;
use super::registry::{Asked, Runs};

/// Runs that may wait at a node.
const MOST_WAITING: usize = 16;
/// A peer that is busy with somebody else is asked again after this.
const AGAIN: Duration = Duration::from_secs(1);

/// The runs that wait, the next one first.
#[derive(Debug, Default)]
pub(super) struct Line(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    runs: VecDeque<Asked>,
    /// A task starts them, one after the other.
    served: bool,
}

impl Line {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // A std mutex: never held across an await.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of them, the next one first.
    pub(super) fn all(&self) -> Vec<Arc<ActiveRun>> {
        self.lock().runs.iter().map(|asked| Arc::clone(&asked.run)).collect()
    }

    /// The waiting run of that id.
    pub(super) fn find(&self, id: &str) -> Option<Arc<ActiveRun>> {
        self.lock().runs.iter().find(|asked| asked.run.id == id).map(|asked| Arc::clone(&asked.run))
    }

    fn is_empty(&self) -> bool {
        self.lock().runs.is_empty()
    }

    fn remove(&self, id: &str) -> Option<Asked> {
        let mut waiting = self.lock();
        let place = waiting.runs.iter().position(|asked| asked.run.id == id)?;
        waiting.runs.remove(place)
    }

    /// The run whose turn it is, still in its place; without one nobody serves any longer.
    fn next(&self) -> Option<Asked> {
        let mut waiting = self.lock();
        waiting.served = !waiting.runs.is_empty();
        waiting.runs.front().cloned()
    }
}

impl Runs {
    /// Starts a run, or lets it wait for the slot; its place then, counted from 1.
    pub async fn start_in_turn(
        &self,
        pairing: &str,
        config: serde_json::Value,
    ) -> Result<(RunView, Option<u32>), ApiError> {
        let asked = self.ask(pairing, config)?;
        let mut owner = self.running().map(|run| run.owner());
        // Whoever waits already goes first.
        if self.0.line.is_empty() {
            match self.launch(asked.clone()).await {
                Ok(view) => return Ok((view, None)),
                Err(error) if error.code == "busy" => owner = error.owner,
                Err(error) => {
                    asked.run.give_up(&error);
                    return Err(error);
                }
            }
        }
        let run = Arc::clone(&asked.run);
        let place = self.line_up(asked)?;
        run.happened(Event::new(None, "queued").with("owner", owner.unwrap_or_default()).with("position", place));
        self.0.touch();
        Ok((run.view(), Some(place)))
    }

    fn line_up(&self, asked: Asked) -> Result<u32, ApiError> {
        let mut waiting = self.0.line.lock();
        if waiting.runs.len() >= MOST_WAITING {
            return Err(ApiError::new("too_many", format!("{MOST_WAITING} runs wait here already"))
                .hint("wait for one of them to end"));
        }
        waiting.runs.push_back(asked);
        if !std::mem::replace(&mut waiting.served, true) {
            tokio::spawn(serve(self.clone()));
        }
        Ok(waiting.runs.len() as u32)
    }

    /// Takes a run out of the line; says whether it was in it. Nothing was measured, so nothing is kept.
    pub fn leave_line(&self, id: &str, reason: Reason) -> bool {
        // The one whose peer is being asked has a task of its own to tell.
        if self.running().is_some_and(|run| run.id == id) {
            return false;
        }
        let Some(asked) = self.0.line.remove(id) else { return false };
        asked.run.give_up(&ApiError::new(&reason.code, reason.message));
        self.0.touch();
        true
    }

    /// Sends home everybody who waits: the node is going down.
    pub(super) fn clear_line(&self, reason: &Reason) {
        let ids: Vec<String> = self.0.line.lock().runs.iter().map(|asked| asked.run.id.clone()).collect();
        for id in ids {
            self.leave_line(&id, reason.clone());
        }
    }
}

/// Starts the waiting runs, one after the other, until none waits.
async fn serve(runs: Runs) {
    let mut changes = runs.changes();
    loop {
        // A slot here shows as a change; one at the peer only by asking again.
        let _ = tokio::time::timeout(AGAIN, changes.changed()).await;
        if runs.running().is_some() {
            continue;
        }
        let Some(asked) = runs.0.line.next() else { return };
        let run = Arc::clone(&asked.run);
        // It begins now, on the machine as it is now.
        let (now, host) = (jiff::Timestamp::now().to_string(), runs.facts());
        run.change(|parts| {
            parts.started_at = now;
            parts.coordinator.host = host;
        });
        if run.has_ended() {
            // It was taken out of the line just now.
            continue;
        }
        match runs.launch(asked).await {
            Ok(_) => drop(runs.0.line.remove(&run.id)),
            Err(error) if error.code == "busy" => tokio::time::sleep(AGAIN).await,
            Err(error) => fail(&runs, &run, &error).await,
        }
    }
}

/// A run whose turn came and that can't begin: who was promised it finds out why.
async fn fail(runs: &Runs, run: &ActiveRun, error: &ApiError) {
    run.give_up(error);
    if run.outcome().state == State::Failed
        && let Err(error) = runs.0.store.insert(&run.head(), run.side).await
    {
        tracing::warn!(run.id = %run.id, %error, "keeping run {}, which never began", run.id);
    }
    runs.0.line.remove(&run.id);
    runs.0.touch();
}
