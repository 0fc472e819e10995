//! One round of a tool that sends over connections.

use std::time::Duration;

use super::case::Case;
use super::tool::Tool;
use crate::bench::counters::{memory, octets};
use crate::bench::told;
use crate::bench::watch::{AROUND, Flowing, Traffic};
use crate::harness::machine::quiet;

/// A tool ends this long after its traffic at the latest.
const ENDS: Duration = Duration::from_mins(1);
/// Bytes.
const TRAFFIC: Traffic = Traffic { come: octets, least: 100e6 };
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
    // Thousands of connections take a while to be there, and some tools count that in.
    let whole = (length + AROUND * 2 + Duration::from_millis(u64::from(case.streams))).as_secs_f64().ceil();
    let sender = || tool.sender(case, whole, &folder);
    let flowing = Flowing::start(tool.receiver(case, &folder), ("tcp", tool.port()), sender, TRAFFIC)?;
    let (window, memory_bytes) = flowing.window(|receiver, sender| {
        std::thread::sleep(length);
        memory(receiver).zip(memory(sender)).map(|(a, b)| (a + b) as f64)
    })?;
    let (_, took) = flowing.end(Duration::from_secs_f64(whole) + ENDS)?;
    let over_seconds = took.as_secs_f64() - whole;
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
