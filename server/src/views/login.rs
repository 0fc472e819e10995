//! The form for the token. Works without a script.

use askama::Template;

use super::Frame;

#[derive(Template)]
#[template(path = "login.html")]
struct Login<'a> {
    frame: Frame,
    next: &'a str,
    failed: bool,
}

/// The form; `next` is where to go afterwards.
pub fn login(frame: Frame, next: &str, failed: bool) -> String {
    let title = frame.say("login-title");
    Login { frame: frame.of("login", &title), next, failed }.render().unwrap_or_default()
}
