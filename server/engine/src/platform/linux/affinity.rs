//! Threads that stay on one CPU: `sched_setaffinity(2)`.

#![allow(unsafe_code, reason = "the safe wrapper knows CPUs up to 1023 only")]

use std::io;

const BITS: usize = libc::c_ulong::BITS as usize;

/// Lets the calling thread run on that CPU alone. A CPU that does not exist, or is not this process's to use, is refused
/// with `EINVAL`.
pub(crate) fn pin_to(cpu: u32) -> io::Result<()> {
    // As long as the CPU's number needs it: `cpu_set_t` ends at 1023 (`CPU_SET(3)`).
    let cpu = cpu as usize;
    let mut mask: Vec<libc::c_ulong> = vec![0; cpu / BITS + 1];
    mask[cpu / BITS] = 1 << (cpu % BITS);
    // SAFETY: the kernel reads that many bytes of a living vector, whose layout is that of a CPU mask: words of bits.
    let refused = unsafe { libc::sched_setaffinity(0, mask.len() * size_of::<libc::c_ulong>(), mask.as_ptr().cast()) };
    if refused == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pinned_thread_runs_there_and_a_cpu_that_is_not_there_is_refused() {
        let allowed = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)).unwrap();
        let cpu = (0..nix::sched::CpuSet::count()).find(|&cpu| allowed.is_set(cpu).unwrap()).unwrap();
        std::thread::spawn(move || {
            pin_to(cpu as u32).unwrap();
            let now = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)).unwrap();
            let set: Vec<usize> = (0..nix::sched::CpuSet::count()).filter(|&cpu| now.is_set(cpu).unwrap()).collect();
            assert_eq!(set, [cpu]);
            for absent in [4095, 100_000] {
                assert_eq!(pin_to(absent).unwrap_err().raw_os_error(), Some(libc::EINVAL));
            }
        })
        .join()
        .unwrap();
    }
}
