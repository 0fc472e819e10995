//! What the kernel granted to flows of datagrams.

use pairperf_shared::plan::{RolePlan, UdpPlan};
use pairperf_shared::record::{EndInEffect, UdpInEffect};
use socket2::SockRef;

use super::flow::Flow;
use super::socket::path_mtu;
use crate::socket::{least, plain};

/// Reads it back; where flows differ, the least. `flows` are in the order of their numbers, served by so many workers.
pub(crate) fn in_effect(plan: &RolePlan, udp: &UdpPlan, flows: &[Flow], workers: usize) -> EndInEffect {
    let first = flows.first();
    let mut effect = EndInEffect {
        inner_loop: plan.inner_loop,
        threads: workers as u32,
        streams: flows.len() as u32,
        buffer_bytes: plan.buffer_bytes,
        send_socket_buffer_bytes: None,
        receive_socket_buffer_bytes: None,
        congestion_control: None,
        mss_bytes: None,
        no_delay: None,
        udp: Some(UdpInEffect {
            datagram_bytes: udp.datagram_bytes,
            segmentation: udp.segmentation,
            fragment: udp.fragment,
            path_mtu_bytes: first.and_then(|flow| path_mtu(&flow.socket, flow.far_end)),
        }),
        local_address: first.and_then(|flow| flow.socket.local_addr().ok()).map(plain),
        peer_address: first.map(|flow| plain(flow.far_end)),
    };
    for flow in flows {
        let socket = SockRef::from(&*flow.socket);
        least(&mut effect.send_socket_buffer_bytes, socket.send_buffer_size().ok().map(|bytes| bytes as u64));
        least(&mut effect.receive_socket_buffer_bytes, socket.recv_buffer_size().ok().map(|bytes| bytes as u64));
    }
    effect
}
