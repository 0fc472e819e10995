//! The document of a run that has ended, for those who are logged in and for those who follow a link.

use askama::Template;
use pairperf_shared::config::RunConfig;
use pairperf_shared::preset;
use pairperf_shared::record::RunRecord;
use pairperf_shared::report::Format;
use pairperf_shared::report::Report;
use pairperf_shared::report::html::{self, Around};

use super::Frame;

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    frame: Frame,
    report: String,
}

#[derive(Template)]
#[template(path = "actions.html")]
struct Actions<'a> {
    id: &'a str,
    label: &'a str,
    note: &'a str,
    again: String,
    again_text: String,
    started: &'a str,
}

#[derive(Template)]
#[template(path = "files.html")]
struct FileList {
    title: String,
    files: Vec<FileShown>,
}

struct FileShown {
    href: String,
    name: String,
    what: String,
}

/// Where the files of a run are.
#[derive(Debug, Clone, Copy)]
pub enum Files<'a> {
    /// Those of a run of this node, for who is logged in.
    OfRun(&'a str),
    /// Those of a link.
    OfShare(&'a str),
}

/// What has to be known of a kept run besides its record.
#[derive(Debug, Clone, Copy, Default)]
pub struct Kept {
    /// It came from a file.
    pub imported: bool,
}

/// What is offered: the format, and whether the sender's is meant.
const FILES: [(&str, Format, bool); 10] = [
    ("file-html", Format::Html, false),
    ("file-markdown", Format::Markdown, false),
    ("file-text", Format::Text, false),
    ("file-json", Format::Json, false),
    ("file-jsonl", Format::Jsonl, false),
    ("file-csv-receiver", Format::Csv, false),
    ("file-csv-sender", Format::Csv, true),
    ("file-csv-summary", Format::CsvSummary, false),
    ("file-csv-streams", Format::CsvStreams, false),
    ("file-svg", Format::Svg, false),
];

impl Files<'_> {
    fn href(self, format: Format, sender: bool, lang: &str) -> String {
        let end = if sender { "&end=sender" } else { "" };
        match self {
            Self::OfRun(id) => format!("/api/v1/runs/{id}/export/{format}?lang={lang}{end}"),
            Self::OfShare(share) => format!("/r/{share}.{format}?lang={lang}{end}"),
        }
    }

    fn list(self, frame: &Frame) -> String {
        let files = FILES.map(|(key, format, sender)| FileShown {
            href: self.href(format, sender, frame.lang()),
            name: frame.say(key),
            what: frame.say(&format!("{key}-what")),
        });
        FileList { title: frame.say("files"), files: files.into() }.render().unwrap_or_default()
    }
}

/// The report of a run that this node keeps.
pub fn report(frame: Frame, record: &RunRecord, kept: Kept) -> String {
    let id = record.id.as_str();
    let pairing = frame.node.as_ref().and_then(|node| node.pairing.as_deref());
    let actions = Actions {
        id,
        label: record.config.label.as_deref().unwrap_or_default(),
        note: record.config.note.as_deref().unwrap_or_default(),
        again: again(&record.config, pairing),
        again_text: frame.say("run-again"),
        started: &record.started_at,
    };
    let around = Around {
        record_url: Some(&format!("/api/v1/runs/{id}/record")),
        notes: notes(&frame, kept.imported, record.redacted),
        actions: &actions.render().unwrap_or_default(),
        files: &Files::OfRun(id).list(&frame),
    };
    page(frame, record, &around)
}

/// The address of a form that asks for the same again; its words were for this run.
fn again(config: &RunConfig, pairing: Option<&str>) -> String {
    let config = RunConfig { label: None, note: None, ..config.clone() };
    preset::link(&config, pairing, None)
}

/// The report behind a link; `share` is the link's id.
pub fn shared(frame: Frame, record: &RunRecord, share: &str) -> String {
    let around = Around {
        record_url: Some(&format!("/r/{share}.json")),
        notes: notes(&frame, false, record.redacted),
        actions: "",
        files: &Files::OfShare(share).list(&frame),
    };
    page(frame, record, &around)
}

fn notes(frame: &Frame, imported: bool, hidden: bool) -> Vec<String> {
    let keys = [(imported, "report-imported"), (hidden, "report-redacted")];
    keys.into_iter().filter(|(shown, _)| *shown).map(|(_, key)| frame.say(key)).collect()
}

fn page(frame: Frame, record: &RunRecord, around: &Around<'_>) -> String {
    let title = Report::of(record).headline.say(frame.catalogue);
    let report = html::content(record, frame.catalogue, around);
    Page { frame: frame.of("report", &title).about(&record.id), report }.render().unwrap_or_default()
}
