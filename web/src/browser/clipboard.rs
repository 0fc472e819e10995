//! Copying. The clipboard's own interface exists only in secure contexts, and a node on a bare IP over plain HTTP is
//! none, so the old way through a hidden field has to work too.

use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Document, HtmlElement, HtmlTextAreaElement};

use super::window;

/// Copies a text and says whether it worked.
pub(crate) fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let Some(window) = window() else { return done(false) };
    if window.is_secure_context() {
        let promise = window.navigator().clipboard().write_text(text);
        spawn_local(async move { done(JsFuture::from(promise).await.is_ok()) });
    } else {
        done(window.document().and_then(|document| copy_by_field(&document, text)).unwrap_or(false));
    }
}

fn copy_by_field(document: &Document, text: &str) -> Option<bool> {
    let body = document.body()?;
    let before = document.active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    let field: HtmlTextAreaElement = document.create_element("textarea").ok()?.dyn_into().ok()?;
    // A class, not a style: the policy of the page forbids style attributes.
    field.set_class_name("hidden");
    field.set_value(text);
    body.append_child(&field).ok()?;
    field.select();
    let copied = document.dyn_ref::<web_sys::HtmlDocument>()?.exec_command("copy").unwrap_or(false);
    field.remove();
    if let Some(before) = before {
        let _ = before.focus();
    }
    Some(copied)
}
