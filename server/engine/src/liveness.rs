//! When the other end last gave a sign through test data.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Written by the conductor, read by the session's owner.
#[derive(Debug)]
pub(crate) struct Liveness {
    base: Instant,
    /// Nanoseconds since `base`, plus one; 0 = no sign yet.
    last: AtomicU64,
}

impl Liveness {
    /// No sign yet.
    pub(crate) fn new(base: Instant) -> Self {
        Self { base, last: AtomicU64::new(0) }
    }

    /// There was a sign.
    pub(crate) fn sign(&self) {
        self.last.store(self.base.elapsed().as_nanos() as u64 + 1, Ordering::Relaxed);
    }

    /// The last sign.
    pub(crate) fn last(&self) -> Option<Instant> {
        let since = self.last.load(Ordering::Relaxed).checked_sub(1)?;
        Some(self.base + Duration::from_nanos(since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sign_is_none_and_the_last_one_counts() {
        let base = Instant::now();
        let liveness = Liveness::new(base);
        assert_eq!(liveness.last(), None);
        liveness.sign();
        let first = liveness.last().unwrap();
        assert!(first >= base && first <= Instant::now());
        liveness.sign();
        assert!(liveness.last().unwrap() >= first);
    }
}
