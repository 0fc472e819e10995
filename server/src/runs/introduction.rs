//! What two nodes tell each other as soon as they are paired.

use pairperf_shared::host::HostFacts;
use serde::{Deserialize, Serialize};

/// A node introduces itself.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Introduction {
    /// Its machine, with its name.
    pub host: HostFacts,
    /// Whether the other node may start runs there.
    pub may_start: bool,
    /// Whether this node came to look at the ways and makes no runs (`pairperf check`).
    pub only_checks: bool,
}

impl Introduction {
    /// The bytes for the link.
    pub fn write(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads what a peer sent; whatever is not understood is left empty, and text is cleaned.
    pub fn read(bytes: &[u8]) -> Self {
        let read: Self = serde_json::from_slice(bytes).unwrap_or_default();
        Self { host: read.host.cleaned(), ..read }
    }
}
