//! Sizes, durations and rates: how they are typed by a person and how they are shown.
//!
//! Rates are SI bits (`9.41 Gbit/s`), buffers IEC bytes (`128 KiB`), three significant figures.

use std::fmt;

/// Why a typed size or duration was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// There was no number at the start.
    #[error("`{0}` does not begin with a number")]
    NoNumber(String),
    /// The unit after the number is not one we know.
    #[error("`{unit}` is not a unit; known are {known}")]
    UnknownUnit {
        /// What was typed after the number.
        unit: String,
        /// The units that would have been understood.
        known: &'static str,
    },
    /// The value is negative, not finite, or beyond 64 bits.
    #[error("`{0}` is too large or not a plain number")]
    OutOfRange(String),
}

fn split(text: &str) -> Result<(f64, &str), UnitError> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let value: f64 = number.parse().map_err(|_| UnitError::NoNumber(text.to_owned()))?;
    Ok((value, unit.trim()))
}

fn whole(value: f64, text: &str) -> Result<u64, UnitError> {
    // 2^53: the largest range in which every whole number is exact in a double.
    if value.is_finite() && (0.0..=9_007_199_254_740_992.0).contains(&value) {
        Ok(value.round() as u64)
    } else {
        Err(UnitError::OutOfRange(text.to_owned()))
    }
}

/// Reads a duration in milliseconds: `10s`, `1500ms`, `2m`, `1h`; a bare number is seconds.
pub fn parse_millis(text: &str) -> Result<u64, UnitError> {
    let (value, unit) = split(text)?;
    let factor = match unit {
        "" | "s" => 1e3,
        "ms" => 1.0,
        "m" | "min" => 6e4,
        "h" => 3.6e6,
        other => return Err(UnitError::UnknownUnit { unit: other.to_owned(), known: "ms, s, m, h" }),
    };
    whole(value * factor, text)
}

/// Reads a size in bytes: `256KiB`, `64K` (1024), `1MB` (10^6), `1MiB`; a bare number is bytes.
pub fn parse_bytes(text: &str) -> Result<u64, UnitError> {
    let (value, unit) = split(text)?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        other => {
            return Err(UnitError::UnknownUnit {
                unit: other.to_owned(),
                known: "B, KiB, MiB, GiB, kB, MB, GB, and K, M, G for the binary ones",
            });
        }
    };
    whole(value * factor as f64, text)
}

/// Reads a rate in bits per second: `1Gbit/s`, `500M`, `10kbps`; factors are of a thousand, a bare number is bit/s.
pub fn parse_rate(text: &str) -> Result<u64, UnitError> {
    let (value, unit) = split(text)?;
    let word = unit.to_ascii_lowercase();
    let scale = ["bit/s", "bits/s", "bps", "bit"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(&word);
    let factor = match scale {
        "" => 1.0,
        "k" => 1e3,
        "m" => 1e6,
        "g" => 1e9,
        "t" => 1e12,
        _ => {
            let known = "bit/s, kbit/s, Mbit/s, Gbit/s, or k, M, G";
            return Err(UnitError::UnknownUnit { unit: unit.to_owned(), known });
        }
    };
    whole(value * factor, text)
}

/// A number made ready to be read, apart from its unit so that a page can set them differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    /// Three significant figures, a point as the decimal mark.
    pub number: String,
    /// The unit, never translated.
    pub unit: &'static str,
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unit.is_empty() { f.write_str(&self.number) } else { write!(f, "{} {}", self.number, self.unit) }
    }
}

/// Three significant figures of a finite number, without a trailing point or a negative zero.
pub fn three_figures(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    // The digits before the point after rounding to three figures decide how many follow it.
    let exponent = value.abs().log10().floor();
    let rounded = {
        let scale = 10f64.powf(2.0 - exponent);
        (value * scale).round() / scale
    };
    let exponent = rounded.abs().log10().floor();
    let decimals = (2.0 - exponent).clamp(0.0, 9.0) as usize;
    let text = format!("{rounded:.decimals$}");
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') { "0".to_owned() } else { text }
}

