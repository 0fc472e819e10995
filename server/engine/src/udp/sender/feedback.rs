//! What a sender hears: the receiver's feedback, and errors from the network.

use std::io::ErrorKind;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

use super::Sender;
use super::flight::Flight;
use crate::flow::StreamEnd;
use crate::platform;
use crate::udp::wire::{SEALED_LENGTH, Sealed, Word};

/// Datagrams read from one socket in one look: strangers must not keep a sender from sending.
const MOST: usize = 1024;

/// What was drained from an error queue.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Drained {
    /// Entries.
    pub(super) entries: usize,
    /// The path's MTU, where one of them told it.
    pub(super) mtu_bytes: Option<u32>,
}

/// The sockets of these flows, each once.
pub(super) fn sockets(flights: &[Flight]) -> Vec<Arc<UdpSocket>> {
    let mut sockets: Vec<Arc<UdpSocket>> = Vec::new();
    for flight in flights {
        if !sockets.iter().any(|known| Arc::ptr_eq(known, flight.socket())) {
            sockets.push(Arc::clone(flight.socket()));
        }
    }
    sockets
}

impl Sender<'_> {
    /// Hears what has come, and stops flows whose receiver was not heard for too long.
    pub(super) fn look(&mut self, now: u64) {
        for index in 0..self.flights.len() {
            if self.first_with_its_socket(index) {
                self.listen(index, now);
                self.drain(index);
            }
        }
        let silence = u64::from(self.post.plan.silence_ms) * 1_000_000;
        for index in (0..self.flights.len()).rev() {
            if now.saturating_sub(self.flights[index].heard) >= silence {
                let flight = self.flights.remove(index);
                self.post.ended(flight.stream(), StreamEnd::Unheard);
            }
        }
    }

    fn first_with_its_socket(&self, index: usize) -> bool {
        let socket = self.flights[index].socket();
        !self.flights[..index].iter().any(|earlier| Arc::ptr_eq(earlier.socket(), socket))
    }

    fn listen(&mut self, index: usize, now: u64) {
        let socket = Arc::clone(self.flights[index].socket());
        // One more than fits: what is longer than a sealed datagram must not look like one.
        let mut bytes = [0; SEALED_LENGTH + 1];
        for _ in 0..MOST {
            match socket.recv_from(&mut bytes) {
                Ok((length, from)) => self.hear(&bytes[..length], from, now),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // An error that an earlier datagram met; the error queue tells it, too.
                Err(_) => {}
            }
        }
    }

    fn hear(&mut self, bytes: &[u8], from: SocketAddr, now: u64) {
        let Some(sealed) = Sealed::read(bytes, self.post.tag, &*self.post.seal) else { return };
        let Some(flight) = self.flights.iter_mut().find(|flight| flight.stream() == sealed.stream) else { return };
        if !flight.goes_to(from) {
            return;
        }
        match sealed.word {
            // What was recorded on the way and said again is no sign of life.
            Word::Feedback { serial, ended, .. } if flight.serial.is_none_or(|last| serial > last) => {
                flight.serial = Some(serial);
                flight.heard = now;
                flight.acknowledged |= ended;
                self.post.liveness.sign();
            }
            // An opener that has not heard yet that the flow is up.
            _ => flight.flow().confirm(sealed, self.post),
        }
    }

    /// Takes what the error queue of a flow's socket holds, and counts what came from the network.
    pub(super) fn drain(&mut self, index: usize) -> Drained {
        let mut drained = Drained::default();
        while drained.entries < MOST
            && let Some(error) = platform::next_send_error(self.flights[index].socket())
        {
            drained.entries += 1;
            drained.mtu_bytes = error.mtu_bytes.or(drained.mtu_bytes);
            if error.from_network {
                // Flows share a socket at one end: the address says whose datagram it was.
                let whose = error.to.and_then(|to| self.flights.iter().position(|flight| flight.goes_to(to)));
                let flight = &mut self.flights[whose.unwrap_or(index)];
                flight.error_from_network();
                flight.store(&self.post.counters);
            }
        }
        drained
    }
}
