//! Settings of the kernel that move throughput (kernel documentation, `networking/ip-sysctl` and `admin-guide/sysctl/net`).

use std::collections::BTreeMap;

use super::read;

/// Folder and name.
const SETTINGS: [(&str, &str); 14] = [
    ("ipv4", "tcp_rmem"),
    ("ipv4", "tcp_wmem"),
    ("ipv4", "tcp_congestion_control"),
    ("ipv4", "tcp_timestamps"),
    ("ipv4", "tcp_sack"),
    ("ipv4", "tcp_window_scaling"),
    ("ipv4", "tcp_mtu_probing"),
    ("ipv4", "tcp_slow_start_after_idle"),
    ("ipv4", "tcp_notsent_lowat"),
    ("core", "rmem_max"),
    ("core", "wmem_max"),
    ("core", "default_qdisc"),
    ("core", "netdev_max_backlog"),
    ("core", "busy_poll"),
];

/// Those that can be read. Some are not there in a network namespace of one's own.
pub(super) fn all() -> BTreeMap<String, String> {
    let setting = |(folder, name): (&str, &str)| {
        Some((name.to_owned(), value(&read(&format!("/proc/sys/net/{folder}/{name}"))?)?))
    };
    SETTINGS.into_iter().filter_map(setting).collect()
}

/// Several numbers stand with tabs between them.
fn value(text: &str) -> Option<String> {
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_are_written() {
        assert_eq!(value("4096\t131072\t6291456\n").as_deref(), Some("4096 131072 6291456"));
        assert_eq!(value("\n"), None);
        let all = all();
        assert!(all.contains_key("tcp_rmem") && all.contains_key("tcp_congestion_control"), "{all:?}");
    }
}
