//! Runs of datagrams: who sends and who opens, over which family, how many flows, at which ports and rates, and what both
//! nodes keep of it.

use std::time::Instant;

use serde_json::{Value, json};

use crate::harness::api::text;
use crate::harness::live::Live;
use crate::harness::machine::noise;
use crate::harness::net::Hosts;
use crate::harness::node::{Node, Setup};
use crate::harness::pair::{Pair, join};
use crate::harness::wait::SOON;

/// A short run of datagrams of 1,000 bytes at 8 Mbit/s, with that changed.
fn datagrams(changed: &Value) -> Value {
    let mut config = json!({
        "protocol": "udp", "rate_bits_per_second": 8_000_000, "datagram_bytes": 1_000, "duration_ms": 1_200, "warm_up_ms": 100,
    });
    for (key, value) in changed.as_object().unwrap() {
        config[key] = value.clone();
    }
    config
}

/// Two nodes that listen there, the one at whose address the other dials.
fn pair_at(listen: &str, dialled: impl Fn(&Node) -> String) -> Pair {
    let node = |name: &str| Setup { listen: Some(listen.to_owned()), ..Setup::named(name) }.start();
    let (a, b) = (node("anna"), node("bert"));
    let (at_a, at_b) = join(&a, &b, &dialled(&a));
    Pair { a, b, at_a, at_b }
}

/// A figure of the datagrams of the whole run.
#[track_caller]
fn count(record: &Value, key: &str) -> u64 {
    record["summary"]["udp"][key].as_u64().unwrap_or_else(|| panic!("no {key} in {}", record["summary"]["udp"]))
}

/// What holds of every record of datagrams: each is where it belongs, and each end says the same of itself in all places.
#[track_caller]
fn adds_up(record: &Value) {
    let config = &record["config"];
    let counted = |key| count(record, key);
    let udp = &record["summary"]["udp"];
    assert_eq!(counted("sent") + counted("never_sent"), counted("received") + counted("lost"), "{udp}");
    assert!(counted("received") > 0, "{udp}");
    let ends = record["ends"].as_array().unwrap();
    assert_eq!((&ends[0]["role"], &ends[1]["role"]), (&json!("sender"), &json!("receiver")));
    assert_eq!(record["summary"]["bits_per_second"], ends[1]["bits_per_second"]);
    for end in ends {
        let (bytes, datagrams) = (end["bytes"].as_u64().unwrap(), end["udp"]["datagrams"].as_u64().unwrap());
        let side = text(&end["side"]);
        let granted = &record["in_effect"][&side];
        let size = granted["udp"]["datagram_bytes"].as_u64().unwrap();
        // At the marks of `measure` bytes and datagrams are read one after the other, while more of them come.
        let apart = (bytes / size).abs_diff(datagrams);
        assert!(apart * 100 <= datagrams, "{side}: {datagrams} of {size} bytes are not {bytes}");
        assert_eq!((&granted["loop"], &granted["streams"]), (&json!("batch"), &config["streams"]), "{side}");
        let streams = end["streams"].as_array().unwrap();
        assert_eq!(streams.len() as u64, config["streams"].as_u64().unwrap());
        let sum = |key: &str| streams.iter().map(|stream| stream["udp"][key].as_u64().unwrap()).sum::<u64>();
        assert_eq!(sum("datagrams"), datagrams, "{side}");
        let samples = end["samples"].as_array().unwrap();
        let marked = |mark: &str| samples.iter().find(|sample| sample["mark"] == mark);
        assert!(marked("measure_start").is_some() && marked("measure_end").is_some(), "{side}");
        // When all is over they are the same to the last.
        let last = marked("end").unwrap();
        let flows = last["streams"].as_array().unwrap();
        let all: u64 = flows.iter().map(|flow| flow["udp"]["datagrams"].as_u64().unwrap()).sum();
        assert_eq!((&last["bytes"], &end["bytes_lifetime"]), (&json!(all * size), &last["bytes"]), "{side}");
        assert_eq!(all, counted(if end["role"] == "sender" { "sent" } else { "received" }), "{side}");
    }
}

/// Makes a run that has to be done; its record, which both nodes keep.
#[track_caller]
fn done(pair: &Pair, starter: &Node, config: &Value) -> Value {
    let record = pair.run_from(starter, config);
    assert_eq!(record["outcome"], json!({"state": "done", "reason": null}), "{config}: {}", record["outcome"]);
    adds_up(&record);
    let other = if starter.name() == pair.a.name() { &pair.b } else { &pair.a };
    let theirs = other.api().ended(&text(&record["id"]), SOON);
    for key in ["outcome", "config", "plan", "in_effect", "ends", "summary", "findings", "reach"] {
        assert_eq!(record[key], theirs[key], "the nodes differ in {key}");
    }
    record
}

