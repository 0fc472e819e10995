//! Every figure that is said of a run, computed here and nowhere else.
//!
//! Totals are differences of the snapshots at the marks of `measure`, divided by the real time
//! between those snapshots. Rates over time are differences of neighbouring samples.

pub mod datagrams;
mod directions;
pub mod exchange;
pub mod findings;
pub mod live;
pub mod series;
mod streams;
pub mod system;

pub use directions::{DirectionSummary, ceiling_of, link_share_percent, of};

use serde::{Deserialize, Serialize};

use self::exchange::ExchangeFigures;
use crate::config::Direction;
use crate::host::{self, HostFacts};
use crate::phase::Phase;
use crate::plan::{Role, Side};
use crate::record::{EndInEffect, EndParts, EndRecord, RunRecord};
use crate::sample::{CoreTicks, Mark, Sample};
use crate::stats;

/// The figures of a whole run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Summary {
    /// The receiver's payload rate in `measure`, in bits per second; of two directions at once the sum of both receivers',
    /// of two in turn null.
    pub bits_per_second: Option<f64>,
    /// Real length of `measure` at the receiver, in seconds; of two directions the longer one.
    pub measured_seconds: Option<f64>,
    /// Payload bytes that arrived in `measure`.
    pub bytes: Option<u64>,
    /// Segments sent again in `measure`.
    pub retransmits: Option<u64>,
    /// Sender's bytes less receiver's in `measure`: what moved across the marks in flight and in buffers.
    pub sent_less_received_bytes: Option<i64>,
    /// Jain's fairness of the streams' received bytes: 1 = equal shares; null for one stream.
    pub fairness: Option<f64>,
    /// The receiver's rate over time within `measure`, from samples.
    pub rate: Option<Spread>,
    /// UDP: the datagrams of the whole run; null for TCP.
    #[serde(default)]
    pub udp: Option<datagrams::UdpSummary>,
    /// Requests and their answers, in a run of one direction; null where payload flows one way.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub exchange: Option<ExchangeFigures>,
    /// The same figures by direction.
    pub by_direction: Vec<DirectionSummary>,
}

/// How a rate varied from sample to sample, in bits per second.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Spread {
    /// The lowest.
    pub min: f64,
    /// The 5th percentile; null in older records.
    #[serde(default)]
    pub p5: Option<f64>,
    /// The median.
    pub median: f64,
    /// The 95th percentile; null in older records.
    #[serde(default)]
    pub p95: Option<f64>,
    /// The highest.
    pub max: f64,
    /// The sample standard deviation; null below two intervals.
    pub deviation: Option<f64>,
}

/// Round trips of the streams under load, as the sender's kernel smooths them (`tcpi_rtt`): the median over the streams
/// at each sample, then quantiles over the samples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoundTrip {
    /// The median, in seconds.
    pub median_seconds: f64,
    /// The 99th percentile, in seconds.
    pub p99_seconds: f64,
}

/// A rate over the real time between two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate {
    /// Start of the interval, nanoseconds on the coordinator's axis.
    pub from_ns: i64,
    /// End of the interval.
    pub to_ns: i64,
    /// The phase in which the interval lay.
    pub phase: Phase,
    /// Payload bits per second.
    pub bits_per_second: f64,
}

/// The rate between each two neighbouring samples; intervals without length are left out.
pub fn rates(samples: &[Sample]) -> Vec<Rate> {
    samples.windows(2).filter_map(|pair| rate_between(&pair[0], &pair[1])).collect()
}

/// The rate between two samples; none where no time passed.
pub fn rate_between(earlier: &Sample, later: &Sample) -> Option<Rate> {
    let nanos = later.t_ns - earlier.t_ns;
    (nanos > 0).then(|| Rate {
        from_ns: earlier.t_ns,
        to_ns: later.t_ns,
        // The end mark closes `measure`: what follows it belongs to what comes after.
        phase: if earlier.mark == Some(Mark::MeasureEnd) { later.phase } else { earlier.phase },
        bits_per_second: later.bytes.saturating_sub(earlier.bytes) as f64 * 8e9 / nanos as f64,
    })
}

