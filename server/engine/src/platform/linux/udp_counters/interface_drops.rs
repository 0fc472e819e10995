//! Packets that interfaces received and dropped: `/proc/net/dev`.
//!
//! Its column `drop` is `rx_dropped` + `rx_missed_errors`, its column `fifo` is `rx_fifo_errors` of
//! `/sys/class/net/*/statistics` (`dev_seq_printf_stats`, net/core/net-procfs.c): all in one file, and always that of the
//! process's own network namespace, which `/sys` is not.

use crate::platform::linux::counters::nic;

/// The columns `drop` and `fifo` of what came in.
const DROP: usize = 3;
const FIFO: usize = 4;

/// The sum over all interfaces but loopback.
pub(super) fn sum(text: &str) -> u64 {
    text.lines().filter_map(drops).fold(0, u64::saturating_add)
}

/// One line such as `eth0: bytes packets errs drop fifo …`; the two lines of titles have no colon.
fn drops(line: &str) -> Option<u64> {
    let (_, counts) = nic::columns(line).filter(|(name, _)| *name != "lo")?;
    Some(counts.get(DROP)?.saturating_add(*counts.get(FIFO)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CAPTURED: &str = "Inter-|   Receive                                                |  Transmit\n \
        face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n    \
        lo: 38544792760175 857451255    0 3836    0     0          0         0 38544792760175 857451255    0    0    0     0       0          0\n  \
        eth0: 1883334347  152710    1    5    2     0          0         0 11001415  132060    0    9    9     0       0          0\n\
        a:b:3: 1204223   17957    0    1    0     0          0         0 624227899   27067    0    4    0     0       0          0\n";

    #[test]
    fn received_drops_of_all_but_loopback_count() {
        assert_eq!(sum(CAPTURED), 5 + 2 + 1);
    }

    #[test]
    fn odd_lines_are_left_out() {
        for text in [
            "",
            ":",
            "eth0:",
            "eth0: 1 2 3 4",
            "eth0: 1 2 3 -4 5",
            "eth0: 1 2 3 x 5",
            "eth0: 1 2 3 99999999999999999999 0",
        ] {
            assert_eq!(sum(text), 0, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "([a-z0-9:|]{0,8}:?[ 0-9-]{0,40}\n?){0,6}") {
            let _ = sum(&text);
        }
    }
}
