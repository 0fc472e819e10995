//! Samples of one end as they come, bounded.

use super::Sample;

/// The most samples one end keeps of a direction; beyond it they are kept farther apart.
pub const MAX_SAMPLES: usize = 36_000;
/// The most counts of single streams that they keep together: some 50 MB, in memory and in a record. Beyond it samples
/// with streams are kept farther apart than those of totals.
pub const MAX_STREAM_COUNTS: usize = 150_000;

/// One end's samples, bounded: when full, those that are near others and not a mark are dropped, about half. When there are
/// too many counts of streams, they are left out of samples in the same way.
///
/// Counters are cumulative, so nothing is lost but resolution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleLog {
    samples: Vec<Sample>,
    limit: usize,
    /// How far apart samples are kept since it was full.
    apart_ns: i64,
    /// Counts of streams in all samples.
    counts: usize,
    counts_limit: usize,
    /// How far apart samples keep their streams since there were too many counts.
    streams_apart_ns: i64,
}

impl Default for SampleLog {
    fn default() -> Self {
        Self::new()
    }
}

impl SampleLog {
    /// A log that holds [`MAX_SAMPLES`], and [`MAX_STREAM_COUNTS`] beside those of marks.
    pub fn new() -> Self {
        Self::with_limits(MAX_SAMPLES, MAX_STREAM_COUNTS)
    }

    /// A log that holds `limit` samples, at least 16, and `counts` of streams beside those of marks.
    pub fn with_limits(limit: usize, counts: usize) -> Self {
        Self {
            samples: Vec::new(),
            limit: limit.max(16),
            apart_ns: 0,
            counts: 0,
            counts_limit: counts,
            streams_apart_ns: 0,
        }
    }

    /// Appends a sample; says whether older ones were thinned to make room.
    pub fn push(&mut self, sample: Sample) -> bool {
        // The newest is always there; once it is not the newest it must be as far from others as they are.
        if self.has_spare_streams(self.samples.len()) {
            self.drop_streams(self.samples.len() - 1);
        }
        if self.is_last_spare() {
            self.pop();
        }
        self.append(sample);
        let full = self.samples.len() > self.limit;
        if full {
            self.thin();
        }
        self.thin_streams() || full
    }

    fn append(&mut self, sample: Sample) {
        self.counts += weight(&sample);
        self.samples.push(sample);
    }

    fn pop(&mut self) {
        if let Some(sample) = self.samples.pop() {
            self.counts -= weight(&sample);
        }
    }

    /// Drops samples that are near others.
    fn thin(&mut self) {
        // Where the older ones are far apart already they stay, or the beginning of a long run would vanish.
        let whole = self.samples[self.limit].t_ns.saturating_sub(self.samples[0].t_ns);
        self.apart_ns = (whole as f64 / self.samples.len() as f64 * 1.8) as i64;
        self.counts = 0;
        let mut all = std::mem::take(&mut self.samples).into_iter();
        self.samples.reserve_exact(self.limit + 1);
        if let Some(first) = all.next() {
            self.append(first);
        }
        for sample in all {
            if self.is_last_spare() {
                self.pop();
            }
            self.append(sample);
        }
        if self.samples.len() > self.limit {
            let mut keep = false;
            self.samples.retain(|sample| {
                keep = !keep;
                keep || sample.mark.is_some()
            });
            self.counts = self.samples.iter().map(weight).sum();
        }
    }

