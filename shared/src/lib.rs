//! What the server and the page both know: pure types and pure functions.
//!
//! No I/O, no clock, no randomness, no async runtime, no DOM: everything here builds for
//! `wasm32-unknown-unknown` and runs natively in tests. The one-way street of the house leads
//! through these modules from left to right:
//!
//! `config` (asked) → `plan` (decided) → *engine* → `sample` (observed) → `record` (kept) →
//! `report` (said).

pub mod api;
pub mod chart;
pub mod command;
pub mod config;
pub mod datagram;
pub mod finding;
pub mod forecast;
pub mod histogram;
pub mod host;
pub mod import;
pub mod join;
pub mod lang;
pub mod phase;
pub mod plan;
pub mod preset;
pub mod query;
pub mod reach;
pub mod reader;
pub mod record;
pub mod redact;
pub mod report;
pub mod sample;
pub mod stats;
pub mod summary;
pub mod text;
pub mod units;
pub mod warning;

pub use api::ApiError;
pub use config::RunConfig;
pub use join::JoinCode;
pub use lang::Lang;
pub use plan::Plan;
pub use record::RunRecord;
pub use report::Report;
pub use sample::Sample;
