//! What goes wrong in the middle of a run: machines that vanish, networks that part, links that break.
//!
//! The end that is left says what happened, keeps what it has, and is free for the next run.

mod frozen;
mod full;
mod killed;
mod link;
mod parted;
mod stopped;

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::harness::live::Live;
use crate::harness::node::Node;
use crate::harness::pair::Pair;
use crate::harness::wait::SOON;

/// A lost peer is said within this.
const SAID: Duration = Duration::from_secs(15);

/// Samples of each end that a run has before something happens to it.
const SOME: usize = 4;

/// Starts a run at `a` and waits until both ends have counted a few times in that phase, as `node` sees it.
#[track_caller]
fn going(pair: &Pair, config: &Value, phase: &str, node: &Node) -> String {
    let run = pair.a.api().start_run(&pair.at_a, config);
    let mut live = Live::run(&node.api(), &run, None);
    let mut seen = [0; 2];
    live.until(&format!("both ends count in {phase}"), SOON, |message| {
        if message["sample"]["phase"] == phase {
            seen[usize::from(message["side"] == "peer")] += 1;
        }
        seen.iter().all(|&count| count >= SOME)
    });
    run
}

/// The record at a node that lost its peer at `fault`.
#[track_caller]
fn lost(node: &Node, run: &str, fault: Instant) -> Value {
    let record = node.api().ended(run, (fault + SAID).saturating_duration_since(Instant::now()));
    assert_eq!(record["outcome"]["state"], "failed", "{}", record["outcome"]);
    assert_eq!(record["outcome"]["reason"]["code"], "peer_lost", "{}", record["outcome"]);
    record
}

/// How many samples each end of a record has, the coordinator first.
fn counts(record: &Value) -> [usize; 2] {
    ["coordinator", "peer"].map(|side| {
        let end = record["ends"].as_array().unwrap().iter().find(|end| end["side"] == side).unwrap();
        end["samples"].as_array().unwrap().len()
    })
}

/// Codes of the events of a record, in order.
fn events(record: &Value) -> Vec<&str> {
    record["events"].as_array().unwrap().iter().map(|event| event["code"].as_str().unwrap()).collect()
}
