//! Charts as files: whole SVG documents with their own light colours and no reference to anything outside.
//!
//! Pictures get mixed up once they are saved: each says what run it is of.

use std::fmt::Write as _;

use super::plot::Plot;
use super::run::{Chart, Run, View, Words};
use super::strip::{self, Levels};
use super::svg::{Number, Text};
use crate::plan::Role;

/// The width of every file in pixels.
pub const WIDTH: f64 = 1200.0;
/// Room left and right of everything, in pixels.
const MARGIN: f64 = 28.0;
/// Room left of a plot for its scale, in pixels.
const SCALE: f64 = 52.0;
/// Room right of a plot for the names of its lines, in pixels.
const NAMES: f64 = 186.0;
/// Letters of the headline in one line.
const HEADLINE: usize = 84;
/// Letters of the other lines of the head in one line.
const LINE: usize = 150;
/// Lines that one text of the head takes at most.
const MOST_LINES: usize = 3;

/// The light colours of `static/app.css`, which a file can't refer to.
const STYLE: &str = concat!(
    "text{font:13px/1 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif;fill:#5a5246;font-variant-numeric:tabular-nums}",
    ".f-head{font:700 23px Charter,'Bitstream Charter','Iowan Old Style','Sitka Text','Noto Serif','DejaVu Serif',serif;fill:#1f1b15}",
    ".f-title{font-size:14px;font-weight:600;fill:#1f1b15}.f-unit{font-size:13px;font-weight:400;fill:#5a5246}.f-rule{stroke:#1f1b15;shape-rendering:crispEdges}",
    ".axis-y,.late{text-anchor:end}.axis-x{text-anchor:middle}",
    ".grid{stroke:#d9d0c1;shape-rendering:crispEdges}.base{stroke:#1f1b15;stroke-width:1.5;shape-rendering:crispEdges}",
    ".shade{fill:#f3eee4}.ceiling{stroke:#5a5246;stroke-width:1.5;stroke-dasharray:8 3 1 3}.mean{stroke:#1f1b15;stroke-dasharray:1 4}",
    ".now{stroke:#b4450a}.note,.leader{stroke:#5a5246;fill:none}",
    ".ln,.spikes{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:butt;vector-effect:non-scaling-stroke}",
    ".ln-s{stroke:#1d5c9e;stroke-width:1.75;stroke-dasharray:7 4}.ln-r{stroke:#b4450a;stroke-width:2.25}",
    ".ln-s-top{stroke:#1d5c9e;stroke-width:1.5;stroke-dasharray:1.5 3}.ln-r-top{stroke:#b4450a;stroke-width:1.5;stroke-dasharray:1.5 3}",
    ".spikes-s{stroke:#1d5c9e}.spikes-r{stroke:#b4450a}",
    ".line-name,.row-mean,.note__text{font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:5px;stroke-linejoin:round}",
    ".line-name--s,.line-name--s-top,.row-mean--s{fill:#1d5c9e}.line-name--r,.line-name--r-top,.row-mean--r{fill:#b4450a}.note__text{fill:#1f1b15}",
    ".shade__name{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}",
    ".h0,.h1,.h2,.h3,.h4,.h5,.hx{shape-rendering:crispEdges}",
    ".h0{fill:#f5ebe0}.h1{fill:#f0cfb3}.h2{fill:#e6ab7d}.h3{fill:#d47f46}.h4{fill:#b4450a}.h5{fill:#7a2c04}",
    ".heat--s .h0{fill:#e6edf5}.heat--s .h1{fill:#c3d7ec}.heat--s .h2{fill:#93b7dd}.heat--s .h3{fill:#5a8fc6}.heat--s .h4{fill:#1d5c9e}.heat--s .h5{fill:#0d3460}",
    ".hx{fill:none;stroke:#1f1b15;stroke-width:1.5;vector-effect:non-scaling-stroke}",
);

/// What a file says of the run that its charts are of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Head {
    /// The headline, a sentence.
    pub headline: String,
    /// Lines below it: when, which machines, which run.
    pub lines: Vec<String>,
}

/// The strip of streams in a file.
#[derive(Debug, Clone, Copy)]
pub struct Streams<'a> {
    /// What is drawn.
    pub levels: &'a Levels,
    /// Whose streams these are.
    pub role: Role,
    /// The words in it.
    pub words: &'a strip::Words,
    /// Its heading.
    pub title: &'a str,
    /// What stands behind the heading.
    pub subtitle: &'a str,
}

/// All charts of a run one below the other; those without anything to draw are left out.
pub fn of_run(head: &Head, run: &Run<'_>, view: &View, words: &Words, streams: Option<Streams<'_>>) -> String {
    let mut page = Page::new(head);
    page.run(run, view, words, streams);
    page.end()
}

/// One chart.
pub fn of_plot(head: &Head, title: &str, subtitle: &str, plot: &Plot) -> String {
    let mut page = Page::new(head);
    page.plot(title, subtitle, plot);
    page.end()
}

/// What is said of a run in which nothing was seen that could be drawn.
pub fn empty(head: &Head) -> String {
    Page::new(head).end()
}

/// The strip alone.
pub fn of_streams(head: &Head, streams: &Streams<'_>, run: &Run<'_>, view: &View) -> String {
    let mut page = Page::new(head);
    page.streams(streams, run, view);
    page.end()
}

/// A document that grows from top to bottom.
#[derive(Debug)]
pub struct Page {
    body: String,
    y: f64,
}

