//! The line of a run in a list of runs.

use std::fmt::Write as _;

use super::line::{self, Frame, Point};
use super::svg::Number;

/// Width and height in pixels.
const SIZE: (f64, f64) = (108.0, 22.0);
/// Room above the line, in pixels.
const RIM: f64 = 2.0;

/// A run's rate as a small SVG; the line of a run that did not end well is dashed.
///
/// It says nothing by itself: the row of the list holds the figure.
pub fn svg(values: &[Option<f64>], ended_well: bool) -> String {
    let top = values.iter().flatten().copied().filter(|value| value.is_finite()).fold(0.0, f64::max);
    let point = |(index, value): (usize, &Option<f64>)| Point { x: index as f64, y: value.unwrap_or(f64::NAN) };
    let points: Vec<Point> = values.iter().enumerate().map(point).collect();
    let frame = Frame {
        from: 0.0,
        to: (values.len().max(2) - 1) as f64,
        top: if top > 0.0 { top } else { 1.0 },
        width: SIZE.0,
        height: SIZE.1 - RIM - 1.0,
    };
    let mut out = String::with_capacity(800);
    let class = if ended_well { "spark" } else { "spark spark--odd" };
    let (width, height, ground) = (Number(SIZE.0), Number(SIZE.1), Number(SIZE.1 - 0.5));
    let _ = write!(
        out,
        r#"<svg class="{class}" width="{width}" height="{height}" viewBox="0 0 {width} {height}" preserveAspectRatio="none" aria-hidden="true"><line x1="0" x2="{width}" y1="{ground}" y2="{ground}"/><path transform="translate(0 {})" d=""#,
        Number(RIM)
    );
    line::path_into(&mut out, &points, frame);
    out.push_str("\"/></svg>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spark_is_a_small_line_with_gaps() {
        let svg = svg(&[Some(0.0), Some(5e9), None, Some(10e9)], false);
        assert!(svg.contains(r#"class="spark spark--odd" width="108" height="22""#), "{svg}");
        assert!(svg.ends_with(r#"d="M0 19h0L36 9.5M108 0h0"/></svg>"#), "{svg}");
        assert!(!super::svg(&[], true).contains("NaN"));
    }
}
