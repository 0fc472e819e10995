//! What every round of every tool needs: waiting for it, and its last words.

use std::time::{Duration, Instant};

use crate::harness::program::Ended;

/// A tool is ready, and sends, within this.
const READY: Duration = Duration::from_secs(30);

/// A problem, and the last that the program said.
pub(super) fn with_words(problem: &str, ended: &Ended) -> String {
    let last = |text: &str| text.trim_end().rsplit('\n').next().unwrap_or_default().trim().to_owned();
    let code = ended.code.map_or_else(|| "killed".to_owned(), |code| format!("code {code}"));
    format!("{problem} ({code}): {} {}", last(&ended.out), last(&ended.err))
}

/// Looks until it is so.
pub(super) fn wait(what: &str, mut look: impl FnMut() -> bool) -> Result<(), String> {
    let deadline = Instant::now() + READY;
    // Long enough that a rate over it says something.
    while Instant::now() < deadline {
        if look() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Err(format!("not within {} s: {what}", READY.as_secs()))
}
