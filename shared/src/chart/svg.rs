//! Writing SVG: numbers and percentages of few digits, text that can't be taken for markup.

use std::fmt;

/// The longest text that stands in a drawing, in characters.
pub const MOST_TEXT: usize = 60;
/// The longest sentence that describes a drawing, in characters.
pub const MOST_LABEL: usize = 600;

/// A number of at most one decimal, as an attribute takes it. What is not finite is 0.
#[derive(Debug, Clone, Copy)]
pub struct Number(pub f64);

/// A share of the width as a percentage of at most two decimals.
#[derive(Debug, Clone, Copy)]
pub struct Percent(pub f64);

/// Text without control characters, with markup escaped, cut to a number of characters.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a>(pub &'a str, pub usize);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = Digits::new();
        f.write_str(digits.tenths(self.0))
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = Digits::new();
        f.write_str(digits.fixed(self.0 * 1e4, 2))?;
        f.write_str("%")
    }
}

impl Text<'_> {
    /// The same cut, not yet escaped.
    pub(crate) fn plain(self) -> String {
        let Self(text, most) = self;
        let mut cut: String = text.chars().filter(|c| is_plain(*c)).take(most + 1).collect();
        if cut.chars().count() > most {
            cut = cut.chars().take(most.saturating_sub(1)).collect();
            cut.push('…');
        }
        cut
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text, most) = *self;
        let mut shown = text.chars().filter(|c| is_plain(*c));
        let mut left = most;
        while left > 0 {
            let Some(c) = shown.next() else { return Ok(()) };
            left -= 1;
            let last = left == 0 && shown.clone().next().is_some();
            match c {
                _ if last => f.write_str("…")?,
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c => fmt::Write::write_char(f, c)?,
            }
        }
        Ok(())
    }
}

/// XML 1.0 (§2.2) has no control characters and no U+FFFE; those that turn text about would mislead.
fn is_plain(c: char) -> bool {
    let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !turns && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Decimal digits without the formatter of floats, which takes ten times as long.
#[derive(Debug)]
pub(crate) struct Digits([u8; 24]);

impl Digits {
    pub(crate) fn new() -> Self {
        Self([0; 24])
    }

    /// A number with at most one decimal.
    pub(crate) fn tenths(&mut self, value: f64) -> &str {
        self.fixed(value * 10.0, 1)
    }

    /// A number of which `scaled` is 10 to the `decimals`; trailing zeros of the decimals are left out.
    fn fixed(&mut self, scaled: f64, decimals: usize) -> &str {
        // A float that is not a number becomes 0, one that is too large the largest.
        let whole = (scaled.round() as i64).clamp(-1_000_000_000, 1_000_000_000);
        let mut rest = whole.unsigned_abs();
        let mut decimals = decimals;
        while decimals > 0 && rest.is_multiple_of(10) {
            rest /= 10;
            decimals -= 1;
        }
        let mut at = self.0.len();
        let mut written = 0;
        while rest > 0 || written <= decimals {
            if written == decimals && decimals > 0 {
                at -= 1;
                self.0[at] = b'.';
            }
            at -= 1;
            self.0[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            written += 1;
        }
        if whole < 0 {
            at -= 1;
            self.0[at] = b'-';
        }
        str::from_utf8(&self.0[at..]).unwrap_or("0")
    }
}

/// The figure with the decimal mark of a language.
pub fn local(number: &str, decimal: char) -> String {
    if decimal == '.' { number.to_owned() } else { number.replace('.', decimal.encode_utf8(&mut [0; 4])) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_short_and_finite() {
        for (value, text) in [
            (0.0, "0"),
            (-0.04, "0"),
            (300.0, "300"),
            (0.25, "0.3"),
            (-12.34, "-12.3"),
            (1000.0, "1000"),
            (f64::NAN, "0"),
            (f64::INFINITY, "100000000"),
        ] {
            assert_eq!(Number(value).to_string(), text, "{value}");
        }
        assert_eq!(Percent(0.046_17).to_string(), "4.62%");
        assert_eq!((Percent(1.0).to_string(), Percent(0.5).to_string()), ("100%".to_owned(), "50%".to_owned()));
    }

    #[test]
    fn hostile_text_is_escaped_and_cut() {
        assert_eq!(
            Text("<script>'\"&\u{1b}\u{202e}\0", 60).to_string(),
            "&lt;script&gt;&#39;&quot;&amp;",
            "no markup, no control characters"
        );
        let long = Text(&"x".repeat(300), 60).to_string();
        assert_eq!((long.chars().count(), long.ends_with('…')), (60, true));
        assert_eq!(Text("exact", 5).to_string(), "exact");
        assert_eq!(local("1.5", ','), "1,5");
    }

    proptest! {
        #[test]
        fn numbers_are_read_back(value in -1e6f64..1e6) {
            let text = Number(value).to_string();
            prop_assert!((text.parse::<f64>().unwrap() - value).abs() <= 0.0501, "{} {}", text, value);
        }

        #[test]
        fn no_text_is_markup(text in any::<String>()) {
            let shown = Text(&text, 40).to_string();
            prop_assert!(!shown.contains(['<', '>', '"', '\'']) && !shown.contains(char::is_control));
        }
    }
}
