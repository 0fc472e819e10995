//! The one figure that is held against a truth: a line whose rate is known, read at the receiver.

use serde_json::json;

use crate::harness::machine::quiet;
use crate::harness::net::Hosts;
use crate::harness::pair::Pair;

/// Payload of a full segment of TCP over IPv4 with time stamps, at an MTU of 1500.
const PAYLOAD: f64 = 1448.0;
/// Its frame, as the switch counts it.
const FRAME: f64 = 1514.0;

/// Runs at most: a machine that others load too may keep a sender from filling the line now and then.
const TRIES: u32 = 3;

#[test]
fn the_headline_is_what_a_line_of_100_mbit_carries_within_3_percent() {
    let _quiet = quiet();
    let hosts = Hosts::new();
    let pair = Pair::on(&hosts);
    // Only what travels to the receiver is limited.
    hosts.limit(&hosts.b, "100mbit");
    let truth = 100e6 * PAYLOAD / FRAME;
    let mut shares = Vec::new();
    while shares.len() < TRIES as usize {
        let record = pair.run_from_a(&json!({"duration_ms": 5_000, "warm_up_ms": 1_000}));
        assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
        assert_eq!(record["in_effect"]["coordinator"]["mss_bytes"], PAYLOAD as u64);
        let headline = record["summary"]["bits_per_second"].as_f64().unwrap();
        assert_eq!(record["ends"][1]["bits_per_second"].as_f64(), Some(headline), "the headline is not the receiver's");
        let share = headline / truth;
        // No load makes a line carry more than it can.
        assert!(share < 1.03, "{headline} bit/s instead of {truth}");
        if share > 0.97 {
            return;
        }
        shares.push(share);
    }
    panic!("shares of {truth} bit/s in {TRIES} runs: {shares:?}");
}

#[test]
fn measure_lasts_as_long_as_was_asked_at_both_ends() {
    let _quiet = quiet();
    let hosts = Hosts::limited("50mbit");
    let pair = Pair::on(&hosts);
    let record = pair.run_from_b(&json!({"duration_ms": 2_000, "warm_up_ms": 200}));
    assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
    for end in record["ends"].as_array().unwrap() {
        let seconds = end["measured_seconds"].as_f64().unwrap();
        // A machine that others load too is given more than the 1 % that are normal.
        assert!((seconds / 2.0 - 1.0).abs() < 0.05, "{seconds} s at the {}", end["role"]);
    }
}
