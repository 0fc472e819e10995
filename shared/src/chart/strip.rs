//! The strip of streams: a row each, the darker the faster, with what stood still outlined.

use std::fmt::Write as _;

use super::axis::Axis;
use super::svg::{Digits, MOST_LABEL, MOST_TEXT, Number, Text, local};
use crate::plan::Role;
use crate::summary::series::Strip;

/// The darkest level; the lightest is 0.
pub const DARKEST: u8 = 5;
/// The level of a cell in which nothing was observed.
pub const UNKNOWN: u8 = u8::MAX;
/// More rows than this are not shown: the slowest half and the fastest half of so many stand for all.
pub const MOST_SHOWN: usize = 128;
/// The cells of a row in a document: enough for its width, and its size stays bounded.
pub const DOCUMENT_COLUMNS: usize = 240;
/// Units of the stretched drawing across.
const WIDTH: f64 = 1000.0;
/// Words nearer than this would touch, in pixels.
const APART: f64 = 14.0;
/// Room for the words of the time axis, in pixels.
const TIMES: f64 = 26.0;

/// In which order the rows stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By their number.
    Number,
    /// The slowest on top.
    SlowestFirst,
}

/// One row that is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// The first stream in it, from 0.
    pub stream: usize,
    /// Its mean in `measure`, in bits per second; none before that.
    pub mean: Option<f64>,
}

/// A stretch in which a row stood still.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stopped {
    /// Which of the rows that are shown.
    pub row: usize,
    /// Start in seconds.
    pub from: f64,
    /// End in seconds.
    pub to: f64,
}

/// The strip in levels: what a canvas paints, and what the SVG is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Levels {
    /// The rows that are shown, from top to bottom.
    pub rows: Vec<Row>,
    /// Rows that are not shown; they lie between the slowest and the fastest.
    pub left_out: usize,
    /// How many streams a row stands for: its rate is their mean.
    pub streams_a_row: usize,
    /// How many cells a row has.
    pub columns: usize,
    /// Where the first cell begins, in seconds.
    pub from: f64,
    /// How long a cell is, in seconds.
    pub cell: f64,
    /// 0 to [`DARKEST`] or [`UNKNOWN`], row by row.
    pub cells: Vec<u8>,
    /// Bits per second from one level to the next: level n begins at n steps, the darkest has no end.
    pub step: f64,
    /// What stood still.
    pub stopped: Vec<Stopped>,
}

/// The words in and around a strip.
#[derive(Debug, Clone, PartialEq)]
pub struct Words {
    /// The decimal mark.
    pub decimal: char,
    /// What it shows in a sentence; it says too how many streams share a row and how many are left out.
    pub label: String,
    /// The word for a stream that stood still.
    pub stopped: String,
}

/// Turns a strip into levels, a row of at most `most_columns` cells: neighbours in time are joined where
/// there are more.
pub fn levels(strip: &Strip, order: Order, most_columns: usize) -> Levels {
    let mut rows: Vec<usize> = (0..strip.rows()).collect();
    if order == Order::SlowestFirst || rows.len() > MOST_SHOWN {
        let means: Vec<f64> = rows.iter().map(|row| strip.mean(*row).unwrap_or(0.0)).collect();
        rows.sort_by(|a, b| means[*a].total_cmp(&means[*b]));
    }
    let left_out = rows.len().saturating_sub(MOST_SHOWN);
    rows.drain(MOST_SHOWN.min(rows.len()) / 2..MOST_SHOWN.min(rows.len()) / 2 + left_out);
    if order == Order::Number {
        rows.sort_unstable();
    }
    let join = strip.columns().div_ceil(most_columns.max(1)).max(1);
    let columns = strip.columns().div_ceil(join);
    let rates: Vec<Option<f64>> =
        rows.iter().flat_map(|row| (0..columns).map(move |column| strip.rate(*row, column * join, join))).collect();
    let step = step(&rates);
    let level = |rate: &Option<f64>| rate.map_or(UNKNOWN, |rate| (rate / step).clamp(0.0, f64::from(DARKEST)) as u8);
    let stopped = strip.stops().iter().filter_map(|stop| {
        let row = rows.iter().position(|row| *row == stop.row)?;
        Some(Stopped { row, from: stop.from_ns as f64 / 1e9, to: stop.to_ns as f64 / 1e9 })
    });
    Levels {
        left_out,
        streams_a_row: strip.streams_a_row(),
        columns,
        from: strip.from_ns() as f64 / 1e9,
        cell: (strip.cell_ns() * join as i64) as f64 / 1e9,
        cells: rates.iter().map(level).collect(),
        step,
        stopped: stopped.collect(),
        rows: rows.iter().map(|row| Row { stream: row * strip.streams_a_row(), mean: strip.mean(*row) }).collect(),
    }
}

