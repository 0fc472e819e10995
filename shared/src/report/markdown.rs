//! The report as Markdown (`CommonMark` with GitHub's tables), for a ticket.

use super::{Cell, Report, Section};
use crate::record::RunRecord;
use crate::text::Catalogue;

/// The report in the catalogue's language.
pub fn report(record: &RunRecord, catalogue: &Catalogue) -> String {
    let report = Report::of(record);
    let mut out = format!("## {}\n", plain(&report.headline.say(catalogue)));
    for line in report.outcome.iter().chain(&report.leads).chain([&report.origin]) {
        out += &format!("\n{}\n", plain(&line.say(catalogue)));
    }
    for paragraph in record.config.note.iter().flat_map(|note| note.lines()).filter(|line| !line.trim().is_empty()) {
        out += &format!("\n> {}\n", plain(paragraph));
    }
    if !report.findings.is_empty() {
        out += &format!("\n### {}\n\n", catalogue.say("findings", &[]));
    }
    for (index, finding) in report.findings.iter().enumerate() {
        let advice = finding.advice.as_ref().map(|advice| format!(" {}", plain(&advice.say(catalogue))));
        out += &format!("{}. **{}**{}\n", index + 1, plain(&finding.what.say(catalogue)), advice.unwrap_or_default());
    }
    for section in &report.sections {
        if section.rows.is_empty() || section.is_long() {
            continue;
        }
        out += &format!("\n### {}\n\n{}", catalogue.say(section.title, &[]), table(section, catalogue));
        if let Some(note) = &section.note {
            out += &format!("\n{}\n", plain(&note.say(catalogue)));
        }
    }
    out
}

fn table(section: &Section, catalogue: &Catalogue) -> String {
    let line = |first: String, cells: &[Cell]| {
        let cells = cells.iter().map(|cell| format!(" {} |", plain(&cell.say(catalogue)))).collect::<String>();
        format!("| {first} |{cells}\n")
    };
    let mut out = line(String::new(), &section.columns);
    out += &format!("|---|{}\n", "---:|".repeat(section.columns.len()));
    for row in &section.rows {
        let mark = if row.differs { " ≠" } else { "" };
        out += &line(format!("{}{mark}", plain(&row.name.say(catalogue))), &row.cells);
    }
    out
}

/// A text that Markdown takes as it is: a host may be called anything.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '!' | '&' => {
                out.push('\\');
                out.push(c);
            }
            '\u{a0}' => out.push(' '),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_neither_break_the_table_nor_become_a_picture() {
        assert_eq!(plain("![a](b)|c\n<script>"), "\\!\\[a\\](b)\\|c \\<script\\>");
    }
}
