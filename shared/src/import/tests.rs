use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// A record as an earlier version wrote it.
const DONE: &str = include_str!("../../tests/golden/record-1.json");
/// A record of a run of UDP.
const UDP: &str = include_str!("../../tests/golden/udp.json");

fn changed(pointer: &str, value: Value) -> Vec<u8> {
    changed_of(DONE, pointer, value)
}

fn changed_of(record: &str, pointer: &str, value: Value) -> Vec<u8> {
    let mut record: Value = serde_json::from_str(record).unwrap();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match record.pointer_mut(parent).unwrap() {
        Value::Object(map) => drop(map.insert(key.to_owned(), value)),
        Value::Array(items) => items[key.parse::<usize>().unwrap()] = value,
        other => panic!("{other}"),
    }
    serde_json::to_vec(&record).unwrap()
}

#[test]
fn a_record_comes_back_as_it_was() {
    let record = RunRecord::from_json(DONE).unwrap();
    let parts = read(DONE.as_bytes()).unwrap();
    assert_eq!(parts.id, record.id);
    let again = parts.record();
    let json = serde_json::to_vec(&again).unwrap();
    assert_eq!(read(&json).unwrap().record(), again, "a second time changes nothing");
    assert_eq!((again.summary.bits_per_second, again.events), (record.summary.bits_per_second, record.events));
}

#[test]
fn what_is_wrong_is_named() {
    for (pointer, value, field) in [
        ("/schema", json!(null), ""),
        ("/schema", json!(2), "schema"),
        ("/schema", json!("one"), "schema"),
        ("/id", json!("../../etc"), "id"),
        ("/id", json!(7), "id"),
        ("/outcome/state", json!("measure"), "outcome.state"),
        ("/outcome/state", json!("fine"), "outcome.state"),
        ("/config/streams", json!(100_000), "config.streams"),
        ("/config/duration_ms", json!(-5), "config.duration_ms"),
        ("/config/color", json!("red"), "config.color"),
        ("/config/label", json!("a".repeat(121)), "config.label"),
        ("/config/direction", json!("from_peer"), "ends"),
        ("/plan/timing/measure_ms", json!(u64::MAX), "plan.timing.measure_ms"),
        ("/ends", json!([]), "ends"),
        ("/ends/0/samples/1/bytes", json!(-5), "ends[0].samples[1].bytes"),
        ("/ends/0/samples/1/bytes", json!("NaN"), "ends[0].samples[1].bytes"),
        ("/ends/0/samples/1/bytes", json!(1e300), "ends[0].samples[1].bytes"),
        ("/ends/1/samples/1/bytes", json!(u64::MAX), "ends[1].samples[1].bytes"),
        ("/ends/1/samples/0/t_ns", json!(i64::MIN), "ends[1].samples[0].t_ns"),
        ("/ends/1/samples/1/t_ns", json!(-1_000_000_000), "ends[1].samples[1].t_ns"),
        ("/ends/0/samples/0/streams", json!([{"stream": 10_000, "bytes": 1}]), "ends[0].samples[0].streams"),
        ("/ends/0/samples/0/streams", json!(vec![json!({}); 10_001]), "ends[0].samples[0].streams"),
        ("/ends/0/samples", json!(vec![0; 36_001]), "ends[0].samples"),
        ("/ends/0/host/interfaces", json!(vec![json!({}); 257]), "ends[0].host.interfaces"),
        ("/ends/0/host/os", json!("x".repeat(20_000)), "ends[0].host.os"),
        ("/events", json!(vec![0; 10_001]), "events"),
        ("/findings", json!({"a": 1}), "findings"),
        ("/events", json!([{"args": {"list": [1]}}]), "events[0].args.list"),
        ("/findings", json!([{"evidence": {"map": {"a": 1}}}]), "findings[0].evidence.map"),
    ] {
        let error = read(&changed(pointer, value.clone())).unwrap_err();
        assert_eq!(error.field.unwrap_or_default(), field, "{pointer}: {}", error.problem);
        assert!(error.problem.len() < 400);
    }
    let newer = read(&changed("/schema", json!(2))).unwrap_err();
    assert!(newer.newer && newer.to_string().contains("newer"));
}

