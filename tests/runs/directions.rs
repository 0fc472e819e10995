//! Runs of two directions: at once, and one after the other.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::api::text;
use crate::harness::live::Live;
use crate::harness::net::Hosts;
use crate::harness::pair::Pair;
use crate::harness::wait::SOON;

/// In a run of two directions in turn, the second begins so long after the last payload of the first.
const TURN_NS: i64 = 1_000_000_000;
/// Everything around the traffic of a run.
const ENDS: Duration = Duration::from_secs(40);

/// The ends of a record by direction: sender, receiver.
#[track_caller]
fn by_direction(record: &Value) -> [[&Value; 2]; 2] {
    let ends = record["ends"].as_array().unwrap();
    let told: Vec<_> =
        ends.iter().map(|end| (text(&end["direction"]), text(&end["role"]), text(&end["side"]))).collect();
    let expected = [
        ("to_peer", "sender", "coordinator"),
        ("to_peer", "receiver", "peer"),
        ("from_peer", "sender", "peer"),
        ("from_peer", "receiver", "coordinator"),
    ];
    let expected: Vec<_> = expected.map(|(way, role, side)| (way.to_owned(), role.to_owned(), side.to_owned())).into();
    assert_eq!(told, expected);
    [[&ends[0], &ends[1]], [&ends[2], &ends[3]]]
}

/// Instants of an end's samples, in nanoseconds since the common start.
fn times(end: &Value) -> Vec<i64> {
    end["samples"].as_array().unwrap().iter().map(|sample| sample["t_ns"].as_i64().unwrap()).collect()
}

/// Holds every end against what was asked: its length, its bytes, and the numbers of its direction.
#[track_caller]
fn measured_all(record: &Value, seconds: f64) {
    assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
    for (leg, ends) in by_direction(record).into_iter().enumerate() {
        for end in ends {
            let (role, way) = (&end["role"], &end["direction"]);
            let real = end["measured_seconds"].as_f64().unwrap_or_else(|| panic!("no length of {role} {way}"));
            assert!(
                (real / seconds - 1.0).abs() < 0.01,
                "the {role} of {way} measured {real} s instead of {seconds} s"
            );
            assert!(end["bytes"].as_u64().unwrap() > 100_000, "{role} {way}: {}", end["bytes"]);
            assert!(end["samples"].as_array().unwrap().iter().all(|sample| sample["leg"] == leg), "{role} {way}");
        }
        // What arrived was sent in that direction.
        let [sent, received] = ends.map(|end| end["bytes_lifetime"].as_u64().unwrap());
        assert!(sent >= received && received > sent / 2, "direction {leg}: {sent} sent, {received} received");
    }
    let ways: Vec<_> =
        record["summary"]["by_direction"].as_array().unwrap().iter().map(|way| text(&way["direction"])).collect();
    assert_eq!(ways, ["to_peer", "from_peer"]);
    for place in ["coordinator", "peer", "coordinator_back", "peer_back"] {
        assert_eq!(record["in_effect"][place]["streams"], record["config"]["streams"], "{place}");
    }
}

/// The phases of a record's events, each with its direction where it says one.
fn phases(record: &Value) -> Vec<(String, Option<u64>)> {
    let events = record["events"].as_array().unwrap().iter().filter(|event| event["code"] == "phase");
    events.map(|event| (text(&event["args"]["phase"]), event["args"]["leg"].as_u64())).collect()
}

#[test]
fn both_directions_at_once_are_measured_in_the_same_seconds() {
    let hosts = Hosts::limited("200mbit");
    let pair = Pair::on(&hosts);
    for (node, streams) in [(&pair.a, 1), (&pair.b, 12)] {
        let config = json!({
            "direction": "both", "streams": streams, "warm_up_ms": 200, "duration_ms": 2_000, "cool_down_ms": 100
        });
        let record = pair.run_from(node, &config);
        measured_all(&record, 2.0);
        let [[first, _], [_, second]] = by_direction(&record);
        let (begins, also) = (times(first)[0], times(second)[0]);
        assert!((begins - also).abs() < 100_000_000, "{begins} and {also}");
        let expected = ["warm_up", "measure", "cool_down", "collect"].map(|phase| (phase.to_owned(), None));
        assert_eq!(phases(&record), expected);
        let other = if node.name() == "anna" { &pair.b } else { &pair.a };
        let theirs = other.api().ended(&text(&record["id"]), SOON);
        assert_eq!(theirs["summary"], record["summary"]);
    }
}