/// Every sender with every opener, whoever asks: the addresses are those of the end that opens and of the port it opens to.
#[track_caller]
fn each_way(pair: &Pair) {
    for (starter, direction, connect) in [
        (&pair.a, "to_peer", "dialler"),
        (&pair.a, "from_peer", "dialler"),
        (&pair.b, "to_peer", "inviter"),
        (&pair.b, "from_peer", "inviter"),
    ] {
        let record = done(pair, starter, &datagrams(&json!({"direction": direction, "connect": connect})));
        let opened_to = if connect == "dialler" { &pair.a } else { &pair.b };
        let (opener, other) =
            if starter.name() == opened_to.name() { ("peer", "coordinator") } else { ("coordinator", "peer") };
        let port = |side: &str, key: &str| {
            let address = text(&record["in_effect"][side][key]);
            address.rsplit_once(':').map(|(_, port)| port.parse::<u16>().unwrap())
        };
        assert_eq!(port(opener, "peer_address"), Some(opened_to.port()), "{direction}, {connect}");
        assert_eq!(port(other, "local_address"), Some(opened_to.port()), "{direction}, {connect}");
        assert_eq!(port(opener, "local_address"), port(other, "peer_address"), "{direction}, {connect}");
        assert_eq!(count(&record, "lost"), 0, "{}", record["summary"]["udp"]);
    }
}

#[test]
fn udp_goes_each_way_between_hosts_whoever_opens() {
    let hosts = Hosts::new();
    each_way(&Pair::on(&hosts));
}

#[test]
fn udp_goes_each_way_over_ipv6() {
    each_way(&pair_at("[::1]:0", |a| a.address.clone()));
}

#[test]
fn udp_comes_to_the_address_that_was_dialled_where_a_node_listens_at_all() {
    each_way(&pair_at("[::]:0", |a| format!("127.0.0.1:{}", a.port())));
    each_way(&pair_at("[::]:0", |a| format!("[::1]:{}", a.port())));
}

#[test]
fn udp_has_one_flow_or_many_and_each_has_its_share() {
    let hosts = Hosts::new();
    let pair = Pair::on(&hosts);
    for (streams, threads, direction) in
        [(1, 1, "to_peer"), (8, 2, "to_peer"), (64, 2, "from_peer"), (64, 1, "to_peer")]
    {
        let rate = 400_000 * streams;
        let config = json!({
            "streams": streams, "threads": threads, "direction": direction, "rate_bits_per_second": rate,
            "datagram_bytes": 500,
        });
        let record = done(&pair, &pair.a, &datagrams(&config));
        for end in record["ends"].as_array().unwrap() {
            // A hundred datagrams a second; whichever flow is behind, none is left out.
            for stream in end["streams"].as_array().unwrap() {
                let datagrams = stream["udp"]["datagrams"].as_u64().unwrap();
                assert!((60..=170).contains(&datagrams), "{datagrams} of {streams} flows: {stream}");
            }
        }
        for side in ["coordinator", "peer"] {
            assert_eq!(record["in_effect"][side]["threads"], threads, "{side}");
        }
    }
}

#[test]
fn udp_uses_the_ports_of_ntttcp_where_it_is_asked_to() {
    let hosts = Hosts::new();
    let pair = Pair::on(&hosts);
    for connect in ["dialler", "inviter"] {
        let config = json!({"ports": "ntttcp", "base_port": 5_001, "streams": 4, "connect": connect});
        let record = done(&pair, &pair.b, &datagrams(&config));
        let (opener, opened_to) = if connect == "dialler" { ("coordinator", &hosts.a) } else { ("peer", &hosts.b) };
        let expected = format!("{}:5001", opened_to.address);
        assert_eq!(record["in_effect"][opener]["peer_address"], expected, "{connect}");
        assert!(record["ends"][1]["streams"].as_array().unwrap().iter().all(|stream| stream["bytes"] != 0));
    }
    // The ports are free again, and the node's own one is as before.
    done(&pair, &pair.b, &datagrams(&json!({})));
}

