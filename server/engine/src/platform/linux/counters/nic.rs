//! `/proc/net/dev`: what each interface moved, dropped and found wrong (`dev_seq_printf_stats`, net/core/net-procfs.c).
//!
//! One reading for all interfaces, and always those of this process's own network namespace, which `/sys` need not be. Its
//! column `drop` of what came in is `rx_dropped` and `rx_missed_errors` of `/sys/class/net/*/statistics` together.

use super::Reading;

/// The columns that are kept, by the names of sysfs-class-net-statistics.
const COLUMNS: [(usize, &str); 9] = [
    (0, "rx_bytes"),
    (1, "rx_packets"),
    (2, "rx_errors"),
    (3, "rx_dropped"),
    (4, "rx_fifo_errors"),
    (8, "tx_bytes"),
    (9, "tx_packets"),
    (10, "tx_errors"),
    (11, "tx_dropped"),
];

/// An interface and its columns, up to the first that can't be read.
pub(in crate::platform::linux) fn columns(line: &str) -> Option<(&str, Vec<u64>)> {
    // A name may have a colon, numbers have none.
    let (name, counts) = line.rsplit_once(':')?;
    let counts = counts.split_ascii_whitespace().map_while(|count| count.parse().ok());
    Some((name.trim_start(), counts.collect()))
}

/// Those of these interfaces.
pub(super) fn parse(text: &str, interfaces: &[String]) -> Vec<Reading> {
    let of_line = |line: &str| {
        let (name, counts) = columns(line)?;
        if !interfaces.iter().any(|wanted| wanted == name) {
            return None;
        }
        let reading = |(at, column)| Some((format!("nic.{name}.{column}"), *counts.get(at)?));
        Some(COLUMNS.into_iter().filter_map(reading).collect::<Vec<_>>())
    };
    text.lines().filter_map(of_line).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    // Captured; the last line was written by hand.
    const TEXT: &str = "Inter-|   Receive                                                |  Transmit\n \
        face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n    \
        lo: 38544792760175 857451255    0 3836    0     0          0         0 38544792760175 857451255    0    0    0     0       0          0\n  \
        eth0: 1883334347  152710    1    5    2     0          0         0 11001415  132060    3    9    9     0       0          0\n\
        eth0.100:18446744073709551615 17957 0 1 0 0 0 0 1 2 0 4 0 0 0 0\n";

    #[test]
    fn wanted_interfaces_are_read_and_others_are_not() {
        let all = parse(TEXT, &["eth0".to_owned(), "eth0.100".to_owned(), "gone".to_owned()]);
        let value = |name: &str| all.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        assert_eq!(value("nic.eth0.rx_bytes"), Some(1_883_334_347));
        assert_eq!(value("nic.eth0.tx_errors"), Some(3));
        assert_eq!(value("nic.eth0.rx_dropped"), Some(5));
        assert_eq!(value("nic.eth0.100.rx_bytes"), Some(u64::MAX));
        assert_eq!(value("nic.lo.rx_bytes"), None);
        assert_eq!(all.len(), 18);
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "([a-z0-9:|]{0,8}:?[ 0-9-]{0,40}\n?){0,6}") {
            let _ = parse(&text, &["a".to_owned()]);
        }
    }
}
