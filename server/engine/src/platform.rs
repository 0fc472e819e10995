//! The one seam to the operating system: nothing outside names one.
//!
//! A second system is a second module with the same items.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub(crate) use linux::{
    CoreClock, Counters, Incoming, Interest, Origin, Outgoing, Poller, Ready, Refusal, UdpHostClock, await_settled,
    boottime_ns, cause, congestion_control, host_facts, in_progress, join_datagrams, lend_ports_late, may_fragment,
    monotonic_ns, mss, must_settle, next_send_error, out_of_files, path_mtu, permit_zero_copy, pin_to, probe_path,
    raise_open_files, raise_priority, receive_nothing, refusal, select_by_stream, send_uncopied,
    set_congestion_control, set_dscp, set_pacing, settled, sleep_until, socket_drops, stamp_arrivals, tcp_info,
    tell_send_errors, wake_exactly, want_receive_buffer, want_send_buffer,
};

#[cfg(not(target_os = "linux"))]
compile_error!("the engine runs on Linux; another system needs a module beside `platform::linux`");
