//! A QR code as one SVG path.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};
use yew::prelude::*;

/// Draws the code under that label; draws nothing where the text is too long for one.
pub(crate) fn qr(value: &str, label: AttrValue) -> Html {
    let Some((size, data)) = draw(value) else { return Html::default() };
    html! {
        <svg class="qr" viewBox={format!("0 0 {size} {size}")} role="img" aria-label={label} shape-rendering="crispEdges">
            <path d={data} />
        </svg>
    }
}

/// Size and path of the dark modules, a run of them at a time.
fn draw(text: &str) -> Option<(i32, String)> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut data = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let length = (x..size).take_while(|&x| code.get_module(x, y)).count();
            if length > 0 {
                let _ = write!(data, "M{x} {y}h{length}v1h-{length}z");
            }
            x += length as i32 + 1;
        }
    }
    Some((size, data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_begins_with_the_mark_of_its_corner() {
        let (size, data) = draw("http://10.0.0.4:7575/join#7K3F-Q9RN").unwrap();
        assert!(size >= 25 && data.starts_with("M0 0h7v1h-7z"), "{data}");
        assert!(draw(&"x".repeat(5000)).is_none());
    }
}
