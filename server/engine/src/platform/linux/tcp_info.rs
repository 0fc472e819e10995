//! What the kernel knows of a connection: `TCP_INFO` (`tcp(7)`, layout in `linux/tcp.h`).
//!
//! The structure grows with the kernel. We ask for the part we know, and read only as many bytes
//! as came back.

#![allow(unsafe_code, reason = "TCP_INFO of growing length has no safe wrapper")]

use std::net::TcpStream;
use std::os::fd::AsRawFd;

use pairperf_shared::sample::TcpCount;

/// Up to and with `tcpi_sndbuf_limited` (Linux 4.10).
const KNOWN: usize = 192;
/// Up to and with `tcpi_total_retrans`, the end of what every kernel in use has.
const LEAST: usize = 104;
/// `TCP_CLOSE` in the kernel's list of states.
const CLOSED: u8 = 7;

/// What [`tcp_info`] read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TcpInfo {
    /// The part that is kept in samples.
    pub(crate) count: TcpCount,
    /// Whether everything handed to the kernel, the end of the stream included, was acknowledged.
    pub(crate) all_acknowledged: bool,
    /// Whether the connection is gone, so that nothing can be acknowledged any more.
    pub(crate) closed: bool,
}

/// Reads it; none where the kernel refused.
pub(crate) fn tcp_info(socket: &TcpStream) -> Option<TcpInfo> {
    let mut bytes = [0_u8; KNOWN];
    let mut length = KNOWN as libc::socklen_t;
    // SAFETY: `bytes` and `length` outlive the call and `length` says how much may be written;
    // the socket is open while it is borrowed.
    let refused = unsafe {
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::IPPROTO_TCP,
            libc::TCP_INFO,
            bytes.as_mut_ptr().cast(),
            &raw mut length,
        )
    };
    if refused != 0 {
        return None;
    }
    parse(bytes.get(..length as usize)?)
}

/// Reads the bytes that the kernel returned. Offsets are those of `struct tcp_info`.
fn parse(bytes: &[u8]) -> Option<TcpInfo> {
    if bytes.len() < LEAST {
        return None;
    }
    let word = |offset: usize| Some(u32::from_ne_bytes(bytes.get(offset..offset + 4)?.try_into().ok()?));
    let long = |offset: usize| Some(u64::from_ne_bytes(bytes.get(offset..offset + 8)?.try_into().ok()?));
    let count = TcpCount {
        mss_bytes: word(16)?,
        rtt_us: word(68)?,
        rttvar_us: word(72)?,
        cwnd_segments: word(80)?,
        retransmits: word(100)?,
        acked_bytes: long(120),
        delivery_bytes_per_second: long(160),
        busy_us: long(168),
        receive_window_limited_us: long(176),
        send_buffer_limited_us: long(184),
    };
    let unacked = word(24)?;
    let not_sent = word(144).unwrap_or(0);
    Some(TcpInfo { count, all_acknowledged: unacked == 0 && not_sent == 0, closed: bytes[0] == CLOSED })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::net::TcpListener;

    #[test]
    fn a_short_answer_leaves_later_fields_unknown() {
        let mut bytes = [0_u8; KNOWN];
        bytes[0] = 1;
        bytes[68..72].copy_from_slice(&250_u32.to_ne_bytes());
        bytes[100..104].copy_from_slice(&3_u32.to_ne_bytes());
        bytes[120..128].copy_from_slice(&77_u64.to_ne_bytes());
        let old = parse(&bytes[..LEAST]).unwrap();
        assert_eq!(
            (old.count.rtt_us, old.count.retransmits, old.count.acked_bytes, old.count.busy_us),
            (250, 3, None, None)
        );
        let middle = parse(&bytes[..136]).unwrap();
        assert_eq!((middle.count.acked_bytes, middle.count.delivery_bytes_per_second), (Some(77), None));
        let new = parse(&bytes).unwrap();
        assert_eq!(new.count.send_buffer_limited_us, Some(0));
        assert!(new.all_acknowledged && !new.closed);
        assert_eq!(parse(&bytes[..50]), None);
        assert_eq!(parse(&[]), None);
    }

    #[test]
    fn a_living_connection_tells_its_figures() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut socket = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let _far = listener.accept().unwrap();
        socket.write_all(&[1; 1000]).unwrap();
        let info = tcp_info(&socket).unwrap();
        assert!(info.count.mss_bytes > 500 && info.count.cwnd_segments > 0, "{info:?}");
        assert!(!info.closed);
    }
}
