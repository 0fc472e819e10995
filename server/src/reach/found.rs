//! What was found at the end of one way.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use nix::errno::Errno;
use pairperf_shared::reach::WayState;

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// How the way is.
    pub(super) state: WayState,
    /// From the greeting to its answer.
    pub(super) round_trip: Option<Duration>,
    /// Where the greeting came in, as the other node sees itself.
    pub(super) arrived: Option<SocketAddr>,
    /// The largest IP packet that arrives whole.
    pub(super) path_mtu: Option<u32>,
}

impl Found {
    /// No more than that.
    pub(super) fn of(state: WayState) -> Self {
        Self { state, round_trip: None, arrived: None, path_mtu: None }
    }

    /// The other node proved itself.
    pub(super) fn open(round_trip: Duration, arrived: SocketAddr) -> Self {
        Self { state: WayState::Open, round_trip: Some(round_trip), arrived: Some(arrived), path_mtu: None }
    }
}

/// What an error of a socket says of the way (connect(2), ip(7), icmp(7)).
pub(super) fn of_error(error: &io::Error) -> WayState {
    match error.raw_os_error().map(Errno::from_raw) {
        // Unreachable host and EACCES are what a firewall's "prohibited" becomes; a host that is off comes as a time-out.
        Some(Errno::ECONNREFUSED | Errno::EHOSTUNREACH | Errno::EACCES | Errno::ECONNRESET) => WayState::Refused,
        Some(Errno::ENETUNREACH | Errno::EADDRNOTAVAIL | Errno::EAFNOSUPPORT | Errno::EINVAL) => WayState::WrongFamily,
        // This machine's own rules drop it (nft(8), output), or nothing came back.
        _ => WayState::Filtered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_how_the_way_is() {
        for (errno, state) in [
            (Errno::ECONNREFUSED, WayState::Refused),
            (Errno::EHOSTUNREACH, WayState::Refused),
            (Errno::ENETUNREACH, WayState::WrongFamily),
            (Errno::EADDRNOTAVAIL, WayState::WrongFamily),
            (Errno::EPERM, WayState::Filtered),
            (Errno::ETIMEDOUT, WayState::Filtered),
        ] {
            assert_eq!(of_error(&io::Error::from_raw_os_error(errno as i32)), state, "{errno}");
        }
    }
}
