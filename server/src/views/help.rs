//! What is measured and how, the words, and what to open: help that needs no program.

use askama::Template;

use super::Frame;

#[derive(Template)]
#[template(path = "help.html")]
struct Page {
    frame: Frame,
    measured: Vec<(String, String)>,
    glossary: Vec<(String, String)>,
    port: u16,
}

/// How each figure is made, in the order of the report.
const MEASURED: [&str; 13] = [
    "rate",
    "phases",
    "ends",
    "spread",
    "resent",
    "round-trip",
    "lost",
    "places",
    "jitter",
    "pace",
    "cpu",
    "streams",
    "clocks",
];

/// The words, in the order of the alphabet of none: as one meets them.
const GLOSSARY: [&str; 10] = [
    "node",
    "join-code",
    "pairing",
    "run",
    "stream",
    "warm-up",
    "cool-down",
    "congestion-control",
    "finding",
    "record",
];

/// The help.
pub fn help(frame: &Frame, port: u16) -> String {
    let pairs = |group: &str, keys: &[&str]| {
        let pair = |key: &&str| (frame.say(&format!("{group}-{key}")), frame.say(&format!("{group}-{key}-text")));
        keys.iter().map(pair).collect()
    };
    let title = frame.say("help-title");
    let page = Page {
        measured: pairs("measured", &MEASURED),
        glossary: pairs("word", &GLOSSARY),
        port,
        frame: frame.clone().of("help", &title),
    };
    page.render().unwrap_or_default()
}
