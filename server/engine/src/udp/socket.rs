//! Sockets of datagrams: where they are bound, and every option of theirs, set as planned.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use pairperf_shared::plan::{Role, RolePlan, UdpPlan};
use socket2::{Domain, Protocol, SockRef, Socket, Type};

use super::wire::{PAYLOAD, SEALED};
use crate::{EngineError, platform};

/// As long as a socket that is given up may take to be closed.
const CLOSING: Duration = Duration::from_millis(400);

/// A socket at that address which others of this process's user may join (`SO_REUSEPORT`, `socket(7)`): the first of a group.
/// One bound to all addresses of IPv6 hears IPv4, too.
pub fn door(at: SocketAddr) -> io::Result<UdpSocket> {
    let socket = unbound(at)?;
    if at.is_ipv6() {
        socket.set_only_v6(!at.ip().is_unspecified())?;
    }
    socket.set_reuse_port(true)?;
    socket.bind(&at.into())?;
    Ok(socket.into())
}

fn unbound(at: SocketAddr) -> io::Result<Socket> {
    Socket::new(Domain::for_address(at), Type::DGRAM, Some(Protocol::UDP))
}

/// The first of the group that flows come to. It is kept while they last, or the others would change places.
#[derive(Debug)]
pub(crate) struct Door {
    socket: UdpSocket,
    joins: bool,
}

impl Door {
    /// Nothing is changed about the socket yet.
    pub(crate) fn new(socket: UdpSocket) -> Self {
        Self { socket, joins: false }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        if self.joins {
            // It may go on as its owner's.
            let _ = platform::join_datagrams(&self.socket, false);
        }
    }
}

/// What all sockets of a run have in common.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Maker<'a> {
    plan: &'a RolePlan,
    udp: &'a UdpPlan,
}

impl<'a> Maker<'a> {
    /// Makes sockets for that plan.
    pub(crate) fn new(plan: &'a RolePlan, udp: &'a UdpPlan) -> Self {
        Self { plan, udp }
    }

    /// The socket of a flow that this end opens, connected.
    pub(crate) fn dial(
        &self,
        stream: u16,
        target: SocketAddr,
        source: Option<IpAddr>,
    ) -> Result<UdpSocket, EngineError> {
        let of = self.plan.streams;
        let failed = |source| EngineError::Connect { stream: stream.into(), of, address: target, source };
        let socket = unbound(target).map_err(failed)?;
        crate::socket::place(&SockRef::from(&socket), self.plan, stream.into(), source)?;
        socket.connect(&target.into()).map_err(failed)?;
        self.suit(stream, socket.into())
    }

    /// As many sockets beside `door` as there are to be workers. The kernel gives each the flows of its numbers, whatever
    /// is not of flows to the door.
    pub(crate) fn group(&self, door: &mut Door, workers: u32) -> Result<Vec<UdpSocket>, EngineError> {
        let system = |doing| move |source| EngineError::System { doing, source };
        if self.plan.role == Role::Receiver && self.udp.segmentation {
            // Whether to join is decided by one of the group's sockets before the program selects one: by hash, the door
            // included (`udp_gro_receive`, net/ipv4/udp_offload.c).
            platform::join_datagrams(&door.socket, true).map_err(system("having the kernel join datagrams"))?;
            door.joins = true;
        }
        // Before the first of them is there, so that nothing of the door's goes astray.
        platform::select_by_stream(&door.socket, [PAYLOAD, SEALED], workers)
            .map_err(system("having the kernel select sockets by flow"))?;
        (0..workers).map(|worker| self.suit(worker as u16, self.beside(door, worker)?)).collect()
    }

    /// A socket beside `door`, connected to the far end of a flow that has come there: the kernel prefers it for what comes
    /// from there, and what is sent through it needs no look-up of the way.
    pub(crate) fn answer(&self, stream: u16, door: &Door, far_end: SocketAddr) -> Result<UdpSocket, EngineError> {
        let socket = self.beside(door, stream.into())?;
        self.connect(stream, &socket, far_end)?;
        self.suit(stream, socket)
    }

    /// Connects a flow's own socket to the far end.
    pub(crate) fn connect(&self, stream: u16, socket: &UdpSocket, far_end: SocketAddr) -> Result<(), EngineError> {
        let of = self.plan.streams;
        let failed = |source| EngineError::Connect { stream: stream.into(), of, address: far_end, source };
        socket.connect(far_end).map_err(failed)
    }

