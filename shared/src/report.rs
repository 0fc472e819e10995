//! A record said to a person: sections of cells with units. Message keys and arguments, never
//! sentences; page, HTML and every export walk it.

pub mod csv;
mod format;
pub mod json;
pub mod text;

pub use format::{Format, NoFormat};

use crate::plan::Role;
use crate::record::{EndRecord, RunRecord};
use crate::units::{self, Quantity};

/// A message of the catalogue and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its key.
    pub key: String,
    /// Its arguments, made ready to be read.
    pub args: Vec<(String, String)>,
}

impl Message {
    /// A message without arguments.
    pub fn new(key: &str) -> Self {
        Self { key: key.to_owned(), args: Vec::new() }
    }

    /// Adds an argument.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.args.push((name.to_owned(), value.into()));
        self
    }
}

/// One figure or word of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Not known: shown as a dash.
    Unknown,
    /// A figure made ready to be read, and the raw number.
    Figure {
        /// As shown.
        shown: Quantity,
        /// As computed, in the base unit.
        raw: f64,
    },
    /// A name, an address, a word of the kernel: shown as it is.
    Word(String),
    /// A message of the catalogue.
    Message(Message),
}

impl Cell {
    fn figure(value: Option<f64>, show: fn(f64) -> Quantity) -> Self {
        value.map_or(Self::Unknown, |raw| Self::Figure { shown: show(raw), raw })
    }

    fn count(value: Option<u64>) -> Self {
        value.map_or(Self::Unknown, |count| Self::Figure {
            shown: Quantity { number: count.to_string(), unit: "" },
            raw: count as f64,
        })
    }

    fn word(value: Option<impl Into<String>>) -> Self {
        value.map_or(Self::Unknown, |word| Self::Word(word.into()))
    }
}

/// A table with a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Key of its title.
    pub title: &'static str,
    /// Heads of the columns after the first.
    pub columns: Vec<Cell>,
    /// Rows: what it is, then a cell a column.
    pub rows: Vec<(Message, Vec<Cell>)>,
}

/// A record made ready to be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The sentence to forward.
    pub headline: Message,
    /// How the receiver's rate varied, where it was sampled.
    pub spread: Option<Message>,
    /// Which run it was: id, start, label.
    pub origin: Message,
    /// How it ended, where that was not *done*.
    pub outcome: Option<Message>,
    /// Findings: sentence, and advice in English.
    pub findings: Vec<(Message, Option<String>)>,
    /// The tables, in the order of reading.
    pub sections: Vec<Section>,
}

impl Report {
    /// The report of a record.
    pub fn of(record: &RunRecord) -> Self {
        Self {
            headline: headline(record),
            spread: record.summary.rate.map(|rate| {
                Message::new("report-spread")
                    .with("median", units::rate(rate.median).to_string())
                    .with("min", units::rate(rate.min).to_string())
                    .with("max", units::rate(rate.max).to_string())
            }),
            origin: origin(record),
            outcome: record.outcome.reason.as_ref().map(|reason| {
                Message::new(&format!("outcome-{}", record.outcome.state.key())).with("reason", &reason.message)
            }),
            findings: record
                .findings
                .iter()
                .map(|finding| {
                    let message =
                        finding.evidence.iter().fold(Message::new(&finding.message_key()), |message, (name, value)| {
                            message.with(name, evidence(value))
                        });
                    (message, finding.advice.clone())
                })
                .collect(),
            sections: vec![both_ends(record), streams(record), conditions(record), machines(record)],
        }
    }
}

fn evidence(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Number(number) if number.is_f64() => {
            units::three_figures(number.as_f64().unwrap_or_default())
        }
        other => other.to_string(),
    }
}

fn host_name(record: &RunRecord, role: Role) -> String {
    record.end(role).map_or_else(|| "–".to_owned(), |end| end.host.name.clone())
}

fn headline(record: &RunRecord) -> Message {
    let base = match record.summary.bits_per_second {
        Some(rate) => Message::new("headline-rate").with("rate", units::rate(rate).to_string()),
        None => Message::new("headline-none"),
    };
    base.with("from", host_name(record, Role::Sender))
        .with("to", host_name(record, Role::Receiver))
        .with(
            "seconds",
            record.summary.measured_seconds.map_or_else(|| "–".to_owned(), |s| units::seconds(s).to_string()),
        )
        .with("streams", record.config.streams.to_string())
        .with("control", congestion_control(record).unwrap_or_else(|| "–".to_owned()))
}

fn origin(record: &RunRecord) -> Message {
    let key = if record.config.label.is_some() { "report-origin-label" } else { "report-origin" };
    Message::new(key)
        .with("id", &record.id)
        .with("started", &record.started_at)
        .with("label", record.config.label.as_deref().unwrap_or_default())
}

fn congestion_control(record: &RunRecord) -> Option<String> {
    let sender = record.end(Role::Sender)?.side;
    record.in_effect.as_ref()?.of(sender)?.congestion_control.clone()
}

fn ends(record: &RunRecord) -> [Option<&EndRecord>; 2] {
    [record.end(Role::Receiver), record.end(Role::Sender)]
}

fn row(key: &str, record: &RunRecord, cell: impl Fn(&EndRecord) -> Cell) -> (Message, Vec<Cell>) {
    (Message::new(key), ends(record).into_iter().map(|end| end.map_or(Cell::Unknown, &cell)).collect())
}

