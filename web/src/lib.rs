//! The page of pairperf: a walk over what [`pairperf_shared`] computes, with no arithmetic of its own.
//!
//! A page loads, a reducer in `state` decides, a component draws. Only `browser` names the browser's own
//! interfaces, so that everything else also renders natively, in tests.

mod api;
mod app;
mod browser;
mod components;
mod live;
mod pages;
mod route;
mod state;
#[cfg(test)]
mod tests;
mod text;

use wasm_bindgen::prelude::wasm_bindgen;

/// Mounts the page; called by the browser once the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    browser::set_language("en");
    yew::Renderer::<app::App>::new().render();
}
