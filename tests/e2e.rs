//! End-to-end tests: the program as its users have it, from outside.
//!
//! Every test starts its own nodes on ports of their own, waits for events with a deadline, and takes everything down
//! again; each runs alone and beside others. `cargo xtask test NAME` runs those with NAME in their names.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bench;
mod browser;
mod cli;
mod containers;
mod docs;
mod documents;
mod faults;
mod harness;
mod kept;
mod layers;
mod pairing;
mod pictures;
mod runs;
mod security;
