//! Options of sockets of datagrams: `ip(7)`, `ipv6(7)`, `udp(7)`, `socket(7)`.

#![allow(unsafe_code, reason = "IP_MTU_DISCOVER has no safe wrapper")]

use std::io;
use std::net::UdpSocket;
use std::os::fd::AsRawFd;

use nix::sys::socket::sockopt::{
    AttachReusePortCbpf, IpMtu, Ipv4RecvErr, Ipv6RecvErr, RcvBufForce, ReceiveTimestampns, SndBufForce, UdpGroSegment,
};
use nix::sys::socket::{getsockopt, setsockopt};
use socket2::SockRef;

/// Whether the socket speaks IPv6, and whether it speaks IPv4, perhaps inside of it.
fn speaks(socket: &UdpSocket) -> io::Result<(bool, bool)> {
    let v6 = socket.local_addr()?.is_ipv6();
    Ok((v6, !v6 || !SockRef::from(socket).only_v6()?))
}

/// Whether routers and this kernel may cut datagrams up; else they carry the mark not to (DF), and what is larger than
/// the path is known to take is refused.
pub(crate) fn may_fragment(socket: &UdpSocket, may: bool) -> io::Result<()> {
    let (v6, v4) = speaks(socket)?;
    if v4 {
        let value = if may { libc::IP_PMTUDISC_DONT } else { libc::IP_PMTUDISC_DO };
        set(socket, libc::IPPROTO_IP, libc::IP_MTU_DISCOVER, value)?;
    }
    if v6 {
        let value = if may { libc::IPV6_PMTUDISC_DONT } else { libc::IPV6_PMTUDISC_DO };
        set(socket, libc::IPPROTO_IPV6, libc::IPV6_MTU_DISCOVER, value)?;
    }
    Ok(())
}

fn set(socket: &UdpSocket, level: libc::c_int, name: libc::c_int, value: libc::c_int) -> io::Result<()> {
    let length = size_of_val(&value) as libc::socklen_t;
    // SAFETY: the socket is open while it is borrowed; the kernel reads `length` bytes of a living integer.
    let refused =
        unsafe { libc::setsockopt(socket.as_raw_fd(), level, name, std::ptr::from_ref(&value).cast(), length) };
    if refused == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Tells of every error in the error queue (`IP_RECVERR`); without it what a queue on the way out dropped looks like a success.
pub(crate) fn tell_send_errors(socket: &UdpSocket) -> io::Result<()> {
    let (v6, v4) = speaks(socket)?;
    if v4 {
        setsockopt(socket, Ipv4RecvErr, &true)?;
    }
    if v6 {
        setsockopt(socket, Ipv6RecvErr, &true)?;
    }
    Ok(())
}

/// Asks for a receive buffer of that many bytes, beyond the system's limit where that is permitted (`SO_RCVBUFFORCE`).
pub(crate) fn want_receive_buffer(socket: &UdpSocket, bytes: usize) -> io::Result<()> {
    let plain = SockRef::from(socket);
    plain.set_recv_buffer_size(bytes)?;
    // The kernel shows twice of what it granted.
    if plain.recv_buffer_size()? / 2 < bytes {
        // Without the right to it (CAP_NET_ADMIN) it stays as it is; what was granted is told.
        let _ = setsockopt(socket, RcvBufForce, &bytes);
    }
    Ok(())
}

/// The same for the send buffer (`SO_SNDBUFFORCE`).
pub(crate) fn want_send_buffer(socket: &UdpSocket, bytes: usize) -> io::Result<()> {
    let plain = SockRef::from(socket);
    plain.set_send_buffer_size(bytes)?;
    if plain.send_buffer_size()? / 2 < bytes {
        let _ = setsockopt(socket, SndBufForce, &bytes);
    }
    Ok(())
}

/// Notes when each buffer came in (`SO_TIMESTAMPNS`).
pub(crate) fn stamp_arrivals(socket: &UdpSocket) -> io::Result<()> {
    Ok(setsockopt(socket, ReceiveTimestampns, &true)?)
}

/// Whether the kernel may join datagrams of equal size that follow each other (`UDP_GRO`).
pub(crate) fn join_datagrams(socket: &UdpSocket, may: bool) -> io::Result<()> {
    Ok(setsockopt(socket, UdpGroSegment, &may)?)
}

/// What the kernel holds for the path's MTU, in bytes; only a connected socket knows.
pub(crate) fn path_mtu(socket: &UdpSocket) -> Option<u32> {
    let mtu = if socket.local_addr().ok()?.is_ipv6() { ipv6_mtu(socket)? } else { getsockopt(socket, IpMtu).ok()? };
    u32::try_from(mtu).ok()
}

fn ipv6_mtu(socket: &UdpSocket) -> Option<libc::c_int> {
    let mut mtu: libc::c_int = 0;
    let mut length = size_of_val(&mtu) as libc::socklen_t;
    // SAFETY: `mtu` and `length` outlive the call and `length` says how much may be written; the socket is open while it
    // is borrowed.
    let refused = unsafe {
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::IPPROTO_IPV6,
            libc::IPV6_MTU,
            std::ptr::from_mut(&mut mtu).cast(),
            &raw mut length,
        )
    };
    (refused == 0).then_some(mtu)
}

