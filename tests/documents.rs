//! The documents as a person without a script, a search or a printer meets them.

mod history;
mod language;
mod report;
mod shared;

use crate::harness::api::{Answer, Api};

/// Asks as a browser asks for a page.
fn page(api: &Api, path: &str) -> Answer {
    let answer = api.page(path);
    let kind = answer.header("content-type").unwrap_or_default();
    assert!(kind.starts_with("text/html"), "{path}: {kind} {}", answer.text);
    assert!(answer.text.starts_with("<!doctype html>") && answer.text.trim_end().ends_with("</html>"), "{path}");
    // Nothing inside a page may need what its policy forbids.
    for forbidden in [" style=\"", "<style", " onclick=", "javascript:", "<script>"] {
        assert!(!answer.text.contains(forbidden), "{path} has {forbidden}");
    }
    answer
}
