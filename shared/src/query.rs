//! Queries of addresses, read and written alike by the page and by the server's documents.

/// The pairs of a query, percent signs and pluses decoded.
pub fn pairs(query: &str) -> Vec<(String, String)> {
    query
        .trim_start_matches('?')
        .split('&')
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (decode(name), decode(value))
        })
        .collect()
}

/// A query of these pairs, with its `?`; nothing without pairs.
pub fn write<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let parts: Vec<String> =
        pairs.into_iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~' | b':') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

fn decode(text: &str) -> String {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let hex = (byte == b'%').then(|| after.get(..2)).flatten();
        let value = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        if let Some(value) = value {
            decoded.push(value);
            rest = &after[2..];
        } else {
            decoded.push(if byte == b'+' { b' ' } else { byte });
            rest = after;
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["", "plain", "a b&c=d", "100 %", "à é", "10.0.0.4:7575", "[fd00::4]:7575", "%zz", "a+b"] {
            let query = write([("label", text), ("x", "1")]);
            assert_eq!(pairs(&query)[0], ("label".to_owned(), text.to_owned()), "{query}");
        }
        assert_eq!(
            pairs("?a=1+2&b&c=%4"),
            [("a", "1 2"), ("b", ""), ("c", "%4")].map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
        assert_eq!(write([]), "");
    }
}
