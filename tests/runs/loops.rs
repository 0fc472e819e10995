//! Few streams and many: both inner loops, each stream counted, no less received than its share.

use serde_json::{Value, json};

use crate::harness::net::Hosts;
use crate::harness::pair::Pair;

#[track_caller]
fn check(config: &Value, inner_loop: &str, threads: u64) {
    let hosts = Hosts::limited("300mbit");
    let pair = Pair::on(&hosts);
    let record = pair.run_from_b(config);
    assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
    let streams = config["streams"].as_u64().unwrap();
    for side in ["coordinator", "peer"] {
        let granted = &record["in_effect"][side];
        assert_eq!(
            (&granted["loop"], &granted["threads"], &granted["streams"]),
            (&json!(inner_loop), &json!(threads), &json!(streams)),
            "{side}"
        );
    }
    let ends = record["ends"].as_array().unwrap();
    for end in ends {
        let list = end["streams"].as_array().unwrap();
        assert_eq!(list.len() as u64, streams);
        let idle = list.iter().filter(|stream| stream["bytes"] == 0).count();
        assert!(idle * 10 <= list.len(), "{idle} of {streams} streams moved nothing at the {}", end["role"]);
        let total: u64 = list.iter().map(|stream| stream["bytes"].as_u64().unwrap()).sum();
        assert_eq!(end["bytes"], total);
    }
    assert!(ends[0]["bytes_lifetime"].as_u64().unwrap() >= ends[1]["bytes_lifetime"].as_u64().unwrap());
}

#[test]
fn eight_streams_with_a_thread_each() {
    check(&json!({"streams": 8, "threads": 8, "duration_ms": 1_000, "warm_up_ms": 300}), "blocking", 8);
}

#[test]
fn sixty_four_streams_over_two_threads() {
    check(&json!({"streams": 64, "threads": 2, "duration_ms": 1_500, "warm_up_ms": 500}), "epoll", 2);
}

#[test]
fn sixty_four_streams_the_other_way() {
    check(
        &json!({"streams": 64, "threads": 1, "duration_ms": 1_500, "warm_up_ms": 500, "direction": "from_peer"}),
        "epoll",
        1,
    );
}

#[test]
fn settings_of_the_sockets_are_applied_and_read_back() {
    let pair = Pair::on_loopback();
    let config = json!({
        "duration_ms": 300, "warm_up_ms": 0, "no_delay": true, "buffer_bytes": 16_384,
        "send_socket_buffer_bytes": 65_536, "receive_socket_buffer_bytes": 65_536, "congestion_control": "reno",
    });
    let record = pair.run_from_a(&config);
    assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
    for side in ["coordinator", "peer"] {
        let granted = &record["in_effect"][side];
        assert_eq!((&granted["no_delay"], &granted["buffer_bytes"]), (&json!(true), &json!(16_384)), "{side}");
        assert_eq!(granted["congestion_control"], "reno", "{side}");
    }
    // Linux doubles what was asked for (socket(7)).
    assert_eq!(record["in_effect"]["coordinator"]["send_socket_buffer_bytes"], 131_072);
    assert_eq!(record["in_effect"]["peer"]["receive_socket_buffer_bytes"], 131_072);
}
