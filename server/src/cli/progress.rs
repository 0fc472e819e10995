//! How a run goes, on stderr: first what it will take, then a bar on a terminal, a line a phase elsewhere.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use pairperf_shared::api::LiveBody;
use pairperf_shared::config::Protocol;
use pairperf_shared::forecast::Forecast;
use pairperf_shared::phase::Phase;
use pairperf_shared::plan::Role;
use pairperf_shared::record::RunRecord;
use pairperf_shared::sample::Sample;
use pairperf_shared::summary::live::Progress;
use pairperf_shared::summary::series::Sampling;
use pairperf_shared::text::Catalogue;
use pairperf_shared::{summary, units};
use tokio::sync::broadcast::error::RecvError;

use crate::runs::ActiveRun;

/// Samples needed for the latest rate.
const RECENT: usize = 32;

/// Shows a run until it has ended.
pub(super) async fn show(run: Arc<ActiveRun>) {
    let mut live = run.live.subscribe(None).rest;
    // Its end may have been told before anybody listened.
    if run.has_ended() {
        return;
    }
    let record = run.record();
    let receiver = record.plan.as_ref().map(|plan| plan.side(Role::Receiver));
    let total = record.config.traffic_ms();
    if let [a, b] = &record.ends[..] {
        let expected = Forecast::of(&record.config, &a.host, &b.host).line().say(Catalogue::english());
        eprintln!("{expected}");
    }
    let bar = std::io::stderr().is_terminal().then(|| bar(total));
    let mut recent: Vec<Sample> = Vec::new();
    let mut datagrams = Datagrams::of(&record);
    let mut phase = "check";
    loop {
        match live.recv().await {
            Ok(message) => match message.body {
                LiveBody::Phase { phase: entered, .. } => {
                    phase = entered.key();
                    if bar.is_none() {
                        eprintln!("{}", line(entered, &record.config));
                    }
                }
                LiveBody::Sample { side, sample } => {
                    let received = receiver.is_none_or(|receiver| receiver == side);
                    if let Some(datagrams) = &mut datagrams {
                        datagrams.push(received, &sample);
                    }
                    if received {
                        if recent.len() == RECENT {
                            recent.remove(0);
                        }
                        recent.push(sample);
                    }
                }
                LiveBody::End { .. } => break,
                _ => {}
            },
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => break,
        }
        if let Some(bar) = &bar {
            bar.set_position(run.elapsed_ms().unwrap_or(0).max(0).unsigned_abs().min(total));
            let rate = summary::live::latest_rate(&recent)
                .map_or_else(|| "–".to_owned(), |rate| units::rate(rate.bits_per_second).to_string());
            let lost = datagrams.as_ref().map(Datagrams::lost).unwrap_or_default();
            bar.set_message(format!("{phase}  {rate}{lost}"));
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// The datagrams of `measure` so far.
struct Datagrams {
    sender: Progress,
    receiver: Progress,
}

impl Datagrams {
    /// None for a run of another protocol.
    fn of(record: &RunRecord) -> Option<Self> {
        let config = &record.config;
        let progress =
            |role| Progress::new(Sampling::of(role, record.plan.as_ref(), config.streams, config.traffic_ms()));
        (config.protocol == Protocol::Udp)
            .then(|| Self { sender: progress(Role::Sender), receiver: progress(Role::Receiver) })
    }

    fn push(&mut self, received: bool, sample: &Sample) {
        let end = if received { &mut self.receiver } else { &mut self.sender };
        end.push(sample);
    }

    /// What did not come, in words; empty until it is known.
    fn lost(&self) -> String {
        summary::live::datagrams(&self.sender, &self.receiver)
            .and_then(|datagrams| datagrams.lost_percent)
            .map(|lost| format!("  lost {}", units::percent(lost)))
            .unwrap_or_default()
    }
}

fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn line(phase: Phase, config: &pairperf_shared::config::RunConfig) -> String {
    let length = match phase {
        Phase::WarmUp => config.warm_up_ms,
        Phase::Measure => config.duration_ms,
        Phase::CoolDown => config.cool_down_ms,
        _ => return phase.key().to_owned(),
    };
    format!("{} {}", phase.key(), units::show_millis(length))
}
