//! Statistics over slices of numbers: numbers in, a number out. Each is null where it does not exist.

/// Arithmetic mean; none of an empty slice.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Sample standard deviation (divisor n − 1); none below two values.
pub fn deviation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// The least value.
pub fn min(values: &[f64]) -> Option<f64> {
    values.iter().copied().reduce(f64::min)
}

/// The greatest value.
pub fn max(values: &[f64]) -> Option<f64> {
    values.iter().copied().reduce(f64::max)
}

/// The `q`-quantile (0 to 1) with linear interpolation between closest ranks (Hyndman and Fan, type 7).
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    if sorted.is_empty() || !(0.0..=1.0).contains(&q) {
        return None;
    }
    sorted.sort_unstable_by(f64::total_cmp);
    let rank = q * (sorted.len() - 1) as f64;
    let below = rank.floor() as usize;
    let above = rank.ceil() as usize;
    Some(sorted[below] + (sorted[above] - sorted[below]) * (rank - below as f64))
}

/// Jain's fairness index (R. Jain et al., DEC-TR-301, 1984): 1 when all shares are equal, 1/n when one has all.
pub fn fairness(shares: &[f64]) -> Option<f64> {
    let sum: f64 = shares.iter().sum();
    let squares: f64 = shares.iter().map(|share| share * share).sum();
    (!shares.is_empty() && squares > 0.0).then(|| sum * sum / (shares.len() as f64 * squares))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn statistics_of_known_values() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert_eq!(mean(&values), Some(5.0));
        assert!((deviation(&values).unwrap() - 2.138).abs() < 0.001);
        assert_eq!(quantile(&values, 0.5), Some(4.5));
        assert_eq!(fairness(&[1.0, 0.0, 0.0, 0.0]), Some(0.25));
        assert_eq!(fairness(&[3.0, 3.0]), Some(1.0));
    }

    #[test]
    fn what_does_not_exist_is_none() {
        assert_eq!(
            (mean(&[]), deviation(&[1.0]), min(&[]), quantile(&[], 0.5), fairness(&[0.0])),
            (None, None, None, None, None)
        );
    }

    proptest! {
        #[test]
        fn a_quantile_lies_between_least_and_greatest(values in proptest::collection::vec(0.0f64..1e12, 1..50), q in 0.0f64..=1.0) {
            let value = quantile(&values, q).unwrap();
            prop_assert!(value >= min(&values).unwrap() && value <= max(&values).unwrap());
        }

        #[test]
        fn fairness_lies_between_one_share_and_one(values in proptest::collection::vec(0.1f64..1e6, 1..50)) {
            let index = fairness(&values).unwrap();
            prop_assert!(index >= 1.0 / values.len() as f64 - 1e-9 && index <= 1.0 + 1e-9);
        }
    }
}
