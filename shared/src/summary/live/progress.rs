//! How an end fared in `measure` so far, kept up to date sample by sample, so that a page can show it many times a
//! second without going through all samples again.

use super::{LiveDatagrams, StreamRate};
use crate::datagram::UdpCount;
use crate::phase::Phase;
use crate::sample::{Mark, Sample, TcpCount};
use crate::summary::datagrams;
use crate::summary::series::Sampling;

/// Numbers of streams beyond this are not believed.
const MOST_STREAMS: u32 = 65_536;

/// Lowest and highest of a rate.
type Extremes = Option<(f64, f64)>;

/// What is known of one end so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    sampling: Sampling,
    /// Time and bytes at the mark.
    start: Option<(i64, u64)>,
    /// Time and bytes of the latest sample of `measure`.
    latest: Option<(i64, u64)>,
    /// Where the next interval for the extremes begins.
    earlier: Option<(i64, u64)>,
    extremes: Extremes,
    /// When payload moved last, and how much had moved until then.
    moved: Option<(i64, u64)>,
    /// Time and phase of the latest sample.
    now: Option<(i64, Phase)>,
    bytes: Option<u64>,
    streams: Vec<Stream>,
    /// Times of the latest two readings of the streams in `measure`.
    streams_earlier_ns: Option<i64>,
    /// What was dropped at the sockets by the beginning of `measure`, and until now.
    drops: [Option<u64>; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Stream {
    /// Bytes at the beginning of `measure`, once it began.
    start: Option<u64>,
    /// Segments sent again by then.
    start_resent: u32,
    bytes: u64,
    earlier: u64,
    lowest: Option<f64>,
    tcp: Option<TcpCount>,
    /// Datagrams at the beginning of `measure`, and until now.
    start_udp: UdpCount,
    udp: Option<UdpCount>,
}

/// One stream of a run that goes on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StreamSoFar {
    /// Its number, from 0.
    pub stream: u32,
    /// Its mean in `measure`, in bits per second, counted at the receiver.
    pub mean: Option<f64>,
    /// Its latest rate there.
    pub now: Option<f64>,
    /// Its lowest rate there.
    pub lowest: Option<f64>,
    /// Its share of what arrived in `measure`, 0 to 100.
    pub share_percent: Option<f64>,
    /// Segments sent again in `measure`.
    pub retransmits: Option<u32>,
    /// The round trip as the sender's kernel last saw it, in seconds.
    pub round_trip: Option<f64>,
    /// UDP: the share of its datagrams that did not come in `measure`, 0 to 100.
    pub lost_percent: Option<f64>,
    /// UDP: datagrams that came after a later one in `measure`.
    pub reordered: Option<u64>,
    /// UDP: the jitter as it stands, in seconds.
    pub jitter: Option<f64>,
}

impl Progress {
    /// Nothing observed yet.
    pub fn new(sampling: Sampling) -> Self {
        let streams = vec![Stream::default(); sampling.streams.min(MOST_STREAMS) as usize];
        Self {
            sampling,
            start: None,
            latest: None,
            earlier: None,
            extremes: None,
            moved: None,
            now: None,
            bytes: None,
            streams,
            streams_earlier_ns: None,
            drops: [None; 2],
        }
    }

    /// Adds the next sample.
    pub fn push(&mut self, sample: &Sample) {
        if self.now.is_some_and(|(t_ns, _)| sample.t_ns < t_ns) {
            return;
        }
        let begins = sample.mark == Some(Mark::MeasureStart);
        let here = (sample.t_ns, sample.bytes);
        if self.moved.is_none_or(|(_, bytes)| sample.bytes > bytes) {
            self.moved = Some(here);
        }
        self.now = Some((sample.t_ns, sample.phase));
        self.bytes = Some(sample.bytes);
        if begins {
            (self.start, self.earlier, self.extremes) = (Some(here), Some(here), None);
        }
        if self.start.is_some() && sample.phase == Phase::Measure {
            self.latest = Some(here);
            if let Some(earlier) = self.earlier.filter(|earlier| here.0 - earlier.0 >= half(self.sampling.sample_ms)) {
                let rate = rate(earlier, here);
                self.extremes = Some(self.extremes.map_or((rate, rate), |(low, high)| (low.min(rate), high.max(rate))));
                self.earlier = Some(here);
            }
        }
        if let Some(udp) = &sample.udp {
            self.drops[1] = udp.socket_drops;
            if begins {
                self.drops[0] = udp.socket_drops;
            }
        }
        self.push_streams(sample, begins);
    }

