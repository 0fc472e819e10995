//! What the kernel counts of datagrams for the whole machine, since a session began.

mod backlog;
mod interface_drops;
mod snmp;

use pairperf_shared::datagram::UdpHostCount;

use super::kept::Kept;

/// Reads the counters relative to the moment it was made, from files it keeps open. Those of protocols and interfaces are
/// of this process's network namespace.
#[derive(Debug)]
pub(crate) struct UdpHostClock {
    snmp: Kept,
    /// None where the kernel has no IPv6.
    snmp6: Option<Kept>,
    backlog: Kept,
    interfaces: Kept,
    origin: UdpHostCount,
}

impl UdpHostClock {
    /// Begins counting; none where the kernel does not say.
    pub(crate) fn start() -> Option<Self> {
        let mut clock = Self {
            snmp: Kept::open("/proc/self/net/snmp")?,
            snmp6: Kept::open("/proc/self/net/snmp6"),
            backlog: Kept::open("/proc/self/net/softnet_stat")?,
            interfaces: Kept::open("/proc/self/net/dev")?,
            origin: UdpHostCount::default(),
        };
        clock.origin = clock.read()?;
        Some(clock)
    }

    /// What was counted since the start.
    pub(crate) fn since_start(&mut self) -> Option<UdpHostCount> {
        let now = self.read()?;
        Some(difference(&self.origin, &now))
    }

    fn read(&mut self) -> Option<UdpHostCount> {
        let v4 = snmp::udp(&self.snmp.text()?)?;
        let v6 = self.snmp6.as_mut().and_then(|file| snmp::udp6(&file.text()?)).unwrap_or_default();
        let receive_buffer_errors = v4.receive_buffer.saturating_add(v6.receive_buffer);
        Some(UdpHostCount {
            // The kernel counts what found no room in a receive buffer among the errors, too (`__udp_enqueue_schedule_skb`
            // and its callers, net/ipv4/udp.c).
            in_errors: v4.on_arrival.saturating_add(v6.on_arrival).saturating_sub(receive_buffer_errors),
            receive_buffer_errors,
            send_buffer_errors: v4.send_buffer.saturating_add(v6.send_buffer),
            backlog_drops: backlog::drops(&self.backlog.text()?)?,
            interface_drops: interface_drops::sum(&self.interfaces.text()?),
        })
    }
}

/// Later less earlier. An interface that went away takes its counts with it: nothing is counted backwards.
fn difference(earlier: &UdpHostCount, later: &UdpHostCount) -> UdpHostCount {
    let since = |count: fn(&UdpHostCount) -> u64| count(later).saturating_sub(count(earlier));
    UdpHostCount {
        in_errors: since(|count| count.in_errors),
        receive_buffer_errors: since(|count| count.receive_buffer_errors),
        send_buffer_errors: since(|count| count.send_buffer_errors),
        backlog_drops: since(|count| count.backlog_drops),
        interface_drops: since(|count| count.interface_drops),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use socket2::SockRef;
    use std::net::UdpSocket;

    #[test]
    fn what_a_full_buffer_drops_shows_in_the_counts_of_the_machine() {
        let mut clock = UdpHostClock::start().unwrap();
        let (near, far) = (UdpSocket::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
        SockRef::from(&far).set_recv_buffer_size(4096).unwrap();
        for _ in 0..50 {
            near.send_to(&[0; 1000], far.local_addr().unwrap()).unwrap();
        }
        // Others on this machine may drop more.
        assert!(clock.since_start().unwrap().receive_buffer_errors >= 40);
    }

    #[test]
    fn nothing_is_counted_backwards() {
        let (some, none) =
            (UdpHostCount { interface_drops: 9, in_errors: 2, ..Default::default() }, UdpHostCount::default());
        assert_eq!(difference(&some, &none), none);
        assert_eq!(difference(&none, &some), some);
    }
}
