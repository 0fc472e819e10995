//! Waits for something to come about, and not for ever.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// How often is looked.
const PAUSE: Duration = Duration::from_millis(100);

/// Looks again and again until there is a value; fails when `look` fails, or when `limit` has passed.
pub(super) fn until<T>(limit: Duration, doing: &str, mut look: impl FnMut() -> Result<Option<T>>) -> Result<T> {
    let start = Instant::now();
    loop {
        if let Some(value) = look()? {
            return Ok(value);
        }
        if start.elapsed() >= limit {
            bail!("{doing}: nothing came of it within {} s", limit.as_secs());
        }
        std::thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_with_a_value_a_failure_or_the_limit() {
        let mut looks = 0;
        let third = until(Duration::from_mins(1), "counting", || {
            looks += 1;
            Ok((looks == 3).then_some(looks))
        });
        assert_eq!(third.unwrap(), 3);
        let failed = until::<()>(Duration::from_mins(1), "counting", || bail!("no numbers left")).unwrap_err();
        assert_eq!(failed.to_string(), "no numbers left");
        let late = until::<()>(Duration::ZERO, "counting", || Ok(None)).unwrap_err();
        assert_eq!(late.to_string(), "counting: nothing came of it within 0 s");
    }
}
