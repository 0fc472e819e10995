//! The rate of each stream over time, in cells of one length: at most 600 columns of at most 512 rows.

use super::Sampling;
use crate::phase::Phase;
use crate::sample::{Mark, Sample};

/// More cells than this are never kept of one row.
pub const MOST_COLUMNS: usize = 600;
/// More streams than this share rows, neighbours together.
pub const MOST_ROWS: usize = 512;
/// Numbers of streams beyond this are not believed.
const MOST_STREAMS: u32 = 65_536;
/// A stream without payload for so long while measuring has stopped.
const STOPPED_NS: i64 = 500_000_000;
/// More stops than this are not kept.
const MOST_STOPS: usize = 2048;

/// A time in which a stream stood still while the run was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// The stream's row.
    pub row: usize,
    /// Start, nanoseconds on the coordinator's axis.
    pub from_ns: i64,
    /// End, nanoseconds on the coordinator's axis.
    pub to_ns: i64,
}

/// What is known of one stream.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Stream {
    bytes: u64,
    /// At the beginning of `measure`.
    measure_from: u64,
    /// At the latest sample of `measure`.
    measure_to: u64,
    silent_since: Option<i64>,
    stop: Option<usize>,
}

/// The rates of all streams of one end.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    streams: Vec<Stream>,
    a_row: usize,
    rows: usize,
    cell_ns: i64,
    /// Cells begin at whole multiples of their length; this is the first one's number.
    first: i64,
    /// How much of each column was observed, in nanoseconds.
    known: Vec<f64>,
    /// Payload bytes, column by column.
    bytes: Vec<f32>,
    stops: Vec<Stop>,
    last: Option<(i64, Phase, Option<Mark>)>,
    measure: Option<(i64, i64)>,
}

/// The next longer cell: 1, 2 or 5 times a power of ten milliseconds.
fn longer(cell_ns: i64) -> i64 {
    let mut power = 1_000_000;
    while power * 10 <= cell_ns {
        power *= 10;
    }
    [2, 5, 10].map(|digit| digit * power).into_iter().find(|next| *next > cell_ns).unwrap_or(cell_ns * 2)
}

