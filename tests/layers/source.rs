//! Reads a Rust file as far as the names in it go: comments, texts and its own tests are left out.

/// The names in one file.
pub(super) struct Source {
    path: String,
    /// The code without spaces at the edges of paths, every `use` tree spread out.
    code: String,
    paths: Vec<String>,
}

impl Source {
    /// Reads a file; `path` is that from the root of the repository.
    pub(super) fn new(path: &str, text: &str) -> Self {
        let code = code(text);
        let mut paths = used(&code);
        paths.extend(mentioned(&code));
        Self { path: path.to_owned(), code, paths }
    }

    /// Whether it names a path, or something below it, or calls that macro.
    pub(super) fn names(&self, wanted: &str) -> bool {
        if wanted.ends_with('!') {
            return words(&self.code).any(|word| word == wanted);
        }
        let below = format!("{wanted}::");
        self.paths.iter().any(|path| path == wanted || path.starts_with(&below))
    }

    /// The module of the server that the file belongs to, `runs` for `server/src/runs/live.rs`.
    pub(super) fn server_module(&self) -> Option<&str> {
        let inside = self.path.strip_prefix("server/src/")?;
        let first = inside.split('/').next()?.trim_end_matches(".rs");
        (!matches!(first, "main" | "lib")).then_some(first)
    }

    /// Paths from the server's root that the file uses, `peer::Link` for `crate::peer::Link`.
    pub(super) fn server_paths(&self) -> Vec<String> {
        let depth = self.depth();
        let from_root = |path: &String| {
            if let Some(rest) = path.strip_prefix("crate::") {
                return Some(rest.to_owned());
            }
            let mut rest = path.as_str();
            let mut up = 0;
            while let Some(shorter) = rest.strip_prefix("super::") {
                (rest, up) = (shorter, up + 1);
            }
            (up == depth).then(|| rest.to_owned())
        };
        self.paths.iter().filter_map(from_root).collect()
    }

    /// How many times `super` leads from the file's module to the root of the crate.
    fn depth(&self) -> usize {
        let inside = self.path.strip_prefix("server/src/").unwrap_or_default();
        let parts = inside.split('/').count();
        if inside.ends_with("/mod.rs") { parts - 1 } else { parts }
    }
}

/// A file without comments, texts, and whatever follows `#[cfg(test)]`.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut code = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => {
                rest.by_ref().find(|&c| c == '\n');
                code.push('\n');
            }
            '"' => {
                while let Some(c) = rest.next() {
                    match c {
                        '\\' => drop(rest.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                code.push_str("\"\"");
            }
            '\'' => {
                // A character, or the name of a lifetime: only the first can hide a quotation mark.
                code.push(' ');
                if rest.peek() == Some(&'"') {
                    rest.next();
                }
            }
            _ => code.push(c),
        }
    }
    code
}

/// The paths of all `use` declarations, each spelled out.
fn used(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (start, _) in code.match_indices("use ") {
        let begins =
            code[..start].chars().next_back().is_none_or(|c| c.is_whitespace() || matches!(c, ';' | '{' | '}' | ')'));
        if let Some((tree, _)) = code[start + 4..].split_once(';').filter(|_| begins) {
            spread("", &tree.split_whitespace().collect::<Vec<_>>().join(" "), &mut paths);
        }
    }
    paths
}

/// Spells out a tree such as `a::{b, c::{d, e}}`.
fn spread(prefix: &str, tree: &str, paths: &mut Vec<String>) {
    let tree = tree.trim();
    let Some((head, inner)) = tree.split_once('{') else {
        let name = tree.split(" as ").next().unwrap_or_default().trim();
        if !name.is_empty() {
            paths.push(format!("{prefix}{name}").trim_end_matches("::self").to_owned());
        }
        return;
    };
    let prefix = format!("{prefix}{}", head.trim());
    let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
    let (mut level, mut start) = (0, 0);
    for (place, c) in inner.char_indices() {
        match c {
            '{' => level += 1,
            '}' => level -= 1,
            ',' if level == 0 => {
                spread(&prefix, &inner[start..place], paths);
                start = place + 1;
            }
            _ => {}
        }
    }
    spread(&prefix, &inner[start..], paths);
}

/// Paths that stand in the code itself, `std::time::Instant::now` for one.
fn mentioned(code: &str) -> Vec<String> {
    words(code).filter(|word| word.contains("::")).map(|word| word.trim_matches(':').to_owned()).collect()
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':' | '!'))).filter(|word| !word.is_empty())
}

#[test]
fn a_tree_of_uses_is_spelled_out() {
    let code = code(
        "pub use std::{fmt, time::{Duration, Instant as Now}};\nuse crate::a::{self, b::*};\nfn f() { x::y::z(\"no::path\") } // no::path\n",
    );
    let mut paths = used(&code);
    paths.sort();
    assert_eq!(paths, ["crate::a", "crate::a::b::*", "std::fmt", "std::time::Duration", "std::time::Instant"]);
    assert!(mentioned(&code).contains(&"x::y::z".to_owned()) && !code.contains("no::path"));
}