    fn push_streams(&mut self, sample: &Sample, begins: bool) {
        let Some(counts) = &sample.streams else { return };
        let measured = sample.phase == Phase::Measure;
        let since = self.streams_earlier_ns.map(|earlier| sample.t_ns - earlier);
        let long = since.is_some_and(|nanos| nanos >= half(self.sampling.stream_sample_ms));
        for count in counts {
            let Some(stream) = self.streams.get_mut(count.stream as usize) else { continue };
            if begins {
                stream.start = Some(count.bytes);
                stream.start_resent = count.tcp.map_or(0, |tcp| tcp.retransmits);
                stream.start_udp = count.udp.unwrap_or_default();
                stream.earlier = count.bytes;
            } else if measured && long {
                let moved = count.bytes.saturating_sub(stream.earlier) as f64;
                let now = moved * 8e9 / since.unwrap_or(1) as f64;
                stream.lowest = Some(stream.lowest.map_or(now, |lowest| lowest.min(now)));
                stream.earlier = count.bytes;
            }
            if measured {
                stream.bytes = count.bytes;
                stream.tcp = count.tcp.or(stream.tcp);
                stream.udp = count.udp.or(stream.udp);
            }
        }
        if begins || (measured && long) {
            self.streams_earlier_ns = Some(sample.t_ns);
        }
    }

    /// The rate over everything measured so far; none before anything was.
    pub fn mean(&self) -> Option<f64> {
        let (start, latest) = (self.start?, self.latest?);
        (latest.0 > start.0).then(|| rate(start, latest))
    }

    /// The lowest and the highest rate of any interval measured so far.
    pub fn extremes(&self) -> Option<(f64, f64)> {
        self.extremes
    }

    /// Payload bytes since the streams were opened.
    pub fn bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// When payload moved last before the end of the samples: nanoseconds of silence; none where nothing is to flow.
    pub fn silence_ns(&self) -> Option<i64> {
        let (now, phase) = self.now?;
        let flows = matches!(phase, Phase::WarmUp | Phase::Measure | Phase::CoolDown);
        flows.then(|| now - self.moved.map_or(now, |moved| moved.0))
    }

    /// The time of the latest sample, in nanoseconds on the coordinator's axis.
    pub fn now_ns(&self) -> Option<i64> {
        self.now.map(|now| now.0)
    }
}

impl Stream {
    /// Its datagrams at the beginning of `measure` and until now; none before it began, and for TCP.
    fn datagrams(&self) -> Option<(&UdpCount, &UdpCount)> {
        self.start.and(self.udp.as_ref()).map(|now| (&self.start_udp, now))
    }

    /// How many did not come, of how many.
    fn lost(&self) -> Option<(u64, u64)> {
        let (start, now) = self.datagrams()?;
        Some((datagrams::lost(start, now), now.expected.saturating_sub(start.expected)))
    }
}

/// The datagrams of `measure` so far; none before it began, and for TCP.
pub fn datagrams(sender: &Progress, receiver: &Progress) -> Option<LiveDatagrams> {
    let (mut lost, mut expected, mut duplicates, mut reordered) = (0u64, 0u64, 0u64, 0u64);
    let (mut jitter, mut flows) = (0.0, 0u32);
    for stream in &receiver.streams {
        let (Some((start, now)), Some((gone, of))) = (stream.datagrams(), stream.lost()) else { continue };
        lost = lost.saturating_add(gone);
        expected = expected.saturating_add(of);
        duplicates = duplicates.saturating_add(now.duplicates.saturating_sub(start.duplicates));
        reordered = reordered.saturating_add(now.reordered.saturating_sub(start.reordered));
        if let Some(seconds) = datagrams::jitter(now) {
            jitter += seconds;
            flows += 1;
        }
    }
    let known = receiver.streams.iter().any(|stream| stream.datagrams().is_some());
    let [start, now] = receiver.drops;
    known.then(|| LiveDatagrams {
        offered: sender.mean(),
        received: receiver.mean(),
        lost,
        lost_percent: datagrams::share(lost, expected),
        at_socket: now.zip(start).map(|(now, start)| now.saturating_sub(start)),
        duplicates,
        reordered,
        jitter_seconds: (flows > 0).then(|| jitter / f64::from(flows)),
    })
}

