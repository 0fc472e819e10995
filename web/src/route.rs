//! Where the documents of a node are.

use pairperf_shared::query;

/// The two machines.
pub(crate) const HOME: &str = "/";

/// The list of runs.
pub(crate) const RUNS: &str = "/runs";

/// The form of a run over that pairing.
pub(crate) fn new_run(pairing: &str) -> String {
    format!("/new{}", query::write([("pairing", pairing)]))
}

/// A run: live while it goes on, then its report.
pub(crate) fn run(id: &str) -> String {
    format!("/runs/{id}")
}
