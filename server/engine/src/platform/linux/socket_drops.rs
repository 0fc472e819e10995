//! What the kernel dropped at one socket: `SO_MEMINFO` (Linux 4.12; `include/uapi/linux/sock_diag.h`).

#![allow(unsafe_code, reason = "SO_MEMINFO has no safe wrapper")]

use std::net::UdpSocket;
use std::os::fd::AsRawFd;

/// The number of words up to and with `SK_MEMINFO_DROPS`.
const WORDS: usize = libc::SK_MEMINFO_DROPS as usize + 1;

/// How many buffers the kernel has dropped at this socket since it was made, modulo 2^32; none where it does not say.
pub(crate) fn socket_drops(socket: &UdpSocket) -> Option<u32> {
    let mut words = [0_u32; WORDS];
    let mut length = size_of_val(&words) as libc::socklen_t;
    // SAFETY: `words` and `length` outlive the call and `length` says how much may be written; the socket is open while
    // it is borrowed.
    let refused = unsafe {
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_MEMINFO,
            words.as_mut_ptr().cast(),
            &raw mut length,
        )
    };
    (refused == 0 && length as usize == size_of_val(&words)).then(|| words[WORDS - 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use socket2::SockRef;

    #[test]
    fn a_full_buffer_is_counted_at_its_own_socket() {
        let (near, far) = (UdpSocket::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
        SockRef::from(&far).set_recv_buffer_size(4096).unwrap();
        assert_eq!(socket_drops(&far), Some(0));
        for _ in 0..50 {
            near.send_to(&[0; 1000], far.local_addr().unwrap()).unwrap();
        }
        let mut taken = 0;
        far.set_nonblocking(true).unwrap();
        while far.recv(&mut [0; 1000]).is_ok() {
            taken += 1;
        }
        assert_eq!(socket_drops(&far), Some(50 - taken));
        assert_eq!(socket_drops(&near), Some(0));
    }
}
