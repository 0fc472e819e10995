//! One chart, described plainly and drawn as SVG.
//!
//! Across, everything is a percentage; down, a pixel. Lines stand in a nested drawing that stretches,
//! with strokes that don't: one text fits any width, and no letter is ever scaled. Colours, dashes and
//! fonts come from the classes, so that a page, a print and a file each bring their own.

mod words;

use std::fmt::Write as _;

use super::axis::Axis;
use super::line::{self, Frame, Point};
use super::svg::{MOST_LABEL, MOST_TEXT, Number, Percent, Text, local};

/// Units of the stretched drawing across.
const WIDTH: f64 = 1000.0;
/// Room above and below the plot in which a stroke at its edge is not cut, in pixels.
const RIM: f64 = 4.0;
/// Room for the words of the time axis, in pixels.
const TIMES: f64 = 26.0;
/// Room for its ticks alone, in pixels.
const TICKS: f64 = 6.0;
/// A plot lower than this does not name its shades: the first of a stack does it for all.
const NAMES_SHADES: f64 = 150.0;
/// A shade narrower than this share of the width has no word.
const LEAST_SHADE: f64 = 0.03;

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// From point to point.
    Line,
    /// Each point a bar from zero.
    Bars,
}

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The class behind `ln-` and `line-name--`: `s` sent, `r` received, `s-top`, `r-top` the busiest.
    pub class: &'static str,
    /// How it is drawn.
    pub shape: Shape,
    /// Its points in base units; one that is not finite is a gap.
    pub points: Vec<Point>,
    /// What stands at its end; may be empty.
    pub name: String,
}

/// A stretch of time that does not count.
#[derive(Debug, Clone, PartialEq)]
pub struct Shade {
    /// Start in seconds.
    pub from: f64,
    /// End in seconds.
    pub to: f64,
    /// What it is.
    pub word: String,
}

/// A value that is marked all the way across, with its word.
#[derive(Debug, Clone, PartialEq)]
pub struct Ceiling {
    /// In base units.
    pub value: f64,
    /// What it is.
    pub word: String,
}

/// A mean and the time it is a mean over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// In base units.
    pub value: f64,
    /// Start in seconds.
    pub from: f64,
    /// End in seconds.
    pub to: f64,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// When, in seconds.
    pub at: f64,
    /// What, in a few words.
    pub text: String,
}

/// A chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Height of the plot itself in pixels; below it stand the times.
    pub height: f64,
    /// Time.
    pub across: Axis,
    /// What is shown.
    pub up: Axis,
    /// The lines, the one that is drawn last on top.
    pub lines: Vec<Line>,
    /// What does not count.
    pub shades: Vec<Shade>,
    /// What can't be exceeded.
    pub ceiling: Option<Ceiling>,
    /// The figure of the whole.
    pub mean: Option<Mean>,
    /// The present, in seconds.
    pub now: Option<f64>,
    /// What happened.
    pub notes: Vec<Note>,
    /// Whether the times stand below.
    pub times: bool,
    /// The whole in a sentence, for those who don't see it.
    pub label: String,
    /// The decimal mark of the language.
    pub decimal: char,
}

impl Plot {
    /// Lines and their axes, with nothing else.
    pub fn of(height: f64, across: Axis, up: Axis, lines: Vec<Line>, label: String, decimal: char) -> Self {
        Self {
            height,
            across,
            up,
            lines,
            shades: Vec::new(),
            ceiling: None,
            mean: None,
            now: None,
            notes: Vec::new(),
            times: true,
            label,
            decimal,
        }
    }

    /// The height of the drawing in pixels, its axis included.
    pub fn full_height(&self) -> f64 {
        self.height + if self.times { TIMES } else { TICKS }
    }

    /// The drawing for a page: as wide as its place.
    pub fn svg(&self) -> String {
        let mut out = String::with_capacity(4096);
        // The word of a ceiling stands above the plot and wants room there.
        let class = if self.ceiling.is_some() { "plot plot--ceiling" } else { "plot" };
        let _ = write!(
            out,
            r#"<svg class="{class}" width="100%" height="{}" role="img" aria-label="{}">"#,
            Number(self.full_height()),
            Text(&self.label, MOST_LABEL)
        );
        self.draw(&mut out);
        out.push_str("</svg>");
        out
    }

