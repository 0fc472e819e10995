//! Linux.

mod causes;
mod clock;
mod cores;
mod host;
mod limits;
mod options;
mod poller;
mod priority;
mod tcp_info;
mod user_hz;

pub(crate) use causes::{cause, in_progress, out_of_files};
pub(crate) use clock::{boottime_ns, monotonic_ns};
pub(crate) use cores::CoreClock;
pub(crate) use host::host_facts;
pub(crate) use limits::raise_open_files;
pub(crate) use options::{congestion_control, lend_ports_late, mss, set_congestion_control};
pub(crate) use poller::{Interest, Poller, Ready};
pub(crate) use priority::raise_priority;
pub(crate) use tcp_info::tcp_info;
