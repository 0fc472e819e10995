//! How often a control group was held back at its share of CPU time: `cpu.stat`.

use super::Reading;
use crate::platform::linux::cgroup::Version;

/// The parser for that version's file.
pub(super) fn parser(version: Version) -> fn(&str) -> Vec<Reading> {
    match version {
        Version::One => first,
        Version::Two => second,
    }
}

/// Kernel documentation, scheduler/sched-bwc: `throttled_time` is in nanoseconds.
fn first(text: &str) -> Vec<Reading> {
    let time = value(text, "throttled_time").map(|ns| ("cgroup.throttled_usec".to_owned(), ns / 1000));
    periods(text).into_iter().chain(time).collect()
}

/// Kernel documentation, admin-guide/cgroup-v2: `throttled_usec` is in microseconds.
fn second(text: &str) -> Vec<Reading> {
    let time = value(text, "throttled_usec").map(|us| ("cgroup.throttled_usec".to_owned(), us));
    periods(text).into_iter().chain(time).collect()
}

fn periods(text: &str) -> Vec<Reading> {
    let reading = |key: &str| Some((format!("cgroup.{key}"), value(text, key)?));
    ["nr_periods", "nr_throttled"].into_iter().filter_map(reading).collect()
}

fn value(text: &str, key: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_versions_say_the_same_in_microseconds() {
        let expected = [("cgroup.nr_periods", 90), ("cgroup.nr_throttled", 12), ("cgroup.throttled_usec", 345_678)];
        let expected = expected.map(|(name, value)| (name.to_owned(), value));
        // Written by hand after the kernel's documentation of each.
        let two = "usage_usec 9000\nuser_usec 5000\nsystem_usec 4000\nnr_periods 90\nnr_throttled 12\nthrottled_usec 345678\n";
        let one = "nr_periods 90\nnr_throttled 12\nthrottled_time 345678999\n";
        assert_eq!(parser(Version::Two)(two), expected);
        assert_eq!(parser(Version::One)(one), expected);
    }

    #[test]
    fn a_group_without_a_limit_says_nothing() {
        // The root group's, without the controller.
        assert_eq!(second("usage_usec 9000\nuser_usec 5000\nsystem_usec 4000\n"), []);
        assert_eq!(first("nr_periods x\nnr_throttledd 5\n"), []);
    }
}
