//! Runs one role of a plan on OS threads and plain sockets, and counts what it did.
//!
//! The engine makes no choice of its own: everything stands in the
//! [`RolePlan`](pairperf_shared::plan::RolePlan). It knows nothing of peers, HTTP, storage or an
//! async runtime; the border to those is the callback that receives [`Notice`]s.
//!
//! Layout: [`session`] is the handle; `conductor` walks through one life (open, barrier, phases by
//! deadline, stop, drain, finish); `opening` makes the streams; `worker` holds the two inner loops
//! over the two steps of `flow`, [`udp`] that of datagrams, and `exchange` that of requests and answers; `sampler` reads `counters` at the instants of `schedule`, `system` what
//! the machine counts by itself;
//! [`probe`] reads the machine; `platform` is the one seam to the operating system.

mod buffer;
pub mod clock;
mod conductor;
mod counters;
mod error;
mod exchange;
mod flow;
mod gate;
mod inbox;
mod liveness;
mod notice;
mod opening;
mod payload;
mod platform;
pub mod probe;
mod sampler;
mod schedule;
pub mod session;
mod signals;
mod socket;
mod system;
pub mod udp;
mod worker;

#[cfg(test)]
mod tests;

pub use error::EngineError;
pub use notice::{Ending, Finish, Notice};
pub use session::{ACCEPTED, Open, Preface, Session, SessionPlan};