#[test]
fn what_is_wrong_about_datagrams_and_ways_is_named() {
    for (pointer, value, field) in [
        ("/config/rate_bits_per_second", json!(null), "config.rate_bits_per_second"),
        ("/config/base_port", json!(0), "config.base_port"),
        ("/config/datagram_bytes", json!(70_000), "config.datagram_bytes"),
        ("/plan/peer/udp/datagram_bytes", json!(70_000), "plan.peer.udp.datagram_bytes"),
        ("/plan/peer/udp/segments", json!(u32::MAX), "plan.peer.udp.segments"),
        (
            "/plan/coordinator/udp/stream_bits_per_second",
            json!(u64::MAX),
            "plan.coordinator.udp.stream_bits_per_second",
        ),
        ("/plan/coordinator/udp/base_port", json!(65_536), "plan.coordinator.udp.base_port"),
        ("/in_effect/peer/udp/path_mtu_bytes", json!(u32::MAX), "in_effect.peer.udp.path_mtu_bytes"),
        ("/ends/1/samples/1/udp/socket_drops", json!(u64::MAX), "ends[1].samples[1].udp"),
        ("/ends/1/samples/1/udp/host/backlog_drops", json!(u64::MAX), "ends[1].samples[1].udp"),
        ("/ends/1/samples/1/streams/0/udp/late", json!(u64::MAX), "ends[1].samples[1].streams"),
        ("/ends/0/samples/1/streams/1/udp/pace_bin_squares", json!(u64::MAX), "ends[0].samples[1].streams"),
        ("/ends/0/samples/1/streams/1/udp/never_sent", json!(-1), "ends[0].samples[1].streams[1].udp.never_sent"),
        ("/reach/took_ms", json!(u64::MAX), "reach.took_ms"),
        ("/reach/ways", json!(vec![json!({}); 257]), "reach.ways"),
        ("/reach/ways/0/port", json!(70_000), "reach.ways[0].port"),
        ("/reach/ways/1/round_trip_ns", json!(u64::MAX), "reach.ways[1]"),
        ("/reach/ways/1/state", json!("ajar"), "reach.ways[1].state"),
    ] {
        let error = read(&changed_of(UDP, pointer, value.clone())).unwrap_err();
        assert_eq!(error.field.unwrap_or_default(), field, "{pointer}: {}", error.problem);
    }
    let parts = read(&changed_of(UDP, "/reach/ways/0/address", json!("a\u{1b}\u{202e}b"))).unwrap();
    assert_eq!(parts.reach.unwrap().ways[0].address.as_deref(), Some("ab"));
    let many = vec![json!({"direction": "to_peer", "outside": "x\u{0}", "inside": "y", "container": false}); 200];
    let parts = read(&changed_of(UDP, "/reach/translated", json!(many))).unwrap();
    let translated = parts.reach.unwrap().translated;
    assert_eq!((translated.len(), translated[0].outside.as_str()), (8, "x"));
}

#[test]
fn what_is_no_record_is_said_to_be_none() {
    let deep = "[".repeat(100_000);
    let many = format!("{{\"a\": [{}0]}}", "0,".repeat(1_000_000));
    let two = format!("{DONE}{DONE}");
    for (text, word) in [
        ("", "JSON"),
        ("hello", "JSON"),
        ("NaN", "JSON"),
        ("{\"schema\": NaN}", "JSON"),
        ("[]", "schema"),
        ("{}", "schema"),
        ("{\"start\": {\"version\": \"iperf 3.16\"}}", "schema"),
        (deep.as_str(), "recursion"),
        (many.as_str(), "a: a list of more than 256 entries"),
        (two.as_str(), "JSON"),
    ] {
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(word), "{text:.30}: {error}");
    }
    assert!(read(&[0xff, 0xfe]).is_err());
}

#[test]
fn texts_lose_what_would_deceive() {
    let parts = read(&changed("/ends/0/host/name", json!("a\u{1b}[31m\u{202e}b"))).unwrap();
    let names = [parts.coordinator.host.name, parts.peer.host.name];
    assert!(names.contains(&"a[31mb".to_owned()), "{names:?}");
    let event = json!([{"t_ns": null, "code": "x\u{0}", "args": {"text": "a\nb", "n": 1}}]);
    let parts = read(&changed("/events", event)).unwrap();
    assert_eq!(
        serde_json::to_value(&parts.events).unwrap(),
        json!([{"t_ns": null, "code": "x", "args": {"text": "ab", "n": 1}}])
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_break_the_reader(at: proptest::sample::Index, udp: bool, byte: u8, cut: bool) {
        let mut bytes = if udp { UDP } else { DONE }.as_bytes().to_vec();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if cut {
            bytes.truncate(at);
        }
        if let Ok(parts) = read(&bytes) {
            let _ = parts.record();
        }
    }
}

#[test]
fn label_and_note_lose_what_reads_as_another_text() {
    let config = |key: &str, text: &str| read(&changed(&format!("/config/{key}"), json!(text))).unwrap().config;
    assert_eq!(config("label", "a\u{7}\n\u{202e}b").label.as_deref(), Some("ab"));
    assert_eq!(config("label", "\u{202e}").label, None);
    assert_eq!(config("note", "one\r\ntwo\u{2067}\u{1b}").note.as_deref(), Some("one\ntwo"));
}
