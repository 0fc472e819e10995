//! What is said of datagrams, held against what really happened to them: a relay that loses, doubles, delays and
//! reorders known ones, a receive buffer that is too small, and a line that is too slow.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::api::text;
use crate::harness::datagrams::{DatagramRelay, END_MARK, FEEDBACK, Fate, Script, Through};
use crate::harness::live::Live;
use crate::harness::machine::noise;
use crate::harness::net::Hosts;
use crate::harness::node::Node;
use crate::harness::pair::{Pair, join};
use crate::harness::wait::SOON;

/// Two flows of 500 datagrams a second: few enough for a relay that gets no processor for a while.
fn steady(direction: &str, duration_ms: u64) -> Value {
    json!({
        "protocol": "udp", "direction": direction, "streams": 2, "rate_bits_per_second": 1_600_000, "datagram_bytes": 200,
        "duration_ms": duration_ms, "warm_up_ms": 200, "segmentation_offload": "off",
        "receive_socket_buffer_bytes": 4 << 20
    })
}

/// Bert dialled anna through a relay.
#[derive(Debug)]
struct Relayed {
    pair: Pair,
    relay: DatagramRelay,
}

impl Relayed {
    fn by(script: Script) -> Self {
        let (a, b) = (Node::new("anna"), Node::new("bert"));
        let relay = DatagramRelay::to(&a.address, script);
        let (at_a, at_b) = join(&a, &b, &relay.address.to_string());
        Self { pair: Pair { a, b, at_a, at_b }, relay }
    }
}

/// The datagrams of a whole run.
#[track_caller]
fn datagrams(record: &Value) -> impl Fn(&str) -> u64 + use<> {
    assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
    let udp = record["summary"]["udp"].clone();
    move |key| udp[key].as_u64().unwrap_or_else(|| panic!("no {key} in {udp}"))
}

/// Every seventh of a hundred is lost, every eleventh doubled, others come late.
fn rough(stream: u16, number: u64) -> Fate {
    match (number + u64::from(stream) * 50) % 100 {
        7 | 8 => Fate::Lost,
        11 => Fate::Twice,
        23 => Fate::Behind(1),
        31 => Fate::Behind(4),
        47 => Fate::After(Duration::from_millis(40)),
        _ => Fate::Pass,
    }
}

#[test]
fn a_record_counts_exactly_what_happened_to_each_datagram() {
    let _noise = noise();
    let Relayed { pair, relay } = Relayed::by(rough);
    for direction in ["to_peer", "from_peer"] {
        let before = (relay.to_inviter(), relay.to_dialler());
        let record = pair.run_from_b(&steady(direction, 2_000));
        let count = datagrams(&record);
        let (now, was) = match direction {
            "to_peer" => (relay.to_inviter(), before.0),
            _ => (relay.to_dialler(), before.1),
        };
        let truth = Through {
            came: now.came - was.came,
            first: now.first - was.first,
            again: now.again - was.again,
            behind: now.behind - was.behind,
        };
        assert!(truth.came > 1_000 && truth.again > 5 && truth.behind > 15, "{truth:?}");
        assert_eq!(count("sent"), truth.came, "{direction}: {truth:?}");
        assert_eq!(count("never_sent"), 0, "{direction}");
        assert_eq!(count("received"), truth.first, "{direction}: {truth:?}");
        assert_eq!(count("lost"), truth.came - truth.first, "{direction}: {truth:?}");
        assert_eq!(count("duplicates"), truth.again, "{direction}: {truth:?}");
        assert_eq!(count("reordered"), truth.behind, "{direction}: {truth:?}");
        assert_eq!((count("late"), count("out_of_run"), count("lost_at_socket")), (0, 0, 0), "{direction}");
        // The other node keeps the same.
        let other = pair.a.api().ended(&text(&record["id"]), SOON);
        assert_eq!(other["summary"]["udp"], record["summary"]["udp"], "{direction}");
    }
}

