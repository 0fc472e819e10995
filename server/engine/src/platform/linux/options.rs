//! Socket options that only this system has under these names.

use std::io;

use socket2::SockRef;

/// Sets `TCP_CONGESTION`; the kernel says `No such file or directory` for a name it does not have.
pub(crate) fn set_congestion_control(socket: &SockRef<'_>, name: &str) -> io::Result<()> {
    socket.set_tcp_congestion(name.as_bytes())
}

/// Reads `TCP_CONGESTION`.
pub(crate) fn congestion_control(socket: &SockRef<'_>) -> Option<String> {
    let name = socket.tcp_congestion().ok()?;
    let end = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
    String::from_utf8(name[..end].to_vec()).ok().filter(|name| !name.is_empty())
}

/// Reads `TCP_MAXSEG`.
pub(crate) fn mss(socket: &SockRef<'_>) -> Option<u32> {
    socket.tcp_mss().ok()
}

/// Lets a bound source address choose its port at connecting, when the kernel knows the far end
/// and may use one port towards several (`IP_BIND_ADDRESS_NO_PORT`, `ip(7)`).
pub(crate) fn lend_ports_late(socket: &SockRef<'_>) {
    // Without it ports merely run out earlier.
    let _ = nix::sys::socket::setsockopt(&**socket, nix::sys::socket::sockopt::IpBindAddressNoPort, &true);
}
