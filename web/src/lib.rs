//! The page's program: it looks at the document it was started in and brings it to life. What is shown is computed
//! by [`pairperf_shared`]; the program has no arithmetic of its own.
//!
//! A page loads, a reducer in `state` decides, a component draws. Only `browser` names the browser's own
//! interfaces, so that everything else also renders natively, in tests.

mod api;
mod app;
mod browser;
mod components;
mod islands;
mod live;
mod pages;
mod route;
mod state;
#[cfg(test)]
mod tests;
mod text;

use pairperf_shared::lang::Lang;
use pairperf_shared::text::Catalogue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

/// Brings the document to life; called by the browser once the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    browser::localise_times();
    spawn_local(async {
        // Not before the language is there: nothing is ever shown in two.
        match catalogue().await {
            Some(catalogue) => {
                text::speak(catalogue);
                app::mount();
            }
            None => browser::start_failed(),
        }
    });
}

/// The messages of the document's language.
async fn catalogue() -> Option<Catalogue> {
    let lang = Lang::of(&browser::document_language()).unwrap_or_default();
    let source = api::text(&browser::catalogue_address()?).await.ok()?;
    Catalogue::new(lang, &source).ok()
}
