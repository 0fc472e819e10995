//! The rates of two directions on one axis of time and one of rates.

use super::axis::Axis;
use super::line;
use super::plot::{Line, Plot, Shape};
use crate::summary::series::Curve;

/// Height of the plot in pixels.
const HEIGHT: f64 = 200.0;
/// Points across a line is thinned to: two for each of so many columns.
const COLUMNS: u32 = 600;

/// The chart of what reached either machine: for each direction what stands at the end of its line, and the receiver's curve
/// of bits per second; none where nothing is known of either.
pub fn plot(ways: &[(String, &Curve)], label: String, decimal: char) -> Option<Plot> {
    let bounds: Vec<(f64, f64)> = ways.iter().filter_map(|(_, curve)| bounds(curve)).collect();
    let from = bounds.iter().map(|(from, _)| *from).reduce(f64::min)?;
    let to = bounds.iter().map(|(_, to)| *to).reduce(f64::max)?;
    let highest = ways.iter().filter_map(|(_, curve)| curve.highest()).fold(0.0, f64::max);
    let lines = ways.iter().zip(["s", "r"]).map(|((name, curve), class)| Line {
        class,
        shape: Shape::Line,
        points: line::of_curve(curve, from, to, COLUMNS),
        name: name.clone(),
    });
    Some(Plot::of(HEIGHT, Axis::seconds(from, to, 8), Axis::rates(highest, 4), lines.collect(), label, decimal))
}

/// From the first to the last of a curve, in seconds.
fn bounds(curve: &Curve) -> Option<(f64, f64)> {
    let steps = curve.steps();
    Some((steps.first()?.from_ns as f64 / 1e9, steps.last()?.to_ns as f64 / 1e9))
}
