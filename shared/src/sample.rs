//! What one end counted at an instant. Counters only, never a rate.

use serde::{Deserialize, Serialize};

use crate::datagram::{UdpCount, UdpEndCount};
use crate::histogram::Histogram;
use crate::phase::Phase;

/// A snapshot of one end's cumulative counters.
///
/// Totals of a run are differences of the snapshots taken at its marks; rates are differences
/// over the real time between two snapshots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sample {
    /// Nanoseconds since the common start (the first payload), on the coordinator's time axis.
    pub t_ns: i64,
    /// The phase the end was in.
    pub phase: Phase,
    /// Set where the snapshot was taken at a boundary of a phase.
    #[serde(default)]
    pub mark: Option<Mark>,
    /// Payload bytes of all streams since they were opened: handed to the kernel at the sender,
    /// taken from it at the receiver.
    pub bytes: u64,
    /// Completed send or receive calls of all streams since they were opened.
    pub operations: u64,
    /// Ticks of each CPU since the engine started; null where the kernel did not say.
    #[serde(default)]
    pub cores: Option<Vec<CoreTicks>>,
    /// Each stream's own counters; null at instants where they were not read.
    #[serde(default)]
    pub streams: Option<Vec<StreamCount>>,
    /// What belongs to no single flow; null for TCP.
    #[serde(default)]
    pub udp: Option<UdpEndCount>,
    /// Which of the run's directions this is of, from 0.
    #[serde(default)]
    pub leg: u32,
    /// What the system counted, in the order of [`crate::record::EndParts::counter_names`], since it was started; null at
    /// instants where it was not read, and where it does not count such a thing.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub counters: Option<Vec<Option<u64>>>,
    /// Requests and their answers; null where payload flows one way.
    #[serde(default)]
    pub exchange: Option<ExchangeCount>,
}

/// Which boundary of a phase a snapshot was taken at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// The first snapshot of `measure`.
    MeasureStart,
    /// The last snapshot of `measure`.
    MeasureEnd,
    /// After the streams were drained: the whole life of every stream.
    End,
}

/// What one CPU did since the engine started, in ticks of 1/100 s (`USER_HZ`, `proc_stat(5)`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CoreTicks {
    /// In user mode, nice included.
    pub user: u64,
    /// In kernel mode, hard interrupts included.
    pub system: u64,
    /// Servicing soft interrupts: where received packets are processed.
    pub softirq: u64,
    /// Taken by the hypervisor for others.
    pub steal: u64,
    /// Doing nothing, waiting for disks included.
    pub idle: u64,
}

/// One stream's cumulative counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StreamCount {
    /// The stream's number, from 0, the same at both ends.
    pub stream: u32,
    /// Payload bytes since it was opened.
    pub bytes: u64,
    /// What the kernel says of the connection; null where it was not read.
    #[serde(default)]
    pub tcp: Option<TcpCount>,
    /// What is counted of a UDP flow; null for TCP.
    #[serde(default)]
    pub udp: Option<UdpCount>,
    /// What came of looking at its payload; null where nobody looks, and at the sender.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub checked: Option<CheckedCount>,
    /// What came of sending it without a copy; null where nobody asked for that, and at the receiver.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub zero_copy: Option<ZeroCopyCount>,
}

/// What a receiver found that verifies payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckedCount {
    /// Bytes that are not what was sent.
    pub wrong_bytes: u64,
    /// The place in the stream of the first of them, from 0; null where there is none.
    pub first_wrong: Option<u64>,
}

/// What the kernel told of sends that it was asked not to copy (`SO_EE_ORIGIN_ZEROCOPY`, kernel documentation,
/// networking/msg_zerocopy).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ZeroCopyCount {
    /// Sends that it has done with.
    pub completed: u64,
    /// Of those, sends that it copied after all (`SO_EE_CODE_ZEROCOPY_COPIED`).
    pub copied: u64,
}

