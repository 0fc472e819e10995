//! Datagrams handed over many at a time: `sendmmsg(2)`, cut up by the kernel where asked for (`UDP_SEGMENT`, `udp(7)`).

#![allow(unsafe_code, reason = "sendmmsg over buffers that change between calls has no safe wrapper")]

use std::net::UdpSocket;
use std::os::fd::AsRawFd;
use std::{fmt, io, mem, ptr};

use socket2::SockAddr;

/// Room for the one control message: 16 bytes of header and the 8 that two bytes of data are padded to.
const CONTROL: usize = 24;

/// A control message is read as a structure with this alignment.
#[repr(C, align(8))]
struct Control([u8; CONTROL]);

/// The headers of one call, made once and used again. It stays on the thread that made it.
pub(crate) struct Outgoing {
    headers: Vec<libc::mmsghdr>,
    parts: Vec<libc::iovec>,
    /// `UDP_SEGMENT`, and how much of it is used: 0 = the kernel cuts nothing.
    control: Control,
    control_length: usize,
}

impl Outgoing {
    /// Room for `most` buffers a call; with `segment` the kernel cuts each into datagrams of that many bytes.
    pub(crate) fn new(most: usize, segment: Option<u16>) -> Self {
        let most = most.max(1);
        // SAFETY: the structure is plain numbers and pointers, for which zero is a value.
        let header = || unsafe { mem::zeroed() };
        let mut outgoing = Self {
            headers: (0..most).map(|_| header()).collect(),
            parts: vec![libc::iovec { iov_base: ptr::null_mut(), iov_len: 0 }; most],
            control: Control([0; CONTROL]),
            control_length: 0,
        };
        if let Some(segment) = segment {
            outgoing.cut_into(segment);
        }
        outgoing
    }

    fn cut_into(&mut self, segment: u16) {
        // SAFETY: takes and returns plain numbers.
        let (length, space) = unsafe { (libc::CMSG_LEN(2), libc::CMSG_SPACE(2)) };
        assert!(space as usize <= CONTROL, "a control message of two bytes needs {space}");
        // SAFETY: all of it is plain numbers and pointers, for which zero is a value.
        let mut header: libc::msghdr = unsafe { mem::zeroed() };
        header.msg_control = self.control.0.as_mut_ptr().cast();
        header.msg_controllen = space as _;
        // SAFETY: the buffer is aligned, zeroed, and has room for one control message of two bytes (asserted above), so
        // that the first header lies inside of it, and its data, too.
        unsafe {
            let message = libc::CMSG_FIRSTHDR(&raw const header);
            (*message).cmsg_level = libc::SOL_UDP;
            (*message).cmsg_type = libc::UDP_SEGMENT;
            (*message).cmsg_len = length as _;
            libc::CMSG_DATA(message).cast::<u16>().write_unaligned(segment);
        }
        self.control_length = space as usize;
    }

    /// Hands over `bytes` in buffers of `each` (the last may be shorter) without waiting; `to` is for a socket that is not
    /// connected. Says how many buffers the kernel took, from the first one on; an error is that of the first one.
    pub(crate) fn send(
        &mut self,
        socket: &UdpSocket,
        to: Option<&SockAddr>,
        bytes: &[u8],
        each: usize,
    ) -> io::Result<usize> {
        let (name, name_length) = to.map_or((ptr::null(), 0), |to| (to.as_ptr(), to.len()));
        let mut count = 0;
        for ((header, part), piece) in self.headers.iter_mut().zip(&mut self.parts).zip(bytes.chunks(each.max(1))) {
            part.iov_base = piece.as_ptr().cast_mut().cast();
            part.iov_len = piece.len();
            let header = &mut header.msg_hdr;
            header.msg_name = name.cast_mut().cast();
            header.msg_namelen = name_length;
            header.msg_iov = ptr::from_mut(part);
            header.msg_iovlen = 1;
            if self.control_length > 0 {
                header.msg_control = self.control.0.as_mut_ptr().cast();
                header.msg_controllen = self.control_length as _;
            }
            count += 1;
        }
        // SAFETY: the first `count` headers were just written: they point to one iovec each, to bytes, an address and a
        // control message that are all borrowed until the call returns, with their true lengths. Sending only reads them.
        let taken =
            unsafe { libc::sendmmsg(socket.as_raw_fd(), self.headers.as_mut_ptr(), count, libc::MSG_DONTWAIT as _) };
        if taken < 0 { Err(io::Error::last_os_error()) } else { Ok(taken as usize) }
    }
}

impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outgoing").field("room", &self.headers.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn pair() -> (UdpSocket, UdpSocket) {
        let (near, far) = (UdpSocket::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
        far.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        (near, far)
    }

    fn received(socket: &UdpSocket) -> Vec<u8> {
        let mut bytes = [0; 2048];
        let length = socket.recv(&mut bytes).unwrap();
        bytes[..length].to_vec()
    }

    #[test]
    fn buffers_arrive_in_order_and_the_last_may_be_short() {
        let (near, far) = pair();
        let bytes: Vec<u8> = (0..25).collect();
        let mut outgoing = Outgoing::new(4, None);
        let address = SockAddr::from(far.local_addr().unwrap());
        assert_eq!(outgoing.send(&near, Some(&address), &bytes, 10).unwrap(), 3);
        for expected in [&bytes[..10], &bytes[10..20], &bytes[20..]] {
            assert_eq!(received(&far), expected);
        }
        near.connect(far.local_addr().unwrap()).unwrap();
        assert_eq!(outgoing.send(&near, None, &bytes, 5).unwrap(), 4, "no more than there is room for");
        assert_eq!(received(&far), &bytes[..5]);
    }

    #[test]
    fn the_kernel_cuts_buffers_up() {
        let (near, far) = pair();
        near.connect(far.local_addr().unwrap()).unwrap();
        let bytes: Vec<u8> = (0..=249).collect();
        let mut outgoing = Outgoing::new(2, Some(100));
        assert_eq!(outgoing.send(&near, None, &bytes, 200).unwrap(), 2);
        for expected in [&bytes[..100], &bytes[100..200], &bytes[200..]] {
            assert_eq!(received(&far), expected);
        }
    }

    #[test]
    fn refusals_are_those_of_the_first_buffer() {
        let (near, far) = pair();
        let address = SockAddr::from(far.local_addr().unwrap());
        let refused = Outgoing::new(1, None).send(&near, Some(&address), &vec![0; 70_000], 70_000).unwrap_err();
        assert_eq!(refused.raw_os_error(), Some(libc::EMSGSIZE));
    }
}
