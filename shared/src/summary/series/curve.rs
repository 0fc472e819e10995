//! Values over time, bounded in number: what one line of a chart is drawn from.

/// A curve never holds more steps.
pub const MOST_STEPS: usize = 8192;

/// One value over a stretch of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Start, nanoseconds on the coordinator's axis.
    pub from_ns: i64,
    /// End, nanoseconds on the coordinator's axis.
    pub to_ns: i64,
    /// The mean over the stretch, or the sum of what was counted in it.
    pub value: f64,
    /// The lowest value of the intervals it was made of.
    pub low: f64,
    /// The highest value of the intervals it was made of.
    pub high: f64,
    /// The CPU whose value the highest is, where that means anything.
    pub core: u32,
}

impl Step {
    /// A step of one interval.
    pub fn new(from_ns: i64, to_ns: i64, value: f64) -> Self {
        Self { from_ns, to_ns, value, low: value, high: value, core: 0 }
    }

    fn nanos(&self) -> i64 {
        self.to_ns.saturating_sub(self.from_ns)
    }
}

/// What a value says of its stretch of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A mean over it.
    Mean,
    /// A count in it.
    Count,
    /// What was seen at its end.
    Instant,
}

/// A value over time.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    kind: Kind,
    steps: Vec<Step>,
    /// Steps shorter than this are joined; grows when there are too many.
    grain_ns: i64,
    /// How long a step usually was before any were joined.
    interval_ns: Option<i64>,
}

impl Curve {
    /// A curve of means over each interval: rates, shares.
    pub fn of_means() -> Self {
        Self { kind: Kind::Mean, steps: Vec::new(), grain_ns: 0, interval_ns: None }
    }

    /// A curve of counts in each interval.
    pub fn of_counts() -> Self {
        Self { kind: Kind::Count, ..Self::of_means() }
    }

    /// A curve of what was seen at the end of each interval.
    pub fn of_instants() -> Self {
        Self { kind: Kind::Instant, ..Self::of_means() }
    }

    /// The steps in the order of time.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Adds the next step, or joins it with the last one. What is not a number is left out.
    pub fn add(&mut self, step: Step, join: bool) {
        let fits = self.steps.last().is_none_or(|last| last.to_ns <= step.from_ns);
        if !step.value.is_finite() || !fits || step.to_ns < step.from_ns {
            return;
        }
        match self.steps.last_mut() {
            Some(last) if join && last.to_ns == step.from_ns => {
                let single = last.low >= last.high;
                let joined = joined(self.kind, last, &step);
                // A short rest has no extremes of its own.
                *last = if single {
                    Step { low: joined.value, high: joined.value, ..joined }
                } else {
                    Step { low: last.low, high: last.high, ..joined }
                };
            }
            Some(last) if fit(last, &step, self.grain_ns) => *last = joined(self.kind, last, &step),
            _ => self.steps.push(step),
        }
        if self.steps.len() > MOST_STEPS && self.interval_ns.is_none() {
            self.interval_ns = Some(self.usual_ns());
        }
        while self.steps.len() > MOST_STEPS {
            self.grain_ns = (2 * self.grain_ns.max(self.usual_ns())).max(1);
            let mut kept: Vec<Step> = Vec::with_capacity(MOST_STEPS);
            for step in self.steps.drain(..) {
                match kept.last_mut() {
                    Some(last) if fit(last, &step, self.grain_ns) => *last = joined(self.kind, last, &step),
                    _ => kept.push(step),
                }
            }
            self.steps = kept;
        }
    }

    /// How long a step usually is, in nanoseconds: the median of some of them.
    pub fn usual_ns(&self) -> i64 {
        let every = self.steps.len().div_ceil(64).max(1);
        let mut lengths: Vec<i64> = self.steps.iter().step_by(every).map(Step::nanos).filter(|n| *n > 0).collect();
        lengths.sort_unstable();
        lengths.get(lengths.len() / 2).copied().unwrap_or(0)
    }

    /// How long one of the intervals usually is that [`Step::low`] and [`Step::high`] are of, in nanoseconds.
    pub fn interval_ns(&self) -> i64 {
        self.interval_ns.unwrap_or_else(|| self.usual_ns())
    }

    /// The highest value of any interval; none without any.
    pub fn highest(&self) -> Option<f64> {
        self.steps.iter().map(|step| step.high).reduce(f64::max)
    }

    /// The step at a time in seconds; none where nothing was observed.
    pub fn at(&self, seconds: f64) -> Option<Step> {
        let nanos = (seconds * 1e9) as i64;
        let index = self.steps.partition_point(|step| step.to_ns < nanos);
        self.steps.get(index).copied().filter(|step| step.from_ns <= nanos)
    }

