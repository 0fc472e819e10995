//! Lines: thinning that keeps every peak, and path data of finite numbers only.

use super::svg::Digits;
use crate::summary::series::{Curve, Step};

/// A silence shorter than so many seconds never breaks a line.
const LEAST_GAP: f64 = 1.5;

/// One point of a line, in base units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Seconds.
    pub x: f64,
    /// The value; not a number where there is a gap.
    pub y: f64,
}

/// The line of a curve between two times in seconds, thinned to `columns`: a silence is a gap, and a
/// step made of several intervals shows their lowest and highest value.
pub fn of_curve(curve: &Curve, from: f64, to: f64, columns: u32) -> Vec<Point> {
    let steps = curve.steps();
    let length = |step: &Step| (step.to_ns - step.from_ns) as f64 / 1e9;
    let first = steps.partition_point(|step| curve.place(step) < from).saturating_sub(1);
    let mut points = Vec::with_capacity((steps.len() - first).min(4 * columns as usize));
    for index in first..steps.len() {
        let step = &steps[index];
        let (before, after) = (index.checked_sub(1).map(|before| &steps[before]), steps.get(index + 1));
        // Long runs are sampled coarsely: a silence is what is much longer than what is beside it.
        let beside = before.map_or(0.0, length).max(after.map_or(0.0, length));
        let gap = (3.0 * beside).max(LEAST_GAP);
        let x = curve.place(step);
        let silent = length(step) > gap;
        let apart = before.is_some_and(|before| (step.from_ns - before.to_ns) as f64 / 1e9 > gap);
        if silent || apart {
            points.push(Point { x: step.from_ns as f64 / 1e9, y: f64::NAN });
        }
        if !silent || curve.is_seen_at_the_end() {
            points.push(Point { x, y: if step.low < step.high { step.low } else { step.value } });
            if step.low < step.high {
                points.push(Point { x: f64::midpoint(x, step.to_ns as f64 / 1e9), y: step.high });
            }
        }
        if x > to {
            break;
        }
    }
    thin(&points, from, to, columns)
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
    path_into(&mut data, points, frame);
    data
}

impl Frame {
    /// Where a point lies in the drawing; none where that is nowhere.
    fn place(&self, point: &Point) -> Option<(f64, f64)> {
        let x = (point.x - self.from) / (self.to - self.from) * self.width;
        let y = self.height - point.y / self.top * self.height;
        // Nothing is drawn outside; a number of any size would only bloat the page.
        (x.is_finite() && y.is_finite())
            .then(|| (x.clamp(-self.width, 2.0 * self.width), y.clamp(-self.height, 2.0 * self.height)))
    }
}

fn pair(out: &mut String, command: char, x: f64, y: f64) {
    let mut digits = Digits::new();
    out.push(command);
    out.push_str(digits.tenths(x));
    out.push(' ');
    out.push_str(digits.tenths(y));
}

/// Appends the path data of a line.
pub fn path_into(out: &mut String, points: &[Point], frame: Frame) {
    let mut pen_down = false;
    for point in points {
        let Some((x, y)) = frame.place(point) else {
            pen_down = false;
            continue;
        };
        pair(out, if pen_down { 'L' } else { 'M' }, x, y);
        if !pen_down {
            // A line of no length with round ends is how SVG draws a dot.
            out.push_str("h0");
        }
        pen_down = true;
    }
}

/// Appends the path data of bars from zero; what is zero has none.
pub fn bars_into(out: &mut String, points: &[Point], frame: Frame) {
    for point in points.iter().filter(|point| point.y > 0.0) {
        let Some((x, y)) = frame.place(point) else { continue };
        pair(out, 'M', x, frame.height);
        out.push('V');
        // Even one of many is seen.
        out.push_str(Digits::new().tenths(y.min(frame.height - 1.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FRAME: Frame = Frame { from: 0.0, to: 10.0, top: 100.0, width: 1000.0, height: 300.0 };

    #[test]
    fn a_path_goes_from_point_to_point_and_breaks_at_gaps() {
        let points = [
            Point { x: 0.0, y: 0.0 },
            Point { x: 5.0, y: 50.0 },
            Point { x: 6.0, y: f64::NAN },
            Point { x: 10.0, y: 100.0 },
        ];
        assert_eq!(path(&points, FRAME), "M0 300h0L500 150M1000 0h0");
    }

    #[test]
    fn a_silence_of_a_curve_is_a_gap_and_coarse_sampling_is_none() {
        let gaps = |lengths: &[i64]| {
            let (mut curve, mut t) = (Curve::of_means(), 0);
            for length in lengths {
                curve.add(Step::new(t, t + length * 100_000_000, 1.0), false);
                t += length * 100_000_000;
            }
            let points = of_curve(&curve, 0.0, 1e6, 600);
            points.iter().map(|point| point.y.is_nan()).collect::<Vec<_>>()
        };
        assert_eq!(gaps(&[1, 1, 40, 1]), [false, false, true, false]);
        assert_eq!(gaps(&[80, 80, 40, 40, 20, 1]), [false; 6]);
        assert_eq!(gaps(&[50]), [true], "nobody knows what is usual");
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
