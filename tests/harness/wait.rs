//! Waiting: asked again and again until it is so, with a deadline; never a fixed sleep.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// Pause between two looks.
const AGAIN: Duration = Duration::from_millis(20);

/// Most things happen within this, on a loaded machine too.
pub(crate) const SOON: Duration = Duration::from_secs(20);

/// The first value that `look` finds. After `limit` the test fails with what was seen last.
#[track_caller]
pub(crate) fn until<T, E: Display>(what: &str, limit: Duration, mut look: impl FnMut() -> Result<T, E>) -> T {
    let deadline = Instant::now() + limit;
    loop {
        let seen = match look() {
            Ok(found) => return found,
            Err(seen) => seen,
        };
        assert!(Instant::now() < deadline, "not within {} s: {what}; last seen: {seen}", limit.as_secs_f64());
        std::thread::sleep(AGAIN);
    }
}
