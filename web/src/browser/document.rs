//! The document the program was started in: what it is, and the places in it that come to life.

use wasm_bindgen::JsCast as _;
use web_sys::Element;
use yew::AttrValue;

use super::document;

/// An element that comes to life; its `data-` attributes are the arguments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Place(Element);

impl Place {
    /// An argument; empty where it was not given.
    pub(crate) fn data(&self, name: &str) -> AttrValue {
        self.0.get_attribute(&format!("data-{name}")).unwrap_or_default().into()
    }

    /// Says so on the element, where a style may show it.
    pub(crate) fn mark(&self, name: &str) {
        let _ = self.0.set_attribute(&format!("data-{name}"), "");
    }

    /// Takes away what the server drew there.
    pub(crate) fn clear(&self) {
        self.0.set_text_content(None);
    }

    /// The element itself.
    pub(crate) fn host(&self) -> Element {
        self.0.clone()
    }
}

/// The main element.
pub(crate) fn page() -> Option<Place> {
    document()?.get_element_by_id("main").map(Place)
}

/// All islands, in the order of the document.
pub(crate) fn islands() -> Vec<Place> {
    let Some(found) = document().and_then(|document| document.query_selector_all("[data-island]").ok()) else {
        return Vec::new();
    };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok().map(Place)).collect()
}

/// Whether the reader has no login.
pub(crate) fn is_guest() -> bool {
    document().and_then(|document| document.body()).is_some_and(|body| body.has_attribute("data-guest"))
}

/// An element outside of the document, from which the places in it are served.
pub(crate) fn detached() -> Option<Element> {
    document()?.create_element("div").ok()
}

fn root() -> Option<Element> {
    document()?.document_element()
}

/// The language the server chose.
pub(crate) fn document_language() -> String {
    root().and_then(|root| root.get_attribute("lang")).unwrap_or_default()
}

/// Where the messages of that language are.
pub(crate) fn catalogue_address() -> Option<String> {
    root()?.get_attribute("data-catalogue")
}

/// Says so on the root element, where a style shows what else can be done.
pub(crate) fn start_failed() {
    if let Some(root) = root() {
        let _ = root.set_attribute("data-start", "failed");
    }
}
