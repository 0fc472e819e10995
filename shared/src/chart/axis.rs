//! Axes: how far they reach, where their ticks stand, which one unit they speak.

use crate::units;

/// One mark of an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// Where: 0 at the axis' beginning, 1 at its end.
    pub at: f64,
    /// What stands beside it, without the unit.
    pub label: String,
}

/// An axis from zero, or from a given beginning, with one unit for all that is drawn on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Where it begins, in base units.
    pub from: f64,
    /// Where it ends, in base units.
    pub to: f64,
    /// The unit of its labels.
    pub unit: &'static str,
    /// Base units in one of its unit.
    pub factor: f64,
    /// Its ticks, in order.
    pub ticks: Vec<Tick>,
}

/// The least of 1, 2 or 5 times a power of ten that is not below `least`.
pub fn nice_step(least: f64) -> f64 {
    if !least.is_finite() || least <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// What a tick shows: as many decimals as the step needs.
fn label(value: f64, step: f64) -> String {
    let decimals = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{value:.decimals$}");
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') { "0".to_owned() } else { text }
}

impl Axis {
    /// An axis for bit rates from zero to `highest` or a little more, with about `most` ticks above zero.
    pub fn rates(highest: f64, most: u32) -> Self {
        let highest = if highest.is_finite() && highest > 0.0 { highest } else { 1.0 };
        // The unit of the highest figure, so that a chart never mixes two.
        let (unit, factor) = [("Tbit/s", 1e12), ("Gbit/s", 1e9), ("Mbit/s", 1e6), ("kbit/s", 1e3)]
            .into_iter()
            .find(|(_, factor)| highest >= *factor)
            .unwrap_or(("bit/s", 1.0));
        let step = nice_step(highest / factor / f64::from(most.max(1)));
        Self::steps(highest, step, factor, unit)
    }

    /// An axis for shares of a whole, 0 to 100 %.
    pub fn percent() -> Self {
        let ticks = [0.0, 0.5, 1.0].map(|at| Tick { at, label: format!("{}", at * 100.0) }).to_vec();
        Self { from: 0.0, to: 100.0, unit: "%", factor: 1.0, ticks }
    }

    /// An axis for shares of a whole from zero to `highest` percent or a little more, but never beyond the whole.
    pub fn shares(highest: f64, most: u32) -> Self {
        let highest = if highest.is_finite() && highest > 0.0 { highest.min(100.0) } else { 1.0 };
        Self::steps(highest, nice_step(highest / f64::from(most.max(1))), 1.0, "%")
    }

    /// An axis for counts from zero to `highest` or a little more, with about `most` ticks above zero.
    pub fn counts(highest: f64, most: u32) -> Self {
        let highest = if highest.is_finite() { highest.max(1.0) } else { 1.0 };
        let (suffix, factor) =
            [("M", 1e6), ("k", 1e3)].into_iter().find(|(_, factor)| highest >= *factor * 10.0).unwrap_or(("", 1.0));
        let least = if factor > 1.0 { 0.0 } else { 1.0 };
        let step = nice_step((highest / factor / f64::from(most.max(1))).max(least));
        let mut axis = Self::steps(highest, step, factor, "");
        for tick in axis.ticks.iter_mut().filter(|tick| tick.label != "0") {
            tick.label.push_str(suffix);
        }
        axis
    }

    /// An axis for spans of time from zero to `highest` seconds or a little more.
    pub fn durations(highest: f64, most: u32) -> Self {
        let highest = if highest.is_finite() && highest > 0.0 { highest } else { 1e-3 };
        let (unit, factor) =
            [("s", 1.0), ("ms", 1e-3)].into_iter().find(|(_, factor)| highest >= *factor).unwrap_or(("µs", 1e-6));
        let step = nice_step(highest / factor / f64::from(most.max(1)));
        Self::steps(highest, step, factor, unit)
    }

    /// An axis in whole steps from zero; a step is told in its unit.
    fn steps(highest: f64, step: f64, factor: f64, unit: &'static str) -> Self {
        // A hundredth of overshoot touches the upper edge and is still inside the drawing.
        let steps = (highest / factor / step / 1.01).ceil().clamp(1.0, 1000.0) as u32;
        let ticks = (0..=steps)
            .map(|n| Tick { at: f64::from(n) / f64::from(steps), label: label(f64::from(n) * step, step) })
            .collect();
        Self { from: 0.0, to: f64::from(steps) * step * factor, unit, factor, ticks }
    }

    /// An axis of seconds from `from` to `to`, both kept as they are, with about `most` ticks.
    pub fn seconds(from: f64, to: f64, most: u32) -> Self {
        let (from, to) = if from.is_finite() && to.is_finite() && to > from { (from, to) } else { (0.0, 1.0) };
        // Beyond a minute steps of 1-2-5 would fall between the minutes people think in.
        let least = (to - from) / f64::from(most.max(1));
        let step = [15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 14_400.0, 43_200.0]
            .into_iter()
            .find(|step| *step >= least)
            .filter(|_| least > 10.0)
            .unwrap_or_else(|| nice_step(least));
        let mut ticks = Vec::new();
        let mut n = (from / step - 1e-9).ceil();
        while n * step <= to + step * 1e-9 && ticks.len() < 64 {
            ticks.push(Tick { at: (n * step - from) / (to - from), label: clock(n * step, step, to) });
            n += 1.0;
        }
        // From two minutes on the colon says what they are.
        if let Some(last) = ticks.last_mut().filter(|_| to < 120.0) {
            last.label.push_str(" s");
        }
        Self { from, to, unit: "s", factor: 1.0, ticks }
    }

    /// Where a value lies: 0 at the beginning, 1 at the end; none for what is not a number.
    pub fn at(&self, value: f64) -> Option<f64> {
        let share = (value - self.from) / (self.to - self.from);
        share.is_finite().then_some(share)
    }

    /// The value at a place of the axis: 0 is its beginning, 1 its end.
    pub fn value(&self, share: f64) -> f64 {
        self.from + share * (self.to - self.from)
    }

    /// A value in the unit of the axis, three figures, without the unit.
    pub fn show(&self, value: f64) -> String {
        units::three_figures(value / self.factor)
    }
}

/// Seconds as they are, from two minutes on as `m:ss`, from two hours on as `h:mm`.
fn clock(seconds: f64, step: f64, end: f64) -> String {
    let sign = if seconds < -1e-9 { "−" } else { "" };
    let whole = seconds.abs().round() as u64;
    if end < 120.0 {
        format!("{sign}{}", label(seconds.abs(), step))
    } else if end < 7200.0 {
        format!("{sign}{}:{:02}", whole / 60, whole % 60)
    } else {
        format!("{sign}{}:{:02} h", whole / 3600, whole / 60 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn rates_have_one_unit_and_steps_of_one_two_five() {
        for (highest, unit, expected) in [
            (9.41e9, "Gbit/s", vec!["0", "2", "4", "6", "8", "10"]),
            (941e6, "Mbit/s", vec!["0", "200", "400", "600", "800", "1000"]),
            (1.2e6, "Mbit/s", vec!["0", "0.5", "1.0", "1.5"]),
            (0.0, "bit/s", vec!["0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ] {
            let axis = Axis::rates(highest, 5);
            assert_eq!((axis.unit, labels(&axis)), (unit, expected), "{highest}");
        }
    }

    #[test]
    fn counts_are_whole_and_spans_have_one_unit() {
        assert_eq!(labels(&Axis::counts(0.0, 2)), ["0", "1"]);
        assert_eq!(labels(&Axis::counts(189.0, 2)), ["0", "100", "200"]);
        assert_eq!(labels(&Axis::counts(120_000.0, 2)), ["0", "100k", "200k"]);
        let axis = Axis::durations(0.00123, 3);
        assert_eq!((axis.unit, labels(&axis)), ("ms", vec!["0", "0.5", "1.0", "1.5"]));
        assert_eq!(labels(&Axis::durations(0.000_21, 2)), ["0", "200", "400"]);
        assert_eq!(labels(&Axis::shares(0.03, 2)), ["0", "0.02", "0.04"]);
        assert_eq!((labels(&Axis::shares(100.0, 2)), labels(&Axis::shares(0.0, 2)).len()), (vec!["0", "50", "100"], 3));
        assert_eq!((Axis::durations(0.000_21, 2).unit, Axis::percent().at(25.0)), ("µs", Some(0.25)));
    }

    #[test]
    fn time_is_told_in_seconds_minutes_and_hours() {
        assert_eq!(labels(&Axis::seconds(-1.0, 10.0, 6)), ["0", "2", "4", "6", "8", "10 s"]);
        assert_eq!(labels(&Axis::seconds(0.0, 300.0, 6)), ["0:00", "1:00", "2:00", "3:00", "4:00", "5:00"]);
        assert_eq!(Axis::seconds(0.0, 86_400.0, 6).ticks[1].label, "4:00 h");
        assert_eq!(labels(&Axis::seconds(-1.0, 0.5, 3)), ["−1.0", "−0.5", "0", "0.5 s"]);
    }

    proptest! {
        #[test]
        fn every_axis_holds_what_it_is_made_for(highest in 0.0f64..1e14, most in 1u32..10) {
            let axis = Axis::rates(highest, most);
            prop_assert!(axis.to >= highest * 0.99 && axis.ticks.len() <= most as usize + 2);
            prop_assert!(axis.ticks.iter().all(|tick| (0.0..=1.0).contains(&tick.at)));
        }

        #[test]
        fn time_ticks_lie_on_the_axis(from in -600.0f64..0.0, length in 0.1f64..100_000.0, most in 1u32..12) {
            let axis = Axis::seconds(from, from + length, most);
            prop_assert!(axis.ticks.len() <= 2 * most as usize + 2);
            prop_assert!(axis.ticks.iter().all(|tick| (-1e-6..=1.0 + 1e-6).contains(&tick.at)));
        }
    }
}
