//! One tool, once: started, watched from outside while its traffic flows, and ended.

use std::time::{Duration, Instant};

use super::case::Case;
use super::tool::Tool;
use crate::bench::counters::{is_held, memory, octets, snapshot};
use crate::bench::told;
use crate::bench::watch::{wait, with_words};
use crate::harness::machine::quiet;
use crate::harness::program::Running;

/// Traffic flows this long before it is counted, and goes on this long after.
const AROUND: Duration = Duration::from_millis(600);
/// A tool ends this long after its traffic at the latest.
const ENDS: Duration = Duration::from_mins(1);
/// More bytes a second than any tool needs to open its connections.
const TRAFFIC: f64 = 100e6;
const GIB: f64 = (1u64 << 30) as f64;

/// What was found in one round.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figures {
    /// What came in, headers included.
    pub(super) bits_per_second: f64,
    /// CPU seconds of both ends and the kernel's threads for each GiB.
    pub(super) cpu_per_gib: f64,
    /// Of the receiver alone.
    pub(super) receiver_cpu_per_gib: f64,
    /// Of the sender alone.
    pub(super) sender_cpu_per_gib: f64,
    /// The most memory of both processes.
    pub(super) memory_bytes: Option<f64>,
    /// How much longer than its traffic the sender took, its start included.
    pub(super) over_seconds: f64,
}

/// The figures, or why there are none.
pub(super) type Found = Result<Figures, String>;

/// How fast it is.
pub(super) fn speed(case: &Case<'_>, tool: Tool) -> Found {
    // A round at a time: tests that run meanwhile take their turn in between.
    let _quiet = quiet();
    let length = Duration::from_secs_f64(told("PAIRPERF_BENCH_SECONDS", 2.0));
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut receiver = Running::start(&mut tool.receiver(case, &folder));
    let listens = wait("its receiver listens", || receiver.has_ended() || is_held(receiver.id(), "tcp", tool.port()));
    if receiver.has_ended() || listens.is_err() {
        return Err(with_words("its receiver does not listen", &receiver.end_at_once()));
    }
    // Thousands of connections take a while to be there, and some tools count that in.
    let whole = (length + AROUND * 2 + Duration::from_millis(u64::from(case.streams))).as_secs_f64().ceil();
    let mut command = tool.sender(case, whole, &folder);
    let began = Instant::now();
    let mut sender = Running::start(&mut command);
    let mut before = (Instant::now(), octets(receiver.id()).unwrap_or(0));
    let flows = wait("its traffic flows", || {
        let now = (Instant::now(), octets(receiver.id()).unwrap_or(0));
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
    std::thread::sleep(length);
    let to = snapshot(receiver.id(), sender.id()).ok_or_else(gone)?;
    let memory_bytes = memory(receiver.id()).zip(memory(sender.id())).map(|(a, b)| (a + b) as f64);
    let window = from.until(to);
    let ended = sender.end(Duration::from_secs_f64(whole) + ENDS);
    let over_seconds = began.elapsed().as_secs_f64() - whole;
    if ended.code != Some(0) {
        return Err(with_words("its sender failed", &ended));
    }
    let gib = window.octets as f64 / GIB;
    Ok(Figures {
        bits_per_second: window.octets as f64 * 8.0 / window.seconds,
        cpu_per_gib: (window.receiver_cpu + window.sender_cpu + window.kernel_cpu) / gib,
        receiver_cpu_per_gib: window.receiver_cpu / gib,
        sender_cpu_per_gib: window.sender_cpu / gib,
        memory_bytes,
        over_seconds,
    })
}
