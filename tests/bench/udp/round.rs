//! One tool, once: started, watched from outside while its traffic flows, and ended.

use std::time::{Duration, Instant};

use super::case::Case;
use super::pace;
use super::tool::Tool;
use crate::bench::counters::{Window, datagrams, is_held, snapshot};
use crate::bench::told;
use crate::bench::watch::{wait, with_words};
use crate::harness::machine::quiet;
use crate::harness::program::Running;

/// Traffic flows this long before it is counted, and goes on this long after.
const AROUND: Duration = Duration::from_millis(600);
/// A tool ends this long after its traffic at the latest.
const ENDS: Duration = Duration::from_secs(40);
/// More datagrams a second than any tool needs to say that it is there.
const TRAFFIC: f64 = 1_000.0;
const GIB: f64 = (1u64 << 30) as f64;

/// What was found in one round.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figures {
    /// Datagrams received in a second.
    pub(super) datagrams_per_second: f64,
    /// Their payload.
    pub(super) bits_per_second: f64,
    /// Of those sent.
    pub(super) lost_percent: f64,
    /// CPU seconds of both ends and the kernel's threads for each GiB received.
    pub(super) cpu_per_gib: f64,
    /// Of the receiver alone.
    pub(super) receiver_cpu_per_gib: f64,
    /// Of the sender alone.
    pub(super) sender_cpu_per_gib: f64,
    /// Processors busy on average, both ends and the kernel's threads.
    pub(super) processors: f64,
    /// How much the datagrams of each millisecond differ; only where that was looked at.
    pub(super) variation_percent: Option<f64>,
}

/// The figures, or why there are none.
pub(super) type Found = Result<Figures, String>;

/// How fast it is.
pub(super) fn speed(case: &Case<'_>, tool: Tool) -> Found {
    round(case, tool, |_, length| {
        std::thread::sleep(length);
        None
    })
}

/// How evenly it sends.
pub(super) fn pace(case: &Case<'_>, tool: Tool) -> Found {
    round(case, tool, |receiver, length| pace::variation_percent(receiver, case.place.kind.interface(), length))
}

fn round(case: &Case<'_>, tool: Tool, watch: impl FnOnce(u32, Duration) -> Option<f64>) -> Found {
    // A round at a time: tests that run meanwhile take their turn in between.
    let _quiet = quiet();
    let length = Duration::from_secs_f64(told("PAIRPERF_BENCH_SECONDS", 2.0));
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut receiver = Running::start(&mut tool.receiver(case, &folder));
    let (protocol, port) = tool.listens();
    let listens = wait("its receiver listens", || receiver.has_ended() || is_held(receiver.id(), protocol, port));
    if receiver.has_ended() || listens.is_err() {
        return Err(with_words("its receiver does not listen", &receiver.end_at_once()));
    }
    let whole = length + AROUND * 2;
    let mut sender = Running::start(&mut tool.sender(case, whole.as_secs_f64(), &folder));
    let mut before = (Instant::now(), datagrams(receiver.id()).map_or(0, |(received, _)| received));
    let flows = wait("its traffic flows", || {
        let now = (Instant::now(), datagrams(receiver.id()).map_or(0, |(received, _)| received));
        let rate = now.1.saturating_sub(before.1) as f64 / (now.0 - before.0).as_secs_f64().max(1e-3);
        before = now;
        rate > TRAFFIC || sender.has_ended()
    });
    if sender.has_ended() || flows.is_err() {
        return Err(with_words("its sender does not send", &sender.end_at_once()));
    }
    std::thread::sleep(AROUND);
    let gone = || format!("{tool} ended before its time");
    let from = snapshot(receiver.id(), sender.id()).ok_or_else(gone)?;
    let variation_percent = watch(receiver.id(), length);
    let to = snapshot(receiver.id(), sender.id()).ok_or_else(gone)?;
    let window = from.until(to);
    let ended = sender.end(whole + ENDS);
    if ended.code != Some(0) {
        return Err(with_words("its sender failed", &ended));
    }
    let said = tool.offloads(case).then(|| tool.said(&ended.out));
    let figures = match said {
        None => figures(case, &window, None),
        Some(Some(said)) => figures(case, &window, Some(said)),
        Some(None) => return Err("it does not say what its receiver got".to_owned()),
    };
    Ok(Figures { variation_percent, ..figures })
}

/// By the kernel's counters, or, where those count buffers, by what the tool said.
fn figures(case: &Case<'_>, window: &Window, said: Option<(f64, f64)>) -> Figures {
    let size = f64::from(case.datagram) * 8.0;
    let (bits_per_second, lost_percent) = said.unwrap_or_else(|| {
        // What was on its way at the marks can make the share a little less than nothing.
        let lost = 1.0 - window.received as f64 / window.sent.max(1) as f64;
        (window.received as f64 / window.seconds * size, 100.0 * lost.max(0.0))
    });
    let gib = bits_per_second / 8.0 * window.seconds / GIB;
    let cpu = window.receiver_cpu + window.sender_cpu + window.kernel_cpu;
    Figures {
        datagrams_per_second: bits_per_second / size,
        bits_per_second,
        lost_percent,
        cpu_per_gib: cpu / gib,
        receiver_cpu_per_gib: window.receiver_cpu / gib,
        sender_cpu_per_gib: window.sender_cpu / gib,
        processors: cpu / window.seconds,
        variation_percent: None,
    }
}
