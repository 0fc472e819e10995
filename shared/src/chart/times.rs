//! How times are spread: the share that did not exceed each of them, against the time on a logarithmic axis.

use super::axis::{Axis, Tick};
use super::line::Point;
use super::plot::{Line, Plot, Shape};
use crate::units;

/// Height of the plot in pixels.
const HEIGHT: f64 = 160.0;

/// The chart of one line a machine: its name, and its points as [`crate::summary::exchange::distribution`] makes them, times
/// in seconds and shares of 0 to 100; none where there is no point.
pub fn plot(lines: &[(String, Vec<(f64, f64)>)], label: String, decimal: char) -> Option<Plot> {
    let all = || lines.iter().flat_map(|(_, points)| points).map(|(seconds, _)| seconds.max(LEAST));
    let (from, to) = (all().reduce(f64::min)?, all().reduce(f64::max)?);
    let drawn = lines.iter().zip(["s", "r"]).map(|((name, points), class)| Line {
        class,
        shape: Shape::Line,
        points: steps(points),
        name: if lines.len() > 1 { name.clone() } else { String::new() },
    });
    Some(Plot::of(HEIGHT, decades(from, to), Axis::percent(), drawn.collect(), label, decimal))
}

/// A share rises where there are times, and stays where there are none.
fn steps(points: &[(f64, f64)]) -> Vec<Point> {
    let before = std::iter::once(0.0).chain(points.iter().map(|(_, share)| *share));
    let step = |(before, &(seconds, share)): (f64, &(f64, f64))| {
        let x = seconds.max(LEAST).log10();
        [Point { x, y: before }, Point { x, y: share }]
    };
    before.zip(points).flat_map(step).collect()
}

/// A time of no nanosecond has no logarithm: it stands at one.
const LEAST: f64 = 1e-9;

/// An axis of the logarithm of seconds in whole decades around two times; a tick names its time with its unit.
fn decades(from: f64, to: f64) -> Axis {
    let first = from.log10().floor().clamp(-9.0, 3.0) as i32;
    let last = (to.log10().ceil().clamp(-8.0, 4.0) as i32).max(first + 1);
    let tick = |power: i32| Tick { at: f64::from(power - first) / f64::from(last - first), label: word(power) };
    Axis {
        from: f64::from(first),
        to: f64::from(last),
        unit: "s",
        factor: 1.0,
        ticks: (first..=last).map(tick).collect(),
    }
}

/// A power of ten of seconds as it is read: `100 µs`.
fn word(power: i32) -> String {
    match power {
        ..=-7 => format!("{} ns", 10u64.pow((power + 9).clamp(0, 2) as u32)),
        -6..=-4 => format!("{} µs", 10u64.pow((power + 6) as u32)),
        -3..=-1 => format!("{} ms", 10u64.pow((power + 3) as u32)),
        _ => format!("{} s", units::three_figures(10f64.powi(power))).replace(".00", "").replace(".0", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_axis_is_of_whole_decades() {
        let axis = decades(0.000_042, 0.013);
        let labels: Vec<_> = axis.ticks.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(labels, ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms"]);
        assert_eq!(
            (word(-9), word(0), word(2), word(3)),
            ("1 ns".into(), "1 s".into(), "100 s".into(), "1000 s".into())
        );
        assert!(plot(&[("a".to_owned(), Vec::new())], String::new(), '.').is_none());
    }

    proptest! {
        #[test]
        fn every_time_lies_on_the_axis(times in proptest::collection::vec(0.0f64..137.0, 1..50)) {
            let points = times.iter().map(|time| (*time, 50.0)).collect();
            let plot = plot(&[("a".to_owned(), points)], String::new(), '.').unwrap();
            for point in &plot.lines[0].points {
                let at = plot.across.at(point.x).unwrap();
                prop_assert!((-1e-9..=1.0 + 1e-9).contains(&at), "{at}");
            }
            prop_assert!(!plot.svg().contains("NaN"));
        }
    }
}
