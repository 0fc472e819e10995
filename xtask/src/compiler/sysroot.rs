//! A compiler for the browser out of Debian's: its standard library is built once and kept in the cache.
//!
//! The folder looks like a compiler's own: `bin/rustc` calls Debian's compiler with this folder as its root, and below
//! `lib/rustlib` are the browser's library, the host's (for macros and build scripts), and the linker under the name
//! that the compiler looks for. So cargo needs no settings beyond `RUSTC`.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use super::debian::Debian;
use super::{Compiler, TARGET, has_std};
use crate::process;
use crate::workspace::{self, create_folder, hold, write};

/// Counts changes of how the library is built, so that an older one is not taken for it.
const RECIPE: u32 = 3;

/// Builds the library for size, in the way the page itself is built.
const SEED_MANIFEST: &str = r#"[package]
name = "seed"
version = "0.0.0"
edition = "2024"

[lib]
path = "seed.rs"

[workspace]

[profile.release]
opt-level = "z"
codegen-units = 1
panic = "abort"
"#;

/// Settings meant for the caller's compiler, which would lead Debian's astray.
const FOREIGN_SETTINGS: [&str; 7] = [
    "CARGO_BUILD_RUSTC",
    "CARGO_BUILD_TARGET",
    "CARGO_ENCODED_RUSTFLAGS",
    "LD_LIBRARY_PATH",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTUP_TOOLCHAIN",
];

/// The compiler, if it was made before.
pub(super) fn ready() -> Result<Option<Compiler>> {
    let Some(debian) = Debian::find() else {
        return Ok(None);
    };
    Sysroot::of(&debian)?.compiler()
}

/// The compiler, made if need be.
pub(super) fn make() -> Result<Compiler> {
    let debian = Debian::install()?;
    let sysroot = Sysroot::of(&debian)?;
    let _held = hold(&sysroot.folder.with_extension("lock"))?;
    if let Some(compiler) = sysroot.compiler()? {
        return Ok(compiler);
    }
    eprintln!(
        "xtask: building the standard library of {TARGET} into {}; this happens once for a compiler and takes a minute",
        sysroot.folder.display()
    );
    sysroot.build(&debian)?;
    sysroot.compiler()?.with_context(|| format!("{} is not complete after it was built", sysroot.folder.display()))
}

/// A folder of the cache that belongs to one version of Debian's compiler.
#[derive(Debug)]
struct Sysroot {
    folder: PathBuf,
    host: String,
}

impl Sysroot {
    fn of(debian: &Debian) -> Result<Self> {
        let key = key(&debian.compiler.version, RECIPE);
        Ok(Self {
            folder: workspace::cache_folder()?.join(format!("sysroot-{key}")),
            host: debian.compiler.fact("host")?.to_owned(),
        })
    }

    /// The finished compiler; nothing while a part is missing, also when Debian removed what a link points to.
    fn compiler(&self) -> Result<Option<Compiler>> {
        let wrapper = self.wrapper();
        let host = self.libraries(&self.host);
        let complete = wrapper.exists()
            && has_std(&self.libraries(TARGET).join("lib"))
            && has_std(&host.join("lib"))
            && host.join("bin/rust-lld").exists();
        complete.then(|| Compiler::ask(&wrapper)).transpose()
    }

    fn libraries(&self, target: &str) -> PathBuf {
        self.folder.join("lib/rustlib").join(target)
    }

    fn build(&self, debian: &Debian) -> Result<()> {
        if self.folder.exists() {
            remove(&self.folder)?;
        }
        let scratch = Scratch(self.folder.with_extension("building"));
        let built = compile_library(debian, &scratch.0)?;

        let browser = self.libraries(TARGET).join("lib");
        create_folder(&browser)?;
        for file in std::fs::read_dir(&built).context("listing the built libraries")? {
            let file = file.context("listing the built libraries")?.path();
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if name.ends_with(".rlib") && !name.starts_with("libseed") {
                std::fs::copy(&file, browser.join(&*name)).with_context(|| format!("copying {}", file.display()))?;
            }
        }
        let host = self.libraries(&self.host);
        link(&debian.compiler.library_folder(&self.host)?, &host.join("lib"))?;
        link(&debian.linker, &host.join("bin/rust-lld"))?;
        // Last, because its presence says that the rest is there.
        self.write_wrapper(&debian.compiler.rustc)
    }

