//! What the counters of the systems show to have limited or disturbed a run.

use std::collections::BTreeSet;

use super::{FULL_CORE_PERCENT, Seen};
use crate::finding::{Finding, Severity};
use crate::plan::Role;
use crate::record::EndRecord;
use crate::summary::system::SystemFigures;

/// From this share of others' bytes on a card, more was missing to the run than a run differs from the next.
const FOREIGN_PERCENT: f64 = 5.0;
/// Less than this is a page that looks on, or the link between the nodes; in bytes a second (1 Mbit/s).
const FOREIGN_BYTES_PER_SECOND: f64 = 125_000.0;
/// One period in a hundred: at the usual period of 100 ms a container then stands still once in ten seconds.
const THROTTLED_PERCENT: f64 = 1.0;
/// A twentieth of the CPU time given to others shows in what a machine carries.
const STEAL_PERCENT: f64 = 5.0;
/// A core with more than half of its time in soft interrupts is full of packets, not of programs.
const SOFTIRQ_PERCENT: f64 = 50.0;
/// Ours may exceed the kernel's own count by this: what is promised of the headline.
const TRUE_WITHIN: f64 = 0.001;

pub(super) fn of(seen: &Seen<'_>) -> Vec<Finding> {
    let mut said = BTreeSet::new();
    let all = seen.ends.iter().filter_map(|end| Some(of_end(end, end.system.as_ref()?))).flatten();
    // Counters are of a whole machine, which may have several ends.
    all.filter(|finding| said.insert((finding.code.clone(), place(finding)))).collect()
}

/// What tells findings of one code apart.
fn place(finding: &Finding) -> Vec<String> {
    ["host", "interface", "counter"]
        .iter()
        .filter_map(|key| finding.evidence.get(*key))
        .map(ToString::to_string)
        .collect()
}

fn of_end(end: &EndRecord, system: &SystemFigures) -> Vec<Finding> {
    let found = [
        foreign(end, system),
        system.softnet_dropped.filter(|&packets| packets > 0).map(|packets| {
            warning("softnet_dropped", end).with("packets", packets).advise(
                "Raise net.core.netdev_max_backlog there, or spread arriving packets over more cores (RSS, RPS).",
            )
        }),
        system.throttled.filter(|throttled| throttled.percent >= THROTTLED_PERCENT).map(|throttled| {
            warning("cpu_throttled", end)
                .with("percent", throttled.percent)
                .with("throttled_seconds", throttled.seconds)
                .advise("Raise the CPU limit of that container, or take it away while you measure.")
        }),
        system.cpu.filter(|cpu| cpu.steal_percent >= STEAL_PERCENT).map(|cpu| {
            warning("steal_high", end)
                .with("percent", cpu.steal_percent)
                .advise("Other virtual machines use the same processors: repeat the run, or take a machine with cores of its own.")
        }),
        core_saturated(end, system),
        headline_differs(end, system),
    ];
    let exceeded = system.allowances_exceeded.iter().flatten().map(|allowance| {
        warning("cloud_allowance_exceeded", end)
            .with("interface", allowance.interface.clone())
            .with("counter", allowance.counter.clone())
            .with("packets", allowance.packets)
            .advise("The machine's size sets that limit: take a larger one, ask for less, or repeat when its credits are back.")
    });
    exceeded.chain(found.into_iter().flatten()).collect()
}

fn warning(code: &str, end: &EndRecord) -> Finding {
    Finding::new(code, Severity::Warning).with("host", end.host.name.clone())
}

/// Bytes of others on the card that carried the run.
fn foreign(end: &EndRecord, system: &SystemFigures) -> Option<Finding> {
    let carried = system.carried.as_ref().filter(|carried| carried.foreign_percent >= FOREIGN_PERCENT)?;
    let floor = FOREIGN_BYTES_PER_SECOND * end.measured_seconds?;
    (carried.foreign_bytes as f64 >= floor).then(|| {
        warning("foreign_traffic", end)
            .with("role", if end.role == Role::Sender { "sender" } else { "receiver" })
            .with("interface", carried.interface.clone())
            .with("percent", carried.foreign_percent)
            .with("foreign_bytes", carried.foreign_bytes)
            .advise("Something else used that card at the same time: stop it, and repeat the run.")
    })
}

/// The full core, where packets fill it rather than a program.
fn core_saturated(end: &EndRecord, system: &SystemFigures) -> Option<Finding> {
    let full = |core: f64, softirq: f64| core >= FULL_CORE_PERCENT && softirq >= SOFTIRQ_PERCENT;
    let core = system.busiest_core.filter(|core| full(core.busy_percent, core.softirq_percent))?;
    Some(warning("core_saturated", end).with("core", core.core).with("softirq_percent", core.softirq_percent).advise(
        "One queue of the card feeds that core: use more queues (RSS), spread them (RPS), or use more streams.",
    ))
}

/// More payload than the kernel received in all, which can't be.
fn headline_differs(end: &EndRecord, system: &SystemFigures) -> Option<Finding> {
    let ours = end.bytes_lifetime.filter(|_| end.role == Role::Receiver)?;
    let kernel = system.received_octets_lifetime?;
    (ours as f64 > kernel as f64 * (1.0 + TRUE_WITHIN)).then(|| {
        Finding::new("headline_differs_from_kernel", Severity::Info)
            .with("host", end.host.name.clone())
            .with("received_bytes", ours)
            .with("kernel_bytes", kernel)
    })
}
