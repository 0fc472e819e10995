//! A QR code as one SVG path. Made here, because it would be the largest part of the page's program.

use std::fmt::Write as _;

use pairperf_shared::api::QrView;
use qrcodegen::{QrCode, QrCodeEcc};

/// The code of a text; none where it is too long for one.
pub(super) fn code(text: &str) -> Option<QrView> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let length = (x..size).take_while(|&x| code.get_module(x, y)).count();
            if length > 0 {
                let _ = write!(path, "M{x} {y}h{length}v1h-{length}z");
            }
            x += length as i32 + 1;
        }
    }
    Some(QrView { size: size.unsigned_abs(), path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_begins_with_the_mark_of_its_corner() {
        let qr = code("http://10.0.0.4:7575/join#7K3F-Q9RN").unwrap();
        assert!(qr.size >= 25 && qr.path.starts_with("M0 0h7v1h-7z"), "{qr:?}");
        assert!(code(&"x".repeat(5000)).is_none());
    }
}
