//! BENCHMARKS.md: what `cargo xtask bench` measured, as a page for people.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

/// Writes the page from the tables that the measurements left in `folder`; nothing where there are none.
pub(crate) fn write(folder: &Path, page: &Path) -> Result<()> {
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    names.sort();
    let mut tables = Vec::new();
    for name in names {
        let text = std::fs::read_to_string(&name).with_context(|| format!("reading {}", name.display()))?;
        let found: Value = serde_json::from_str(&text).with_context(|| format!("reading {}", name.display()))?;
        tables.extend(found.as_array().cloned().unwrap_or_default());
    }
    if tables.is_empty() {
        return Ok(());
    }
    let text = text(&machine(), &tables);
    std::fs::write(page, text).with_context(|| format!("writing {}", page.display()))?;
    eprintln!("xtask: wrote {}", page.display());
    Ok(())
}

/// The page.
fn text(machine: &[String], tables: &[Value]) -> String {
    let mut out = String::from(
        "# Benchmarks\n\n\
         Written by `cargo xtask bench`; do not edit. Every table is one call in which the tools took turns, so compare \
         only inside of a table. Figures are the median of all rounds and, in brackets, the lowest and the highest. A \
         ratio is pairperf's median over the other tool's, with the interval that holds it with 95 % (bootstrap over \
         rounds). Speed and CPU are read from the kernel's own counters, outside of the tools. *Pinned*: the receiver on \
         CPU 1, the sender on CPU 0. Both ends run on one machine: no card, and no network, is measured here.\n\n\
         ## The machine\n\n",
    );
    for line in machine {
        let _ = writeln!(out, "- {line}");
    }
    out += "\n## Tables\n";
    for table in tables {
        write_table(&mut out, table);
    }
    out
}

fn write_table(out: &mut String, table: &Value) {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (figures, tools, ratios) = (list(&table["figures"]), list(&table["tools"]), list(&table["ratios"]));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let _ = writeln!(out, "\n### {}\n", text(&table["case"]));
    let names: Vec<String> = figures.iter().map(|figure| text(&figure["name"])).collect();
    let _ = writeln!(out, "| tool | {} |\n|---|{}", names.join(" | "), "---:|".repeat(names.len()));
    for tool in &tools {
        let cells = figures.iter().map(|figure| {
            let decimals = figure["decimals"].as_u64().unwrap_or(2) as usize;
            let rounds = list(&tool["rounds"][figure["name"].as_str().unwrap_or_default()]);
            cell(rounds.iter().filter_map(Value::as_f64).collect(), decimals)
        });
        let _ = writeln!(out, "| {} | {} |", text(&tool["tool"]), cells.collect::<Vec<_>>().join(" | "));
    }
    if ratios.is_empty() {
        return;
    }
    out.push_str("\n| ratio of | to | figure | ratio | 95 % |\n|---|---|---|---:|---:|\n");
    for ratio in &ratios {
        let interval = list(&ratio["interval"]);
        let bounds: Vec<f64> = interval.iter().filter_map(Value::as_f64).collect();
        let said = ratio["ratio"].as_f64().map_or_else(|| "–".to_owned(), |found| format!("{found:.2}"));
        let within = match bounds.as_slice() {
            [low, high] => format!("{low:.2}–{high:.2}"),
            _ => "–".to_owned(),
        };
        let better = if ratio["more_is_better"] == Value::Bool(true) { "more is better" } else { "less is better" };
        let _ = writeln!(
            out,
            "| {} | {} | {} ({better}) | {said} | {within} |",
            text(&ratio["ours"]),
            text(&ratio["theirs"]),
            text(&ratio["figure"]),
        );
    }
}

/// Median and range, or a dash.
fn cell(mut rounds: Vec<f64>, decimals: usize) -> String {
    rounds.sort_by(f64::total_cmp);
    let (Some(low), Some(high)) = (rounds.first(), rounds.last()) else { return "–".to_owned() };
    let upper = rounds[rounds.len() / 2];
    let median =
        if rounds.len().is_multiple_of(2) { f64::midpoint(rounds[rounds.len() / 2 - 1], upper) } else { upper };
    format!("{median:.decimals$} ({low:.decimals$}–{high:.decimals$})")
}

/// What the figures were measured on.
fn machine() -> Vec<String> {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let cpuinfo = read("/proc/cpuinfo");
    let of = |key: &str| {
        let line = cpuinfo.lines().find(|line| line.starts_with(key))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let count = cpuinfo.lines().filter(|line| line.starts_with("processor")).count();
    let mut lines = vec![
        format!("{count} × {}", of("model name").unwrap_or_else(|| "a processor without a name".to_owned())),
        format!("Linux {}", read("/proc/sys/kernel/osrelease").trim()),
        format!("congestion control {}", read("/proc/sys/net/ipv4/tcp_congestion_control").trim()),
    ];
    let memory = read("/proc/meminfo");
    let total = memory.lines().find_map(|line| line.strip_prefix("MemTotal:")?.split_whitespace().next()?.parse().ok());
    lines.extend(total.map(|kib: u64| format!("{:.1} GiB of memory", kib as f64 / f64::from(1 << 20))));
    for (tool, flag) in
        [("iperf3", "--version"), ("iperf", "--version"), ("nuttcp", "-V"), ("ntttcp", "-h"), ("netperf", "-V")]
    {
        if let Ok(said) = Command::new(tool).arg(flag).output() {
            let all = [said.stdout, said.stderr].concat();
            let text = String::from_utf8_lossy(&all);
            lines.extend(text.lines().find(|line| line.contains(char::is_numeric)).map(|line| line.trim().to_owned()));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tables_are_written_with_their_ratios() {
        let table = json!({
            "case": "TCP, loopback, pinned, 1 connection",
            "figures": [{ "name": "Gbit/s", "decimals": 1 }],
            "tools": [
                { "tool": "pairperf", "ours": true, "rounds": { "Gbit/s": [60.0, 62.0, 61.0] } },
                { "tool": "iperf3", "ours": false, "rounds": { "Gbit/s": [null, null] } },
            ],
            "ratios": [{ "ours": "pairperf", "theirs": "iperf3", "figure": "Gbit/s", "more_is_better": true, "ratio": 1.2, "interval": [1.1, 1.3] }],
        });
        let page = text(&["2 × CPU".to_owned()], &[table]);
        for line in [
            "### TCP, loopback, pinned, 1 connection",
            "| pairperf | 61.0 (60.0–62.0) |",
            "| iperf3 | – |",
            "| pairperf | iperf3 | Gbit/s (more is better) | 1.20 | 1.10–1.30 |",
        ] {
            assert!(page.contains(line), "{line} in {page}");
        }
    }
}