    /// Leaves streams out of samples that are near others with streams, until there are few enough; says whether it did.
    fn thin_streams(&mut self) -> bool {
        if self.counts <= self.counts_limit {
            return false;
        }
        let streams: Vec<usize> = (0..self.samples.len()).filter(|&at| self.may_lose_streams(at)).collect();
        let (Some(&first), Some(&last)) = (streams.first(), streams.last()) else { return false };
        let whole = self.samples[last].t_ns.saturating_sub(self.samples[first].t_ns);
        self.streams_apart_ns = self.streams_apart_ns.max((whole as f64 / streams.len() as f64 * 1.8) as i64);
        for at in streams {
            // The newest stays whole until the next one comes.
            if at + 1 < self.samples.len() && self.has_spare_streams(at + 1) {
                self.drop_streams(at);
            }
        }
        while self.counts > self.counts_limit {
            let newest = self.samples.len() - 1;
            let left: Vec<usize> = (0..newest).filter(|&at| self.may_lose_streams(at)).collect();
            if left.is_empty() {
                break;
            }
            // The later ones of each two, and in the end the last one that is left.
            for at in left.iter().skip(usize::from(left.len() > 1)).step_by(2) {
                self.drop_streams(*at);
            }
        }
        true
    }

    fn may_lose_streams(&self, at: usize) -> bool {
        let sample = &self.samples[at];
        sample.mark.is_none() && sample.streams.as_ref().is_some_and(|streams| !streams.is_empty())
    }

    /// Whether the last of the first `until` samples says little of streams that one before it does not say.
    fn has_spare_streams(&self, until: usize) -> bool {
        let Some((last, earlier)) = self.samples[..until].split_last() else { return false };
        let near = |other: &&Sample| last.t_ns.saturating_sub(other.t_ns) < self.streams_apart_ns;
        self.streams_apart_ns > 0
            && self.may_lose_streams(until - 1)
            && earlier.iter().rev().take_while(near).any(|other| other.streams.is_some())
    }

    fn drop_streams(&mut self, at: usize) {
        self.counts -= weight(&self.samples[at]);
        self.samples[at].streams = None;
    }

    /// Whether the last sample says little that the one before it does not say.
    fn is_last_spare(&self) -> bool {
        let Some((last, earlier)) = self.samples.split_last() else { return false };
        let near = |other: &Sample| last.t_ns.saturating_sub(other.t_ns) < self.apart_ns;
        // Streams may be read more seldom: what is known of them stays.
        let known = || earlier.iter().rev().take_while(|other| near(other)).any(|other| other.streams.is_some());
        last.mark.is_none() && earlier.last().is_some_and(near) && (last.streams.is_none() || known())
    }

