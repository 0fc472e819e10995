//! Runs that were asked to wait for the one that goes on.

use serde_json::{Value, json};

use crate::harness::api::{Answer, Api, text};
use crate::harness::live::Live;
use crate::harness::pair::{Pair, long, short};
use crate::harness::wait::{SOON, until};

fn queue(api: &Api, pairing: &str, config: &Value) -> Answer {
    api.post("/api/v1/runs", &json!({"pairing": pairing, "config": config, "queue": true}))
}

/// When a run began to flow, as its own record says it.
fn started(record: &Value) -> String {
    text(&record["started_at"])
}

#[test]
fn a_run_that_need_not_wait_begins_at_once() {
    let pair = Pair::on_loopback();
    let accepted = queue(&pair.a.api(), &pair.at_a, &short()).expect(202);
    assert!(accepted["position"].is_null(), "{accepted}");
    assert_eq!(pair.a.api().ended(&text(&accepted["id"]), SOON)["outcome"]["state"], "done");
}

#[test]
fn runs_wait_their_turn_in_the_order_in_which_they_were_asked_for() {
    let pair = Pair::on_loopback();
    let api = pair.a.api();
    let going = api.start_run(&pair.at_a, &long());
    Live::run(&api, &going, None).until_counting("measure", SOON);
    let waiting: Vec<String> = (1..=3)
        .map(|place| {
            let accepted = queue(&api, &pair.at_a, &short()).expect(202);
            assert_eq!((&accepted["position"], &accepted["state"]), (&json!(place), &json!("check")), "{accepted}");
            text(&accepted["id"])
        })
        .collect();
    // One can look at a run that waits, and take it out of the line.
    let record = api.record(&waiting[1]);
    assert_eq!(record["outcome"]["state"], "check");
    assert!(record["events"].as_array().unwrap().iter().any(|event| event["code"] == "queued"), "{}", record["events"]);
    let mut live = Live::run(&api, &waiting[1], None);
    api.cancel(&waiting[1]);
    let end = live.until("the end of a run that never began", SOON, |message| message["type"] == "end");
    assert_eq!(end["outcome"]["state"], "cancelled");
    api.get(&format!("/api/v1/runs/{}/record", waiting[1])).refused(404, "no_run");

    api.cancel(&going);
    let records = [&waiting[0], &waiting[2]].map(|run| {
        until("its turn comes", SOON, || {
            let answer = pair.b.api().get(&format!("/api/v1/runs/{run}/record"));
            if answer.status == 200 { Ok(()) } else { Err(answer.text) }
        });
        pair.b.api().ended(run, SOON)
    });
    for record in &records {
        assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
    }
    assert!(started(&records[0]) <= started(&records[1]));
    pair.until_free();
    let ended: Vec<_> =
        api.get("/api/v1/runs").expect(200)["runs"].as_array().unwrap().iter().map(|run| text(&run["id"])).collect();
    assert_eq!(ended.len(), 3, "{ended:?}");
}

#[test]
fn a_run_waits_for_one_that_the_other_node_started() {
    let pair = Pair::on_loopback();
    let going = pair.a.api().start_run(&pair.at_a, &long());
    Live::run(&pair.b.api(), &going, None).until_counting("measure", SOON);
    let accepted = queue(&pair.b.api(), &pair.at_b, &short()).expect(202);
    assert_eq!(accepted["position"], 1);
    pair.a.api().cancel(&going);
    let record = pair.b.api().ended(&text(&accepted["id"]), SOON);
    assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
}

#[test]
fn a_queue_is_no_way_around_the_checks() {
    let pair = Pair::on_loopback();
    queue(&pair.a.api(), &pair.at_a, &json!({"streams": 0})).refused(400, "bad_config");
    queue(&pair.a.api(), &"0".repeat(32), &short()).refused(404, "no_pairing");
}
