//! Runs: from what was asked to the kept record, at both nodes.
//!
//! Knows the engine, the link to the peer and the store; knows nothing of HTTP.

mod active;
mod arrivals;
mod budget;
mod conversation;
mod drive;
mod introduction;
mod keeper;
mod kept;
mod late;
mod limits;
mod line;
mod live;
mod look;
mod messages;
mod preface;
mod registry;
mod seal;
mod shared;
mod view;
mod ways;

pub use active::ActiveRun;
pub use arrivals::Arrivals;
pub use conversation::NewPairing;
pub use introduction::Introduction;
pub use limits::RunLimits;
pub use live::{Live, Subscription};
pub use preface::FIRST_BYTE as STREAM_FIRST_BYTE;
pub use registry::{Runs, RunsSetup};
pub use shared::Shown;
