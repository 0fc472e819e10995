//! The rows of a list that the server drew: which of them are ticked, and hiding those that are gone.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, FocusOptions, HtmlElement, HtmlInputElement};

use super::{Place, document, focus_is_lost};

/// A run that is ticked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pick {
    /// Its id.
    pub(crate) run: String,
    /// Its rate, as the row says it.
    pub(crate) mean: String,
}

impl Place {
    /// Calls back whenever something in it is ticked, for as long as the document lives.
    pub(crate) fn on_change(&self, call: impl FnMut() + 'static) {
        let call: Closure<dyn FnMut()> = Closure::new(call);
        let _ = self.host().add_event_listener_with_callback("change", call.as_ref().unchecked_ref());
        call.forget();
    }

    /// The runs that are ticked, in the order of the list.
    pub(crate) fn picks(&self) -> Vec<Pick> {
        boxes(&self.host())
            .filter(HtmlInputElement::checked)
            .map(|field| Pick { run: field.value(), mean: field.get_attribute("data-mean").unwrap_or_default() })
            .collect()
    }

    /// Takes the ticks of those runs away.
    pub(crate) fn clear_picks(&self, of: impl Fn(&str) -> bool) {
        boxes(&self.host()).filter(|field| of(&field.value())).for_each(|field| field.set_checked(false));
    }

    /// Moves the keyboard to the first run that is there, where it lost its place.
    pub(crate) fn refocus_picks(&self) {
        let there = |field: &HtmlInputElement| field.closest("[hidden]").ok().flatten().is_none();
        if focus_is_lost()
            && let Some(first) = boxes(&self.host()).find(there)
        {
            // The list may be long, and the person is below it.
            let stay = FocusOptions::new();
            stay.set_prevent_scroll(true);
            let _ = first.focus_with_options(&stay);
        }
    }
}

fn boxes(place: &Element) -> impl Iterator<Item = HtmlInputElement> + use<> {
    let found = place.query_selector_all("input[name=run]").ok();
    let count = found.as_ref().map_or(0, web_sys::NodeList::length);
    (0..count).filter_map(move |index| found.as_ref()?.item(index)?.dyn_into().ok())
}

/// Hides the row of a run.
pub(crate) fn hide_row(run: &str) {
    let row = document().and_then(|it| it.query_selector(&format!("[data-run=\"{run}\"]")).ok().flatten());
    if let Some(row) = row.and_then(|row| row.dyn_into::<HtmlElement>().ok()) {
        row.set_hidden(true);
    }
}
