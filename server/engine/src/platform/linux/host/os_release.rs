//! The name of the distribution: `os-release(5)`.

/// `PRETTY_NAME`, without the quoting of the shell in which the file is written.
pub(super) fn parse(text: &str) -> Option<String> {
    let value = text.lines().rev().find_map(|line| line.trim().strip_prefix("PRETTY_NAME="))?;
    let name = unquote(value.trim());
    (!name.is_empty()).then_some(name)
}

fn unquote(value: &str) -> String {
    let inner = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(literal) = inner('\'') {
        return literal.to_owned();
    }
    let mut plain = String::new();
    let mut escaped = false;
    for character in inner('"').unwrap_or(value).chars() {
        if character == '\\' && !escaped {
            escaped = true;
        } else {
            plain.push(character);
            escaped = false;
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_quotes() {
        for (text, name) in [
            (
                "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=\"Debian GNU/Linux\"\n",
                "Debian GNU/Linux 12 (bookworm)",
            ),
            ("NAME=Arch\nPRETTY_NAME='Arch Linux'", "Arch Linux"),
            ("PRETTY_NAME=Alpine", "Alpine"),
            (r#"PRETTY_NAME="The \"Best\" \\ One""#, r#"The "Best" \ One"#),
            ("PRETTY_NAME=\"Ünïcode ✓\"", "Ünïcode ✓"),
            ("PRETTY_NAME=\"", "\""),
        ] {
            assert_eq!(parse(text).as_deref(), Some(name));
        }
    }

    #[test]
    fn no_name_is_unknown() {
        for text in ["", "NAME=x", "PRETTY_NAME=", "PRETTY_NAME=\"\"", "# PRETTY_NAME=x"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
