//! The figures as tables for people and as JSON for programs.

use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::case::{Case, buffer_bytes};
use super::round::{Figures, Found};
use super::statistics::{Ratio, ratio, spread};
use super::tool::Tool;

/// All rounds of each tool.
type Rounds = [(Tool, Vec<Found>)];

/// One column: its name, the figure, and its decimals.
#[derive(Debug, Clone, Copy)]
struct Column {
    name: &'static str,
    of: fn(&Figures) -> Option<f64>,
    decimals: usize,
    /// Whether to say how ours compares.
    compared: bool,
}

const fn column(name: &'static str, of: fn(&Figures) -> Option<f64>, decimals: usize, compared: bool) -> Column {
    Column { name, of, decimals, compared }
}

const SPEED: [Column; 6] = [
    column("datagrams/s", |found| Some(found.datagrams_per_second), 0, true),
    column("Gbit/s", |found| Some(found.bits_per_second / 1e9), 2, false),
    column("lost %", |found| Some(found.lost_percent), 2, false),
    column("CPU s/GiB", |found| Some(found.cpu_per_gib), 3, true),
    column("receiver's", |found| Some(found.receiver_cpu_per_gib), 3, false),
    column("sender's", |found| Some(found.sender_cpu_per_gib), 3, false),
];

const PACE: [Column; 4] = [
    column("Gbit/s", |found| Some(found.bits_per_second / 1e9), 4, false),
    column("lost %", |found| Some(found.lost_percent), 2, false),
    column("1 ms variation %", |found| found.variation_percent, 2, true),
    column("processors", |found| Some(found.processors), 3, true),
];

/// What one call found.
#[derive(Debug)]
pub(super) struct Outcome {
    name: &'static str,
    tables: Vec<Value>,
    failed: Vec<String>,
}

impl Outcome {
    /// Nothing yet.
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, tables: Vec::new(), failed: Vec::new() }
    }

    /// Prints how fast the tools are.
    pub(super) fn speed(&mut self, case: &Case<'_>, rounds: &Rounds) {
        self.table(case, rounds, &SPEED);
    }

    /// Prints how evenly they send.
    pub(super) fn pace(&mut self, case: &Case<'_>, rounds: &Rounds) {
        self.table(case, rounds, &PACE);
    }

    fn table(&mut self, case: &Case<'_>, rounds: &Rounds, columns: &[Column]) {
        let counted = rounds.iter().map(|(_, found)| found.len()).max().unwrap_or_default();
        say(&format!("\n{case}; buffers of {} B, {counted} rounds; median (lowest–highest)\n", buffer_bytes()));
        let mut rows = vec![heads(columns)];
        rows.extend(rounds.iter().map(|(tool, found)| row(*tool, found, columns)));
        say(&aligned(&rows));
        for ours in rounds.iter().filter(|(tool, _)| tool.is_ours()) {
            for theirs in rounds.iter().filter(|(tool, _)| !tool.is_ours()) {
                for column in columns.iter().filter(|column| column.compared) {
                    let found = compare(&ours.1, &theirs.1, column);
                    say(&format!("  {} ÷ {}, {}: {}\n", ours.0, theirs.0, column.name, said(found)));
                }
            }
        }
        for (tool, found) in rounds {
            for problem in found.iter().filter_map(|found| found.as_ref().err()) {
                say(&format!("  {tool}: a round without figures: {problem}\n"));
            }
            // A machine that does too much else at once may cost a round, and not all of them.
            let none = found.iter().all(Result::is_err);
            self.failed.extend((none && tool.is_ours()).then(|| format!("{tool}, {case}")));
        }
        self.tables.push(as_json(case, rounds, columns));
    }

    /// Writes the file. Slow is no failure; that our own tool did not run is one.
    pub(super) fn keep(self) {
        if let Some(folder) = std::env::var_os("PAIRPERF_BENCH").map(PathBuf::from) {
            std::fs::create_dir_all(&folder).unwrap();
            let file = folder.join(format!("{}.json", self.name));
            std::fs::write(&file, format!("{:#}\n", Value::Array(self.tables))).unwrap();
            say(&format!("\nkept in {}\n", file.display()));
        }
        assert!(self.failed.is_empty(), "not one round has figures: {:#?}", self.failed);
    }
}

#[expect(clippy::print_stdout, reason = "the figures are what was asked for")]
fn say(text: &str) {
    print!("{text}");
}

fn heads(columns: &[Column]) -> Vec<String> {
    std::iter::once(String::new()).chain(columns.iter().map(|column| column.name.to_owned())).collect()
}

fn values(found: &[Found], column: &Column) -> Vec<Option<f64>> {
    found.iter().map(|found| found.as_ref().ok().and_then(column.of).filter(|value| value.is_finite())).collect()
}

fn row(tool: Tool, found: &[Found], columns: &[Column]) -> Vec<String> {
    let cell = |column: &Column| {
        let known: Vec<f64> = values(found, column).into_iter().flatten().collect();
        let decimals = column.decimals;
        spread(&known).map_or_else(
            || "–".to_owned(),
            |all| format!("{:.decimals$} ({:.decimals$}–{:.decimals$})", all.median, all.min, all.max),
        )
    };
    std::iter::once(tool.to_string()).chain(columns.iter().map(cell)).collect()
}

fn compare(ours: &[Found], theirs: &[Found], column: &Column) -> Option<Ratio> {
    ratio(&values(ours, column), &values(theirs, column))
}

fn said(found: Option<Ratio>) -> String {
    match found {
        None => "–".to_owned(),
        Some(Ratio { middle, interval: None }) => format!("{middle:.2} (too few rounds for an interval)"),
        Some(Ratio { middle, interval: Some((low, high)) }) => format!("{middle:.2} (95 %: {low:.2}–{high:.2})"),
    }
}

/// Columns under one another, the first to the left, the others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let mut out = String::new();
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            let space = " ".repeat(width(column).unwrap_or_default() - cell.chars().count());
            out += &if column == 0 { format!("  {cell}{space}") } else { format!("  {space}{cell}") };
        }
        out += "\n";
    }
    out
}

fn as_json(case: &Case<'_>, rounds: &Rounds, columns: &[Column]) -> Value {
    let tools: Map<String, Value> = rounds
        .iter()
        .map(|(tool, found)| {
            let all: Map<String, Value> =
                columns.iter().map(|column| (column.name.to_owned(), json!(values(found, column)))).collect();
            (tool.to_string(), Value::Object(all))
        })
        .collect();
    let mut ratios = Map::new();
    for (ours, a) in rounds.iter().filter(|(tool, _)| tool.is_ours()) {
        for (theirs, b) in rounds.iter().filter(|(tool, _)| !tool.is_ours()) {
            for column in columns.iter().filter(|column| column.compared) {
                let found =
                    compare(a, b, column).map(|found| json!({ "ratio": found.middle, "interval": found.interval }));
                ratios.insert(format!("{ours} / {theirs}, {}", column.name), json!(found));
            }
        }
    }
    json!({ "case": case.to_string(), "buffer_bytes": buffer_bytes(), "rounds": tools, "ratios": ratios })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_under_one_another() {
        let rows = [["", "a"], ["tool", "10 %"], ["x", "é"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows), "           a\n  tool  10 %\n  x        é\n");
    }
}
