//! What the network, or the kernel itself, had to say about datagrams sent: the error queue of a socket
//! (`IP_RECVERR`, `ip(7)`; `IPV6_RECVERR`, `ipv6(7)`).

use std::io::IoSliceMut;
use std::net::{SocketAddr, SocketAddrV4, SocketAddrV6, UdpSocket};
use std::os::fd::AsRawFd;

use nix::cmsg_space;
use nix::errno::Errno;
use nix::sys::socket::{ControlMessageOwned, MsgFlags, SockaddrStorage, recvmsg};

/// One entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SendError {
    /// Where the datagram was sent to.
    pub(crate) to: Option<SocketAddr>,
    /// Whether it came from the network, by ICMP; else from this kernel.
    pub(crate) from_network: bool,
    /// The path's MTU, where that is what it is about (`EMSGSIZE`), in bytes.
    pub(crate) mtu_bytes: Option<u32>,
}

/// Takes the next entry without waiting; none if there is none.
pub(crate) fn next_send_error(socket: &UdpSocket) -> Option<SendError> {
    // The entry brings back the datagram, too, cut to this.
    let mut payload = [0; 64];
    let mut parts = [IoSliceMut::new(&mut payload)];
    let mut control = cmsg_space!(libc::sock_extended_err, libc::sockaddr_in6);
    let flags = MsgFlags::MSG_ERRQUEUE | MsgFlags::MSG_DONTWAIT;
    let entry = recvmsg::<SockaddrStorage>(socket.as_raw_fd(), &mut parts, Some(&mut control), flags).ok()?;
    let said = entry.cmsgs().ok()?.find_map(|message| match message {
        ControlMessageOwned::Ipv4RecvErr(error, _) | ControlMessageOwned::Ipv6RecvErr(error, _) => Some(error),
        _ => None,
    });
    let too_long = said.filter(|error| Errno::from_raw(error.ee_errno as i32) == Errno::EMSGSIZE && error.ee_info > 0);
    Some(SendError {
        to: entry.address.as_ref().and_then(address),
        from_network: said
            .is_some_and(|error| matches!(error.ee_origin, libc::SO_EE_ORIGIN_ICMP | libc::SO_EE_ORIGIN_ICMP6)),
        mtu_bytes: too_long.map(|error| error.ee_info),
    })
}

fn address(storage: &SockaddrStorage) -> Option<SocketAddr> {
    let v4 = storage.as_sockaddr_in().map(|address| SocketAddrV4::from(*address).into());
    v4.or_else(|| storage.as_sockaddr_in6().map(|address| SocketAddrV6::from(*address).into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::socket::setsockopt;
    use nix::sys::socket::sockopt::Ipv4RecvErr;
    use std::time::{Duration, Instant};

    #[test]
    fn a_refusal_from_the_network_is_told_with_the_address_it_is_about() {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        setsockopt(&socket, Ipv4RecvErr, &true).unwrap();
        assert_eq!(next_send_error(&socket), None);
        let closed = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        socket.send_to(b"anyone?", closed).unwrap();
        let patience = Instant::now() + Duration::from_secs(5);
        let told = loop {
            match next_send_error(&socket) {
                Some(told) => break told,
                None => assert!(Instant::now() < patience, "loopback answers at once"),
            }
        };
        assert_eq!(told, SendError { to: Some(closed), from_network: true, mtu_bytes: None });
        assert_eq!(next_send_error(&socket), None);
    }
}
