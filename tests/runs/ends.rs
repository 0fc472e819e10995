//! Whoever starts a run and whichever way the payload flows, both nodes keep one record of it.

use serde_json::{Value, json};

use crate::harness::api::text;
use crate::harness::live::Live;
use crate::harness::net::Hosts;
use crate::harness::node::Node;
use crate::harness::pair::Pair;
use crate::harness::wait::SOON;

/// An end of a record by its role.
fn end<'a>(record: &'a Value, role: &str) -> &'a Value {
    record["ends"].as_array().unwrap().iter().find(|end| end["role"] == role).unwrap()
}

#[track_caller]
fn check(pair: &Pair, starter: &Node, direction: &str) {
    let (sender, receiver) = match (starter.name() == "anna", direction) {
        (true, "to_peer") | (false, "from_peer") => (&pair.a, &pair.b),
        _ => (&pair.b, &pair.a),
    };
    let config =
        json!({"direction": direction, "duration_ms": 500, "warm_up_ms": 100, "cool_down_ms": 300, "label": "w\u{e9}"});
    let record = pair.run_from(starter, &config);
    assert_eq!(record["outcome"], json!({"state": "done", "reason": null}), "{}", record["outcome"]);
    let id = text(&record["id"]);
    let other = if starter.name() == "anna" { &pair.b } else { &pair.a };
    let theirs = other.api().ended(&id, std::time::Duration::from_secs(5));
    for key in [
        "schema",
        "id",
        "started_at",
        "outcome",
        "config",
        "plan",
        "in_effect",
        "ends",
        "summary",
        "findings",
        "events",
    ] {
        assert_eq!(record[key], theirs[key], "the nodes differ in {key}");
    }

    let ends = record["ends"].as_array().unwrap();
    assert_eq!((ends.len(), &ends[0]["role"], &ends[1]["role"]), (2, &json!("sender"), &json!("receiver")));
    let starter_id = starter.api().node()["id"].clone();
    for (end, node) in ends.iter().zip([sender, receiver]) {
        assert_eq!(end["node"], node.api().node()["id"]);
        assert_eq!(end["host"]["name"], node.name());
        assert_eq!(end["direction"], direction);
        assert_eq!(end["side"], if end["node"] == starter_id { "coordinator" } else { "peer" });
    }
    let (sent, received) = (end(&record, "sender"), end(&record, "receiver"));
    assert!(sent["bytes_lifetime"].as_u64().unwrap() >= received["bytes_lifetime"].as_u64().unwrap());
    assert!(sent["retransmits"].is_u64() && received["retransmits"].is_null(), "{sent} {received}");
    assert_eq!(record["summary"]["bits_per_second"], received["bits_per_second"]);
    for end in ends {
        check_figures(end);
    }
    // Both have it in their lists.
    for node in [&pair.a, &pair.b] {
        let runs = node.api().get("/api/v1/runs").expect(200);
        let row = &runs["runs"][0];
        assert_eq!(
            (text(&row["id"]), &row["outcome"]["state"], &row["config"]["label"]),
            (id.clone(), &json!("done"), &json!("w\u{e9}"))
        );
        assert_eq!((text(&row["coordinator"]).as_str(), text(&row["peer"]).as_str()), (starter.name(), other.name()));
    }
}

/// The figures of an end come from its own samples and fit each other.
fn check_figures(end: &Value) {
    let (bytes, seconds) = (end["bytes"].as_u64().unwrap(), end["measured_seconds"].as_f64().unwrap());
    let rate = end["bits_per_second"].as_f64().unwrap();
    assert!((rate - bytes as f64 * 8.0 / seconds).abs() <= 1e-6 * rate, "{rate} is not {bytes} × 8 ÷ {seconds}");
    assert!((seconds - 0.5).abs() < 0.1, "{seconds} s instead of half a second");
    assert!(bytes > 0 && bytes < end["bytes_lifetime"].as_u64().unwrap());
    let samples = end["samples"].as_array().unwrap();
    let marked =
        |mark: &str| samples.iter().find(|sample| sample["mark"] == mark).unwrap_or_else(|| panic!("no {mark}"));
    let (from, to) = (marked("measure_start"), marked("measure_end"));
    assert_eq!(to["bytes"].as_u64().unwrap() - from["bytes"].as_u64().unwrap(), bytes);
    assert_eq!(marked("end")["bytes"], end["bytes_lifetime"]);
    let times: Vec<i64> = samples.iter().map(|sample| sample["t_ns"].as_i64().unwrap()).collect();
    assert!(times.is_sorted(), "samples are out of order: {times:?}");
    let counts: Vec<u64> = samples.iter().map(|sample| sample["bytes"].as_u64().unwrap()).collect();
    assert!(counts.is_sorted(), "a counter went back: {counts:?}");
    let phases: Vec<_> = samples.iter().map(|sample| text(&sample["phase"])).collect();
    for phase in ["warm_up", "measure", "cool_down"] {
        assert!(phases.iter().any(|seen| seen == phase), "no sample in {phase}: {phases:?}");
    }
}

#[test]
fn the_inviter_starts_and_sends() {
    let hosts = Hosts::limited("200mbit");
    let pair = Pair::on(&hosts);
    check(&pair, &pair.a, "to_peer");
}

#[test]
fn the_inviter_starts_and_receives() {
    let hosts = Hosts::limited("200mbit");
    let pair = Pair::on(&hosts);
    check(&pair, &pair.a, "from_peer");
}

#[test]
fn the_dialler_starts_and_sends() {
    let hosts = Hosts::limited("200mbit");
    let pair = Pair::on(&hosts);
    check(&pair, &pair.b, "to_peer");
}

#[test]
fn the_dialler_starts_and_receives() {
    let hosts = Hosts::limited("200mbit");
    let pair = Pair::on(&hosts);
    check(&pair, &pair.b, "from_peer");
}

/// Runs one after the other, each asked for as soon as the one before has ended at the asker's own node.
#[track_caller]
fn in_a_row(pair: &Pair, starters: [(&Node, &str); 3]) {
    for (round, (starter, pairing)) in starters.into_iter().enumerate() {
        let config = json!({"duration_ms": 300, "warm_up_ms": 0, "label": format!("round {round}")});
        let id = starter.api().start_run(pairing, &config);
        let end = Live::run(&starter.api(), &id, None).until("the end", SOON, |message| message["type"] == "end");
        assert_eq!(end["outcome"]["state"], "done", "round {round}: {end}");
    }
    pair.until_free();
    for node in [&pair.a, &pair.b] {
        let runs = node.api().get("/api/v1/runs").expect(200);
        let labels: Vec<_> = runs["runs"].as_array().unwrap().iter().map(|run| text(&run["config"]["label"])).collect();
        assert_eq!(labels, ["round 2", "round 1", "round 0"]);
    }
}

#[test]
fn a_run_can_follow_as_soon_as_the_one_before_has_ended() {
    let pair = Pair::on_loopback();
    in_a_row(&pair, [(&pair.a, &pair.at_a); 3]);
}

#[test]
fn the_other_node_can_start_the_next_run() {
    let pair = Pair::on_loopback();
    in_a_row(&pair, [(&pair.a, &pair.at_a), (&pair.b, &pair.at_b), (&pair.a, &pair.at_a)]);
}
