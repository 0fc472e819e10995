//! Finds a compiler that has the standard library of the browser's target, or makes one.
//!
//! A person's machine usually has rustup, which brings that library. Where it does not, and always in CI so that every
//! machine does the same there, Debian's own compiler is used with a library built from Debian's own sources.

mod debian;
mod sysroot;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::process;

/// The target that browsers run.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// A compiler that can build for [`TARGET`].
#[derive(Debug)]
pub(crate) struct Compiler {
    /// The program.
    pub(crate) rustc: PathBuf,
    /// All it says of itself (`rustc -vV`).
    pub(crate) version: String,
}

/// The compiler to build the page with; what is missing is installed.
pub(crate) fn for_browser() -> Result<Compiler> {
    if !process::in_ci() {
        if let Some(compiler) = default_with_library() {
            return Ok(compiler);
        }
        if let Some(compiler) = sysroot::ready()? {
            return Ok(compiler);
        }
        if let Some(compiler) = rustup_with_library() {
            return Ok(compiler);
        }
    }
    sysroot::make().with_context(|| {
        format!("making a compiler for {TARGET} (with rustup, `rustup target add {TARGET}` is the short way)")
    })
}

/// Debian's compiler, made ready for the browser; what is missing is installed.
pub(crate) fn of_debian() -> Result<Compiler> {
    sysroot::make()
}

fn default_with_library() -> Option<Compiler> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiler = Compiler::ask(Path::new(&rustc)).ok()?;
    compiler.has_library().then_some(compiler)
}

fn rustup_with_library() -> Option<Compiler> {
    process::find("rustup")?;
    eprintln!("xtask: adding the target {TARGET} with rustup");
    let mut command = Command::new("rustup");
    command.args(["target", "add", TARGET]).stdout(std::io::stderr());
    if let Err(error) = process::run(&mut command, "adding the target") {
        eprintln!("xtask: {error:#}; trying Debian's compiler");
        return None;
    }
    default_with_library()
}

impl Compiler {
    /// Asks `rustc` for its version.
    fn ask(rustc: &Path) -> Result<Self> {
        let version = process::capture(Command::new(rustc).arg("-vV"), "asking the compiler its version")?;
        Ok(Self { rustc: rustc.to_owned(), version })
    }

    /// The value of one `key: value` line of the version.
    pub(crate) fn fact(&self, key: &str) -> Result<&str> {
        fact(&self.version, key).with_context(|| format!("{} does not tell its {key}", self.rustc.display()))
    }

    /// Whether the target's standard library is there.
    fn has_library(&self) -> bool {
        self.library_folder(TARGET).is_ok_and(|folder| has_std(&folder))
    }

    /// Where this compiler looks for the libraries of `target`.
    pub(crate) fn library_folder(&self, target: &str) -> Result<PathBuf> {
        process::capture(
            Command::new(&self.rustc).args(["--print", "target-libdir", "--target", target]),
            "asking the compiler where its libraries are",
        )
        .map(PathBuf::from)
    }
}

/// Whether `folder` holds a compiled standard library.
fn has_std(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.starts_with("libstd-") && name.ends_with(".rlib")
        })
    })
}

fn fact<'a>(version: &'a str, key: &str) -> Option<&'a str> {
    version.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERSION: &str = "rustc 1.99.0 (abc 2026-01-01)\nhost: x86_64-unknown-linux-gnu\n\
                           release: 1.99.0\nLLVM version: 22.1.8";

    #[test]
    fn facts_are_read_by_their_whole_key() {
        assert_eq!(fact(VERSION, "host"), Some("x86_64-unknown-linux-gnu"));
        assert_eq!(fact(VERSION, "LLVM version"), Some("22.1.8"));
        assert_eq!(fact(VERSION, "LLVM"), None);
        assert_eq!(fact(VERSION, "commit-hash"), None);
    }
}
