//! The sampler's right of way: with hundreds of busy workers its marks would be late without it.

#![allow(unsafe_code, reason = "setpriority has no safe wrapper without another dependency")]

/// As much as audio servers take; far from starving the machine.
const NICENESS: libc::c_int = -10;

/// Raises the priority of the calling thread if that is permitted; threads started afterwards
/// by it would inherit it.
pub(crate) fn raise_priority() {
    // SAFETY: takes plain numbers; on Linux `PRIO_PROCESS` with 0 means the calling thread alone.
    // Refusal (no CAP_SYS_NICE) changes nothing and is expected in containers.
    unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICENESS) };
}
