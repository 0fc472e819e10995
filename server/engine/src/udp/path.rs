//! What finding out the sizes that a path takes needs of a socket.

use std::io;
use std::os::fd::AsFd;

use crate::platform;

/// From now on datagrams of this socket are not cut up, here or on the way; one that the interface does not take is refused,
/// and one that the path does not take is lost. `v4` says what the socket sends.
pub fn never_cut(socket: &impl AsFd, v4: bool) -> io::Result<()> {
    platform::probe_path(socket, v4)
}
