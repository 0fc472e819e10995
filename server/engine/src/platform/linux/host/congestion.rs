//! Which congestion controls this process may choose.

use super::read;

/// `CAP_NET_ADMIN` (`capabilities(7)`).
const NET_ADMIN: u32 = 12;

/// With the right to administer the network every one the kernel has, else those it allows to all.
pub(super) fn choices() -> Vec<String> {
    let administers = read("/proc/self/status").is_some_and(|text| has_capability(&text, NET_ADMIN));
    let path = if administers {
        "/proc/sys/net/ipv4/tcp_available_congestion_control"
    } else {
        "/proc/sys/net/ipv4/tcp_allowed_congestion_control"
    };
    parse(&read(path).unwrap_or_default())
}

fn parse(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

/// Whether the effective capabilities in `/proc/self/status` contain that one.
fn has_capability(status: &str, capability: u32) -> bool {
    status
        .lines()
        .find_map(|line| line.strip_prefix("CapEff:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> capability & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        assert_eq!(parse("reno bbr cubic\n"), ["reno", "bbr", "cubic"]);
        assert!(parse("\n").is_empty());
    }

    #[test]
    fn capabilities_are_read_from_the_effective_mask() {
        assert!(has_capability("Name:\tx\nCapPrm:\t0\nCapEff:\t000001fffeffffff\n", NET_ADMIN));
        assert!(!has_capability("CapPrm:\t000001fffeffffff\nCapEff:\t0000000000000000\n", NET_ADMIN));
        for text in ["", "CapEff:", "CapEff:\tzz", "CapEff:\tfffffffffffffffffffff"] {
            assert!(!has_capability(text, NET_ADMIN), "{text}");
        }
    }
}