/// What one end counts of requests and answers, cumulative since the streams were opened.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExchangeCount {
    /// Requests sent, or at the other end received.
    pub asked: u64,
    /// Answers received, or at the other end sent.
    pub answered: u64,
    /// Requests without an answer in time; 0 with TCP.
    pub lost: u64,
    /// The sum of the times from the request to its answer, in nanoseconds; 0 at the end that answers.
    pub total_ns: u64,
    /// How long answers took; at marks, and at the end that asks.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub times: Option<Histogram>,
}

/// The parts of the kernel's `tcp_info` (`tcp(7)`, `linux/tcp.h`) that explain a rate.
///
/// A field that the running kernel does not have is null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TcpCount {
    /// `tcpi_rtt`: smoothed round-trip time in microseconds (RFC 6298).
    pub rtt_us: u32,
    /// `tcpi_rttvar`: its mean deviation in microseconds.
    pub rttvar_us: u32,
    /// `tcpi_snd_cwnd`: congestion window in segments.
    pub cwnd_segments: u32,
    /// `tcpi_snd_mss`: sending segment size in bytes.
    pub mss_bytes: u32,
    /// `tcpi_total_retrans`: segments sent again since the connection was opened.
    pub retransmits: u32,
    /// `tcpi_bytes_acked`: payload the other side acknowledged.
    #[serde(default)]
    pub acked_bytes: Option<u64>,
    /// `tcpi_delivery_rate`: the kernel's own latest delivery estimate, in bytes per second.
    #[serde(default)]
    pub delivery_bytes_per_second: Option<u64>,
    /// `tcpi_busy_time`: microseconds with data to send.
    #[serde(default)]
    pub busy_us: Option<u64>,
    /// `tcpi_rwnd_limited`: of those, microseconds held back by the receiver's window.
    #[serde(default)]
    pub receive_window_limited_us: Option<u64>,
    /// `tcpi_sndbuf_limited`: of those, microseconds held back by the send buffer.
    #[serde(default)]
    pub send_buffer_limited_us: Option<u64>,
}

/// The most samples one end keeps; beyond it they are kept farther apart.
pub const MAX_SAMPLES: usize = 36_000;

/// One end's samples, bounded: when full, those that are near others and not a mark are dropped, about half.
///
/// Counters are cumulative, so nothing is lost but resolution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SampleLog {
    samples: Vec<Sample>,
    limit: usize,
    /// How far apart samples are kept since it was full.
    apart_ns: i64,
}

impl SampleLog {
    /// A log that holds [`MAX_SAMPLES`].
    pub fn new() -> Self {
        Self::with_limit(MAX_SAMPLES)
    }

    /// A log that holds `limit` samples, at least 16.
    pub fn with_limit(limit: usize) -> Self {
        Self { samples: Vec::new(), limit: limit.max(16), apart_ns: 0 }
    }

    /// Appends a sample; says whether older ones were thinned to make room.
    pub fn push(&mut self, sample: Sample) -> bool {
        // The newest is always there; once it is not the newest it must be as far from others as they are.
        if self.is_last_spare() {
            self.samples.pop();
        }
        self.samples.push(sample);
        if self.samples.len() <= self.limit {
            return false;
        }
        // Where the older ones are far apart already they stay, or the beginning of a long run would vanish.
        let whole = self.samples[self.limit].t_ns.saturating_sub(self.samples[0].t_ns);
        self.apart_ns = (whole as f64 / self.samples.len() as f64 * 1.8) as i64;
        let mut all = std::mem::take(&mut self.samples).into_iter();
        self.samples.reserve_exact(self.limit + 1);
        self.samples.extend(all.next());
        for sample in all {
            if self.is_last_spare() {
                self.samples.pop();
            }
            self.samples.push(sample);
        }
        if self.samples.len() > self.limit {
            let mut keep = false;
            self.samples.retain(|sample| {
                keep = !keep;
                keep || sample.mark.is_some()
            });
        }
        true
    }

