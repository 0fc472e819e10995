//! The end: both halves come together, the coordinator rules, the record is kept.

use std::time::Duration;

use pairperf_shared::finding::{Finding, Severity};
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::record::{Event, Outcome, Reason};
use pairperf_shared::sample::Sample;
use tokio::sync::mpsc;

use super::{Drive, Stage, reason};
use crate::runs::keeper::Keeper;
use crate::runs::messages::{Control, MOST_NOTES, Message, Samples};
use crate::runs::registry::cleaned;

/// Samples in one message of `collect`, by a guess at their size: with 512 streams a message stays below 1 MiB.
const BATCH_BYTES: usize = 256 << 10;
/// The engine lets go of its sockets this fast, or it is reported.
const RELEASE: Duration = Duration::from_secs(5);
/// A `measure` that misses its length by more than this share of it, and by more than the least
/// below, gives no figure; less than that is a finding.
const MEASURE_SHARE: f64 = 0.1;
/// See [`MEASURE_SHARE`].
const MEASURE_LEAST: Duration = Duration::from_millis(50);
/// The peer says that it kept the record within this.
const KEPT: Duration = Duration::from_secs(3);

impl Drive {
    /// All engines of this end are through, or never began: sends what the other end does not have yet.
    pub(super) fn engines_ended(&mut self) {
        if self.local.through {
            return;
        }
        self.local.through = true;
        if !matches!(self.stage, Stage::Collect | Stage::Over) {
            self.enter(Stage::Collect);
            // The engine has said so already where it got as far as traffic.
            if self.run.outcome().state != State::Collect {
                self.run.enter(Phase::Collect, self.run.t_ns());
            }
        }
        self.send_details();
        let findings = self.run.head().findings;
        self.say(Control::Collected { run: self.id(), error: self.local.error.clone(), findings });
        self.try_to_rule();
    }

    fn send_details(&mut self) {
        let mut batch = Vec::new();
        let mut size = 0;
        for leg in 0..self.legs.len() {
            let stripped = std::mem::take(&mut self.legs[leg].stripped);
            if stripped.is_empty() {
                continue;
            }
            for sample in self.run.samples(self.run.side, leg as u32) {
                if stripped.binary_search(&sample.t_ns).is_err() {
                    continue;
                }
                size += guess(&sample);
                batch.push(sample);
                if size >= BATCH_BYTES {
                    self.send_batch(std::mem::take(&mut batch));
                    size = 0;
                }
            }
        }
        self.send_batch(batch);
    }

    fn send_batch(&self, samples: Vec<Sample>) {
        if !samples.is_empty() {
            let message = Message::Samples(Samples { run: self.id(), complete: true, samples });
            let _ = self.outbox.send(message.encode());
        }
    }

    /// The other end is through.
    pub(super) fn peer_has_collected(&mut self, error: Option<&Reason>, findings: Vec<Finding>) {
        if self.peer.through {
            return;
        }
        self.peer.through = true;
        self.peer.error = error.map(cleaned);
        if self.coordinates() {
            let own = self.run.head().findings;
            let new =
                findings.into_iter().take(MOST_NOTES).map(Finding::cleaned).filter(|finding| !own.contains(finding));
            let new: Vec<_> = new.collect();
            self.run.change(|parts| parts.findings.extend(new));
        }
        // It ended on its own account while this end still runs: the same end comes here.
        if !self.local.through && (self.peer.error.is_some() || self.verdict.is_some()) {
            self.stop_traffic();
        }
        self.try_to_rule();
    }

    /// Coordinator: rules once both ends are through.
    pub(super) fn try_to_rule(&mut self) {
        if !self.coordinates() || !self.local.through || self.stage == Stage::Over {
            return;
        }
        if !self.peer.through && !self.hurry {
            return;
        }
        let outcome = self.verdict.clone().unwrap_or_else(|| {
            // An early end is the echo of what the other end reports; its own error says more.
            let own = self.local.error.clone();
            let echo = own.as_ref().is_some_and(|own| own.code == "stream_ended_early");
            let error = if echo { self.peer.error.clone().or(own) } else { own.or_else(|| self.peer.error.clone()) };
            match error {
                Some(error) => Outcome { state: State::Failed, reason: Some(error) },
                None => self.measured().map_or(Outcome { state: State::Done, reason: None }, |missed| Outcome {
                    state: State::Failed,
                    reason: Some(missed),
                }),
            }
        });
        self.run.happened(Event::new(self.run.t_ns(), "ended").with("state", outcome.state.key()));
        let parts = self.run.head();
        self.say(Control::Over {
            run: self.id(),
            outcome: outcome.clone(),
            events: parts.events,
            findings: parts.findings,
        });
        self.over(outcome);
    }