/// How the rate varied within `measure`.
///
/// Intervals shorter than half of the usual one are joined with the next: a short interval says
/// more about the timer than about the network.
pub fn spread(samples: &[Sample]) -> Option<Spread> {
    let measured: Vec<&Sample> = samples.iter().filter(|sample| sample.phase == Phase::Measure).collect();
    let mut rates = Vec::new();
    let mut earlier = *measured.first()?;
    let steps: Vec<f64> = measured.windows(2).map(|pair| (pair[1].t_ns - pair[0].t_ns) as f64).collect();
    let usual = stats::quantile(&steps, 0.5)?;
    for later in measured.into_iter().skip(1) {
        if ((later.t_ns - earlier.t_ns) as f64) < usual / 2.0 {
            continue;
        }
        rates.extend(rate_between(earlier, later).map(|rate| rate.bits_per_second));
        earlier = later;
    }
    Some(Spread {
        min: stats::min(&rates)?,
        p5: stats::quantile(&rates, 0.05),
        median: stats::quantile(&rates, 0.5)?,
        p95: stats::quantile(&rates, 0.95),
        max: stats::max(&rates)?,
        deviation: stats::deviation(&rates),
    })
}

/// The two snapshots that bound `measure`: its marks, or the last sample seen where the end mark is missing.
pub fn measure_bounds(samples: &[Sample]) -> Option<(&Sample, &Sample)> {
    let start = samples.iter().position(|sample| sample.mark == Some(Mark::MeasureStart))?;
    let rest = &samples[start..];
    let end = rest
        .iter()
        .find(|sample| sample.mark == Some(Mark::MeasureEnd))
        .or_else(|| rest.iter().rev().find(|sample| sample.phase == Phase::Measure))?;
    (end.t_ns > rest[0].t_ns).then_some((&rest[0], end))
}

/// The last sample between the two in which payload moved.
fn last_moved<'a>(samples: &'a [Sample], from: &'a Sample, to: &'a Sample) -> &'a Sample {
    let within = samples.iter().filter(|sample| sample.t_ns > from.t_ns && sample.t_ns <= to.t_ns);
    within.min_by_key(|sample| (sample.bytes < to.bytes, sample.t_ns)).unwrap_or(to)
}

/// The busy share of each CPU between two samples, 0 to 100; none where a sample has no CPUs, or where no tick passed
/// between them. A CPU without ticks among others that have some is switched off: it is not busy.
pub fn cores_percent(earlier: &Sample, later: &Sample) -> Option<Vec<f64>> {
    let (earlier, later) = (earlier.cores.as_ref()?, later.cores.as_ref()?);
    let percent: Vec<_> = earlier.iter().zip(later).map(|(a, b)| busy_percent(*a, *b)).collect();
    let known = earlier.len() == later.len() && percent.iter().any(Option::is_some);
    known.then(|| percent.into_iter().map(|percent| percent.unwrap_or(0.0)).collect())
}

/// The two snapshots that bound what was measured of an end.
///
/// The second is not the mark where the peer was lost: then the last payload ended it.
fn measured_bounds(end: &EndRecord) -> Option<(&Sample, &Sample)> {
    let (from, _) = measure_bounds(&end.samples)?;
    let length = (end.measured_seconds? * 1e9).round() as i64;
    let to = end.samples.iter().filter(|sample| sample.t_ns.saturating_sub(from.t_ns) == length);
    // Two may be of one instant: the mark is the one that is read whole.
    to.max_by_key(|sample| sample.mark.is_some()).map(|to| (from, to))
}

/// The busy share of each CPU of an end in what was measured, 0 to 100; [`EndRecord::busiest_core_percent`] is the highest.
pub fn measured_cores(end: &EndRecord) -> Option<Vec<f64>> {
    let (from, to) = measured_bounds(end)?;
    cores_percent(from, to)
}

fn busy_percent(earlier: CoreTicks, later: CoreTicks) -> Option<f64> {
    // Saturating: the counters of a peer are foreign input.
    let busy = |ticks: CoreTicks| {
        ticks.user.saturating_add(ticks.system).saturating_add(ticks.softirq).saturating_add(ticks.steal)
    };
    let worked = busy(later).saturating_sub(busy(earlier)) as f64;
    let all = worked + later.idle.saturating_sub(earlier.idle) as f64;
    (all > 0.0).then(|| 100.0 * worked / all)
}

