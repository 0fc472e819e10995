//! The one seam to the operating system: nothing outside names one.
//!
//! A second system is a second module with the same items.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub(crate) use linux::{
    CoreClock, Interest, Outgoing, Poller, Ready, Refusal, UdpHostClock, boottime_ns, cause, congestion_control,
    host_facts, in_progress, lend_ports_late, monotonic_ns, mss, next_send_error, out_of_files, probe_path,
    raise_open_files, raise_priority, refusal, set_congestion_control, sleep_until, socket_drops, tcp_info,
    wake_exactly,
};

#[cfg(not(target_os = "linux"))]
compile_error!("the engine runs on Linux; another system needs a module beside `platform::linux`");
