//! Groups of memory with CPUs of their own: `/sys/devices/system/node` (sysfs-devices-node).

/// How many are in a list such as `0-1,4`; none where it can't be read.
pub(super) fn count(online: &str) -> Option<u32> {
    online.trim().split(',').try_fold(0_u32, |sum, range| sum.checked_add(length(range)?))
}

fn length(range: &str) -> Option<u32> {
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
    last.checked_sub(first)?.checked_add(1)
}

/// The one a card is near to; the file says −1 where the firmware does not tell.
pub(super) fn node(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_by_ranges() {
        for (text, expected) in
            [("0\n", Some(1)), ("0-1\n", Some(2)), ("0-1,4,8-9", Some(5)), ("", None), ("1-0", None), ("0-x", None)]
        {
            assert_eq!(count(text), expected, "{text}");
        }
        assert_eq!(count("0-4294967295"), None);
        assert_eq!((node("1\n"), node("-1\n")), (Some(1), None));
    }
}
