//! One round of a tool that sends datagrams.

use std::time::Duration;

use super::case::Case;
use super::pace;
use super::tool::Tool;
use crate::bench::counters::{Window, datagrams};
use crate::bench::told;
use crate::bench::watch::{AROUND, Flowing, Traffic};
use crate::harness::machine::quiet;

/// A tool ends this long after its traffic at the latest.
const ENDS: Duration = Duration::from_secs(40);
/// Datagrams.
const TRAFFIC: Traffic = Traffic { come: received, least: 1_000.0 };
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
    let whole = length + AROUND * 2;
    let sender = || tool.sender(case, whole.as_secs_f64(), &folder);
    let flowing = Flowing::start(tool.receiver(case, &folder), tool.listens(), sender, TRAFFIC)?;
    let (window, variation_percent) = flowing.window(|receiver, _| watch(receiver, length))?;
    let (ended, _) = flowing.end(whole + ENDS)?;
    let said = tool.offloads(case).then(|| tool.said(&ended.out));
    let figures = match said {
        None => figures(case, &window, None),
        Some(Some(said)) => figures(case, &window, Some(said)),
        Some(None) => return Err("it does not say what its receiver got".to_owned()),
    };
    Ok(Figures { variation_percent, ..figures })
}

/// Datagrams that came where that process is.
fn received(process: u32) -> Option<u64> {
    Some(datagrams(process)?.0)
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
