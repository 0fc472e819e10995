//! The machine's monotonic clock as a number, so that two nodes can agree on an instant.
//!
//! The engine itself counts in [`Instant`]; these helpers translate at its border.

use std::time::{Duration, Instant};

use crate::platform;

/// Nanoseconds of the monotonic clock: since an arbitrary moment, the same for every process on
/// one running kernel, standing still while the machine is suspended.
pub fn monotonic_ns() -> u64 {
    platform::monotonic_ns()
}

/// The [`Instant`] at which [`monotonic_ns`] reads `monotonic_ns`, in the past or to come.
///
/// An instant too far away to be represented becomes the present one.
pub fn instant_at(monotonic_ns: u64) -> Instant {
    let now = Instant::now();
    let now_ns = platform::monotonic_ns();
    let there = if monotonic_ns >= now_ns {
        now.checked_add(Duration::from_nanos(monotonic_ns - now_ns))
    } else {
        now.checked_sub(Duration::from_nanos(now_ns - monotonic_ns))
    };
    there.unwrap_or(now)
}

/// How long the machine has been suspended since it was started: if this grew during a run, the
/// run was interrupted.
pub fn boottime_gap() -> Duration {
    Duration::from_nanos(platform::boottime_ns().saturating_sub(platform::monotonic_ns()))
}

/// Nanoseconds from `origin` to `instant`, negative if it lies before.
pub(crate) fn signed_ns(origin: Instant, instant: Instant) -> i64 {
    match instant.checked_duration_since(origin) {
        Some(after) => ns(after),
        None => -ns(origin.duration_since(instant)),
    }
}

/// A span in nanoseconds.
pub(crate) fn ns(span: Duration) -> i64 {
    i64::try_from(span.as_nanos()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_survives_the_way_through_a_number() {
        let before = Instant::now();
        let instant = instant_at(monotonic_ns());
        let after = Instant::now();
        // The two clocks are read one after the other; a busy machine may pause between.
        assert!(instant + Duration::from_millis(100) >= before && instant <= after + Duration::from_millis(100));
        assert!(instant_at(monotonic_ns() + 1_000_000_000) > Instant::now());
        assert!(instant_at(monotonic_ns() - 1_000) < Instant::now());
    }

    #[test]
    fn a_machine_that_is_awake_does_not_widen_the_gap() {
        let gap = boottime_gap();
        assert!(boottime_gap() <= gap + Duration::from_millis(100));
    }

    #[test]
    fn spans_have_a_sign() {
        let now = Instant::now();
        let later = now + Duration::from_nanos(7);
        assert_eq!((signed_ns(now, later), signed_ns(later, now), signed_ns(now, now)), (7, -7, 0));
    }
}