    /// Puts the details into a sample that was pushed without them, if it is still there; its streams where those of no
    /// other are near, when there were too many of them before.
    pub fn complete(&mut self, sample: Sample) {
        let from = self.samples.partition_point(|kept| kept.t_ns < sample.t_ns);
        let place = self.samples[from..].iter().position(|kept| kept.t_ns == sample.t_ns && kept.mark == sample.mark);
        let Some(place) = place.map(|place| from + place) else { return };
        self.counts += weight(&sample);
        self.counts -= weight(&self.samples[place]);
        self.samples[place] = sample;
        if self.has_spare_streams(place + 1) {
            self.drop_streams(place);
        }
        self.thin_streams();
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

/// Counts of streams in a sample. Those of marks are three a run and stay: they are not held against the limit.
fn weight(sample: &Sample) -> usize {
    if sample.mark.is_some() { 0 } else { sample.streams.as_ref().map_or(0, Vec::len) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sample::tests::at;
    use crate::sample::{Mark, StreamCount};

    proptest! {
        #[test]
        fn a_log_stays_bounded_and_keeps_marks_and_order(count in 1usize..5000) {
            let mut log = SampleLog::with_limits(64, 1_000);
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
        let mut log = SampleLog::with_limits(1_000, 1_000);
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

    fn with_streams(t_ns: i64, streams: u32) -> Sample {
        let count =
            |stream| StreamCount { stream, bytes: t_ns as u64, tcp: None, udp: None, checked: None, zero_copy: None };
        Sample { streams: Some((0..streams).map(count).collect()), ..at(t_ns, None) }
    }

    fn counts(samples: &[Sample]) -> usize {
        samples.iter().filter(|sample| sample.mark.is_none()).filter_map(|s| s.streams.as_ref()).map(Vec::len).sum()
    }

    /// A day of samples each `every_ms`, with streams in one of so many.
    fn day(every_ms: i64, one_of: i64, streams: u32) -> SampleLog {
        let mut log = SampleLog::new();
        let count = 86_400_000 / every_ms;
        log.push(Sample { mark: Some(Mark::MeasureStart), ..with_streams(0, streams) });
        for i in 1..count {
            let t_ns = i * every_ms * 1_000_000;
            log.push(if i % one_of == 0 { with_streams(t_ns, streams) } else { at(t_ns, None) });
            if i % 1_000 == 0 {
                assert!(log.as_slice().len() <= MAX_SAMPLES && counts(log.as_slice()) <= MAX_STREAM_COUNTS);
            }
        }
        log.push(Sample { mark: Some(Mark::MeasureEnd), ..with_streams(86_400_000_000_000, streams) });
        log
    }

    #[test]
    fn a_day_of_streams_stays_bounded_and_is_known_evenly() {
        // 64 streams at 10 Hz, and 4,096 at 0.1 Hz.
        for (every_ms, one_of, streams) in [(100, 1, 64), (100, 100, 4_096)] {
            let log = day(every_ms, one_of, streams);
            let samples = log.as_slice();
            assert!(samples.len() <= MAX_SAMPLES);
            assert!(counts(samples) <= MAX_STREAM_COUNTS, "{streams} streams: {}", counts(samples));
            assert!(counts(samples) > MAX_STREAM_COUNTS / 4, "{streams} streams: {}", counts(samples));
            let known: Vec<i64> = samples.iter().filter(|s| s.streams.is_some()).map(|s| s.t_ns).collect();
            let looks = MAX_STREAM_COUNTS as i64 / i64::from(streams);
            let longest = known.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
            assert!(longest < 86_400_000_000_000 / looks * 8, "{streams} streams: {longest} ns unknown");
            // Totals are as near as without streams.
            assert!(samples.len() > MAX_SAMPLES / 3, "{streams} streams: {} samples", samples.len());
            for sample in [&samples[0], samples.last().unwrap()] {
                assert_eq!(sample.streams.as_ref().map(Vec::len), Some(streams as usize));
            }
        }
    }

    #[test]
    fn details_that_come_late_are_bounded_as_well() {
        let mut log = SampleLog::with_limits(10_000, 1_000);
        for i in 0..5_000 {
            log.push(at(i * 1_000_000, None));
        }
        for i in 0..5_000 {
            log.complete(with_streams(i * 1_000_000, 10));
            assert!(counts(log.as_slice()) <= 1_000);
        }
        assert_eq!(log.as_slice().len(), 5_000);
        let known: Vec<i64> = log.as_slice().iter().filter(|s| s.streams.is_some()).map(|s| s.t_ns).collect();
        assert!(known.windows(2).all(|pair| pair[1] - pair[0] < 5_000_000_000 / 10), "{known:?}");
    }

    proptest! {
        #[test]
        fn counts_of_streams_stay_bounded(every in proptest::collection::vec((1i64..50, 0u32..20, proptest::bool::weighted(0.02)), 1..600)) {
            let mut log = SampleLog::with_limits(200, 300);
            let mut t_ns = 0;
            for (step, streams, mark) in every {
                t_ns += step;
                let sample = if streams == 0 { at(t_ns, None) } else { with_streams(t_ns, streams) };
                log.push(Sample { mark: mark.then_some(Mark::MeasureStart), ..sample });
                prop_assert!(counts(log.as_slice()) <= 300);
                prop_assert_eq!(log.counts, counts(log.as_slice()));
                prop_assert_eq!(log.as_slice().last().unwrap().t_ns, t_ns);
                prop_assert_eq!(log.as_slice().last().unwrap().streams.is_some(), streams > 0);
            }
        }
    }
}
