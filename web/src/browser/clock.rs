//! What a clock on the wall will show.

use js_sys::{Date, Object, Reflect};
use wasm_bindgen::JsValue;

use super::{document_language, window};

/// The hour and minute so many milliseconds from now, as people here write them; natively nothing.
pub(crate) fn clock_in(ms: u64) -> Option<String> {
    window()?;
    let date = Date::new(&JsValue::from_f64(Date::now() + ms as f64));
    let options = Object::new();
    for part in ["hour", "minute"] {
        let _ = Reflect::set(&options, &part.into(), &"2-digit".into());
    }
    Some(date.to_locale_time_string_with_options(&document_language(), &options).into())
}
