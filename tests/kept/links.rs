//! Links that show a run to whoever has them.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::api::{Api, text};
use crate::harness::pair::{Pair, short};

fn list(value: &Value) -> Vec<String> {
    value["shares"].as_array().unwrap().iter().map(|share| text(&share["id"])).collect()
}

#[test]
fn a_run_has_links_that_are_withdrawn_one_by_one_or_all_at_once() {
    let mut pair = Pair::on_loopback();
    let id = text(&pair.run_from_a(&short())["id"]);
    let api = pair.a.api();
    let path = format!("/api/v1/runs/{id}/share");
    let hidden = api.post(&path, &json!({})).expect(201);
    let open = api.post(&path, &json!({"hide": false, "expires_in_days": null})).expect(201);
    let (first, second) = (text(&hidden["id"]), text(&open["id"]));
    assert_ne!(first, second);
    for (share, hides, ends) in [(&hidden, true, true), (&open, false, false)] {
        let id_of_share = text(&share["id"]);
        assert_eq!(id_of_share.len(), 26);
        assert!(id_of_share.bytes().all(|b| b.is_ascii_digit() || (b.is_ascii_uppercase() && !b"ILOU".contains(&b))));
        let url = text(&share["url"]);
        assert!(url.starts_with("http://") && url.ends_with(&format!("/r/{id_of_share}")), "{url}");
        assert_eq!((&share["run"], &share["hidden"]), (&json!(id), &json!(hides)));
        assert_eq!(share["expires_at"].is_string(), ends);
    }
    assert_eq!(list(&api.get(&path).expect(200)).len(), 2);
    // The other node keeps its own run and its own links.
    assert_eq!(list(&pair.b.api().get("/api/v1/shares").expect(200)), Vec::<String>::new());

    // They outlive the node, go with their run and come back with it.
    assert!(pair.a.terminate(Duration::from_secs(5)).success());
    pair.a.restart();
    let api = pair.a.api();
    assert_eq!(list(&api.get("/api/v1/shares").expect(200)).len(), 2);
    api.delete(&format!("/api/v1/runs/{id}")).expect(204);
    assert!(list(&api.get("/api/v1/shares").expect(200)).is_empty());
    api.post(&format!("/api/v1/runs/{id}/restore"), &json!({})).expect(200);

    api.delete(&format!("/api/v1/shares/{}", first.to_lowercase())).expect(204);
    api.delete(&format!("/api/v1/shares/{first}")).refused(404, "no_share");
    assert_eq!(list(&api.get(&path).expect(200)), [second]);
    api.delete(&path).expect(204);
    assert!(list(&api.get(&path).expect(200)).is_empty());

    for body in
        [json!({"expires_in_days": 0}), json!({"expires_in_days": 4000}), json!({"hide": "no"}), json!({"days": 3})]
    {
        api.post(&path, &body).refused(400, "bad_request");
    }
    let nowhere = format!("/api/v1/runs/{}/share", "0".repeat(32));
    api.post(&nowhere, &json!({})).refused(404, "no_run");
    api.get(&nowhere).refused(404, "no_run");
    api.delete(&nowhere).refused(404, "no_run");
}

#[test]
fn a_hidden_link_tells_nobody_whose_machines_they_were() {
    let pair = Pair::on_loopback();
    let config = json!({"duration_ms": 500, "warm_up_ms": 100, "label": "secretlabel", "note": "secretnote"});
    let record = pair.run_from_a(&config);
    let id = text(&record["id"]);
    let api = pair.a.api();
    let share = |ask| text(&api.post(&format!("/api/v1/runs/{id}/share"), &ask).expect(201)["id"]);
    let (hidden, open) = (share(json!({})), share(json!({"hide": false})));

    let mut secrets = ["anna", "bert", "secretlabel", "secretnote"].map(str::to_owned).to_vec();
    for end in record["ends"].as_array().unwrap() {
        secrets.extend([text(&end["node"]), text(&end["host"]["machine"])]);
    }
    for side in ["coordinator", "peer"] {
        secrets.push(text(&record["in_effect"][side]["local_address"]));
        secrets.push(text(&record["in_effect"][side]["peer_address"]));
    }
    secrets.retain(|secret| !secret.is_empty());
    assert!(secrets.len() >= 8, "{secrets:?}");

    let stranger = Api::new(&pair.a.address, "");
    stranger.get(&format!("/api/v1/runs/{id}/record")).refused(401, "unauthorized");
    for ending in ["", ".json", ".jsonl", ".csv", ".text"] {
        let shown = stranger.get(&format!("/r/{}{ending}", hidden.to_lowercase()));
        assert_eq!(shown.status, 200, "{ending}: {}", shown.text);
        for secret in &secrets {
            assert!(!shown.text.contains(secret), "{ending} shows {secret}");
        }
    }
    let shown = stranger.get(&format!("/r/{hidden}.json")).json();
    assert_eq!((&shown["redacted"], &shown["ends"][0]["host"]["name"]), (&json!(true), &json!("host-a")));
    for key in ["summary", "started_at", "id"] {
        assert_eq!(shown[key], record[key], "{key}");
    }
    // What the systems counted names interfaces and drivers: it is left out whole.
    let mut samples = record["ends"][1]["samples"].clone();
    samples.as_array_mut().unwrap().iter_mut().for_each(|sample| sample["counters"] = Value::Null);
    assert_eq!(shown["ends"][1]["samples"], samples);
    assert_eq!(stranger.get(&format!("/r/{open}.json")).json(), record);

    // A hidden record can be kept elsewhere, and stays hidden.
    let file = stranger.get(&format!("/r/{hidden}.json")).text;
    let other = crate::harness::node::Node::new("clara");
    other.api().post_text("/api/v1/records", &file).expect(201);
    assert_eq!(other.api().record(&id), shown);

    // What was withdrawn is as if it had never been.
    api.delete(&format!("/api/v1/shares/{hidden}")).expect(204);
    for ending in ["", ".json"] {
        let gone = stranger.get(&format!("/r/{hidden}{ending}"));
        let never = stranger.get(&format!("/r/{}{ending}", "0".repeat(26)));
        assert_eq!((gone.status, &gone.text), (404, &never.text), "{ending}");
    }
    api.delete(&format!("/api/v1/runs/{id}")).expect(204);
    assert_eq!(stranger.get(&format!("/r/{open}.json")).status, 404);
}
