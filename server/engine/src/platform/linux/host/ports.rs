//! Which local ports the kernel gives to outgoing connections.

/// First and last of `ip_local_port_range`.
pub(super) fn parse(text: &str) -> Option<(u16, u16)> {
    let mut fields = text.split_ascii_whitespace().map(str::parse);
    match (fields.next()?, fields.next()?, fields.next()) {
        (Ok(first), Ok(last), None) if first <= last => Some((first, last)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_ports_in_order_and_nothing_else() {
        assert_eq!(parse("32768\t60999\n"), Some((32_768, 60_999)));
        assert_eq!(parse("1 1"), Some((1, 1)));
        for text in ["", "1", "2 1", "1 70000", "a b", "1 2 3"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
