//! Requests to the node.

use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Headers, RequestInit, Response};

use super::{FileTaken, window};

/// A request as it is to be made.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) method: &'static str,
    pub(crate) address: &'a str,
    pub(crate) body: Body<'a>,
    /// It is given up after so many milliseconds.
    pub(crate) within_ms: u32,
}

/// What is sent with a request: nothing, or JSON.
#[derive(Debug)]
pub(crate) enum Body<'a> {
    None,
    Text(&'a str),
    File(&'a FileTaken),
}

/// An answer, whose text may still be on its way.
#[derive(Debug)]
pub(crate) struct Answered(Response);

/// The node gave no answer, or broke it off.
#[derive(Debug)]
pub(crate) struct NoAnswer;

/// Asks the node.
pub(crate) async fn fetch(request: &Request<'_>) -> Result<Answered, NoAnswer> {
    let window = window().ok_or(NoAnswer)?;
    let asked = RequestInit::new();
    asked.set_method(request.method);
    asked.set_signal(Some(&AbortSignal::timeout_with_u32(request.within_ms)));
    let body = match request.body {
        Body::None => JsValue::NULL,
        Body::Text(text) => JsValue::from_str(text),
        Body::File(file) => file.content(),
    };
    if !body.is_null() {
        let headers = Headers::new().map_err(|_| NoAnswer)?;
        headers.set("content-type", "application/json").map_err(|_| NoAnswer)?;
        asked.set_headers(&headers);
        asked.set_body(&body);
    }
    let answer = JsFuture::from(window.fetch_with_str_and_init(request.address, &asked)).await;
    answer.ok().and_then(|answer| answer.dyn_into().ok()).map(Answered).ok_or(NoAnswer)
}

impl Answered {
    /// Whether it says that all went well.
    pub(crate) fn ok(&self) -> bool {
        self.0.ok()
    }

    /// Its code and the word for that.
    pub(crate) fn status(&self) -> (u16, String) {
        (self.0.status(), self.0.status_text())
    }

    /// All of it; one that breaks off is none.
    pub(crate) async fn text(&self) -> Result<String, NoAnswer> {
        let text = self.0.text().map_err(|_| NoAnswer)?;
        JsFuture::from(text).await.ok().and_then(|text| text.as_string()).ok_or(NoAnswer)
    }
}
