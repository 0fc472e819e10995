//! The report as plain text for a terminal or a mail.

use super::ways::{self, Machines};
use super::{Cell, Report, Section};
use crate::config::Direction;
use crate::reach::remedy::{Remedy, remedies};
use crate::reach::{Reach, Way};
use crate::record::RunRecord;
use crate::text::Catalogue;

/// The report in the catalogue's language.
pub fn report(record: &RunRecord, catalogue: &Catalogue) -> String {
    let report = Report::of(record);
    let mut out = String::new();
    let first = [Some(&report.headline), report.outcome.as_ref()].into_iter().flatten();
    for line in first.chain(&report.leads).chain([&report.origin]) {
        out += &format!("{}\n", line.say(catalogue));
    }
    if let Some(note) = &record.config.note {
        out += &format!("\n{note}\n");
    }
    for (index, finding) in report.findings.iter().enumerate() {
        out += &format!("\n{}. {}\n", index + 1, finding.what.say(catalogue));
        if let Some(advice) = &finding.advice {
            out += &format!("   {}\n", advice.say(catalogue));
        }
    }
    for section in &report.sections {
        if section.rows.is_empty() || section.is_long() {
            continue;
        }
        out += &format!("\n{}", part(section, catalogue));
    }
    // A terminal breaks no lines, and people search in what it shows.
    out.replace('\u{a0}', " ")
}

/// The ways between two machines: the matrix, where addresses are rewritten, and for each closed way what opens it. `source`
/// is the address that this machine comes from, as the other one sees it.
pub fn ways(reach: &Reach, machines: Machines<'_>, source: Option<&str>, catalogue: &Catalogue) -> String {
    let mut out = part(&ways::section(reach, machines), catalogue);
    for translation in ways::translations(reach, machines) {
        out += &format!("  {}\n", translation.say(catalogue));
    }
    for row in ways::rows(reach) {
        let source = source.filter(|_| row.best.direction == Direction::ToPeer);
        out += &mending(row.best, machines, &remedies(row.best, source), catalogue);
    }
    out.replace('\u{a0}', " ")
}

/// The lines that open a way, one place each; nothing where none is to blame.
fn mending(way: &Way, machines: Machines<'_>, remedies: &[Remedy], catalogue: &Catalogue) -> String {
    if remedies.is_empty() {
        return String::new();
    }
    let (from, to) = machines.ends(way.direction);
    let which = catalogue.say("ways-from-to", &[("from", from.into()), ("to", to.into())]);
    let (title, protocol, family) = (catalogue.say("ways-remedy", &[]), way.protocol.name(), way.family.name());
    let mut out = format!("\n{title}: {which}, {protocol} {family} {}\n", way.port);
    for remedy in remedies {
        out += &format!("  {}\n    {}\n", catalogue.say(remedy.place, &[]), remedy.line);
    }
    out
}

/// A table with its title and note.
fn part(section: &Section, catalogue: &Catalogue) -> String {
    let mut out = format!("{}\n{}", catalogue.say(section.title, &[]), table(section, catalogue));
    if let Some(note) = &section.note {
        out += &format!("  {}\n", note.say(catalogue));
    }
    out
}

fn table(section: &Section, catalogue: &Catalogue) -> String {
    let line = |name: String, cells: &[Cell], mark: &str| {
        let cells = cells.iter().map(|cell| cell.say(catalogue));
        std::iter::once(name).chain(cells).chain([mark.to_owned()]).collect::<Vec<_>>()
    };
    let mut rows = vec![line(String::new(), &section.columns, "")];
    for row in &section.rows {
        rows.push(line(row.name.say(catalogue), &row.cells, if row.differs { "≠" } else { "" }));
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max().unwrap_or(0))
        .collect();
    rows.iter()
        .map(|row| {
            let line = row
                .iter()
                .zip(&widths)
                .map(|(text, width)| format!("{text}{}", " ".repeat(width - text.chars().count())))
                .collect::<Vec<_>>()
                .join("  ");
            format!("  {}\n", line.trim_end())
        })
        .collect()
}
