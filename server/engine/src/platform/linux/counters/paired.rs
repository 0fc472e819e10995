//! `/proc/net/snmp` and `/proc/net/netstat`: for each protocol a line of names and one of values, both beginning with the
//! protocol (`snmp_seq_show` and `netstat_seq_show`, net/ipv4/proc.c).

use super::Reading;

/// IPv4, TCP of both families, UDP of IPv4 (RFC 4293, RFC 4022, RFC 4113).
const SNMP: [(&str, &[&str]); 3] = [
    (
        "Ip",
        &[
            "InReceives",
            "InHdrErrors",
            "InDiscards",
            "InDelivers",
            "OutRequests",
            "OutDiscards",
            "OutNoRoutes",
            "ReasmReqds",
            "ReasmOKs",
            "ReasmFails",
            "FragOKs",
            "FragFails",
            "FragCreates",
        ],
    ),
    (
        "Tcp",
        &[
            "ActiveOpens",
            "PassiveOpens",
            "AttemptFails",
            "EstabResets",
            "InSegs",
            "OutSegs",
            "RetransSegs",
            "InErrs",
            "OutRsts",
            "InCsumErrors",
        ],
    ),
    (
        "Udp",
        &[
            "InDatagrams",
            "NoPorts",
            "InErrors",
            "OutDatagrams",
            "RcvbufErrors",
            "SndbufErrors",
            "InCsumErrors",
            "MemErrors",
        ],
    ),
];

/// The kernel's own (kernel documentation, `networking/snmp_counter`).
const NETSTAT: [(&str, &[&str]); 2] = [
    (
        "TcpExt",
        &[
            "TCPLostRetransmit",
            "TCPSynRetrans",
            "TCPFastRetrans",
            "TCPForwardRetrans",
            "TCPSlowStartRetrans",
            "TCPRetransFail",
            "TCPTimeouts",
            "ListenDrops",
            "ListenOverflows",
            "TCPBacklogDrop",
            "TCPRcvQDrop",
            "PruneCalled",
            "TCPOFOQueue",
            "TCPRcvCollapsed",
        ],
    ),
    ("IpExt", &["InOctets", "OutOctets", "InCEPkts"]),
];

/// Of `/proc/net/snmp`.
pub(super) fn snmp(text: &str) -> Vec<Reading> {
    wanted(text, &SNMP)
}

/// Of `/proc/net/netstat`.
pub(super) fn netstat(text: &str) -> Vec<Reading> {
    wanted(text, &NETSTAT)
}

fn wanted(text: &str, protocols: &[(&str, &[&str])]) -> Vec<Reading> {
    protocols.iter().flat_map(|(protocol, names)| of_protocol(text, protocol, names)).collect()
}

/// The counters of one protocol that are wanted.
pub(in crate::platform::linux) fn of_protocol(text: &str, protocol: &str, wanted: &[&str]) -> Vec<Reading> {
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(protocol)?.strip_prefix(':'));
    let (Some(names), Some(values)) = (lines.next(), lines.next()) else { return Vec::new() };
    let pairs = names.split_ascii_whitespace().zip(values.split_ascii_whitespace());
    let reading = |(name, value): (&str, &str)| {
        let known = wanted.contains(&name);
        known.then(|| Some((format!("{protocol}.{name}"), value.parse().ok()?))).flatten()
    };
    pairs.filter_map(reading).collect()
}

#[cfg(test)]
mod tests {
    use super::super::value;
    use super::*;
    use proptest::prelude::*;

    const CAPTURED: &str = "\
Ip: Forwarding DefaultTTL InReceives InHdrErrors InAddrErrors ForwDatagrams InUnknownProtos InDiscards InDelivers OutRequests OutDiscards OutNoRoutes ReasmTimeout ReasmReqds ReasmOKs ReasmFails FragOKs FragFails FragCreates OutTransmits
Ip: 2 64 1168412648 0 0 44831 0 0 1168366646 1031353798 10359 14 0 0 0 0 0 1 0 1031398628
Tcp: RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens PassiveOpens AttemptFails EstabResets CurrEstab InSegs OutSegs RetransSegs InErrs OutRsts InCsumErrors
Tcp: 1 200 120000 -1 267378 237637 3371 74364 0 1023759182 1023665375 380744 0 72134 0
Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors IgnoredMulti MemErrors
Udp: 117273879 12692 43629609 144792414 43629609 0 0 0 0
UdpLite: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors IgnoredMulti MemErrors
UdpLite: 1 1 1 1 1 1 1 1 1
";
    // Written by hand in the shape of Linux 2.6.32, which has no InCsumErrors and other TcpExt names.
    const OLD: &str = "\
TcpExt: SyncookiesSent PruneCalled ListenOverflows ListenDrops TCPFastRetrans TCPForwardRetrans TCPSlowStartRetrans TCPTimeouts
TcpExt: 0 4 5 6 7 8 9 10
IpExt: InNoRoutes InTruncatedPkts InMcastPkts OutMcastPkts InBcastPkts OutBcastPkts InOctets OutOctets
IpExt: 0 0 0 0 0 0 11 12
";

    #[test]
    fn counters_are_found_by_name() {
        let all = snmp(CAPTURED);
        for (name, expected) in [
            ("Ip.InReceives", Some(1_168_412_648)),
            ("Tcp.OutSegs", Some(1_023_665_375)),
            ("Tcp.RetransSegs", Some(380_744)),
            ("Udp.InDatagrams", Some(117_273_879)),
            ("Udp.RcvbufErrors", Some(43_629_609)),
            ("Tcp.CurrEstab", None),
            ("Tcp.MaxConn", None),
        ] {
            assert_eq!(value(&all, name), expected, "{name}");
        }
    }

    #[test]
    fn what_an_older_kernel_does_not_count_has_no_name() {
        let all = netstat(OLD);
        assert_eq!(value(&all, "TcpExt.TCPForwardRetrans"), Some(8));
        assert_eq!(value(&all, "IpExt.InOctets"), Some(11));
        assert_eq!((value(&all, "IpExt.InCEPkts"), value(&all, "TcpExt.TCPSynRetrans")), (None, None));
        assert_eq!(all.len(), 9);
    }

    #[test]
    fn odd_text_says_nothing() {
        for text in
            ["", "Tcp:", "Tcp: OutSegs", "Tcp: OutSegs\nTcp: -1\n", "Tcp: OutSegs\nTcp:\n", "TcpX: OutSegs\nTcpX: 1"]
        {
            assert_eq!(snmp(text), [], "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "((Ip|Tcp|TcpExt|Udp):?[ A-Za-z]{0,20}[ 0-9-]{0,24}\n?){0,6}.{0,20}") {
            let _ = (snmp(&text), netstat(&text));
        }
    }
}
