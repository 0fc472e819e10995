//! `cargo xtask bundle`: the page as browsers load it, written to `static/pkg`.
//!
//! The program is compiled and bound ([`page`]) and joined by what lies in `static/` ([`asset`]). Scripts, styles,
//! messages and the program carry a hash of their content in their names, so that browsers may keep them for ever; the
//! server, which writes the documents, finds the names in `manifest.json`. All that compresses lies there compressed too ([`pack`]), so that
//! the server spends no time on it. A page that outgrew its [`budget`] is refused. Nothing is done when nothing
//! changed ([`manifest`]).

mod asset;
mod budget;
mod inputs;
mod manifest;
mod pack;
mod page;
mod table;

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::compiler;
use crate::process;
use crate::workspace::{Workspace, create_folder, hold, write};
use manifest::Manifest;
use pack::Packed;

/// Kept in the folder so that it exists in a fresh clone.
const KEEPER: &str = ".gitkeep";

/// Brings `static/pkg` up to date and returns what to tell about it.
pub(crate) fn bundle(workspace: &Workspace) -> Result<String> {
    let _held = hold(&workspace.target.join("pairperf-bundle.lock"))?;
    let compiler = compiler::for_browser()?;
    let inputs = inputs::digest(workspace, &compiler)?;
    let folder = workspace.bundle_folder();
    if Manifest::read(&folder).is_some_and(|manifest| manifest.holds(&folder, &inputs)) {
        return Ok(format!("{} is up to date", folder.display()));
    }

    let mut assets = page::compile(workspace, &compiler)?;
    assets.extend(asset::collect(&workspace.static_folder())?);
    assets.push(page::boot_script(&assets)?);
    let packed = pack::pack_all(assets)?;
    match budget::check(&packed) {
        // Another compiler makes another size: who only wants to use the page is not kept from it.
        Err(error) if !process::in_ci() => eprintln!("xtask: {error:#}"),
        checked => checked?,
    }
    let manifest = Manifest::new(inputs, &packed);
    write_all(&folder, &packed, &manifest)?;

    let report = format!("{}\nwritten to {}", table::sizes(&packed), folder.display());
    eprintln!("xtask: the page is built");
    Ok(report)
}

/// Replaces the content of `folder`. The manifest comes last: without it, what is there counts for nothing.
fn write_all(folder: &Path, packed: &[Packed], manifest: &Manifest) -> Result<()> {
    create_folder(folder)?;
    empty(folder)?;
    for item in packed {
        let file = folder.join(&item.asset.file);
        if let Some(parent) = file.parent() {
            create_folder(parent)?;
        }
        write(&file, &item.asset.content)?;
        if let Some(compressed) = &item.compressed {
            write(&beside(&file, "br"), &compressed.brotli)?;
            write(&beside(&file, "gz"), &compressed.gzip)?;
        }
    }
    manifest.write(folder)
}

fn empty(folder: &Path) -> Result<()> {
    let doing = || format!("emptying {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(doing)? {
        let entry = entry.with_context(doing)?;
        if entry.file_name() == KEEPER {
            continue;
        }
        if entry.file_type().with_context(doing)?.is_dir() {
            std::fs::remove_dir_all(entry.path()).with_context(doing)?;
        } else {
            std::fs::remove_file(entry.path()).with_context(doing)?;
        }
    }
    Ok(())
}

/// The file's name with one more extension.
fn beside(file: &Path, extension: &str) -> std::path::PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}