    /// Whether the last sample says little that the one before it does not say.
    fn is_last_spare(&self) -> bool {
        let Some((last, earlier)) = self.samples.split_last() else { return false };
        let near = |other: &Sample| last.t_ns.saturating_sub(other.t_ns) < self.apart_ns;
        // Streams may be read more seldom: what is known of them stays.
        let known = || earlier.iter().rev().take_while(|other| near(other)).any(|other| other.streams.is_some());
        last.mark.is_none() && earlier.last().is_some_and(near) && (last.streams.is_none() || known())
    }

    /// Puts the details into a sample that was pushed without them, if it is still there.
    pub fn complete(&mut self, sample: Sample) {
        let from = self.samples.partition_point(|kept| kept.t_ns < sample.t_ns);
        let place = self.samples[from..].iter().position(|kept| kept.t_ns == sample.t_ns && kept.mark == sample.mark);
        if let Some(place) = place {
            self.samples[from + place] = sample;
        }
    }

    /// The samples in the order of time.
    pub fn as_slice(&self) -> &[Sample] {
        &self.samples
    }

    /// The samples, for good.
    pub fn into_vec(self) -> Vec<Sample> {
        self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(t_ns: i64, mark: Option<Mark>) -> Sample {
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns,
            phase: Phase::Measure,
            mark,
            bytes: t_ns as u64,
            operations: 0,
            cores: None,
            streams: None,
            udp: None,
        }
    }

    proptest! {
        #[test]
        fn a_log_stays_bounded_and_keeps_marks_and_order(count in 1usize..5000) {
            let mut log = SampleLog::with_limit(64);
            log.push(at(0, Some(Mark::MeasureStart)));
            for i in 1..=count {
                log.push(at(i as i64, None));
            }
            log.push(at(count as i64 + 1, Some(Mark::MeasureEnd)));
            let samples = log.as_slice();
            prop_assert!(samples.len() <= 64);
            prop_assert_eq!(samples[0].mark, Some(Mark::MeasureStart));
            prop_assert_eq!(samples.last().unwrap().mark, Some(Mark::MeasureEnd));
            prop_assert!(samples.windows(2).all(|w| w[0].t_ns < w[1].t_ns));
        }
    }

    #[test]
    fn a_long_run_is_known_evenly_from_its_beginning_to_its_end() {
        let mut log = SampleLog::with_limit(1000);
        for i in 0..200_000 {
            let streams = (i % 10 == 7).then(Vec::new);
            log.push(Sample { streams, ..at(i * 100_000_000, None) });
        }
        let longest = |times: Vec<i64>| times.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
        let whole = 200_000 * 100_000_000;
        let samples = log.as_slice();
        assert!(longest(samples.iter().map(|s| s.t_ns).collect()) * 150 < whole);
        assert!(longest(samples.iter().filter(|s| s.streams.is_some()).map(|s| s.t_ns).collect()) * 150 < whole);
        assert_eq!(samples[0].t_ns, 0);
    }

    #[test]
    fn details_find_their_sample() {
        let mut log = SampleLog::new();
        for t_ns in 0..5 {
            log.push(at(t_ns, None));
        }
        log.push(at(4, Some(Mark::MeasureEnd)));
        log.complete(Sample { streams: Some(Vec::new()), ..at(4, Some(Mark::MeasureEnd)) });
        log.complete(Sample { streams: Some(Vec::new()), ..at(9, None) });
        assert_eq!(
            log.as_slice().iter().map(|s| s.streams.is_some()).collect::<Vec<_>>(),
            [false, false, false, false, false, true]
        );
    }

    #[test]
    fn unknown_is_null_in_json() {
        let json = serde_json::to_value(at(1, None)).unwrap();
        assert!(json["streams"].is_null() && json["cores"].is_null() && json["mark"].is_null());
    }
}
