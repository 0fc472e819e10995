//! One run at a time, who may start it, who may stop it, and what can't be run.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::api::text;
use crate::harness::live::Live;
use crate::harness::node::Node;
use crate::harness::pair::{Pair, join, long, short};
use crate::harness::wait::{SOON, until};

/// Starts a long run at `a` and waits until both ends count.
fn going(pair: &Pair) -> String {
    let run = pair.a.api().start_run(&pair.at_a, &long());
    for node in [&pair.a, &pair.b] {
        let mut live = Live::run(&node.api(), &run, None);
        for side in ["coordinator", "peer"] {
            live.until("both ends measure", SOON, |message| {
                message["sample"]["phase"] == "measure" && message["side"] == side
            });
        }
    }
    run
}

#[track_caller]
fn cancelled_by(canceller: &str) {
    let pair = Pair::on_loopback();
    let run = going(&pair);
    let by = if canceller == "anna" { &pair.a } else { &pair.b };
    by.api().cancel(&run);
    let records = [&pair.a, &pair.b].map(|node| node.api().ended(&run, SOON));
    for record in &records {
        assert_eq!(record["outcome"]["state"], "cancelled", "{}", record["outcome"]);
        assert!(text(&record["outcome"]["reason"]["message"]).contains(canceller), "{}", record["outcome"]);
        assert!(record["summary"]["bits_per_second"].is_f64(), "nothing kept: {}", record["summary"]);
        for end in record["ends"].as_array().unwrap() {
            assert!(end["bytes"].as_u64().unwrap() > 0, "{} kept nothing", end["role"]);
            let seconds = end["measured_seconds"].as_f64().unwrap();
            assert!(seconds > 0.0 && seconds < 20.0, "{seconds}");
        }
    }
    for key in ["ends", "summary", "outcome"] {
        assert_eq!(records[0][key], records[1][key], "the nodes differ in {key}");
    }
    // The slot is free at once.
    pair.works_from(&pair.b);
}

#[test]
fn the_node_that_started_a_run_cancels_it() {
    cancelled_by("anna");
}

#[test]
fn the_peer_cancels_a_run() {
    cancelled_by("bert");
}

#[test]
fn a_second_asker_hears_who_is_busy_and_for_how_long() {
    let pair = Pair::on_loopback();
    let run = going(&pair);
    for (node, pairing) in [(&pair.a, &pair.at_a), (&pair.b, &pair.at_b)] {
        let error = node.api().ask_run(pairing, &short()).refused(409, "busy");
        assert!(!text(&error["owner"]).is_empty(), "{error}");
        let remaining = error["remaining_ms"].as_u64().unwrap();
        assert!(remaining > 1_000 && remaining < 90_000, "{error}");
    }
    // A third node that is paired with one of the two hears it from there.
    let c = Node::new("carl");
    let (_, at_c) = join(&pair.a, &c, &pair.a.address);
    let error = c.api().ask_run(&at_c, &short()).refused(409, "busy");
    assert!(text(&error["owner"]).contains("anna") && error["remaining_ms"].is_u64(), "{error}");
    pair.a.api().cancel(&run);
    pair.a.api().ended(&run, SOON);
}

#[test]
fn a_run_that_reads_as_ended_has_let_go_of_the_slot() {
    let pair = Pair::on_loopback();
    for round in 0..4 {
        let run = pair.a.api().start_run(&pair.at_a, &json!({"duration_ms": 100, "warm_up_ms": 0}));
        // Without a pause between two looks, as a hasty script does it.
        let deadline = std::time::Instant::now() + SOON;
        while pair.a.api().record(&run)["outcome"]["state"] != "done" {
            assert!(std::time::Instant::now() < deadline, "round {round} did not end");
        }
        let (node, pairing) = if round % 2 == 0 { (&pair.a, &pair.at_a) } else { (&pair.b, &pair.at_b) };
        let next = node.api().ask_run(pairing, &json!({"duration_ms": 100, "warm_up_ms": 0}));
        let next = text(&next.expect(202)["id"]);
        pair.a.api().ended(&next, SOON);
        pair.until_free();
    }
}

#[test]
fn two_nodes_that_ask_at_once_get_one_run() {
    let pair = Pair::on_loopback();
    for _ in 0..4 {
        ask_at_once(&pair);
        pair.until_free();
    }
}

fn ask_at_once(pair: &Pair) {
    let (a, b) = (pair.a.api(), pair.b.api());
    let (at_a, at_b) = (&pair.at_a, &pair.at_b);
    let answers = std::thread::scope(|scope| {
        let first = scope.spawn(|| a.ask_run(at_a, &short()));
        let second = scope.spawn(|| b.ask_run(at_b, &short()));
        [first.join().unwrap(), second.join().unwrap()]
    });
    let started: Vec<_> = answers.iter().filter(|answer| answer.status == 202).collect();
    assert!(!started.is_empty(), "nobody got a run: {answers:?}");
    for answer in &answers {
        assert!(answer.status == 202 || (answer.status == 409 && answer.json()["code"] == "busy"), "{answer:?}");
    }
    for answer in started {
        let run = text(&answer.json()["id"]);
        for api in [&a, &b] {
            assert_eq!(api.ended(&run, SOON)["outcome"]["state"], "done");
        }
    }
}

