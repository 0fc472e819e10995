//! The other node is killed in each phase.

use std::time::Instant;

use serde_json::{Value, json};

use super::{counts, going, lost};
use crate::harness::api::text;
use crate::harness::live::Live;
use crate::harness::net::Hosts;
use crate::harness::pair::Pair;
use crate::harness::wait::SOON;

/// Kills `b` in a phase; what `a` keeps. Then both go on.
#[track_caller]
fn killed_in(phase: &str, config: &Value) {
    let hosts = Hosts::limited("100mbit");
    let mut pair = Pair::on(&hosts);
    let run = going(&pair, config, phase, &pair.a);
    pair.b.kill();
    let record = lost(&pair.a, &run, Instant::now());
    let [own, theirs] = counts(&record);
    assert!(own > 1 && theirs > 1, "{own} and {theirs} samples were kept");
    assert!(text(&record["outcome"]["reason"]["message"]).contains("bert"), "{}", record["outcome"]);
    assert!(
        record["findings"].as_array().unwrap().iter().any(|finding| finding["code"] == "peer_lost"),
        "{}",
        record["findings"]
    );

    // The killed node has what it wrote to disk until then.
    pair.b.restart();
    let kept = pair.b.api().record(&run);
    assert_eq!(kept["outcome"]["state"], "interrupted", "{}", kept["outcome"]);
    assert_eq!(kept["config"], record["config"]);

    pair.again();
    pair.works_from(&pair.a);
}

#[test]
fn a_peer_killed_in_warm_up_is_lost() {
    killed_in("warm_up", &json!({"warm_up_ms": 20_000, "duration_ms": 500}));
}

#[test]
fn a_peer_killed_in_measure_is_lost() {
    killed_in("measure", &json!({"warm_up_ms": 100, "duration_ms": 20_000}));
}

#[test]
fn a_coordinator_killed_in_measure_is_lost_to_its_peer() {
    let hosts = Hosts::limited("100mbit");
    let mut pair = Pair::on(&hosts);
    let config = json!({"warm_up_ms": 100, "duration_ms": 20_000, "direction": "from_peer"});
    let run = going(&pair, &config, "measure", &pair.b);
    // Samples are written about once a second: wait for a few of them.
    let mut live = Live::run(&pair.a.api(), &run, None);
    live.until("two seconds of measuring", SOON, |message| message["sample"]["t_ns"].as_i64() > Some(2_000_000_000));
    pair.a.kill();
    let record = lost(&pair.b, &run, Instant::now());
    assert!(record["summary"]["bits_per_second"].is_f64(), "{}", record["summary"]);

    pair.a.restart();
    let kept = pair.a.api().record(&run);
    assert_eq!(kept["outcome"]["state"], "interrupted", "{}", kept["outcome"]);
    let [own, theirs] = counts(&kept);
    assert!(own >= 5 && theirs >= 5, "{own} and {theirs} samples were on disk");
    let row = pair.a.api().get("/api/v1/runs").expect(200);
    assert_eq!(row["runs"][0]["outcome"]["state"], "interrupted");
    pair.again();
    pair.works_from(&pair.b);
}

#[test]
fn a_peer_killed_while_both_collect_leaves_a_record_that_has_ended() {
    let hosts = Hosts::limited("100mbit");
    let mut pair = Pair::on(&hosts);
    let run = pair.a.api().start_run(&pair.at_a, &json!({"warm_up_ms": 0, "duration_ms": 300, "streams": 32}));
    let mut live = Live::run(&pair.a.api(), &run, None);
    live.until("collect", SOON, |message| message["type"] == "phase" && message["phase"] == "collect");
    pair.b.kill();
    // It may have been quick enough to send everything; whichever it is, it is said in time and the slot is free.
    let record = pair.a.api().ended(&run, super::SAID);
    match text(&record["outcome"]["state"]).as_str() {
        "done" => {}
        "failed" => assert_eq!(record["outcome"]["reason"]["code"], "peer_lost", "{}", record["outcome"]),
        other => panic!("{other}: {}", record["outcome"]),
    }
    assert!(counts(&record)[0] > 1);
    pair.b.restart();
    pair.again();
    pair.works_from(&pair.a);
}