    fn wrapper(&self) -> PathBuf {
        self.folder.join("bin/rustc")
    }

    fn write_wrapper(&self, rustc: &Path) -> Result<()> {
        let wrapper = self.wrapper();
        create_folder(&self.folder.join("bin"))?;
        let call = format!("{} --sysroot {}", quoted(rustc), quoted(&self.folder));
        let name = self.folder.file_name().unwrap_or_default().to_string_lossy();
        // Cargo tells compilers apart by what they say of themselves: with another library what was built is built anew.
        let script = format!(
            "#!/bin/sh\nif [ \"$*\" = -vV ]; then\n  {call} -vV && echo 'library: {name}'\n  exit\nfi\nexec {call} \"$@\"\n"
        );
        write(&wrapper, script)?;
        std::fs::set_permissions(&wrapper, std::fs::Permissions::from_mode(0o755))
            .with_context(|| format!("making {} executable", wrapper.display()))
    }
}

/// Builds an empty crate, whose by-product is the standard library, and returns the folder with the libraries.
fn compile_library(debian: &Debian, scratch: &Path) -> Result<PathBuf> {
    create_folder(scratch)?;
    write(&scratch.join("Cargo.toml"), SEED_MANIFEST)?;
    write(&scratch.join("seed.rs"), "")?;
    let mut command = Command::new(&debian.cargo);
    for name in FOREIGN_SETTINGS {
        command.env_remove(name);
    }
    command
        .current_dir(scratch)
        .args(["build", "--release", "--target", TARGET])
        .arg("-Zbuild-std=std,panic_abort")
        // Sorting and searching in few instructions: nothing here is sorted that a person would wait for.
        .arg("-Zbuild-std-features=optimize_for_size")
        .env("CARGO_TARGET_DIR", scratch.join("target"))
        .env("RUSTC", &debian.compiler.rustc)
        .env("RUSTC_BOOTSTRAP", "1")
        // Without the bitcode the page could not be optimised across crates.
        .env("RUSTFLAGS", "-Cembed-bitcode=yes");
    process::run(&mut command, "building the standard library for the browser")?;
    Ok(scratch.join("target").join(TARGET).join("release/deps"))
}

fn link(target: &Path, name: &Path) -> Result<()> {
    if let Some(folder) = name.parent() {
        create_folder(folder)?;
    }
    symlink(target, name).with_context(|| format!("linking {} to {}", name.display(), target.display()))
}

fn remove(folder: &Path) -> Result<()> {
    std::fs::remove_dir_all(folder).with_context(|| format!("removing {}", folder.display()))
}

fn quoted(path: &Path) -> String {
    process::quoted(&path.to_string_lossy())
}

/// Names the folder of a compiler: another version or another recipe is another folder, as cargo does not notice when
/// a library changes in its place.
fn key(version: &str, recipe: u32) -> String {
    let digest = Sha256::new().chain_update(recipe.to_be_bytes()).chain_update(version).finalize();
    HEXLOWER.encode(&digest[..8])
}

/// A folder that goes with this value, whether the work in it succeeds or not.
#[derive(Debug)]
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            eprintln!("xtask: could not remove {}: {error}", self.0.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_follows_the_compiler_and_the_recipe() {
        let first = key("rustc 1.96.0", 1);
        assert_eq!(first.len(), 16);
        assert_eq!(first, key("rustc 1.96.0", 1));
        assert_ne!(first, key("rustc 1.96.1", 1));
        assert_ne!(first, key("rustc 1.96.0", 2));
    }
}