fn scaled(value: f64, base: f64, units: &[&'static str]) -> Quantity {
    let mut value = value;
    let mut unit = 0;
    // 999.5 would be shown as "1000"; the next unit shows "1.00".
    while unit + 1 < units.len() && value.abs() >= base * 0.9995 {
        value /= base;
        unit += 1;
    }
    Quantity { number: three_figures(value), unit: units[unit] }
}

/// A bit rate with its SI unit, from bits per second.
pub fn rate(bits_per_second: f64) -> Quantity {
    scaled(bits_per_second, 1000.0, &["bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"])
}

/// How often something happens, from times a second.
pub fn per_second(times: f64) -> Quantity {
    scaled(times, 1000.0, &["/s", "k/s", "M/s"])
}

/// An amount of memory or data with its IEC unit, from bytes.
pub fn bytes(count: f64) -> Quantity {
    scaled(count, 1024.0, &["B", "KiB", "MiB", "GiB", "TiB", "PiB"])
}

/// A span of time with the unit that suits it, from seconds.
pub fn seconds(value: f64) -> Quantity {
    if value != 0.0 && value.abs() < 0.9995 {
        return if value.abs() < 0.000_999_5 {
            Quantity { number: three_figures(value * 1e6), unit: "µs" }
        } else {
            Quantity { number: three_figures(value * 1e3), unit: "ms" }
        };
    }
    Quantity { number: three_figures(value), unit: "s" }
}

/// A share in percent, from a fraction of 100.
pub fn percent(value: f64) -> Quantity {
    Quantity { number: three_figures(value), unit: "%" }
}

/// A duration as it would be typed: `10s`, `1500ms`.
pub fn show_millis(millis: u64) -> String {
    if millis.is_multiple_of(1000) { format!("{}s", millis / 1000) } else { format!("{millis}ms") }
}

/// A size as it would be typed: `256KiB`, `1500`.
pub fn show_bytes(count: u64) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
        if count > 0 && count.is_multiple_of(1 << shift) {
            return format!("{}{unit}", count >> shift);
        }
    }
    count.to_string()
}

/// A rate as it would be typed: `1Gbit/s`, `1500kbit/s`.
pub fn show_rate(bits_per_second: u64) -> String {
    for (factor, unit) in [(1_000_000_000, "Gbit/s"), (1_000_000, "Mbit/s"), (1_000, "kbit/s")] {
        if bits_per_second > 0 && bits_per_second.is_multiple_of(factor) {
            return format!("{}{unit}", bits_per_second / factor);
        }
    }
    format!("{bits_per_second}bit/s")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn durations_are_read_with_and_without_units() {
        for (text, millis) in
            [("10s", 10_000), ("10", 10_000), ("1.5s", 1500), ("250ms", 250), ("2m", 120_000), ("1h", 3_600_000)]
        {
            assert_eq!(parse_millis(text), Ok(millis), "{text}");
        }
        assert!(parse_millis("ten").is_err());
        assert!(parse_millis("10 parsecs").is_err());
        assert!(parse_millis("-1s").is_err());
    }

    #[test]
    fn sizes_tell_binary_from_decimal() {
        for (text, count) in
            [("64K", 65_536), ("64KiB", 65_536), ("64kB", 64_000), ("1MiB", 1 << 20), ("1448", 1448), ("2g", 2 << 30)]
        {
            assert_eq!(parse_bytes(text), Ok(count), "{text}");
        }
        assert!(parse_bytes("99999999999999GiB").is_err());
    }

    #[test]
    fn rates_are_typed_in_many_ways() {
        for (text, rate) in [("1G", 1_000_000_000), ("1.5Gbit/s", 1_500_000_000), ("10 Mbps", 10_000_000), ("64", 64)] {
            assert_eq!(parse_rate(text), Ok(rate), "{text}");
        }
        assert!(parse_rate("1 GB").is_err() && parse_rate("fast").is_err());
    }

    #[test]
    fn figures_are_three_and_units_fit() {
        for (value, text) in [
            (9.412e9, "9.41 Gbit/s"),
            (95.6e6, "95.6 Mbit/s"),
            (999_999.0, "1.00 Mbit/s"),
            (0.0, "0 bit/s"),
            (1.0, "1.00 bit/s"),
            (123_456.0, "123 kbit/s"),
        ] {
            assert_eq!(rate(value).to_string(), text);
        }
        assert_eq!(bytes(131_072.0).to_string(), "128 KiB");
        assert_eq!(seconds(0.000_210).to_string(), "210 µs");
        assert_eq!(seconds(10.0).to_string(), "10.0 s");
        assert_eq!(three_figures(-0.0), "0");
        assert_eq!(three_figures(f64::NAN), "–");
    }

    proptest! {
        #[test]
        fn shown_durations_are_read_back(millis in 0u64..10_000_000_000) {
            prop_assert_eq!(parse_millis(&show_millis(millis)), Ok(millis));
        }

        #[test]
        fn shown_sizes_are_read_back(count in 0u64..1u64 << 52) {
            prop_assert_eq!(parse_bytes(&show_bytes(count)), Ok(count));
        }

        #[test]
        fn shown_rates_are_read_back(rate in 0u64..1u64 << 52) {
            prop_assert_eq!(parse_rate(&show_rate(rate)), Ok(rate));
        }

        #[test]
        fn any_rate_has_at_most_three_figures_and_no_nan(value in 0.0f64..1e14) {
            let text = rate(value).number;
            prop_assert!(text.chars().filter(char::is_ascii_digit).count() <= 12);
            prop_assert!(!text.contains("NaN") && !text.starts_with('-'));
        }

        #[test]
        fn foreign_text_never_panics(text in ".{0,40}") {
            let _ = parse_bytes(&text);
            let _ = parse_millis(&text);
        }
    }
}
