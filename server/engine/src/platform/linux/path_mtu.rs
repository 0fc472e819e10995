//! Packets that are never cut up, however large: for finding out which sizes arrive.

#![allow(unsafe_code, reason = "IP_MTU_DISCOVER has no safe wrapper")]

use std::io;
use std::mem::size_of_val;
use std::os::fd::{AsFd, AsRawFd};

/// Sets the mark not to cut packets up (DF), and sends any size that the interface takes, whatever the kernel has learned of
/// the path (`IP_PMTUDISC_PROBE`, `ip(7)`; `IPV6_PMTUDISC_PROBE`, linux/in6.h).
pub(crate) fn probe_path(socket: &impl AsFd, v4: bool) -> io::Result<()> {
    let (level, name, value): (libc::c_int, libc::c_int, libc::c_int) = if v4 {
        (libc::IPPROTO_IP, libc::IP_MTU_DISCOVER, libc::IP_PMTUDISC_PROBE)
    } else {
        (libc::IPPROTO_IPV6, libc::IPV6_MTU_DISCOVER, libc::IPV6_PMTUDISC_PROBE)
    };
    let length = size_of_val(&value) as libc::socklen_t;
    // SAFETY: the descriptor is borrowed for the call, and the kernel reads `length` bytes of a live integer.
    let done =
        unsafe { libc::setsockopt(socket.as_fd().as_raw_fd(), level, name, std::ptr::from_ref(&value).cast(), length) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