#[test]
fn udp_without_a_limit_counts_what_was_lost_of_it() {
    let _noise = noise();
    let pair = Pair::on_loopback();
    for offload in ["off", "auto"] {
        let config = json!({
            "unlimited": true, "rate_bits_per_second": null, "datagram_bytes": 1_400, "segmentation_offload": offload,
        });
        let record = done(&pair, &pair.a, &datagrams(&config));
        let in_effect = &record["in_effect"];
        for side in ["coordinator", "peer"] {
            let plan = &record["plan"][side]["udp"];
            assert_eq!(in_effect[side]["udp"]["segmentation"], plan["segmentation"], "{side}, {offload}");
            assert!(plan["stream_bits_per_second"].is_null() && (offload == "auto" || plan["segmentation"] == false));
        }
        assert!(count(&record, "sent") > 1_000, "{}", record["summary"]["udp"]);
    }
}

#[test]
fn udp_keeps_its_rate_by_each_pace() {
    let hosts = Hosts::new();
    let pair = Pair::on(&hosts);
    for (pace, rate) in [("quantum", 20_000_000.0), ("spin", 20_000_000.0), ("quantum", 100_000.0)] {
        let config =
            json!({"pace": pace, "rate_bits_per_second": rate as u64, "duration_ms": 2_000, "warm_up_ms": 300});
        let record = done(&pair, &pair.a, &datagrams(&config));
        for end in record["ends"].as_array().unwrap() {
            // The first and the last datagram of a slow flow weigh half a percent each; the rest is for a busy machine.
            let achieved = end["bits_per_second"].as_f64().unwrap();
            assert!((achieved / rate - 1.0).abs() < 0.1, "{pace} at {rate}: {achieved} at the {}", end["role"]);
        }
    }
    let each = json!({"rate_bits_per_second": null, "stream_rate_bits_per_second": 2_000_000, "streams": 3});
    let record = done(&pair, &pair.a, &datagrams(&each));
    let achieved = record["ends"][0]["bits_per_second"].as_f64().unwrap();
    assert!((achieved / 6e6 - 1.0).abs() < 0.1, "{achieved}");
}

/// Starts a long run at `a` and waits until both ends count in `measure`.
#[track_caller]
fn going(pair: &Pair, changed: &Value) -> String {
    let mut config = datagrams(&json!({"duration_ms": 30_000}));
    for (key, value) in changed.as_object().unwrap() {
        config[key] = value.clone();
    }
    let run = pair.a.api().start_run(&pair.at_a, &config);
    for node in [&pair.a, &pair.b] {
        let mut live = Live::run(&node.api(), &run, None);
        for side in ["coordinator", "peer"] {
            live.until("both ends measure", SOON, |message| {
                message["sample"]["phase"] == "measure" && message["side"] == side
            });
        }
    }
    run
}

#[test]
fn udp_can_follow_udp_as_soon_as_the_run_before_has_ended() {
    let pair = pair_at("[::]:0", |a| format!("127.0.0.1:{}", a.port()));
    for round in 0..6 {
        let (node, pairing) = if round % 2 == 0 { (&pair.a, &pair.at_a) } else { (&pair.b, &pair.at_b) };
        let connect = if round % 3 == 2 { "inviter" } else { "dialler" };
        let changed = json!({"streams": 4, "threads": 2, "warm_up_ms": 0, "duration_ms": 600, "connect": connect});
        let run = node.api().start_run(pairing, &datagrams(&changed));
        let end = Live::run(&node.api(), &run, None).until("the end", SOON, |message| message["type"] == "end");
        assert_eq!(end["outcome"]["state"], "done", "round {round}: {end}");
        let record = node.api().record(&run);
        let idle = |stream: &&Value| stream["bytes"] == 0;
        assert_eq!(record["ends"][1]["streams"].as_array().unwrap().iter().filter(idle).count(), 0, "round {round}");
    }
}

#[test]
fn udp_is_cancelled_from_either_end_and_keeps_what_it_counted() {
    let pair = Pair::on_loopback();
    for (canceller, direction) in [(&pair.a, "to_peer"), (&pair.b, "to_peer"), (&pair.b, "from_peer")] {
        pair.until_free();
        let run = going(&pair, &json!({"direction": direction}));
        canceller.api().cancel(&run);
        let records = [&pair.a, &pair.b].map(|node| node.api().ended(&run, SOON));
        for record in &records {
            assert_eq!(record["outcome"]["state"], "cancelled", "{}", record["outcome"]);
            adds_up(record);
        }
        assert_eq!(records[0]["summary"], records[1]["summary"]);
    }
    done(&pair, &pair.a, &datagrams(&json!({})));
}

