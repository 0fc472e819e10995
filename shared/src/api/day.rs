//! A day of the calendar, as the filters of a list name it.

use std::fmt;
use std::str::FromStr;

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// A day in UTC from 1970-01-01 to 9999-12-31, written `2026-11-30`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    year: i64,
    month: i64,
    of_month: i64,
}

/// The text is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a day like 2026-11-30")]
pub struct NoDay;

impl Day {
    /// Its first moment, in milliseconds since 1970-01-01T00:00:00Z.
    pub fn start_ms(self) -> i64 {
        // Days from civil: years begin in March, so that the leap day is the last (Hinnant, chrono-Compatible
        // Low-Level Date Algorithms).
        let year = if self.month <= 2 { self.year - 1 } else { self.year };
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((self.month + 9) % 12) + 2) / 5 + self.of_month - 1;
        let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
        days * DAY_MS
    }

    /// The first moment after it.
    pub fn end_ms(self) -> i64 {
        self.start_ms() + DAY_MS
    }
}

fn days_of(year: i64, month: i64) -> i64 {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        let plain = |(at, byte): (usize, u8)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
        if text.len() != 10 || !text.bytes().enumerate().all(plain) {
            return Err(NoDay);
        }
        let number = |range| text.get(range).and_then(|digits: &str| digits.parse::<i64>().ok()).ok_or(NoDay);
        let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
        let real = year >= 1970 && (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
        if real { Ok(Self { year, month, of_month: day }) } else { Err(NoDay) }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.of_month)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_its_place_in_time() {
        for (text, days) in [
            ("1970-01-01", 0),
            ("1970-03-01", 59),
            ("2000-02-29", 11_016),
            ("2000-03-01", 11_017),
            ("2026-11-30", 20_787),
        ] {
            let day: Day = text.parse().unwrap();
            assert_eq!((day.start_ms(), day.to_string().as_str()), (days * DAY_MS, text));
        }
        for text in ["", "2026-11-31", "2026-02-29", "2026-13-01", "1969-12-31", "2026-1-30", "26-11-30", "２026-11-3"]
        {
            assert_eq!(text.parse::<Day>(), Err(NoDay), "{text}");
        }
    }
}
