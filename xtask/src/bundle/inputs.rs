//! A digest of all that the bundle is made from; the same digest means the same bundle.

use std::path::{Path, PathBuf};

use anyhow::Result;
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::compiler::Compiler;
use crate::workspace::{Workspace, files_below, read};

/// Folders and, of each, the branches that do not matter: what is built, and tasks that do not bundle.
const FOLDERS: [(&str, &[&str]); 4] = [
    ("shared", &["target"]),
    ("static", &["pkg"]),
    ("web", &["target"]),
    ("xtask/src", &["test.rs", "test", "demo.rs", "image.rs", "image"]),
];
const FILES: [&str; 3] = ["Cargo.lock", "Cargo.toml", ".cargo/config.toml"];

/// The digest of the sources and the compiler.
pub(super) fn digest(workspace: &Workspace, compiler: &Compiler) -> Result<String> {
    let mut files: Vec<PathBuf> = FILES.iter().map(PathBuf::from).collect();
    for (folder, skip) in FOLDERS {
        let below = files_below(&workspace.root.join(folder), skip)?;
        files.extend(below.into_iter().map(|path| Path::new(folder).join(path)));
    }
    let mut digest = Sha256::new();
    feed(&mut digest, compiler.version.as_bytes());
    for file in files {
        feed(&mut digest, file.as_os_str().as_encoded_bytes());
        feed(&mut digest, &read(&workspace.root.join(&file))?);
    }
    Ok(HEXLOWER.encode(&digest.finalize()))
}

/// With the length in front, so that no bytes can pass from one item to the next unnoticed.
fn feed(digest: &mut Sha256, item: &[u8]) {
    digest.update((item.len() as u64).to_be_bytes());
    digest.update(item);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_do_not_run_into_each_other() {
        let of = |items: &[&str]| {
            let mut digest = Sha256::new();
            for item in items {
                feed(&mut digest, item.as_bytes());
            }
            digest.finalize()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
    }
}
