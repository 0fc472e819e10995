//! The report as HTML: the part every document of it shows, and a file that stands alone.
//!
//! Walks the [`Report`]; adds the drawings of [`crate::chart`]. No script: what is here is read, printed and searched as it
//! is, and the page brings it to life where it can.

mod charts;
mod table;
mod wire;

use askama::Template;

use self::charts::ChartShown;
use self::table::TableShown;
use self::wire::WireShown;
use super::headline::named;
use super::{Cell, FindingSaid, Message, Report, universal_time};
use crate::finding::Severity;
use crate::record::RunRecord;
use crate::text::Catalogue;

/// What a document puts around the parts of the report.
#[derive(Debug, Clone, Default)]
pub struct Around<'a> {
    /// Where the page finds the record, to draw charts that can be explored; without it they stay as they are.
    pub record_url: Option<&'a str>,
    /// Sentences below the headline, for example that names are hidden.
    pub notes: Vec<String>,
    /// Markup between the wire and the findings: what can be done with the run.
    pub actions: &'a str,
    /// Markup after everything: the run as files.
    pub files: &'a str,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Shown<'a> {
    around: &'a Around<'a>,
    words: Words,
    started: (String, String),
    label: Option<&'a str>,
    note: Option<&'a str>,
    headline: String,
    outcome: Option<String>,
    leads: Vec<String>,
    figure: (String, &'static str),
    figure_what: String,
    trio: Vec<(String, String)>,
    wire: WireShown,
    findings: Vec<FindingShown>,
    whole: Vec<ChartShown>,
    charts: Vec<ChartShown>,
    /// Of the second direction, with its name.
    back: Option<(String, Vec<ChartShown>)>,
    ends: Vec<TableShown>,
    streams: Option<TableShown>,
    conditions: Vec<TableShown>,
    ways: Option<TableShown>,
    /// Looked up in, not read through: folded away.
    counters: Option<TableShown>,
    events: Vec<(String, String)>,
}

/// Words of the report's frame.
struct Words {
    report: String,
    findings: String,
    findings_none: String,
    time: String,
    time_note: String,
    as_table: String,
    events: String,
}

struct FindingShown {
    what: String,
    tone: &'static str,
    severity: String,
    advice: Option<String>,
}

/// The report's content, for inside of `<main>`.
pub fn content(record: &RunRecord, catalogue: &Catalogue, around: &Around<'_>) -> String {
    let report = Report::of(record);
    let legs = record.legs();
    let say = |key: &str| catalogue.say(key, &[]);
    let table = |title: &str| report.section(title).map(|section| TableShown::of(section, catalogue));
    let shown = Shown {
        around,
        words: Words {
            report: say("report"),
            findings: say("findings"),
            findings_none: say("findings-none"),
            time: say("over-time"),
            time_note: say("over-time-note"),
            as_table: say("chart-table"),
            events: say("events"),
        },
        started: (record.started_at.clone(), universal_time(&record.started_at)),
        label: record.config.label.as_deref(),
        note: record.config.note.as_deref(),
        headline: whole_names(&report.headline.say(catalogue)),
        outcome: report.outcome.as_ref().map(|outcome| outcome.say(catalogue)),
        leads: report.leads.iter().map(|lead| lead.say(catalogue)).collect(),
        figure: match &report.figure {
            Cell::Figure { shown, .. } => (catalogue.lang().number(&shown.number), shown.unit),
            _ => ("–".to_owned(), ""),
        },
        figure_what: report.figure_what.say(catalogue),
        trio: report.trio.iter().map(|(name, cell)| (name.say(catalogue), cell.say(catalogue))).collect(),
        wire: WireShown::of(record, catalogue),
        findings: report.findings.iter().map(|finding| FindingShown::of(finding, catalogue)).collect(),
        whole: charts::of_whole(record, catalogue),
        charts: legs.first().map(|leg| charts::of(record, leg, catalogue)).unwrap_or_default(),
        back: legs
            .get(1)
            .map(|leg| {
                (named(Message::new("direction-to-peer-of"), leg).say(catalogue), charts::of(record, leg, catalogue))
            })
            .filter(|(_, charts)| !charts.is_empty()),
        ends: ["section-exchange", "section-ends", "section-datagrams", "section-ntttcp"]
            .into_iter()
            .filter_map(table)
            .collect(),
        streams: table("section-streams"),
        conditions: ["section-conditions", "section-machines"].into_iter().filter_map(table).collect(),
        ways: table("section-ways"),
        counters: table("section-counters"),
        events: report
            .events
            .iter()
            .map(|(seconds, what)| {
                let time =
                    seconds.map_or_else(|| "–".to_owned(), |s| catalogue.lang().number(&format!("{s:.2}")) + " s");
                (time, what.say(catalogue))
            })
            .collect(),
    };
    // Writing into memory does not fail.
    shown.render().unwrap_or_default()
}

impl FindingShown {
    fn of(finding: &FindingSaid, catalogue: &Catalogue) -> Self {
        Self {
            what: finding.what.say(catalogue),
            tone: match finding.severity {
                Severity::Info => "tag--note",
                Severity::Warning => "tag--warn",
                Severity::Bad => "tag--bad",
            },
            severity: catalogue.say(finding.severity_key(), &[]),
            advice: finding.advice.as_ref().map(|advice| advice.say(catalogue)),
        }
    }
}

/// A sentence as markup in which a name with a hyphen is not broken at it.
pub fn whole_names(sentence: &str) -> String {
    /// A name this long may have to be broken where it stands.
    const LONG: usize = 16;
    let mut markup = String::with_capacity(sentence.len() + 64);
    for (index, word) in sentence.split(' ').enumerate() {
        let space = if index > 0 { " " } else { "" };
        let escaped = askama::filters::escape(word, askama::filters::Html).map(|text| text.to_string());
        let escaped = escaped.unwrap_or_default();
        if word.contains('-') && word.chars().count() < LONG {
            markup += &format!("{space}<span class=\"name\">{escaped}</span>");
        } else {
            markup += &format!("{space}{escaped}");
        }
    }
    markup
}

#[derive(Template)]
#[template(path = "report_file.html")]
struct File<'a> {
    lang: &'static str,
    title: String,
    css: &'static str,
    report: String,
    foot: &'a str,
}

/// One file with everything in it: no script, nothing from elsewhere.
pub fn file(record: &RunRecord, catalogue: &Catalogue) -> String {
    let file = File {
        lang: catalogue.lang().tag(),
        title: Report::of(record).headline.say(catalogue),
        css: concat!(include_str!("../../../static/app.css"), include_str!("../../../static/documents.css")),
        report: content(record, catalogue, &Around::default()),
        foot: &format!("pairperf {} · {} · {}", env!("CARGO_PKG_VERSION"), record.id, record.started_at),
    };
    file.render().map(|html| html + "\n").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_whole_and_harmless() {
        assert_eq!(
            whole_names("web-a sends <b>-x"),
            "<span class=\"name\">web-a</span> sends <span class=\"name\">&#60;b&#62;-x</span>"
        );
    }
}