    /// Whether a value is what was seen at the end of its step, rather than all over it.
    pub fn is_seen_at_the_end(&self) -> bool {
        self.kind == Kind::Instant
    }

    /// The time in seconds at which a step's value is drawn.
    pub fn place(&self, step: &Step) -> f64 {
        let nanos = if self.kind == Kind::Instant { step.to_ns } else { i64::midpoint(step.from_ns, step.to_ns) };
        nanos as f64 / 1e9
    }

    /// What is to be said of the time between two instants: the mean, or the count, and for how many
    /// nanoseconds of it there are values; none where there are none.
    pub fn between(&self, from_ns: i64, to_ns: i64) -> Option<(f64, f64)> {
        let first = self.steps.partition_point(|step| step.to_ns <= from_ns);
        let (mut sum, mut known) = (0.0, 0.0);
        let mut any = false;
        for step in self.steps[first..].iter().take_while(|step| step.from_ns < to_ns || step.to_ns <= to_ns) {
            let inside = (step.to_ns.min(to_ns) - step.from_ns.max(from_ns)).max(0) as f64;
            let nanos = step.nanos() as f64;
            any = true;
            known += inside;
            sum += match self.kind {
                Kind::Count => step.value * if nanos > 0.0 { inside / nanos } else { 1.0 },
                _ => step.value * inside,
            };
        }
        match self.kind {
            Kind::Count => any.then_some((sum, known)),
            _ => (known > 0.0).then(|| (sum / known, known)),
        }
    }
}

/// Whether two neighbours are short enough, and near enough, to be one step.
fn fit(last: &Step, next: &Step, grain_ns: i64) -> bool {
    last.nanos().saturating_add(next.nanos()) <= grain_ns && next.from_ns - last.to_ns <= grain_ns
}

fn joined(kind: Kind, a: &Step, b: &Step) -> Step {
    let (long, short) = (a.nanos() as f64, b.nanos() as f64);
    let value = match kind {
        Kind::Count => a.value + b.value,
        _ if long + short > 0.0 => (a.value * long + b.value * short) / (long + short),
        _ => f64::midpoint(a.value, b.value),
    };
    Step {
        from_ns: a.from_ns,
        to_ns: b.to_ns,
        value,
        low: a.low.min(b.low),
        high: a.high.max(b.high),
        core: if b.high > a.high { b.core } else { a.core },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_curve_tells_the_value_at_a_time_and_between_two() {
        let mut curve = Curve::of_means();
        curve.add(Step::new(0, 1_000_000_000, 10.0), false);
        curve.add(Step::new(1_000_000_000, 2_000_000_000, 30.0), false);
        curve.add(Step::new(4_000_000_000, 5_000_000_000, f64::NAN), false);
        assert_eq!(curve.at(1.5).map(|step| step.value), Some(30.0));
        assert_eq!(curve.at(3.0), None);
        assert_eq!(curve.between(500_000_000, 9_000_000_000), Some((70.0 / 3.0, 1.5e9)));
        assert_eq!(curve.between(3_000_000_000, 9_000_000_000), None);
        assert_eq!(curve.highest(), Some(30.0));
    }

    proptest! {
        #[test]
        fn a_curve_stays_bounded_in_order_and_true(
            lengths in proptest::collection::vec(1i64..400, 1..200), rounds in 1usize..200, counts in any::<bool>()
        ) {
            let mut curve = if counts { Curve::of_counts() } else { Curve::of_means() };
            let (mut t, mut sum, mut top) = (0, 0.0, 0.0f64);
            for round in 0..rounds {
                for (index, length) in lengths.iter().enumerate() {
                    let value = ((round * 31 + index * 7) % 1000) as f64;
                    curve.add(Step::new(t, t + length * 1_000_000, value), false);
                    t += length * 1_000_000;
                    sum += if counts { value } else { value * (length * 1_000_000) as f64 };
                    top = top.max(value);
                }
            }
            prop_assert!(curve.steps().len() <= MOST_STEPS);
            prop_assert!(curve.steps().windows(2).all(|pair| pair[0].to_ns <= pair[1].from_ns));
            prop_assert!(curve.steps().iter().all(|step| step.low <= step.value || counts));
            prop_assert_eq!(curve.highest(), Some(top));
            let (value, known) = curve.between(0, t).unwrap();
            let whole = if counts { value } else { value * known };
            prop_assert!((whole - sum).abs() <= sum * 1e-9 + 1e-6);
        }
    }
}
