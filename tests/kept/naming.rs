//! Names, and deleting: at one node, to be taken back, never while a run goes on.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::api::text;
use crate::harness::live::Live;
use crate::harness::pair::{Pair, long, short};
use crate::harness::wait::SOON;

#[test]
fn a_run_is_named_and_deleted_at_one_node_alone() {
    let mut pair = Pair::on_loopback();
    let record = pair.run_from_a(&json!({"duration_ms": 500, "warm_up_ms": 100, "label": "first"}));
    let id = text(&record["id"]);
    let path = format!("/api/v1/runs/{id}");
    let (a, b) = (pair.a.api(), pair.b.api());
    a.patch(&path, &json!({"label": "Lab 7", "note": "two\nlines"})).expect(200);
    a.patch(&path, &json!({"note": null})).expect(200);
    let named = a.record(&id);
    assert_eq!((&named["config"]["label"], &named["config"]["note"]), (&json!("Lab 7"), &json!(null)));
    assert_eq!(named["summary"], record["summary"]);
    assert_eq!(b.record(&id)["config"]["label"], "first");

    a.delete(&path).expect(204);
    for rest in ["", "/record", "/export/json", "/share"] {
        assert_eq!(a.get(&format!("{path}{rest}")).status, 404, "{rest}");
    }
    a.patch(&path, &json!({"label": "x"})).refused(404, "no_run");
    a.delete(&path).refused(404, "no_run");
    assert_eq!(a.get("/api/v1/runs").expect(200), json!({"runs": [], "total": 0, "matched": 0}));
    assert_eq!(b.record(&id), record_at(&record, "first"), "the other node keeps its own");

    // Still deleted, and still to be taken back, by a node that was started anew.
    assert!(pair.a.terminate(Duration::from_secs(5)).success());
    pair.a.restart();
    let a = pair.a.api();
    a.get(&path).refused(404, "no_run");
    assert_eq!(a.post(&format!("{path}/restore"), &json!({})).expect(200)["config"]["label"], "Lab 7");
    assert_eq!(a.record(&id), named);
}

fn record_at(record: &Value, label: &str) -> Value {
    let mut record = record.clone();
    record["config"]["label"] = label.into();
    record
}

#[test]
fn a_run_that_goes_on_is_named_and_not_deleted() {
    let pair = Pair::on_loopback();
    let (a, b) = (pair.a.api(), pair.b.api());
    let id = a.start_run(&pair.at_a, &long());
    let path = format!("/api/v1/runs/{id}");
    Live::run(&a, &id, None).until("it measures", SOON, |message| message["sample"]["phase"] == "measure");
    for api in [&a, &b] {
        let error = api.delete(&path).refused(409, "running");
        assert!(text(&error["hint"]).contains("stop it first"), "{error}");
        api.post(&format!("{path}/share"), &json!({})).refused(409, "running");
    }
    a.patch(&path, &json!({"label": "while it goes"})).expect(200);
    assert_eq!(a.record(&id)["config"]["label"], "while it goes");
    let going = a.get("/api/v1/runs?outcome=running&text=WHILE").expect(200);
    assert_eq!((&going["runs"][0]["id"], &going["matched"]), (&json!(id), &json!(1)));

    // One that waits behind it is in the list and can't be deleted either.
    let queued = json!({"pairing": pair.at_a, "config": short(), "queue": true});
    let waiting = text(&a.post("/api/v1/runs", &queued).expect(202)["id"]);
    a.delete(&format!("/api/v1/runs/{waiting}")).refused(409, "running");
    assert_eq!(a.get("/api/v1/runs?outcome=running").expect(200)["matched"], 2);
    a.cancel(&waiting);
    a.cancel(&id);
    assert_eq!(a.ended(&id, SOON)["config"]["label"], "while it goes");
    pair.until_free();
    assert_eq!(a.record(&id)["config"]["label"], "while it goes", "the end of a run leaves its name");
    a.delete(&path).expect(204);
    a.get(&path).refused(404, "no_run");
}
