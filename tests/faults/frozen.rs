//! A process is stopped for a while and goes on: its figures are none, and both nodes say the same.

use std::process::Command;

use serde_json::{Value, json};

use super::going;
use crate::harness::live::Live;
use crate::harness::net::Hosts;
use crate::harness::node::Node;
use crate::harness::pair::Pair;
use crate::harness::wait::{SOON, until};

fn signal(node: &Node, name: &str) {
    let sent = Command::new("kill").args([name, &node.id().to_string()]).status().unwrap();
    assert!(sent.success(), "kill {name}");
}

/// Waits until both nodes say the same of a run that has ended; that outcome.
#[track_caller]
fn agreed(pair: &Pair, run: &str) -> Value {
    pair.a.api().ended(run, SOON);
    pair.b.api().ended(run, SOON);
    until("both nodes say the same", SOON, || {
        let (a, b) = (pair.a.api().record(run)["outcome"].clone(), pair.b.api().record(run)["outcome"].clone());
        if a == b { Ok(a) } else { Err(format!("{a} and {b}")) }
    })
}

#[test]
fn a_receiver_frozen_over_the_begin_of_measure_has_no_figure() {
    let hosts = Hosts::limited("100mbit");
    let pair = Pair::on(&hosts);
    let config = json!({"warm_up_ms": 1_500, "duration_ms": 3_000});
    let run = going(&pair, &config, "warm_up", &pair.a);
    signal(&pair.b, "-STOP");
    let mut live = Live::run(&pair.a.api(), &run, None);
    live.until("two seconds of measure", SOON, |message| {
        message["side"] == "coordinator" && message["sample"]["t_ns"].as_i64() > Some(3_500_000_000)
    });
    signal(&pair.b, "-CONT");
    let outcome = agreed(&pair, &run);
    assert_eq!(outcome["state"], "failed", "{outcome}");
    assert_eq!(outcome["reason"]["code"], "measure_missed", "{outcome}");
    pair.works_from(&pair.a);
}

#[test]
fn a_peer_frozen_until_it_is_given_up_hears_what_was_ruled() {
    let hosts = Hosts::limited("100mbit");
    let pair = Pair::on(&hosts);
    let run = going(&pair, &json!({"warm_up_ms": 0, "duration_ms": 30_000}), "measure", &pair.a);
    signal(&pair.b, "-STOP");
    let record = pair.a.api().ended(&run, SOON);
    assert_eq!(record["outcome"]["reason"]["code"], "peer_lost", "{}", record["outcome"]);
    signal(&pair.b, "-CONT");
    assert_eq!(agreed(&pair, &run), record["outcome"]);
    pair.until_free();
    pair.works_from(&pair.b);
}

#[test]
fn a_coordinator_frozen_until_it_is_given_up_says_so_of_itself() {
    let hosts = Hosts::limited("100mbit");
    let pair = Pair::on(&hosts);
    let run = going(&pair, &json!({"warm_up_ms": 0, "duration_ms": 30_000}), "measure", &pair.a);
    signal(&pair.a, "-STOP");
    pair.b.api().ended(&run, SOON);
    signal(&pair.a, "-CONT");
    let outcome = agreed(&pair, &run);
    assert_eq!(outcome["state"], "interrupted", "{outcome}");
    assert_eq!(outcome["reason"]["code"], "stalled", "{outcome}");
    pair.until_free();
    pair.works_from(&pair.a);
}
