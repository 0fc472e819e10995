//! Time that passes: a call later or again and again, and a pause.

use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::JsFuture;

use super::window;

/// A call to come, which is given up when this is dropped.
#[derive(Debug)]
pub(crate) struct Timer {
    id: i32,
    again: bool,
    /// What the browser calls has to live until then.
    _call: Closure<dyn FnMut()>,
}

impl Timer {
    /// Calls once, after so many milliseconds.
    pub(crate) fn once(ms: u32, call: impl FnOnce() + 'static) -> Option<Self> {
        let window = window()?;
        let call = Closure::once(call);
        let id = window.set_timeout_with_callback_and_timeout_and_arguments_0(function(&call), millis(ms)).ok()?;
        Some(Self { id, again: false, _call: call })
    }

    /// Calls every so many milliseconds.
    pub(crate) fn every(ms: u32, call: impl FnMut() + 'static) -> Option<Self> {
        let window = window()?;
        let call = Closure::new(call);
        let id = window.set_interval_with_callback_and_timeout_and_arguments_0(function(&call), millis(ms)).ok()?;
        Some(Self { id, again: true, _call: call })
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        let Some(window) = window() else { return };
        if self.again {
            window.clear_interval_with_handle(self.id);
        } else {
            window.clear_timeout_with_handle(self.id);
        }
    }
}

fn function(call: &Closure<dyn FnMut()>) -> &Function {
    call.as_ref().unchecked_ref()
}

fn millis(ms: u32) -> i32 {
    i32::try_from(ms).unwrap_or(i32::MAX)
}

/// Calls once after so many milliseconds, whatever happens until then.
pub(crate) fn later(ms: u32, call: impl FnOnce() + 'static) {
    if let Some(window) = window() {
        let call = Closure::once_into_js(call);
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(call.unchecked_ref(), millis(ms));
    }
}

/// Waits so many milliseconds.
pub(crate) async fn sleep(ms: u32) {
    rest(ms, |_| {}).await;
}

/// Waits so many milliseconds, or until what is handed to `end` is called.
pub(super) async fn rest(ms: u32, end: impl FnOnce(Rc<dyn Fn()>)) {
    let Some(window) = window() else { return };
    let mut end = Some(end);
    let passed = Promise::new(&mut |resolve: Function, _: Function| {
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, millis(ms));
        if let Some(end) = end.take() {
            end(Rc::new(move || drop(resolve.call0(&wasm_bindgen::JsValue::NULL))));
        }
    });
    let _ = JsFuture::from(passed).await;
}