/// The step with which nearly all cells lie below the darkest level: a burst is to be seen, and is no measure.
fn step(rates: &[Option<f64>]) -> f64 {
    // Some of the cells tell as much as all of them: a page asks for this many times a second.
    let mut known: Vec<f64> = rates.iter().flatten().step_by(rates.len() / 4096 + 1).copied().collect();
    known.sort_unstable_by(f64::total_cmp);
    let usual = known.get(known.len().saturating_sub(1) * 95 / 100).copied().unwrap_or(0.0);
    if usual <= 0.0 {
        return 1.0;
    }
    let least = usual / f64::from(DARKEST);
    let power = 10f64.powf(least.log10().floor());
    let nice = [1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];
    nice.into_iter().map(|digit| digit * power).find(|step| *step >= least).unwrap_or(10.0 * power)
}

impl Levels {
    /// The height of a row with the gap below it, in pixels.
    pub fn pitch(&self) -> f64 {
        match self.rows.len() {
            0..=16 => 17.0,
            17..=32 => 13.0,
            33..=64 => 8.0,
            _ => 4.0,
        }
    }

    /// The gap below a row, in pixels.
    pub fn gap(&self) -> f64 {
        match self.rows.len() {
            0..=32 => 2.0,
            33..=64 => 1.0,
            _ => 0.0,
        }
    }

    /// The height of all rows in pixels, without the times below them.
    pub fn height(&self) -> f64 {
        self.pitch() * self.rows.len() as f64
    }

    /// The axis its numbers are told in.
    pub fn axis(&self) -> Axis {
        Axis::rates(self.step * f64::from(DARKEST), 5)
    }

    /// The height of the drawing in pixels, its times included.
    pub fn full_height(&self) -> f64 {
        self.height() + TIMES
    }

    /// The strip as SVG over the same time axis as the charts, for a page or a document.
    pub fn svg(&self, across: &Axis, role: Role, words: &Words) -> String {
        let mut out = String::with_capacity(8192);
        let _ = write!(
            out,
            r#"<svg class="plot" width="100%" height="{}" role="img" aria-label="{}">"#,
            Number(self.full_height()),
            Text(&words.label, MOST_LABEL)
        );
        self.draw(&mut out, across, role, words.decimal);
        out.push_str("</svg>");
        out
    }

