//! The kernel's clocks as numbers. [`std::time::Instant`] is `CLOCK_MONOTONIC` here but keeps its number to itself.

#![allow(unsafe_code, reason = "clock_gettime has no safe wrapper without another dependency")]

/// `CLOCK_MONOTONIC` in nanoseconds.
pub(crate) fn monotonic_ns() -> u64 {
    read(libc::CLOCK_MONOTONIC)
}

/// `CLOCK_BOOTTIME` in nanoseconds: as the monotonic clock, but it runs on while suspended.
pub(crate) fn boottime_ns() -> u64 {
    read(libc::CLOCK_BOOTTIME)
}

fn read(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid timespec that outlives the call; both clocks exist since Linux 2.6.39.
    // On failure, which the manual excludes for them, `time` stays zero.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_and_boot_time_is_not_behind() {
        let first = monotonic_ns();
        assert!(first > 0 && monotonic_ns() >= first);
        assert!(boottime_ns() >= first);
    }
}
