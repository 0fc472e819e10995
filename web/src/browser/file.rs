//! Files: one that a person gave to the page, and one that the page gives to a person.

use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{DragEvent, Event, File, HtmlInputElement};

/// A file that was chosen or dropped.
#[derive(Debug, Clone)]
pub(crate) struct FileTaken(File);

impl FileTaken {
    /// The one that was chosen in the field an event is about. The field is empty afterwards, so that the same file
    /// can be chosen again.
    pub(crate) fn chosen(event: &Event) -> Option<Self> {
        let field: HtmlInputElement = event.target()?.dyn_into().ok()?;
        let file = field.files()?.get(0);
        field.set_value("");
        file.map(Self)
    }

    /// The one that was dropped.
    pub(crate) fn dropped(event: &DragEvent) -> Option<Self> {
        event.data_transfer()?.files()?.get(0).map(Self)
    }

    /// What it is called.
    pub(crate) fn name(&self) -> String {
        self.0.name()
    }

    /// What is in it, to be sent as it is.
    pub(super) fn content(&self) -> JsValue {
        self.0.clone().into()
    }
}
