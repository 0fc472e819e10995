//! A node and a peer that says whatever it likes.

use std::net::Ipv4Addr;
use std::time::Duration;

use pairperf_shared::config::RunConfig;
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::State;
use pairperf_shared::reach::WayState;
use pairperf_shared::record::Reason;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::*;
use crate::peer::NewLink;

mod ways;

const SOON: Duration = Duration::from_secs(5);
const RUN: &str = "0123456789abcdef0123456789abcdef";

/// The other end of a pairing, without any of our own manners.
struct Stranger {
    link: NewLink,
    _peers: Peers,
}

impl Stranger {
    async fn say(&self, control: Value) {
        let bytes = format!("C{control}").into_bytes();
        self.link.paired.link.send(bytes).await.unwrap();
    }

    /// The next message of that kind; others are passed over.
    async fn hear(&mut self, kind: &str) -> Value {
        let heard = async {
            loop {
                let bytes = self.link.messages.recv().await.unwrap();
                let said: Value = serde_json::from_slice(&bytes[1..]).unwrap_or_default();
                if said["say"] == kind {
                    return said;
                }
            }
        };
        timeout(SOON, heard).await.unwrap_or_else(|_| panic!("no {kind} was heard"))
    }

    async fn ask(&self, run: &str) {
        let (config, host) = (RunConfig::default(), HostFacts { cpu_count: 1, ..HostFacts::default() });
        let (started_at, key) = ("2026-11-30T10:00:00Z", "0".repeat(64));
        self.say(
            json!({"say": "ask", "run": run, "config": config, "host": host, "started_at": started_at, "key": key}),
        )
        .await;
    }
}

/// A node, the stranger it is paired with, and the pairing.
async fn met() -> (App, Stranger, String) {
    // The highest node id there is: who meets it goes first.
    met_as("f").await
}

async fn met_as(digit: &str) -> (App, Stranger, String) {
    met_with(digit, Introduction { may_start: true, ..Introduction::default() }).await
}

async fn met_with(digit: &str, introduction: Introduction) -> (App, Stranger, String) {
    let data = DataFolder::temporary(&std::env::temp_dir()).unwrap();
    let listen = Listen {
        at: vec![(Ipv4Addr::LOCALHOST, 0).into()],
        token: None,
        advertise: Vec::new(),
        public_hosts: Vec::new(),
        tls: None,
    };
    let settings = AppSettings {
        name: "anna".to_owned(),
        data,
        limits: RunLimits::default(),
        listen: Some(listen),
        only_checks: false,
    };
    let app = App::start(settings).await.unwrap();
    let (links, mut linked) = mpsc::channel(1);
    let introduction = move || introduction.write();
    let identity = Identity { node: digit.repeat(32), version: env!("CARGO_PKG_VERSION").to_owned() };
    let peers = Peers::new(PeersSetup::new(identity, introduction, links));
    let code = app.peers.invite().unwrap().code;
    peers.pair(&app.addresses[0], code).unwrap();
    let link = timeout(SOON, linked.recv()).await.unwrap().unwrap();
    let pairing = link.paired.id.to_string();
    timeout(SOON, app.settled(&pairing)).await.unwrap();
    (app, Stranger { link, _peers: peers }, pairing)
}

/// Waits until nothing runs at the node.
async fn free(app: &App) {
    let mut changes = app.runs.changes();
    let free = async {
        while app.runs.running().is_some() {
            changes.changed().await.unwrap();
        }
    };
    timeout(SOON, free).await.expect("the slot is still taken");
}

#[tokio::test]
async fn a_run_taken_back_before_it_is_prepared_leaves_nothing_behind() {
    let (app, mut stranger, _) = met().await;
    stranger.ask(RUN).await;
    stranger.hear("agree").await;
    let outcome = json!({"state": "failed", "reason": {"code": "plans_differ", "message": "no"}});
    stranger.say(json!({"say": "over", "run": RUN, "outcome": outcome, "events": [], "findings": []})).await;
    free(&app).await;
    assert!(app.runs.record(RUN).await.unwrap().is_none());
}

