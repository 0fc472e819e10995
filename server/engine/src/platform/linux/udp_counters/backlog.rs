//! Packets that came while a CPU's backlog was full: `/proc/net/softnet_stat`.

use crate::platform::linux::counters::{softnet, value};

/// The sum over the CPUs. Not of this network namespace alone: the backlogs are the machine's.
pub(super) fn drops(text: &str) -> Option<u64> {
    value(&softnet::parse(text), "softnet.dropped")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_second_column_of_each_cpu_counts() {
        let text = "1d702713 000004a5 00000011 00000000 00000000\n1b9997c2 00000a57 00000010 00000000 00000000\n";
        assert_eq!(drops(text), Some(0x4a5 + 0xa57));
    }

    #[test]
    fn odd_text_is_unknown() {
        for text in ["1d702713\n", "1 x\n", "\n", "1 -2\n", "1 fffffffffffffffffffff\n"] {
            assert_eq!(drops(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "([0-9a-gx -]{0,30}\n?){0,5}") {
            let _ = drops(&text);
        }
    }
}
