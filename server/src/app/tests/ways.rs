//! A peer that wants ways looked at, as often and as widely as it likes.

use std::net::TcpListener;

use super::*;

fn look(number: u64, port: Option<u16>, addresses: &[&str]) -> Value {
    let offer = json!({
        "key": "00".repeat(32), "port": port, "addresses": addresses, "further": [],
        "link_local": "127.0.0.1:1", "link_remote": "127.0.0.1:2",
    });
    json!({"say": "look", "number": number, "offer": offer, "back": false})
}

#[tokio::test]
async fn what_is_found_at_third_addresses_is_not_told() {
    let (app, mut stranger, pairing) = met().await;
    // Somebody's server, which the stranger has not got at its own address.
    let third = TcpListener::bind("127.0.0.2:0").unwrap();
    let port = third.local_addr().unwrap().port();
    stranger.say(look(7, Some(port), &[&format!("127.0.0.2:{port}"), "127.0.0.3:9"])).await;
    assert_eq!(stranger.hear("look").await["back"], true);
    let told = stranger.hear("looked").await;
    let ways = told["reach"]["ways"].as_array().unwrap();
    for way in ways.iter().filter(|way| way["address"] != "127.0.0.1") {
        assert!(way["address"].is_null() && way["round_trip_ns"].is_null(), "{told}");
        assert!(way["state"] == "closed" || way["family"] == "ipv6", "{told}");
    }
    let of_link = ways.iter().find(|way| way["address"] == "127.0.0.1" && way["protocol"] == "tcp").unwrap();
    assert_eq!(of_link["state"], "refused", "{told}");
    assert!(third.accept().is_ok(), "it was looked at");
    // Its own page is told what was there.
    stranger.say(json!({"say": "looked", "number": 7, "reach": {"ways": []}})).await;
    let mut changes = app.runs.changes();
    let kept = async {
        loop {
            if let Some(reach) = app.runs.reach(&pairing) {
                return reach;
            }
            changes.changed().await.unwrap();
        }
    };
    let reach = timeout(SOON, kept).await.unwrap();
    let state =
        |address: &str| reach.ways.iter().find(|way| way.address.as_deref() == Some(address)).map(|way| way.state);
    assert_eq!(state("127.0.0.2"), Some(WayState::NotThePeer));
    assert_eq!(state("127.0.0.3"), Some(WayState::Refused));
}

#[tokio::test]
async fn nobody_has_a_node_look_without_end() {
    let (_app, mut stranger, _) = met().await;
    for number in 0..20 {
        stranger.say(look(number, None, &[])).await;
        stranger.hear("looked").await;
    }
    stranger.say(look(20, None, &[])).await;
    assert_eq!(stranger.hear("no_look").await["number"], 20);
}

#[tokio::test]
async fn a_node_that_came_to_check_makes_no_runs_and_none_are_made_with_it() {
    let introduction = Introduction { may_start: true, only_checks: true, ..Introduction::default() };
    let (app, mut stranger, pairing) = met_with("f", introduction).await;
    stranger.ask(RUN).await;
    assert_eq!(stranger.hear("refuse").await["refusal"]["code"], "not_allowed");
    let error = app.runs.start(&pairing, json!({})).await.unwrap_err();
    assert_eq!(error.code, "not_allowed");
}

#[tokio::test]
async fn a_peer_that_does_not_answer_is_not_waited_for() {
    let (app, _stranger, pairing) = met().await;
    assert!(timeout(SOON, app.runs.look(&pairing)).await.unwrap().is_none());
}
