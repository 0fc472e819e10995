//! Whether the kernel cuts and joins datagrams: found out by asking a socket to.

use std::net::UdpSocket;

use nix::errno::Errno;
use nix::sys::socket::SetSockOpt;
use nix::sys::socket::sockopt::{UdpGroSegment, UdpGsoSegment};

/// `UDP_SEGMENT` (Linux 4.18); unknown where no socket could be made.
pub(super) fn segmentation() -> Option<bool> {
    takes(&UdpGsoSegment, &1200)
}

/// `UDP_GRO` (Linux 5.0); unknown where no socket could be made.
pub(super) fn joining() -> Option<bool> {
    takes(&UdpGroSegment, &true)
}

fn takes<O: SetSockOpt>(option: &O, value: &O::Val) -> Option<bool> {
    let socket = UdpSocket::bind("127.0.0.1:0").or_else(|_| UdpSocket::bind("[::1]:0")).ok()?;
    match option.set(&socket, value) {
        Ok(()) => Some(true),
        Err(Errno::ENOPROTOOPT | Errno::EINVAL) => Some(false),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_kernel_has_both() {
        // Every kernel that is still cared for does.
        assert_eq!((segmentation(), joining()), (Some(true), Some(true)));
    }
}
