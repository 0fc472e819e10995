//! What the systems of both ends count beside a run: the names, which are told once.

use pairperf_shared::host::clean_text;
use pairperf_shared::plan::Side;
use pairperf_shared::record::{EndParts, RunParts};
use pairperf_shared::sample::MAX_COUNTERS;

use super::Drive;

/// Longer names than this no system has.
const LONGEST_NAME: usize = 64;

impl Drive {
    /// The engine of a direction said what the system counts.
    ///
    /// A record has one list of an end's names. Interfaces may come and go between two directions; then those of the later
    /// one are left out, for their values would stand under wrong names.
    pub(super) fn counting(&mut self, leg: u32, names: Vec<String>) {
        if !self.name_counters(self.run.side, names) {
            self.local.uncounted.note(leg);
        }
    }

    /// The other end said what its system counts.
    pub(super) fn peer_counts(&self, names: Vec<String>) {
        let cleaned = |name: String| clean_text(&name).chars().take(LONGEST_NAME).collect();
        let names = names.into_iter().take(MAX_COUNTERS).map(cleaned).collect();
        self.name_counters(self.run.side.other(), names);
    }

    /// The names that this end told.
    pub(super) fn counter_names(&self) -> Vec<String> {
        let side = self.run.side;
        self.run.change(|parts| end(parts, side).counter_names.clone())
    }

    /// Keeps the names of an end, the first time; says whether they are the ones that are kept.
    fn name_counters(&self, side: Side, names: Vec<String>) -> bool {
        self.run.change(|parts| {
            let end = end(parts, side);
            if end.counter_names.is_empty() {
                end.counter_names = names;
                return true;
            }
            end.counter_names == names
        })
    }
}

fn end(parts: &mut RunParts, side: Side) -> &mut EndParts {
    match side {
        Side::Coordinator => &mut parts.coordinator,
        Side::Peer => &mut parts.peer,
    }
}
