//! Painting cells on a canvas: one picture element a cell, enlarged without smoothing to the size of the screen's own.

use wasm_bindgen::{Clamped, JsCast as _};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, ImageData};
use yew::NodeRef;

use super::{document, window};

/// Bytes of a picture element: red, green, blue, opacity.
const RGBA: usize = 4;

/// Cells in levels, row by row; a level without a colour is left out.
#[derive(Debug)]
pub(crate) struct Cells<'a> {
    pub(crate) levels: &'a [u8],
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Height of a row with the gap below it, in pixels of the page.
    pub(crate) pitch: f64,
    /// The gap below a row.
    pub(crate) gap: f64,
    /// Where the first column begins, in shares of the canvas.
    pub(crate) left: f64,
    /// How wide all columns are.
    pub(crate) width: f64,
}

/// What is kept from one painting to the next: reading colours and sizes costs more than the painting.
#[derive(Debug, Default)]
pub(crate) struct Painter {
    colours: Vec<[u8; RGBA]>,
    /// Width of the canvas in pixels of the page, and pixels of the screen in one of them.
    size: Option<(f64, f64)>,
    scratch: Option<HtmlCanvasElement>,
    bytes: Vec<u8>,
}

impl Painter {
    /// Paints the cells; the colours are those of the elements of the classes `h0`, `h1`… in the legend.
    pub(crate) fn paint(&mut self, canvas: &NodeRef, legend: &NodeRef, cells: &Cells<'_>) -> Option<()> {
        let canvas: HtmlCanvasElement = canvas.cast()?;
        if self.colours.is_empty() {
            self.colours = colours(&legend.cast()?);
        }
        let (width, density) = *self.size.get_or_insert_with(|| {
            (f64::from(canvas.client_width()), window().map_or(1.0, |it| it.device_pixel_ratio()))
        });
        let height = cells.pitch * cells.rows as f64;
        let (across, down) = ((width * density).round(), (height * density).round());
        if across < 1.0 || down < 1.0 {
            self.size = None;
            return None;
        }
        if canvas.height() != down as u32 || canvas.width() != across as u32 {
            canvas.set_width(across as u32);
            canvas.set_height(down as u32);
            canvas.style().set_property("block-size", &format!("{height}px")).ok()?;
        }
        let context = context(&canvas)?;
        context.clear_rect(0.0, 0.0, across, down);
        let picture = self.picture(cells)?;
        context.set_image_smoothing_enabled(false);
        context
            .draw_image_with_html_canvas_element_and_dw_and_dh(
                &picture,
                cells.left * across,
                0.0,
                cells.width * across,
                down,
            )
            .ok()?;
        for row in 1..=cells.rows {
            let bottom = (row as f64 * cells.pitch * density).round();
            let gap = (cells.gap * density).round().max(1.0);
            context.clear_rect(0.0, bottom - gap, across, gap);
        }
        Some(())
    }

    /// One picture element a cell.
    fn picture(&mut self, cells: &Cells<'_>) -> Option<HtmlCanvasElement> {
        self.bytes.clear();
        for level in cells.levels {
            self.bytes.extend_from_slice(self.colours.get(usize::from(*level)).unwrap_or(&[0; RGBA]));
        }
        let (columns, rows) = (cells.columns as u32, cells.rows as u32);
        let scratch = match &self.scratch {
            Some(scratch) => scratch.clone(),
            None => document()?.create_element("canvas").ok()?.dyn_into().ok()?,
        };
        if scratch.width() != columns || scratch.height() != rows {
            scratch.set_width(columns);
            scratch.set_height(rows);
        }
        let data = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&self.bytes), columns, rows).ok()?;
        context(&scratch)?.put_image_data(&data, 0.0, 0.0).ok()?;
        self.scratch = Some(scratch.clone());
        Some(scratch)
    }
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// The colours of the levels, as the style of the moment has them.
fn colours(legend: &Element) -> Vec<[u8; RGBA]> {
    let colour = |level: u32| {
        let element = legend.query_selector(&format!(".h{level}")).ok()??;
        let fill = window()?.get_computed_style(&element).ok()??.get_property_value("fill").ok()?;
        rgb(&fill)
    };
    (0..).map_while(colour).collect()
}

/// Reads `rgb(1, 2, 3)`, which is how a browser tells a computed colour.
fn rgb(text: &str) -> Option<[u8; RGBA]> {
    let inside = text.strip_prefix("rgb(")?.strip_suffix(')')?;
    let mut parts = inside.split(',').map(|part| part.trim().parse::<u8>().ok());
    Some([parts.next()??, parts.next()??, parts.next()??, u8::MAX])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computed_colours_are_read() {
        assert_eq!(rgb("rgb(245, 235, 224)"), Some([245, 235, 224, 255]));
        assert_eq!(rgb("none"), None);
        assert_eq!(rgb("rgb(1, 2)"), None);
    }
}
