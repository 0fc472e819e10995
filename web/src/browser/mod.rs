//! The only place that names the browser's interfaces. Natively, in tests, everything here is quietly absent.

mod canvas;
mod clipboard;
mod document;
mod fetch;
mod file;
mod frame;
mod icon;
mod listening;
mod picks;
mod picture;
mod socket;
mod time;
mod timer;

pub(crate) use canvas::{Cells, Painter};
pub(crate) use clipboard::copy;
pub(crate) use document::{
    Place, catalogue_address, detached, document_language, is_guest, islands, page, start_failed,
};
pub(crate) use fetch::{Answered, Body, NoAnswer, Request, fetch};
pub(crate) use file::FileTaken;
pub(crate) use frame::next_frame;
pub(crate) use icon::{STEPS, set_icon};
pub(crate) use listening::Listening;
pub(crate) use picks::{Pick, hide_row};
pub(crate) use picture::save_picture;
pub(crate) use socket::Socket;
pub(crate) use time::{clock_in, local_time, localise_times};
pub(crate) use timer::{Timer, later, sleep};

use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Document, Element, Event, MouseEvent, PointerEvent, Window};

fn window() -> Option<Window> {
    cfg!(target_arch = "wasm32").then(web_sys::window).flatten()
}

fn document() -> Option<Document> {
    window()?.document()
}

/// Milliseconds on a clock that never jumps; its beginning means nothing.
pub(crate) fn now_ms() -> f64 {
    window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}

/// Notes in the browser's own list of times that what the page is for stands there; benchmarks read it.
pub(crate) fn mark_ready() {
    if let Some(clock) = window().and_then(|window| window.performance()) {
        let _ = clock.mark("pairperf-ready");
    }
}

pub(crate) fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// What stands behind `#` in the address, decoded.
pub(crate) fn fragment() -> String {
    let hash = window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    let bare = hash.trim_start_matches('#');
    js_text(bare, js_sys::decode_uri_component)
}

fn js_text(text: &str, change: fn(&str) -> Result<js_sys::JsString, JsValue>) -> String {
    if text.is_empty() {
        return String::new();
    }
    change(text).map_or_else(|_| text.to_owned(), String::from)
}

/// One value of the address's query.
pub(crate) fn query_value(name: &str) -> Option<String> {
    let search = window()?.location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&search).ok()?.get(name)
}

/// The whole query of the address, with its `?`.
pub(crate) fn query() -> String {
    window().and_then(|window| window.location().search().ok()).unwrap_or_default()
}

/// Puts another query behind the path. Replaced, not pushed: the way back leads to the page before, not to the last
/// letter that was typed.
pub(crate) fn replace_query(query: &str) {
    let replace = || {
        let window = window()?;
        let path = window.location().pathname().ok()?;
        window.history().ok()?.replace_state_with_url(&JsValue::NULL, "", Some(&format!("{path}{query}"))).ok()
    };
    replace();
}

/// Leaves only the path in the address bar: a code that was taken over must not stay in the history.
pub(crate) fn clean_address() {
    replace_query("");
}

/// Host and port under which this page was opened.
pub(crate) fn page_host() -> String {
    window().and_then(|window| window.location().host().ok()).unwrap_or_default()
}

/// Leaves for another address.
pub(crate) fn leave_to(address: &str) {
    if let Some(window) = window() {
        let _ = window.location().assign(address);
    }
}

/// The address of this document, without what stands behind `#`.
pub(crate) fn address() -> String {
    let href = window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// Prints the document.
pub(crate) fn print() {
    if let Some(window) = window() {
        let _ = window.print();
    }
}

/// Loads the same address anew.
pub(crate) fn reload() {
    if let Some(window) = window() {
        let _ = window.location().reload();
    }
}

/// Goes to the login page, which leads back here.
pub(crate) fn log_in() {
    let here = || {
        let location = window()?.location();
        Some((format!("{}{}", location.pathname().ok()?, location.search().ok()?), location.hash().ok()?))
    };
    let (next, hash) = here().unwrap_or_else(|| ("/".to_owned(), String::new()));
    // A join code stays in the fragment all the way; `login.js` carries it on.
    leave_to(&format!("/login?next={}{hash}", js_text(&next, |text| Ok(js_sys::encode_uri_component(text)))));
}

/// The WebSocket address of a path of this server.
pub(crate) fn socket_address(path: &str) -> String {
    let secure = window().and_then(|window| window.location().protocol().ok()).is_some_and(|it| it == "https:");
    format!("{}://{}{path}", if secure { "wss" } else { "ws" }, page_host())
}

/// Where a pointer is over the plot of a chart: 0 at its left edge, 1 at its right one.
pub(crate) fn pointer_share(event: &PointerEvent) -> Option<f64> {
    // The target may be any part of the drawing; the listener itself stands at the root of all.
    let element = event.target()?.dyn_into::<Element>().ok()?.closest(".chart__plot").ok()??;
    let room = element.get_bounding_client_rect();
    (room.width() > 0.0).then(|| ((f64::from(event.client_x()) - room.left()) / room.width()).clamp(0.0, 1.0))
}

/// The value of the field an event is about.
pub(crate) fn field_value(event: &Event) -> String {
    let Some(target) = event.target() else { return String::new() };
    if let Some(field) = target.dyn_ref::<web_sys::HtmlInputElement>() {
        return field.value();
    }
    if let Some(field) = target.dyn_ref::<web_sys::HtmlTextAreaElement>() {
        return field.value();
    }
    target.dyn_ref::<web_sys::HtmlSelectElement>().map(web_sys::HtmlSelectElement::value).unwrap_or_default()
}

/// Whether a click is the second of a double one.
pub(crate) fn is_repeated(event: &MouseEvent) -> bool {
    event.detail() > 1
}

/// Whether the box an event is about is ticked.
pub(crate) fn is_ticked(event: &Event) -> bool {
    event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()).is_some_and(|it| it.checked())
}

/// Whether the fold an event is about is open.
pub(crate) fn is_open(event: &Event) -> bool {
    event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok()).is_some_and(|it| it.open())
}

/// Whether the keyboard lost its place: what had it is gone, or takes no key.
fn focus_is_lost() -> bool {
    let at = document().and_then(|document| document.active_element());
    at.is_none_or(|element| element.matches("body, :disabled").unwrap_or(true))
}

/// Moves the keyboard to the element of that id where it lost its place.
pub(crate) fn refocus(id: &str) {
    if focus_is_lost() {
        focus(id);
    }
}

/// Moves the keyboard to the element of that id.
pub(crate) fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
