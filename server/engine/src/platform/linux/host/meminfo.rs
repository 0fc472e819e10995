//! How much memory the machine has: `/proc/meminfo`.

/// `MemTotal` in bytes; the file counts in KiB and calls them kB.
pub(super) fn parse(text: &str) -> Option<u64> {
    let mut fields = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?.split_ascii_whitespace();
    let kibibytes: u64 = fields.next()?.parse().ok()?;
    (fields.next() == Some("kB")).then(|| kibibytes.checked_mul(1024)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_in_bytes() {
        assert_eq!(parse("MemTotal:       24683656 kB\nMemFree:        23030052 kB\n"), Some(24_683_656 * 1024));
        assert_eq!(parse("MemFree: 1 kB\nMemTotal: 2 kB"), Some(2048));
    }

    #[test]
    fn odd_text_is_unknown() {
        for text in [
            "",
            "MemTotal:",
            "MemTotal: kB",
            "MemTotal: 5",
            "MemTotal: 5 MB",
            "MemTotal: -5 kB",
            "MemTotal: 18446744073709551615 kB",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
