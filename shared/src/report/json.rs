//! The record as JSON: whole, or one object a line.

use serde_json::{Map, Value, json};

use crate::record::RunRecord;

/// The whole record, indented.
pub fn record(record: &RunRecord) -> String {
    let mut text = serde_json::to_string_pretty(record).unwrap_or_default();
    text.push('\n');
    text
}

/// One object a line: first the record without its samples, then every sample of every end in
/// turn, each with its `role` and `direction`.
pub fn lines(record: &RunRecord) -> String {
    let mut head = serde_json::to_value(record).unwrap_or_default();
    let mut lines = Vec::new();
    if let Some(ends) = head.get_mut("ends").and_then(Value::as_array_mut) {
        for end in ends {
            let Some(end) = end.as_object_mut() else { continue };
            let samples = end.remove("samples");
            for sample in samples.as_ref().and_then(Value::as_array).into_iter().flatten() {
                let mut line = Map::new();
                line.insert("type".to_owned(), json!("sample"));
                line.insert("role".to_owned(), end.get("role").cloned().unwrap_or_default());
                line.insert("direction".to_owned(), end.get("direction").cloned().unwrap_or_default());
                line.extend(sample.as_object().cloned().unwrap_or_default());
                lines.push(Value::Object(line));
            }
        }
    }
    if let Some(head) = head.as_object_mut() {
        head.insert("type".to_owned(), json!("record"));
    }
    std::iter::once(&head).chain(&lines).map(|line| format!("{line}\n")).collect()
}
