//! Where things are: the source, what cargo builds, and the cache that outlives both.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::process;

/// The folders every task works with.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// The repository's root.
    pub(crate) root: PathBuf,
    /// Where cargo puts what it builds, `CARGO_TARGET_DIR` and cargo's own settings considered.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Asks cargo.
    pub(crate) fn find() -> Result<Self> {
        let doing = "asking cargo where the workspace is";
        let text = process::capture(
            process::cargo()
                .args(["metadata", "--no-deps", "--format-version=1"])
                .current_dir(env!("CARGO_MANIFEST_DIR")),
            doing,
        )?;
        let metadata: serde_json::Value = serde_json::from_str(&text).context(doing)?;
        let folder = |key: &str| {
            metadata[key].as_str().map(PathBuf::from).with_context(|| format!("{doing}: the answer has no {key}"))
        };
        Ok(Self { root: folder("workspace_root")?, target: folder("target_directory")? })
    }

    /// A cargo command that works on this workspace.
    pub(crate) fn cargo(&self) -> std::process::Command {
        let mut command = process::cargo();
        command.current_dir(&self.root);
        command
    }

    /// The sources of what the browser loads apart from the program itself.
    pub(crate) fn static_folder(&self) -> PathBuf {
        self.root.join("static")
    }

    /// Where the bundle is written.
    pub(crate) fn bundle_folder(&self) -> PathBuf {
        self.static_folder().join("pkg")
    }

    /// The server as built with `profile`, `debug` or `release`.
    pub(crate) fn server(&self, profile: &str) -> PathBuf {
        self.target.join(profile).join("pairperf")
    }
}

/// Where pairperf's development keeps what is dear to make: `$XDG_CACHE_HOME/pairperf` or `~/.cache/pairperf`.
pub(crate) fn cache_folder() -> Result<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    match base {
        Some(base) => Ok(base.join("pairperf")),
        None => bail!("there is no place for the cache: set HOME or XDG_CACHE_HOME to a folder"),
    }
}

/// Waits until no other task holds `file`, then holds it until the returned value is dropped.
pub(crate) fn hold(file: &Path) -> Result<File> {
    if let Some(folder) = file.parent() {
        create_folder(folder)?;
    }
    let handle = File::create(file).with_context(|| format!("creating the lock {}", file.display()))?;
    handle.lock().with_context(|| format!("waiting for the lock {}", file.display()))?;
    Ok(handle)
}

/// Creates a folder and those above it.
pub(crate) fn create_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))
}

/// Reads a whole file.
pub(crate) fn read(file: &Path) -> Result<Vec<u8>> {
    std::fs::read(file).with_context(|| format!("reading {}", file.display()))
}

/// Writes a whole file.
pub(crate) fn write(file: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    std::fs::write(file, content).with_context(|| format!("writing {}", file.display()))
}

/// All files below `folder` in the order of their names, as paths relative to it; `skip` leaves whole branches out.
pub(crate) fn files_below(folder: &Path, skip: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, Path::new(""), skip, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(root: &Path, below: &Path, skip: &[&str], found: &mut Vec<PathBuf>) -> Result<()> {
    let folder = root.join(below);
    let doing = || format!("listing {}", folder.display());
    for entry in std::fs::read_dir(&folder).with_context(doing)? {
        let entry = entry.with_context(doing)?;
        let path = below.join(entry.file_name());
        if skip.iter().any(|branch| path == Path::new(branch)) {
            continue;
        }
        if entry.file_type().with_context(doing)?.is_dir() {
            collect(root, &path, skip, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}
