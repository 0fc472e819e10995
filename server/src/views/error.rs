//! Errors said to a person.

use askama::Template;
use pairperf_shared::ApiError;

use super::Frame;

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    frame: Frame,
    why: &'a str,
    hint: Option<&'a str>,
    code: &'a str,
}

/// What went wrong, in the reader's language where the catalogue knows the code, and what to do.
pub fn error(frame: Frame, error: &ApiError) -> String {
    let known = format!("error-{}", error.code.replace('_', "-"));
    let title = frame.say(if frame.catalogue.has(&known) { &known } else { "error-other" });
    let page = ErrorPage {
        frame: frame.of("error", &title),
        why: &error.message,
        hint: error.hint.as_deref(),
        code: &error.code,
    };
    page.render().unwrap_or_default()
}
