//! Datagrams taken many at a time: `recvmmsg(2)`, with where each came from, when, and whether the kernel joined several
//! (`UDP_GRO`, `udp(7)`).

#![allow(unsafe_code, reason = "recvmmsg into buffers that are made once has no safe wrapper")]

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::os::fd::AsRawFd;
use std::{fmt, io, mem, ptr};

use crate::buffer::Buffer;

/// Room for the control messages of one buffer: a time stamp (16 and 16 bytes) and a segment's size (16 and 8), and air.
const CONTROL: usize = 96;

/// A control message is read as a structure with this alignment.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
struct Control([u8; CONTROL]);

/// The buffers and headers of one call, made once and used again. They stay on the thread that made them.
pub(crate) struct Incoming {
    headers: Vec<libc::mmsghdr>,
    /// What the headers point to; neither is ever moved or grown.
    names: Vec<libc::sockaddr_in6>,
    controls: Vec<Control>,
    _parts: Vec<libc::iovec>,
    memory: Buffer,
    each: usize,
    /// Headers that the last call wrote to.
    used: usize,
}

/// Where a datagram came from, in the form that is compared cheaply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// IPv4 inside IPv6 (RFC 4291 §2.5.5.2).
    ip: u128,
    port: u16,
}

impl From<SocketAddr> for Origin {
    fn from(address: SocketAddr) -> Self {
        let ip = match address.ip() {
            IpAddr::V4(ip) => ip.to_ipv6_mapped(),
            IpAddr::V6(ip) => ip,
        };
        Self { ip: ip.to_bits(), port: address.port() }
    }
}

/// One buffer that came.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arrival<'a> {
    /// What was in it.
    pub(crate) bytes: &'a [u8],
    /// The size of each datagram in it but the last; the whole buffer's where the kernel joined none.
    pub(crate) segment: usize,
    /// Whether it was longer than there was room for.
    pub(crate) cut: bool,
    /// When the kernel had it, in nanoseconds of the wall clock; none where it did not say.
    pub(crate) stamp_ns: Option<u64>,
    name: &'a libc::sockaddr_in6,
}

impl Incoming {
    /// Room for `most` buffers of up to `each` bytes a call.
    pub(crate) fn new(most: usize, each: usize) -> Self {
        let (most, each) = (most.max(1), each.max(1));
        let mut memory = Buffer::new(most.saturating_mul(each));
        // SAFETY: both structures are plain numbers and pointers, for which zero is a value.
        let (name, header): (libc::sockaddr_in6, fn() -> libc::mmsghdr) = unsafe { (mem::zeroed(), || mem::zeroed()) };
        let mut names = vec![name; most];
        let mut controls = vec![Control([0; CONTROL]); most];
        let mut parts: Vec<_> = memory
            .chunks_exact_mut(each)
            .map(|room| libc::iovec { iov_base: room.as_mut_ptr().cast(), iov_len: each })
            .collect();
        let mut headers: Vec<_> = (0..most).map(|_| header()).collect();
        for (index, header) in headers.iter_mut().enumerate() {
            let header = &mut header.msg_hdr;
            header.msg_name = ptr::from_mut(&mut names[index]).cast();
            header.msg_iov = ptr::from_mut(&mut parts[index]);
            header.msg_iovlen = 1;
            header.msg_control = controls[index].0.as_mut_ptr().cast();
        }
        Self { headers, names, controls, _parts: parts, memory, each, used: most }
    }