#[test]
fn udp_loses_a_peer_that_is_killed_whichever_way_it_goes() {
    let hosts = Hosts::new();
    let mut pair = Pair::on(&hosts);
    for direction in ["to_peer", "from_peer"] {
        let run = going(&pair, &json!({"direction": direction}));
        pair.b.kill();
        let fault = Instant::now();
        let record = pair.a.api().ended(&run, SOON);
        assert!(fault.elapsed().as_secs() < 15, "{direction}: said after {:?}", fault.elapsed());
        assert_eq!(record["outcome"]["state"], "failed", "{}", record["outcome"]);
        assert_eq!(record["outcome"]["reason"]["code"], "peer_lost", "{}", record["outcome"]);
        assert!(record["ends"].as_array().unwrap().iter().all(|end| end["samples"].as_array().unwrap().len() > 1));
        pair.b.restart();
        pair.again();
        done(&pair, &pair.a, &datagrams(&json!({})));
    }
}

#[test]
fn udp_outlives_a_short_gap_in_the_network_and_ends_after_a_long_one() {
    let hosts = Hosts::new();
    let pair = Pair::on(&hosts);
    let run = going(&pair, &json!({"duration_ms": 5_000}));
    let mut live = Live::run(&pair.a.api(), &run, None);
    let wait = |live: &mut Live, ms: u128| {
        let begun = Instant::now();
        live.until("a while", SOON, |_| begun.elapsed().as_millis() > ms);
    };
    hosts.cut(&hosts.b);
    wait(&mut live, 800);
    hosts.heal(&hosts.b);
    let record = pair.a.api().ended(&run, SOON + SOON);
    assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
    adds_up(&record);
    assert!(count(&record, "lost") > 0, "{}", record["summary"]["udp"]);

    pair.until_free();
    let run = going(&pair, &json!({}));
    hosts.cut(&hosts.b);
    let fault = Instant::now();
    let record = pair.a.api().ended(&run, SOON);
    assert!(fault.elapsed().as_secs() < 15, "said after {:?}", fault.elapsed());
    assert_eq!(record["outcome"]["state"], "failed", "{}", record["outcome"]);
    hosts.heal(&hosts.b);
    pair.until_free();
    pair.works_from(&pair.a);
}

#[test]
fn udp_that_drowns_the_link_does_not_look_like_a_lost_peer() {
    let hosts = Hosts::new();
    let pair = Pair::on(&hosts);
    hosts.limit(&hosts.b, "10mbit");
    // Longer than silence may last: nine in ten packets to the peer are lost, those of the link among them.
    let config = json!({"rate_bits_per_second": 100_000_000, "duration_ms": 14_000});
    let record = pair.run_from_a(&datagrams(&config));
    assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
    adds_up(&record);
    let share = count(&record, "lost") as f64 / count(&record, "sent") as f64;
    assert!((0.8..0.95).contains(&share), "{}", record["summary"]["udp"]);

    // A person can end it all the same.
    pair.until_free();
    let run = going(&pair, &json!({"rate_bits_per_second": 100_000_000}));
    let asked = Instant::now();
    pair.a.api().cancel(&run);
    let record = pair.a.api().ended(&run, SOON);
    assert_eq!(record["outcome"]["state"], "cancelled", "{}", record["outcome"]);
    assert!(asked.elapsed().as_secs() < 10, "it took {:?}", asked.elapsed());
}

#[test]
fn udp_is_held_to_the_rate_that_a_node_allows() {
    let a = Setup::named("anna").with(&["--max-rate", "10Mbit/s"]).start();
    let pair = Pair::of(a, Node::new("bert"));
    let too_much = json!({"rate_bits_per_second": 10_000_001});
    let each = json!({"rate_bits_per_second": null, "stream_rate_bits_per_second": 6_000_000, "streams": 2});
    let all = json!({"rate_bits_per_second": null, "unlimited": true});
    for (config, field) in
        [(too_much, "rate_bits_per_second"), (each, "stream_rate_bits_per_second"), (all, "unlimited")]
    {
        for (node, pairing) in [(&pair.a, &pair.at_a), (&pair.b, &pair.at_b)] {
            let error = node.api().ask_run(pairing, &datagrams(&config)).refused(422, "limit");
            assert_eq!(error["field"], field, "{error}");
            assert!(text(&error["message"]).contains("anna allows datagrams at 10Mbit/s"), "{error}");
        }
    }
    done(&pair, &pair.b, &datagrams(&json!({})));
    // TCP gives way by itself.
    pair.works_from(&pair.b);
}
