//! Sleep until an instant of the kernel's monotonic clock.

#![allow(unsafe_code, reason = "clock_nanosleep and prctl have no safe wrappers without more of nix")]

use std::ptr;

/// Makes the calling thread's timers exact: by default the kernel may be 50 µs late to wake several at once
/// (`PR_SET_TIMERSLACK`, `prctl(2)`).
pub(crate) fn wake_exactly() {
    // SAFETY: takes plain numbers. Refusal only leaves timers as they were.
    unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1 as libc::c_ulong, 0, 0, 0) };
}

/// Sleeps until `CLOCK_MONOTONIC` shows that many nanoseconds; a signal may end it before. An absolute instant does not
/// move while the thread is on its way to sleep.
pub(crate) fn sleep_until(monotonic_ns: u64) {
    let until = libc::timespec {
        tv_sec: (monotonic_ns / 1_000_000_000) as libc::time_t,
        tv_nsec: (monotonic_ns % 1_000_000_000) as _,
    };
    // SAFETY: `until` is a valid timespec that outlives the call; null says that the rest is not wanted.
    unsafe { libc::clock_nanosleep(libc::CLOCK_MONOTONIC, libc::TIMER_ABSTIME, &raw const until, ptr::null_mut()) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::monotonic_ns;

    #[test]
    fn it_sleeps_until_then_and_not_for_what_is_past() {
        wake_exactly();
        let until = monotonic_ns() + 2_000_000;
        sleep_until(until);
        assert!(monotonic_ns() >= until);
        sleep_until(until);
        sleep_until(0);
    }
}
