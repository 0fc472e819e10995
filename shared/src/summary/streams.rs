//! The figures of single streams, and those made of what each stream's kernel says.

use super::{RoundTrip, datagrams};
use crate::plan::Role;
use crate::record::StreamRecord;
use crate::sample::{Sample, StreamCount, TcpCount};
use crate::stats;

/// Each stream between two snapshots; `samples` tell how its rate varied between them.
pub(super) fn of(role: Role, samples: &[Sample], from: &Sample, to: &Sample) -> Vec<StreamRecord> {
    let seconds = (to.t_ns - from.t_ns) as f64 / 1e9;
    let (Some(before), Some(after)) = (&from.streams, &to.streams) else { return Vec::new() };
    let extremes = extremes(samples, from, to);
    let moved = |after: &StreamCount| after.bytes.saturating_sub(find(before, after.stream).map_or(0, |b| b.bytes));
    let all: f64 = after.iter().map(|after| moved(after) as f64).sum();
    after
        .iter()
        .enumerate()
        .map(|(index, after)| {
            let bytes = moved(after);
            let sent = after.tcp.filter(|_| role == Role::Sender);
            let (lowest, highest) = extremes.get(index).copied().flatten().unzip();
            StreamRecord {
                stream: after.stream,
                bytes,
                bits_per_second: (seconds > 0.0).then(|| bytes as f64 * 8.0 / seconds),
                retransmits: sent.map(|tcp| {
                    let earlier = find(before, after.stream).and_then(|before| before.tcp);
                    u64::from(tcp.retransmits.saturating_sub(earlier.map_or(0, |tcp| tcp.retransmits)))
                }),
                rtt_us: sent.map(|tcp| tcp.rtt_us),
                window_bytes: sent.map(|tcp| u64::from(tcp.cwnd_segments) * u64::from(tcp.mss_bytes)),
                share_percent: (all > 0.0).then(|| 100.0 * bytes as f64 / all),
                lowest_bits_per_second: lowest,
                highest_bits_per_second: highest,
                udp: after.udp.map(|udp| {
                    let earlier = find(before, after.stream).and_then(|before| before.udp).unwrap_or_default();
                    let flow = datagrams::flow(role, &earlier, &udp, seconds);
                    let received = role == Role::Receiver;
                    let jitter = received.then(|| datagrams::mean_jitter(samples, from, to, Some(after.stream)));
                    datagrams::UdpFigures { jitter_seconds: jitter.flatten(), ..flow }
                }),
            }
        })
        .collect()
}

fn find(streams: &[StreamCount], stream: u32) -> Option<&StreamCount> {
    // Both ends number from 0, so the place is nearly always the number.
    streams
        .get(stream as usize)
        .filter(|count| count.stream == stream)
        .or_else(|| streams.iter().find(|count| count.stream == stream))
}

/// The lowest and highest rate of each stream of the last snapshot, in its order.
///
/// Like [`super::spread`], an interval below half of the usual one is joined with the next.
fn extremes(samples: &[Sample], from: &Sample, to: &Sample) -> Vec<Option<(f64, f64)>> {
    let read: Vec<(i64, &[StreamCount])> = samples
        .iter()
        .filter(|sample| (from.t_ns..=to.t_ns).contains(&sample.t_ns))
        .filter_map(|sample| Some((sample.t_ns, sample.streams.as_deref()?)))
        .collect();
    let steps: Vec<f64> = read.windows(2).map(|pair| (pair[1].0 - pair[0].0) as f64).collect();
    let Some(usual) = stats::quantile(&steps, 0.5).filter(|_| read.len() > 2) else { return Vec::new() };
    let mut found = vec![None::<(f64, f64)>; to.streams.as_ref().map_or(0, Vec::len)];
    let mut earlier = read[0];
    let last = read.len() - 1;
    for (index, later) in read.into_iter().enumerate().skip(1) {
        let nanos = (later.0 - earlier.0) as f64;
        if nanos <= 0.0 || (nanos < usual / 2.0 && index < last) {
            continue;
        }
        for (found, count) in found.iter_mut().zip(later.1) {
            // What it carried in its whole life is not its rate.
            let Some(before) = find(earlier.1, count.stream) else { continue };
            let rate = count.bytes.saturating_sub(before.bytes) as f64 * 8e9 / nanos;
            *found = Some(found.map_or((rate, rate), |(low, high)| (low.min(rate), high.max(rate))));
        }
        earlier = later;
    }
    found
}