fn both_ends(record: &RunRecord) -> Section {
    Section {
        title: "section-ends",
        columns: [("role-receiver", Role::Receiver), ("role-sender", Role::Sender)]
            .map(|(key, role)| Cell::Message(Message::new(key).with("host", host_name(record, role))))
            .to_vec(),
        rows: vec![
            row("row-rate", record, |end| Cell::figure(end.bits_per_second, units::rate)),
            row("row-bytes", record, |end| Cell::figure(end.bytes.map(|b| b as f64), units::bytes)),
            row("row-measured", record, |end| Cell::figure(end.measured_seconds, units::seconds)),
            row("row-lifetime", record, |end| Cell::figure(end.bytes_lifetime.map(|b| b as f64), units::bytes)),
            row("row-operations", record, |end| Cell::count(end.operations)),
            row("row-retransmits", record, |end| Cell::count(end.retransmits)),
            row("row-cpu", record, |end| Cell::figure(end.cpu_percent, units::percent)),
            row("row-busiest-core", record, |end| Cell::figure(end.busiest_core_percent, units::percent)),
        ],
    }
}

fn streams(record: &RunRecord) -> Section {
    let received = record.end(Role::Receiver).map(|end| end.streams.as_slice()).unwrap_or_default();
    let sent = record.end(Role::Sender).map(|end| end.streams.as_slice()).unwrap_or_default();
    let longer = if received.is_empty() { sent } else { received };
    Section {
        title: "section-streams",
        columns: ["column-received", "column-sent", "column-retransmits", "column-rtt"]
            .map(|key| Cell::Message(Message::new(key)))
            .to_vec(),
        rows: longer
            .iter()
            .map(|stream| {
                let at =
                    |side: &[crate::record::StreamRecord]| side.iter().find(|s| s.stream == stream.stream).cloned();
                let (received, sent) = (at(received), at(sent));
                (
                    Message::new("row-stream").with("number", stream.stream.to_string()),
                    vec![
                        Cell::figure(received.and_then(|s| s.bits_per_second), units::rate),
                        Cell::figure(sent.as_ref().and_then(|s| s.bits_per_second), units::rate),
                        Cell::count(sent.as_ref().and_then(|s| s.retransmits)),
                        Cell::figure(sent.and_then(|s| s.rtt_us).map(|us| f64::from(us) / 1e6), units::seconds),
                    ],
                )
            })
            .collect(),
    }
}

fn conditions(record: &RunRecord) -> Section {
    let effect = |end: &EndRecord| record.in_effect.as_ref()?.of(end.side).cloned();
    let offset = record.in_effect.as_ref();
    let mut rows = vec![
        row("row-control", record, |end| Cell::word(effect(end).and_then(|e| e.congestion_control))),
        row("row-loop", record, |end| {
            effect(end).map_or(Cell::Unknown, |e| {
                let key = match e.inner_loop {
                    crate::plan::Loop::Blocking => "loop-blocking",
                    crate::plan::Loop::Epoll => "loop-epoll",
                };
                Cell::Message(Message::new(key).with("threads", e.threads.to_string()))
            })
        }),
        row("row-buffer", record, |end| Cell::figure(effect(end).map(|e| e.buffer_bytes as f64), units::bytes)),
        // Each end's own: a sender hardly receives, a receiver hardly sends.
        row("row-send-buffer", record, |end| {
            let sends = effect(end).filter(|_| end.role == Role::Sender);
            Cell::figure(sends.and_then(|e| e.send_socket_buffer_bytes).map(|b| b as f64), units::bytes)
        }),
        row("row-receive-buffer", record, |end| {
            let receives = effect(end).filter(|_| end.role == Role::Receiver);
            Cell::figure(receives.and_then(|e| e.receive_socket_buffer_bytes).map(|b| b as f64), units::bytes)
        }),
        row("row-mss", record, |end| Cell::count(effect(end).and_then(|e| e.mss_bytes).map(u64::from))),
        row("row-address", record, |end| Cell::word(effect(end).and_then(|e| e.local_address))),
    ];
    let both = |value: Option<u64>| {
        let cell = Cell::figure(value.map(|ns| ns as f64 / 1e9), units::seconds);
        vec![cell.clone(), cell]
    };
    rows.push((Message::new("row-round-trip"), both(offset.and_then(|e| e.round_trip_ns))));
    rows.push((Message::new("row-offset-error"), both(offset.and_then(|e| e.offset_error_ns))));
    Section { title: "section-conditions", columns: both_ends(record).columns, rows }
}

fn machines(record: &RunRecord) -> Section {
    Section {
        title: "section-machines",
        columns: both_ends(record).columns,
        rows: vec![
            row("row-host", record, |end| Cell::Word(end.host.name.clone())),
            row("row-system", record, |end| Cell::word(end.host.os.clone())),
            row("row-kernel", record, |end| Cell::word(end.host.kernel.clone())),
            row("row-cpu-model", record, |end| Cell::word(end.host.cpu_model.clone())),
            row("row-cpu-count", record, |end| Cell::count(Some(u64::from(end.host.cpu_count)))),
            row("row-memory", record, |end| Cell::figure(end.host.memory_bytes.map(|b| b as f64), units::bytes)),
            row("row-version", record, |end| Cell::Word(end.host.version.clone())),
        ],
    }
}
