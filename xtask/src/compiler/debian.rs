//! Debian's compiler: what of it must be installed. Never a version that is written down: the compiler is asked.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::Compiler;
use crate::{apt, process};

/// Where Debian's programs are; the ones that come first in PATH may be rustup's.
const PROGRAMS: &str = "/usr/bin";
/// The compiler, its cargo, and the sources of its standard library.
const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Debian's compiler with all that is needed to build a standard library for the browser.
#[derive(Debug)]
pub(super) struct Debian {
    pub(super) compiler: Compiler,
    pub(super) cargo: PathBuf,
    pub(super) linker: PathBuf,
}

impl Debian {
    /// What is installed, or nothing where a part is missing or too old.
    pub(super) fn find() -> Option<Self> {
        let compiler = complete_compiler()?;
        let linker = linker(llvm_major(&compiler).ok()?)?;
        Some(Self { compiler, cargo: Path::new(PROGRAMS).join("cargo"), linker })
    }

    /// Installs what is missing.
    pub(super) fn install() -> Result<Self> {
        if let Some(debian) = Self::find() {
            return Ok(debian);
        }
        let purpose = "building the page";
        if complete_compiler().is_none() {
            apt::install(&PACKAGES, purpose)?;
        }
        let compiler = complete_compiler().with_context(|| {
            format!(
                "Debian's compiler in {PROGRAMS} is older than {} or has no sources, even after installing {}",
                oldest(),
                PACKAGES.join(" ")
            )
        })?;
        // The linker of the LLVM that the compiler itself was built with.
        let major = llvm_major(&compiler)?;
        if linker(major).is_none() {
            apt::install(&[&format!("lld-{major}")], purpose)?;
        }
        match Self::find() {
            Some(debian) => Ok(debian),
            None => bail!("the package lld-{major} brought no {PROGRAMS}/wasm-ld-{major}"),
        }
    }
}

/// The compiler, when it is new enough and its cargo and the library's sources are there.
fn complete_compiler() -> Option<Compiler> {
    let programs = Path::new(PROGRAMS);
    let rustc = programs.join("rustc");
    if !rustc.exists() || !programs.join("cargo").exists() {
        return None;
    }
    let compiler = Compiler::ask(&rustc).ok()?;
    let new_enough = release(compiler.fact("release").ok()?)? >= release(oldest())?;
    let root = process::capture(
        Command::new(&rustc).args(["--print", "sysroot"]),
        "asking the compiler where its sources are",
    )
    .ok()?;
    let sources = Path::new(&root).join("lib/rustlib/src/rust/library/std");
    (new_enough && sources.exists()).then_some(compiler)
}

/// The oldest compiler that this workspace builds with.
fn oldest() -> &'static str {
    env!("CARGO_PKG_RUST_VERSION")
}

/// The numbers of a release such as `1.96.0` or `1.95`, comparable.
fn release(text: &str) -> Option<Vec<u32>> {
    let numbers = text.split('-').next()?;
    numbers.split('.').map(|number| number.parse().ok()).collect()
}

fn llvm_major(compiler: &Compiler) -> Result<u32> {
    let version = compiler.fact("LLVM version")?;
    release(version)
        .and_then(|numbers| numbers.first().copied())
        .with_context(|| format!("the compiler's LLVM version `{version}` does not start with a number"))
}

/// The newest installed linker that is not older than the compiler's LLVM.
fn linker(oldest: u32) -> Option<PathBuf> {
    let entries = std::fs::read_dir(PROGRAMS).ok()?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    newest_linker(names, oldest).map(|name| Path::new(PROGRAMS).join(name))
}

fn newest_linker(names: impl Iterator<Item = String>, oldest: u32) -> Option<String> {
    names
        .filter_map(|name| {
            let major: u32 = name.strip_prefix("wasm-ld-")?.parse().ok()?;
            (major >= oldest).then_some((major, name))
        })
        .max()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_compare_by_number() {
        assert!(release("1.100.0") > release("1.96.1"));
        assert!(release("1.95.0") >= release("1.95"));
        assert!(release("1.63.0") < release("1.95"));
        assert_eq!(release("1.97.0-nightly"), Some(vec![1, 97, 0]));
        assert_eq!(release("new"), None);
    }

    #[test]
    fn the_newest_linker_wins_and_older_ones_do_not_count() {
        let installed = || ["wasm-ld-9", "wasm-ld-22", "wasm-ld-100", "wasm-ld", "ld"].map(str::to_owned);
        let check = |oldest, expected: Option<&str>| {
            let found = newest_linker(installed().into_iter(), oldest);
            assert_eq!(found.as_deref(), expected);
        };
        check(9, Some("wasm-ld-100"));
        check(101, None);
    }
}
