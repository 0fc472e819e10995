//! The languages pairperf speaks, how one is chosen, and how each writes a number.

use std::fmt;

/// A language there is a catalogue for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// English; also what the command line speaks.
    #[default]
    En,
    /// French.
    Fr,
    /// Russian.
    Ru,
    /// Korean.
    Ko,
}

impl Lang {
    /// All of them, in the order of a menu.
    pub const ALL: [Self; 4] = [Self::En, Self::Fr, Self::Ru, Self::Ko];

    /// Its tag (BCP 47), also the name of its catalogue.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
            Self::Ru => "ru",
            Self::Ko => "ko",
        }
    }

    /// What its speakers call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Fr => "Français",
            Self::Ru => "Русский",
            Self::Ko => "한국어",
        }
    }

    /// The language of a tag such as `ru-RU`; none where we don't speak it.
    pub fn of(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(primary))
    }

    /// The language for a reader: what the address asks for, else what was chosen before, else the first that the
    /// browser prefers (`Accept-Language`, RFC 9110 §12.5.4), else English.
    pub fn choose(asked: Option<&str>, stored: Option<&str>, accepted: &str) -> Self {
        let named = |tag: Option<&str>| tag.and_then(Self::of);
        named(asked).or_else(|| named(stored)).or_else(|| preferred(accepted)).unwrap_or_default()
    }

    /// The mark between whole and fraction.
    pub fn decimal_mark(self) -> char {
        match self {
            Self::En | Self::Ko => '.',
            Self::Fr | Self::Ru => ',',
        }
    }

    /// What separates thousands (CLDR: narrow no-break space in French, no-break space in Russian).
    pub fn thousands_mark(self) -> char {
        match self {
            Self::En | Self::Ko => ',',
            Self::Fr => '\u{202f}',
            Self::Ru => '\u{a0}',
        }
    }

    /// A plain decimal number (`-1234.5`) as it is written in this language; anything else as it is.
    pub fn number(self, plain: &str) -> String {
        let (sign, rest) = match plain.strip_prefix(['-', '−']) {
            Some(rest) => ("−", rest),
            None => ("", plain),
        };
        let (whole, fraction) = rest.split_once('.').unwrap_or((rest, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(fraction) {
            return plain.to_owned();
        }
        let mut written = sign.to_owned();
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                written.push(self.thousands_mark());
            }
            written.push(digit);
        }
        if rest.contains('.') {
            written.push(self.decimal_mark());
            written.push_str(fraction);
        }
        written
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// The first language of an `Accept-Language` header that we speak, by weight, then by order.
fn preferred(accepted: &str) -> Option<Lang> {
    let mut best: Option<(f32, Lang)> = None;
    for item in accepted.split(',').take(32) {
        let (tag, weight) = item.split_once(';').unwrap_or((item, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.trim().parse().ok());
        let (Some(lang), Some(weight)) = (Lang::of(tag), weight) else { continue };
        if weight > 0.0 && best.is_none_or(|(most, _)| weight > most) {
            best = Some((weight, lang));
        }
    }
    best.map(|(_, lang)| lang)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_address_wins_over_the_choice_and_the_choice_over_the_browser() {
        assert_eq!(Lang::choose(Some("ko"), Some("fr"), "ru"), Lang::Ko);
        assert_eq!(Lang::choose(Some("xx"), Some("fr"), "ru"), Lang::Fr);
        assert_eq!(Lang::choose(None, None, "de-DE, ru;q=0.8, fr;q=0.9"), Lang::Fr);
        assert_eq!(Lang::choose(None, None, "ru-RU,ru;q=0.9,en;q=0.8"), Lang::Ru);
        assert_eq!(Lang::choose(None, None, "fr;q=0, de"), Lang::En);
    }

    #[test]
    fn numbers_are_written_as_in_the_language() {
        assert_eq!(Lang::En.number("1234567.5"), "1,234,567.5");
        assert_eq!(Lang::Fr.number("1204"), "1\u{202f}204");
        assert_eq!(Lang::Ru.number("9.41"), "9,41");
        assert_eq!(Lang::Ko.number("-0.30"), "−0.30");
        assert_eq!(Lang::Fr.number("–"), "–");
        assert_eq!(Lang::Fr.number("10.0.0.4"), "10.0.0.4");
    }

    proptest! {
        #[test]
        fn foreign_headers_never_panic(header in ".{0,80}") {
            let _ = Lang::choose(Some(&header), None, &header);
            let _ = Lang::Ru.number(&header);
        }
    }
}
