//! Flows of datagrams: one life, from the proof of addresses to the last end mark.
//!
//! `wire` is what they look like; the rest follows it: sockets, opening, sender, receiver. A sender goes by `pace`, fills a
//! `batch` for each call, and counts its `evenness`.

mod attend;
mod batch;
pub(crate) mod effect;
mod evenness;
pub(crate) mod flow;
pub(crate) mod handshake;
mod jitter;
mod ledger;
mod pace;
pub mod path;
pub(crate) mod receiver;
pub(crate) mod sender;
pub(crate) mod socket;
pub(crate) mod wire;

use std::fmt;

pub(crate) use attend::attend;
pub use socket::door;

/// Marks the datagrams of one run; both nodes derive it from the run's key, nobody else can guess it.
pub type Tag = [u8; 8];

/// Length of a [`Seal`]'s proof.
pub const PROOF: usize = 16;

/// The run's key, as far as the engine may use it.
pub trait Seal: Send + Sync + fmt::Debug {
    /// The proof for these bytes.
    fn seal(&self, bytes: &[u8]) -> [u8; PROOF];

    /// Whether that is the proof for these bytes; compared in constant time.
    fn holds(&self, bytes: &[u8], proof: &[u8]) -> bool;
}