    /// Everything inside the drawing.
    pub(crate) fn draw(&self, out: &mut String, across: &Axis, role: Role, decimal: char) {
        let class = if role == Role::Sender { "heat heat--s" } else { "heat" };
        let _ = write!(
            out,
            r#"<svg class="{class}" width="100%" height="{height}" viewBox="0 0 1000 {height}" preserveAspectRatio="none">"#,
            height = Number(self.height().max(1.0))
        );
        for level in 0..=DARKEST {
            let _ = write!(out, r#"<path class="h{level}" d=""#);
            self.rects(out, across, level);
            out.push_str("\"/>");
        }
        out.push_str(r#"<path class="hx" d=""#);
        for stop in &self.stopped {
            let (Some(from), Some(to)) = (across.at(stop.from), across.at(stop.to)) else { continue };
            let (from, to) = (from.clamp(0.0, 1.0) * WIDTH, to.clamp(0.0, 1.0) * WIDTH);
            if to > from {
                self.rect(out, stop.row, from, to - from);
            }
        }
        out.push_str("\"/></svg>");
        self.numbers(out, role, decimal);
        let (top, bottom, words) = (Number(self.height()), Number(self.height() + 5.0), Number(self.height() + 20.0));
        for tick in &across.ticks {
            let x = super::svg::Percent(tick.at);
            let label = local(&tick.label, decimal);
            let _ = write!(
                out,
                r#"<line class="base" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/><text class="axis-x" x="{x}" y="{words}">{label}</text>"#
            );
        }
    }

    /// One rectangle for each run of cells of a level.
    fn rects(&self, out: &mut String, across: &Axis, level: u8) {
        let left = |column: usize| {
            let share = across.at(self.from + column as f64 * self.cell).unwrap_or(0.0);
            share.clamp(0.0, 1.0) * WIDTH
        };
        for (row, cells) in self.cells.chunks(self.columns.max(1)).enumerate() {
            let mut column = 0;
            while let Some(begin) = cells[column..].iter().position(|cell| *cell == level) {
                let begin = column + begin;
                let length = cells[begin..].iter().take_while(|cell| **cell == level).count();
                let (from, to) = (left(begin), left(begin + length));
                if to > from {
                    self.rect(out, row, from, to - from);
                }
                column = begin + length;
            }
        }
    }

    fn rect(&self, out: &mut String, row: usize, x: f64, width: f64) {
        let (y, height) = (row as f64 * self.pitch(), self.pitch() - self.gap());
        let mut digits = Digits::new();
        for (command, value) in [("M", x), (" ", y), ("h", width), ("v", height), ("h", -width)] {
            out.push_str(command);
            out.push_str(digits.tenths(value));
        }
        out.push('z');
    }

    /// The number of a row before it and its mean behind it, as many as there is room for.
    fn numbers(&self, out: &mut String, role: Role, decimal: char) {
        let axis = self.axis();
        let every = (APART / self.pitch()).ceil().max(1.0) as usize;
        let class = if role == Role::Sender { "s" } else { "r" };
        for (index, row) in self.rows.iter().enumerate().step_by(every) {
            let y = Number(index as f64 * self.pitch() + (self.pitch() - self.gap()) / 2.0);
            let stream = row.stream;
            let _ = write!(out, r#"<text class="axis-y" x="-8" y="{y}" dy="4">{stream}</text>"#);
            if let Some(mean) = row.mean {
                let mean = local(&axis.show(mean), decimal);
                let _ = write!(
                    out,
                    r#"<text class="row-mean row-mean--{class}" x="100%" y="{y}" dx="8" dy="4">{mean}</text>"#
                );
            }
        }
    }

    /// The height of the legend in pixels.
    pub(crate) fn legend_height(&self) -> f64 {
        if self.stopped.is_empty() { 30.0 } else { 52.0 }
    }

    /// What the levels mean, as SVG of a fixed size.
    pub fn legend(&self, role: Role, words: &Words) -> String {
        let mut out = String::with_capacity(1024);
        let class = if role == Role::Sender { "heat heat--s" } else { "heat" };
        let height = Number(self.legend_height());
        let _ = write!(out, r#"<svg class="plot heat-key {class}" width="264" height="{height}" aria-hidden="true">"#);
        self.draw_legend(&mut out, words);
        out.push_str("</svg>");
        out
    }

    /// Everything inside the legend.
    pub(crate) fn draw_legend(&self, out: &mut String, words: &Words) {
        const SWATCH: u32 = 34;
        let axis = self.axis();
        for level in 0..=u32::from(DARKEST) {
            let (x, bound) = (level * SWATCH, f64::from(level) * self.step / axis.factor);
            // The bounds are nice numbers: no more decimals than they have.
            let bound = local(&format!("{}", (bound * 1e4).round() / 1e4), words.decimal);
            let _ = write!(
                out,
                r#"<rect class="h{level}" x="{x}" y="0" width="{SWATCH}" height="11"/><text x="{x}" y="26">{bound}</text>"#
            );
        }
        let (x, unit) = (6 * SWATCH + 6, axis.unit);
        let _ = write!(out, r#"<text x="{x}" y="11">{unit}</text>"#);
        if !self.stopped.is_empty() {
            let word = Text(&words.stopped, MOST_TEXT);
            let _ = write!(
                out,
                r#"<rect class="hx" x="1" y="38" width="18" height="9"/><text x="26" y="47">{word}</text>"#
            );
        }
    }
}
