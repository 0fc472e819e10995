//! Options that tell the kernel how a socket's packets go out.

#![allow(unsafe_code, reason = "these options have no safe wrapper")]

use std::io;
use std::os::fd::AsRawFd;

use socket2::{Domain, SockRef};

/// Marks what a socket sends with a code point of differentiated services (RFC 2474): the upper six bits of `IP_TOS`
/// (`ip(7)`) and `IPV6_TCLASS` (`ipv6(7)`). A socket of IPv6 may carry IPv4 inside, so it is given both.
pub(crate) fn set_dscp(socket: &SockRef<'_>, point: u8) -> io::Result<()> {
    let class = u32::from(point) << 2;
    if socket.domain()? == Domain::IPV6 {
        socket.set_tclass_v6(class)?;
        // Refused where no IPv4 can be inside.
        let _ = set(socket, libc::IPPROTO_IP, libc::IP_TOS, class as libc::c_int);
        return Ok(());
    }
    set(socket, libc::IPPROTO_IP, libc::IP_TOS, class as libc::c_int)
}

/// Has the kernel send at most that many bytes a second (`SO_MAX_PACING_RATE`, `socket(7)`): TCP by a timer of its own, or
/// the `fq` queue (`tc-fq(8)`) where that is on the way. A word, not 32 bits: rates from 34 Gbit/s on do not fit in those.
pub(crate) fn set_pacing(socket: &SockRef<'_>, bytes_per_second: u64) -> io::Result<()> {
    let rate = libc::c_ulong::try_from(bytes_per_second).unwrap_or(libc::c_ulong::MAX);
    set(socket, libc::SOL_SOCKET, libc::SO_MAX_PACING_RATE, rate)
}

/// Permits sends that are not copied (`SO_ZEROCOPY`, kernel documentation, `networking/msg_zerocopy`).
pub(crate) fn permit_zero_copy(socket: &SockRef<'_>) -> io::Result<()> {
    set(socket, libc::SOL_SOCKET, libc::SO_ZEROCOPY, 1 as libc::c_int)
}

fn set<T: Copy>(socket: &SockRef<'_>, level: libc::c_int, name: libc::c_int, value: T) -> io::Result<()> {
    let length = size_of::<T>() as libc::socklen_t;
    // SAFETY: the socket is open while it is borrowed; the kernel reads `length` bytes of a living number.
    let refused =
        unsafe { libc::setsockopt(socket.as_raw_fd(), level, name, std::ptr::from_ref(&value).cast(), length) };
    if refused == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn the_code_point_is_set_for_both_families() {
        for (address, v6) in [("127.0.0.1:0", false), ("[::]:0", true)] {
            let Ok(socket) = TcpListener::bind(address) else { continue };
            let socket = SockRef::from(&socket);
            set_dscp(&socket, 46).unwrap();
            assert_eq!(socket.tos_v4().unwrap(), 46 << 2);
            if v6 {
                assert_eq!(socket.tclass_v6().unwrap(), 46 << 2);
            }
        }
    }
}
