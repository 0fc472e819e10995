//! Records as files: from node to node, and bytes that are none.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::api::text;
use crate::harness::node::Node;
use crate::harness::pair::{Pair, short};
use crate::harness::raw;

#[test]
fn a_record_goes_from_node_to_node_by_file() {
    let pair = Pair::on_loopback();
    let record = pair.run_from_a(&json!({"duration_ms": 800, "warm_up_ms": 100, "streams": 2, "label": "a file"}));
    let id = text(&record["id"]);
    let file = pair.a.api().get(&format!("/api/v1/runs/{id}/export/json")).text;

    // Both ends have it already.
    for node in [&pair.a, &pair.b] {
        let error = node.api().post_text("/api/v1/records", &file).refused(409, "exists");
        assert_eq!((&error["run"], text(&error["hint"]).is_empty()), (&json!(id), false), "{error}");
    }
    pair.a.api().patch(&format!("/api/v1/runs/{id}"), &json!({"label": "here"})).expect(200);
    pair.a.api().post_text("/api/v1/records", &file).refused(409, "exists");
    assert_eq!(pair.a.api().record(&id)["config"]["label"], "here", "a file replaces nothing");

    let mut other = Node::new("clara");
    let run = other.api().post_text("/api/v1/records", &file).expect(201);
    assert_eq!((&run["id"], &run["imported"], &run["config"]["label"]), (&json!(id), &json!(true), &json!("a file")));
    assert!(!run["spark"].as_array().unwrap().is_empty());
    assert_eq!(other.api().record(&id), record, "every figure is computed as it was");
    other.api().post_text("/api/v1/records", &file).refused(409, "exists");
    let list = other.api().get("/api/v1/runs?text=file&outcome=done").expect(200);
    assert_eq!((&list["runs"][0]["id"], &list["runs"][0]["imported"]), (&json!(id), &json!(true)));
    assert!(other.terminate(Duration::from_secs(5)).success());
    other.restart();
    assert_eq!(other.api().record(&id), record);

    // What was made up in a file is computed away.
    other.api().delete(&format!("/api/v1/runs/{id}")).expect(204);
    let error = other.api().post_text("/api/v1/records", &file).refused(409, "exists");
    assert!(text(&error["hint"]).contains("deleted"), "{error}");
    let mut forged = record.clone();
    forged["id"] = json!("f".repeat(32));
    forged["summary"]["bits_per_second"] = json!(9e99);
    forged["ends"][1]["bits_per_second"] = json!(9e99);
    forged["ends"][0]["host"]["name"] = json!("ev\u{1b}il\u{202e}");
    let run = other.api().post_text("/api/v1/records", &forged.to_string()).expect(201);
    assert_eq!(run["summary"]["bits_per_second"], record["summary"]["bits_per_second"]);
    assert_eq!(run["coordinator"], "evil");
}

#[test]
fn bytes_that_are_no_record_leave_the_node_as_it_was() {
    let pair = Pair::on_loopback();
    let record = pair.run_from_a(&short());
    let api = pair.b.api();
    let changed = |pointer: &str, value: Value| {
        let mut record = record.clone();
        record["id"] = json!("e".repeat(32));
        *record.pointer_mut(pointer).unwrap() = value;
        record.to_string()
    };
    let ten_million = format!(r#"{{"schema":1,"ends":[{{"samples":[{}0]}}]}}"#, "0,".repeat(10_000_000));
    for (body, status, code, field) in [
        (String::new(), 400, "bad_record", ""),
        ("not JSON".to_owned(), 400, "bad_record", ""),
        ("[".repeat(1_000_000), 400, "bad_record", ""),
        (r#"{"a":"#.repeat(500_000), 400, "bad_record", ""),
        (r#"{"start": {"version": "iperf 3.16"}, "end": {}}"#.to_owned(), 400, "bad_record", ""),
        (ten_million, 400, "bad_record", "ends[0].samples"),
        (changed("/schema", json!(2)), 422, "newer_record", "schema"),
        (changed("/id", json!("../../../etc/passwd")), 400, "bad_record", "id"),
        (changed("/started_at", json!("soon")), 400, "bad_record", "started_at"),
        (changed("/outcome/state", json!("measure")), 400, "bad_record", "outcome.state"),
        (changed("/config/streams", json!(1_000_000)), 400, "bad_record", "config.streams"),
        (changed("/ends/0/samples/1/bytes", json!(-5)), 400, "bad_record", "ends[0].samples[1].bytes"),
        (changed("/ends/0/samples/1/bytes", json!("NaN")), 400, "bad_record", "ends[0].samples[1].bytes"),
        (changed("/ends/0/samples/1/t_ns", json!(i64::MIN)), 400, "bad_record", "ends[0].samples[1].t_ns"),
        (changed("/plan/timing/measure_ms", json!(u64::MAX)), 400, "bad_record", "plan.timing.measure_ms"),
        (changed("/ends/1", json!(null)), 400, "bad_record", "ends[1]"),
        (changed("/schema", json!(1)).replace("\"schema\":1", "\"schema\":NaN"), 400, "bad_record", ""),
    ] {
        let error = api.post_text("/api/v1/records", &body).refused(status, code);
        assert_eq!(text(&error["field"]), field, "{body:.60}: {error}");
        assert!(text(&error["message"]).len() < 600 && !text(&error["hint"]).is_empty(), "{error}");
    }
    assert_eq!(api.get("/api/v1/runs").expect(200)["total"], 1);
    assert_eq!(api.record(&text(&record["id"])), record);
}

#[test]
fn a_file_that_is_too_large_is_refused_before_it_is_taken() {
    let node = Node::new("anna");
    let head = |length: &str| {
        format!(
            "POST /api/v1/records HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n{length}\r\nConnection: close\r\n\r\n",
            node.address,
            node.api().token
        )
    };
    // Announced: refused at once, nothing of it read.
    let bytes = head(&format!("Content-Length: {}", 65 << 20));
    let heard = raw::say(&node.address, bytes.as_bytes(), Duration::from_secs(10));
    assert_eq!(heard.status(), 413, "{}", heard.text);
    assert!(heard.text.contains("too_large") && heard.text.contains("64 MiB"), "{}", heard.text);
    // In pieces, without a word on how much it is: refused where it is too much.
    let mut bytes = head("Transfer-Encoding: chunked").into_bytes();
    let piece = [b"100000\r\n".as_slice(), &vec![b' '; 1 << 20], b"\r\n"].concat();
    bytes.extend(piece.repeat(65));
    let heard = raw::say(&node.address, &bytes, Duration::from_secs(30));
    assert_eq!(heard.status(), 413, "{}", heard.text);
    // Large, and within bounds: looked at.
    let spaces = " ".repeat(40 << 20);
    node.api().post_text("/api/v1/records", &spaces).refused(400, "bad_record");
    // Elsewhere the bound is the usual one.
    let long = json!({"label": "x".repeat(100_000)});
    node.api().patch("/api/v1/runs/1", &long).refused(413, "too_large");
}
