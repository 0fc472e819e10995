//! The arrows between the rooms of the house. Crates keep most of them; this keeps the rest.
//!
//! [`table`] says once which room may name what, [`source`] reads a file as far as names go, and the tests here hold the
//! whole repository against the table. The checker itself is tested on samples that must be caught.

mod source;
mod table;

use std::path::{Path, PathBuf};

use source::Source;
use table::{CRATES, LONGEST, ROOMS, SERVER, TABLES, UNFINISHED};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every Rust file below a folder, as paths from the root of the repository.
fn rust_files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![root().join(folder)];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What a file does that its room may not.
fn problems(path: &str, text: &str) -> Vec<String> {
    let source = Source::new(path, text);
    let mut problems = Vec::new();
    for room in ROOMS
        .iter()
        .filter(|room| path.starts_with(room.path) && !room.except.iter().any(|except| path.starts_with(except)))
    {
        for word in room.forbidden.iter().filter(|word| source.names(word)) {
            problems.push(format!("{path} names {word}: {}", room.why));
        }
    }
    if let Some(rule) = source.server_module().and_then(|module| SERVER.iter().find(|rule| rule.module == module)) {
        for used in source.server_paths() {
            let top = used.split("::").next().unwrap_or_default();
            let allowed = top == rule.module
                || rule.uses.iter().any(|allowed| used == *allowed || used.starts_with(&format!("{allowed}::")));
            if !allowed {
                problems.push(format!("{path} uses {used}: {} may use {}", rule.module, rule.uses.join(", ")));
            }
        }
    }
    for word in UNFINISHED.iter().filter(|word| source.names(word)) {
        problems.push(format!("{path} holds {word}"));
    }
    let lines = text.lines().count();
    if lines > LONGEST && !TABLES.contains(&path) {
        problems.push(format!("{path} has {lines} lines, more than {LONGEST}"));
    }
    problems
}

#[test]
fn every_file_keeps_to_its_room() {
    let folders = ["shared", "server", "web", "xtask", "tests"];
    let files: Vec<String> =
        folders.iter().flat_map(|folder| rust_files(folder)).filter(|path| !path.contains("/target/")).collect();
    assert!(files.len() > 100, "only {} files were found", files.len());
    let problems: Vec<String> = files.iter().flat_map(|path| problems(path, &read(path))).collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_module_of_the_server_has_its_row() {
    for path in rust_files("server/src") {
        let source = Source::new(&path, "");
        let Some(module) = source.server_module() else { continue };
        assert!(SERVER.iter().any(|rule| rule.module == module), "{path}: the table has no row for {module}");
    }
}

/// Names of the dependencies in a manifest, those of its own tests included.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut section = "";
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        } else if section.ends_with("dependencies") {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            if !name.is_empty() && !name.starts_with(['#', '"', ']']) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn manifest_problems(path: &str, manifest: &str) -> Vec<String> {
    let Some(rule) = CRATES.iter().find(|rule| rule.path == path) else {
        return vec![format!("{path} has no row")];
    };
    let wrong = |name: &String| {
        let ours = name.starts_with("pairperf") && !rule.ours.contains(&name.as_str());
        ours || rule.forbidden.contains(&name.as_str())
    };
    dependencies(manifest).iter().filter(|name| wrong(name)).map(|name| format!("{path} depends on {name}")).collect()
}

#[test]
fn every_crate_depends_on_what_it_may() {
    for rule in CRATES {
        let problems = manifest_problems(rule.path, &read(rule.path));
        assert!(problems.is_empty(), "{problems:?}");
    }
}

#[test]
fn the_checker_catches_what_is_forbidden() {
    for (path, text) in [
        ("shared/src/stats.rs", "use std::time::Instant;\n"),
        ("shared/src/stats.rs", "use std::{fmt, fs};\n"),
        ("shared/src/stats.rs", "fn f() { let now = std::time::SystemTime::now(); }\n"),
        ("shared/src/stats.rs", "use pairperf_engine::Session;\n"),
        ("server/engine/src/flow.rs", "async fn f() { tokio::spawn(async {}).await }\n"),
        ("server/engine/src/flow.rs", "use serde_json::Value;\n"),
        ("web/src/pages/home.rs", "use web_sys::Window;\n"),
        ("web/src/pages/home.rs", "use pairperf_engine::Session;\n"),
        ("server/src/http/runs.rs", "use pairperf_engine::Session;\n"),
        ("server/src/http/runs.rs", "use crate::app::App;\n"),
        ("server/src/http/runs.rs", "use crate::{app::App, runs::Runs};\n"),
        ("server/src/http/runs.rs", "use super::super::cli::Exit;\n"),
        ("server/src/peer/link/mod.rs", "use crate::runs::Runs;\n"),
        ("server/src/peer/mod.rs", "use super::store::Store;\n"),
        ("server/src/store/mod.rs", "fn f(x: crate::http::Token) {}\n"),
        ("server/src/runs/view.rs", "use crate::http::Node;\n"),
        ("server/src/runs/view.rs", "fn f() { todo!() }\n"),
    ] {
        assert!(!problems(path, text).is_empty(), "not caught in {path}: {text}");
    }
    let long = "// a line\n".repeat(LONGEST + 1);
    assert!(!problems("web/src/app.rs", &long).is_empty());
    for manifest in
        ["[dependencies]\ntokio.workspace = true\n", "[dependencies]\npairperf-engine = { path = \"..\" }\n"]
    {
        assert!(!manifest_problems("shared/Cargo.toml", manifest).is_empty(), "{manifest}");
    }
}

#[test]
fn the_checker_lets_pass_what_is_allowed() {
    for (path, text) in [
        ("shared/src/stats.rs", "//! Not `std::fs`, which this must not use.\nuse std::fmt;\n"),
        ("shared/src/stats.rs", "const NAME: &str = \"std::fs\";\n"),
        ("shared/src/stats.rs", "fn f() {}\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n"),
        ("server/src/http/runs.rs", "use super::body::Body;\nuse crate::runs::Runs;\nuse crate::runs::Introduction;\n"),
        ("server/src/http/mod.rs", "mod tests;\nuse crate::store::StoreError;\n"),
        ("server/src/peer/link/mod.rs", "use super::wire::ByeReason;\nuse crate::peer::transport::Transport;\n"),
        ("server/src/app/mod.rs", "use crate::http::Token;\n"),
        ("web/src/browser/mod.rs", "use web_sys::Window;\n"),
    ] {
        assert_eq!(problems(path, text), [""; 0], "{text}");
    }
}