/// The figures of one end.
///
/// With `cut`, `measure` ends with the last payload that moved: the rest was waiting for a peer
/// that was gone.
pub fn end(role: Role, direction: Direction, side: Side, parts: EndParts, cut: bool) -> EndRecord {
    let bounds = measure_bounds(&parts.samples)
        .map(|(from, to)| if cut { (from, last_moved(&parts.samples, from, to)) } else { (from, to) });
    let seconds = bounds.map(|(from, to)| (to.t_ns - from.t_ns) as f64 / 1e9);
    let bytes = bounds.map(|(from, to)| to.bytes.saturating_sub(from.bytes));
    let cores = bounds.and_then(|(from, to)| cores_percent(from, to));
    let streams = bounds.map(|(from, to)| streams::of(role, &parts.samples, from, to)).unwrap_or_default();
    let busy = cores.as_deref().map(|cores| cores.iter().sum::<f64>() / 100.0);
    let sends = bounds.filter(|_| role == Role::Sender);
    let retransmits = match role {
        Role::Sender if !streams.is_empty() => streams.iter().map(|stream| stream.retransmits).sum(),
        _ => None,
    };
    // Requests fill no segments: each is one, however short.
    let bulk = sends.filter(|(_, to)| to.exchange.is_none());
    let segments = bulk.and_then(|(from, to)| streams::segments(from, to));
    EndRecord {
        role,
        direction,
        side,
        node: parts.node,
        host: parts.host,
        measured_seconds: seconds,
        bytes,
        operations: bounds.map(|(from, to)| to.operations.saturating_sub(from.operations)),
        bits_per_second: bytes.zip(seconds).map(|(bytes, seconds)| bytes as f64 * 8.0 / seconds),
        bytes_lifetime: parts.samples.last().map(|sample| sample.bytes),
        cpu_percent: cores.as_deref().and_then(stats::mean),
        busiest_core_percent: cores.as_deref().and_then(stats::max),
        cpu_seconds_per_gib: busy
            .zip(seconds)
            .zip(bytes.filter(|&bytes| bytes > 0))
            .map(|((busy, seconds), bytes)| busy * seconds * f64::from(1 << 30) / bytes as f64),
        resent_percent: retransmits
            .zip(segments)
            .map(|(again, segments): (u64, f64)| 100.0 * again as f64 / segments.max(1.0)),
        retransmits,
        rate: bounds.and_then(|_| spread(&parts.samples)),
        round_trip: sends.and_then(|(from, to)| streams::round_trip(&parts.samples, from, to)),
        udp: bounds.and_then(|(from, to)| datagrams::end(role, &parts.samples, from, to)),
        exchange: bounds.and_then(|(from, to)| exchange::end(role, from, to)),
        system: None,
        streams,
        counter_names: parts.counter_names,
        samples: parts.samples,
    }
}

/// The payload that the slower card can carry, in bits per second: its speed less the headers of full segments, or of
/// datagrams.
///
/// Each segment of `mss` bytes costs 20 bytes of TCP and 12 of time stamps (RFC 9293, RFC 7323), each datagram 8 of UDP
/// (RFC 768); both 20 or 40 of IP, and 38 of Ethernet: header, check sequence, preamble and gap (IEEE 802.3). A frame has
/// 46 bytes at least. Without a known size it is the speed itself, and so it is where datagrams are cut up on the way.
pub fn ceiling(record: &RunRecord) -> Option<f64> {
    ceiling_of(record, record.legs().first()?)
}

/// See [`ceiling`]; `effect` is what the sender's kernel granted.
pub fn ceiling_between(sender: &HostFacts, receiver: &HostFacts, effect: Option<&EndInEffect>) -> Option<f64> {
    let speed = host::link_between(sender, receiver)?;
    let Some((payload, headers)) = packet(effect) else { return Some(speed) };
    Some(speed * payload / ((payload + headers).max(LEAST_FRAME) + FRAMING))
}