#[test]
fn one_direction_follows_the_other() {
    let hosts = Hosts::limited("200mbit");
    let pair = Pair::on(&hosts);
    let record = pair.run_from_b(&json!({
        "direction": "each_in_turn", "streams": 2, "warm_up_ms": 200, "duration_ms": 1_500
    }));
    measured_all(&record, 1.5);
    let begins = 1_700_000_000 + TURN_NS;
    let [first, second] = by_direction(&record);
    for end in first {
        let last = times(end).into_iter().max().unwrap();
        assert!(last < begins, "the first direction goes on until {last}");
    }
    for end in second {
        let times = times(end);
        assert!(times[0] >= begins && times[0] < begins + 200_000_000, "the second begins at {}", times[0]);
        let last = *times.last().unwrap();
        assert!(last > begins + 1_700_000_000, "the second ends at {last}");
    }
    let expected =
        [("warm_up", Some(0)), ("measure", Some(0)), ("warm_up", Some(1)), ("measure", Some(1)), ("collect", None)];
    assert_eq!(phases(&record), expected.map(|(phase, leg)| (phase.to_owned(), leg)));
}

/// Starts a run of directions in turn and waits until the second one is measured.
#[track_caller]
fn in_the_second(pair: &Pair) -> String {
    let config = json!({"direction": "each_in_turn", "warm_up_ms": 100, "duration_ms": 3_000});
    let run = pair.a.api().start_run(&pair.at_a, &config);
    Live::run(&pair.a.api(), &run, None).until("the second direction counts", SOON, |message| {
        message["sample"]["leg"] == 1 && message["side"] == "peer" && message["sample"]["phase"] == "measure"
    });
    run
}

/// The first direction is whole in a record that ended in the second.
#[track_caller]
fn keeps_the_first(record: &Value) {
    let [first, second] = by_direction(record);
    for end in first {
        let real = end["measured_seconds"].as_f64().unwrap();
        assert!((real / 3.0 - 1.0).abs() < 0.01, "{real} s");
    }
    for end in second {
        assert!(!times(end).is_empty(), "nothing is kept of the {} of the second", end["role"]);
    }
}

#[test]
fn what_is_stopped_in_the_second_direction_keeps_the_first() {
    let hosts = Hosts::limited("200mbit");
    let pair = Pair::on(&hosts);
    let run = in_the_second(&pair);
    pair.b.api().cancel(&run);
    for node in [&pair.a, &pair.b] {
        let record = node.api().ended(&run, ENDS);
        assert_eq!(record["outcome"]["state"], "cancelled", "{}", record["outcome"]);
        keeps_the_first(&record);
    }
    pair.works_from(&pair.b);
}

#[test]
fn what_is_stopped_between_the_directions_ends_at_once() {
    let hosts = Hosts::limited("200mbit");
    let pair = Pair::on(&hosts);
    let config = json!({"direction": "each_in_turn", "warm_up_ms": 0, "duration_ms": 20_000});
    let run = pair.a.api().start_run(&pair.at_a, &config);
    Live::run(&pair.a.api(), &run, None).until_counting("measure", SOON);
    let stopped = Instant::now();
    pair.a.api().cancel(&run);
    let record = pair.a.api().ended(&run, SOON);
    assert_eq!(record["outcome"]["state"], "cancelled", "{}", record["outcome"]);
    assert!(stopped.elapsed() < Duration::from_secs(5), "it took {:?}", stopped.elapsed());
    let ends = record["ends"].as_array().unwrap();
    assert_eq!(ends[3]["measured_seconds"], Value::Null, "the second direction was never measured");
    pair.works_from(&pair.a);
}

#[test]
fn a_peer_killed_in_the_second_direction_is_lost() {
    let hosts = Hosts::limited("200mbit");
    let mut pair = Pair::on(&hosts);
    let run = in_the_second(&pair);
    pair.b.kill();
    let killed = Instant::now();
    let record = pair.a.api().ended(&run, Duration::from_secs(15));
    assert!(killed.elapsed() < Duration::from_secs(15));
    assert_eq!(record["outcome"]["state"], "failed", "{}", record["outcome"]);
    assert_eq!(record["outcome"]["reason"]["code"], "peer_lost", "{}", record["outcome"]);
    keeps_the_first(&record);
    pair.b.restart();
    pair.again();
    pair.works_from(&pair.a);
}
