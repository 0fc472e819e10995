//! Which of the two nodes opens the streams: the one that dialled, or by `connect` the other one.

use serde_json::json;

use crate::harness::api::text;
use crate::harness::binary::pairperf;
use crate::harness::net::Hosts;
use crate::harness::node::Node;
use crate::harness::pair::Pair;
use crate::harness::program::run;

#[test]
fn the_inviter_opens_the_streams_of_tcp_where_it_is_asked_to() {
    let hosts = Hosts::limited("200mbit");
    let pair = Pair::on(&hosts);
    for (starter, direction, streams) in
        [(&pair.a, "to_peer", 1), (&pair.a, "from_peer", 32), (&pair.b, "to_peer", 2), (&pair.b, "from_peer", 1)]
    {
        let config = json!({
            "connect": "inviter", "direction": direction, "streams": streams, "duration_ms": 500, "warm_up_ms": 100,
        });
        let record = pair.run_from(starter, &config);
        assert_eq!(record["outcome"]["state"], "done", "{config}: {}", record["outcome"]);
        let (inviter, dialler) =
            if starter.name() == "anna" { ("coordinator", "peer") } else { ("peer", "coordinator") };
        assert_eq!(
            (&record["plan"][inviter]["opens"], &record["plan"][dialler]["opens"]),
            (&json!(true), &json!(false))
        );
        assert_eq!(record["in_effect"][inviter]["peer_address"], pair.b.address, "{config}");
        assert_eq!(record["in_effect"][dialler]["local_address"], pair.b.address, "{config}");
        assert!(record["ends"][1]["bytes"].as_u64().unwrap() > 0);
    }
}

#[test]
fn a_node_that_listens_nowhere_is_opened_nothing_to() {
    let a = Node::new("anna");
    for arguments in [&["--connect", "inviter"][..], &["--connect", "inviter", "--protocol", "udp", "--rate", "1M"]] {
        let ticket = format!("{}/{}", a.address, a.api().invite());
        let ended = run(pairperf(None).args(["run", &ticket, "--name", "carl"]).args(arguments)).expect(2);
        assert!(ended.out.is_empty(), "{ended:?}");
        for said in ["carl does not listen", "anna", "connect"] {
            assert!(ended.err.contains(said), "{ended:?}");
        }
    }
    assert!(a.api().get("/api/v1/runs").expect(200)["runs"].as_array().unwrap().is_empty());
}

#[test]
fn a_node_that_listens_nowhere_runs_datagrams_both_ways() {
    let a = Node::new("anna");
    for direction in ["to-peer", "from-peer"] {
        let ticket = format!("{}/{}", a.address, a.api().invite());
        let settings = ["--protocol", "udp", "--rate", "8Mbit/s", "--datagram", "1000", "--direction", direction];
        let lengths = ["--duration", "500ms", "--warm-up", "100ms", "--output", "json"];
        let ended = run(pairperf(None).args(["run", &ticket]).args(settings).args(lengths)).expect(0);
        let record = ended.json();
        assert_eq!(record["outcome"]["state"], "done");
        assert_eq!(record["config"]["rate_bits_per_second"], 8_000_000);
        let udp = &record["summary"]["udp"];
        assert!(udp["received"].as_u64().unwrap() > 100, "{udp}");
        assert_eq!(a.api().record(&text(&record["id"])), record);
    }
}
