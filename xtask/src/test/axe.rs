//! axe-core, which looks for what keeps people out: taken from the npm registry at one version, kept in the cache.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::{apt, process, workspace};

/// Its version.
const VERSION: &str = "4.14.1";
/// SHA-256 of the package of that version.
const DIGEST: &str = "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745";

/// The file that tests load into a page; fetched where the cache does not have it.
pub(super) fn script() -> Result<PathBuf> {
    let folder = workspace::cache_folder()?.join(format!("axe-core-{VERSION}"));
    let script = folder.join("package/axe.min.js");
    workspace::create_folder(&folder)?;
    let _turn = workspace::hold(&folder.with_extension("lock"))?;
    if script.exists() {
        return Ok(script);
    }
    if process::find("npm").is_none() {
        apt::install(&["npm"], "fetching axe-core, which looks at the accessibility of pages")?;
    }
    eprintln!("xtask: fetching axe-core {VERSION}");
    let name = format!("axe-core@{VERSION}");
    let mut fetch = Command::new("npm");
    fetch.args(["pack", "--silent", &name]).current_dir(&folder);
    process::run(&mut fetch, &format!("fetching {name} with npm"))?;
    let package = folder.join(format!("axe-core-{VERSION}.tgz"));
    let digest = HEXLOWER.encode(&Sha256::digest(workspace::read(&package)?));
    if digest != DIGEST {
        std::fs::remove_file(&package).with_context(|| format!("removing {}", package.display()))?;
        bail!("{name} has the SHA-256 {digest} instead of {DIGEST}: it is not what was looked at, so it is not used");
    }
    let mut unpack = Command::new("tar");
    unpack.args(["-xzf"]).arg(&package).arg("-C").arg(&folder).arg("package/axe.min.js");
    process::run(&mut unpack, &format!("unpacking {}", package.display()))?;
    Ok(script)
}
