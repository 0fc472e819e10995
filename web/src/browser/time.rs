//! Times as the reader writes them: in their own zone, in the language of the document.

use js_sys::{Array, Date, Intl, Object, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::Element;

use super::{document, document_language, window};

/// What is shown of a time. With the zone: a link to a document is read in another one.
const PARTS: [(&str, &str); 6] = [
    ("year", "numeric"),
    ("month", "short"),
    ("day", "numeric"),
    ("hour", "2-digit"),
    ("minute", "2-digit"),
    ("timeZoneName", "short"),
];

/// An RFC 3339 time as the reader writes it; natively as it is.
pub(crate) fn local_time(time: &str) -> String {
    formatter().and_then(|formatter| written(&formatter, time)).unwrap_or_else(|| time.to_owned())
}

/// The hour and minute so many milliseconds from now, as the reader writes them; natively nothing.
pub(crate) fn clock_in(ms: u64) -> Option<String> {
    let formatter = format(&[("hour", "2-digit"), ("minute", "2-digit")])?;
    let date = Date::new(&JsValue::from_f64(Date::now() + ms as f64));
    formatter.format().call1(&JsValue::UNDEFINED, &date).ok()?.as_string()
}

/// Rewrites every time of the document, which the server wrote in UTC.
pub(crate) fn localise_times() {
    let times = document().and_then(|document| document.query_selector_all("time[datetime]").ok());
    let (Some(times), Some(formatter)) = (times, formatter()) else { return };
    for element in (0..times.length()).filter_map(|index| times.item(index)) {
        let Ok(element) = element.dyn_into::<Element>() else { continue };
        let time = element.get_attribute("datetime").unwrap_or_default();
        if let Some(local) = written(&formatter, &time) {
            element.set_text_content(Some(&local));
        }
    }
}

fn written(formatter: &Intl::DateTimeFormat, time: &str) -> Option<String> {
    let date = Date::new(&JsValue::from_str(time));
    // A day alone, or a span, is no moment that could be moved to another zone.
    if date.get_time().is_nan() || !time.contains('T') {
        return None;
    }
    formatter.format().call1(&JsValue::UNDEFINED, &date).ok()?.as_string()
}

fn formatter() -> Option<Intl::DateTimeFormat> {
    format(&PARTS)
}

fn format(parts: &[(&str, &str)]) -> Option<Intl::DateTimeFormat> {
    let window = window()?;
    let language = document_language();
    // `en` alone would be American; whoever reads British English is asked for first.
    let mine =
        window.navigator().languages().iter().find_map(|tag| tag.as_string().filter(|it| it.starts_with(&language)));
    let locales = Array::of1(&mine.unwrap_or(language).into());
    let options = Object::new();
    for (name, value) in parts {
        let _ = Reflect::set(&options, &(*name).into(), &(*value).into());
    }
    Some(Intl::DateTimeFormat::new(&locales, &options))
}