    /// Why the figures are not those of what was asked: an end did not measure nearly as long.
    ///
    /// What was counted then is a backlog over a moment, or a moment over a backlog, and no rate. A run that ends after
    /// so many bytes or operations may be as short as they are.
    fn measured(&self) -> Option<Reason> {
        let record = self.run.record();
        let asked = record.config.duration_ms as f64 / 1e3;
        let allowed = (asked * MEASURE_SHARE).max(MEASURE_LEAST.as_secs_f64());
        let least = if record.config.has_quota() { 0.0 } else { asked - allowed };
        let fits = |seconds: f64| (least..=asked + allowed).contains(&seconds);
        let missed = record.ends.iter().find(|end| !end.measured_seconds.is_some_and(fits))?;
        let seconds = missed.measured_seconds.unwrap_or(0.0);
        let message = format!(
            "{} measured for {seconds:.3} s instead of {asked:.3} s: it was stopped, or far too busy, in the middle of the run",
            missed.host.name
        );
        Some(reason("measure_missed", message))
    }

    /// Peer: the coordinator ruled.
    pub(super) fn ruled(&mut self, outcome: &Outcome, events: Vec<Event>, findings: Vec<Finding>) {
        let outcome = Outcome { state: outcome.state, reason: outcome.reason.as_ref().map(cleaned) };
        if !outcome.state.is_final() {
            return;
        }
        if self.stage == Stage::Check {
            // It was taken back before it was prepared: there was no run.
            self.verdict = Some(outcome);
            return self.forget();
        }
        self.run.change(|parts| {
            parts.events = events.into_iter().take(MOST_NOTES).map(Event::cleaned).collect();
            parts.findings = findings.into_iter().take(MOST_NOTES).map(Finding::cleaned).collect();
        });
        self.over(outcome);
    }

    /// Ends here without the other end: it is gone, or this node is going down.
    pub(super) fn end_alone(&mut self, outcome: Outcome) {
        self.run.happened(Event::new(self.run.t_ns(), "ended").with("state", outcome.state.key()));
        if outcome.reason.as_ref().is_some_and(|reason| reason.code == "peer_lost") {
            let finding = Finding::new("peer_lost", Severity::Bad)
                .with("host", self.way.peer_name.clone())
                .advise("The figures of that end stop where it was lost; run again when it can be reached.");
            self.run.change(|parts| parts.findings.push(finding));
        }
        self.over(outcome);
    }

    fn over(&mut self, outcome: Outcome) {
        self.ended_as = Some(outcome);
        self.stage = Stage::Over;
    }

    /// Lets go of the sockets, writes the final record, frees the slot, and only then says so:
    /// who hears that the run has ended can start the next one, at either node.
    pub(super) async fn keep(mut self, inbox: &mut mpsc::Receiver<Message>) {
        self.expectation = None;
        for leg in std::mem::take(&mut self.legs) {
            let released = tokio::task::spawn_blocking(move || leg.session.release());
            if !matches!(tokio::time::timeout(RELEASE, released).await, Ok(Ok(Ok(())))) {
                tracing::warn!(run.id = %self.run.id, "the engine of run {} did not let go of its sockets", self.run.id);
            }
        }
        if let Some(door) = self.door.take() {
            // Before the next run can begin: its own is to be the first at that address.
            door.close().await;
        }
        let Some(outcome) = self.ended_as.take() else {
            // It was refused, so there was no run. The asker hears of it when the slot is free.
            self.slot = None;
            if let Some(error) = self.refusal.take() {
                self.answer(Err(error));
            }
            if !self.coordinates() {
                let ended = || Outcome { state: State::Failed, reason: None };
                let outcome = self.verdict.take().unwrap_or_else(ended);
                self.run.change(|parts| parts.outcome = outcome.clone());
                self.run.end(outcome);
            }
            return;
        };
        let mut parts = self.run.parts();
        parts.outcome = outcome.clone();
        // Where it could not be written at the beginning, it is tried once more.
        let keeper = match self.keeper.take() {
            Some(keeper) => Ok(keeper),
            None => Keeper::start(self.inner.store.clone(), &parts, self.run.side).await,
        };
        let kept = match keeper {
            Ok(keeper) => keeper.finish(parts).await,
            Err(error) => Err(error),
        };
        if let Err(error) = kept {
            tracing::error!(run.id = %self.run.id, %error, "keeping run {}", self.run.id);
            let finding = Finding::new("not_kept", Severity::Bad)
                .with("reason", error.to_string())
                .advise("Make room on the disk of the data folder; download this record before the server ends.");
            self.run.change(|parts| parts.findings.push(finding));
            self.inner.hold_unkept(&self.run);
        }
        if self.coordinates() && self.peer.through && !self.hurry {
            // Without its word the peer may be a moment busy still; no more than that.
            let kept =
                async { while !matches!(inbox.recv().await, None | Some(Message::Control(Control::Kept { .. }))) {} };
            let _ = tokio::time::timeout(KEPT, kept).await;
        }
        self.run.change(|parts| parts.outcome = outcome.clone());
        self.slot = None;
        self.say(Control::Kept { run: self.id() });
        self.run.end(outcome);
    }
}

/// Bytes of a sample on the link, roughly.
fn guess(sample: &Sample) -> usize {
    64 + sample.streams.as_ref().map_or(0, |streams| streams.len() * 100)
        + sample.cores.as_ref().map_or(0, |cores| cores.len() * 20)
        + sample.counters.as_ref().map_or(0, |counters| counters.len() * 8)
        + sample.exchange.as_ref().map_or(0, |_| 16 << 10)
}
