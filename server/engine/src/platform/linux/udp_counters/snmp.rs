//! Counters of the protocol: `/proc/net/snmp` and `/proc/net/snmp6` (RFC 4113, and the kernel's own,
//! `snmp4_udp_list` in net/ipv4/proc.c).

use crate::platform::linux::counters::{paired, snmp6, value};

/// Those that say what was dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct UdpErrors {
    /// Datagrams that came and could not be delivered, `receive_buffer` included.
    pub(super) on_arrival: u64,
    /// Datagrams for which there was no room in a socket's receive buffer.
    pub(super) receive_buffer: u64,
    /// Datagrams for which there was no room on the way out.
    pub(super) send_buffer: u64,
}

/// Over IPv4.
pub(super) fn udp(text: &str) -> Option<UdpErrors> {
    let readings = paired::of_protocol(text, "Udp", &["InErrors", "RcvbufErrors", "SndbufErrors"]);
    errors(|name| value(&readings, &format!("Udp.{name}")))
}

/// Over IPv6.
pub(super) fn udp6(text: &str) -> Option<UdpErrors> {
    let readings = snmp6::parse(text);
    errors(|name| value(&readings, &format!("Ip6.Udp6{name}")))
}

fn errors(value: impl Fn(&str) -> Option<u64>) -> Option<UdpErrors> {
    Some(UdpErrors {
        on_arrival: value("InErrors")?,
        receive_buffer: value("RcvbufErrors")?,
        send_buffer: value("SndbufErrors")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SNMP: &str = "Tcp: RtoAlgorithm RtoMin\nTcp: 1 200\n\
        Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors IgnoredMulti MemErrors\n\
        Udp: 62422 59 11 63367 7 3 2 0 2\n\
        UdpLite: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors IgnoredMulti MemErrors\n\
        UdpLite: 1 1 1 1 1 1 1 1 1\n";
    const SNMP6: &str = "Ip6InReceives                   \t12\n\
        Udp6InDatagrams                 \t5\n\
        Udp6NoPorts                     \t0\n\
        Udp6InErrors                    \t4\n\
        Udp6OutDatagrams                \t9\n\
        Udp6RcvbufErrors                \t3\n\
        Udp6SndbufErrors                \t1\n\
        UdpLite6InErrors                \t8\n";

    #[test]
    fn both_families_are_read_by_name() {
        let expected = UdpErrors { on_arrival: 11, receive_buffer: 7, send_buffer: 3 };
        assert_eq!(udp(SNMP), Some(expected));
        let expected = UdpErrors { on_arrival: 4, receive_buffer: 3, send_buffer: 1 };
        assert_eq!(udp6(SNMP6), Some(expected));
    }

    #[test]
    fn odd_text_is_unknown() {
        for text in [
            "",
            "Udp:",
            "Udp: InErrors\n",
            "Udp: InErrors RcvbufErrors SndbufErrors\nUdp: 1 2\n",
            "Udp: InErrors RcvbufErrors SndbufErrors\nUdp: 1 2 -3\n",
            "Udp: InErrors RcvbufErrors SndbufErrors\nUdp: 1 2 99999999999999999999999\n",
            "Udp6InErrors 1\nUdp6RcvbufErrors\nUdp6SndbufErrors 1\n",
        ] {
            assert_eq!((udp(text), udp6(text)), (None, None), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "(Udp6?:?[ \tA-Za-z]{0,20}[ 0-9-]{0,24}\n?){0,6}.{0,20}") {
            let _ = (udp(&text), udp6(&text));
        }
    }
}
