//! Sends that the kernel need not copy, and what it tells of them afterwards (kernel documentation,
//! `networking/msg_zerocopy`); receives of which it keeps nothing.

#![allow(unsafe_code, reason = "poll(2) is called directly")]

use std::io::{self, IoSliceMut};
use std::net::TcpStream;
use std::os::fd::AsRawFd;

use nix::cmsg_space;
use nix::sys::socket::{ControlMessageOwned, MsgFlags, recv, recvmsg, send};

/// `SO_EE_ORIGIN_ZEROCOPY` and `SO_EE_CODE_ZEROCOPY_COPIED` of `linux/errqueue.h`.
const ORIGIN: u8 = 5;
const COPIED: u8 = 1;
/// As many entries of the error queue are read in one go; each may stand for many sends.
const BATCH: u32 = 16;
/// A send for which there is no room waits so long for others to be done.
const PATIENCE_MS: libc::c_int = 1;

/// Sends that are done with: how many, and how many of those were copied after all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Settled {
    pub(crate) completed: u64,
    pub(crate) copied: u64,
}

/// Sends from `bytes` itself, which must not change, nor be given back to the system, before the kernel is done with it.
pub(crate) fn send_uncopied(socket: &TcpStream, bytes: &[u8]) -> io::Result<usize> {
    let flags = MsgFlags::from_bits_retain(libc::MSG_ZEROCOPY) | MsgFlags::MSG_NOSIGNAL;
    Ok(send(socket.as_raw_fd(), bytes, flags)?)
}

/// Whether a send was refused because too many are not done with (`optmem_max`, or the limit of locked memory).
pub(crate) fn must_settle(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::ENOBUFS)
}

/// Waits a little for something in the error queue.
pub(crate) fn await_settled(socket: &TcpStream) {
    // `POLLERR` is always looked for.
    let mut watched = libc::pollfd { fd: socket.as_raw_fd(), events: 0, revents: 0 };
    // SAFETY: one living structure is passed. Whatever comes of it, the caller tries again.
    unsafe { libc::poll(&raw mut watched, 1, PATIENCE_MS) };
}

/// Reads from the error queue what is there, up to a bound, without waiting.
pub(crate) fn settled(socket: &TcpStream) -> Settled {
    let mut settled = Settled::default();
    let mut control = cmsg_space!(libc::sock_extended_err, libc::sockaddr_in6);
    let flags = MsgFlags::MSG_ERRQUEUE | MsgFlags::MSG_DONTWAIT;
    for _ in 0..BATCH {
        let mut parts: [IoSliceMut<'_>; 0] = [];
        let Ok(entry) = recvmsg::<()>(socket.as_raw_fd(), &mut parts, Some(&mut control), flags) else { break };
        let Ok(messages) = entry.cmsgs() else { break };
        for message in messages {
            if let ControlMessageOwned::Ipv4RecvErr(told, _) | ControlMessageOwned::Ipv6RecvErr(told, _) = message
                && told.ee_origin == ORIGIN
            {
                // Numbers of sends, from the first to the last, both included; they wrap around.
                let sends = u64::from(told.ee_data.wrapping_sub(told.ee_info)) + 1;
                settled.completed += sends;
                settled.copied += if told.ee_code & COPIED == 0 { 0 } else { sends };
            }
        }
    }
    settled
}

/// Takes up to `bytes.len()` bytes of a connection without having them copied: what is in `bytes` then is nothing of
/// theirs (`MSG_TRUNC`, `tcp(7)`).
pub(crate) fn receive_nothing(socket: &TcpStream, bytes: &mut [u8]) -> io::Result<usize> {
    Ok(recv(socket.as_raw_fd(), bytes, MsgFlags::MSG_TRUNC)?)
}
