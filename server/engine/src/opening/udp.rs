//! Opens flows of datagrams, or lets them come: what both ways have in common.

use std::net::UdpSocket;
use std::sync::Arc;

use crate::platform;
use crate::udp::flow::Flow;
use crate::udp::handshake::Nonce;
use crate::udp::socket::Door;
use crate::udp::wire::{SEALED_LENGTH, Sealed};
use crate::udp::{Seal, Tag};
use crate::{EngineError, platform::Poller};

/// Flows that are up, by worker.
#[derive(Debug)]
pub(crate) struct Flows {
    /// No share is empty.
    pub(crate) shares: Vec<Vec<Flow>>,
    /// The run's mark.
    pub(crate) tag: Tag,
    /// The run's key.
    pub(crate) seal: Arc<dyn Seal>,
    /// Where flows came to.
    pub(crate) door: Option<Door>,
}

/// Datagrams taken from one socket before the next one has its turn: strangers must not hold up the others.
const MOST: usize = 256;
/// Sockets that are looked at after one wait.
pub(super) const ROOM: usize = 64;

/// Gives each of so many workers its flows.
pub(super) fn by_number(flows: Vec<Flow>, workers: u32) -> Vec<Vec<Flow>> {
    let workers = workers.max(1) as usize;
    let mut shares: Vec<Vec<Flow>> = (0..workers.min(flows.len())).map(|_| Vec::new()).collect();
    for flow in flows {
        let share = usize::from(flow.stream) % workers;
        shares[share].push(flow);
    }
    shares
}

/// A nonce that nobody can guess.
pub(super) fn fresh() -> Result<Nonce, EngineError> {
    let mut nonce = [0; 16];
    getrandom::fill(&mut nonce).map_err(|error| EngineError::System {
        doing: "drawing a random number",
        source: std::io::Error::other(error),
    })?;
    Ok(nonce)
}

/// The next sealed datagrams of a socket; `hear` is called for each that is one of the run.
pub(super) fn listen(
    socket: &UdpSocket,
    tag: Tag,
    seal: &dyn Seal,
    mut hear: impl FnMut(Sealed, std::net::SocketAddr) -> Result<(), EngineError>,
) -> Result<Option<std::io::Error>, EngineError> {
    // One more than fits: what is longer than a sealed datagram must not look like one.
    let mut bytes = [0; SEALED_LENGTH + 1];
    let mut told = None;
    for _ in 0..MOST {
        match socket.recv_from(&mut bytes) {
            Ok((length, from)) => {
                if let Some(sealed) = Sealed::read(&bytes[..length], tag, seal) {
                    hear(sealed, from)?;
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => break,
            // What an earlier datagram met on its way (ICMP); a poller would report its entry for ever.
            Err(error) => {
                while platform::next_send_error(socket).is_some() {}
                told = Some(error);
            }
        }
    }
    Ok(told)
}

/// What a failure of the poller is to the session.
pub(super) fn system(doing: &'static str) -> impl FnOnce(std::io::Error) -> EngineError {
    move |source| EngineError::System { doing, source }
}

/// Watches a socket for what comes.
pub(super) fn watch(poller: &Poller, socket: &UdpSocket, token: usize) -> Result<(), EngineError> {
    poller.add(socket, token as u32, platform::Interest::Read).map_err(system("watching a flow"))
}
