//! Requests and answers of the moment.

use crate::sample::Sample;

/// How an end that asks is answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExchangeNow {
    /// Answers a second.
    pub per_second: f64,
    /// The mean time from a request to its answer, in seconds; none where nothing was answered.
    pub mean_seconds: Option<f64>,
}

/// The answers of the latest quarter of a second or more; none before there is so much, and of payload that flows one way.
pub fn latest_exchange(samples: &[Sample]) -> Option<ExchangeNow> {
    const SHORTEST_NS: i64 = 250_000_000;
    let last = samples.last()?;
    let now = last.exchange.as_ref()?;
    let earlier = samples.iter().rev().find(|sample| last.t_ns - sample.t_ns >= SHORTEST_NS)?;
    let before = earlier.exchange.as_ref()?;
    let answered = now.answered.saturating_sub(before.answered) as f64;
    let waited_ns = now.total_ns.saturating_sub(before.total_ns) as f64;
    Some(ExchangeNow {
        per_second: answered / ((last.t_ns - earlier.t_ns) as f64 / 1e9),
        mean_seconds: (answered > 0.0 && waited_ns > 0.0).then(|| waited_ns / answered / 1e9),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::ExchangeCount;
    use serde_json::json;

    fn at(ms: i64, answered: u64, total_ns: u64) -> Sample {
        let bare = json!({"t_ns": ms * 1_000_000, "phase": "measure", "bytes": 0, "operations": 0});
        let exchange = ExchangeCount { asked: answered, answered, total_ns, ..ExchangeCount::default() };
        Sample { exchange: Some(exchange), ..serde_json::from_value(bare).unwrap() }
    }

    #[test]
    fn answers_are_counted_over_real_time() {
        let samples = [at(0, 0, 0), at(400, 300, 30_000_000), at(500, 1_000, 100_000_000)];
        let now = ExchangeNow { per_second: 2_000.0, mean_seconds: Some(0.0001) };
        assert_eq!(latest_exchange(&samples), Some(now));
        assert_eq!(latest_exchange(&samples[1..]), None, "too short");
        let still = [at(0, 5, 5), at(500, 5, 5)];
        assert_eq!(latest_exchange(&still), Some(ExchangeNow { per_second: 0.0, mean_seconds: None }));
        let bare = Sample { exchange: None, ..at(500, 0, 0) };
        assert_eq!(latest_exchange(&[at(0, 0, 0), bare]), None);
    }
}
