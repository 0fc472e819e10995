//! When the page looks different: another theme, another width, another density of the screen.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::EventTarget;

use super::window;

/// What `theme.js` says when the theme was changed.
const THEME: &str = "pairperf-theme";

/// Calls back with each change as long as it lives.
#[derive(Debug)]
pub(crate) struct Look {
    call: Closure<dyn FnMut()>,
    targets: Vec<(EventTarget, &'static str)>,
}

impl Look {
    /// Begins to watch.
    pub(crate) fn watch(call: impl FnMut() + 'static) -> Option<Self> {
        let window = window()?;
        let mut targets: Vec<(EventTarget, &'static str)> = Vec::new();
        for query in ["(prefers-color-scheme: dark)", "(forced-colors: active)"] {
            if let Ok(Some(found)) = window.match_media(query) {
                targets.push((found.into(), "change"));
            }
        }
        targets.extend([(window.clone().into(), "resize"), (window.into(), THEME)]);
        let call = Closure::new(call);
        for (target, name) in &targets {
            let _ = target.add_event_listener_with_callback(name, call.as_ref().unchecked_ref());
        }
        Some(Self { call, targets })
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        for (target, name) in &self.targets {
            let _ = target.remove_event_listener_with_callback(name, self.call.as_ref().unchecked_ref());
        }
    }
}