/// All streams by their number; `now` are the receiver's latest rates.
pub fn streams(sender: &Progress, receiver: &Progress, now: &[StreamRate]) -> Vec<StreamSoFar> {
    let seconds = receiver.start.zip(receiver.latest).map(|(start, latest)| (latest.0 - start.0) as f64 / 1e9);
    let moved = |stream: &Stream| stream.start.map(|start| stream.bytes.saturating_sub(start) as f64);
    let all: f64 = receiver.streams.iter().filter_map(moved).sum();
    let count = receiver.streams.len().max(sender.streams.len());
    (0..count)
        .map(|index| {
            let (sent, received) = (sender.streams.get(index), receiver.streams.get(index));
            let bytes = received.and_then(moved);
            let tcp = sent.and_then(|stream| stream.tcp);
            // Both ends number from 0, so the place is nearly always the number.
            let latest = now.get(index).filter(|rate| rate.stream as usize == index);
            let latest = latest.or_else(|| now.iter().find(|rate| rate.stream as usize == index));
            StreamSoFar {
                stream: index as u32,
                mean: bytes.zip(seconds.filter(|seconds| *seconds > 0.0)).map(|(bytes, seconds)| bytes * 8.0 / seconds),
                now: latest.map(|rate| rate.bits_per_second),
                lowest: received.and_then(|stream| stream.lowest),
                share_percent: bytes.filter(|_| all > 0.0).map(|bytes| 100.0 * bytes / all),
                retransmits: tcp.zip(sent).map(|(tcp, sent)| tcp.retransmits.saturating_sub(sent.start_resent)),
                round_trip: tcp.filter(|tcp| tcp.rtt_us > 0).map(|tcp| f64::from(tcp.rtt_us) / 1e6),
                lost_percent: received.and_then(Stream::lost).and_then(|(lost, of)| datagrams::share(lost, of)),
                reordered: received
                    .and_then(Stream::datagrams)
                    .map(|(from, to)| to.reordered - from.reordered.min(to.reordered)),
                jitter: received.and_then(|stream| datagrams::jitter(&stream.udp?)),
            }
        })
        .collect()
}

/// An interval shorter than half of the usual one says more about the timer than about the network.
fn half(millis: u64) -> i64 {
    (millis.clamp(2, 600_000) * 500_000) as i64
}

