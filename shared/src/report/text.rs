//! The report as plain text for a terminal or a mail.

use super::{Cell, Message, Report, Section};
use crate::record::RunRecord;
use crate::text::{Arg, Catalogue};

/// More streams than this are not listed one by one.
const MOST_STREAMS: usize = 64;

/// The report in the catalogue's language.
pub fn report(record: &RunRecord, catalogue: &Catalogue) -> String {
    let report = Report::of(record);
    let mut out = format!("{}\n", say(catalogue, &report.headline));
    for line in report.spread.iter().chain([&report.origin]) {
        out += &format!("{}\n", say(catalogue, line));
    }
    if let Some(outcome) = &report.outcome {
        out += &format!("{}\n", say(catalogue, outcome));
    }
    for (index, (finding, advice)) in report.findings.iter().enumerate() {
        out += &format!("\n{}. {}\n", index + 1, say(catalogue, finding));
        if let Some(advice) = advice {
            out += &format!("   {advice}\n");
        }
    }
    for section in &report.sections {
        if section.rows.is_empty() || (section.title == "section-streams" && section.rows.len() > MOST_STREAMS) {
            continue;
        }
        out += &format!("\n{}\n", catalogue.say(section.title, &[]));
        out += &table(section, catalogue);
    }
    out
}

/// The sentence of a message.
pub fn say(catalogue: &Catalogue, message: &Message) -> String {
    let args: Vec<(&str, Arg<'_>)> = message.args.iter().map(|(name, value)| (name.as_str(), arg(value))).collect();
    catalogue.say(&message.key, &args)
}

/// An argument; one that is a plain count is a number, so that plural rules see it.
fn arg(value: &str) -> Arg<'_> {
    match value.parse::<u32>() {
        Ok(count) if count.to_string() == value => count.into(),
        _ => value.into(),
    }
}

/// What a cell shows.
pub fn cell(catalogue: &Catalogue, cell: &Cell) -> String {
    match cell {
        Cell::Unknown => "–".to_owned(),
        Cell::Figure { shown, .. } => shown.to_string(),
        Cell::Word(word) => word.clone(),
        Cell::Message(message) => say(catalogue, message),
    }
}

fn table(section: &Section, catalogue: &Catalogue) -> String {
    let mut rows = vec![
        std::iter::once(String::new()).chain(section.columns.iter().map(|c| cell(catalogue, c))).collect::<Vec<_>>(),
    ];
    for (name, cells) in &section.rows {
        rows.push(std::iter::once(say(catalogue, name)).chain(cells.iter().map(|c| cell(catalogue, c))).collect());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_a_message_choose_its_plural() {
        let headline = |streams: &str| {
            let message = Message::new("headline-rate").with("streams", streams).with("rate", "1");
            say(Catalogue::english(), &message)
        };
        assert!(headline("1").contains("1 stream,"), "{}", headline("1"));
        assert!(headline("8").contains("8 streams,"));
        // A machine may be called 007.
        assert_eq!(arg("007"), Arg::Text("007".into()));
    }
}
