//! What did not happen in time: a peer that gives no sign, an end that never comes, a machine
//! that slept.

use std::time::{Duration, Instant};

use pairperf_shared::api::ApiError;
use pairperf_shared::phase::State;
use pairperf_shared::plan::Side;
use pairperf_shared::record::{Event, Outcome, Reason};

use super::{Drive, Stage, reason};
use crate::peer::LinkState;

/// Without any authenticated sign for so long, the peer is lost.
const PEER_SILENT: Duration = Duration::from_secs(10);
/// A task that did not come round for so long was stopped. Less than the silence by more than a
/// heartbeat, so that the one that slept blames itself and not the other.
const STALLED: Duration = Duration::from_secs(8);
/// The peer answers an asking within this, or it is busy with something we do not know.
const ANSWER: Duration = Duration::from_secs(10);
/// In `collect` the other end sends something at least this often.
const COLLECT: Duration = Duration::from_secs(30);
/// All of `collect`, however much the other end sends: it must not hold the slot for good.
const WHOLE_COLLECT: Duration = Duration::from_mins(10);
/// Time for what comes after a deadline of the engine itself.
const GRACE: Duration = Duration::from_secs(5);
/// A gap between boot time and monotonic time larger than this means that the machine slept.
const SLEPT: Duration = Duration::from_secs(1);
/// Samples are written to disk this often.
const FLUSH: Duration = Duration::from_secs(1);

impl Drive {
    /// Looks at the clock.
    pub(super) fn watch(&mut self) {
        self.flush();
        self.watch_suspend();
        self.watch_link();
        if self.stage == Stage::Over {
            return;
        }
        let stale = self.since.elapsed();
        match self.stage {
            Stage::Check if stale > ANSWER => {
                let message = format!("{} did not answer within {} s", self.way.peer_name, ANSWER.as_secs());
                if self.is_asking() {
                    self.take_back(State::Failed, ApiError::new("peer_silent", message));
                } else {
                    self.leave(reason("peer_silent", message));
                }
            }
            Stage::Prepare if stale > self.prepare_deadline() => {
                let message = format!("{} did not get ready within {} s", self.way.peer_name, stale.as_secs());
                self.conclude_here(State::Failed, reason("not_ready", message));
            }
            Stage::Collect
                if stale > COLLECT || self.entered.elapsed() > WHOLE_COLLECT || (self.hurry && self.local.through) =>
            {
                let message = format!("{} did not send its half of the record in time", self.way.peer_name);
                self.verdict
                    .get_or_insert(Outcome { state: State::Failed, reason: Some(reason("not_collected", message)) });
                self.alone();
            }
            _ => {}
        }
    }

    fn prepare_deadline(&self) -> Duration {
        let planned = self.plan.as_ref().map_or(0, |plan| plan.timing.prepare_deadline_ms);
        Duration::from_millis(planned) + GRACE
    }

    fn flush(&mut self) {
        if self.flushed.elapsed() < FLUSH {
            return;
        }
        self.flushed = Instant::now();
        if let Some(keeper) = &self.keeper {
            for side in [Side::Coordinator, Side::Peer] {
                keeper.append(side, self.run.unwritten(side));
            }
        }
    }

    /// Notices that this very process was stopped, or starved, for so long that the other end must
    /// have given it up.
    pub(super) fn watch_stall(&mut self) {
        let slept = std::mem::replace(&mut self.awake, Instant::now()).elapsed();
        if slept > STALLED && self.verdict.is_none() && self.stage != Stage::Over {
            let message = format!("{} was stopped for {} s in the middle of the run", self.facts.name, slept.as_secs());
            self.conclude_here(State::Interrupted, reason("stalled", message));
        }
    }

    fn watch_suspend(&mut self) {
        let gap = pairperf_engine::clock::boottime_gap();
        let slept = gap.saturating_sub(self.suspended);
        if slept > SLEPT && self.verdict.is_none() {
            self.suspended = gap;
            let message =
                format!("{} was suspended for {} s in the middle of the run", self.facts.name, slept.as_secs());
            self.conclude_here(State::Interrupted, reason("suspended", message));
        }
    }

    fn watch_link(&mut self) {
        let state = *self.way.link.state().borrow();
        if let LinkState::Ended(end) = state {
            let message = format!("{}: {end}", self.way.peer_name);
            return self.lost(message);
        }
        let up = state == LinkState::Up;
        if up != self.link_up {
            self.link_up = up;
            self.run.happened(Event::new(self.run.t_ns(), if up { "link_back" } else { "link_lost" }));
        }
        let data = self.last_progress();
        let heard = data.map_or(self.way.link.last_heard(), |data| data.max(self.way.link.last_heard()));
        if heard.elapsed() > PEER_SILENT {
            let message = format!(
                "{} gave no sign of life for {} s: it was stopped, or the network between the machines is down",
                self.way.peer_name,
                PEER_SILENT.as_secs()
            );
            self.lost(message);
        }
    }

    /// Peer: leaves a run that was agreed on and never prepared.
    fn leave(&mut self, reason: Reason) {
        self.verdict = Some(Outcome { state: State::Failed, reason: Some(reason) });
        self.forget();
    }

    fn lost(&mut self, message: String) {
        if self.is_asking() {
            return self.take_back(State::Failed, ApiError::new("peer_lost", message));
        }
        if self.stage == Stage::Check {
            return self.leave(reason("peer_lost", message));
        }
        if self.verdict.is_none() {
            self.run.happened(Event::new(self.run.t_ns(), "peer_lost").with("host", self.way.peer_name.clone()));
            self.verdict = Some(Outcome { state: State::Failed, reason: Some(reason("peer_lost", message)) });
        }
        self.alone();
    }

    /// Ends the run with the verdict there is, without the other end.
    fn alone(&mut self) {
        if !self.legs.is_empty() && !self.local.through {
            // Their last samples still come; they end within their drain deadline.
            self.stop_traffic();
            if self.stage != Stage::Collect {
                self.enter(Stage::Collect);
            } else if self.since.elapsed() < GRACE {
                return;
            } else {
                self.local.through = true;
            }
            return;
        }
        if let Some(outcome) = self.verdict.clone() {
            self.end_alone(outcome);
        }
    }
}
