//! How streams are served: by which loop, how many threads, and on which CPUs.

use super::Loop;
use crate::config::{Mode, Protocol, RunConfig};

/// Up to this many streams a core, one blocking thread a stream is fastest (measured); beyond,
/// threads queue behind each other and deadlines slip.
const BLOCKING_STREAMS_PER_CORE: u32 = 4;

/// The loop of both ends; `cores` are those of the machine with fewer of them.
pub(super) fn inner_loop(ends: &[RunConfig; 2], cores: u32) -> Loop {
    let end = &ends[0];
    if end.mode != Mode::Throughput {
        return Loop::Exchange;
    }
    if end.protocol == Protocol::Udp {
        return Loop::Batch;
    }
    let said: Vec<u32> = ends.iter().filter_map(asked).collect();
    let streams = end.stream_count();
    // A blocking thread has one stream.
    match said.iter().min() {
        Some(&threads) if threads < streams => Loop::Epoll,
        Some(_) => Loop::Blocking,
        None if streams <= cores * BLOCKING_STREAMS_PER_CORE => Loop::Blocking,
        None => Loop::Epoll,
    }
}

/// The threads that an end was asked to have.
fn asked(end: &RunConfig) -> Option<u32> {
    let mapped = end.mappings.as_ref().map(crate::config::Mappings::threads);
    mapped.or(end.threads).or_else(|| end.streams_per_thread.map(|_| 1))
}

/// Worker threads of an end on a machine of `cpus` CPUs; where two nodes share one, each takes half of its `cores`.
pub(super) fn count(end: &RunConfig, inner_loop: Loop, cpus: u32, cores: u32, shared_machine: bool) -> u32 {
    let streams = end.stream_count();
    match inner_loop {
        Loop::Blocking | Loop::Exchange => streams,
        Loop::Epoll => asked(end).unwrap_or(if shared_machine { (cores / 2).max(1) } else { cpus }).clamp(1, streams),
        Loop::Batch => asked(end).unwrap_or(cpus).clamp(1, streams),
    }
}

/// The CPU of each worker; empty where the scheduler chooses for all.
pub(super) fn pins(end: &RunConfig, threads: u32) -> Vec<Option<u32>> {
    let workers = 0..threads as usize;
    match (&end.mappings, &end.cpus) {
        (Some(mappings), _) if mappings.0.iter().any(|mapping| mapping.cpu.is_some()) => {
            let of_thread: Vec<Option<u32>> = mappings
                .0
                .iter()
                .flat_map(|mapping| std::iter::repeat_n(mapping.cpu, mapping.threads as usize))
                .collect();
            // With several streams a thread, a loop of one thread a stream has more workers than the sessions have threads.
            let each = (workers.len() / of_thread.len().max(1)).max(1);
            workers.map(|worker| of_thread.get(worker / each).copied().flatten()).collect()
        }
        (None, Some(cpus)) => workers.map(|worker| cpus.list().get(worker % cpus.list().len()).copied()).collect(),
        _ => Vec::new(),
    }
}
