//! Documents that the page's program fills.

use askama::Template;

use super::Frame;

#[derive(Template)]
#[template(path = "app.html")]
struct App {
    frame: Frame,
}

/// A document with nothing in it but a place for the program.
pub fn app(frame: Frame) -> String {
    App { frame }.render().unwrap_or_default()
}