#[tokio::test]
async fn a_run_that_is_kept_gives_its_id_to_no_other() {
    let (app, mut stranger, _) = met().await;
    stranger.ask(RUN).await;
    stranger.hear("agree").await;
    stranger.say(json!({"say": "prepare", "run": RUN})).await;
    let reason = json!({"code": "enough", "message": "enough"});
    stranger.say(json!({"say": "stop", "run": RUN, "state": "cancelled", "reason": reason})).await;
    stranger.hear("collected").await;
    // Said again and again it is heard once.
    let finding = json!({"code": "x", "severity": "info", "evidence": {}, "advice": null});
    for _ in 0..3 {
        stranger.say(json!({"say": "collected", "run": RUN, "error": null, "findings": [finding]})).await;
    }
    let outcome = json!({"state": "cancelled", "reason": reason});
    stranger.say(json!({"say": "over", "run": RUN, "outcome": outcome, "events": [], "findings": []})).await;
    stranger.hear("kept").await;
    let kept = app.runs.record(RUN).await.unwrap().unwrap();
    assert_eq!((kept.outcome.state, kept.findings.len()), (State::Cancelled, 0));
    for run in [RUN.to_owned(), RUN.to_uppercase(), "0".repeat(31)] {
        stranger.ask(&run).await;
        assert_eq!(stranger.hear("refuse").await["refusal"]["code"], "bad_message");
    }
    free(&app).await;
}

#[tokio::test]
async fn what_was_asked_can_be_taken_back_while_the_peer_says_nothing() {
    let (app, mut stranger, pairing) = met().await;
    let asker = app.runs.clone();
    let asking = tokio::spawn(async move { asker.start(&pairing, json!({})).await });
    let id = stranger.hear("ask").await["run"].as_str().unwrap().to_owned();
    let run = app.runs.active(&id).unwrap();
    run.cancel(Reason { code: "cancelled".to_owned(), message: "by anna".to_owned() });
    let error = timeout(SOON, asking).await.unwrap().unwrap().unwrap_err();
    assert_eq!(error.code, "cancelled");
    assert_eq!(stranger.hear("over").await["outcome"]["state"], "cancelled");
    free(&app).await;
    timeout(SOON, run.ended()).await.unwrap();
    assert_eq!(run.outcome().state, State::Cancelled);
}

#[tokio::test]
async fn a_run_that_waits_is_asked_for_again_and_fails_by_a_word_of_ours() {
    let (app, mut stranger, pairing) = met().await;
    let asker = app.runs.clone();
    let asking = tokio::spawn(async move { asker.start_in_turn(&pairing, json!({})).await });
    let id = stranger.hear("ask").await["run"].as_str().unwrap().to_owned();
    stranger.ask(RUN).await;
    assert_eq!(stranger.hear("refuse").await["refusal"]["code"], "busy");
    let refusal = json!({"code": "busy", "message": "busy", "owner": "bert", "remaining_ms": 1000});
    stranger.say(json!({"say": "refuse", "run": id, "refusal": refusal})).await;
    let (view, place) = timeout(SOON, asking).await.unwrap().unwrap().unwrap();
    assert_eq!((view.outcome.state, place), (State::Check, Some(1)));
    // It is asked for again, and still goes by the same id.
    assert_eq!(stranger.hear("ask").await["run"], id.as_str());
    let refusal = json!({"code": "unauthorized", "message": "log in"});
    stranger.say(json!({"say": "refuse", "run": id, "refusal": refusal})).await;
    let failed = async {
        loop {
            let state = app.runs.view(&id).await.unwrap().unwrap().outcome;
            if state.state == State::Failed {
                return state;
            }
            tokio::task::yield_now().await;
        }
    };
    let outcome = timeout(SOON, failed).await.unwrap();
    // A peer's word is not taken for one of this node's own.
    assert_eq!(outcome.reason.unwrap().code, "refused");
}

#[tokio::test]
async fn a_run_that_gives_way_waits_and_is_not_ended() {
    let (app, mut stranger, pairing) = met_as("0").await;
    let asker = app.runs.clone();
    let asking = tokio::spawn(async move { asker.start_in_turn(&pairing, json!({})).await });
    let id = stranger.hear("ask").await["run"].as_str().unwrap().to_owned();
    stranger.ask(RUN).await;
    let (view, place) = timeout(SOON, asking).await.unwrap().unwrap().unwrap();
    assert_eq!((view.id.as_str(), view.outcome.state, place), (id.as_str(), State::Check, Some(1)));
    let waiting = app.runs.active(&id).unwrap();
    assert!(!waiting.has_ended());
    stranger.hear("agree").await;
    let outcome = json!({"state": "cancelled", "reason": null});
    stranger.say(json!({"say": "over", "run": RUN, "outcome": outcome, "events": [], "findings": []})).await;
    assert_eq!(stranger.hear("ask").await["run"], id.as_str());
}
