//! Runs that were asked for while another goes on, and asked to wait: first come, first served.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pairperf_shared::api::{ApiError, RunView};
use pairperf_shared::phase::State;
use pairperf_shared::record::{Event, Outcome, Reason};

use super::active::ActiveRun;
use super::registry::{Asked, Runs};

/// Runs that may wait at a node.
const MOST_WAITING: usize = 16;
/// A peer that is busy with somebody else is asked again after this.
const AGAIN: Duration = Duration::from_secs(1);

/// The runs that wait, the next one first.
#[derive(Debug, Default)]
pub(super) struct Line(Mutex<VecDeque<Asked>>);

impl Line {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Asked>> {
        // A std mutex: never held across an await.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The waiting run of that id.
    pub(super) fn find(&self, id: &str) -> Option<Arc<ActiveRun>> {
        self.lock().iter().find(|asked| asked.run.id == id).map(|asked| Arc::clone(&asked.run))
    }

    fn remove(&self, id: &str) -> Option<Asked> {
        let mut line = self.lock();
        let place = line.iter().position(|asked| asked.run.id == id)?;
        line.remove(place)
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
        let busy = match self.launch(asked.clone()).await {
            Ok(view) => return Ok((view, None)),
            Err(error) if error.code == "busy" => error,
            Err(error) => return Err(error),
        };
        let run = Arc::clone(&asked.run);
        let place = {
            let mut line = self.0.line.lock();
            if line.len() >= MOST_WAITING {
                return Err(ApiError::new("too_many", format!("{MOST_WAITING} runs wait here already"))
                    .hint("wait for one of them to end"));
            }
            line.push_back(asked);
            line.len()
        };
        run.happened(Event::new(None, "queued").with("owner", busy.owner.unwrap_or_default()).with("position", place));
        self.0.touch();
        if place == 1 {
            tokio::spawn(serve(self.clone()));
        }
        Ok((run.view(), Some(place as u32)))
    }

    /// Takes a run out of the line; says whether it was in it. Nothing was measured, so nothing is kept.
    pub fn leave_line(&self, id: &str, reason: Reason) -> bool {
        let Some(asked) = self.0.line.remove(id) else { return false };
        give_up(&asked.run, State::Cancelled, reason);
        self.0.touch();
        true
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
        let Some(asked) = runs.0.line.lock().pop_front() else { return };
        match runs.launch(asked.clone()).await {
            Ok(_) => {}
            Err(error) if error.code == "busy" => {
                runs.0.line.lock().push_front(asked);
                tokio::time::sleep(AGAIN).await;
            }
            Err(error) => {
                give_up(&asked.run, State::Failed, Reason { code: error.code, message: error.message });
                runs.0.touch();
            }
        }
    }
}

fn give_up(run: &ActiveRun, state: State, reason: Reason) {
    let outcome = Outcome { state, reason: Some(reason) };
    run.change(|parts| parts.outcome = outcome.clone());
    run.end(outcome);
}