#[test]
fn nothing_is_lost_where_nothing_happens() {
    let _noise = noise();
    let Relayed { pair, relay } = Relayed::by(|_, _| Fate::Pass);
    let count = datagrams(&pair.run_from_b(&steady("to_peer", 1_000)));
    assert_eq!((count("sent"), count("received")), (relay.to_inviter().came, relay.to_inviter().first));
    for none in ["lost", "duplicates", "reordered", "late", "never_sent", "lost_at_socket", "lost_on_network"] {
        assert_eq!(count(none), 0, "{none}");
    }
}

#[test]
fn a_receiver_ends_within_a_second_of_its_sender_when_every_end_mark_is_lost() {
    let _noise = noise();
    let Relayed { pair, relay } = Relayed::by(|_, number| if number % 50 == 3 { Fate::Lost } else { Fate::Pass });
    relay.lose(END_MARK);
    let record = pair.run_from_b(&steady("to_peer", 1_000));
    let count = datagrams(&record);
    let truth = relay.to_inviter();
    // That the last ones are missing is known from the sender's count, which came over the link.
    assert_eq!((count("sent"), count("received")), (truth.came, truth.first));
    assert_eq!(count("lost"), truth.came - truth.first);
    let last = |end: usize| {
        let samples = record["ends"][end]["samples"].as_array().unwrap();
        samples.iter().filter_map(|sample| sample["t_ns"].as_i64()).max().unwrap()
    };
    let apart = (last(1) - last(0)) as f64 / 1e9;
    assert!(apart < 1.0, "the receiver ended {apart} s after the sender");
}

#[test]
fn a_sender_that_hears_no_feedback_stops_and_says_so() {
    let _noise = noise();
    let Relayed { pair, relay } = Relayed::by(|_, _| Fate::Pass);
    let run = pair.b.api().start_run(&pair.at_b, &steady("to_peer", 20_000));
    Live::run(&pair.b.api(), &run, None).until_counting("measure", SOON);
    relay.lose(FEEDBACK);
    let lost_at = std::time::Instant::now();
    let record = pair.b.api().ended(&run, SOON);
    let ended = lost_at.elapsed();
    assert_eq!(record["outcome"]["state"], "failed", "{}", record["outcome"]);
    assert_eq!(record["outcome"]["reason"]["code"], "udp_unheard", "{}", record["outcome"]);
    // Two seconds of silence, and what ending a run takes.
    assert!((1.5..8.0).contains(&ended.as_secs_f64()), "it ended {ended:?} after the last feedback");
    let sent = relay.to_inviter().came;
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(relay.to_inviter().came, sent, "the sender goes on");
}

#[test]
fn a_tiny_receive_buffer_is_blamed_on_the_socket() {
    let pair = Pair::on_loopback();
    let record = pair.run_from_a(&json!({
        "protocol": "udp", "unlimited": true, "datagram_bytes": 1_400, "segmentation_offload": "off",
        "duration_ms": 1_000, "warm_up_ms": 100, "receive_socket_buffer_bytes": 4_096
    }));
    let count = datagrams(&record);
    let (lost, socket) = (count("lost"), count("lost_at_socket"));
    assert!(lost > 100 && socket as f64 > 0.9 * lost as f64, "{}", record["summary"]["udp"]);
    assert!(count("lost_on_network") as f64 <= 0.1 * lost as f64, "{}", record["summary"]["udp"]);
}

#[test]
fn a_line_that_is_too_slow_is_blamed_on_the_network() {
    let hosts = Hosts::new();
    let pair = Pair::on(&hosts);
    hosts.limit(&hosts.b, "20mbit");
    let record = pair.run_from_a(&json!({
        "protocol": "udp", "rate_bits_per_second": 40_000_000, "datagram_bytes": 1_400, "segmentation_offload": "off",
        "duration_ms": 2_000, "warm_up_ms": 200, "receive_socket_buffer_bytes": 4 << 20
    }));
    let count = datagrams(&record);
    let (sent, lost, network) = (count("sent"), count("lost"), count("lost_on_network"));
    // Half of it does not fit; the queue in front of the line holds a little.
    let share = lost as f64 / sent as f64;
    assert!((0.35..0.6).contains(&share), "{}", record["summary"]["udp"]);
    assert!(network as f64 > 0.9 * lost as f64, "{}", record["summary"]["udp"]);
    assert_eq!(count("lost_at_socket"), 0, "{}", record["summary"]["udp"]);
}
