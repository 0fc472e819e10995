//! A drawing of this server as a picture made of points.

use js_sys::Promise;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, HtmlImageElement};

use super::document;

/// Points of the picture for each pixel of the drawing: sharp on paper too.
const SCALE: u32 = 2;

/// Saves the drawing at that address as PNG.
pub(crate) fn save_picture(address: &str) {
    let Ok(image) = HtmlImageElement::new() else { return };
    image.set_src(address);
    let loaded: Promise = image.decode();
    spawn_local(async move {
        if JsFuture::from(loaded).await.is_ok() {
            save(&image);
        }
    });
}

fn save(image: &HtmlImageElement) -> Option<()> {
    let document = document()?;
    let canvas: HtmlCanvasElement = document.create_element("canvas").ok()?.dyn_into().ok()?;
    let (width, height) = (image.natural_width() * SCALE, image.natural_height() * SCALE);
    canvas.set_width(width);
    canvas.set_height(height);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.set_fill_style_str("#fff");
    context.fill_rect(0.0, 0.0, f64::from(width), f64::from(height));
    context
        .draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, f64::from(width), f64::from(height))
        .ok()?;
    let link: HtmlElement = document.create_element("a").ok()?.dyn_into().ok()?;
    link.set_attribute("href", &canvas.to_data_url().ok()?).ok()?;
    link.set_attribute("download", &file_name(&image.src())).ok()?;
    link.click();
    Some(())
}

/// What the picture is called: by the run or the link it is of.
fn file_name(address: &str) -> String {
    let of = address.split(['/', '.', '?']).rfind(|part| part.len() >= 16).unwrap_or("charts");
    format!("pairperf-{of}.png")
}
