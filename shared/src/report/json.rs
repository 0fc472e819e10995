//! The record as JSON: whole, or one object a line.

use serde::Serialize;
use serde_json::{Value, json};

use crate::config::Direction;
use crate::plan::Role;
use crate::record::RunRecord;
use crate::sample::Sample;

/// The whole record, indented, each sample in one line: indented too they would take twice the room, and a long run of many
/// streams has hundreds of megabytes of them.
pub fn record(record: &RunRecord) -> String {
    const NONE: &str = "\"samples\": []";
    let text = serde_json::to_string_pretty(&record.without_samples()).unwrap_or_default();
    // A quote in a text is `\"`, and ends stand before everything whose keys are not ours: these are the lists.
    let mut parts = text.splitn(record.ends.len() + 1, NONE);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for (end, part) in record.ends.iter().zip(parts) {
        whole.push_str("\"samples\": [");
        for (index, sample) in end.samples.iter().enumerate() {
            whole.push_str(if index > 0 { ",\n        " } else { "\n        " });
            whole.push_str(&serde_json::to_string(sample).unwrap_or_default());
        }
        whole.push_str(if end.samples.is_empty() { "]" } else { "\n      ]" });
        whole.push_str(part);
    }
    whole.push('\n');
    whole
}

/// A sample as a line.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    role: Role,
    direction: Direction,
    #[serde(flatten)]
    sample: &'a Sample,
}

/// One object a line: first the record without its samples, then every sample of every end in
/// turn, each with its `role` and `direction`.
pub fn lines(record: &RunRecord) -> String {
    let mut head = serde_json::to_value(record.without_samples()).unwrap_or_default();
    for end in head.get_mut("ends").and_then(Value::as_array_mut).into_iter().flatten() {
        end.as_object_mut().map(|end| end.remove("samples"));
    }
    if let Some(head) = head.as_object_mut() {
        head.insert("type".to_owned(), json!("record"));
    }
    let mut lines = format!("{head}\n");
    for end in &record.ends {
        for sample in &end.samples {
            let line = Line { kind: "sample", role: end.role, direction: end.direction, sample };
            lines.push_str(&serde_json::to_string(&line).unwrap_or_default());
            lines.push('\n');
        }
    }
    lines
}
