//! One UDP port at which greetings are heard and answered, from the very address they came to.

use std::io::{self, IoSlice, IoSliceMut};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};
use std::os::fd::AsRawFd;
use std::sync::Arc;

use nix::libc;
use nix::sys::socket::{
    ControlMessage, ControlMessageOwned, MsgFlags, SockaddrIn, SockaddrIn6, SockaddrStorage, recvmsg, sendmsg,
    setsockopt, sockopt,
};
use socket2::{Domain, Socket, Type};
use tokio::io::Interest;
use tokio::net::UdpSocket;
use tokio::task::JoinHandle;

use super::doors::Keys;
use super::greeting::{LENGTH, OVER_UDP};

/// What is asked for as receive buffer, in bytes.
const RECEIVE_BUFFER: usize = 1 << 20;

/// A socket that shares its address with others of this node (`SO_REUSEPORT`, socket(7)); one bound to all addresses hears
/// IPv4 and IPv6, and each datagram comes with the address it was sent to (`IP_PKTINFO`, ip(7); ipv6(7)).
pub(super) fn bind(at: SocketAddr) -> io::Result<std::net::UdpSocket> {
    bound(at, true)
}

/// The same that shares with nobody: the peer names the port, and another program of the same user, or the other node on
/// the same machine, would lose datagrams to a socket that joined it.
pub(super) fn bind_alone(at: SocketAddr) -> io::Result<std::net::UdpSocket> {
    bound(at, false)
}

fn bound(at: SocketAddr, shared: bool) -> io::Result<std::net::UdpSocket> {
    let socket = Socket::new(Domain::for_address(at), Type::DGRAM, None)?;
    if at.is_ipv6() {
        socket.set_only_v6(!at.ip().is_unspecified())?;
        setsockopt(&socket, sockopt::Ipv6RecvPacketInfo, &true)?;
    } else {
        setsockopt(&socket, sockopt::Ipv4PacketInfo, &true)?;
    }
    socket.set_reuse_port(shared)?;
    // Large greetings come several at once. The kernel gives what it allows (`net.core.rmem_max`).
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    socket.set_nonblocking(true)?;
    socket.bind(&at.into())?;
    Ok(socket.into())
}

/// Answers greetings until dropped.
#[derive(Debug)]
pub(super) struct Listening(JoinHandle<()>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Listening {
    /// Ends it; when this returns, its socket is closed.
    pub(super) async fn end(mut self) {
        self.0.abort();
        // However it ended, it is gone.
        let _ = (&mut self.0).await;
    }

    /// Begins; the socket is one of [`bind`]'s.
    pub(super) fn begin(socket: std::net::UdpSocket, keys: Arc<Keys>) -> io::Result<Self> {
        let socket = UdpSocket::from_std(socket)?;
        let port = socket.local_addr()?.port();
        Ok(Self(tokio::spawn(async move {
            let mut room = Room::new();
            loop {
                if socket.readable().await.is_err() {
                    return;
                }
                // Errors are those of answers sent before (ICMP); the next datagram is none of their business.
                let Ok(came) = socket.try_io(Interest::READABLE, || room.receive(&socket)) else { continue };
                let Some(came) = came else { continue };
                let local = SocketAddr::new(came.local, port);
                if let Some(answer) = keys.hear(&room.bytes, came.length, local, OVER_UDP) {
                    // An answer that can't be sent is as good as one that is lost: the other side asks again.
                    let _ = socket.try_io(Interest::WRITABLE, || send(&socket, &answer, came.from, came.local));
                }
            }
        })))
    }
}

/// Where a datagram is received; made once.
struct Room {
    bytes: [u8; LENGTH],
    control: Vec<u8>,
}

/// A datagram that may be a greeting.
struct Came {
    from: SocketAddr,
    local: IpAddr,
    length: usize,
}

impl Room {
    fn new() -> Self {
        Self { bytes: [0; LENGTH], control: nix::cmsg_space!(libc::in_pktinfo, libc::in6_pktinfo) }
    }

    /// Takes one datagram. Of a longer one only the beginning is kept, and its whole length is known (`MSG_TRUNC`, recv(2)).
    fn receive(&mut self, socket: &UdpSocket) -> io::Result<Option<Came>> {
        let mut into = [IoSliceMut::new(&mut self.bytes)];
        let flags = MsgFlags::MSG_TRUNC | MsgFlags::MSG_DONTWAIT;
        let message = recvmsg::<SockaddrStorage>(socket.as_raw_fd(), &mut into, Some(&mut self.control), flags)?;
        let Some(from) = message.address.as_ref().and_then(address) else { return Ok(None) };
        let Ok(mut told) = message.cmsgs() else { return Ok(None) };
        let local = told.find_map(|told| match told {
            ControlMessageOwned::Ipv4PacketInfo(info) => Some(IpAddr::V4(from_network(info.ipi_addr))),
            ControlMessageOwned::Ipv6PacketInfo(info) => Some(IpAddr::V6(Ipv6Addr::from(info.ipi6_addr.s6_addr))),
            _ => None,
        });
        let length = message.bytes;
        Ok(local.filter(|_| length >= LENGTH).map(|local| Came { from, local: local.to_canonical(), length }))
    }
}

fn from_network(address: libc::in_addr) -> Ipv4Addr {
    Ipv4Addr::from(address.s_addr.to_ne_bytes())
}

fn address(storage: &SockaddrStorage) -> Option<SocketAddr> {
    let v4 = storage.as_sockaddr_in().map(|address| SocketAddr::V4((*address).into()));
    v4.or_else(|| storage.as_sockaddr_in6().map(|address| SocketAddr::V6((*address).into())))
}

/// Sends from that address of this machine: the other side takes an answer from nowhere else.
fn send(socket: &UdpSocket, bytes: &[u8], to: SocketAddr, from: IpAddr) -> io::Result<()> {
    let bytes = [IoSlice::new(bytes)];
    let (fd, flags) = (socket.as_raw_fd(), MsgFlags::MSG_DONTWAIT);
    match to {
        SocketAddr::V4(to) => {
            let IpAddr::V4(from) = from else { return Err(io::ErrorKind::AddrNotAvailable.into()) };
            let source = libc::in_addr { s_addr: u32::from_ne_bytes(from.octets()) };
            let info = libc::in_pktinfo { ipi_ifindex: 0, ipi_spec_dst: source, ipi_addr: libc::in_addr { s_addr: 0 } };
            sendmsg(fd, &bytes, &[ControlMessage::Ipv4PacketInfo(&info)], flags, Some(&SockaddrIn::from(to)))?;
        }
        SocketAddr::V6(to) => {
            let from = match from {
                IpAddr::V4(from) => from.to_ipv6_mapped(),
                IpAddr::V6(from) => from,
            };
            let info = libc::in6_pktinfo {
                ipi6_addr: libc::in6_addr { s6_addr: from.octets() },
                // A link-local address means nothing without its interface.
                ipi6_ifindex: if from.is_unicast_link_local() { to.scope_id() } else { 0 },
            };
            let to = SocketAddrV6::new(*to.ip(), to.port(), 0, to.scope_id());
            sendmsg(fd, &bytes, &[ControlMessage::Ipv6PacketInfo(&info)], flags, Some(&SockaddrIn6::from(to)))?;
        }
    }
    Ok(())
}
