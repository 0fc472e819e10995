//! What both ends count while the run goes.

use std::time::Instant;

use pairperf_engine::{Ending, Finish, Notice};
use pairperf_shared::api::LiveBody;
use pairperf_shared::finding::{Finding, Severity};
use pairperf_shared::phase::Phase;
use pairperf_shared::plan::Side;
use pairperf_shared::record::Event;
use pairperf_shared::sample::{MAX_SAMPLES, Sample};

use super::{Drive, reason};
use crate::runs::messages::Samples;

/// More CPUs than this in a sample did not come from a machine.
const MOST_CORES: usize = 4096;

impl Drive {
    /// The engine said something.
    pub(super) fn noticed(&mut self, notice: Notice) {
        match notice {
            Notice::Opening { up, of } => self.run.live.say(LiveBody::Opening { up, of }),
            Notice::Ready(in_effect) => self.ready(in_effect),
            Notice::Phase(phase, t_ns) => self.phase(phase, t_ns),
            Notice::Sample(sample) => self.sampled(sample),
            Notice::Late { planned_ns, real_ns, mark } => {
                let finding = Finding::new("late_mark", Severity::Warning)
                    .with("host", self.facts.name.clone())
                    .with("mark", serde_json::to_value(mark).unwrap_or_default())
                    .with("late_ms", (real_ns - planned_ns) as f64 / 1e6)
                    .advise("The machine was too busy to keep time; ask for fewer streams or a longer run.");
                self.run.change(|parts| parts.findings.push(finding));
            }
            Notice::Finished(finish) => self.finished(finish),
        }
    }

    fn phase(&mut self, phase: Phase, t_ns: i64) {
        self.run.enter(phase, Some(t_ns));
        self.run.happened(Event::new(Some(t_ns), "phase").with("phase", phase.key()));
        self.update_kept();
    }

    fn sampled(&mut self, sample: Sample) {
        let now = Instant::now();
        let (message, stripped) = self.budget.fit(&self.run.id, &sample, now);
        if stripped {
            self.stripped.push(sample.t_ns);
        }
        let _ = self.outbox.send(message.encode());
        self.keep_sample(self.run.side, sample);
    }

    /// The other end counted.
    pub(super) fn received(&mut self, received: Samples) {
        let side = self.run.side.other();
        let samples = received.samples.into_iter().filter(plausible).take(MAX_SAMPLES);
        if received.complete {
            self.since = Instant::now();
            self.run.completed(side, samples.collect());
        } else {
            for sample in samples {
                self.keep_sample(side, sample);
            }
        }
    }

    fn keep_sample(&mut self, side: Side, sample: Sample) {
        if let Some(keeper) = &mut self.keeper {
            keeper.sample(side, sample.clone());
        }
        self.run.sampled(side, sample);
    }

    /// The engine has ended.
    fn finished(&mut self, finish: Finish) {
        match finish.ending {
            Ending::Completed | Ending::Stopped => {}
            // The other end stopped; why, its own words tell, and if they do not come it was not orderly.
            Ending::EarlyEnd { stream, t_ns } => {
                let message = format!("{} ended stream {} early", self.way.peer_name, stream + 1);
                self.local.error = Some(reason("stream_ended_early", message));
                self.run.happened(Event::new(Some(t_ns), "stream_ended").with("stream", stream + 1));
            }
            Ending::Failed(error) => {
                let message = error.to_string();
                self.happened(Event::new(finish.t_ns, "stream_failed").with("reason", message.clone()));
                self.local.error = Some(reason(error.code(), message));
            }
        }
        if finish.undrained > 0 && self.local.error.is_none() && self.verdict.is_none() {
            let finding = Finding::new("not_drained", Severity::Info)
                .with("host", self.facts.name.clone())
                .with("streams", finish.undrained);
            self.run.change(|parts| parts.findings.push(finding));
        }
        self.engine_ended();
    }
}

/// Whether a sample that came over the link could be one.
fn plausible(sample: &Sample) -> bool {
    sample.cores.as_ref().is_none_or(|cores| cores.len() <= MOST_CORES)
        && sample.streams.as_ref().is_none_or(|streams| streams.len() <= 512)
        && sample.t_ns.unsigned_abs() < u64::from(u32::MAX) * 1_000_000_000
}