/// Makes the group that this socket is the first of (`SO_REUSEPORT`) select by the datagram itself: those that begin with
/// one of `first` go to the one after the door that is the number in their third and fourth byte, modulo `workers`; all
/// others to the door. Hashing would leave some of a few threads idle.
///
/// The program sees the payload of UDP at 0 (`run_bpf_filter`, `net/core/sock_reuseport.c`). Shorter datagrams end it with 0.
/// A number beyond the group falls back to hashing.
pub(crate) fn select_by_stream(door: &UdpSocket, first: [u8; 2], workers: u32) -> io::Result<()> {
    use libc::{BPF_A, BPF_ABS, BPF_ADD, BPF_ALU, BPF_B, BPF_H, BPF_JEQ, BPF_JMP, BPF_K, BPF_LD, BPF_MOD, BPF_RET};
    let step = |code: u32, jt, jf, k| libc::sock_filter { code: code as u16, jt, jf, k };
    let mut program = [
        step(BPF_LD | BPF_B | BPF_ABS, 0, 0, 0),
        step(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, first[0].into()),
        step(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, first[1].into()),
        step(BPF_LD | BPF_H | BPF_ABS, 0, 0, 2),
        step(BPF_ALU | BPF_MOD | BPF_K, 0, 0, workers.max(1)),
        step(BPF_ALU | BPF_ADD | BPF_K, 0, 0, 1),
        step(BPF_RET | BPF_A, 0, 0, 0),
        step(BPF_RET | BPF_K, 0, 0, 0),
    ];
    let program = libc::sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    Ok(setsockopt(door, AttachReusePortCbpf, &program)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn buffers_beyond_the_limit_are_granted_or_stay_at_it() {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        want_receive_buffer(&socket, 3 << 20).unwrap();
        want_send_buffer(&socket, 200 << 10).unwrap();
        let plain = SockRef::from(&socket);
        assert!(plain.recv_buffer_size().unwrap() > 4096 && plain.send_buffer_size().unwrap() > 4096);
    }

    #[test]
    fn the_mark_not_to_fragment_makes_what_is_too_long_refused() {
        for (at, most) in [("127.0.0.1:0", 65_507), ("[::1]:0", 65_487)] {
            let (near, far) = (UdpSocket::bind(at).unwrap(), UdpSocket::bind(at).unwrap());
            near.connect(far.local_addr().unwrap()).unwrap();
            assert!(path_mtu(&near).unwrap() > 1280, "{at}");
            may_fragment(&near, true).unwrap();
            tell_send_errors(&near).unwrap();
            assert_eq!(near.send(&vec![0; most]).unwrap(), most, "{at}");
        }
        assert_eq!(path_mtu(&UdpSocket::bind("127.0.0.1:0").unwrap()), None);
    }

    #[test]
    fn a_group_selects_by_the_stream_in_the_datagram() {
        let bind = |at: &str| {
            let at: std::net::SocketAddr = at.parse().unwrap();
            let socket = socket2::Socket::new(socket2::Domain::for_address(at), socket2::Type::DGRAM, None).unwrap();
            socket.set_reuse_port(true).unwrap();
            socket.bind(&at.into()).unwrap();
            let socket = UdpSocket::from(socket);
            socket.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
            socket
        };
        let door = bind("127.0.0.1:0");
        select_by_stream(&door, [0xF6, 0xF7], 3).unwrap();
        let address = door.local_addr().unwrap();
        let group: Vec<UdpSocket> = std::iter::once(door).chain((0..3).map(|_| bind(&address.to_string()))).collect();
        for _ in 0..4 {
            // Several sources, so that hashing would be noticed.
            let from = UdpSocket::bind("127.0.0.1:0").unwrap();
            for (sent, place) in [
                (&[0xF6, 0, 0, 0, 9][..], 1),
                (&[0xF7, 0, 0, 1, 9], 2),
                (&[0xF6, 0, 0, 2, 9], 3),
                (&[0xF6, 9, 0, 63, 9], 1),
                (&[0xF6, 0, 1, 0, 9], 2),
                (&[0xF5, 0, 0, 1, 9], 0),
                (&[0xF6], 0),
                (&[], 0),
            ] {
                from.send_to(sent, address).unwrap();
                let mut bytes = [0; 16];
                let length = group[place].recv(&mut bytes).unwrap_or_else(|error| panic!("{sent:?}: {error}"));
                assert_eq!(&bytes[..length], sent);
            }
        }
    }
}
