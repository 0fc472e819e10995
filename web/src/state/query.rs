//! Queries of addresses.

pub(crate) use pairperf_shared::query::{pairs, write};