    /// Everything inside the drawing.
    pub(crate) fn draw(&self, out: &mut String) {
        self.shades(out);
        self.axes(out);
        let across = |seconds: f64| self.across.at(seconds);
        if let Some(ceiling) = &self.ceiling
            && let Some(y) = self.down(ceiling.value).filter(|y| (0.0..=self.height).contains(y))
        {
            let y = Number(y);
            let _ = write!(out, r#"<line class="ceiling" x1="0" x2="100%" y1="{y}" y2="{y}"/>"#);
            let word = Text(&ceiling.word, MOST_TEXT);
            // At the left: the names of lines end at the right, and may be as high.
            let _ = write!(out, r#"<text class="ceiling__name" x="0" y="{y}" dx="4" dy="-6">{word}</text>"#);
        }
        if let Some(mean) = self.mean
            && let (Some(y), Some(from), Some(to)) = (self.down(mean.value), across(mean.from), across(mean.to))
            && (0.0..=self.height).contains(&y)
        {
            let (y, from, to) = (Number(y), Percent(from.clamp(0.0, 1.0)), Percent(to.clamp(0.0, 1.0)));
            let _ = write!(out, r#"<line class="mean" x1="{from}" x2="{to}" y1="{y}" y2="{y}"/>"#);
        }
        self.lines(out);
        if let Some(x) = self.now.and_then(across).filter(|x| (0.0..1.0).contains(x)) {
            let (x, height) = (Percent(x), Number(self.height));
            let _ = write!(out, r#"<line class="now" x1="{x}" x2="{x}" y1="0" y2="{height}"/>"#);
        }
        self.notes(out);
        self.names(out);
    }

    /// Where a value lies, in pixels from the top.
    pub fn down(&self, value: f64) -> Option<f64> {
        self.up.at(value).map(|share| self.height * (1.0 - share))
    }

    fn shades(&self, out: &mut String) {
        for shade in &self.shades {
            let (Some(from), Some(to)) = (self.across.at(shade.from), self.across.at(shade.to)) else { continue };
            let (from, to) = (from.clamp(0.0, 1.0), to.clamp(0.0, 1.0));
            if to <= from {
                continue;
            }
            let (x, width, height) = (Percent(from), Percent(to - from), Number(self.height));
            let _ = write!(out, r#"<rect class="shade" x="{x}" y="0" width="{width}" height="{height}"/>"#);
            if to - from < LEAST_SHADE || self.height < NAMES_SHADES {
                continue;
            }
            let (y, word) = (Number(self.height - 8.0), Text(&shade.word, MOST_TEXT));
            // A word may be wider than its shade: it grows away from the nearer edge.
            let (x, late, dx) = if from > 0.5 { (Percent(to), " late", -4) } else { (Percent(from), "", 4) };
            let _ = write!(out, r#"<text class="shade__name{late}" x="{x}" y="{y}" dx="{dx}">{word}</text>"#);
        }
    }

    fn axes(&self, out: &mut String) {
        for tick in &self.up.ticks {
            let y = Number(self.height * (1.0 - tick.at));
            let class = if tick.at > 0.0 { "grid" } else { "base" };
            let label = local(&tick.label, self.decimal);
            let _ = write!(
                out,
                r#"<line class="{class}" x1="0" x2="100%" y1="{y}" y2="{y}"/><text class="axis-y" x="-8" y="{y}" dy="4">{label}</text>"#
            );
        }
        let (top, bottom, words) = (Number(self.height), Number(self.height + 5.0), Number(self.height + 20.0));
        for tick in &self.across.ticks {
            let x = Percent(tick.at);
            let _ = write!(out, r#"<line class="base" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>"#);
            if self.times {
                let label = local(&tick.label, self.decimal);
                let _ = write!(out, r#"<text class="axis-x" x="{x}" y="{words}">{label}</text>"#);
            }
        }
    }

    fn lines(&self, out: &mut String) {
        let height = self.height + 2.0 * RIM;
        let _ = write!(
            out,
            r#"<svg y="{}" width="100%" height="{}" viewBox="0 {} {} {}" preserveAspectRatio="none">"#,
            Number(-RIM),
            Number(height),
            Number(-RIM),
            Number(WIDTH),
            Number(height)
        );
        let frame =
            Frame { from: self.across.from, to: self.across.to, top: self.up.to, width: WIDTH, height: self.height };
        for line in &self.lines {
            let (class, kind) = (line.class, if line.shape == Shape::Bars { "spikes" } else { "ln" });
            let _ = write!(out, r#"<path class="{kind} {kind}-{class}" d=""#);
            match line.shape {
                Shape::Line => line::path_into(out, &line.points, frame),
                Shape::Bars => line::bars_into(out, &line.points, frame),
            }
            out.push_str("\"/>");
        }
        out.push_str("</svg>");
    }
}

/// What is marked over a plot between two shares of the width.
pub fn shaded(from: f64, to: f64, height: f64) -> String {
    let (left, width) = (Percent(from.min(to) * 100.0), Percent((to - from).abs() * 100.0));
    format!(r#"<rect class="marked" x="{left}" width="{width}" height="{}"/>"#, Number(height))
}

/// Where the page lays its crosshair: a line at a share of the width, a dot on each line that is read.
///
/// `dots` are classes (as in [`Line::class`]) with their place in pixels from the top.
pub fn cross(share: f64, height: f64, dots: &[(&'static str, f64)]) -> String {
    let x = Percent(if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 });
    let mut out = String::new();
    let _ = write!(out, r#"<line class="cross" x1="{x}" x2="{x}" y1="0" y2="{}"/>"#, Number(height));
    for (class, y) in dots.iter().filter(|(_, y)| y.is_finite() && (-1.0..=height + 1.0).contains(y)) {
        let y = Number(*y);
        let _ = write!(out, r#"<circle class="cross__dot cross__dot--{class}" cx="{x}" cy="{y}" r="4.5"/>"#);
    }
    out
}
