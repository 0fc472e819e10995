//! Linux.

mod affinity;
mod causes;
mod cgroup;
mod clock;
mod cores;
mod counters;
mod error_queue;
mod ethtool;
mod host;
mod kept;
mod limits;
mod links;
mod options;
mod path_mtu;
mod poller;
mod priority;
mod qdisc;
mod receive;
mod refusal;
mod send;
mod sleep;
mod socket_drops;
mod tcp_info;
mod traffic;
mod udp_counters;
mod udp_options;
mod user_hz;
mod zero_copy;

pub(crate) use affinity::pin_to;
pub(crate) use causes::{cause, in_progress, out_of_files};
pub(crate) use clock::{boottime_ns, monotonic_ns};
pub(crate) use cores::CoreClock;
pub(crate) use counters::Counters;
pub(crate) use error_queue::next_send_error;
pub(crate) use host::host_facts;
pub(crate) use limits::raise_open_files;
pub(crate) use options::{congestion_control, lend_ports_late, mss, set_congestion_control};
pub(crate) use path_mtu::probe_path;
pub(crate) use poller::{Interest, Poller, Ready};
pub(crate) use priority::raise_priority;
pub(crate) use receive::{Incoming, Origin};
pub(crate) use refusal::{Refusal, refusal};
pub(crate) use send::Outgoing;
pub(crate) use sleep::{sleep_until, wake_exactly};
pub(crate) use socket_drops::socket_drops;
pub(crate) use tcp_info::tcp_info;
pub(crate) use traffic::{permit_zero_copy, set_dscp, set_pacing};
pub(crate) use udp_counters::UdpHostClock;
pub(crate) use udp_options::{
    join_datagrams, may_fragment, path_mtu, select_by_stream, stamp_arrivals, tell_send_errors, want_receive_buffer,
    want_send_buffer,
};
pub(crate) use zero_copy::{await_settled, must_settle, receive_nothing, send_uncopied, settled};
