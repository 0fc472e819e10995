//! How much of the link the samples of a run may use: 4 kB/s, or 0.5 % of what the receiver
//! gets, whichever is more. What does not fit follows in `collect`.

use std::time::{Duration, Instant};

use pairperf_shared::sample::Sample;

use super::messages::{Message, Samples};

/// The least budget, in bytes per second.
const LEAST_PER_SECOND: f64 = 4_000.0;
/// The share of the payload that may be used.
const SHARE: f64 = 0.005;
/// What may be saved up: this long at the current rate.
const SAVED: Duration = Duration::from_secs(2);
/// Frame headers, Noise tags and TCP/IP headers around one message, in bytes (roughly).
const AROUND: f64 = 120.0;

/// A token bucket over bytes of the link.
#[derive(Debug)]
pub(super) struct Budget {
    available: f64,
    filled: Instant,
    payload: Option<(Instant, u64)>,
    /// Payload of each direction at its latest sample.
    bytes: [u64; 2],
    per_second: f64,
}

impl Budget {
    /// A full bucket.
    pub(super) fn new(now: Instant) -> Self {
        Self { available: LEAST_PER_SECOND, filled: now, payload: None, bytes: [0; 2], per_second: LEAST_PER_SECOND }
    }

    /// The message to send now for a sample, and whether details were left out of it.
    ///
    /// Totals always go; CPUs, streams and what the system counts only as far as the budget allows. Of a run of datagrams the
    /// streams go before the CPUs, for they alone tell what was lost. Marks go whole: a result hangs on
    /// them, and there are three a run.
    pub(super) fn fit(&mut self, run: &str, sample: &Sample, now: Instant) -> (Message, bool) {
        self.refill(sample, now);
        let message =
            |sample: Sample| Message::Samples(Samples { run: run.to_owned(), complete: false, samples: vec![sample] });
        let (thinner, thinned) = if sample.udp.is_some() {
            (Sample { cores: None, counters: None, ..sample.clone() }, sample.cores.is_some())
        } else {
            (Sample { streams: None, counters: None, ..sample.clone() }, sample.streams.is_some())
        };
        let thinned = thinned || sample.counters.is_some();
        let variants = [(message(sample.clone()), false), (message(thinner), thinned)];
        for (candidate, stripped) in variants {
            let cost = candidate.encode().len() as f64 + AROUND;
            if cost <= self.available || sample.mark.is_some() {
                self.available -= cost;
                return (candidate, stripped);
            }
        }
        self.least(run, sample, now)
    }

    /// The message with the totals alone, and whether details were left out of it.
    pub(super) fn least(&mut self, run: &str, sample: &Sample, now: Instant) -> (Message, bool) {
        self.refill(sample, now);
        let samples = vec![Sample { streams: None, cores: None, udp: None, counters: None, exchange: None, ..*sample }];
        let bare = Message::Samples(Samples { run: run.to_owned(), complete: false, samples });
        self.available -= bare.encode().len() as f64 + AROUND;
        let details = [
            sample.streams.is_some(),
            sample.cores.is_some(),
            sample.udp.is_some(),
            sample.counters.is_some(),
            sample.exchange.is_some(),
        ];
        (bare, details.contains(&true))
    }

    fn refill(&mut self, sample: &Sample, now: Instant) {
        if let Some(bytes) = self.bytes.get_mut(sample.leg as usize) {
            *bytes = sample.bytes;
        }
        let all = self.bytes[0].saturating_add(self.bytes[1]);
        if let Some((since, bytes)) = self.payload {
            let seconds = now.duration_since(since).as_secs_f64();
            if seconds >= 1.0 {
                let rate = all.saturating_sub(bytes) as f64 / seconds;
                self.per_second = (rate * SHARE).max(LEAST_PER_SECOND);
                self.payload = Some((now, all));
            }
        } else {
            self.payload = Some((now, all));
        }
        let gained = now.duration_since(self.filled).as_secs_f64() * self.per_second;
        self.available = (self.available + gained).min(self.per_second * SAVED.as_secs_f64());
        self.filled = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairperf_shared::datagram::{UdpCount, UdpEndCount};
    use pairperf_shared::phase::Phase;
    use pairperf_shared::sample::{CoreTicks, StreamCount, TcpCount};

    /// What 64 flows of datagrams count.
    fn flows(bytes: u64) -> Sample {
        let count = UdpCount { datagrams: 1 << 40, expected: 1 << 41, jitter_ns: 50_000, ..UdpCount::default() };
        let flow = |stream| StreamCount { checked: None, zero_copy: None, stream, bytes, tcp: None, udp: Some(count) };
        let udp = Some(UdpEndCount { socket_drops: Some(5), ..UdpEndCount::default() });
        Sample { streams: Some((0..64).map(flow).collect()), udp, ..sample(bytes) }
    }

    fn sample(bytes: u64) -> Sample {
        let stream = |stream| StreamCount {
            stream,
            bytes,
            tcp: Some(TcpCount { rtt_us: 20_000, ..TcpCount::default() }),
            udp: None,
            checked: None,
            zero_copy: None,
        };
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: 1,
            phase: Phase::Measure,
            mark: None,
            bytes,
            operations: 1,
            cores: Some(vec![CoreTicks { user: 100_000, ..CoreTicks::default() }; 64]),
            streams: Some((0..64).map(stream).collect()),
            udp: None,
        }
    }

    /// Bytes sent in ten seconds of ten samples a second at a payload rate.
    fn sent(bytes_per_second: u64) -> (usize, usize) {
        sent_of(sample, bytes_per_second)
    }

    fn sent_of(sample: fn(u64) -> Sample, bytes_per_second: u64) -> (usize, usize) {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        let (mut bytes, mut whole) = (0, 0);
        for tick in 0..100u64 {
            let now = start + Duration::from_millis(tick * 100);
            let (message, stripped) = budget.fit("r", &sample(bytes_per_second * tick / 10), now);
            bytes += message.encode().len();
            whole += usize::from(!stripped);
        }
        (bytes, whole)
    }

    #[test]
    fn a_slow_run_sends_little() {
        let (bytes, whole) = sent(10_000);
        assert!(bytes <= 44_000, "{bytes}");
        assert!(whole < 30);
    }

    #[test]
    fn a_fast_run_sends_everything_within_half_a_percent() {
        let (bytes, whole) = sent(1_000_000_000);
        assert!(bytes <= 50_000_000);
        assert!(whole > 85, "{whole}");
    }

    #[test]
    fn what_flows_lost_is_told_now_and_then_even_where_little_may_be_sent() {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        let (mut bytes, mut told) = (0, 0);
        for tick in 0..100u64 {
            let now = start + Duration::from_millis(tick * 100);
            let (message, _) = budget.fit("r", &flows(tick * 1_000), now);
            bytes += message.encode().len();
            let Message::Samples(samples) = message else { panic!() };
            told += u32::from(samples.samples[0].streams.is_some());
        }
        assert!(bytes <= 48_000, "{bytes}");
        assert!(told >= 3, "{told}");
        let (bytes, whole) = sent_of(flows, 100_000_000);
        assert!(bytes <= 5_000_000 && whole > 85, "{bytes} bytes, {whole} whole");
    }

    #[test]
    fn marks_go_whole_even_when_nothing_is_left() {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        for _ in 0..50 {
            budget.fit("r", &sample(0), start);
        }
        let mark = Sample { mark: Some(pairperf_shared::sample::Mark::MeasureEnd), ..sample(0) };
        assert!(!budget.fit("r", &mark, start).1);
    }
}