    fn beside(&self, door: &Door, stream: u32) -> Result<UdpSocket, EngineError> {
        let system = |source| EngineError::System { doing: "looking at the port that flows come to", source };
        let at = door.socket.local_addr().map_err(system)?;
        let failed = |source| EngineError::Bind { stream, of: self.plan.streams, address: at, source };
        let socket = unbound(at).map_err(failed)?;
        if at.is_ipv6() {
            socket.set_only_v6(SockRef::from(&door.socket).only_v6().map_err(system)?).map_err(failed)?;
        }
        socket.set_reuse_port(true).map_err(failed)?;
        socket.bind(&at.into()).map_err(failed)?;
        Ok(socket.into())
    }

    /// The socket of a flow that comes to a port of its own, alone there: a second process that joined it would get some of
    /// the flows. The owner may have had the port open a moment ago, to be found there, and not be done closing it.
    pub(crate) fn own(&self, stream: u16, door: &Door, port: u16) -> Result<UdpSocket, EngineError> {
        let system = |source| EngineError::System { doing: "looking at the port that flows come to", source };
        let mut at = door.socket.local_addr().map_err(system)?;
        at.set_port(port);
        let failed = |source| EngineError::Bind { stream: stream.into(), of: self.plan.streams, address: at, source };
        let socket = unbound(at).map_err(failed)?;
        if at.is_ipv6() {
            socket.set_only_v6(SockRef::from(&door.socket).only_v6().map_err(system)?).map_err(failed)?;
        }
        let patience = Instant::now() + CLOSING;
        loop {
            match socket.bind(&at.into()) {
                Ok(()) => return self.suit(stream, socket.into()),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse && Instant::now() < patience => {
                    thread::sleep(CLOSING / 20);
                }
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Sets every option.
    fn suit(&self, stream: u16, socket: UdpSocket) -> Result<UdpSocket, EngineError> {
        let (plan, udp) = (self.plan, self.udp);
        let set = |option: &str, done: io::Result<()>| {
            done.map_err(|source| EngineError::Option {
                stream: stream.into(),
                of: plan.streams,
                option: format!("setting {option}"),
                source,
            })
        };
        set("O_NONBLOCK", socket.set_nonblocking(true))?;
        set("IP_MTU_DISCOVER", platform::may_fragment(&socket, udp.fragment))?;
        if let Some(bytes) = plan.send_socket_buffer_bytes {
            set(&format!("SO_SNDBUF to {bytes}"), platform::want_send_buffer(&socket, clamp(bytes)))?;
        }
        if let Some(bytes) = plan.receive_socket_buffer_bytes {
            set(&format!("SO_RCVBUF to {bytes}"), platform::want_receive_buffer(&socket, clamp(bytes)))?;
        }
        if let Some(point) = plan.dscp {
            set(&format!("the code point to {point}"), platform::set_dscp(&SockRef::from(&socket), point))?;
        }
        match plan.role {
            Role::Sender => set("IP_RECVERR", platform::tell_send_errors(&socket))?,
            Role::Receiver => {
                set("SO_TIMESTAMPNS", platform::stamp_arrivals(&socket))?;
                if udp.segmentation {
                    set("UDP_GRO", platform::join_datagrams(&socket, true))?;
                }
            }
        }
        Ok(socket)
    }
}

/// The kernel takes an `int`.
fn clamp(bytes: u64) -> usize {
    bytes.min(i32::MAX as u64) as usize
}

/// What the kernel holds for the MTU of the path to that address, in bytes.
pub(crate) fn path_mtu(socket: &UdpSocket, far_end: SocketAddr) -> Option<u32> {
    // Only a connected socket is asked; a fresh one to the same address knows the same.
    platform::path_mtu(socket).or_else(|| {
        let any = if far_end.is_ipv4() { IpAddr::V4(Ipv4Addr::UNSPECIFIED) } else { IpAddr::V6(Ipv6Addr::UNSPECIFIED) };
        let other = UdpSocket::bind((any, 0)).ok()?;
        other.connect(far_end).ok()?;
        platform::path_mtu(&other)
    })
}