/// How many full segments the payload between two snapshots fills (`tcpi_snd_mss`); none where the kernel did not say.
pub(super) fn segments(from: &Sample, to: &Sample) -> Option<f64> {
    let (before, after) = (from.streams.as_deref()?, to.streams.as_deref()?);
    after
        .iter()
        .map(|after| {
            let mss = after.tcp.map(|tcp| tcp.mss_bytes).filter(|&mss| mss > 0)?;
            let bytes = after.bytes.saturating_sub(find(before, after.stream).map_or(0, |before| before.bytes));
            Some(bytes as f64 / f64::from(mss))
        })
        .sum()
}

/// The round trips between two snapshots.
pub(super) fn round_trip(samples: &[Sample], from: &Sample, to: &Sample) -> Option<RoundTrip> {
    let medians: Vec<f64> = samples
        .iter()
        .filter(|sample| (from.t_ns..=to.t_ns).contains(&sample.t_ns))
        .filter_map(|sample| median_round_trip(sample.streams.as_deref()?))
        .collect();
    Some(RoundTrip { median_seconds: stats::quantile(&medians, 0.5)?, p99_seconds: stats::quantile(&medians, 0.99)? })
}

/// The median round trip of the streams at one instant, in seconds; none before the kernel has measured one.
fn median_round_trip(streams: &[StreamCount]) -> Option<f64> {
    let measured = |tcp: TcpCount| (tcp.rtt_us > 0).then(|| f64::from(tcp.rtt_us) / 1e6);
    let seconds: Vec<f64> = streams.iter().filter_map(|stream| measured(stream.tcp?)).collect();
    stats::quantile(&seconds, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phase::Phase;
    use proptest::prelude::*;

    fn sample(t_ms: i64, bytes: &[u64], retransmits: u32) -> Sample {
        let tcp = TcpCount { rtt_us: 500, mss_bytes: 1448, cwnd_segments: 10, retransmits, ..TcpCount::default() };
        let count = |(stream, &bytes)| StreamCount {
            checked: None,
            zero_copy: None,
            stream: stream as u32,
            bytes,
            tcp: Some(tcp),
            udp: None,
        };
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: t_ms * 1_000_000,
            phase: Phase::Measure,
            mark: None,
            bytes: bytes.iter().sum(),
            operations: 0,
            cores: None,
            streams: Some(bytes.iter().enumerate().map(|(stream, bytes)| count((stream, bytes))).collect()),
            udp: None,
        }
    }

    #[test]
    fn a_stream_has_its_share_its_extremes_and_its_window() {
        let samples = [sample(0, &[0, 0], 0), sample(100, &[1000, 3000], 0), sample(200, &[4000, 6000], 7)];
        let streams = of(Role::Sender, &samples, &samples[0], &samples[2]);
        assert_eq!(streams[0].share_percent, Some(40.0));
        assert_eq!(streams[0].lowest_bits_per_second, Some(80_000.0));
        assert_eq!(streams[0].highest_bits_per_second, Some(240_000.0));
        assert_eq!((streams[0].window_bytes, streams[0].retransmits), (Some(14_480), Some(7)));
        assert_eq!(of(Role::Receiver, &samples, &samples[0], &samples[2])[0].window_bytes, None);
        assert_eq!(round_trip(&samples, &samples[0], &samples[2]).map(|trip| trip.p99_seconds), Some(0.0005));
        assert!((segments(&samples[0], &samples[2]).unwrap() - 10_000.0 / 1448.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn shares_make_a_whole_and_the_mean_lies_between_the_extremes(
            steps in proptest::collection::vec((50i64..150, proptest::array::uniform3(0u64..1_000_000)), 3..40),
        ) {
            let (mut t, mut bytes) = (0, [1u64; 3]);
            let mut samples = vec![sample(0, &bytes, 0)];
            for (dt, more) in steps {
                t += dt;
                bytes.iter_mut().zip(more).for_each(|(bytes, more)| *bytes += more);
                samples.push(sample(t, &bytes, 0));
            }
            let streams = of(Role::Receiver, &samples, &samples[0], &samples[samples.len() - 1]);
            let shares: f64 = streams.iter().filter_map(|stream| stream.share_percent).sum();
            prop_assert!(shares == 0.0 || (shares - 100.0).abs() < 1e-6);
            for stream in streams {
                let mean = stream.bits_per_second.unwrap();
                prop_assert!(stream.lowest_bits_per_second.unwrap() <= mean * (1.0 + 1e-9) + 1e-6);
                prop_assert!(stream.highest_bits_per_second.unwrap() >= mean * (1.0 - 1e-9) - 1e-6);
            }
        }
    }
}