    /// Takes what is there, as much as fits, without waiting; says how many buffers came.
    pub(crate) fn take(&mut self, socket: &UdpSocket) -> io::Result<usize> {
        // The kernel wrote the lengths of the last call here.
        for header in &mut self.headers[..self.used] {
            header.msg_hdr.msg_namelen = size_of::<libc::sockaddr_in6>() as _;
            header.msg_hdr.msg_controllen = CONTROL as _;
        }
        self.used = 0;
        // SAFETY: every header points to one name, one iovec and one control buffer of the lengths just said, all of which
        // live in vectors that are neither moved nor grown while `self` lives; the iovec points to `each` bytes of `memory`
        // that no other points to, and nobody holds a reference to them: `get` borrows `self`.
        let came = unsafe {
            libc::recvmmsg(
                socket.as_raw_fd(),
                self.headers.as_mut_ptr(),
                self.headers.len() as libc::c_uint,
                libc::MSG_DONTWAIT as _,
                ptr::null_mut(),
            )
        };
        if came < 0 {
            return Err(io::Error::last_os_error());
        }
        self.used = came as usize;
        Ok(self.used)
    }

    /// How many buffers one call takes at most.
    pub(crate) fn room(&self) -> usize {
        self.headers.len()
    }

    /// One buffer of the last call.
    pub(crate) fn get(&self, index: usize) -> Arrival<'_> {
        let (header, from) = (&self.headers[index], index * self.each);
        let length = (header.msg_len as usize).min(self.each);
        let mut arrival = Arrival {
            bytes: &self.memory[from..from + length],
            segment: length.max(1),
            cut: header.msg_hdr.msg_flags & libc::MSG_TRUNC != 0,
            stamp_ns: None,
            name: &self.names[index],
        };
        let told: usize = header.msg_hdr.msg_controllen;
        arrival.hear(&self.controls[index].0[..told.min(CONTROL)]);
        arrival
    }
}

/// `struct cmsghdr` on 64 bits: its length with the header, level, type; the data follows, padded to 8 bytes (`cmsg(3)`).
const HEAD: usize = 16;

impl Arrival<'_> {
    /// Reads the control messages.
    fn hear(&mut self, mut told: &[u8]) {
        while let Some((head, _)) = told.split_first_chunk::<HEAD>() {
            let length = usize::from_ne_bytes([head[0], head[1], head[2], head[3], head[4], head[5], head[6], head[7]]);
            let level = libc::c_int::from_ne_bytes([head[8], head[9], head[10], head[11]]);
            let kind = libc::c_int::from_ne_bytes([head[12], head[13], head[14], head[15]]);
            let Some(data) = told.get(HEAD..length) else { return };
            match (level, kind) {
                (libc::SOL_SOCKET, libc::SCM_TIMESTAMPNS) => self.stamp_ns = stamp(data),
                (libc::SOL_UDP, libc::UDP_GRO) => {
                    if let Some(&size) = data.first_chunk::<4>()
                        && let Ok(size @ 1..) = usize::try_from(i32::from_ne_bytes(size))
                    {
                        self.segment = size;
                    }
                }
                _ => {}
            }
            told = told.get(length.next_multiple_of(8)..).unwrap_or_default();
        }
    }

    /// Where it came from.
    pub(crate) fn origin(&self) -> Origin {
        if libc::c_int::from(self.name.sin6_family) == libc::AF_INET6 {
            let ip = u128::from_be_bytes(self.name.sin6_addr.s6_addr);
            return Origin { ip, port: u16::from_be(self.name.sin6_port) };
        }
        // `sockaddr_in` (ip(7)) begins in the same way: family, port; where IPv6 has its flow information it has the address.
        let ip = Ipv4Addr::from(self.name.sin6_flowinfo.to_ne_bytes()).to_ipv6_mapped();
        Origin { ip: ip.to_bits(), port: u16::from_be(self.name.sin6_port) }
    }
}

/// `struct timespec`.
fn stamp(data: &[u8]) -> Option<u64> {
    let (seconds, rest) = data.split_first_chunk::<8>()?;
    let nanos = rest.first_chunk::<8>()?;
    let (seconds, nanos) = (u64::try_from(i64::from_ne_bytes(*seconds)).ok()?, i64::from_ne_bytes(*nanos));
    seconds.checked_mul(1_000_000_000)?.checked_add(u64::try_from(nanos).ok()?)
}

