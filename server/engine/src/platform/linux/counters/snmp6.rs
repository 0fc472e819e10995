//! `/proc/net/snmp6`: a line for each counter, its name and its value (`snmp6_seq_show`, net/ipv6/proc.c).

use super::Reading;

/// RFC 4293 and RFC 4113, of IPv6.
const WANTED: [&str; 18] = [
    "Ip6InReceives",
    "Ip6InDelivers",
    "Ip6InDiscards",
    "Ip6OutRequests",
    "Ip6OutDiscards",
    "Ip6OutNoRoutes",
    "Ip6ReasmReqds",
    "Ip6ReasmFails",
    "Ip6FragCreates",
    "Ip6InOctets",
    "Ip6OutOctets",
    "Udp6InDatagrams",
    "Udp6NoPorts",
    "Udp6InErrors",
    "Udp6OutDatagrams",
    "Udp6RcvbufErrors",
    "Udp6SndbufErrors",
    "Udp6InCsumErrors",
];

/// Those.
pub(in crate::platform::linux) fn parse(text: &str) -> Vec<Reading> {
    let reading = |line: &str| {
        let (name, value) = line.split_once(|c: char| c.is_ascii_whitespace())?;
        WANTED.contains(&name).then(|| Some((format!("Ip6.{name}"), value.trim().parse().ok()?))).flatten()
    };
    text.lines().filter_map(reading).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_ipv6_are_found_by_name() {
        // Captured, and cut.
        let text = "Ip6InReceives                   \t390281\nIp6InHdrErrors                  \t0\n\
            Ip6InOctets                     \t91\nUdp6InDatagrams                 \t5\nUdpLite6InErrors\t8\n";
        let expected = [("Ip6.Ip6InReceives", 390_281), ("Ip6.Ip6InOctets", 91), ("Ip6.Udp6InDatagrams", 5)];
        assert_eq!(parse(text), expected.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn odd_text_says_nothing() {
        for text in ["", "Ip6InOctets", "Ip6InOctets -1", "Ip6InOctets x\n", "Ip6InOctets 1 2"] {
            assert_eq!(parse(text), [], "{text}");
        }
    }
}
