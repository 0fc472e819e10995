//! The one port of a node: TCP and UDP of the same number.

use std::net::SocketAddr;

use tokio::net::TcpListener;

use super::{AppError, Listen, addresses};
use crate::reach::Doors;

/// A number that the kernel draws is drawn so often until it is free for both protocols.
const DRAWS: usize = 16;

/// What a node is reached through.
#[derive(Debug)]
pub(super) struct Ports {
    /// For everything that comes by TCP.
    pub(super) listener: TcpListener,
    /// For greetings.
    pub(super) doors: Doors,
    /// Where both are bound.
    pub(super) bound: SocketAddr,
    /// The addresses to offer, most likely first, with ports.
    pub(super) addresses: Vec<String>,
}

/// Binds them.
pub(super) fn open(listen: &Listen) -> Result<Ports, AppError> {
    let mut draws = 1..=DRAWS;
    loop {
        let listener = bind(&listen.at)?;
        let unnamed = |source| AppError::Listen { address: SocketAddr::from(([0, 0, 0, 0], 0)), source };
        let bound = listener.local_addr().map_err(unnamed)?;
        let addresses = addresses::offered(bound, &listen.advertise);
        let drawn = listen.at.iter().any(|at| at.port() == 0);
        match Doors::open(bound, &addresses) {
            Ok(doors) => return Ok(Ports { listener, doors, bound, addresses }),
            Err(source) if source.kind() == std::io::ErrorKind::AddrInUse => {
                if !drawn || draws.next().is_none() {
                    return Err(AppError::UdpPortInUse(bound));
                }
            }
            Err(source) => return Err(AppError::ListenUdp { address: bound, source }),
        }
    }
}

fn bind(at: &[SocketAddr]) -> Result<TcpListener, AppError> {
    let mut last = None;
    for &address in at {
        match listen(address) {
            Ok(listener) => return Ok(listener),
            Err(source) if source.kind() == std::io::ErrorKind::AddrInUse => return Err(AppError::PortInUse(address)),
            Err(source) => last = Some(AppError::Listen { address, source }),
        }
    }
    Err(last.unwrap_or_else(|| AppError::Listen {
        address: SocketAddr::from(([0, 0, 0, 0], 0)),
        source: std::io::ErrorKind::InvalidInput.into(),
    }))
}

/// Listens with a backlog that holds the streams of a large run.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv6() { tokio::net::TcpSocket::new_v6()? } else { tokio::net::TcpSocket::new_v4()? };
    if address.is_ipv6() {
        // IPv4 comes to the same socket, whatever net.ipv6.bindv6only says (ipv6(7)).
        socket2::SockRef::from(&socket).set_only_v6(false)?;
    }
    // A node restarted at once finds its own port again (tcp(7), TIME_WAIT).
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(1024)
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, UdpSocket};

    use super::*;

    fn at(port: u16) -> Listen {
        Listen {
            at: vec![(Ipv4Addr::LOCALHOST, port).into()],
            token: None,
            advertise: Vec::new(),
            public_hosts: Vec::new(),
            tls: None,
        }
    }

    #[tokio::test]
    async fn a_udp_port_that_is_taken_is_told_by_its_name() {
        let taken = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = open(&at(port)).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("UDP port {port} on 127.0.0.1 is in use by another process; stop it or pass --listen")
        );
    }

    #[tokio::test]
    async fn a_drawn_port_is_the_same_for_both_protocols() {
        let ports = open(&at(0)).unwrap();
        assert_eq!(ports.doors.port(), Some(ports.bound.port()));
        assert_eq!(ports.listener.local_addr().unwrap(), ports.bound);
    }
}
