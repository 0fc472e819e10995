//! Lines: thinning that keeps every peak, and path data of finite numbers only.

use std::fmt::Write as _;

use crate::summary::Rate;

/// One point of a line, in base units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Seconds.
    pub x: f64,
    /// The value; not a number where there is a gap.
    pub y: f64,
}

/// The line of a rate over time, a point in the middle of each interval.
///
/// Where nothing was observed for more than `gap_seconds` the line is broken.
pub fn of_rates(rates: &[Rate], gap_seconds: f64) -> Vec<Point> {
    let mut points = Vec::with_capacity(rates.len());
    let mut last_end: Option<i64> = None;
    for rate in rates {
        let (from, to) = (rate.from_ns as f64 / 1e9, rate.to_ns as f64 / 1e9);
        let silent = last_end.is_some_and(|end| from - end as f64 / 1e9 > gap_seconds);
        if silent || to - from > gap_seconds {
            points.push(Point { x: from, y: f64::NAN });
        }
        if to - from <= gap_seconds {
            points.push(Point { x: f64::midpoint(from, to), y: rate.bits_per_second });
        }
        last_end = Some(rate.to_ns);
    }
    points
}

/// At most two points a column: the lowest and the highest, in the order of time. Gaps stay gaps.
pub fn thin(points: &[Point], from: f64, to: f64, columns: u32) -> Vec<Point> {
    let width = (to - from) / f64::from(columns.max(1));
    if points.len() <= 2 * columns as usize || !width.is_finite() || width <= 0.0 {
        return points.to_vec();
    }
    let column = |point: &Point| ((point.x - from) / width).floor() as i64;
    let mut thinned = Vec::with_capacity(2 * columns as usize);
    let mut rest = points;
    while let Some(first) = rest.first() {
        if !first.y.is_finite() {
            thinned.push(*first);
            rest = &rest[1..];
            continue;
        }
        let here = column(first);
        let length = rest.iter().take_while(|point| point.y.is_finite() && column(point) == here).count().max(1);
        let (now, later) = rest.split_at(length);
        let (mut low, mut high) = (now[0], now[0]);
        for point in now {
            if point.y < low.y {
                low = *point;
            }
            if point.y > high.y {
                high = *point;
            }
        }
        thinned.push(if low.x <= high.x { low } else { high });
        if low.x.total_cmp(&high.x).is_ne() {
            thinned.push(if low.x <= high.x { high } else { low });
        }
        rest = later;
    }
    thinned
}

/// Where a drawing lies in base units, and how large it is in its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Seconds at the left edge.
    pub from: f64,
    /// Seconds at the right edge.
    pub to: f64,
    /// The value at the upper edge; the lower one is zero.
    pub top: f64,
    /// Units of the drawing from left to right.
    pub width: f64,
    /// Units of the drawing from top to bottom.
    pub height: f64,
}

/// The path data of a line. Points that are not finite break it; a lone point becomes a dot.
pub fn path(points: &[Point], frame: Frame) -> String {
    let mut data = String::with_capacity(points.len() * 12);
    let mut pen_down = false;
    for point in points {
        let x = (point.x - frame.from) / (frame.to - frame.from) * frame.width;
        let y = frame.height - point.y / frame.top * frame.height;
        if !(x.is_finite() && y.is_finite()) {
            pen_down = false;
            continue;
        }
        // Nothing is drawn outside; a number of any size would only bloat the page.
        let (x, y) = (x.clamp(-frame.width, 2.0 * frame.width), y.clamp(-frame.height, 2.0 * frame.height));
        // A line of no length with round ends is how SVG draws a dot.
        let _ = if pen_down { write!(data, "L{x:.1} {y:.1}") } else { write!(data, "M{x:.1} {y:.1}h0") };
        pen_down = true;
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phase::Phase;
    use proptest::prelude::*;

    const FRAME: Frame = Frame { from: 0.0, to: 10.0, top: 100.0, width: 1000.0, height: 300.0 };

    fn rate(from_ms: i64, to_ms: i64, bits_per_second: f64) -> Rate {
        Rate { from_ns: from_ms * 1_000_000, to_ns: to_ms * 1_000_000, phase: Phase::Measure, bits_per_second }
    }

    #[test]
    fn a_path_goes_from_point_to_point_and_breaks_at_gaps() {
        let points = [
            Point { x: 0.0, y: 0.0 },
            Point { x: 5.0, y: 50.0 },
            Point { x: 6.0, y: f64::NAN },
            Point { x: 10.0, y: 100.0 },
        ];
        assert_eq!(path(&points, FRAME), "M0.0 300.0h0L500.0 150.0M1000.0 0.0h0");
    }

    #[test]
    fn a_silence_is_a_gap() {
        let rates = [rate(0, 100, 1.0), rate(100, 200, 2.0), rate(2000, 2100, 3.0), rate(2100, 4000, 4.0)];
        let points = of_rates(&rates, 0.5);
        let gaps: Vec<_> = points.iter().map(|point| point.y.is_nan()).collect();
        assert_eq!(gaps, [false, false, true, false, true]);
    }

    proptest! {
        #[test]
        fn paths_hold_finite_numbers_only(values in proptest::collection::vec((any::<f64>(), any::<f64>()), 0..50), top in any::<f64>()) {
            let points: Vec<_> = values.into_iter().map(|(x, y)| Point { x, y }).collect();
            let data = path(&points, Frame { top, ..FRAME });
            prop_assert!(!data.contains("NaN") && !data.contains("inf"));
            prop_assert!(data.is_empty() || data.starts_with('M'));
        }

        #[test]
        fn thinning_keeps_the_extremes_and_the_order(values in proptest::collection::vec(0.0f64..1e9, 1..3000)) {
            let points: Vec<_> = values.iter().enumerate().map(|(i, &y)| Point { x: i as f64, y }).collect();
            let thinned = thin(&points, 0.0, values.len() as f64, 100);
            prop_assert!(thinned.len() <= 202 || thinned.len() == points.len());
            let ends = |points: &[Point]| points.iter().fold((f64::MAX, f64::MIN), |(low, high), p| (low.min(p.y), high.max(p.y)));
            prop_assert_eq!(ends(&thinned), ends(&points));
            prop_assert!(thinned.windows(2).all(|pair| pair[0].x <= pair[1].x));
        }
    }
}
