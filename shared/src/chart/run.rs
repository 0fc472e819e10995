//! The charts of one run over one time axis: rate, CPUs, what was sent again, round trip; for UDP what was lost and jitter.

mod read;

pub use read::{Reading, Table, TableRow, readings, table};

use super::axis::Axis;
use super::line;
use super::plot::{Ceiling, Line, Mean, Note, Plot, Shade, Shape};
use super::svg::{Text, local};
use crate::config::RunConfig;
use crate::plan::Role;
use crate::sample::{Mark, Sample};
use crate::summary::series::{Curve, Figures, Series};

/// Points across a line is thinned to: two for each of so many columns.
const COLUMNS: u32 = 600;
/// Letters of a name that has its figure behind it: there is no more room beside a plot.
const MOST_NAME: usize = 20;
/// A link this much faster than the traffic is left out: its line would flatten all others.
const MOST_HEADROOM: f64 = 2.5;

/// How many charts there are.
const CHARTS: usize = 6;
/// How many lines there are.
const LINES: usize = 10;

/// One of the charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chart {
    /// What left one machine and what reached the other.
    Rate,
    /// How busy the CPUs of both are.
    Busy,
    /// Segments sent again.
    Resent,
    /// How long a segment and its acknowledgement take.
    RoundTrip,
    /// Datagrams that did not come.
    Lost,
    /// How unevenly datagrams came.
    Jitter,
}

/// One line of one of the charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKey {
    /// Payload that left the sender.
    Sent,
    /// Payload that reached the receiver.
    Received,
    /// All CPUs of the sender.
    SenderBusy,
    /// All CPUs of the receiver.
    ReceiverBusy,
    /// The sender's busiest CPU.
    SenderBusiest,
    /// The receiver's busiest CPU.
    ReceiverBusiest,
    /// Segments sent again by the sender.
    Resent,
    /// The sender's round trip.
    RoundTrip,
    /// What did not reach the receiver.
    Lost,
    /// The receiver's jitter.
    Jitter,
}

impl Chart {
    /// All charts, as they stand one below the other.
    pub const ALL: [Self; CHARTS] = [Self::Rate, Self::Busy, Self::Resent, Self::RoundTrip, Self::Lost, Self::Jitter];

    /// Its word in an address and in keys of messages.
    pub fn key(self) -> &'static str {
        ["rate", "busy", "resent", "round-trip", "lost", "jitter"][self as usize]
    }

    /// Its lines, as they are told.
    pub fn lines(self) -> &'static [LineKey] {
        match self {
            Self::Rate => &[LineKey::Sent, LineKey::Received],
            Self::Busy => {
                &[LineKey::SenderBusy, LineKey::ReceiverBusy, LineKey::SenderBusiest, LineKey::ReceiverBusiest]
            }
            Self::Resent => &[LineKey::Resent],
            Self::RoundTrip => &[LineKey::RoundTrip],
            Self::Lost => &[LineKey::Lost],
            Self::Jitter => &[LineKey::Jitter],
        }
    }

    /// The height of its plot in pixels, without the times below it.
    pub fn height(self) -> f64 {
        [280.0, 92.0, 72.0, 72.0, 72.0, 72.0][self as usize]
    }
}

impl LineKey {
    /// All lines, in the order of [`Words::names`].
    pub const ALL: [Self; LINES] = [
        Self::Sent,
        Self::Received,
        Self::SenderBusy,
        Self::ReceiverBusy,
        Self::SenderBusiest,
        Self::ReceiverBusiest,
        Self::Resent,
        Self::RoundTrip,
        Self::Lost,
        Self::Jitter,
    ];

    /// Its word in an address and in keys of messages.
    pub fn key(self) -> &'static str {
        [
            "sent",
            "received",
            "sender-busy",
            "receiver-busy",
            "sender-busiest",
            "receiver-busiest",
            "resent",
            "round-trip",
            "lost",
            "jitter",
        ][self as usize]
    }

    /// Whose line it is.
    pub fn role(self) -> Role {
        match self {
            Self::Received | Self::ReceiverBusy | Self::ReceiverBusiest | Self::Lost | Self::Jitter => Role::Receiver,
            _ => Role::Sender,
        }
    }

    /// See [`Line::class`].
    pub fn class(self) -> &'static str {
        match self {
            Self::SenderBusiest => "s-top",
            Self::ReceiverBusiest => "r-top",
            _ if self.role() == Role::Sender => "s",
            _ => "r",
        }
    }

    /// The curve it is drawn from.
    pub fn curve(self, series: &Series) -> &Curve {
        match self {
            Self::Sent | Self::Received => &series.rate,
            Self::SenderBusy | Self::ReceiverBusy => &series.busy,
            Self::SenderBusiest | Self::ReceiverBusiest => &series.busiest,
            Self::Resent => &series.resent,
            Self::RoundTrip => &series.round_trip,
            Self::Lost => &series.lost,
            Self::Jitter => &series.jitter,
        }
    }

    fn figure(self, figures: &Figures) -> Option<f64> {
        match self {
            Self::Sent | Self::Received => figures.rate,
            Self::SenderBusy | Self::ReceiverBusy => figures.busy,
            Self::SenderBusiest | Self::ReceiverBusiest => figures.busiest,
            Self::Resent => figures.resent,
            Self::RoundTrip => figures.round_trip,
            Self::Lost => figures.lost,
            Self::Jitter => figures.jitter,
        }
    }

    /// Whether it stands as bars: what happened in an interval, and not what was all over it.
    fn is_bars(self) -> bool {
        matches!(self, Self::Resent | Self::Lost)
    }
}

