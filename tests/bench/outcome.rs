//! The figures as tables for people and as JSON for programs.

use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::statistics::{Ratio, ratio, spread};

/// All rounds of one tool: figures, or why there are none.
#[derive(Debug)]
pub(super) struct Rounds<F> {
    /// The tool, as it was set.
    pub(super) name: String,
    /// Whether it is this project's.
    pub(super) ours: bool,
    /// What each round found.
    pub(super) found: Vec<Result<F, String>>,
}

/// One column: its name, the figure, and its decimals.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column<F> {
    name: &'static str,
    of: fn(&F) -> Option<f64>,
    decimals: usize,
    /// Whether to say how ours compares, and whether more is better.
    compared: Option<Better>,
}

/// Which way a figure is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Better {
    /// More is.
    More,
    /// Less is.
    Less,
}

/// A column.
pub(super) const fn column<F>(
    name: &'static str,
    of: fn(&F) -> Option<f64>,
    decimals: usize,
    compared: Option<Better>,
) -> Column<F> {
    Column { name, of, decimals, compared }
}

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

    /// Prints a table of what the tools did in one case, said with its settings in `title`.
    pub(super) fn table<F>(&mut self, title: &str, rounds: &[Rounds<F>], columns: &[Column<F>]) {
        let counted = rounds.iter().map(|tool| tool.found.len()).max().unwrap_or_default();
        say(&format!("\n{title}; {counted} rounds; median (lowest–highest)\n"));
        let mut rows = vec![heads(columns)];
        rows.extend(rounds.iter().map(|tool| row(tool, columns)));
        say(&aligned(&rows));
        for (ours, theirs, column) in pairs(rounds, columns) {
            let found = compare(ours, theirs, column);
            say(&format!("  {} ÷ {}, {}: {}\n", ours.name, theirs.name, column.name, said(found)));
        }
        for tool in rounds {
            for problem in tool.found.iter().filter_map(|found| found.as_ref().err()) {
                say(&format!("  {}: a round without figures: {problem}\n", tool.name));
            }
            // A machine that does too much else at once may cost a round, and not all of them.
            let none = tool.found.iter().all(Result::is_err);
            self.failed.extend((none && tool.ours).then(|| format!("{}, {title}", tool.name)));
        }
        self.tables.push(as_json(title, rounds, columns));
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

fn heads<F>(columns: &[Column<F>]) -> Vec<String> {
    std::iter::once(String::new()).chain(columns.iter().map(|column| column.name.to_owned())).collect()
}

fn values<F>(found: &[Result<F, String>], column: &Column<F>) -> Vec<Option<f64>> {
    found.iter().map(|found| found.as_ref().ok().and_then(column.of).filter(|value| value.is_finite())).collect()
}

fn row<F>(tool: &Rounds<F>, columns: &[Column<F>]) -> Vec<String> {
    let cell = |column: &Column<F>| {
        let known: Vec<f64> = values(&tool.found, column).into_iter().flatten().collect();
        let decimals = column.decimals;
        spread(&known).map_or_else(
            || "–".to_owned(),
            |all| format!("{:.decimals$} ({:.decimals$}–{:.decimals$})", all.median, all.min, all.max),
        )
    };
    std::iter::once(tool.name.clone()).chain(columns.iter().map(cell)).collect()
}

/// Each of ours with each of theirs, in each column that is compared.
fn pairs<'a, F>(
    rounds: &'a [Rounds<F>],
    columns: &'a [Column<F>],
) -> impl Iterator<Item = (&'a Rounds<F>, &'a Rounds<F>, &'a Column<F>)> {
    rounds.iter().filter(|tool| tool.ours).flat_map(move |ours| {
        rounds.iter().filter(|tool| !tool.ours).flat_map(move |theirs| {
            columns.iter().filter(|column| column.compared.is_some()).map(move |column| (ours, theirs, column))
        })
    })
}

fn compare<F>(ours: &Rounds<F>, theirs: &Rounds<F>, column: &Column<F>) -> Option<Ratio> {
    ratio(&values(&ours.found, column), &values(&theirs.found, column))
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

fn as_json<F>(title: &str, rounds: &[Rounds<F>], columns: &[Column<F>]) -> Value {
    let tool = |tool: &Rounds<F>| {
        let all = columns.iter().map(|column| (column.name.to_owned(), json!(values(&tool.found, column))));
        json!({ "tool": tool.name, "ours": tool.ours, "rounds": all.collect::<Map<String, Value>>() })
    };
    let ratios = pairs(rounds, columns).map(|(ours, theirs, column)| {
        let found = compare(ours, theirs, column);
        json!({
            "ours": ours.name,
            "theirs": theirs.name,
            "figure": column.name,
            "more_is_better": column.compared == Some(Better::More),
            "ratio": found.map(|found| found.middle),
            "interval": found.and_then(|found| found.interval),
        })
    });
    json!({
        "case": title,
        "figures": columns.iter().map(|column| json!({ "name": column.name, "decimals": column.decimals })).collect::<Vec<_>>(),
        "tools": rounds.iter().map(tool).collect::<Vec<_>>(),
        "ratios": ratios.collect::<Vec<_>>(),
    })
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
