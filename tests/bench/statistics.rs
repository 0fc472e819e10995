//! What is said of a handful of rounds.

/// With fewer rounds than this, an interval says nothing.
const FEWEST: usize = 3;
/// Resamplings of the rounds: enough that the second figure of an interval stands still.
const RESAMPLED: usize = 10_000;

/// The rounds of one tool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spread {
    /// The middle one.
    pub(super) median: f64,
    /// The lowest.
    pub(super) min: f64,
    /// The highest.
    pub(super) max: f64,
}

/// Median, lowest and highest; none of nothing.
pub(super) fn spread(values: &[f64]) -> Option<Spread> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    Some(Spread { median: half_way(&values)?, min: *values.first()?, max: *values.last()? })
}

/// The middle of what is in order already.
fn half_way(sorted: &[f64]) -> Option<f64> {
    let upper = *sorted.get(sorted.len() / 2)?;
    Some(if sorted.len().is_multiple_of(2) { f64::midpoint(sorted[sorted.len() / 2 - 1], upper) } else { upper })
}

/// How one tool's rounds compare to another's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ratio {
    /// Of the medians.
    pub(super) middle: f64,
    /// The interval that holds it with 95 %; none of too few rounds.
    pub(super) interval: Option<(f64, f64)>,
}

/// The ratio of the medians of two tools that took turns, with a bootstrap interval over the rounds (Efron's percentile
/// interval). Rounds are drawn as pairs, for what disturbs a round disturbs both; those that one of the two lacks are left
/// out. The same rounds give the same interval: the draws begin at the same place.
pub(super) fn ratio(ours: &[Option<f64>], theirs: &[Option<f64>]) -> Option<Ratio> {
    let pairs: Vec<(f64, f64)> = ours.iter().zip(theirs).filter_map(|(&a, &b)| Some((a?, b?))).collect();
    let of = |pairs: &[(f64, f64)]| {
        let median = |of: fn(&(f64, f64)) -> f64| spread(&pairs.iter().map(of).collect::<Vec<_>>());
        let (a, b) = (median(|pair| pair.0)?, median(|pair| pair.1)?);
        (b.median > 0.0).then(|| a.median / b.median)
    };
    let middle = of(&pairs)?;
    if pairs.len() < FEWEST {
        return Some(Ratio { middle, interval: None });
    }
    let mut draws = Draws(0x5eed);
    let mut found: Vec<f64> = (0..RESAMPLED)
        .filter_map(|_| of(&(0..pairs.len()).map(|_| pairs[draws.below(pairs.len())]).collect::<Vec<_>>()))
        .collect();
    found.sort_by(f64::total_cmp);
    let at = |share: f64| found.get((share * (found.len().max(1) - 1) as f64).round() as usize).copied();
    Some(Ratio { middle, interval: Some((at(0.025)?, at(0.975)?)) })
}

/// Standard deviation in percent of the mean.
pub(super) fn variation_percent(values: &[f64]) -> Option<f64> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let percent = 100.0 * square.sqrt() / mean;
    percent.is_finite().then_some(percent)
}

/// Numbers that look random and are the same every time: `SplitMix64` (Steele, Lea, Flood 2014).
#[derive(Debug)]
struct Draws(u64);

impl Draws {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_few_is_the_middle() {
        assert_eq!(spread(&[3.0, 1.0, 2.0]), Some(Spread { median: 2.0, min: 1.0, max: 3.0 }));
        assert_eq!(spread(&[4.0, 1.0]), Some(Spread { median: 2.5, min: 1.0, max: 4.0 }));
        assert_eq!(spread(&[]), None);
    }

    #[test]
    fn a_steady_lead_has_a_narrow_interval_and_a_shaky_one_a_wide() {
        let some = |values: &[f64]| values.iter().copied().map(Some).collect::<Vec<_>>();
        let steady = ratio(&some(&[1.2, 1.2, 1.2]), &some(&[1.0, 1.0, 1.0])).unwrap();
        let (low, high) = steady.interval.unwrap();
        assert!((steady.middle - 1.2).abs() < 1e-12 && (high - low).abs() < 1e-12);
        let shaky = ratio(&some(&[1.0, 1.4, 1.2]), &some(&[1.3, 0.9, 1.0])).unwrap();
        let (low, high) = shaky.interval.unwrap();
        assert!(low < 1.0 && high > 1.2, "{shaky:?}");
        assert_eq!(shaky, ratio(&some(&[1.0, 1.4, 1.2]), &some(&[1.3, 0.9, 1.0])).unwrap());
    }

    #[test]
    fn a_round_that_one_of_them_lacks_does_not_count() {
        let found = ratio(&[Some(2.0), None, Some(2.0)], &[Some(1.0), Some(9.0), Some(1.0)]).unwrap();
        assert_eq!(found, Ratio { middle: 2.0, interval: None });
        assert_eq!(ratio(&[None], &[Some(1.0)]), None);
        assert_eq!(ratio(&[Some(1.0)], &[Some(0.0)]), None);
    }

    #[test]
    fn variation_is_in_percent_of_the_mean() {
        assert_eq!(variation_percent(&[5.0, 5.0, 5.0]), Some(0.0));
        assert!((variation_percent(&[90.0, 110.0]).unwrap() - 14.142).abs() < 0.001);
        assert_eq!(variation_percent(&[1.0]), None);
        assert_eq!(variation_percent(&[]), None);
    }
}
