//! A pairperf node: the server on each of the two machines.
//!
//! `cli` reads what was asked of the program, `app` puts a node together, `http` is its edge,
//! `runs` does the work over `peer` and the engine, `reach` finds the ways, `store` keeps it. Arrows
//! inside: `http → runs → {engine, peer, reach, store}`.

pub mod app;
pub mod cli;
pub mod http;
pub mod ids;
pub mod peer;
pub mod reach;
pub mod runs;
pub mod store;
pub mod views;
