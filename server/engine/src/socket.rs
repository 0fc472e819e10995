//! Every option of a stream's socket: set as planned, and read back as granted.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::Duration;

use pairperf_shared::config::SendCopy;
use pairperf_shared::plan::{Loop, Role, RolePlan};
use pairperf_shared::record::EndInEffect;
use socket2::SockRef;

use crate::{EngineError, platform};

/// A blocked call returns after this long so that its worker sees the deadline although the
/// other end stalls.
const PATIENCE: Duration = Duration::from_millis(100);

/// Sets what the plan asks for. At the end that opens, this comes before the handshake, which
/// fixes the window scale by the receive buffer; at the other end it can only come after.
///
/// However a stream is closed later, it is closed at once, without the minute of `TIME_WAIT` that
/// would hold its port. Both ends do so: whoever closed in the usual way first would leave the
/// other one in that state. Nothing is lost, for streams are closed after they were drained.
pub(crate) fn configure(socket: &SockRef<'_>, plan: &RolePlan, stream: u32) -> Result<(), EngineError> {
    let refused = |option: String| move |source| EngineError::Option { stream, of: plan.streams, option, source };
    socket.set_linger(Some(Duration::ZERO)).map_err(refused("setting SO_LINGER".to_owned()))?;
    if let Some(bytes) = plan.send_socket_buffer_bytes {
        socket.set_send_buffer_size(clamp(bytes)).map_err(refused(format!("setting SO_SNDBUF to {bytes}")))?;
    }
    if let Some(bytes) = plan.receive_socket_buffer_bytes {
        socket.set_recv_buffer_size(clamp(bytes)).map_err(refused(format!("setting SO_RCVBUF to {bytes}")))?;
    }
    if let Some(bytes) = plan.mss_bytes {
        socket.set_tcp_mss(bytes).map_err(refused(format!("setting TCP_MAXSEG to {bytes}")))?;
    }
    if let Some(point) = plan.dscp {
        platform::set_dscp(socket, point).map_err(refused(format!("setting the code point to {point}")))?;
    }
    if plan.role == Role::Sender {
        if let Some(bits) = plan.stream_bits_per_second {
            platform::set_pacing(socket, (bits / 8).max(1))
                .map_err(refused(format!("setting SO_MAX_PACING_RATE for {bits} bit/s")))?;
        }
        if plan.send_copy == SendCopy::ZeroCopy {
            platform::permit_zero_copy(socket).map_err(refused("setting SO_ZEROCOPY".to_owned()))?;
        }
    }
    if let Some(name) = &plan.congestion_control {
        platform::set_congestion_control(socket, name).map_err(refused(format!("setting TCP_CONGESTION to {name}")))?;
    }
    socket.set_tcp_nodelay(plan.no_delay).map_err(refused(format!("setting TCP_NODELAY to {}", plan.no_delay)))
}

/// Has a socket go out over the interface, and from the address, that the plan names, or else from `source`.
pub(crate) fn place(
    socket: &SockRef<'_>,
    plan: &RolePlan,
    stream: u32,
    source: Option<IpAddr>,
) -> Result<(), EngineError> {
    let refused = |option: String| move |source| EngineError::Option { stream, of: plan.streams, option, source };
    if let Some(name) = &plan.source_interface {
        socket.bind_device(Some(name.as_bytes())).map_err(|source| {
            let right = if source.kind() == io::ErrorKind::PermissionDenied {
                ", which needs the capability CAP_NET_RAW or no source interface,"
            } else {
                ""
            };
            refused(format!("setting SO_BINDTODEVICE to {name}{right}"))(source)
        })?;
    }
    if let Some(ip) = plan.source_address.or(source) {
        platform::lend_ports_late(socket);
        socket.bind(&SocketAddr::new(ip, 0).into()).map_err(refused(format!("opening it from {ip}")))?;
    }
    Ok(())
}

/// The kernel takes an `int` and clamps it to its own maximum by itself.
fn clamp(bytes: u64) -> usize {
    bytes.min(i32::MAX as u64) as usize
}

/// Makes calls block with bounded patience, or not at all, as the inner loop needs it.
pub(crate) fn suit(socket: &TcpStream, plan: &RolePlan) -> io::Result<()> {
    match plan.inner_loop {
        Loop::Exchange if plan.exchange.is_some_and(|exchange| exchange.spin) => socket.set_nonblocking(true),
        Loop::Blocking | Loop::Exchange => {
            socket.set_nonblocking(false)?;
            socket.set_read_timeout(Some(PATIENCE))?;
            socket.set_write_timeout(Some(PATIENCE))
        }
        Loop::Epoll | Loop::Batch => socket.set_nonblocking(true),
    }
}

/// Reads back what the kernel granted; where streams differ, the least.
pub(crate) fn in_effect<'a>(plan: &RolePlan, streams: impl ExactSizeIterator<Item = &'a TcpStream>) -> EndInEffect {
    let mut effect = EndInEffect {
        inner_loop: plan.inner_loop,
        threads: match plan.inner_loop {
            Loop::Blocking | Loop::Exchange => plan.streams,
            Loop::Epoll | Loop::Batch => plan.threads,
        },
        streams: streams.len() as u32,
        buffer_bytes: plan.buffer_bytes,
        send_socket_buffer_bytes: None,
        receive_socket_buffer_bytes: None,
        congestion_control: None,
        mss_bytes: None,
        no_delay: None,
        udp: None,
        local_address: None,
        peer_address: None,
    };
    for (index, stream) in streams.enumerate() {
        let socket = SockRef::from(stream);
        least(&mut effect.send_socket_buffer_bytes, socket.send_buffer_size().ok().map(|bytes| bytes as u64));
        least(&mut effect.receive_socket_buffer_bytes, socket.recv_buffer_size().ok().map(|bytes| bytes as u64));
        least(&mut effect.mss_bytes, platform::mss(&socket));
        least(&mut effect.no_delay, socket.tcp_nodelay().ok());
        if index == 0 {
            effect.congestion_control = platform::congestion_control(&socket);
            effect.local_address = stream.local_addr().ok().map(plain);
            effect.peer_address = stream.peer_addr().ok().map(plain);
        }
    }
    effect
}

/// Keeps the lesser one; unknown never is.
pub(crate) fn least<T: Ord>(known: &mut Option<T>, found: Option<T>) {
    if let Some(found) = found
        && known.as_ref().is_none_or(|known| found < *known)
    {
        *known = Some(found);
    }
}

/// An IPv4 address that a dual-stack socket shows as IPv6 is shown as what it is.
pub(crate) fn plain(address: SocketAddr) -> String {
    canonical(address).to_string()
}

/// An IPv4 address as itself, where a dual-stack socket shows it inside an IPv6 one (RFC 4291 §2.5.5.2).
pub(crate) fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_wins_and_unknown_never_does() {
        let mut known = None;
        for (found, expected) in
            [(None, None), (Some(5), Some(5)), (None, Some(5)), (Some(7), Some(5)), (Some(3), Some(3))]
        {
            least(&mut known, found);
            assert_eq!(known, expected);
        }
    }

    #[test]
    fn mapped_addresses_are_shown_plainly() {
        assert_eq!(plain("[::ffff:10.0.0.4]:7575".parse().unwrap()), "10.0.0.4:7575");
        assert_eq!(plain("[2001:db8::1]:7575".parse().unwrap()), "[2001:db8::1]:7575");
    }
}
