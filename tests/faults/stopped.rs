//! A node is told to end in the middle of a run: it does so in time, and nothing is lost.

use std::time::Duration;

use serde_json::json;

use super::{counts, going};
use crate::harness::pair::{Pair, long};
use crate::harness::wait::SOON;

#[track_caller]
fn terminated(coordinator: bool) {
    let mut pair = Pair::on_loopback();
    let run = going(&pair, &long(), "measure", &pair.a);
    let (ending, staying) = if coordinator { (&mut pair.a, &pair.b) } else { (&mut pair.b, &pair.a) };
    assert_eq!(ending.terminate(Duration::from_secs(5)).code(), Some(0));
    let record = staying.api().ended(&run, SOON);
    assert_eq!(record["outcome"]["state"], "cancelled", "{}", record["outcome"]);
    assert!(record["outcome"]["reason"]["message"].as_str().unwrap().contains(ending.name()), "{}", record["outcome"]);
    assert!(record["summary"]["bits_per_second"].is_f64(), "{}", record["summary"]);
    ending.restart();
    let kept = ending.api().record(&run);
    assert_eq!(kept["outcome"]["state"], json!("cancelled"), "{}", kept["outcome"]);
    assert!(counts(&kept).iter().all(|&count| count > 1), "{:?}", counts(&kept));
    pair.again();
    pair.works_from(&pair.a);
}

#[test]
fn a_coordinator_that_is_told_to_end_cancels_its_run() {
    terminated(true);
}

#[test]
fn a_peer_that_is_told_to_end_cancels_the_run() {
    terminated(false);
}

#[test]
fn an_idle_node_ends_at_once_and_prints_nothing_more() {
    let mut pair = Pair::on_loopback();
    assert_eq!(pair.a.terminate(Duration::from_secs(5)).code(), Some(0));
    assert!(pair.a.rest_of_output().is_empty());
}
