//! Every sentence comes from the catalogue, and every key that code uses is in it.

use std::path::{Path, PathBuf};

use pairperf_shared::command::{KNOBS, Kind};
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::text::Catalogue;

use crate::components::steps::STEPS;
use crate::state::form::Part;

/// Every Rust file and template below a folder of this workspace, tests left out, with its text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("tests") {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "html") {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned();
                found.push((path, code));
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    found
}

/// What stands between quotation marks right after `before`.
fn quoted_after<'a>(code: &'a str, before: &str) -> Vec<&'a str> {
    code.match_indices(before)
        .filter_map(|(at, _)| code[at + before.len()..].split_once('"'))
        .map(|(quoted, _)| quoted)
        .collect()
}

#[test]
fn every_key_that_is_written_in_code_is_in_the_catalogue() {
    let catalogue = Catalogue::english();
    let mut missing = Vec::new();
    let mut seen = 0;
    for (path, code) in sources("src").into_iter().chain(sources("../shared/src")) {
        for before in [".say(\"", ".tell(\"", "Message::new(\"", "text.say(if ", "row(\""] {
            for key in quoted_after(&code, before) {
                seen += 1;
                if !before.ends_with('"') || key.contains(['{', ' ']) || catalogue.has(key) {
                    continue;
                }
                missing.push(format!("{}: {key}", path.display()));
            }
        }
    }
    assert!(seen > 100, "the test no longer finds the keys");
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn every_key_that_is_put_together_is_in_the_catalogue() {
    let mut keys: Vec<String> = Vec::new();
    let states = [
        State::Check,
        State::Prepare,
        State::WarmUp,
        State::Measure,
        State::CoolDown,
        State::Collect,
        State::Done,
        State::Failed,
        State::Cancelled,
        State::Interrupted,
    ];
    keys.extend(states.map(|state| format!("state-{}", state.key().replace('_', "-"))));
    keys.extend(Phase::ALL.map(|phase| format!("phase-{}", phase.key().replace('_', "-"))));
    keys.extend(STEPS.map(|step| format!("step-{step}")));
    keys.extend(["failed", "cancelled", "interrupted"].map(|state| format!("outcome-{state}")));
    keys.extend(["plan", "kernel", "none"].map(|who| format!("empty-{who}")));
    keys.extend(Part::folded().map(|part| part.key().to_owned()));
    for knob in KNOBS {
        keys.push(format!("knob-{}", knob.flag));
        keys.push(format!("knob-{}-hint", knob.flag));
        if let Kind::Choice(words) = knob.kind {
            keys.extend(words.iter().map(|word| format!("choice-{}-{}", knob.flag, word.replace('_', "-"))));
        }
    }
    for code in [
        "core-full",
        "measure-length",
        "socket-buffer-clamped",
        "late-mark",
        "peer-lost",
        "suspended",
        "clock-offset-coarse",
    ] {
        keys.push(format!("finding-{code}"));
    }
    for code in ["phase", "link-lost", "link-back", "cancel-asked", "peer-lost", "stream-failed", "started", "ended"] {
        keys.push(format!("event-{code}"));
    }
    let missing: Vec<_> = keys.into_iter().filter(|key| !Catalogue::english().has(key)).collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn no_key_of_the_page_is_left_over() {
    let code: String = ["src", "../shared/src", "../shared/templates", "../server/src", "../server/templates"]
        .into_iter()
        .flat_map(sources)
        .map(|(_, code)| code)
        .collect();
    let built = [
        "chart-",
        "line-",
        "file-",
        "history-",
        "measured-",
        "word-",
        "state-",
        "phase-",
        "step-",
        "outcome-",
        "empty-",
        "knob-",
        "choice-",
        "finding-",
        "event-",
        "error-",
    ];
    let left: Vec<_> = pairperf_shared::text::ENGLISH
        .lines()
        .filter_map(|line| line.split_once(" =").map(|(key, _)| key))
        .filter(|key| !key.starts_with([' ', '#']) && !built.iter().any(|prefix| key.starts_with(prefix)))
        .filter(|key| !code.contains(&format!("\"{key}\"")))
        .collect();
    assert_eq!(left, Vec::<&str>::new());
}

/// The insides of each `html!` block.
fn html_blocks(code: &str) -> Vec<&str> {
    code.match_indices("html! {")
        .map(|(at, opening)| {
            let inside = &code[at + opening.len()..];
            let mut depth = 1;
            let end = inside.char_indices().find(|(_, symbol)| {
                depth += match symbol {
                    '{' => 1,
                    '}' => -1,
                    _ => 0,
                };
                depth == 0
            });
            &inside[..end.map_or(inside.len(), |(end, _)| end)]
        })
        .collect()
}

#[test]
fn no_sentence_stands_in_the_drawing_itself() {
    let mut found = Vec::new();
    for (path, code) in sources("src") {
        for block in html_blocks(&code) {
            // A text in a drawing stands in braces, or right behind a tag.
            for before in ["{ \"", "{\"", ">\""] {
                found.extend(
                    quoted_after(block, before)
                        .into_iter()
                        .filter(|text| text.chars().any(char::is_alphabetic))
                        // A class chosen by a condition is no text.
                        .filter(|text| {
                            !code.contains(&format!("{{ \"{text}\" }} else {{"))
                                && !code.contains(&format!("else {{ \"{text}\" }}"))
                        })
                        .map(|text| format!("{}: {text}", path.display())),
                );
            }
            assert!(!block.contains("style="), "{}: the policy of the page forbids style attributes", path.display());
        }
    }
    assert_eq!(found, Vec::<String>::new());
}
