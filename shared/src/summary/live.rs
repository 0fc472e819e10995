//! The figures of a run that still goes on, from the samples there are so far.

mod cpu;
mod exchange;
mod progress;

pub use cpu::{CpuNow, latest_cpu};
pub use exchange::{ExchangeNow, latest_exchange};
pub use progress::{Progress, StreamSoFar, datagrams, streams};

use super::{Rate, rate_between};
use crate::sample::{Sample, StreamCount};
use crate::stats;

/// How fast one stream is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StreamRate {
    /// Its number, from 0.
    pub stream: u32,
    /// Payload bits per second.
    pub bits_per_second: f64,
}

/// The datagrams of a run that goes on, since `measure` began.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LiveDatagrams {
    /// Payload that the sender's kernel took, in bits per second, the mean so far.
    pub offered: Option<f64>,
    /// Payload that arrived, each datagram once, in bits per second, the mean so far.
    pub received: Option<f64>,
    /// Numbers that did not come, by those that did.
    pub lost: u64,
    /// `lost` as a share of all numbers, 0 to 100.
    pub lost_percent: Option<f64>,
    /// What the receiver's kernel dropped at the sockets of the run: datagrams, or buffers of several where it joins them.
    pub at_socket: Option<u64>,
    /// Datagrams that had come before.
    pub duplicates: u64,
    /// Datagrams that came after a later one.
    pub reordered: u64,
    /// The jitter as it stands, the mean of the flows, in seconds.
    pub jitter_seconds: Option<f64>,
}

/// The rate of the latest interval that is long enough to be read, for a live display.
///
/// Marks fall between the samples of the grid, so a neighbour may be microseconds away.
pub fn latest_rate(samples: &[Sample]) -> Option<Rate> {
    const SHORTEST_NS: i64 = 50_000_000;
    let last = samples.last()?;
    let earlier = samples.iter().rev().find(|sample| last.t_ns - sample.t_ns >= SHORTEST_NS)?;
    rate_between(earlier, last)
}

/// The latest rate of each stream, over the latest quarter of a second or more that both ends of it are known.
pub fn latest_streams(samples: &[Sample]) -> Vec<StreamRate> {
    const SHORTEST_NS: i64 = 250_000_000;
    let mut known = samples.iter().rev().filter(|sample| sample.streams.is_some());
    let Some(last) = known.next() else { return Vec::new() };
    let Some(earlier) = known.find(|sample| last.t_ns - sample.t_ns >= SHORTEST_NS) else { return Vec::new() };
    let seconds = (last.t_ns - earlier.t_ns) as f64 / 1e9;
    let before = earlier.streams.as_deref().unwrap_or_default();
    let rate = |(index, stream): (usize, &StreamCount)| {
        // All samples list the streams alike, so the place is nearly always the same.
        let same = before.get(index).filter(|earlier| earlier.stream == stream.stream);
        let earlier = same.or_else(|| before.iter().find(|earlier| earlier.stream == stream.stream))?;
        let bits_per_second = stream.bytes.saturating_sub(earlier.bytes) as f64 * 8.0 / seconds;
        Some(StreamRate { stream: stream.stream, bits_per_second })
    };
    last.streams.iter().flatten().enumerate().filter_map(rate).collect()
}

/// The median round trip of the streams as the sender's kernel last saw it, in seconds.
pub fn latest_round_trip(samples: &[Sample]) -> Option<f64> {
    let streams = samples.iter().rev().find_map(|sample| sample.streams.as_ref())?;
    let round_trips: Vec<f64> =
        streams.iter().filter_map(|stream| stream.tcp).map(|tcp| f64::from(tcp.rtt_us) / 1e6).collect();
    stats::quantile(&round_trips, 0.5).filter(|seconds| *seconds > 0.0)
}

/// The number, from 0, and the busy share of the busiest core.
pub fn busiest_core(percent: &[f64]) -> Option<(usize, f64)> {
    percent.iter().copied().enumerate().filter(|(_, percent)| percent.is_finite()).max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phase::Phase;
    use crate::sample::{Mark, TcpCount};

    fn at(t_ns: i64, bytes: u64, mark: Option<Mark>) -> Sample {
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns,
            phase: Phase::Measure,
            mark,
            bytes,
            operations: 0,
            cores: None,
            streams: None,
            udp: None,
        }
    }

    fn rates(values: &[f64]) -> Vec<StreamRate> {
        let rate = |(stream, &bits_per_second)| StreamRate { stream: stream as u32, bits_per_second };
        values.iter().enumerate().map(|(stream, value)| rate((stream, value))).collect()
    }

    fn sample(t_ms: i64, bytes: Option<&[u64]>) -> Sample {
        let streams = bytes.map(|bytes| {
            bytes
                .iter()
                .enumerate()
                .map(|(stream, &bytes)| StreamCount {
                    stream: stream as u32,
                    bytes,
                    tcp: Some(TcpCount { rtt_us: 500, ..TcpCount::default() }),
                    udp: None,
                    checked: None,
                    zero_copy: None,
                })
                .collect()
        });
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: t_ms * 1_000_000,
            phase: Phase::Measure,
            mark: None,
            bytes: 0,
            operations: 0,
            cores: None,
            streams,
            udp: None,
        }
    }

    #[test]
    fn streams_are_as_fast_as_their_latest_bytes() {
        let samples = [sample(0, Some(&[0, 0])), sample(900, Some(&[0, 0])), sample(1000, Some(&[1000, 50]))];
        assert_eq!(latest_streams(&samples), rates(&[8000.0, 400.0]));
        assert_eq!(latest_streams(&samples[..2]), rates(&[0.0, 0.0]));
        assert_eq!(latest_streams(&samples[..1]), []);
        // What it carried in its whole life is not its rate.
        assert_eq!(latest_streams(&[sample(0, Some(&[5])), sample(1000, Some(&[1005, 9000]))]), rates(&[8000.0]));
        assert_eq!(latest_round_trip(&samples), Some(0.0005));
    }

    #[test]
    fn the_busiest_core_has_a_number_and_a_share() {
        assert_eq!(busiest_core(&[10.0, 93.0, 20.0]), Some((1, 93.0)));
        assert_eq!(busiest_core(&[]), None);
    }

    #[test]
    fn a_rate_needs_an_interval_long_enough_to_be_read() {
        let samples = [at(0, 0, None), at(100_000_000, 1000, None), at(100_001_000, 2000, None)];
        assert_eq!(latest_rate(&samples).map(|rate| rate.bits_per_second.round()), Some(159_998.0));
        assert_eq!(latest_rate(&samples[..1]), None);
    }
}
