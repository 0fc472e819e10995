//! How busy the CPUs of an end are at the moment, and with what.

use crate::sample::{CoreTicks, Sample};
use crate::stats;
use crate::summary::cores_percent;
use crate::summary::live::busiest_core;

/// Ticks are 10 ms: below half a second a share would be coarse.
const SHORTEST_NS: i64 = 500_000_000;

/// The CPUs of an end over the latest second or so.
#[derive(Debug, Clone, PartialEq)]
pub struct CpuNow {
    /// The busy share of each, 0 to 100.
    pub cores: Vec<f64>,
    /// Of all together.
    pub percent: f64,
    /// The number of the busiest, from 0.
    pub busiest: usize,
    /// Its busy share.
    pub busiest_percent: f64,
    /// Its share of soft interrupts, where received packets are processed.
    pub busiest_softirq_percent: Option<f64>,
    /// The share of all that the hypervisor took for others.
    pub steal_percent: Option<f64>,
}

/// The CPUs over the latest second or so of the samples; none where too little is known.
pub fn latest_cpu(samples: &[Sample]) -> Option<CpuNow> {
    let mut known = samples.iter().rev().filter(|sample| sample.cores.is_some());
    let last = known.next()?;
    let earlier = known.find(|sample| last.t_ns - sample.t_ns >= SHORTEST_NS)?;
    let cores = cores_percent(earlier, last)?;
    let (busiest, busiest_percent) = busiest_core(&cores)?;
    let pairs: Vec<(CoreTicks, CoreTicks)> =
        earlier.cores.iter().flatten().copied().zip(last.cores.iter().flatten().copied()).collect();
    let share = |of: fn(&CoreTicks) -> u64, pairs: &[(CoreTicks, CoreTicks)]| {
        let sum =
            |of: fn(&CoreTicks) -> u64| pairs.iter().map(|(a, b)| of(b).saturating_sub(of(a)) as f64).sum::<f64>();
        let all = sum(all_ticks);
        (all > 0.0).then(|| 100.0 * sum(of) / all)
    };
    Some(CpuNow {
        percent: stats::mean(&cores)?,
        busiest,
        busiest_percent,
        busiest_softirq_percent: pairs.get(busiest).and_then(|pair| share(|ticks| ticks.softirq, &[*pair])),
        steal_percent: share(|ticks| ticks.steal, &pairs),
        cores,
    })
}

fn all_ticks(ticks: &CoreTicks) -> u64 {
    // Saturating: the counters of a peer are foreign input.
    [ticks.user, ticks.system, ticks.softirq, ticks.steal, ticks.idle].into_iter().fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phase::Phase;

    fn sample(t_ms: i64, cores: Vec<CoreTicks>) -> Sample {
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: t_ms * 1_000_000,
            phase: Phase::Measure,
            mark: None,
            bytes: 0,
            operations: 0,
            cores: Some(cores),
            streams: None,
            udp: None,
        }
    }

    #[test]
    fn the_busiest_core_tells_what_it_is_busy_with() {
        let idle = CoreTicks { idle: 100, ..CoreTicks::default() };
        let busy = CoreTicks { system: 20, softirq: 60, steal: 10, idle: 10, ..CoreTicks::default() };
        let samples = [sample(0, vec![CoreTicks::default(); 2]), sample(1000, vec![idle, busy])];
        let cpu = latest_cpu(&samples).unwrap();
        assert_eq!((cpu.busiest, cpu.busiest_percent, cpu.percent), (1, 90.0, 45.0));
        assert_eq!((cpu.busiest_softirq_percent, cpu.steal_percent), (Some(60.0), Some(5.0)));
        assert_eq!(latest_cpu(&samples[..1]), None);
        assert_eq!(latest_cpu(&[]), None);
    }
}