/// When what begins and ends, in seconds on the coordinator's axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spans {
    /// Where the axis begins: the first payload.
    pub from: f64,
    /// Start of `measure`.
    pub measure_from: f64,
    /// End of `measure`.
    pub measure_to: f64,
    /// Where the axis ends: the last payload, or where it is planned to be.
    pub to: f64,
}

impl Spans {
    /// As it is planned, for a run that goes on.
    pub fn planned(config: &RunConfig) -> Self {
        let measure_from = config.warm_up_ms as f64 / 1e3;
        let measure_to = measure_from + config.duration_ms as f64 / 1e3;
        Self { from: 0.0, measure_from, measure_to, to: measure_to + config.cool_down_ms as f64 / 1e3 }
    }

    /// As it was: the marks of an end that has ended. Without a mark nothing was measured from there on.
    pub fn kept(samples: &[Sample], series: &Series) -> Self {
        let (from, to) = series.bounds().unwrap_or((0.0, 1.0));
        let mark = |mark| samples.iter().find(|s| s.mark == Some(mark)).map(|s| s.t_ns as f64 / 1e9);
        let measure_from = mark(Mark::MeasureStart).unwrap_or(to);
        Self { from, measure_from, measure_to: mark(Mark::MeasureEnd).unwrap_or(to), to }
    }

    /// The same with an axis that ends no earlier than `seconds`: a run may take longer than planned.
    pub fn at_least_to(self, seconds: f64) -> Self {
        Self { to: self.to.max(seconds), ..self }
    }
}

/// Everything that the charts of a run show.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// What the sender's samples say.
    pub sender: &'a Series,
    /// What the receiver's samples say.
    pub receiver: &'a Series,
    /// What stands at the ends of the sender's lines.
    pub sender_figures: Figures,
    /// What stands at the ends of the receiver's lines.
    pub receiver_figures: Figures,
    /// The phases.
    pub spans: Spans,
    /// The payload that the link can carry, in bits per second.
    pub carries: Option<f64>,
    /// The receiver's mean in `measure`, in bits per second.
    pub mean: Option<f64>,
    /// The present in seconds, for a run that goes on.
    pub now: Option<f64>,
    /// What happened.
    pub notes: &'a [Note],
}

/// What of a run is looked at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct View {
    /// The time looked at, from and to in seconds; none for the whole.
    pub window: Option<(f64, f64)>,
    /// Lines that are not drawn.
    pub hidden: Vec<LineKey>,
    /// Ends of the upright axes in base units, in the order of [`Chart::ALL`], where they are set from outside.
    pub tops: [Option<f64>; CHARTS],
    /// The chart below which the times stand, or none for below each.
    pub times_below: Option<Chart>,
}

/// The words in the charts, made ready by the message catalogue.
#[derive(Debug, Clone, PartialEq)]
pub struct Words {
    /// The decimal mark.
    pub decimal: char,
    /// Names at the ends of lines, in the order of [`LineKey::ALL`]; the figure is put behind them.
    pub names: [String; LINES],
    /// What the charts show in a sentence, in the order of [`Chart::ALL`].
    pub labels: [String; CHARTS],
    /// Headings of the charts, for files, in the order of [`Chart::ALL`].
    pub titles: [String; CHARTS],
    /// What stands behind the headings beside the unit, in the order of [`Chart::ALL`]; may be empty.
    pub subtitles: [String; CHARTS],
    /// The word of the warm-up.
    pub warm_up: String,
    /// The word of the cool-down.
    pub cool_down: String,
    /// The word of what the link can carry, figure included.
    pub ceiling: String,
}

