//! Stands in for the official base images where no registry can be reached: a Debian made from packages, and one with
//! Debian's own Rust. Good for trying our Dockerfile, not for making an image that somebody uses.
//!
//! What is made is kept under a name of its own; the official name is lent to it and taken back in the end.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use super::engine::Engine;
use super::sources::{RELEASE, sources};
use super::undo::Undo;
use crate::compiler::{self, Compiler, TARGET};
use crate::workspace::{Workspace, create_folder, files_below, write};
use crate::{apt, process};

/// Marks a stand-in, and all that is built on it.
const MARK: &str = "pairperf.stand-in";
const DEBIAN: &str = "pairperf-stand-in:debian";
/// What the official slim image leaves out too.
const NOT_SLIM: [&str; 5] =
    ["usr/share/doc", "usr/share/locale", "usr/share/man", "var/cache/apt/archives", "var/lib/apt/lists"];
/// Where Debian has the certificates that a machine trusts besides the usual ones.
const CERTIFICATES: &str = "/usr/local/share/ca-certificates";
/// In place of rustup, which would find that the target is there already.
const RUSTUP: &str = "#!/bin/sh\n[ \"$*\" = 'target add TARGET' ] && exit\n\
                      echo \"this stand-in for rustup can't do: $*\" >&2\nexit 1\n";
const RECIPE: &str = r"FROM DEBIAN
COPY certificates CERTIFICATES
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        ca-certificates rustc-web cargo-web lld-LLVM gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY compiler /tmp/compiler
RUN rustc -vV | diff /tmp/compiler -
COPY library /usr/lib/rustlib/TARGET/lib
RUN mkdir -p /usr/lib/rustlib/HOST/bin && ln -s /usr/bin/wasm-ld-LLVM /usr/lib/rustlib/HOST/bin/rust-lld
COPY rustup /usr/local/bin/rustup
RUN chmod 755 /usr/local/bin/rustup
";

/// Whether an image, which the engine holds, only goes by its name.
pub(super) fn is_one(image: &str, engine: &Engine) -> Result<bool> {
    let format = format!("{{{{index .Config.Labels \"{MARK}\"}}}}");
    let mark = engine.ask(&["image", "inspect", "--format", &format, image], "asking what an image is marked with")?;
    Ok(!mark.is_empty())
}

/// Lets a stand-in answer to the name of `base` until the task ends.
pub(super) fn provide(base: &str, engine: &Engine, workspace: &Workspace, undo: &mut Undo) -> Result<()> {
    let folder = super::scratch(workspace).join("stand-in");
    undo.later(Command::new("rm").args(["-rf", "--one-file-system"]).arg(&folder))?;
    let made = match kind(base) {
        Some(Kind::Debian) => debian(engine, &folder)?,
        Some(Kind::Rust) => rust(engine, &folder)?,
        None => bail!("nothing stands in for {base}: see that its registry can be reached, then run this again"),
    };
    process::run(engine.docker().args(["tag", &made, base]), &format!("lending the name {base} to {made}"))?;
    undo.later(engine.docker().args(["image", "rm", "--no-prune", base]))
}

/// What can be stood in for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Debian,
    Rust,
}

/// What an official image is, if one can stand in for it.
pub(super) fn kind(base: &str) -> Option<Kind> {
    let (name, tag) = base.split_once(':')?;
    match name {
        "debian" if tag.contains(RELEASE) => Some(Kind::Debian),
        "rust" if tag.contains(RELEASE) => Some(Kind::Rust),
        _ => None,
    }
}

