//! What a machine must have for a run, known before it starts.

use super::{Asked, Plan, PlanError};
use crate::config::RunConfig;
use crate::host::HostFacts;
use crate::plan::Side;

/// The share of a machine's memory that the buffers of a run may take.
const MEMORY_SHARE: u64 = 4;
/// What they may take where the memory is not known.
const MEMORY_UNKNOWN: u64 = 1 << 30;
/// Open files a node needs besides its streams: listener, link, database, probes, browsers.
const FILES_BESIDE_STREAMS: u64 = 128;
/// Threads a node has besides its workers: runtime, conductor, database, probes.
const THREADS_BESIDE_WORKERS: u64 = 64;

/// Both machines, before anything is decided.
pub(super) fn check(run: &Asked<'_>) -> Result<(), PlanError> {
    for side in [Side::Coordinator, Side::Peer] {
        check_host(run.end(side), run.all_streams(), run.host(side))?;
    }
    check_ports(run.all_streams(), run.host(run.opener))
}

fn check_host(config: &RunConfig, streams: u32, host: &HostFacts) -> Result<(), PlanError> {
    if let Some(wanted) = &config.congestion_control
        && !host.congestion_controls.contains(wanted)
    {
        return Err(PlanError::CongestionControl {
            host: host.name.clone(),
            wanted: wanted.clone(),
            offered: host.congestion_controls.join(", "),
        });
    }
    let needed = u64::from(streams) + FILES_BESIDE_STREAMS;
    match host.max_open_files {
        Some(allowed) if allowed < needed => {
            Err(PlanError::OpenFiles { host: host.name.clone(), allowed, streams, needed })
        }
        _ => Ok(()),
    }
}

fn check_ports(streams: u32, host: &HostFacts) -> Result<(), PlanError> {
    let Some((first, last)) = host.local_ports else { return Ok(()) };
    let available = u32::from(last.saturating_sub(first)) + 1;
    if available < streams {
        return Err(PlanError::LocalPorts { host: host.name.clone(), available, streams });
    }
    Ok(())
}

/// What the workers of a node take of its machine.
pub(super) fn check_workers(plan: &Plan, side: Side, host: &HostFacts) -> Result<(), PlanError> {
    let workers: u64 = plan.roles(side).map(|role| u64::from(role.threads)).sum();
    if let Some(allowed) = host.max_threads.filter(|&allowed| allowed < workers + THREADS_BESIDE_WORKERS) {
        return Err(PlanError::Threads { host: host.name.clone(), allowed, threads: workers });
    }
    let needed_bytes = plan.roles(side).fold(0u64, |sum, role| {
        let batch = role.udp.map_or(1, |udp| u64::from(udp.batch));
        sum.saturating_add(u64::from(role.threads).saturating_mul(role.buffer_bytes).saturating_mul(batch))
    });
    let allowed_bytes = host.memory_bytes.map_or(MEMORY_UNKNOWN, |memory| memory / MEMORY_SHARE);
    if needed_bytes <= allowed_bytes {
        return Ok(());
    }
    let role = plan.role(side);
    Err(PlanError::Memory {
        host: host.name.clone(),
        threads: role.threads,
        buffer_bytes: role.buffer_bytes,
        needed_bytes,
        allowed_bytes,
    })
}