impl Page {
    /// A document with nothing but its head.
    pub fn new(head: &Head) -> Self {
        let mut page = Self { body: String::with_capacity(64 * 1024), y: 22.0 };
        for line in wrap(&head.headline, HEADLINE) {
            page.y += 28.0;
            page.text("f-head", MARGIN, page.y - 6.0, &line);
        }
        page.y += 6.0;
        for line in head.lines.iter().flat_map(|line| wrap(line, LINE)) {
            page.y += 20.0;
            page.text("f-line", MARGIN, page.y - 5.0, &line);
        }
        page.y += 16.0;
        let (x, to, y) = (Number(MARGIN), Number(WIDTH - MARGIN), Number(page.y));
        let _ = write!(page.body, r#"<line class="f-rule" x1="{x}" x2="{to}" y1="{y}" y2="{y}"/>"#);
        page.y += 4.0;
        page
    }

    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let (x, y, text) = (Number(x), Number(y), Text(text, LINE));
        let _ = write!(self.body, r#"<text class="{class}" x="{x}" y="{y}">{text}</text>"#);
    }

    fn title(&mut self, title: &str, unit: &str, subtitle: &str) {
        self.y += 28.0;
        let comma = if unit.is_empty() || subtitle.is_empty() { "" } else { ", " };
        let (x, y, title) = (Number(MARGIN), Number(self.y), Text(title, LINE));
        let (unit, subtitle) = (Text(unit, LINE), Text(subtitle, LINE));
        let _ = write!(
            self.body,
            r#"<text class="f-title" x="{x}" y="{y}">{title}<tspan class="f-unit" dx="9">{unit}{comma}{subtitle}</tspan></text>"#
        );
        self.y += 16.0;
    }

    /// Opens a drawing of that height; what is drawn in percentages finds its width there.
    fn open(&mut self, height: f64, label: &str) {
        let (x, y, width) = (Number(MARGIN + SCALE), Number(self.y), Number(WIDTH - 2.0 * MARGIN - SCALE - NAMES));
        let (height_text, label) = (Number(height), Text(label, super::svg::MOST_LABEL));
        let _ = write!(
            self.body,
            r#"<svg x="{x}" y="{y}" width="{width}" height="{height_text}" overflow="visible" role="img" aria-label="{label}">"#
        );
        self.y += height;
    }

    /// Adds all charts of a run, or of one direction of it; those without anything to draw are left out.
    pub fn run(&mut self, run: &Run<'_>, view: &View, words: &Words, streams: Option<Streams<'_>>) {
        let shown: Vec<Chart> = Chart::ALL.into_iter().filter(|chart| run.has(*chart, view)).collect();
        // The times stand once, below the last one.
        let below = if streams.is_some() { None } else { shown.last().copied() };
        for chart in &shown {
            let mut plot = run.plot(*chart, view, words);
            plot.times = Some(*chart) == below || *chart == Chart::Rate;
            self.plot(&words.titles[*chart as usize], &words.subtitles[*chart as usize], &plot);
        }
        if let Some(streams) = streams {
            self.streams(&streams, run, view);
        }
    }

    /// Adds a chart.
    pub fn plot(&mut self, title: &str, subtitle: &str, plot: &Plot) {
        self.title(title, plot.up.unit, subtitle);
        // The word of the ceiling stands above the plot.
        self.y += if plot.ceiling.is_some() { 10.0 } else { 0.0 };
        self.open(plot.full_height(), &plot.label);
        plot.draw(&mut self.body);
        self.body.push_str("</svg>");
    }

    fn streams(&mut self, streams: &Streams<'_>, run: &Run<'_>, view: &View) {
        let Streams { levels, role, words, .. } = *streams;
        self.title(streams.title, levels.axis().unit, streams.subtitle);
        self.open(levels.full_height(), &words.label);
        levels.draw(&mut self.body, &run.across(view), role, words.decimal);
        self.body.push_str("</svg>");
        self.y += 12.0;
        let (x, y) = (Number(MARGIN + SCALE), Number(self.y));
        let class = if role == Role::Sender { "heat heat--s" } else { "heat" };
        let _ = write!(self.body, r#"<g class="{class}" transform="translate({x} {y})">"#);
        levels.draw_legend(&mut self.body, words);
        self.body.push_str("</g>");
        self.y += levels.legend_height();
    }

    /// The whole document.
    pub fn end(self) -> String {
        let (width, height) = (Number(WIDTH), Number(self.y + 24.0));
        let body = self.body;
        format!(
            r##"<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<style>{STYLE}</style>
<rect width="{width}" height="{height}" fill="#fff"/>
{body}
</svg>
"##
        )
    }
}

/// Breaks a text at its spaces into lines of at most `most` letters, at most a few of them.
fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let full = lines.len() == MOST_LINES;
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            Some(line) if full => {
                line.push_str(" …");
                break;
            }
            _ => lines.push(Text(word, most).plain()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_headline_breaks_at_its_spaces_and_long_words_are_cut() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("", 7), Vec::<String>::new());
        assert_eq!(wrap(&"x".repeat(300), 10), ["xxxxxxxxx…"]);
        assert_eq!(wrap(&"ab ".repeat(99), 5), ["ab ab", "ab ab", "ab ab …"]);
    }

    #[test]
    fn a_file_has_the_light_colours_of_the_page() {
        let page = include_str!("../../../static/app.css");
        let colours = STYLE.match_indices('#').map(|(at, _)| &STYLE[at..at + 7]);
        for colour in colours.filter(|colour| !colour.starts_with("#fff;")) {
            assert!(page.contains(colour), "{colour} is not in app.css");
        }
    }
}