/// A minimal Debian.
fn debian(engine: &Engine, folder: &Path) -> Result<String> {
    if engine.has(DEBIAN) {
        return Ok(DEBIAN.to_owned());
    }
    let sources = sources()?;
    if !process::is_root() {
        bail!("a Debian can only be made by root: run this again as root");
    }
    if process::find("debootstrap").is_none() {
        apt::install(&["debootstrap"], "making a Debian without a registry")?;
    }
    let root = folder.join("debian");
    create_folder(folder)?;
    eprintln!("xtask: making a Debian of {RELEASE} with debootstrap; this takes a minute");
    // It mounts things inside, which are seen by nobody else and can't be left behind.
    let mut bootstrap = Command::new("unshare");
    bootstrap.args(["--mount", "debootstrap", "--variant=minbase", RELEASE]).arg(&root).arg(&sources.mirror);
    bootstrap.env("PATH", process::search_path()?).stdout(std::io::stderr());
    process::run(&mut bootstrap, "making a Debian")?;
    write(&root.join("etc/apt/sources.list"), &sources.list)?;
    for folder in NOT_SLIM {
        let folder = root.join(folder);
        std::fs::remove_dir_all(&folder).with_context(|| format!("emptying {}", folder.display()))?;
        create_folder(&folder)?;
    }
    let archive = folder.join("debian.tar");
    process::run(Command::new("tar").arg("-cf").arg(&archive).arg("-C").arg(&root).arg("."), "packing the Debian")?;
    let mut import = engine.docker();
    import
        .args(["import", "--change", r#"CMD ["bash"]"#, "--change", &format!("LABEL {MARK}=yes")])
        .arg(&archive)
        .arg(DEBIAN);
    process::run(&mut import, "importing the Debian")?;
    Ok(DEBIAN.to_owned())
}

/// A Debian with its own Rust and the library for browsers, which rustup would bring.
fn rust(engine: &Engine, folder: &Path) -> Result<String> {
    let compiler = compiler::of_debian()?;
    let recipe = recipe(&compiler)?;
    let name = rust_name(&recipe, &compiler.version);
    if engine.has(&name) {
        return Ok(name);
    }
    debian(engine, folder)?;
    let context = folder.join("rust");
    create_folder(&context)?;
    write(&context.join("Dockerfile"), recipe)?;
    write(&context.join("compiler"), format!("{}\n", compiler.version))?;
    write(&context.join("rustup"), RUSTUP.replace("TARGET", TARGET))?;
    copy(&compiler.library_folder(TARGET)?, &context.join("library"))?;
    copy(Path::new(CERTIFICATES), &context.join("certificates"))?;
    eprintln!("xtask: building an image with Debian's Rust; this takes minutes");
    process::run(engine.docker().args(["build", "--tag", &name]).arg(&context), "building the stand-in with Rust")?;
    Ok(name)
}

fn recipe(compiler: &Compiler) -> Result<String> {
    let llvm = compiler.fact("LLVM version")?.split('.').next().unwrap_or_default();
    let values = [
        ("DEBIAN", DEBIAN),
        ("CERTIFICATES", CERTIFICATES),
        ("LLVM", llvm),
        ("TARGET", TARGET),
        ("HOST", compiler.fact("host")?),
    ];
    Ok(values.iter().fold(RECIPE.to_owned(), |text, (name, value)| text.replace(name, value)))
}

/// Another compiler or another recipe makes another image.
fn rust_name(recipe: &str, version: &str) -> String {
    let digest = Sha256::new().chain_update(recipe).chain_update(version).finalize();
    format!("pairperf-stand-in:rust-{}", HEXLOWER.encode(&digest[..8]))
}

/// Copies all files below a folder, which may be missing.
fn copy(from: &Path, to: &Path) -> Result<()> {
    create_folder(to)?;
    let files = if from.exists() { files_below(from, &[])? } else { Vec::new() };
    for file in files {
        let target: PathBuf = to.join(&file);
        if let Some(folder) = target.parent() {
            create_folder(folder)?;
        }
        std::fs::copy(from.join(&file), &target).with_context(|| format!("copying {}", from.join(&file).display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bases_of_the_release_are_stood_in_for() {
        assert_eq!(kind("debian:bookworm-slim"), Some(Kind::Debian));
        assert_eq!(kind("rust:1-bookworm"), Some(Kind::Rust));
        for other in ["debian:trixie-slim", "rust:latest", "alpine:3", "debian", "library/rust:1-bookworm"] {
            assert_eq!(kind(other), None, "{other}");
        }
    }

    #[test]
    fn the_recipe_follows_the_compiler() {
        let compiler = Compiler {
            rustc: "rustc".into(),
            version: "rustc 1.99.0\nhost: x86_64-unknown-linux-gnu\nLLVM version: 33.1.8".to_owned(),
        };
        let recipe = recipe(&compiler).unwrap();
        assert!(recipe.starts_with("FROM pairperf-stand-in:debian\n"), "{recipe}");
        assert!(recipe.contains("lld-33 gcc"), "{recipe}");
        assert!(recipe.contains("ln -s /usr/bin/wasm-ld-33 /usr/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld"));
        assert_ne!(rust_name(&recipe, "rustc 1.99.0"), rust_name(&recipe, "rustc 1.99.1"));
    }
}
