//! A socket that flows come through.

use std::net::UdpSocket;
use std::sync::Arc;

use crate::udp::flow::Flow;

/// One socket.
#[derive(Debug)]
pub(super) struct Inlet {
    /// The socket.
    pub(super) socket: Arc<UdpSocket>,
    /// Whether anybody may send to it, so that it has to be looked where a datagram came from.
    pub(super) shared: bool,
}

impl Inlet {
    /// The sockets of these flows, each once.
    pub(super) fn of(flows: &[Flow]) -> Vec<Self> {
        let mut inlets: Vec<Self> = Vec::new();
        for flow in flows {
            if !inlets.iter().any(|inlet| Arc::ptr_eq(&inlet.socket, &flow.socket)) {
                inlets.push(Self { socket: Arc::clone(&flow.socket), shared: !flow.connected });
            }
        }
        inlets
    }
}
