//! What the kernel dropped at the session's own sockets.

use std::net::UdpSocket;
use std::sync::Arc;

use crate::platform;
use crate::udp::flow::Flow;

/// The sockets, each once, with what each had dropped at the last look.
#[derive(Debug)]
pub(super) struct Drops {
    sockets: Vec<(Arc<UdpSocket>, Total)>,
}

/// A count that the kernel keeps in 32 bits, in 64.
#[derive(Debug, Clone, Copy, Default)]
struct Total {
    last: u32,
    sum: u64,
}

impl Total {
    /// What it is by now, if it is read at least once while it goes around.
    fn follow(&mut self, now: u32) -> u64 {
        self.sum += u64::from(now.wrapping_sub(self.last));
        self.last = now;
        self.sum
    }
}

impl Drops {
    /// Those that the flows go through; at one end several share one.
    pub(super) fn of(flows: &[Flow]) -> Self {
        let mut sockets: Vec<(Arc<UdpSocket>, Total)> = Vec::new();
        for flow in flows {
            if !sockets.iter().any(|(known, _)| Arc::ptr_eq(known, &flow.socket)) {
                sockets.push((Arc::clone(&flow.socket), Total::default()));
            }
        }
        Self { sockets }
    }

    /// The sum since the sockets were made; none if one of them does not say.
    pub(super) fn read(&mut self) -> Option<u64> {
        let drops = |(socket, total): &mut (Arc<UdpSocket>, Total)| Some(total.follow(platform::socket_drops(socket)?));
        self.sockets.iter_mut().map(drops).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use socket2::SockRef;

    #[test]
    fn a_count_goes_on_when_the_kernel_begins_again() {
        let mut total = Total::default();
        assert_eq!([5, u32::MAX, 3].map(|now| total.follow(now)), [5, u64::from(u32::MAX), u64::from(u32::MAX) + 4]);
    }

    #[test]
    fn a_socket_that_flows_share_is_counted_once() {
        let (near, far) = (UdpSocket::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
        SockRef::from(&far).set_recv_buffer_size(4096).unwrap();
        let (far_end, address) = (near.local_addr().unwrap(), far.local_addr().unwrap());
        let socket = Arc::new(far);
        let flow = |stream| Flow { stream, socket: Arc::clone(&socket), far_end, connected: false };
        let mut drops = Drops::of(&[flow(0), flow(1)]);
        assert_eq!(drops.read(), Some(0));
        for _ in 0..50 {
            near.send_to(&[0; 1000], address).unwrap();
        }
        let dropped = drops.read().unwrap();
        assert!((40..50).contains(&dropped), "{dropped}");
        assert_eq!(drops.read(), Some(dropped), "it is a count, not a difference");
    }
}
