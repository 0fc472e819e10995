//! What was asked for beside the defaults: a row for each setting that differs from its own, and for what one end has
//! otherwise.

use serde_json::Value;

use super::datagrams::ports;
use crate::command::{KNOBS, Kind, Knob};
use crate::config::{Ports, Protocol, RunConfig};
use crate::plan::Side;
use crate::record::{EndRecord, RunRecord};
use crate::report::ends::cells;
use crate::report::{Cell, Message, Row};
use crate::units;

/// Settings that have a row, and the message that names each.
const SHOWN: [&str; 18] = [
    "mode",
    "payload",
    "receive_copy",
    "send_copy",
    "request_bytes",
    "response_bytes",
    "spin",
    "streams_per_thread",
    "mappings",
    "cpus",
    "stop_after_bytes",
    "stop_after_operations",
    "rate_bits_per_second",
    "stream_rate_bits_per_second",
    "dscp",
    "ports",
    "source_address",
    "source_interface",
];

/// The rows, each what was asked for, then what was decided for every end where that is more than the wish.
pub(super) fn rows(record: &RunRecord) -> Vec<Row> {
    let values = values(&record.config);
    let defaults = values_of_default();
    let of = |key: &&str| {
        let value = values.get(*key).filter(|value| Some(*value) != defaults.get(*key));
        let ends = [Side::Coordinator, Side::Peer].map(|side| record.config.ends.of(side).get(*key));
        if value.is_none() && ends.iter().all(Option::is_none) {
            return None;
        }
        // Of datagrams these have rows of their own.
        let twice = record.config.protocol == Protocol::Udp
            && ["ports", "rate_bits_per_second", "stream_rate_bits_per_second"].contains(key);
        let knob = KNOBS.iter().find(|knob| knob.key == *key).filter(|_| !twice)?;
        let asked = value.map_or(Cell::Unknown, |value| shown(knob, value, &record.config));
        let held = cells(record, |end| at_end(record, knob, end));
        Some(Row { name: name(knob), ..Row::new(knob.key, std::iter::once(asked).chain(held).collect()) })
    };
    let mut rows: Vec<Row> = SHOWN.iter().filter_map(of).collect();
    rows.extend(others(record));
    rows
}

/// Settings with a row elsewhere, of which one end has another value.
fn others(record: &RunRecord) -> Vec<Row> {
    let of_end = |side: Side| record.config.ends.of(side).keys();
    let mut keys: Vec<&String> = of_end(Side::Coordinator).chain(of_end(Side::Peer)).collect();
    keys.sort_unstable();
    keys.dedup();
    let knob = |key: &String| KNOBS.iter().find(|knob| knob.key == *key && !SHOWN.contains(&knob.key));
    let row = |knob: &Knob| {
        let held = cells(record, |end| at_end(record, knob, end));
        let name = Message::new("row-own").with_message("setting", name(knob));
        Row { name, ..Row::new("row-own", std::iter::once(Cell::Unknown).chain(held).collect()) }
    };
    keys.into_iter().filter_map(knob).map(row).collect()
}

/// What an end has of a setting otherwise than the config says, or where its workers were pinned.
fn at_end(record: &RunRecord, knob: &Knob, end: &EndRecord) -> Cell {
    if let Some(value) = record.config.ends.of(end.side).get(knob.key) {
        return shown(knob, value, &record.config.at(end.side));
    }
    let plan = record.plan.as_ref().and_then(|plan| plan.roles(end.side).find(|plan| plan.role == end.role));
    let pins = plan.filter(|_| knob.key == "cpus" || knob.key == "mappings").map(|plan| plan.pins.as_slice());
    let Some(pins) = pins.filter(|pins| !pins.is_empty()) else { return Cell::Unknown };
    let words: Vec<String> =
        pins.iter().take(16).map(|pin| pin.map_or_else(|| "*".to_owned(), |cpu| cpu.to_string())).collect();
    let more = if pins.len() > words.len() { "…" } else { "" };
    Cell::Word(format!("{}{more}", words.join(" ")))
}

/// The message that names a setting: that of the form.
fn name(knob: &Knob) -> Message {
    Message::new(&format!("knob-{}", knob.flag)).or(knob.key)
}

/// A value as it is read.
fn shown(knob: &Knob, value: &Value, config: &RunConfig) -> Cell {
    if knob.key == "ports" && config.ports == Ports::Ntttcp {
        return ports(config);
    }
    match (knob.key, value) {
        (_, Value::Null) => Cell::Unknown,
        (_, Value::Bool(on)) => Cell::message(super::yes(*on)),
        (key, Value::Number(number)) if key.ends_with("bits_per_second") => Cell::figure(number.as_f64(), units::rate),
        (key, Value::Number(number)) if key.ends_with("_bytes") => Cell::bytes(number.as_u64()),
        (_, Value::Number(number)) => Cell::count(number.as_u64()),
        (_, Value::String(word)) if matches!(knob.kind, Kind::Choice(_)) => {
            let key = format!("choice-{}-{}", knob.flag, word.replace('_', "-"));
            Cell::Message(Message::new(&key).or(word.clone()))
        }
        (_, Value::String(word)) => Cell::Word(crate::host::clean_text(word)),
        (_, other) => Cell::Word(crate::host::clean_text(&other.to_string())),
    }
}

fn values(config: &RunConfig) -> serde_json::Map<String, Value> {
    match serde_json::to_value(config) {
        Ok(Value::Object(map)) => map,
        _ => serde_json::Map::new(),
    }
}

fn values_of_default() -> serde_json::Map<String, Value> {
    values(&RunConfig::default())
}
