//! How many threads this process may have.

use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};

use super::{Membership, number, read};

/// The least of `RLIMIT_NPROC` (soft, `getrlimit(2)`), `kernel.threads-max` and `pids.max` of its control groups. What others
/// have already is not taken off.
pub(super) fn most(groups: &Membership) -> Option<u64> {
    let of_user = getrlimit(Resource::RLIMIT_NPROC).ok().map(|(soft, _)| soft).filter(|&soft| soft != RLIM_INFINITY);
    let of_kernel = read("/proc/sys/kernel/threads-max").and_then(|text| number(&text));
    [of_user, of_kernel, groups.threads()].into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_bound() {
        assert!(most(&Membership::default()).is_some_and(|threads| threads > 0));
    }
}
