//! The shape of a record as other people's scripts rely on it: every key present, unknown null.

use serde_json::{Value, json};

use crate::harness::pair::Pair;

const RECORD: &str = "schema id started_at outcome config plan in_effect ends summary findings events";
const CONFIG: &str = "protocol direction streams threads duration_ms warm_up_ms cool_down_ms buffer_bytes \
                      send_socket_buffer_bytes receive_socket_buffer_bytes no_delay congestion_control connect label note";
const END: &str = "role direction node host measured_seconds bytes operations bits_per_second bytes_lifetime cpu_percent \
                   retransmits streams samples";
const SAMPLE: &str = "t_ns phase mark bytes operations";
const STREAM: &str = "stream bytes bits_per_second retransmits rtt_us";
const GRANTED: &str = "loop threads streams buffer_bytes send_socket_buffer_bytes receive_socket_buffer_bytes \
                       congestion_control mss_bytes no_delay local_address peer_address";

#[track_caller]
fn has(value: &Value, keys: &str, what: &str) {
    for key in keys.split_whitespace() {
        assert!(value.get(key).is_some(), "{what} has no {key}: {value:.400}");
    }
}

#[test]
fn a_record_has_every_key_of_the_contract() {
    let pair = Pair::on_loopback();
    let record = pair.run_from_b(&json!({"duration_ms": 500, "warm_up_ms": 100, "streams": 2}));
    has(&record, RECORD, "the record");
    assert_eq!((&record["schema"], &record["outcome"]), (&json!(1), &json!({"state": "done", "reason": null})));
    has(&record["config"], CONFIG, "the config");
    let started = record["started_at"].as_str().unwrap();
    assert!(started.ends_with('Z') && started.as_bytes()[10] == b'T', "{started}");

    has(&record["in_effect"], "offset_ns offset_error_ns round_trip_ns", "in_effect");
    assert!(record["in_effect"]["offset_error_ns"].is_u64(), "{}", record["in_effect"]);
    for side in ["coordinator", "peer"] {
        let granted = &record["in_effect"][side];
        has(granted, GRANTED, side);
        assert_eq!(granted["streams"], 2);
        assert!(granted["congestion_control"].is_string() && granted["mss_bytes"].is_u64(), "{granted}");
        // Decided before the first socket opened.
        assert_eq!(granted["loop"], record["plan"][side]["loop"]);
    }

    has(&record["summary"], "bits_per_second measured_seconds by_direction", "the summary");
    assert!(record["summary"]["bits_per_second"].is_f64());
    for end in record["ends"].as_array().unwrap() {
        has(end, END, "an end");
        has(&end["host"], "name os kernel cpu_model cpu_count memory_bytes interfaces version", "a host");
        let streams = end["streams"].as_array().unwrap();
        assert_eq!(streams.iter().map(|stream| stream["stream"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 1]);
        for stream in streams {
            has(stream, STREAM, "a stream");
        }
        let total: u64 = streams.iter().map(|stream| stream["bytes"].as_u64().unwrap()).sum();
        assert_eq!(end["bytes"], total, "streams do not add up");
        let cpu = end["cpu_percent"].as_f64().unwrap();
        assert!((0.0..=100.0).contains(&cpu), "{cpu}");
        end["samples"].as_array().unwrap().iter().for_each(|sample| has(sample, SAMPLE, "a sample"));
    }
    for event in record["events"].as_array().unwrap() {
        has(event, "t_ns code args", "an event");
    }
    for finding in record["findings"].as_array().unwrap() {
        has(finding, "code severity evidence advice", "a finding");
    }
    assert_no_control_characters(&record);
}

fn assert_no_control_characters(value: &Value) {
    match value {
        Value::String(text) => assert!(!text.chars().any(char::is_control), "{text:?}"),
        Value::Array(items) => items.iter().for_each(assert_no_control_characters),
        Value::Object(map) => map.values().for_each(assert_no_control_characters),
        _ => {}
    }
}

#[test]
fn defaults_are_those_that_are_documented() {
    let pair = Pair::on_loopback();
    let run = pair.a.api().start_run(&pair.at_a, &json!({}));
    let config = pair.a.api().record(&run)["config"].clone();
    let expected = json!({
        "mode": "throughput", "streams_per_thread": null, "mappings": null, "cpus": null, "stop_after_bytes": null,
        "stop_after_operations": null, "request_bytes": 1, "response_bytes": 1, "spin": false, "payload": "random",
        "receive_copy": "copy", "send_copy": "copy", "mss_bytes": null, "dscp": null, "source_address": null,
        "source_interface": null, "ends": {"coordinator": {}, "peer": {}},
        "protocol": "tcp", "direction": "to_peer", "streams": 1, "threads": null, "duration_ms": 10_000, "warm_up_ms": 1_000,
        "cool_down_ms": 0, "rate_bits_per_second": null, "stream_rate_bits_per_second": null, "unlimited": false,
        "datagram_bytes": null, "pace": "quantum", "segmentation_offload": "auto", "ports": "single", "base_port": 5001,
        "buffer_bytes": null, "send_socket_buffer_bytes": null, "receive_socket_buffer_bytes": null,
        "no_delay": false, "congestion_control": null, "connect": "dialler", "label": null, "note": null,
    });
    assert_eq!(config, expected);
    pair.a.api().cancel(&run);
}

#[test]
fn the_description_of_the_api_names_every_route() {
    let pair = Pair::on_loopback();
    let description = pair.a.api().get("/api/openapi.json").expect(200);
    for path in [
        "/api/v1/node",
        "/api/v1/invitations",
        "/api/v1/pairings",
        "/api/v1/pairings/{id}",
        "/api/v1/runs",
        "/api/v1/runs/{id}",
        "/api/v1/runs/{id}/cancel",
        "/api/v1/runs/{id}/record",
        "/api/v1/runs/{id}/export/{format}",
        "/api/v1/live",
        "/healthz",
        "/metrics",
    ] {
        assert!(description["paths"].get(path).is_some(), "{path} is not described");
    }
    let schema = &description["components"]["schemas"]["RunRecord"]["properties"];
    has(schema, RECORD, "the schema of a record");
}

#[test]
fn what_is_not_there_is_said_to_be_not_there() {
    let pair = Pair::on_loopback();
    let (api, id) = (pair.a.api(), "0".repeat(32));
    api.get(&format!("/api/v1/runs/{id}")).refused(404, "no_run");
    api.get(&format!("/api/v1/runs/{id}/record")).refused(404, "no_run");
    api.get(&format!("/api/v1/runs/{id}/export/json")).refused(404, "no_run");
    api.post(&format!("/api/v1/runs/{id}/cancel"), &json!({})).refused(404, "no_run");
    api.get(&format!("/api/v1/pairings/{id}")).refused(404, "no_pairing");
    api.ask_run(&id, &json!({})).refused(404, "no_pairing");
    api.get("/api/v1/nothing").refused(404, "not_found");
    assert_eq!(api.delete("/api/v1/node").status, 405);
}
