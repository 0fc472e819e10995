//! Why the kernel did not take a datagram: `send(2)`, `udp(7)`, `ip(7)`.

use std::io;

/// What such an error number means to a sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The socket's own send buffer is full: wait. Nothing is lost.
    Full,
    /// A signal came between.
    Interrupted,
    /// The datagram was dropped on its way out: a queue of the interface had no room (`ENOBUFS`, told only with
    /// `IP_RECVERR`), or this machine's own firewall drops it (`EPERM`: `nf_hook_slow`, net/netfilter/core.c).
    Dropped,
    /// An ICMP message about an earlier datagram, told at the next call (`icmp_err_convert`, net/ipv4/icmp.c;
    /// `icmpv6_err_convert`, net/ipv6/icmp.c). Without an entry in the error queue it is this machine's own: no route.
    Unreachable,
    /// Larger than the path takes.
    TooLong,
    /// The interface can't cut buffers up (`EIO`: `udp_send_skb`, net/ipv4/udp.c).
    NotCut,
    /// Anything else: going on makes no sense.
    Other,
}

/// Says what the number means; `cut` is whether the kernel was to cut the buffer up.
pub(crate) fn refusal(error: &io::Error, cut: bool) -> Refusal {
    match error.raw_os_error() {
        Some(libc::EAGAIN) => Refusal::Full,
        Some(libc::EINTR) => Refusal::Interrupted,
        Some(libc::ENOBUFS | libc::ENOMEM | libc::EPERM) => Refusal::Dropped,
        Some(
            libc::ECONNREFUSED
            | libc::EHOSTUNREACH
            | libc::ENETUNREACH
            | libc::EHOSTDOWN
            | libc::ENETDOWN
            | libc::ENONET
            | libc::ENOPROTOOPT
            | libc::EOPNOTSUPP
            | libc::EPROTO
            | libc::EACCES,
        ) => Refusal::Unreachable,
        Some(libc::EMSGSIZE) => Refusal::TooLong,
        // Until Linux 6.14 this is what a segment larger than the path gave.
        Some(libc::EINVAL) if cut => Refusal::TooLong,
        Some(libc::EIO) if cut => Refusal::NotCut,
        _ => Refusal::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_that_sending_gives_has_its_meaning() {
        for (number, cut, expected) in [
            (libc::EAGAIN, false, Refusal::Full),
            (libc::EINTR, true, Refusal::Interrupted),
            (libc::ENOBUFS, false, Refusal::Dropped),
            (libc::EPERM, true, Refusal::Dropped),
            (libc::ECONNREFUSED, false, Refusal::Unreachable),
            (libc::EHOSTUNREACH, true, Refusal::Unreachable),
            (libc::ENETUNREACH, false, Refusal::Unreachable),
            (libc::EMSGSIZE, false, Refusal::TooLong),
            (libc::EINVAL, true, Refusal::TooLong),
            (libc::EINVAL, false, Refusal::Other),
            (libc::EIO, true, Refusal::NotCut),
            (libc::EIO, false, Refusal::Other),
            (libc::EBADF, false, Refusal::Other),
        ] {
            assert_eq!(refusal(&io::Error::from_raw_os_error(number), cut), expected, "{number} {cut}");
        }
        assert_eq!(refusal(&io::Error::other("nothing of the kernel's"), false), Refusal::Other);
    }
}
