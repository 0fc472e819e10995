//! The record as JSON: whole, or one object a line.

use serde_json::{Value, json};

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
    let mut head = record.clone();
    head.ends.iter_mut().for_each(|end| end.samples = Vec::new());
    let mut head = serde_json::to_value(head).unwrap_or_default();
    for end in head.get_mut("ends").and_then(Value::as_array_mut).into_iter().flatten() {
        end.as_object_mut().map(|end| end.remove("samples"));
    }
    if let Some(head) = head.as_object_mut() {
        head.insert("type".to_owned(), json!("record"));
    }
    let mut lines = format!("{head}\n");
    for end in &record.ends {
        for sample in &end.samples {
            // One at a time: as JSON values all of them would take ten times the memory that the record takes.
            let mut line = json!({"type": "sample", "role": end.role, "direction": end.direction});
            if let (Some(line), Ok(Value::Object(sample))) = (line.as_object_mut(), serde_json::to_value(sample)) {
                line.extend(sample);
            }
            lines.push_str(&format!("{line}\n"));
        }
    }
    lines
}
