//! The unit of `/proc/stat`.

#![allow(unsafe_code, reason = "sysconf has no safe wrapper without another dependency")]

/// Ticks a second in which the kernel tells CPU times (`USER_HZ`): 100 almost everywhere.
pub(crate) fn user_hz() -> u64 {
    // SAFETY: takes a plain number and returns one; negative means unknown.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    u64::try_from(ticks).ok().filter(|&ticks| ticks > 0).unwrap_or(100)
}