impl<'a> Run<'a> {
    /// The series a line is drawn from.
    pub fn series(&self, key: LineKey) -> &'a Series {
        if key.role() == Role::Sender { self.sender } else { self.receiver }
    }

    /// The curve of a line.
    pub fn curve(&self, key: LineKey) -> &'a Curve {
        key.curve(self.series(key))
    }

    /// The axis of time, the same for all charts: [`Axis::at`] and [`Axis::value`] turn seconds into a share
    /// of the width and back.
    pub fn across(&self, view: &View) -> Axis {
        let (from, to) = view.window.filter(|(from, to)| to > from).unwrap_or((self.spans.from, self.spans.to));
        Axis::seconds(from, to, 8)
    }

    /// The upright axis of a chart, of its highest value in the whole run.
    pub fn up(&self, chart: Chart, view: &View) -> Axis {
        let shown = chart.lines().iter().filter(|key| !view.hidden.contains(key));
        let highest = shown.filter_map(|key| self.curve(*key).highest()).fold(0.0, f64::max);
        let top = view.tops[chart as usize];
        match chart {
            Chart::Rate => {
                let ceiling = self.ceiling(highest).unwrap_or(0.0);
                Axis::rates(top.unwrap_or(highest.max(ceiling)), 5)
            }
            Chart::Busy => Axis::percent(),
            Chart::Resent => Axis::counts(top.unwrap_or(highest), 2),
            Chart::RoundTrip | Chart::Jitter => Axis::durations(top.unwrap_or(highest), 2),
            Chart::Lost => Axis::shares(top.unwrap_or(highest), 2),
        }
    }

    /// Whether a chart has anything to draw.
    pub fn has(&self, chart: Chart, view: &View) -> bool {
        let mut shown = chart.lines().iter().filter(|key| !view.hidden.contains(key));
        shown.any(|key| !self.curve(*key).steps().is_empty())
    }

    fn ceiling(&self, highest: f64) -> Option<f64> {
        self.carries.filter(|carries| highest > 0.0 && *carries <= highest * MOST_HEADROOM)
    }

    /// Describes a chart.
    pub fn plot(&self, chart: Chart, view: &View, words: &Words) -> Plot {
        let across = self.across(view);
        let up = self.up(chart, view);
        let spans = self.spans;
        let shade = |from: f64, to: f64, word: &str| Shade { from, to, word: word.to_owned() };
        // A dashed line on top of a solid one lets both be seen, and the busiest CPU lies below all.
        let lines = chart.lines().iter().rev().filter(|key| !view.hidden.contains(key)).map(|key| Line {
            class: key.class(),
            shape: if key.is_bars() { Shape::Bars } else { Shape::Line },
            points: line::of_curve(self.curve(*key), across.from, across.to, COLUMNS),
            name: self.name(*key, &up, words),
        });
        let lines: Vec<Line> = lines.collect();
        let rate = chart == Chart::Rate;
        let measured = spans.measure_to.min(self.now.unwrap_or(spans.measure_to));
        Plot {
            height: chart.height(),
            lines,
            shades: vec![
                shade(spans.from, spans.measure_from, &words.warm_up),
                shade(spans.measure_to, spans.to, &words.cool_down),
            ],
            ceiling: self
                .carries
                .filter(|value| rate && *value <= up.to)
                .map(|value| Ceiling { value, word: words.ceiling.clone() }),
            mean: self.mean.filter(|_| rate).map(|value| Mean { value, from: spans.measure_from, to: measured }),
            now: self.now,
            notes: if rate { self.notes.to_vec() } else { Vec::new() },
            times: view.times_below.is_none_or(|below| below == chart),
            label: words.labels[chart as usize].clone(),
            decimal: words.decimal,
            across,
            up,
        }
    }

    /// The name of a line with its figure in the unit of the axis.
    fn name(&self, key: LineKey, up: &Axis, words: &Words) -> String {
        let figures = if key.role() == Role::Sender { &self.sender_figures } else { &self.receiver_figures };
        let name = Text(&words.names[key as usize], MOST_NAME).plain();
        match key.figure(figures) {
            _ if name.is_empty() => String::new(),
            Some(value) => format!("{name} {}", shown(key, value, up, words.decimal)),
            None => name,
        }
    }
}

/// A value of a line as it is told, without its unit.
fn shown(key: LineKey, value: f64, up: &Axis, decimal: char) -> String {
    let number = match key {
        LineKey::Sent | LineKey::Received | LineKey::RoundTrip | LineKey::Lost | LineKey::Jitter => up.show(value),
        // Counts are whole, and ticks of a CPU are too coarse for more.
        _ => format!("{value:.0}"),
    };
    local(&number, decimal)
}
