//! Drawing in step with the screen.

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;

use super::window;

/// How often a page in the background is brought up to date: its title shows how far a run is.
const IN_BACKGROUND_MS: u32 = 1_000;

/// Calls back before the next frame is drawn; in the background, where no frames are drawn, once a second.
pub(crate) fn next_frame(call: impl FnOnce() + 'static) {
    let Some(window) = window() else { return call() };
    if window.document().is_some_and(|document| document.hidden()) {
        Timeout::new(IN_BACKGROUND_MS, call).forget();
        return;
    }
    let closure = Closure::once_into_js(call);
    let _ = window.request_animation_frame(closure.unchecked_ref());
}
