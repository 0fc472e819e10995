//! One file of the bundle and its two names: the one that sources use and the one that browsers see.

use std::path::Path;

use anyhow::{Context as _, Result};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::workspace::{files_below, read};

/// Under which path the server hands the bundle out.
pub(super) const PREFIX: &str = "/assets/";
/// What of `static/` is not taken over: the bundle itself.
const NOT_COLLECTED: [&str; 1] = ["pkg"];
/// Files that documents name, and which therefore may change their names with their content.
const HASHED: [&str; 4] = ["css", "ftl", "js", "wasm"];
/// Files that shrink when compressed.
const COMPRESSIBLE: [&str; 11] =
    ["css", "ftl", "html", "js", "json", "map", "svg", "txt", "wasm", "webmanifest", "xml"];

/// A file of the bundle.
#[derive(Debug)]
pub(super) struct Asset {
    /// What sources call it, such as `app.css`.
    pub(super) name: String,
    /// What it is called in the bundle, such as `app-0123abcd.css`.
    pub(super) file: String,
    pub(super) content: Vec<u8>,
}

impl Asset {
    /// Names `content` after itself where its kind is hashed.
    pub(super) fn new(name: impl Into<String>, content: Vec<u8>) -> Self {
        let name = name.into();
        let file = if HASHED.contains(&extension(&name)) { hashed(&name, &content) } else { name.clone() };
        Self { name, file, content }
    }

    /// Keeps the name as it is.
    pub(super) fn plain(name: impl Into<String>, content: Vec<u8>) -> Self {
        let name = name.into();
        Self { file: name.clone(), name, content }
    }

    /// The address a document uses.
    pub(super) fn address(&self) -> String {
        format!("{PREFIX}{}", self.file)
    }

    pub(super) fn extension(&self) -> &str {
        extension(&self.name)
    }

    pub(super) fn is_compressible(&self) -> bool {
        COMPRESSIBLE.contains(&self.extension())
    }
}

/// All of `static/` that goes into the bundle as it is.
pub(super) fn collect(folder: &Path) -> Result<Vec<Asset>> {
    files_below(folder, &NOT_COLLECTED)?
        .into_iter()
        .filter(|path| !is_hidden(path))
        .map(|path| {
            let name = path.to_str().with_context(|| format!("the name of static/{} is not UTF-8", path.display()))?;
            Ok(Asset::new(name, read(&folder.join(&path))?))
        })
        .collect()
}

/// The asset that sources call `name`.
pub(super) fn named<'a>(assets: &'a [Asset], name: &str) -> Result<&'a Asset> {
    assets.iter().find(|asset| asset.name == name).with_context(|| {
        let names: Vec<_> = assets.iter().map(|asset| asset.name.as_str()).collect();
        format!("there is no `{name}` in the bundle; it has {}", names.join(", "))
    })
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

fn extension(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// `app.css` with some content becomes `app-0123abcd.css`.
fn hashed(name: &str, content: &[u8]) -> String {
    let hash = HEXLOWER.encode(&Sha256::digest(content)[..4]);
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}-{hash}.{extension}"),
        None => format!("{name}-{hash}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, file: &str) {
        assert_eq!(Asset::new(name, b"x".to_vec()).file, file);
    }

    #[test]
    fn what_documents_name_carries_its_hash_and_the_rest_its_plain_name() {
        check("app.css", "app-2d711642.css");
        check("theme.js", "theme-2d711642.js");
        check("pairperf_web_bg.wasm", "pairperf_web_bg-2d711642.wasm");
        check("parts/a.b.js", "parts/a.b-2d711642.js");
        check("locales/en.ftl", "locales/en-2d711642.ftl");
        check("icons/logo.svg", "icons/logo.svg");
        check("LICENSE", "LICENSE");
    }

    #[test]
    fn other_content_is_another_name() {
        let name = |content: &str| Asset::new("app.css", content.into()).file;
        assert_eq!(name("a"), name("a"));
        assert_ne!(name("a"), name("b"));
    }

    #[test]
    fn text_compresses_and_pictures_do_not() {
        let compressible = |name: &str| Asset::plain(name, Vec::new()).is_compressible();
        assert!(compressible("locales/en.ftl"));
        assert!(compressible("icons/logo.svg"));
        assert!(!compressible("icons/logo.png"));
        assert!(!compressible("folder.css/file"));
    }
}
