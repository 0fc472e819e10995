//! Listeners that are taken away again: when the page looks different, when another code stands in its address.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::EventTarget;

use super::window;

/// What `theme.js` says when the theme was changed.
const THEME: &str = "pairperf-theme";

/// Calls back with each event as long as it lives.
#[derive(Debug)]
pub(crate) struct Listening {
    call: Closure<dyn FnMut()>,
    targets: Vec<(EventTarget, &'static str)>,
}

impl Listening {
    fn to(targets: Vec<(EventTarget, &'static str)>, call: impl FnMut() + 'static) -> Self {
        let call = Closure::new(call);
        for (target, name) in &targets {
            let _ = target.add_event_listener_with_callback(name, call.as_ref().unchecked_ref());
        }
        Self { call, targets }
    }

    /// Another theme, another width, another density of the screen.
    pub(crate) fn to_look(call: impl FnMut() + 'static) -> Option<Self> {
        let window = window()?;
        let mut targets: Vec<(EventTarget, &'static str)> = Vec::new();
        for query in ["(prefers-color-scheme: dark)", "(forced-colors: active)"] {
            if let Ok(Some(found)) = window.match_media(query) {
                targets.push((found.into(), "change"));
            }
        }
        targets.extend([(window.clone().into(), "resize"), (window.into(), THEME)]);
        Some(Self::to(targets, call))
    }

    /// Something else behind `#` in the address: the document stays as it is.
    pub(crate) fn to_fragment(call: impl FnMut() + 'static) -> Option<Self> {
        Some(Self::to(vec![(window()?.into(), "hashchange")], call))
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        for (target, name) in &self.targets {
            let _ = target.remove_event_listener_with_callback(name, self.call.as_ref().unchecked_ref());
        }
    }
}