fn rate(from: (i64, u64), to: (i64, u64)) -> f64 {
    to.1.saturating_sub(from.1) as f64 * 8e9 / (to.0 - from.0).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Role;
    use crate::sample::StreamCount;
    use crate::summary;
    use proptest::prelude::*;

    fn sampling(streams: u32) -> Sampling {
        Sampling { role: Role::Sender, sample_ms: 100, stream_sample_ms: 100, streams, traffic_ms: 10_000 }
    }

    fn sample(t_ms: i64, phase: Phase, mark: Option<Mark>, bytes: &[u64]) -> Sample {
        let tcp = TcpCount { retransmits: (t_ms / 100) as u32, rtt_us: 500, ..TcpCount::default() };
        let count = |(stream, &bytes): (usize, &u64)| StreamCount {
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
            phase,
            mark,
            bytes: bytes.iter().sum(),
            operations: 0,
            cores: None,
            streams: Some(bytes.iter().enumerate().map(count).collect()),
            udp: None,
        }
    }

    fn run() -> Vec<Sample> {
        vec![
            sample(0, Phase::WarmUp, None, &[0, 0]),
            sample(1000, Phase::Measure, Some(Mark::MeasureStart), &[700, 300]),
            sample(1001, Phase::Measure, None, &[701, 300]),
            sample(1100, Phase::Measure, None, &[1700, 300]),
            sample(1200, Phase::Measure, None, &[2700, 1300]),
        ]
    }

    #[test]
    fn streams_are_told_from_the_mark_on() {
        let mut progress = Progress::new(sampling(2));
        for sample in run() {
            progress.push(&sample);
        }
        let now = [StreamRate { stream: 0, bits_per_second: 5.0 }, StreamRate { stream: 1, bits_per_second: 6.0 }];
        let streams = streams(&progress, &progress, &now);
        assert_eq!((streams[0].mean, streams[1].mean), (Some(80_000.0), Some(40_000.0)));
        assert_eq!((streams[0].lowest, streams[1].lowest), (Some(80_000.0), Some(0.0)));
        assert_eq!((streams[0].now, streams[1].now), (Some(5.0), Some(6.0)));
        assert!((streams[0].share_percent.unwrap() - 200.0 / 3.0).abs() < 1e-9);
        assert_eq!((streams[0].retransmits, streams[0].round_trip), (Some(2), Some(0.0005)));
    }

    /// A receiver's sample of one flow: `came` of `expected` datagrams, the rest dropped at the socket.
    fn flow(t_ms: i64, mark: Option<Mark>, came: u64, expected: u64) -> Sample {
        let udp = UdpCount { datagrams: came, expected, reordered: came / 10, jitter_ns: 2000, ..UdpCount::default() };
        let drops = crate::datagram::UdpEndCount { socket_drops: Some(expected - came), ..Default::default() };
        let streams = vec![StreamCount {
            checked: None,
            zero_copy: None,
            stream: 0,
            bytes: came * 1000,
            tcp: None,
            udp: Some(udp),
        }];
        Sample { streams: Some(streams), udp: Some(drops), ..sample(t_ms, Phase::Measure, mark, &[came * 1000]) }
    }

    #[test]
    fn datagrams_are_told_from_the_mark_on() {
        let (mut sender, mut receiver) = (Progress::new(sampling(1)), Progress::new(sampling(1)));
        sender.push(&flow(900, None, 50, 100));
        receiver.push(&flow(900, None, 50, 100));
        assert_eq!(datagrams(&sender, &receiver), None);
        for (progress, came) in [(&mut sender, 1000), (&mut receiver, 900)] {
            progress.push(&flow(1000, Some(Mark::MeasureStart), 50, 100));
            progress.push(&flow(2000, None, 50 + came, 1100));
        }
        let told = datagrams(&sender, &receiver).unwrap();
        assert_eq!((told.offered, told.received), (Some(8e6), Some(7.2e6)));
        assert_eq!((told.lost, told.lost_percent, told.at_socket), (100, Some(10.0), Some(100)));
        assert_eq!((told.duplicates, told.reordered, told.jitter_seconds), (0, 90, Some(2e-6)));
        let stream = streams(&sender, &receiver, &[])[0];
        assert_eq!((stream.lost_percent, stream.reordered, stream.jitter), (Some(10.0), Some(90), Some(2e-6)));
        assert_eq!((stream.retransmits, stream.round_trip), (None, None));
    }

    #[test]
    fn nothing_is_said_of_what_was_not_reached() {
        let mut progress = Progress::new(sampling(1));
        assert_eq!((progress.mean(), progress.extremes(), progress.silence_ns()), (None, None, None));
        progress.push(&run()[0]);
        assert_eq!((progress.mean(), progress.silence_ns()), (None, Some(0)));
        let streams = streams(&progress, &progress, &[]);
        assert_eq!((streams[0].mean, streams[0].share_percent, streams[0].retransmits), (None, None, None));
        assert_eq!((streams[0].lost_percent, streams[0].reordered, streams[0].jitter), (None, None, None));
    }

    #[test]
    fn silence_is_counted_from_the_last_byte() {
        let mut progress = Progress::new(sampling(1));
        for (t_ms, bytes) in [(0, 0), (100, 10), (200, 10), (2300, 10)] {
            progress.push(&sample(t_ms, Phase::Measure, None, &[bytes]));
        }
        assert_eq!(progress.silence_ns(), Some(2_200_000_000));
    }

    proptest! {
        #[test]
        fn what_is_kept_up_to_date_is_what_all_samples_say(steps in proptest::collection::vec((80i64..120, 0u64..1_000_000), 2..80)) {
            let (mut t, mut bytes) = (0, 0);
            let mut samples = vec![sample(0, Phase::Measure, Some(Mark::MeasureStart), &[0])];
            for (dt, db) in steps {
                t += dt;
                bytes += db;
                samples.push(sample(t, Phase::Measure, None, &[bytes]));
            }
            let mut progress = Progress::new(sampling(1));
            for sample in &samples {
                progress.push(sample);
            }
            let (from, to) = summary::measure_bounds(&samples).unwrap();
            let mean = to.bytes as f64 * 8e9 / (to.t_ns - from.t_ns) as f64;
            prop_assert!((progress.mean().unwrap() - mean).abs() <= mean * 1e-9);
            let spread = summary::spread(&samples).unwrap();
            prop_assert_eq!(progress.extremes(), Some((spread.min, spread.max)));
        }
    }
}
