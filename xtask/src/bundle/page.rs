//! Compiles the page's program and binds it to the browser. Knows nothing of the other files of the bundle.

use std::path::Path;

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

use super::asset::{self, Asset};
use crate::compiler::{Compiler, TARGET};
use crate::process;
use crate::workspace::{Workspace, files_below, read};

/// The crate, its compiled name, and the profile that makes it small.
const CRATE: &str = "pairperf-web";
const STEM: &str = "pairperf_web";
const PROFILE: &str = "web";

/// The program and the script that binds it to the browser.
pub(super) fn compile(workspace: &Workspace, compiler: &Compiler) -> Result<Vec<Asset>> {
    eprintln!("xtask: building the page with {}", compiler.rustc.display());
    process::run(
        workspace
            .cargo()
            .args(["build", "--package", CRATE, "--lib"])
            .args(["--profile", PROFILE, "--target", TARGET])
            .env("RUSTC", &compiler.rustc),
        "building the page",
    )?;
    let program = workspace.target.join(TARGET).join(PROFILE).join(format!("{STEM}.wasm"));
    let bound = workspace.target.join("pairperf-bundle");
    bind(&program, &bound)?;
    files_below(&bound, &[])?
        .into_iter()
        .map(|path| {
            let content = read(&bound.join(&path))?;
            let name = path.to_string_lossy().into_owned();
            // The script imports its snippets, should there be any, by their plain names.
            Ok(if name.starts_with("snippets/") { Asset::plain(name, content) } else { Asset::new(name, content) })
        })
        .collect()
}

fn bind(program: &Path, folder: &Path) -> Result<()> {
    let doing = || format!("binding {} to the browser", program.display());
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(doing)?;
    }
    Bindgen::new()
        .input_path(program)
        .out_name(STEM)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .typescript(false)
                .remove_name_section(true)
                .remove_producers_section(true)
                // The script is told where the program is, since it can't know the hashed name.
                .omit_default_module_path(true)
                .generate(folder)
        })
        .with_context(doing)
}

/// The module that starts the page. A file of its own, because the page's policy forbids scripts inside HTML.
///
/// Should the start fail, it says so in `data-start="failed"` on the root element, where a style can show it.
pub(super) fn boot_script(assets: &[Asset]) -> Result<Asset> {
    let glue = asset::named(assets, &format!("{STEM}.js"))?.address();
    let program = asset::named(assets, &format!("{STEM}_bg.wasm"))?.address();
    let script = format!(
        "import start from '{glue}';\n\
         start({{ module_or_path: '{program}' }}).catch((error) => {{\n  \
           document.documentElement.dataset.start = 'failed';\n  \
           throw error;\n\
         }});\n"
    );
    Ok(Asset::new("boot.js", script.into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_names_both_files_by_their_hashed_addresses() {
        let assets =
            [Asset::new("pairperf_web.js", b"glue".to_vec()), Asset::new("pairperf_web_bg.wasm", b"program".to_vec())];
        let boot = boot_script(&assets).unwrap();
        let script = String::from_utf8(boot.content).unwrap();
        assert!(boot.file.starts_with("boot-"));
        for asset in &assets {
            assert!(script.contains(&format!("'{}'", asset.address())), "{script}");
        }
    }

    #[test]
    fn a_page_without_its_program_is_refused() {
        let assets = [Asset::new("pairperf_web.js", Vec::new())];
        let error = boot_script(&assets).unwrap_err();
        assert!(error.to_string().contains("pairperf_web_bg.wasm"));
    }
}
