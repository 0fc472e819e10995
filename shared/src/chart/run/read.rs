//! What the charts of a run say in figures: at one time, and as a table.

use super::{Chart, LineKey, Run, View, Words, shown};
use crate::chart::axis::nice_step;
use crate::chart::svg::local;

/// The value of a line at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Which line.
    pub key: LineKey,
    /// Its value in base units; none where nothing was observed.
    pub value: Option<f64>,
    /// The same as it is told, in `unit`; a dash where nothing was observed.
    pub text: String,
    /// The unit of the chart; empty for counts.
    pub unit: &'static str,
    /// Where the value lies in its chart, in pixels from the top.
    pub down: Option<f64>,
    /// For the busiest CPU: which it was, from 0.
    pub core: Option<u32>,
}

/// What the lines of a chart say at a time in seconds, in the order of [`Chart::lines`].
pub fn readings(run: &Run<'_>, chart: Chart, view: &View, words: &Words, seconds: f64) -> Vec<Reading> {
    let up = run.up(chart, view);
    let shown_lines = chart.lines().iter().filter(|key| !view.hidden.contains(key));
    shown_lines
        .map(|&key| {
            let step = run.curve(key).at(seconds);
            // A bar is as high as the worst interval in it.
            let value = step.map(|step| if key.is_bars() { step.high } else { step.value });
            let busiest = matches!(key, LineKey::SenderBusiest | LineKey::ReceiverBusiest);
            Reading {
                key,
                value,
                text: value.map_or_else(dash, |value| shown(key, value, &up, words.decimal)),
                unit: up.unit,
                down: value.and_then(|value| up.at(value)).map(|share| chart.height() * (1.0 - share)),
                core: step.filter(|_| busiest).map(|step| step.core),
            }
        })
        .collect()
}

fn dash() -> String {
    "–".to_owned()
}

/// The figures of a chart in equal steps of time.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The lines, one a column.
    pub columns: Vec<LineKey>,
    /// The unit of all columns; empty for counts.
    pub unit: &'static str,
    /// The rows in the order of time.
    pub rows: Vec<TableRow>,
}

/// One row of it.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// The end of its time in seconds, as it is told.
    pub until: String,
    /// The mean in it, or the count, of each column; a dash where nothing was observed.
    pub cells: Vec<String>,
}

/// The figures of a chart in equal steps, at most `most` rows.
pub fn table(run: &Run<'_>, chart: Chart, view: &View, words: &Words, most: usize) -> Table {
    let up = run.up(chart, view);
    let across = run.across(view);
    let columns: Vec<LineKey> = chart.lines().iter().copied().filter(|key| !view.hidden.contains(key)).collect();
    // Never finer than what was observed.
    let usual = columns.iter().map(|key| run.curve(*key).usual_ns()).max().unwrap_or(0) as f64 / 1e9;
    let step = nice_step(((across.to - across.from) / most.max(2).saturating_sub(1) as f64).max(usual).max(0.1));
    let decimals = (-step.log10().floor()).clamp(0.0, 3.0) as usize;
    let mut rows = Vec::new();
    let mut number = (across.from / step + 1e-9).floor();
    while number * step < across.to - step * 1e-6 && rows.len() < most.max(1) {
        let from = number * step;
        let until = (from + step).min(across.to);
        let ns = |seconds: f64| (seconds * 1e9).round() as i64;
        let cells: Vec<String> = columns
            .iter()
            .map(|key| {
                let value = run.curve(*key).between(ns(from), ns(until));
                value.map_or_else(dash, |(value, _)| shown(*key, value, &up, words.decimal))
            })
            .collect();
        rows.push(TableRow { until: local(&format!("{until:.decimals$}"), words.decimal), cells });
        number += 1.0;
    }
    Table { columns, unit: up.unit, rows }
}
