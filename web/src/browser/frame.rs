//! Drawing in step with the screen.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;

use super::timer::Timer;
use super::window;

/// A page in the background draws no frames: it is brought up to date this often, because its title shows how far a
/// run is and what comes in must not pile up.
const IN_BACKGROUND_MS: u32 = 1_000;

/// Calls back before the next frame is drawn; where none is drawn, because the page is in the background or goes
/// there now, a second later.
pub(crate) fn next_frame(call: impl FnOnce() + 'static) {
    let Some(window) = window() else { return call() };
    // Whichever comes first takes it.
    let call = Rc::new(Cell::new(Some(call)));
    let take = move || {
        if let Some(call) = call.take() {
            call();
        }
    };
    let late = Timer::once(IN_BACKGROUND_MS, take.clone());
    let soon = Closure::once_into_js(move || {
        drop(late);
        take();
    });
    let _ = window.request_animation_frame(soon.unchecked_ref());
}
