//! Fills `index.html`: each `{{name}}` becomes the address of the asset of that name.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::asset::{Asset, named};
use crate::workspace::read;

/// What the page cannot do without.
const STARTER: &str = "{{boot.js}}";

/// The page out of the template in `file`.
pub(super) fn fill_file(file: &Path, assets: &[Asset]) -> Result<Asset> {
    let doing = || format!("filling in {}", file.display());
    let template = String::from_utf8(read(file)?).with_context(doing)?;
    if !template.contains(STARTER) {
        bail!("{} never starts the page: add <script type=\"module\" src=\"{STARTER}\"></script>", file.display());
    }
    let page = fill(&template, assets).with_context(doing)?;
    Ok(Asset::plain("index.html", page.into_bytes()))
}

fn fill(template: &str, assets: &[Asset]) -> Result<String> {
    let mut page = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, behind)) = after.split_once("}}") else {
            let start: String = after.chars().take(30).collect();
            bail!("a placeholder is never closed: {{{{{start}");
        };
        page.push_str(before);
        page.push_str(&named(assets, name.trim())?.address());
        rest = behind;
    }
    page.push_str(rest);
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets() -> [Asset; 2] {
        [Asset::new("app.css", b"x".to_vec()), Asset::plain("icons/logo.svg", Vec::new())]
    }

    fn check(template: &str, expected: &str) {
        assert_eq!(fill(template, &assets()).unwrap(), expected);
    }

    #[test]
    fn placeholders_become_addresses() {
        check("<p>plain</p>", "<p>plain</p>");
        check("{{app.css}}", "/assets/app-2d711642.css");
        check(
            "<a href=\"{{ app.css }}\">{{icons/logo.svg}}</a>",
            "<a href=\"/assets/app-2d711642.css\">/assets/icons/logo.svg</a>",
        );
    }

    #[test]
    fn a_wrong_placeholder_is_named() {
        let error = |template| fill(template, &assets()).unwrap_err().to_string();
        assert!(error("{{ap.css}}").contains("no `ap.css` in the bundle; it has app.css, icons/logo.svg"));
        assert!(error("a {{app.css").contains("never closed: {{app.css"));
    }
}
