//! What the suites are made with: nodes as real processes, hosts of their own, a client, a browser.
//!
//! Nothing here decides whether pairperf is right; it only starts things, asks, waits and cleans up.

pub(crate) mod api;
pub(crate) mod binary;
pub(crate) mod browser;
pub(crate) mod datagrams;
pub(crate) mod live;
pub(crate) mod machine;
pub(crate) mod net;
pub(crate) mod node;
pub(crate) mod pair;
pub(crate) mod program;
pub(crate) mod raw;
pub(crate) mod relay;
pub(crate) mod trace;
pub(crate) mod wait;