/// Payload bytes of a full packet, and of its headers above Ethernet, see [`ceiling`]; none where the size is not known, or
/// datagrams are cut up on the way.
fn packet(effect: Option<&EndInEffect>) -> Option<(f64, f64)> {
    let effect = effect?;
    let six = effect.local_address.as_deref().is_some_and(|address| address.starts_with('['));
    let ip = if six { 40.0 } else { 20.0 };
    let (payload, headers) = match (effect.mss_bytes, effect.udp) {
        (_, Some(udp)) if !udp.fragment => (udp.datagram_bytes, 8.0 + ip),
        (Some(mss), None) => (mss, 32.0 + ip),
        _ => return None,
    };
    (payload > 0).then(|| (f64::from(payload), headers))
}

/// What Ethernet adds to a packet, in bytes (IEEE 802.3).
pub(crate) const FRAMING: f64 = 38.0;
/// A shorter packet is filled up to this: no frame has fewer than 64 bytes, 18 of them header and check sequence (IEEE 802.3).
const LEAST_FRAME: f64 = 46.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{StreamCount, TcpCount};
    use proptest::prelude::*;

    fn sample(t_ms: i64, phase: Phase, mark: Option<Mark>, bytes: u64) -> Sample {
        let tcp = TcpCount { retransmits: (bytes / 100) as u32, rtt_us: 200, ..TcpCount::default() };
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: t_ms * 1_000_000,
            phase,
            mark,
            bytes,
            operations: bytes / 10,
            cores: Some(vec![CoreTicks { user: t_ms as u64 / 20, idle: t_ms as u64 / 20, ..CoreTicks::default() }]),
            streams: mark.map(|_| {
                vec![StreamCount { checked: None, zero_copy: None, stream: 0, bytes, tcp: Some(tcp), udp: None }]
            }),
            udp: None,
        }
    }

    fn run() -> Vec<Sample> {
        vec![
            sample(0, Phase::WarmUp, None, 0),
            sample(1000, Phase::Measure, Some(Mark::MeasureStart), 1000),
            sample(1500, Phase::Measure, None, 1500),
            sample(3010, Phase::Measure, Some(Mark::MeasureEnd), 5000),
            sample(3500, Phase::CoolDown, None, 6000),
            sample(3600, Phase::Collect, Some(Mark::End), 6500),
        ]
    }

    fn parts(samples: Vec<Sample>) -> EndParts {
        EndParts { node: "n".to_owned(), host: HostFacts::default(), counter_names: Vec::new(), samples }
    }

    #[test]
    fn receiver_reports_bytes_between_the_marks_over_real_time() {
        let end = end(Role::Receiver, Direction::ToPeer, Side::Peer, parts(run()), false);
        assert_eq!((end.bytes, end.bytes_lifetime), (Some(4000), Some(6500)));
        assert_eq!(end.measured_seconds, Some(2.01));
        assert!((end.bits_per_second.unwrap() - 4000.0 * 8.0 / 2.01).abs() < 1e-6);
        assert_eq!(end.retransmits, None);
        assert!((end.cpu_percent.unwrap() - 50.0).abs() < 1.0);
    }

    #[test]
    fn cpus_of_which_no_tick_passed_are_not_known_to_be_idle() {
        let ticks = |cores: &[(u64, u64)]| {
            let core = |&(user, idle): &(u64, u64)| CoreTicks { user, idle, ..CoreTicks::default() };
            Sample { cores: Some(cores.iter().map(core).collect()), ..sample(0, Phase::Measure, None, 0) }
        };
        let first = ticks(&[(0, 0), (7, 7)]);
        assert_eq!(cores_percent(&first, &first), None);
        assert_eq!(cores_percent(&first, &ticks(&[(3, 1), (7, 7)])), Some(vec![75.0, 0.0]));
        assert_eq!(cores_percent(&first, &ticks(&[(1, 1)])), None);
    }

    #[test]
    fn only_the_sender_has_retransmits() {
        let end = end(Role::Sender, Direction::ToPeer, Side::Coordinator, parts(run()), false);
        assert_eq!((end.retransmits, end.streams[0].retransmits), (Some(40), Some(40)));
    }

    #[test]
    fn a_run_cut_short_is_measured_up_to_its_last_sample() {
        let mut samples = run();
        samples.truncate(3);
        let end = end(Role::Receiver, Direction::ToPeer, Side::Peer, parts(samples), false);
        assert_eq!((end.bytes, end.measured_seconds), (Some(500), Some(0.5)));
    }

    #[test]
    fn a_run_whose_peer_was_lost_is_measured_up_to_its_last_payload() {
        let mut samples = run();
        samples[3].bytes = samples[2].bytes;
        // Waiting for a peer that is gone is no work.
        samples[3].cores.as_mut().unwrap()[0].idle += 1_000_000;
        let end = end(Role::Sender, Direction::ToPeer, Side::Peer, parts(samples), true);
        assert_eq!((end.bytes, end.measured_seconds), (Some(500), Some(0.5)));
        assert_eq!(measured_cores(&end), Some(vec![50.0]));
        assert_eq!((end.busiest_core_percent, end.cpu_percent), (Some(50.0), Some(50.0)));
    }

    #[test]
    fn what_was_not_reached_is_unknown() {
        let end = end(Role::Receiver, Direction::ToPeer, Side::Peer, parts(run()[..1].to_vec()), false);
        assert_eq!((end.bytes, end.bits_per_second, end.measured_seconds), (None, None, None));
        let empty = super::end(Role::Sender, Direction::ToPeer, Side::Peer, parts(Vec::new()), false);
        assert_eq!((empty.bytes_lifetime, empty.retransmits), (None, None));
    }

    #[test]
    fn a_card_carries_less_payload_than_bits() {
        let card = host::Interface { bits_per_second: Some(1_000_000_000), ..Default::default() };
        let host = HostFacts { interfaces: vec![card], ..HostFacts::default() };
        let effect = |mss_bytes, udp: Option<(u32, bool)>, address: &str| EndInEffect {
            inner_loop: crate::plan::Loop::Batch,
            threads: 1,
            streams: 1,
            buffer_bytes: 1,
            send_socket_buffer_bytes: None,
            receive_socket_buffer_bytes: None,
            congestion_control: None,
            mss_bytes,
            no_delay: None,
            udp: udp.map(|(datagram_bytes, fragment)| crate::record::UdpInEffect {
                datagram_bytes,
                segmentation: false,
                fragment,
                path_mtu_bytes: None,
            }),
            local_address: Some(address.to_owned()),
            peer_address: None,
        };
        for (effect, share) in [
            (effect(Some(1448), None, "10.0.0.1:1"), 1448.0 / 1538.0),
            (effect(None, Some((1472, false)), "10.0.0.1:1"), 1472.0 / 1538.0),
            (effect(None, Some((1452, false)), "[fd00::1]:1"), 1452.0 / 1538.0),
            // What is filled up takes room too.
            (effect(None, Some((12, false)), "10.0.0.1:1"), 12.0 / 84.0),
            (effect(None, Some((8000, true)), "10.0.0.1:1"), 1.0),
            (effect(None, Some((0, false)), "10.0.0.1:1"), 1.0),
        ] {
            let carries = ceiling_between(&host, &host, Some(&effect)).unwrap();
            assert!((carries - 1e9 * share).abs() < 1.0, "{carries} {share}");
        }
    }

    proptest! {
        #[test]
        fn rates_conserve_bytes(steps in proptest::collection::vec((1i64..1000, 0u64..1_000_000), 1..60)) {
            let (mut t, mut bytes) = (0, 0);
            let mut samples = vec![sample(0, Phase::Measure, None, 0)];
            for (dt, db) in steps {
                t += dt;
                bytes += db;
                samples.push(sample(t, Phase::Measure, None, bytes));
            }
            let total: f64 = rates(&samples).iter().map(|r| r.bits_per_second * (r.to_ns - r.from_ns) as f64 / 8e9).sum();
            prop_assert!((total - bytes as f64).abs() <= bytes as f64 * 1e-9 + 1e-3);
            let spread = spread(&samples).unwrap();
            prop_assert!(spread.min <= spread.median && spread.median <= spread.max);
        }
    }
}
