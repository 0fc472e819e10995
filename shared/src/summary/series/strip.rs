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

    /// A cell's rate in bits per second; none where nothing was observed.
    pub fn rate(&self, row: usize, column: usize) -> Option<f64> {
        let known = *self.known.get(column)?;
        let bytes = *self.bytes.get(column * self.rows + row)?;
        // A thousandth of a cell says nothing of the whole.
        (known > self.cell_ns as f64 / 1e3).then(|| f64::from(bytes) * 8e9 / known / self.in_row(row) as f64)
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
                    self.bytes[column * self.rows + row] +=
                        (f64::from(bytes[index * self.rows + row]) * share) as f32;
                }
            }
        }
    }
}
