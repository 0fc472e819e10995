//! `/proc/softirqs`: a line for each kind, a column for each CPU (`show_softirqs`, fs/proc/softirqs.c). Of the whole machine,
//! also inside a container.

use super::Reading;

/// Those of the network: what a packet costs on its way in and out.
const WANTED: [&str; 2] = ["NET_TX", "NET_RX"];

/// Their sums over all CPUs.
pub(super) fn parse(text: &str) -> Vec<Reading> {
    let reading = |line: &str| {
        let (kind, counts) = line.trim_start().split_once(':')?;
        let numbers = counts.split_ascii_whitespace().map(str::parse::<u64>);
        let sum = numbers.clone().try_fold(0, |sum: u64, count| Some(sum.wrapping_add(count.ok()?)))?;
        (WANTED.contains(&kind) && numbers.count() > 0).then(|| (format!("softirq.{kind}"), sum))
    };
    text.lines().filter_map(reading).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_the_network_are_added_up_over_the_cpus() {
        // Captured.
        let text = "                    CPU0       CPU1       \n          HI:          0          0\n      \
            NET_TX:    2491349    2309479\n      NET_RX:  939450262  590563338\n       BLOCK:          0    4105335\n";
        let expected = [("softirq.NET_TX", 4_800_828), ("softirq.NET_RX", 1_530_013_600)];
        assert_eq!(parse(text), expected.map(|(name, sum)| (name.to_owned(), sum)));
    }

    #[test]
    fn one_cpu_and_odd_text() {
        // Written by hand after proc(5), of a machine with one CPU.
        assert_eq!(parse("CPU0\nNET_RX: 7\n"), [("softirq.NET_RX".to_owned(), 7)]);
        for text in ["", "NET_RX:", "NET_RX: x", "NET_RX: 1 -2", "CPU0 CPU1"] {
            assert_eq!(parse(text), [], "{text}");
        }
    }
}
