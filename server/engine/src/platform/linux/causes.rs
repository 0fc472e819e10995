//! Error numbers, said to a person with what helps against them.

use std::io;

/// What the kernel said, in words, and what can be done about it where we know.
pub(crate) fn cause(error: &io::Error) -> String {
    let advice = match error.raw_os_error() {
        Some(libc::EMFILE) => "this process may open no more files; raise `ulimit -n` or ask for fewer streams",
        Some(libc::ENFILE) => "this machine may open no more files; raise fs.file-max",
        Some(libc::EADDRNOTAVAIL) => {
            "no local address or port is free for it; widen net.ipv4.ip_local_port_range, ask for fewer streams, or check the source address"
        }
        Some(libc::ENETUNREACH | libc::EHOSTUNREACH) => {
            "there is no route to it; check the address and the network between"
        }
        Some(libc::ETIMEDOUT) => "it did not answer; is a firewall in between?",
        Some(libc::EACCES | libc::EPERM) => {
            "this machine does not permit it; check its firewall and the rights of this process"
        }
        Some(libc::ENOBUFS | libc::ENOMEM) => {
            "the kernel is out of memory for sockets; raise net.ipv4.tcp_mem or ask for fewer streams"
        }
        Some(libc::EAGAIN) => "the system has no room for it; raise the limit of processes or ask for fewer threads",
        Some(libc::ECONNRESET | libc::EPIPE) => "the other end reset it",
        _ => return error.to_string(),
    };
    format!("{advice} ({error})")
}

/// Whether a limit of open files was met.
pub(crate) fn out_of_files(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE))
}

/// Whether a connection is merely under way (`connect(2)`): one that does not block, or whose patience ended before.
pub(crate) fn in_progress(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EINPROGRESS | libc::EALREADY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers_come_with_advice_and_unknown_ones_with_their_own_text() {
        assert!(cause(&io::Error::from_raw_os_error(libc::EMFILE)).contains("ulimit -n"));
        assert!(cause(&io::Error::from_raw_os_error(libc::ECONNRESET)).contains("os error 104"));
        let other = io::Error::from_raw_os_error(libc::EDOM);
        assert_eq!(cause(&other), other.to_string());
    }
}