impl Strip {
    /// A strip without samples, with cells that suit the planned length.
    pub fn new(sampling: Sampling) -> Self {
        let streams = sampling.streams.min(MOST_STREAMS) as usize;
        let a_row = streams.div_ceil(MOST_ROWS).max(1);
        let least = sampling.stream_sample_ms.max(sampling.traffic_ms.div_ceil(MOST_COLUMNS as u64 - 1));
        let mut cell_ns = 1_000_000;
        while cell_ns < least.min(86_400_000) as i64 * 1_000_000 {
            cell_ns = longer(cell_ns);
        }
        Self {
            streams: vec![Stream::default(); streams],
            a_row,
            rows: streams.div_ceil(a_row),
            cell_ns,
            first: 0,
            known: Vec::new(),
            bytes: Vec::new(),
            stops: Vec::new(),
            last: None,
            measure: None,
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many streams share a row; its rate is their mean.
    pub fn streams_a_row(&self) -> usize {
        self.a_row
    }

    /// How many cells each row has.
    pub fn columns(&self) -> usize {
        self.known.len()
    }

    /// How long a cell is, in nanoseconds.
    pub fn cell_ns(&self) -> i64 {
        self.cell_ns
    }

    /// Where the first cell begins, in nanoseconds on the coordinator's axis.
    pub fn from_ns(&self) -> i64 {
        self.first * self.cell_ns
    }

    /// The rate of `count` cells of a row from `column` on, in bits per second; none where nothing was observed.
    pub fn rate(&self, row: usize, column: usize, count: usize) -> Option<f64> {
        let (mut known, mut bytes) = (0.0, 0.0);
        for column in column..column.saturating_add(count).min(self.known.len()) {
            known += self.known[column];
            bytes += f64::from(*self.bytes.get(column * self.rows + row)?);
        }
        // A thousandth of a cell says nothing of the whole.
        (known > self.cell_ns as f64 / 1e3).then(|| bytes * 8e9 / known / self.in_row(row) as f64)
    }

    /// A row's mean in `measure`, in bits per second; none before that.
    pub fn mean(&self, row: usize) -> Option<f64> {
        let nanos = self.measure.map(|(from, to)| to - from).filter(|nanos| *nanos > 0)?;
        let streams = self.streams.get(row * self.a_row..)?.iter().take(self.a_row);
        let bytes: u64 = streams.map(|s| s.measure_to.saturating_sub(s.measure_from)).sum();
        Some(bytes as f64 * 8e9 / nanos as f64 / self.in_row(row) as f64)
    }

    /// Where streams stood still while the run was measured.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    fn in_row(&self, row: usize) -> usize {
        self.streams.len().saturating_sub(row * self.a_row).clamp(1, self.a_row)
    }

    /// Adds the next sample that has its streams' counters.
    pub fn push(&mut self, sample: &Sample) {
        let Some(counts) = &sample.streams else { return };
        let now = sample.t_ns;
        let (since, phase) = match self.last {
            Some((since, ..)) if now <= since && sample.mark.is_none() => return,
            Some((since, phase, mark)) => (since, super::phase_between(phase, mark, sample.phase)),
            None => (now, Phase::Collect),
        };
        let spread = if now > since && phase != Phase::Collect { self.room(since, now) } else { Vec::new() };
        for count in counts {
            let Some(stream) = self.streams.get_mut(count.stream as usize) else { continue };
            let moved = count.bytes.saturating_sub(stream.bytes);
            let row = count.stream as usize / self.a_row;
            for (column, share) in &spread {
                self.bytes[column * self.rows + row] += (moved as f64 * share) as f32;
            }
            stream.bytes = count.bytes.max(stream.bytes);
            if sample.mark == Some(Mark::MeasureStart) {
                stream.measure_from = stream.bytes;
            }
            if phase == Phase::Measure || sample.mark == Some(Mark::MeasureStart) {
                stream.measure_to = stream.bytes;
            }
            if moved > 0 || phase != Phase::Measure || now <= since {
                (stream.silent_since, stream.stop) = (None, None);
                continue;
            }
            let from_ns = *stream.silent_since.get_or_insert(since);
            match stream.stop {
                Some(stop) => self.stops[stop].to_ns = now,
                None if now - from_ns >= STOPPED_NS && self.stops.len() < MOST_STOPS => {
                    stream.stop = Some(self.stops.len());
                    self.stops.push(Stop { row, from_ns, to_ns: now });
                }
                None => {}
            }
        }
        if sample.mark == Some(Mark::MeasureStart) {
            self.measure = Some((now, now));
        } else if let (Phase::Measure, Some((_, to))) = (phase, &mut self.measure) {
            *to = now;
        }
        self.last = Some((now, sample.phase, sample.mark));
    }

    /// Makes room for the time between two instants; gives the columns and the share of it in each.
    fn room(&mut self, from_ns: i64, to_ns: i64) -> Vec<(usize, f64)> {
        if self.known.is_empty() {
            self.first = from_ns.div_euclid(self.cell_ns);
        }
        while (to_ns - 1).div_euclid(self.cell_ns) - self.first >= MOST_COLUMNS as i64 {
            self.coarsen();
        }
        let column = |t: i64| (t.div_euclid(self.cell_ns) - self.first).clamp(0, MOST_COLUMNS as i64 - 1) as usize;
        let (begin, end) = (column(from_ns), column(to_ns - 1));
        if end >= self.known.len() {
            self.known.resize(end + 1, 0.0);
            self.bytes.resize((end + 1) * self.rows, 0.0);
        }
        let nanos = (to_ns - from_ns) as f64;
        (begin..=end)
            .map(|column| {
                let cell = (self.first + column as i64) * self.cell_ns;
                let inside = (to_ns.min(cell + self.cell_ns) - from_ns.max(cell)).max(0) as f64;
                self.known[column] += inside;
                (column, inside / nanos)
            })
            .collect()
    }

    /// Takes longer cells, payload conserved.
    fn coarsen(&mut self) {
        let (old, known, bytes) = (self.cell_ns, std::mem::take(&mut self.known), std::mem::take(&mut self.bytes));
        let from_ns = self.from_ns();
        self.cell_ns = longer(old);
        self.first = from_ns.div_euclid(self.cell_ns);
        for (index, known) in known.into_iter().enumerate() {
            let begin = from_ns + index as i64 * old;
            for cell in begin.div_euclid(self.cell_ns)..=(begin + old - 1).div_euclid(self.cell_ns) {
                let column = (cell - self.first) as usize;
                if column >= self.known.len() {
                    self.known.resize(column + 1, 0.0);
                    self.bytes.resize((column + 1) * self.rows, 0.0);
                }
                let inside = (begin + old).min((cell + 1) * self.cell_ns) - begin.max(cell * self.cell_ns);
                let share = inside as f64 / old as f64;
                self.known[column] += known * share;
                for row in 0..self.rows {
                    self.bytes[column * self.rows + row] += (f64::from(bytes[index * self.rows + row]) * share) as f32;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Role;
    use crate::sample::StreamCount;
    use proptest::prelude::*;

    fn sampling(streams: u32, traffic_ms: u64) -> Sampling {
        Sampling { role: Role::Receiver, sample_ms: 100, stream_sample_ms: 100, streams, traffic_ms }
    }

    fn at(t_ms: i64, mark: Option<Mark>, bytes: &[u64]) -> Sample {
        let count = |(stream, &bytes): (usize, &u64)| StreamCount {
            checked: None,
            zero_copy: None,
            stream: stream as u32,
            bytes,
            tcp: None,
            udp: None,
        };
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: t_ms * 1_000_000,
            phase: Phase::Measure,
            mark,
            bytes: bytes.iter().sum(),
            operations: 0,
            cores: None,
            streams: Some(bytes.iter().enumerate().map(count).collect()),
            udp: None,
        }
    }

    #[test]
    fn cells_are_as_long_as_the_plan_needs() {
        for (traffic_ms, cell_ms) in [(10_000, 100), (60_000, 200), (119_000, 200), (120_000, 500), (3_600_000, 10_000)]
        {
            assert_eq!(Strip::new(sampling(8, traffic_ms)).cell_ns(), cell_ms * 1_000_000, "{traffic_ms}");
        }
        assert_eq!((Strip::new(sampling(1000, 1)).rows(), Strip::new(sampling(1000, 1)).streams_a_row()), (500, 2));
    }

    #[test]
    fn a_stream_that_stands_still_has_stopped_and_the_mean_is_that_of_measure() {
        let mut strip = Strip::new(sampling(2, 10_000));
        strip.push(&at(0, Some(Mark::MeasureStart), &[0, 0]));
        for t in 1..=20 {
            // The second stream stands still from 0.5 s to 1.2 s.
            let second = if t <= 5 { t } else { 5 + (t - 12).max(0) };
            strip.push(&at(t * 100, None, &[t as u64 * 1000, second as u64 * 1000]));
        }
        assert_eq!(strip.stops(), [Stop { row: 1, from_ns: 500_000_000, to_ns: 1_200_000_000 }]);
        assert_eq!((strip.mean(0), strip.mean(1)), (Some(80_000.0), Some(52_000.0)));
        assert_eq!((strip.rate(0, 3, 1), strip.rate(1, 7, 1), strip.rate(0, 20, 1)), (Some(80_000.0), Some(0.0), None));
    }

    proptest! {
        #[test]
        fn payload_is_conserved_and_columns_are_bounded(
            steps in proptest::collection::vec((1i64..3000, 0u64..1_000_000, 0u64..1_000_000), 2..300), traffic_ms in 1u64..600_000
        ) {
            let mut strip = Strip::new(sampling(2, traffic_ms));
            let (mut t, mut bytes) = (0, [0, 0]);
            strip.push(&at(0, None, &bytes));
            for (dt, a, b) in steps {
                t += dt;
                bytes = [bytes[0] + a, bytes[1] + b];
                strip.push(&at(t, None, &bytes));
            }
            prop_assert!(strip.columns() <= MOST_COLUMNS);
            for (row, bytes) in bytes.iter().enumerate() {
                let whole = strip.rate(row, 0, strip.columns()).unwrap() * t as f64 / 8e3;
                prop_assert!((whole - *bytes as f64).abs() <= *bytes as f64 * 1e-4 + 1.0, "{} {}", whole, bytes);
            }
        }
    }
}
