//! How a run goes, on stderr: first what it will take, then a bar on a terminal, a line a phase elsewhere.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use pairperf_shared::api::LiveBody;
use pairperf_shared::config::{Direction, Mode, Protocol};
use pairperf_shared::forecast::Forecast;
use pairperf_shared::phase::Phase;
use pairperf_shared::plan::{Role, Side};
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
    let total = record.config.whole_ms();
    if let [a, b] = &record.ends[..] {
        let expected = Forecast::of(&record.config, &a.host, &b.host).line().say(Catalogue::english());
        eprintln!("{expected}");
    }
    let bar = std::io::stderr().is_terminal().then(|| bar(total));
    let mut legs: Vec<Leg> = record.config.direction.legs().iter().map(|leg| Leg::of(*leg, &record)).collect();
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
                    if let Some(leg) = legs.get_mut(sample.leg as usize) {
                        leg.push(side, sample);
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
            let flows: Vec<String> = legs.iter().filter_map(Leg::line).collect();
            let flows = if flows.is_empty() { "–".to_owned() } else { flows.join("  ") };
            bar.set_message(format!("{phase}  {flows}"));
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// One direction of the run.
struct Leg {
    /// Which way it goes, where there are two.
    arrow: &'static str,
    /// The end whose count is shown: the receiver, or the one that asks.
    shown: Side,
    /// Whether requests are asked.
    exchange: bool,
    recent: Vec<Sample>,
    datagrams: Option<Datagrams>,
}

impl Leg {
    fn of(direction: Direction, record: &RunRecord) -> Self {
        let config = &record.config;
        let exchange = config.mode != Mode::Throughput;
        Self {
            arrow: match (config.direction.legs().len(), direction) {
                (1, _) => "",
                (_, Direction::FromPeer) => "← ",
                _ => "→ ",
            },
            shown: if exchange { direction.sender() } else { direction.sender().other() },
            exchange,
            recent: Vec::new(),
            datagrams: Datagrams::of(record).filter(|_| !exchange),
        }
    }

    fn push(&mut self, side: Side, sample: Sample) {
        let shown = side == self.shown;
        if let Some(datagrams) = &mut self.datagrams {
            datagrams.push(shown, &sample);
        }
        if shown {
            if self.recent.len() == RECENT {
                self.recent.remove(0);
            }
            self.recent.push(sample);
        }
    }

    /// How it goes at the moment, in words; none until it is known.
    fn line(&self) -> Option<String> {
        let arrow = self.arrow;
        if self.exchange {
            let now = summary::live::latest_exchange(&self.recent)?;
            let mean = now.mean_seconds.map(|mean| format!("  {}", units::seconds(mean))).unwrap_or_default();
            return Some(format!("{arrow}{:.0} transactions/s{mean}", now.per_second));
        }
        let rate = units::rate(summary::live::latest_rate(&self.recent)?.bits_per_second);
        let lost = self.datagrams.as_ref().map(Datagrams::lost).unwrap_or_default();
        Some(format!("{arrow}{rate}{lost}"))
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

#[cfg(test)]
mod tests {
    use super::*;
    use pairperf_shared::config::RunConfig;
    use pairperf_shared::sample::ExchangeCount;
    use serde_json::json;

    fn sample(leg: u32, ms: i64, bytes: u64, answered: Option<u64>) -> Sample {
        let bare = json!({"t_ns": ms * 1_000_000, "phase": "measure", "bytes": bytes, "operations": 0, "leg": leg});
        let exchange = answered.map(|answered| ExchangeCount {
            answered,
            total_ns: answered * 50_000,
            ..ExchangeCount::default()
        });
        Sample { exchange, ..serde_json::from_value(bare).unwrap() }
    }

    fn lines(config: RunConfig, samples: impl IntoIterator<Item = (Side, Sample)>) -> Vec<String> {
        let host = || pairperf_shared::record::EndParts {
            node: String::new(),
            host: pairperf_shared::host::HostFacts::default(),
            counter_names: Vec::new(),
            samples: Vec::new(),
        };
        let record = pairperf_shared::record::RunParts {
            id: String::new(),
            started_at: String::new(),
            redacted: false,
            outcome: pairperf_shared::record::Outcome { state: pairperf_shared::phase::State::Measure, reason: None },
            config,
            plan: None,
            reach: None,
            in_effect: None,
            coordinator: host(),
            peer: host(),
            events: Vec::new(),
            findings: Vec::new(),
        }
        .record();
        let mut legs: Vec<Leg> = record.config.direction.legs().iter().map(|leg| Leg::of(*leg, &record)).collect();
        for (side, sample) in samples {
            legs[sample.leg as usize].push(side, sample);
        }
        legs.iter().filter_map(Leg::line).collect()
    }

    #[test]
    fn each_direction_has_its_rate_and_an_exchange_its_transactions() {
        let both = RunConfig { direction: Direction::Both, ..RunConfig::default() };
        let flows = |leg, side, bytes| [0, 1].map(|at: u64| (side, sample(leg, 1000 * at as i64, at * bytes, None)));
        let samples = [
            flows(0, Side::Peer, 125_000),
            flows(1, Side::Coordinator, 250_000),
            flows(0, Side::Coordinator, 9_000_000),
        ];
        let shown = lines(both, samples.into_iter().flatten()).join("|").replace('\u{a0}', " ");
        assert_eq!(shown, "→ 1.00 Mbit/s|← 2.00 Mbit/s");
        let asks = RunConfig { mode: Mode::RequestResponse, ..RunConfig::default() };
        let samples = [0, 1].map(|at| (Side::Coordinator, sample(0, 1000 * at as i64, 0, Some(at * 20_000))));
        assert_eq!(lines(asks, samples).join("").replace('\u{a0}', " "), "20000 transactions/s  50.0 µs");
    }
}
