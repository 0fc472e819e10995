//! Watching a run: a viewer sees all of it, also one that comes late, comes back, or is at the other node.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::live::Live;
use crate::harness::pair::{Pair, long};
use crate::harness::wait::SOON;

fn watched() -> Value {
    json!({"duration_ms": 1_500, "warm_up_ms": 300, "cool_down_ms": 200})
}

/// Everything until the server closes.
fn rest(live: &mut Live) -> Vec<Value> {
    std::iter::from_fn(|| live.next(SOON)).collect()
}

fn numbers(messages: &[Value]) -> Vec<u64> {
    messages.iter().map(|message| message["seq"].as_u64().unwrap()).collect()
}

#[test]
fn viewers_of_both_nodes_see_both_ends_from_first_to_last() {
    let pair = Pair::on_loopback();
    let run = pair.a.api().start_run(&pair.at_a, &watched());
    for node in [&pair.a, &pair.b] {
        let messages = rest(&mut Live::run(&node.api(), &run, None));
        let name = node.name();
        assert_eq!(messages[0]["type"], "snapshot", "{name}");
        assert_eq!(messages[0]["record"]["id"], run.as_str());
        let last = messages.last().unwrap();
        assert_eq!((&last["type"], &last["outcome"]["state"]), (&json!("end"), &json!("done")), "{name}");
        let numbers = numbers(&messages);
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{name}: {numbers:?}");
        if node.name() == "bert" {
            continue; // This one came when the run had ended.
        }
        let phases: Vec<_> = messages
            .iter()
            .filter(|message| message["type"] == "phase")
            .map(|message| message["phase"].clone())
            .collect();
        assert!(phases.ends_with(&[json!("measure"), json!("cool_down"), json!("collect")]), "{phases:?}");
        for side in ["coordinator", "peer"] {
            let seen = messages.iter().filter(|message| message["type"] == "sample" && message["side"] == side).count();
            assert!(seen >= 10, "{seen} samples of the {side} at {name}");
        }
    }
}

#[test]
fn a_viewer_at_the_other_node_sees_the_same_run_live() {
    let pair = Pair::on_loopback();
    let mut node = Live::node(&pair.b.api());
    let run = pair.a.api().start_run(&pair.at_a, &watched());
    // The page of the other node hears of the run without having asked for it.
    node.until("the run at the other node", SOON, |message| message["node"]["running"] == run.as_str());
    let mut live = Live::run(&pair.b.api(), &run, None);
    live.until_counting("measure", SOON);
    let end = live.until("the end", SOON, |message| message["type"] == "end");
    assert_eq!(end["outcome"]["state"], "done");
    node.until("the node is free again", SOON, |message| message["node"]["running"].is_null());
}

#[test]
fn a_viewer_that_comes_back_gets_what_it_missed_and_nothing_twice() {
    let pair = Pair::on_loopback();
    let api = pair.a.api();
    let run = api.start_run(&pair.at_a, &watched());
    let mut first = Live::run(&api, &run, None);
    let seen = first.until_counting("warm_up", SOON)["seq"].as_u64().unwrap();
    drop(first);
    // Away while the run goes on.
    Live::run(&api, &run, None).until_counting("measure", SOON);
    let messages = rest(&mut Live::run(&api, &run, Some(seen)));
    let expected: Vec<u64> = (seen + 1..).take(messages.len()).collect();
    assert_eq!(numbers(&messages), expected);
    assert!(messages.iter().all(|message| message["type"] != "snapshot"));
    assert_eq!(messages.last().unwrap()["type"], "end");
}

#[test]
fn a_viewer_that_comes_late_gets_all_samples_so_far() {
    let pair = Pair::on_loopback();
    let api = pair.a.api();
    let run = api.start_run(&pair.at_a, &watched());
    Live::run(&api, &run, None).until_counting("measure", SOON);
    let snapshot = Live::run(&api, &run, None).next(SOON).unwrap();
    assert_eq!(snapshot["type"], "snapshot");
    assert!(snapshot["elapsed_ms"].is_i64(), "{}", snapshot["elapsed_ms"]);
    let ends = snapshot["record"]["ends"].as_array().unwrap();
    assert!(ends.iter().all(|end| end["samples"][0]["phase"] == "warm_up"), "{ends:?}");
    assert_eq!(snapshot["record"]["outcome"]["state"], "measure");
    let record = api.record(&run);
    assert_eq!(record["outcome"]["state"], "measure");
}

#[test]
fn a_run_does_not_need_a_viewer() {
    let pair = Pair::on_loopback();
    let api = pair.a.api();
    let run = api.start_run(&pair.at_a, &watched());
    // The one who started it goes away.
    drop(Live::run(&api, &run, None));
    assert_eq!(api.ended(&run, SOON)["outcome"]["state"], "done");
}

#[test]
fn the_sixty_fifth_viewer_is_refused_and_the_run_goes_on() {
    let pair = Pair::on_loopback();
    let api = pair.a.api();
    let run = api.start_run(&pair.at_a, &long());
    let mut viewers: Vec<_> = (0..64).map(|_| Live::run(&api, &run, None)).collect();
    let address = api.address.clone();
    let lines = [
        format!("GET /api/v1/live?run={run} HTTP/1.1"),
        format!("Host: {address}"),
        format!("Authorization: Bearer {}", api.token),
        "Connection: Upgrade".to_owned(),
        "Upgrade: websocket".to_owned(),
        "Sec-WebSocket-Version: 13".to_owned(),
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==".to_owned(),
    ];
    let head: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
    let answer = crate::harness::raw::say(&address, format!("{head}\r\n").as_bytes(), Duration::from_secs(2));
    assert_eq!(answer.status(), 503, "{}", answer.text);
    viewers[63].until_counting("measure", SOON);
    api.cancel(&run);
    assert_eq!(api.ended(&run, SOON)["outcome"]["state"], "cancelled");
}
