//! How much a browser may have to download before it shows the page.

use anyhow::{Result, bail};

use super::pack::Packed;

/// Kinds of files and the bytes, compressed with brotli, that all of a kind may take together.
///
/// 300 KiB of program are what the page should take. It takes more for as long as it judges the whole form by itself, with
/// every setting there is; once the node does that, 300 it is again.
const LIMITS: [(&str, usize); 2] = [("wasm", 320 * 1024), ("js", 12 * 1024)];

/// Refuses a bundle that is larger than agreed.
pub(super) fn check(packed: &[Packed]) -> Result<()> {
    let spent =
        |extension: &str| packed.iter().filter(|item| item.asset.extension() == extension).map(Packed::smallest).sum();
    let excesses: Vec<String> = LIMITS.iter().filter_map(|&(kind, limit)| excess(kind, spent(kind), limit)).collect();
    if !excesses.is_empty() {
        bail!(
            "the page is too large: {}; make it smaller, or raise the limit in xtask/src/bundle/budget.rs for a reason",
            excesses.join(", ")
        );
    }
    Ok(())
}

fn excess(kind: &str, spent: usize, limit: usize) -> Option<String> {
    (spent > limit)
        .then(|| format!("{kind} takes {spent} bytes in brotli, {} more than the {limit} it may take", spent - limit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::asset::Asset;

    fn bundle(files: &[(&str, usize)]) -> Vec<Packed> {
        files.iter().map(|&(name, size)| Packed { asset: Asset::new(name, vec![0; size]), compressed: None }).collect()
    }

    #[test]
    fn the_limit_itself_is_within_the_budget() {
        check(&bundle(&[("a.wasm", 320 * 1024), ("a.js", 12 * 1024)])).unwrap();
    }

    #[test]
    fn files_of_a_kind_are_added_up_and_the_figures_are_said() {
        let error = check(&bundle(&[("a.js", 12 * 1024), ("b.js", 1)])).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("js takes 12289 bytes in brotli, 1 more than the 12288"), "{text}");
        assert!(!text.contains("wasm"), "{text}");
    }

    #[test]
    fn styles_and_pictures_have_no_limit() {
        check(&bundle(&[("a.css", 1 << 20), ("a.png", 1 << 20)])).unwrap();
    }
}