fn switch(node: &Node, on: bool) -> Value {
    node.api().patch("/api/v1/node", &json!({"peer_may_start": on})).expect(200)
}

#[test]
fn a_node_decides_whether_its_peer_may_start_runs() {
    let pair = Pair::on_loopback();
    assert_eq!(switch(&pair.a, false)["peer_may_start"], false);
    until("the peer hears of it", SOON, || {
        let pairing = pair.b.api().pairing(&pair.at_b);
        if pairing["peer"]["may_start"] == false { Ok(()) } else { Err(pairing.to_string()) }
    });
    let error = pair.b.api().ask_run(&pair.at_b, &short()).refused(403, "not_allowed");
    assert!(text(&error["message"]).contains("anna"), "{error}");
    assert!(pair.a.api().get("/api/v1/runs").expect(200)["runs"].as_array().unwrap().is_empty());
    // Its own runs it starts as before.
    pair.works_from(&pair.a);
    switch(&pair.a, true);
    until("the peer may again", SOON, || {
        let pairing = pair.b.api().pairing(&pair.at_b);
        if pairing["peer"]["may_start"] == true { Ok(()) } else { Err(pairing.to_string()) }
    });
    pair.works_from(&pair.b);
    pair.a.api().patch("/api/v1/node", &json!({"peer_may_start": "no"})).refused(400, "bad_request");
    pair.a.api().patch("/api/v1/node", &json!({"name": "x"})).refused(400, "bad_request");
}

#[test]
fn a_config_that_can_not_be_run_names_its_field() {
    let pair = Pair::on_loopback();
    let api = pair.a.api();
    for (config, status, code, field) in [
        (json!({"stream": 2}), 400, "bad_config", "stream"),
        (json!({"streams": 0}), 400, "bad_config", "streams"),
        (json!({"streams": 10_001}), 400, "bad_config", "streams"),
        (json!({"streams": "2"}), 400, "bad_config", "streams"),
        (json!({"duration_ms": 0}), 400, "bad_config", "duration_ms"),
        (json!({"duration_ms": -1}), 400, "bad_config", "duration_ms"),
        (json!({"direction": "sideways"}), 400, "bad_config", "direction"),
        (json!({"protocol": "sctp"}), 400, "bad_config", "protocol"),
        (json!({"protocol": "udp"}), 400, "bad_config", "rate_bits_per_second"),
        (json!({"protocol": "udp", "unlimited": true, "streams": 65}), 400, "bad_config", "streams"),
        (json!({"protocol": "udp", "unlimited": true, "no_delay": true}), 400, "bad_config", "no_delay"),
        (json!({"datagram_bytes": 1_000}), 400, "bad_config", "datagram_bytes"),
        (json!({"connect": "anybody"}), 400, "bad_config", "connect"),
        (json!({"threads": 2}), 400, "bad_config", "threads"),
        (json!({"label": "x".repeat(200)}), 400, "bad_config", "label"),
        (json!({"congestion_control": "vegas-9"}), 422, "plan_impossible", "congestion_control"),
    ] {
        let error = api.ask_run(&pair.at_a, &config).refused(status, code);
        assert_eq!(error["field"], field, "{config}: {error}");
    }
    api.post("/api/v1/runs", &json!({"pairing": pair.at_a, "configuration": {}})).refused(400, "bad_request");
    assert!(api.node()["running"].is_null());
    assert!(api.get("/api/v1/runs").expect(200)["runs"].as_array().unwrap().is_empty());
}

#[test]
fn each_node_holds_a_run_against_its_own_limits() {
    let a = crate::harness::node::Setup::named("anna").with(&["--max-streams", "4", "--max-duration", "5s"]).start();
    let pair = Pair::of(a, Node::new("bert"));
    for (config, field) in [(json!({"streams": 5}), "streams"), (json!({"duration_ms": 4_500}), "duration_ms")] {
        for (node, pairing) in [(&pair.a, &pair.at_a), (&pair.b, &pair.at_b)] {
            let error = node.api().ask_run(pairing, &config).refused(422, "limit");
            assert_eq!(error["field"], field, "{error}");
            assert!(text(&error["message"]).contains("anna"), "{error}");
        }
    }
    let record = pair.run_from_b(&json!({"streams": 4, "duration_ms": 300, "warm_up_ms": 0}));
    assert_eq!(record["outcome"]["state"], "done");
}

#[test]
fn records_outlive_the_node() {
    let mut pair = Pair::on_loopback();
    let record = pair.run_from_a(&short());
    let id = text(&record["id"]);
    assert!(pair.a.terminate(Duration::from_secs(5)).success());
    pair.a.restart();
    assert_eq!(pair.a.api().record(&id), record);
}