impl fmt::Debug for Incoming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Incoming").field("room", &self.headers.len()).field("each", &self.each).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{Outgoing, join_datagrams, stamp_arrivals};
    use std::time::{Duration, SystemTime};

    fn take(incoming: &mut Incoming, socket: &UdpSocket) -> usize {
        for _ in 0..1000 {
            match incoming.take(socket) {
                Ok(came) => return came,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(error) => panic!("{error}"),
            }
        }
        panic!("nothing came")
    }

    #[test]
    fn datagrams_come_with_their_sender_and_time_and_long_ones_are_known_to_be_cut() {
        for (at, to) in [("127.0.0.1:0", None), ("[::1]:0", None), ("[::]:0", Some("127.0.0.1"))] {
            let far = UdpSocket::bind(at).unwrap();
            stamp_arrivals(&far).unwrap();
            let mut address = far.local_addr().unwrap();
            if let Some(to) = to {
                address.set_ip(to.parse().unwrap());
            }
            let near = UdpSocket::bind(if address.is_ipv4() { "127.0.0.1:0" } else { "[::1]:0" }).unwrap();
            let mut incoming = Incoming::new(2, 100);
            for round in 0..3_u8 {
                for length in [5, 100, 101] {
                    near.send_to(&vec![round; length], address).unwrap();
                }
                assert_eq!(take(&mut incoming, &far), 2, "no more than there is room for");
                for (index, length) in [5, 100].into_iter().enumerate() {
                    let arrival = incoming.get(index);
                    assert_eq!(
                        (arrival.bytes, arrival.segment, arrival.cut),
                        (&vec![round; length][..], length, false)
                    );
                    assert_eq!(arrival.origin(), near.local_addr().unwrap().into());
                    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos();
                    let age = now.saturating_sub(arrival.stamp_ns.unwrap().into());
                    assert!(age < 60_000_000_000, "{age}");
                }
                assert_eq!(take(&mut incoming, &far), 1);
                assert!(incoming.get(0).cut && incoming.get(0).bytes.len() == 100);
            }
            assert_eq!(incoming.take(&far).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        }
    }

    #[test]
    fn joined_datagrams_come_with_their_size() {
        let (near, far) = (UdpSocket::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
        near.connect(far.local_addr().unwrap()).unwrap();
        join_datagrams(&far, true).unwrap();
        stamp_arrivals(&far).unwrap();
        let bytes: Vec<u8> = (0..=249).collect();
        assert_eq!(Outgoing::new(1, Some(100)).send(&near, None, &bytes, 250).unwrap(), 1);
        let mut incoming = Incoming::new(4, 1 << 16);
        assert_eq!(take(&mut incoming, &far), 1);
        let arrival = incoming.get(0);
        assert_eq!((arrival.bytes, arrival.segment), (&bytes[..], 100));
        assert!(arrival.stamp_ns.is_some());
    }

    #[test]
    fn control_messages_that_end_too_early_say_nothing() {
        let name = Incoming::new(1, 1).names[0];
        let mut whole = [0_u8; 48];
        whole[..8].copy_from_slice(&32_usize.to_ne_bytes());
        whole[8..12].copy_from_slice(&libc::SOL_SOCKET.to_ne_bytes());
        whole[12..16].copy_from_slice(&libc::SCM_TIMESTAMPNS.to_ne_bytes());
        whole[16..24].copy_from_slice(&7_i64.to_ne_bytes());
        whole[24..32].copy_from_slice(&5_i64.to_ne_bytes());
        for length in 0..=whole.len() {
            let mut arrival = Arrival { bytes: &[], segment: 1, cut: false, stamp_ns: None, name: &name };
            arrival.hear(&whole[..length]);
            assert_eq!(arrival.stamp_ns, (length >= 32).then_some(7_000_000_005), "{length}");
        }
    }
}
