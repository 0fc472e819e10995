//! The charts of a report: each with its table, and all in one file.

use crate::chart::Plot;
use crate::chart::run::{self, Chart, LineKey};
use crate::chart::strip::{DOCUMENT_COLUMNS, Order};
use crate::record::{Leg, RunRecord};
use crate::report::charts::{Charts, both, strip_words, words};
use crate::report::exchange;
use crate::text::Catalogue;

/// Rows of a chart's table at most.
const MOST_ROWS: usize = 60;
pub(super) struct ChartShown {
    pub(super) title: String,
    pub(super) unit: String,
    pub(super) svg: String,
    /// Below the drawing: what its shades mean.
    pub(super) legend: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// The charts of the whole run that the page does not draw itself: of both directions on one axis, and how long answers took.
pub(super) fn of_whole(record: &RunRecord, catalogue: &Catalogue) -> Vec<ChartShown> {
    let shown = |title: &str, plot: Plot| ChartShown {
        title: catalogue.say(title, &[]),
        unit: plot.up.unit.to_owned(),
        svg: plot.svg(),
        legend: String::new(),
        columns: Vec::new(),
        rows: Vec::new(),
    };
    let both = both(record, catalogue).map(|plot| shown("both-chart", plot));
    let times = exchange::plot(record, catalogue).map(|plot| shown("section-exchange", plot));
    both.into_iter().chain(times).collect()
}

/// The charts of one direction.
pub(super) fn of(record: &RunRecord, leg: &Leg<'_>, catalogue: &Catalogue) -> Vec<ChartShown> {
    let Some(charts) = Charts::of_leg(record, leg) else { return Vec::new() };
    let (run, view) = (charts.run(), charts.view());
    let words = words(&charts.named, catalogue);
    let mut shown: Vec<ChartShown> = charts
        .shown()
        .map(|chart| {
            let table = run::table(&run, chart, &view, &words, MOST_ROWS);
            let column = |line: &LineKey| {
                let args = [("line", words.names[*line as usize].as_str().into()), ("unit", table.unit.into())];
                catalogue.say(if table.unit.is_empty() { "chart-column-count" } else { "chart-column" }, &args)
            };
            ChartShown {
                title: words.titles[chart as usize].clone(),
                unit: unit(&words, chart, table.unit),
                svg: run.plot(chart, &view, &words).svg(),
                legend: String::new(),
                columns: std::iter::once(catalogue.say("chart-time", &[]))
                    .chain(table.columns.iter().map(column))
                    .collect(),
                rows: table.rows.into_iter().map(|row| std::iter::once(row.until).chain(row.cells).collect()).collect(),
            }
        })
        .collect();
    if charts.named.streams > 1 {
        shown.extend(strip(&charts, catalogue));
    }
    shown
}

/// What stands behind a heading: the unit, and what the figures are.
fn unit(words: &run::Words, chart: Chart, unit: &str) -> String {
    let what = words.subtitles[chart as usize].as_str();
    [unit, what].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn strip(charts: &Charts, catalogue: &Catalogue) -> Option<ChartShown> {
    let (levels, role) = charts.strip(Order::SlowestFirst, DOCUMENT_COLUMNS);
    let words = strip_words(&charts.named, catalogue);
    let across = charts.run().across(&charts.view());
    (!levels.rows.is_empty()).then(|| ChartShown {
        title: catalogue.say("strip", &[]),
        unit: catalogue.say("strip-what", &[]),
        svg: levels.svg(&across, role, &words),
        legend: levels.legend(role, &words),
        columns: Vec::new(),
        rows: Vec::new(),
    })
}
